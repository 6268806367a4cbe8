//! Reading claims: filled grids and arguments, in every format that answers are printed in.

use serde_json::Value;

use super::{Argument, Futoshiki, GREATEST, Grid};
use crate::board::Square;
use crate::contract::Claim;
use crate::text::{Diagnostic, Source};

/// Reads a claim about a board: rows of numbers, or the JSON object of an answer.
pub(super) fn read(source: &Source, board: &Futoshiki) -> Result<Claim<Futoshiki>, Diagnostic> {
    let text = source.text()?;
    if !text.trim_start().starts_with('{') {
        return grid(source, rows(source)?, board.order()).map(Claim::Solution);
    }
    let value = source.json()?;
    let malformed = || Diagnostic::new("F0303").in_file(source.name());
    if let Some(claimed) = value.pointer("/solution/grid") {
        let rows = json_rows(claimed).ok_or_else(malformed)?;
        return grid(source, rows, board.order()).map(Claim::Solution);
    }
    let proof = value.get("proof").ok_or_else(malformed)?;
    if proof.get("kind").and_then(Value::as_str) == Some("exhaustion") {
        return Err(Diagnostic::new("F0304").in_file(source.name()));
    }
    let argument = || {
        let side = |value: &Value| u32::try_from(value.as_u64()?).ok()?.checked_sub(1);
        let read = |pair: &Value| match pair.as_array()?.as_slice() {
            [row, col] => Some(Square { row: side(row)?, col: side(col)? }),
            _ => None,
        };
        let cells = proof.get("cells")?.as_array()?.iter().map(read).collect::<Option<_>>()?;
        Argument::named(proof.get("name")?.as_str()?, cells)
    };
    argument().map(Claim::Argument).ok_or_else(malformed)
}

/// The empty board that a claimed grid fills.
pub(super) fn implied(source: &Source) -> Result<Futoshiki, Diagnostic> {
    let text = source.text()?;
    let rows = if text.trim_start().starts_with('{') {
        let value = source.json()?;
        let rows = value.pointer("/solution/grid").and_then(json_rows);
        rows.ok_or_else(|| Diagnostic::new("F0303").in_file(source.name()))?
    } else {
        rows(source)?
    };
    let order = rows.last().map_or(0, Vec::len);
    if !(1..=GREATEST).contains(&order) {
        let found = order.to_string();
        return Err(Diagnostic::new("F0104").in_file(source.name()).with("found", found));
    }
    Ok(Futoshiki::new(order))
}

/// The rows as a grid of that order. The coursework's number of the case may stand before it.
fn grid(source: &Source, mut rows: Vec<Vec<u32>>, order: usize) -> Result<Grid, Diagnostic> {
    if rows.len() == order + 1 && rows[0].len() == 1 {
        rows.remove(0);
    }
    let wrong = rows.iter().map(Vec::len).find(|&found| found != order);
    if rows.len() != order || wrong.is_some() {
        let found = format!("{}x{}", rows.len(), wrong.unwrap_or(order));
        return Err(Diagnostic::new("F0301")
            .in_file(source.name())
            .with("found", found)
            .with("expected", format!("{order}x{order}")));
    }
    Ok(Grid::new(order, rows.concat()))
}

/// Rows of numbers parted by blanks. Lines that begin with `=` are remarks.
fn rows(source: &Source) -> Result<Vec<Vec<u32>>, Diagnostic> {
    let mut rows = Vec::new();
    for line in source.lines()? {
        if line.text.starts_with('=') || line.text.trim().is_empty() {
            continue;
        }
        let number = |(word, at): (&str, std::ops::Range<usize>)| {
            word.parse().map_err(|_| source.diagnostic("F0302", at).with("found", word))
        };
        rows.push(line.words().map(number).collect::<Result<Vec<u32>, _>>()?);
    }
    if rows.is_empty() {
        return Err(Diagnostic::new("I0004").in_file(source.name()));
    }
    Ok(rows)
}

fn json_rows(grid: &Value) -> Option<Vec<Vec<u32>>> {
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let row = |row: &Value| row.as_array()?.iter().map(number).collect();
    grid.as_array()?.iter().map(row).collect()
}
