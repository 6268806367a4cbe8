//! `hint`: the next step from where a person is, and why it follows; first only where, if so asked.

use std::io::{self, Write};

use clap::ArgMatches;
use search::{Limits, Outcome};
use tabuleiro::contract::Format;
use tabuleiro::explain::{Advice, Step};
use tabuleiro::game::{Game, Winnable};
use tabuleiro::kind::{Kind, Report};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::play::Fault as Broken;
use tabuleiro::tell;

use crate::arguments::Arguments;
use crate::batch::{self, Item};
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::output::Output;

/// How much a hint tells.
pub(crate) const GRADES: [&str; 3] = ["where", "why", "do"];

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let mut out = Output::open(arguments.output.as_deref())?;
    let item = batch::chosen(kind, &arguments, matches)?;
    let so_far = text("so-far").map(|path| arguments.source(path)).transpose()?;
    let mut game = item.session.play(so_far.as_ref())?;
    let report = game.advise(&arguments.limits).map_err(|limit| arguments.cut(limit))?;
    let lost =
        matches!(report.result, Advice::Lost).then(|| game.verdict(&arguments.limits).result);
    let exit = end(&report.result);
    let name = kind.about().name;
    if arguments.format == Format::Json {
        json(&mut out, (name, &item), &*game, &report, lost.as_ref(), &arguments)?;
    } else {
        let grade = text("step").unwrap_or("why");
        tell(&mut out, (name, grade), &mut *game, &report.result, lost.as_ref(), &arguments)?;
    }
    out.record(exit);
    arguments.finish(out)?;
    Ok(exit)
}

/// How the program ends with an advice.
pub(crate) fn end(advice: &Advice) -> Exit {
    match advice {
        Advice::Step(_) | Advice::Won => Exit::Yes,
        Advice::Faulty(_) | Advice::Lost => Exit::No,
        Advice::Nothing => Exit::Limit,
    }
}

fn tell(
    out: &mut dyn Write,
    (puzzle, grade): (&str, &str),
    game: &mut dyn Game,
    advice: &Advice,
    lost: Option<&Winnable>,
    arguments: &Arguments,
) -> Result<(), Fault> {
    let lang = arguments.lang;
    let Advice::Step(step) = advice else {
        for line in instead(advice, lost, &arguments.limits, lang) {
            writeln!(out, "{line}")?;
        }
        return Ok(());
    };
    if grade == "where" {
        return Ok(writeln!(out, "{}", step.place.text(lang))?);
    }
    sentence(out, puzzle, step, lang)?;
    if grade == "do" {
        for &made in &step.moves {
            game.make(made)?;
        }
        write!(out, "\n{}", game.text())?;
    }
    Ok(())
}

/// The technique, why the conclusion follows, and the argument line by line.
pub(crate) fn sentence(
    out: &mut dyn Write,
    puzzle: &str,
    step: &Step,
    lang: Lang,
) -> io::Result<()> {
    writeln!(out, "{}", title(puzzle, step, lang))?;
    writeln!(out, "{}", step.message.text(lang))?;
    step.story.iter().try_for_each(|line| writeln!(out, "  {}", line.text(lang)))
}

/// The technique of a step and its cost.
pub(crate) fn title(puzzle: &str, step: &Step, lang: Lang) -> String {
    let name = lang.say(&format!("{puzzle}.technique.{}", step.technique));
    format!("{name} ({})", lang.decimal(f64::from(step.cost) / 10.0, 1))
}

/// What is said where there is no step.
pub(crate) fn instead(
    advice: &Advice,
    lost: Option<&Winnable>,
    limits: &Limits,
    lang: Lang,
) -> Vec<String> {
    match advice {
        Advice::Step(_) => Vec::new(),
        Advice::Won => vec![lang.say("play.state.won").to_owned()],
        Advice::Faulty(faults) => {
            let said = |fault: &Broken| fault.message.text(lang);
            let head = lang.say("hint.faulty").to_owned();
            [head].into_iter().chain(faults.iter().map(said)).collect()
        }
        Advice::Lost => {
            let mut lines = vec![lang.say("hint.lost").to_owned()];
            if let Some(lost) = lost {
                if !matches!(lost.outcome, Outcome::Solved(_)) {
                    lines.push(tell::verdict(&lost.outcome, limits, lang).text(lang));
                }
                let since = lost.since.map(|n| Message::new("hint.since").with("n", n).text(lang));
                lines.extend(since);
            }
            lines
        }
        Advice::Nothing => vec![lang.say("hint.nothing").to_owned()],
    }
}

fn json(
    out: &mut dyn Write,
    (puzzle, item): (&str, &Item),
    game: &dyn Game,
    report: &Report<Advice>,
    lost: Option<&Winnable>,
    arguments: &Arguments,
) -> io::Result<()> {
    let lang = arguments.lang;
    let mut object = Object::about(out, puzzle, item)?;
    let word = match &report.result {
        Advice::Step(_) => "step",
        Advice::Won => "won",
        Advice::Faulty(_) => "faulty",
        Advice::Lost => "lost",
        Advice::Nothing => "nothing",
    };
    object.value("advice", word)?;
    match &report.result {
        Advice::Step(step) => object.value("step", step.json(puzzle, lang))?,
        _ => object.value("step", ())?,
    }
    object.value("said", instead(&report.result, lost, &arguments.limits, lang))?;
    object.value("position", game.text())?;
    object.end(report)
}
