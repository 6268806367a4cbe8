//! `hint`: the next step from where a person is: first where to look, then why it follows, then the step itself; or
//! whether the position can still be won.

use clap::ArgMatches;
use search::Limits;
use tabuleiro::contract::RunError;
use tabuleiro::kind::Kind;
use tabuleiro::text::Source;

use crate::arguments::{Arguments, ResultFormat};
use crate::batch::Item;
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::lesson_format::LessonFormat;
use crate::lessons::{self, Reported};
use crate::step_report::{StepFormat, StepReporter};
use crate::{series, units};

/// How much a hint tells.
pub(crate) const GRADES: [&str; 3] = ["where", "why", "do"];

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grade {
    /// Where to look.
    Where,
    /// The step, and why it follows.
    Why,
    /// The position after it, too.
    Do,
}

pub(crate) fn run(
    kind: &dyn Kind,
    mut arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let is_verdict = matches.get_flag("verdict");
    let known = [LessonFormat::Text, LessonFormat::Json, LessonFormat::Svg];
    let kept =
        LessonFormat::of(&arguments, matches, if is_verdict { &known[..2] } else { &known })?;
    if kept == LessonFormat::Json {
        arguments.format = ResultFormat::Json;
    }
    if is_verdict {
        return verdict(kind, arguments, matches);
    }
    let grade = match text("step") {
        Some("where") => Grade::Where,
        Some("do") => Grade::Do,
        _ => Grade::Why,
    };
    let most = match text("steps") {
        None => Some(1),
        Some(all) if all.eq_ignore_ascii_case("all") => None,
        Some(number) => Some(units::whole("steps", number, 1)?),
    };
    let format = match kept {
        LessonFormat::Json => StepFormat::Json,
        _ => StepFormat::Hint(grade),
    };
    let reporter = StepReporter { kind, arguments: &arguments, most, format };
    if kept == LessonFormat::Svg {
        return series::run(&reporter, matches);
    }
    lessons::run(kind, &arguments, matches, |item, so_far, limits| {
        reporter.tell(item, so_far, limits)
    })
}

/// Whether the position can still be won.
fn verdict(kind: &dyn Kind, arguments: Arguments, matches: &ArgMatches) -> Result<Exit, Fault> {
    lessons::run(kind, &arguments, matches, |item, so_far, limits| {
        judged(kind, &arguments, item, so_far, limits)
    })
}

fn judged(
    kind: &dyn Kind,
    arguments: &Arguments,
    item: &Item,
    so_far: Option<&Source>,
    limits: &Limits,
) -> Result<Reported, RunError> {
    let (name, lang) = (kind.about().name, arguments.lang);
    let game = item.session.play(so_far)?;
    let report = game.verdict(limits);
    let (found, made) = (&report.result, game.history().made());
    let said = lessons::verdict(found, made, (name, &arguments.limits, lang));
    let exit = lessons::verdict_exit(found);
    let mut text = Vec::new();
    let written = match arguments.format {
        ResultFormat::Json => (|| {
            let mut object = Object::about(&mut text, name, Some(item), arguments)?;
            object.origin(None, None)?;
            object.value("verdict", lessons::verdict_json(found, made, lang))?;
            object.value("said", said)?;
            object.value("position", game.text())?;
            object.end(&report)
        })(),
        _ => {
            text = said.iter().flat_map(|line| format!("= {line}\n").into_bytes()).collect();
            Ok(())
        }
    };
    written.expect("memory can be written to");
    Ok(Reported { text: labelled(item, arguments, text), exit })
}

/// A text under the name of its instance, where there are several.
fn labelled(item: &Item, arguments: &Arguments, text: Vec<u8>) -> Vec<u8> {
    match &item.label {
        Some(label) if arguments.format == ResultFormat::Text => {
            [format!("= {label}\n").as_bytes(), &text].concat()
        }
        _ => text,
    }
}
