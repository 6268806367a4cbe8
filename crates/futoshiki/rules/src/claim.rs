//! Reading claims: filled grids and arguments, in every format that answers are printed in.

use serde_json::Value;

use super::{Argument, Futoshiki, GREATEST, Grid};
use tabuleiro_core::answers::{self, Object};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Claim, Extent, Statement};
use tabuleiro_core::text::{Diagnostic, Line, Source};

/// The coursework's line for a board without a solution.
pub(super) const IMPOSSIBLE: &str = "nao ha solucao para o tabuleiro proposto.";
/// The coursework's line for a search cut by its limit.
pub(super) const UNKNOWN: &str = "Numero de atribuicoes excede limite maximo";

/// Reads a claim about a board: rows of numbers, a line of the coursework's, or the JSON object of an
/// answer.
pub(super) fn read(source: &Source, board: &Futoshiki) -> Result<Statement<Futoshiki>, Diagnostic> {
    if !answers::is_json(source)? {
        let mut lines = source.lines()?.into_iter().map(|line| line.text.trim());
        return match lines.find(|line| is_word(line)) {
            Some(IMPOSSIBLE) => Ok(Statement::Impossible),
            Some(UNKNOWN) => Ok(Statement::Unknown),
            _ => Ok(Claim::Solution(grid(source, rows(source)?, board.order())?).into()),
        };
    }
    let malformed = || Diagnostic::new("F0303").in_file(source.name());
    let proof = match Object::read(source)?.ok_or_else(malformed)? {
        Object::Solution(solution) => {
            let rows = solution.get("grid").and_then(json_rows).ok_or_else(malformed)?;
            return Ok(Claim::Solution(grid(source, rows, board.order())?).into());
        }
        Object::Proof(proof) => proof,
        Object::Impossible => return Ok(Statement::Impossible),
        Object::Unknown => return Ok(Statement::Unknown),
    };
    let argument = || {
        let side = |value: &Value| u32::try_from(value.as_u64()?).ok()?.checked_sub(1);
        let read = |pair: &Value| match pair.as_array()?.as_slice() {
            [row, col] => Some(Square { row: side(row)?, col: side(col)? }),
            _ => None,
        };
        let cells = proof.get("cells")?.as_array()?.iter().map(read).collect::<Option<_>>()?;
        Argument::named(proof.get("name")?.as_str()?, cells)
    };
    let argument = argument().map(Claim::Argument).ok_or_else(malformed)?;
    Ok(argument.into())
}

/// Whether a line is one of those that the coursework writes in place of a grid.
fn is_word(line: &str) -> bool {
    line == IMPOSSIBLE || line == UNKNOWN
}

/// The lines of an answer: the number of the case, if it is there, and the rows or a line instead.
pub(super) fn extent(lines: &[Line<'_>], order: usize) -> Extent {
    let text = |at: usize| lines.get(at).map_or("", |line| line.text.trim());
    let body = |at: usize| if is_word(text(at)) { 1 } else { order };
    // On a board of order 1 a row looks like the number of a case.
    let number = text(0).parse().ok().filter(|_| order > 1 || lines.len() > 1);
    match number {
        Some(_) => Extent { lines: 1 + body(1), number },
        None => body(0).into(),
    }
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

/// Rows of numbers separated by blanks. Lines that begin with `=` are remarks.
fn rows(source: &Source) -> Result<Vec<Vec<u32>>, Diagnostic> {
    // A row has at least two bytes of text.
    source.allow((source.bytes().len() / 2 * 2 * size_of::<[Vec<u32>; 2]>()) as u64)?;
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
