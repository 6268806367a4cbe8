//! The coursework's notation: the number of rows and of columns, then the rows: 1 for a peg, -1 for a
//! hole, 0 for what is not part of the board.

use std::io::{self, Write};
use std::ops::Range;

use super::notation::CellState;
use super::read::{BYTES_READ, BoardLines, too_large};
use super::{Jumps, MOST, Pegs};
use tabuleiro_core::contract::{Coursework, NoSolution, Stats};
use tabuleiro_core::text::Diagnostic;

/// Reads a board: its number of columns, and its places row by row.
pub(super) fn places(lines: &mut BoardLines<'_>) -> Result<(usize, Vec<CellState>), Diagnostic> {
    let source = lines.source;
    let head = lines.lines[lines.at];
    // A line may have any number of words; three are too many.
    let words: Vec<(&str, Range<usize>)> = head.words().take(3).collect();
    let [(rows, rows_at), (columns, columns_at)] = &words[..] else {
        return Err(source.diagnostic("P0101", head.range()));
    };
    let side = |word: &str, at: &Range<usize>| {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| word.parse::<u64>().unwrap_or(u64::MAX));
        number.ok_or_else(|| source.diagnostic("P0101", at.clone()))
    };
    let (m, n) = (side(rows, rows_at)?, side(columns, columns_at)?);
    if m.saturating_mul(n) > MOST {
        let at = rows_at.start..columns_at.end;
        return Err(too_large(source, at, format!("{rows}x{columns}")));
    }
    lines.at += 1;
    // A board without places has no rows to be read, however many are announced.
    let (m, n) = if m == 0 || n == 0 { (0, 0) } else { (m as usize, n as usize) };
    // As many as the text holds: the numbers alone reserve nothing.
    source.allow(BYTES_READ * (m * n).min(source.bytes().len()) as u64)?;
    let mut places = Vec::new();
    for row in 0..m {
        lines.skip_blank();
        let Some(line) = lines.next() else {
            let fault = source.diagnostic("P0103", lines.end()).also(source, rows_at.clone());
            return Err(fault.with("found", row).with("expected", m));
        };
        let mut found = 0;
        for (word, at) in line.words() {
            let place = match word {
                "1" => CellState::Peg,
                "-1" => CellState::Hole,
                "0" => CellState::Outside,
                _ => return Err(source.diagnostic("P0104", at).with("found", word)),
            };
            if found == n {
                return Err(ragged(lines, at, columns_at.clone(), row, line.words().count()));
            }
            places.push(place);
            found += 1;
        }
        if found < n {
            let end = line.at + line.text.trim_end().len();
            return Err(ragged(lines, end..end, columns_at.clone(), row, found));
        }
        lines.at += 1;
    }
    match lines.next() {
        None => Ok((n, places)),
        Some(line) => {
            let fault = source.diagnostic("P0106", line.range()).also(source, rows_at.clone());
            Err(fault.with("n", m))
        }
    }
}

fn ragged(
    lines: &BoardLines<'_>,
    at: Range<usize>,
    columns: Range<usize>,
    row: usize,
    found: usize,
) -> Diagnostic {
    let expected = String::from_utf8_lossy(&lines.source.bytes()[columns.clone()]).into_owned();
    let fault = lines.source.diagnostic("P0105", at).also(lines.source, columns);
    fault.with("row", row + 1).with("found", found).with("expected", expected)
}

/// Writes a board.
pub(super) fn write(columns: usize, places: &[CellState]) -> String {
    let mut text = format!("{} {columns}\n", places.len() / columns);
    for row in places.chunks(columns) {
        for (column, place) in row.iter().enumerate() {
            if column > 0 {
                text.push(' ');
            }
            text += match place {
                CellState::Peg => "1",
                CellState::Hole => "-1",
                CellState::Outside => "0",
            };
        }
        text.push('\n');
    }
    text
}

impl Coursework for Pegs {
    fn write_solution(_: usize, jumps: &Jumps, _: &Stats, out: &mut dyn Write) -> io::Result<()> {
        for [from, to] in jumps.all() {
            writeln!(out, "{}:{}-{}:{}", from.row, from.col, to.row, to.col)?;
        }
        Ok(())
    }

    fn write_missing(_: usize, why: NoSolution, out: &mut dyn Write) -> io::Result<()> {
        match why {
            NoSolution::Impossible => writeln!(out, "Impossivel"),
            NoSolution::Unknown(_) => Ok(()),
        }
    }
}
