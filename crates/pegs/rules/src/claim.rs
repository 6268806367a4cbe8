//! Reading claims: jumps and arguments, in every format that answers are printed in.

use std::ops::Range;

use serde_json::Value;

use super::jump_counts::{CountStep, Cut, Inequality, JumpCounts};
use super::{Argument, Jumps, Pegs, Reason};
use tabuleiro_core::answers::{self, Object};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Claim, Extent, Statement};
use tabuleiro_core::text::{Diagnostic, Line, Source};

/// Reads a claim about a board: jumps, a move a line, or the JSON object of an answer.
pub(super) fn read(source: &Source, board: &Pegs) -> Result<Statement<Pegs>, Diagnostic> {
    if answers::is_json(source)? {
        return json(source, board);
    }
    // A jump has at least three bytes of text.
    source.allow((source.bytes().len() / 3 * 2 * size_of::<[Square; 2]>()) as u64)?;
    let mut jumps = Vec::new();
    for line in source.lines()? {
        let text = line.text.trim();
        if text.is_empty() || text.starts_with('=') {
            continue;
        }
        if is_impossible(text) {
            return Ok(Statement::Impossible);
        }
        sweep(source, line, &mut jumps)?;
    }
    Ok(Claim::Solution(Jumps::new(jumps)).into())
}

/// Whether a line is the coursework's word for a board without a solution.
fn is_impossible(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "impossivel" | "impossível" | "impossible")
}

/// The lines of so many jumps, or of the word instead.
pub(super) fn extent(lines: &[Line<'_>], jumps: usize) -> Extent {
    if lines.first().is_some_and(|line| is_impossible(line.text)) {
        return 1.into();
    }
    let (mut taken, mut found) = (0, 0);
    while found < jumps {
        let Some(line) = lines.get(taken) else { return (taken + 1).into() };
        found += line.text.matches('-').count().max(1);
        taken += 1;
    }
    taken.into()
}

/// The jumps of a line: cells separated by `-`, each `row,column` from 1 or, as the coursework has it,
/// `row:column` from 0.
fn sweep(source: &Source, line: Line<'_>, jumps: &mut Vec<[Square; 2]>) -> Result<(), Diagnostic> {
    let mut at = line.at + line.text.len() - line.text.trim_start().len();
    let mut before = None;
    let mut cells = 0;
    for word in line.text.trim().split('-') {
        let place = at..at + word.len();
        let malformed =
            |at: Range<usize>| source.diagnostic("P0301", at).with("found", word.trim());
        let cell = cell(word.trim()).ok_or_else(|| malformed(place.clone()))?;
        jumps.extend(before.map(|before| [before, cell]));
        before = Some(cell);
        cells += 1;
        at += word.len() + 1;
    }
    if cells < 2 {
        let fault = source.diagnostic("P0301", line.range());
        return Err(fault.with("found", line.text.trim()));
    }
    Ok(())
}

fn cell(word: &str) -> Option<Square> {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    if let Some((row, col)) = word.split_once(':') {
        return Some(Square { row: number(row)?, col: number(col)? });
    }
    let (row, col) = word.split_once(',')?;
    Some(Square { row: number(row)?.checked_sub(1)?, col: number(col)?.checked_sub(1)? })
}

fn json(source: &Source, board: &Pegs) -> Result<Statement<Pegs>, Diagnostic> {
    let malformed = || Diagnostic::new("P0302").in_file(source.name());
    Ok(match Object::read(source)?.ok_or_else(malformed)? {
        Object::Solution(solution) => {
            let jump = |jump: &Value| match jump.as_array()?.as_slice() {
                [from, to] => Some([square(from)?, square(to)?]),
                _ => None,
            };
            let jumps = solution.get("jumps").and_then(Value::as_array);
            let jumps = jumps.and_then(|jumps| jumps.iter().map(jump).collect());
            Claim::Solution(Jumps::new(jumps.ok_or_else(malformed)?)).into()
        }
        Object::Proof(proof) => {
            let reason = reason(&proof, board).ok_or_else(malformed)?;
            Claim::Argument(board.argument(reason)).into()
        }
        Object::Impossible => Statement::Impossible,
        Object::Unknown => Statement::Unknown,
    })
}

/// The reason that a proof gives, if it speaks of places that the board has.
fn reason(proof: &Value, board: &Pegs) -> Option<Reason> {
    let place = |value: &Value| {
        let square = square(value).filter(|&square| board.size().holds(square))?;
        Some(board.size().index(square) as u32)
    };
    let list = |of: &Value, name: &str| {
        of.get(name)?.as_array()?.iter().map(place).collect::<Option<Vec<u32>>>()
    };
    let cells = || list(proof, "cells");
    let weights = |of: &Value| {
        let row = |row: &Value| row.as_array()?.iter().map(Value::as_i64).collect();
        let rows: Option<Vec<Vec<i64>>> = of.get("weights")?.as_array()?.iter().map(row).collect();
        rows.map(|rows| rows.concat())
    };
    let line = |of: &Value, name: &str| <[u32; 2]>::try_from(list(of, name)?).ok();
    let cut = |cut: &Value| {
        let sort = match line(cut, "line") {
            Some(ends) => Cut::Line(ends),
            None => Cut::Cells(list(cut, "cells")?, cut.get("splits")?.as_u64()?.try_into().ok()?),
        };
        Some((sort, cut.get("price")?.as_i64()?))
    };
    let step = |step: &Value| {
        if step.get("split").is_some() {
            return Some(CountStep::Split(line(step, "split")?));
        }
        let prices = step.get("cuts")?.as_array()?.iter().map(cut).collect::<Option<Vec<_>>>()?;
        Some(CountStep::Inequality(Inequality { weights: weights(step)?, prices }))
    };
    Some(match proof.get("name")?.as_str()? {
        Argument::CLASS => Reason::Class(cells()?),
        Argument::PAGODA => Reason::Pagoda(weights(proof)?),
        Argument::JUMP_COUNTS => {
            let steps = proof.get("steps")?.as_array()?.iter().map(step).collect::<Option<_>>()?;
            Reason::JumpCounts(JumpCounts { steps })
        }
        Argument::FIXED => match cells()?[..] {
            [cell] => Reason::Fixed(cell),
            _ => return None,
        },
        Argument::STUCK => Reason::Stuck,
        Argument::SOURCELESS => Reason::Sourceless,
        Argument::TOO_FEW => Reason::TooFew,
        Argument::EMPTIED => Reason::Emptied,
        _ => return None,
    })
}

/// A cell written as a pair of numbers from 1.
fn square(pair: &Value) -> Option<Square> {
    let side = |value: &Value| u32::try_from(value.as_u64()?).ok()?.checked_sub(1);
    match pair.as_array()?.as_slice() {
        [row, col] => Some(Square { row: side(row)?, col: side(col)? }),
        _ => None,
    }
}
