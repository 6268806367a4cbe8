//! Formats of pictures, by the names of their files, and what each of them shows.

use tabuleiro::contract::Role;
use tabuleiro::kind::Kind;
use tabuleiro::text::{Diagnostic, Source};

use crate::verbs::ONE_STRATEGY;

/// Formats by the ends of names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    Svg,
    Png,
    Gif,
    Pdf,
    Text,
}

/// The format that the name of a file asks for.
pub(crate) fn kept(path: &str) -> Result<Kept, Diagnostic> {
    let name = path.to_ascii_lowercase();
    let known = [
        (".svg", Kept::Svg),
        (".png", Kept::Png),
        (".gif", Kept::Gif),
        (".pdf", Kept::Pdf),
        (".txt", Kept::Text),
    ];
    let found = known.into_iter().find(|(end, _)| name.ends_with(end));
    found
        .map(|(_, kept)| kept)
        .ok_or_else(|| Source::option("output", path).diagnostic("U0109", 0..path.len()))
}

impl Kept {
    /// An option that was given and that a picture of this format would not show, and to what it applies.
    pub(crate) fn ignores(
        self,
        shown: &str,
        on_sheets: bool,
        kind: &dyn Kind,
        given: impl Fn(&str) -> bool,
    ) -> Option<(&'static str, &'static str)> {
        const PICTURES: &str = "--output FILE.svg, FILE.png, FILE.gif, FILE.pdf";
        let searched = shown != "instance";
        let several = match self {
            Kept::Svg | Kept::Gif => shown == "steps" || shown == "search",
            Kept::Png | Kept::Pdf | Kept::Text => shown == "steps",
        };
        let own = [
            ("sheet", self == Kept::Pdf, "--output FILE.pdf"),
            ("paper", on_sheets, "--sheet"),
            ("show", !on_sheets || shown != "search", "one picture, without --sheet"),
            ("instance", !on_sheets, "one picture, without --sheet"),
            ("theme", self != Kept::Text, PICTURES),
            ("cell", self != Kept::Text && !on_sheets, PICTURES),
            ("large", self == Kept::Svg, "--output FILE.svg"),
            ("frames", several, "--show steps; --show search --output FILE.svg, FILE.gif"),
        ];
        let of_strategies = kind.about().options.iter().filter(|spec| spec.role == Role::Strategy);
        let searches =
            [ONE_STRATEGY, "max-nodes"].into_iter().chain(of_strategies.map(|spec| spec.name));
        let searches =
            searches.map(|name| (name, searched, "--show solution, --show steps, --show search"));
        own.into_iter()
            .chain(searches)
            .find(|(name, applies, _)| !applies && given(name))
            .map(|(name, _, applies)| (name, applies))
    }
}
