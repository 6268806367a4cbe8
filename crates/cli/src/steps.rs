//! `explain`: the whole solution as steps, each with its reason, as text, Markdown, JSON or pictures.

use clap::ArgMatches;
use tabuleiro::kind::Kind;

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::lesson_format::LessonFormat;
use crate::teacher::{Manner, Teacher};
use crate::{lessons, series};

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let kept = LessonFormat::of(&arguments, matches, &LessonFormat::ALL)?;
    let manner = match kept {
        LessonFormat::Json => Manner::Json,
        LessonFormat::Markdown => Manner::Markdown,
        LessonFormat::Text | LessonFormat::Svg => Manner::Whole,
    };
    let teacher = Teacher { kind, arguments: &arguments, most: None, manner };
    if kept == LessonFormat::Svg {
        return series::run(&teacher, matches);
    }
    lessons::run(kind, &arguments, matches, |item, so_far, limits| {
        teacher.tell(item, so_far, limits)
    })
}
