//! `explain`: the whole solution as steps, each with its reason, as text, Markdown, JSON or pictures.

use clap::ArgMatches;
use tabuleiro::kind::Kind;

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::lesson_format::LessonFormat;
use crate::step_report::{StepFormat, StepReporter};
use crate::{lessons, series};

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let kept = LessonFormat::of(&arguments, matches, &LessonFormat::ALL)?;
    let format = match kept {
        LessonFormat::Json => StepFormat::Json,
        LessonFormat::Markdown => StepFormat::Markdown,
        LessonFormat::Text | LessonFormat::Svg => StepFormat::Whole,
    };
    let reporter = StepReporter { kind, arguments: &arguments, most: None, format };
    if kept == LessonFormat::Svg {
        return series::run(&reporter, matches);
    }
    lessons::run(kind, &arguments, matches, |item, so_far, limits| {
        reporter.tell(item, so_far, limits)
    })
}
