//! Drawings: `o` is a peg, `.` a hole, `#` or a blank is not part of the board.

use super::MOST;
use super::notation::CellState;
use super::read::{BYTES_READ, BoardLines, too_large};
use tabuleiro_core::text::Diagnostic;

/// Reads a board: its number of columns, and its places row by row. A blank line ends it; what is
/// missing at the end of a row is outside.
pub(super) fn places(lines: &mut BoardLines<'_>) -> Result<(usize, Vec<CellState>), Diagnostic> {
    let source = lines.source;
    let first = lines.lines[lines.at];
    let from = lines.at;
    let mut columns = 0;
    while let Some(line) = lines.next() {
        columns = columns.max(line.text.trim_end().chars().count());
        lines.at += 1;
    }
    let rows = lines.at - from;
    if (rows as u64).saturating_mul(columns as u64) > MOST {
        return Err(too_large(source, first.range(), format!("{rows}x{columns}")));
    }
    source.allow(BYTES_READ * (rows * columns) as u64)?;
    let mut places = Vec::with_capacity(rows * columns);
    for (line, row) in lines.lines[from..lines.at].iter().zip(1..) {
        for (character, at) in line.characters().take(columns) {
            places.push(match character {
                'o' => CellState::Peg,
                '.' => CellState::Hole,
                '#' | ' ' => CellState::Outside,
                _ => {
                    let fault = source.diagnostic("I0006", at).with("found", character.to_string());
                    return Err(fault.with("expected", "o . #"));
                }
            });
        }
        places.resize(row * columns, CellState::Outside);
    }
    Ok((columns, places))
}

/// Draws a board.
pub(super) fn write(columns: usize, places: &[CellState]) -> String {
    let mut text = String::with_capacity(places.len() + places.len() / columns);
    for row in places.chunks(columns) {
        text.extend(row.iter().map(|place| match place {
            CellState::Peg => 'o',
            CellState::Hole => '.',
            CellState::Outside => '#',
        }));
        text.push('\n');
    }
    text
}
