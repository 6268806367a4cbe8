//! `explain`: the whole solution as steps, each with its reason, as text, Markdown, JSON or pictures.

use clap::ArgMatches;
use tabuleiro::kind::Kind;

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::lessons;
use crate::teacher::{LessonFormat, Manner, Teacher};

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let kept = LessonFormat::of(&arguments, matches, &LessonFormat::ALL)?;
    let manner = match kept {
        LessonFormat::Text => Manner::Whole,
        LessonFormat::Json => Manner::Json,
        LessonFormat::Markdown => Manner::Markdown,
        LessonFormat::Svg => Manner::Picture,
    };
    let teacher = Teacher { kind, arguments: &arguments, most: None, manner };
    lessons::run(kind, &arguments, matches, kept == LessonFormat::Svg, |item, so_far, limits| {
        teacher.tell(item, so_far, limits)
    })
}
