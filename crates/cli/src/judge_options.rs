//! What the options of `judge` say.

use ::judge::export::ENDINGS;
use tabuleiro::kind::Kind;
use tabuleiro::text::{Diagnostic, Source};

/// The words of a command, as a shell parts them: by blanks, but for what stands between quotes.
pub(crate) fn words(option: &str, value: &str) -> Result<Vec<String>, Diagnostic> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in value.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() || words.is_empty() {
        return Err(Source::option(option, value).diagnostic("J0110", 0..value.len()));
    }
    Ok(words)
}

/// The name of a file in the folder of a program, from `file:NAME`.
pub(crate) fn file(option: &str, value: &str) -> Result<String, Diagnostic> {
    let name = value.strip_prefix("file:").filter(|name| {
        !name.is_empty() && !name.contains(['/', '\\']) && *name != "." && *name != ".."
    });
    name.map(str::to_owned)
        .ok_or_else(|| Source::option(option, value).diagnostic("J0109", 0..value.len()))
}

/// The words of --modes, which the command has a place for.
pub(crate) fn modes(value: &str, command: &[String]) -> Result<Vec<String>, Diagnostic> {
    let fault = || Source::option("modes", value).diagnostic("J0118", 0..value.len());
    let modes: Vec<String> = value.split(',').map(|mode| mode.trim().to_owned()).collect();
    let is_placed = command.iter().any(|word| word.contains("{mode}"));
    let is_told = modes.iter().all(|mode| !mode.is_empty());
    let is_once = (1..modes.len()).all(|place| !modes[..place].contains(&modes[place]));
    if is_placed && is_told && is_once { Ok(modes) } else { Err(fault()) }
}

/// What an effort is worth.
pub(crate) fn points(value: &str) -> Result<f64, Diagnostic> {
    let points = value.parse().ok().filter(|points: &f64| (0.0..=1e6).contains(points));
    points.ok_or_else(|| Source::option("effort-points", value).diagnostic("J0119", 0..value.len()))
}

pub(crate) fn pattern(value: &str) -> Result<::judge::ruling::Regex, Diagnostic> {
    ::judge::ruling::Regex::new(value).map_err(|error| {
        let fault = Source::option("effort", value).diagnostic("J0111", 0..value.len());
        fault.with("reason", error.to_string())
    })
}

/// The strategies to compare with.
pub(crate) fn strategies(kind: &dyn Kind, value: &str) -> Result<Vec<&'static str>, Diagnostic> {
    let all = kind.strategies();
    let known: Vec<&'static str> = all.iter().map(|strategy| strategy.name).collect();
    let one = |name: &str| {
        let found = known.iter().find(|known| known.eq_ignore_ascii_case(name.trim()));
        found.copied().ok_or_else(|| {
            let fault = Source::option("compare", value).diagnostic("U0104", 0..value.len());
            let fault = fault.with("name", name).with("puzzle", kind.about().name);
            fault.near(name, &known).with("known", known.join(", "))
        })
    };
    value.split(',').map(one).collect()
}

/// The files that results are to be written to, with their endings.
pub(crate) fn exports(paths: Vec<String>) -> Result<Vec<(String, &'static str)>, Diagnostic> {
    let ending = |path: String| {
        let found = ENDINGS.into_iter().find(|ending| path.ends_with(&format!(".{ending}")));
        match found {
            Some(ending) => Ok((path, ending)),
            None => {
                let fault = Source::option("export", &path).diagnostic("J0108", 0..path.len());
                Err(fault.with("known", ENDINGS.map(|ending| format!(".{ending}")).join(", ")))
            }
        }
    };
    paths.into_iter().map(ending).collect()
}
