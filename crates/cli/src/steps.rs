//! `explain`: the whole solution as steps, each with its reason, as text, Markdown or JSON.

use std::io::{self, Write};

use clap::ArgMatches;
use serde_json::Value;
use tabuleiro::contract::Format;
use tabuleiro::explain::{Advice, Step};
use tabuleiro::kind::Kind;

use crate::arguments::Arguments;
use crate::batch;
use crate::exit::{Exit, Fault};
use crate::hint;
use crate::json::Object;
use crate::output::Output;

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let (name, lang) = (kind.about().name, arguments.lang);
    let mut out = Output::open(arguments.output.as_deref())?;
    let item = batch::chosen(kind, &arguments, matches)?;
    let so_far = matches.get_one::<String>("so-far").map(|path| arguments.source(path));
    let mut game = item.session.play(so_far.transpose()?.as_ref())?;
    let is_markdown = arguments.format != Format::Json
        && arguments.output.as_deref().is_some_and(|path| path.ends_with(".md"));
    let mut steps: Vec<Value> = Vec::new();
    let mut number = 0;
    if is_markdown {
        writeln!(out, "# {}\n", lang.say(&format!("{name}.title")))?;
        block(&mut out, &item.session.text())?;
    }
    let last = loop {
        let report = game.advise(&arguments.limits).map_err(|limit| arguments.cut(limit))?;
        let Advice::Step(step) = report.result else { break report.result };
        for &made in &step.moves {
            game.make(made)?;
        }
        number += 1;
        match arguments.format {
            Format::Json => steps.push(step.json(name, lang)),
            _ if is_markdown => {
                writeln!(out, "\n## {number}. {}\n", hint::title(name, &step, lang))?;
                markdown(&mut out, &step, &game.text(), lang)?;
            }
            _ => {
                write!(out, "{number}. ")?;
                hint::sentence(&mut out, name, &step, lang)?;
            }
        }
    };
    let exit = hint::end(&last);
    let lost = matches!(last, Advice::Lost).then(|| game.verdict(&arguments.limits).result);
    let said = hint::instead(&last, lost.as_ref(), &arguments.limits, lang);
    if arguments.format == Format::Json {
        let mut object = Object::about(&mut out, name, &item)?;
        object.value("steps", steps)?;
        object.value("said", said)?;
        object.value("position", game.text())?;
        object.close()?;
    } else if is_markdown {
        said.iter().try_for_each(|line| writeln!(out, "\n{line}"))?;
    } else {
        write!(out, "\n{}", game.text())?;
        said.iter().try_for_each(|line| writeln!(out, "= {line}"))?;
    }
    out.record(exit);
    arguments.finish(out)?;
    Ok(exit)
}

fn markdown(
    out: &mut dyn Write,
    step: &Step,
    after: &str,
    lang: tabuleiro::locale::Lang,
) -> io::Result<()> {
    writeln!(out, "{}\n", step.message.text(lang))?;
    for line in &step.story {
        writeln!(out, "- {}", line.text(lang))?;
    }
    if !step.story.is_empty() {
        writeln!(out)?;
    }
    block(out, after)
}

/// Text that is shown as it stands.
fn block(out: &mut dyn Write, text: &str) -> io::Result<()> {
    writeln!(out, "```text\n{}\n```", text.trim_end())
}
