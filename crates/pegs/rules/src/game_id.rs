//! Game IDs of Simon Tatham's `Pegs`: `7x7cross:OOPPPOO...`. The width and the height, perhaps the
//! kind of board, a colon, and a letter for every place: `P` a peg, `H` a hole, `O` outside.

use super::MOST;
use super::notation::CellState;
use super::read::{BYTES_READ, too_large};
use tabuleiro_core::text::{Diagnostic, Line, Source};

/// Reads a game ID: the number of columns, and the places row by row.
pub(super) fn places(
    source: &Source,
    line: Line<'_>,
) -> Result<(usize, Vec<CellState>), Diagnostic> {
    let from = line.at + line.text.len() - line.text.trim_start().len();
    let text = line.text.trim();
    let fault =
        |code, at: std::ops::Range<usize>| source.diagnostic(code, from + at.start..from + at.end);
    let Some(colon) = text.find(':') else {
        let code = if text.contains('#') { "P0113" } else { "P0111" };
        return Err(fault(code, 0..text.len()));
    };
    let head = text[..colon].trim_end_matches(|c: char| c.is_ascii_lowercase() && c != 'x');
    // A board as high as wide may have its side once.
    let (width, height) = head.split_once('x').unwrap_or((head, head));
    let side = |word: &str| {
        let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| word.parse::<u64>().unwrap_or(u64::MAX));
        number.ok_or_else(|| fault("P0111", 0..colon.max(1)))
    };
    let (columns, rows) = (side(width)?, side(height)?);
    let expected = rows.saturating_mul(columns);
    if expected > MOST {
        return Err(too_large(source, from..from + colon, format!("{height}x{width}")));
    }
    source.allow(BYTES_READ * (text.len() - colon) as u64)?;
    let mut places = Vec::new();
    for (i, letter) in text[colon + 1..].char_indices() {
        let at = colon + 1 + i..colon + 1 + i + letter.len_utf8();
        places.push(match letter {
            'P' => CellState::Peg,
            'H' => CellState::Hole,
            'O' => CellState::Outside,
            _ => return Err(fault("P0114", at).with("found", letter.to_string())),
        });
    }
    if places.len() as u64 != expected {
        let fault = fault("P0115", text.len()..text.len());
        return Err(fault.with("found", places.len()).with("expected", expected));
    }
    Ok((columns as usize, places))
}

/// Writes a board.
pub(super) fn write(columns: usize, places: &[CellState]) -> String {
    let mut text = format!("{columns}x{}:", places.len() / columns);
    text.extend(places.iter().map(|place| match place {
        CellState::Peg => 'P',
        CellState::Hole => 'H',
        CellState::Outside => 'O',
    }));
    text.push('\n');
    text
}
