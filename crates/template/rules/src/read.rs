//! Boards as text and as options: rows of `.` and `#`, after the word `amazons` where the pieces are those; a blank line between boards.

use std::iter::once;

use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::contract::Options;
use tabuleiro_core::text::{Diagnostic, Line, Source};

use crate::{Template, footprint};

/// The boards of a text, in order, until the first fault: each is read when it is asked for.
pub(crate) fn boards<'a>(
    source: &'a Source,
    options: &'a Options,
) -> Box<dyn Iterator<Item = Result<Template, Diagnostic>> + 'a> {
    let lines = match lines(source, options) {
        Ok(lines) => lines,
        Err(fault) => return Box::new(once(Err(fault))),
    };
    let (mut at, mut has_failed) = (0, false);
    Box::new(std::iter::from_fn(move || {
        let rest = lines.get(at..).filter(|_| !has_failed)?;
        at += rest.iter().position(|line| !is_blank(line))?;
        let rest = &lines[at..];
        let length = rest.iter().position(is_blank).unwrap_or(rest.len());
        at += length;
        let board = board(source, &rest[..length]);
        has_failed = board.is_err();
        Some(board.map(|board| {
            let amazons = board.amazons() || options.has("amazons");
            board.with_amazons(amazons)
        }))
    }))
}

fn is_blank(line: &Line<'_>) -> bool {
    line.text.trim().is_empty()
}

/// The lines of a text, if some are not blank and no option describes another board.
fn lines<'a>(source: &'a Source, options: &Options) -> Result<Vec<Line<'a>>, Diagnostic> {
    if let Some(value) = options.get("size") {
        let option = Source::option("size", value);
        let fault = option.diagnostic("I0021", 0..value.len()).with("option", "size");
        return Err(fault.with("file", source.name()));
    }
    let lines = source.lines()?;
    if lines.iter().all(is_blank) {
        return Err(Diagnostic::new("I0004").in_file(source.name()));
    }
    Ok(lines)
}

/// A board of its lines, of which there is at least one.
fn board(source: &Source, lines: &[Line<'_>]) -> Result<Template, Diagnostic> {
    let amazons = lines[0].text.trim() == "amazons";
    let rows = &lines[usize::from(amazons)..];
    let Some(first) = rows.first() else {
        return Err(Diagnostic::new("I0004").in_file(source.name()));
    };
    let cols = first.characters().count();
    let side = |side: usize| {
        let fault = || source.diagnostic("B0102", first.range());
        bounded(side as u64).ok_or_else(|| {
            fault().with("side", side.to_string()).with("most", u64::from(Template::LONGEST))
        })
    };
    let size = Size { rows: side(rows.len())?, cols: side(cols)? };
    // A short text may describe what is large: ask before it is taken.
    source.allow(footprint(size))?;
    let mut board = Template::new(size).with_amazons(amazons);
    for (row, line) in (0..).zip(rows) {
        let found = line.characters().count();
        if found != cols {
            let end = line.range().end;
            let fault = source.diagnostic("I0005", end..end).also(source, first.range());
            let fault = fault.with("row", u64::from(row) + 1).with("found", found);
            return Err(fault.with("expected", cols));
        }
        for (col, (character, at)) in (0..).zip(line.characters()) {
            match character {
                '.' => {}
                '#' => board = board.with_blocked(Square { row, col }, true),
                _ => {
                    let fault = source.diagnostic("I0006", at).with("expected", ". #");
                    return Err(fault.with("found", character.to_string()));
                }
            }
        }
    }
    Ok(board)
}

/// A side, if boards can be as long.
fn bounded(side: u64) -> Option<u32> {
    u32::try_from(side).ok().filter(|side| (1..=Template::LONGEST).contains(side))
}

/// The value of `--size`, if it was given.
pub fn size(options: &Options) -> Result<Option<Size>, Diagnostic> {
    let Some(value) = options.get("size") else { return Ok(None) };
    let size = Size::parse("size", value)?;
    let longer = size.rows.max(size.cols);
    match bounded(u64::from(longer)) {
        Some(_) => Ok(Some(size)),
        None => {
            let fault = Source::option("size", value).diagnostic("B0102", 0..value.len());
            let most = u64::from(Template::LONGEST);
            Err(fault.with("side", longer.to_string()).with("most", most))
        }
    }
}

/// A board as [`boards`] reads it.
pub(crate) fn write(board: &Template) -> String {
    let mut text = String::new();
    if board.amazons() {
        text.push_str("amazons\n");
    }
    let size = board.size();
    for row in 0..size.rows {
        let squares = (0..size.cols).map(|col| Square { row, col });
        text.extend(squares.map(|square| if board.is_blocked(square) { '#' } else { '.' }));
        text.push('\n');
    }
    text
}
