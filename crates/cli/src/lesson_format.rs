//! What steps are written as, by the end of the name of the file.

use clap::ArgMatches;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::{Arguments, ResultFormat};
use crate::refuse::is_given;

/// What a file holds, by the end of its name, unless `--format` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LessonFormat {
    Text,
    Json,
    Markdown,
    Svg,
}

impl LessonFormat {
    pub(crate) const ALL: [LessonFormat; 4] =
        [LessonFormat::Text, LessonFormat::Json, LessonFormat::Markdown, LessonFormat::Svg];

    /// What is asked for, where a verb writes these.
    pub(crate) fn of(
        arguments: &Arguments,
        matches: &ArgMatches,
        known: &[LessonFormat],
    ) -> Result<LessonFormat, Diagnostic> {
        if is_given(matches, "format") {
            let is_json = arguments.format == ResultFormat::Json;
            return Ok(if is_json { LessonFormat::Json } else { LessonFormat::Text });
        }
        let Some(path) = arguments.output.as_deref() else { return Ok(LessonFormat::Text) };
        let name = path.to_ascii_lowercase();
        let ends = [
            (".json", LessonFormat::Json),
            (".md", LessonFormat::Markdown),
            (".svg", LessonFormat::Svg),
        ];
        let found = ends.into_iter().find(|(end, _)| name.ends_with(end));
        match found {
            Some((_, kept)) if known.contains(&kept) => Ok(kept),
            // Nobody wants a text under the name of a picture.
            Some(_) => Err(unwritten(arguments, path, known)),
            None if [".png", ".gif", ".pdf", ".html"].iter().any(|end| name.ends_with(end)) => {
                Err(unwritten(arguments, path, known))
            }
            None => Ok(LessonFormat::Text),
        }
    }

    fn end(self) -> &'static str {
        match self {
            LessonFormat::Text => ".txt",
            LessonFormat::Json => ".json",
            LessonFormat::Markdown => ".md",
            LessonFormat::Svg => ".svg",
        }
    }
}

fn unwritten(arguments: &Arguments, path: &str, known: &[LessonFormat]) -> Diagnostic {
    let ends: Vec<&str> = known.iter().map(|kept| kept.end()).collect();
    let fault = Source::option("output", path).diagnostic("U0132", 0..path.len());
    fault.with("verb", arguments.command).with("known", ends.join(", "))
}
