//! Reading boards: which of the notations a text is in, and what options describe.

use super::coursework::Cases;
use super::{Futoshiki, GREATEST, drawing, game_id};
use tabuleiro_core::contract::{Options, Puzzle};
use tabuleiro_core::text::{Diagnostic, Source};

type Boards<'a> = Box<dyn Iterator<Item = Result<Futoshiki, Diagnostic>> + 'a>;

/// The boards of a text. Its first line that is not blank tells the notation: a game ID has a colon
/// or `#`, a drawing has a dot, a sign or the word `drawing`, all else is the coursework's.
pub(super) fn boards<'a>(source: &'a Source, options: &'a Options) -> Boards<'a> {
    if let Some(name) = Futoshiki::ABOUT.instead.iter().copied().find(|name| options.has(name)) {
        let value = options.get(name).unwrap_or_default();
        let fault = Source::option(name, value).diagnostic("F0101", 0..value.len());
        return failed(fault.with("option", name).with("file", source.name()));
    }
    let bytes = source.bytes();
    let first = bytes.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty());
    let Some(first) = first else {
        return failed(Diagnostic::new("I0004").in_file(source.name()));
    };
    let has = |set: &[u8]| first.iter().any(|byte| set.contains(byte));
    if has(b":#") {
        return match source.lines() {
            Ok(lines) => game_id::boards(source, lines),
            Err(fault) => failed(fault),
        };
    }
    if has(b".<>") || first.trim_ascii() == drawing::HEAD.as_bytes() {
        return match source.lines() {
            Ok(lines) => Box::new(drawing::Drawings::new(source, lines)),
            Err(fault) => failed(fault),
        };
    }
    Box::new(Cases::new(source))
}

fn failed<'a>(fault: Diagnostic) -> Boards<'a> {
    Box::new(std::iter::once(Err(fault)))
}

/// The board that options alone describe: a game ID, or an empty board by its order.
pub(super) fn described(options: &Options) -> Result<Option<Futoshiki>, Diagnostic> {
    let order = options.get("order").map(order).transpose()?;
    let Some(value) = options.get("id") else { return Ok(order.map(Futoshiki::new)) };
    let source = Source::option("id", value);
    if order.is_some() {
        return Err(source.diagnostic("F0102", 0..value.len()));
    }
    let line = tabuleiro_core::text::Line { text: value, at: 0 };
    game_id::board(&source, line).map(Some)
}

/// The value of `--order`.
pub fn order(value: &str) -> Result<usize, Diagnostic> {
    match value.parse() {
        Ok(order @ 1..=GREATEST) => Ok(order),
        _ => {
            let source = Source::option("order", value);
            Err(source.diagnostic("F0103", 0..value.len()).with("found", value))
        }
    }
}
