//! `explain`: the whole solution as steps, each with its reason, as text, Markdown, JSON or pictures.

use clap::ArgMatches;
use tabuleiro::kind::Kind;

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::lessons;
use crate::teacher::{Kept, Manner, Teacher};

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let kept = Kept::of(&arguments, matches, &Kept::ALL)?;
    let manner = match kept {
        Kept::Text => Manner::Whole,
        Kept::Json => Manner::Json,
        Kept::Markdown => Manner::Markdown,
        Kept::Svg => Manner::Picture,
    };
    let teacher = Teacher { kind, arguments: &arguments, most: None, manner };
    lessons::run(kind, &arguments, matches, kept == Kept::Svg, |item, so_far, limits| {
        teacher.tell(item, so_far, limits)
    })
}
