//! Reading claims about a board: paths, numbers of moves, enclosures.

use serde_json::Value;

use super::enclosure::Around;
use super::{Enclosure, LostKnight, Route};
use tabuleiro_core::answers::{self, Object};
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::contract::{Claim, Extent, Statement};
use tabuleiro_core::text::{Diagnostic, Line, Source};

/// Reads a claim in any format that answers are printed in: squares as `row,column` separated by
/// blanks, the number of moves alone, `impossivel`, or the JSON object of an answer.
pub(super) fn read(
    source: &Source,
    board: &LostKnight,
) -> Result<Statement<LostKnight>, Diagnostic> {
    if answers::is_json(source)? {
        return json(source, board);
    }
    let lines = source.lines()?;
    let told = || lines.iter().filter(|line| !line.text.starts_with('='));
    let words = || told().flat_map(Line::words);
    match words().take(2).collect::<Vec<_>>()[..] {
        [] => return Err(Diagnostic::new("I0004").in_file(source.name())),
        [(word, _)] if is_impossible(word) => return Ok(Statement::Impossible),
        [(word, _)] => {
            if let Ok(moves) = word.parse() {
                return Ok(Claim::Solution(Route::of_length(moves)).into());
            }
        }
        _ => {}
    }
    let square = |(word, at): (&str, std::ops::Range<usize>)| {
        let pair = word.split_once(',').and_then(|(row, col)| {
            let side = |text: &str| text.parse::<u32>().ok()?.checked_sub(1);
            Some(Square { row: side(row)?, col: side(col)? })
        });
        pair.ok_or_else(|| source.diagnostic("K0301", at).with("found", word))
    };
    // A square of the shortest path has four bytes of text.
    source.allow((source.bytes().len() / 4 * 2 * size_of::<Square>()) as u64)?;
    let path = words().map(square).collect::<Result<_, _>>()?;
    Ok(Claim::Solution(Route::along(path)).into())
}

fn is_impossible(word: &str) -> bool {
    matches!(word, "impossivel" | "impossível" | "impossible")
}

/// The lines of an answer: a number of moves, a word, or the squares of a path up to either.
pub(super) fn extent(lines: &[Line<'_>]) -> Extent {
    let alone = |line: &Line<'_>| {
        let word = line.text.trim();
        is_impossible(word) || word.parse::<u64>().is_ok()
    };
    lines.iter().position(alone).unwrap_or(lines.len()).max(1).into()
}

fn json(source: &Source, board: &LostKnight) -> Result<Statement<LostKnight>, Diagnostic> {
    let malformed = || Diagnostic::new("K0302").in_file(source.name());
    let proof = match Object::read(source)?.ok_or_else(malformed)? {
        Object::Solution(solution) => {
            let moves = solution.get("moves").and_then(Value::as_u64).ok_or_else(malformed)?;
            let Some(path) = solution.get("path") else {
                return Ok(Claim::Solution(Route::of_length(moves)).into());
            };
            let path = squares(path).filter(|path| !path.is_empty()).ok_or_else(malformed)?;
            return Ok(Claim::Solution(Route::along(path).claimed(moves)).into());
        }
        Object::Proof(proof) => proof,
        Object::Impossible => return Ok(Statement::Impossible),
        Object::Unknown => return Ok(Statement::Unknown),
    };
    let word = |name| proof.get(name).and_then(Value::as_str);
    if word("name") != Some("enclosure") {
        return Err(malformed());
    }
    let Some(listed) = proof.get("squares") else {
        return Ok(Statement::Impossible);
    };
    let around = if word("around") == Some("exits") { Around::Exits } else { Around::Knights };
    let mut set = Squares::none(board.size().area() as usize);
    for square in squares(listed).ok_or_else(malformed)? {
        if !board.size().holds(square) {
            return Err(malformed());
        }
        set.insert(board.size().index(square));
    }
    Ok(Claim::Argument(Enclosure::new(around, board.size(), set)).into())
}

/// Squares written as pairs of numbers.
fn squares(list: &Value) -> Option<Vec<Square>> {
    let side = |value: &Value| u32::try_from(value.as_u64()?).ok()?.checked_sub(1);
    let read = |pair: &Value| match pair.as_array()?.as_slice() {
        [row, col] => Some(Square { row: side(row)?, col: side(col)? }),
        _ => None,
    };
    list.as_array()?.iter().map(read).collect()
}
