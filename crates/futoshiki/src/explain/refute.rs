//! Why a digit that a person wrote is wrong: the easiest step that takes it away from where it was written.

use search::{Limit, Meter};
use tabuleiro_core::explain::Step;
use tabuleiro_core::play::Move;

use super::advise::small_reason;
use super::hardest;
use super::ladder::Rung;
use super::marks::Marks;
use super::reductio::reductio;
use super::rounds::trial_cost;
use super::seen_lines::SeenLines;
use super::story::story;
use super::tell::StepWriter;
use crate::{Futoshiki, Placed, Position};

/// Nodes that a search for a small reason may take: a longer wait is not worth it.
const MOST_NODES: u64 = 1 << 14;

/// The easiest step from a position that excludes what a move writes.
pub(super) fn refute(
    board: &Futoshiki,
    position: &Position,
    made: Move,
    meter: &mut Meter<'_>,
) -> Result<Option<Step>, Limit> {
    let cell = board.size().index(made.at);
    let value = made.value.unwrap_or_default();
    if value == 0 || made != board.placing(cell, value as u8) {
        return Ok(None);
    }
    let marks = Marks::new(board, position);
    // Who wrote against pencil marks of their own has ruled it out already.
    if !marks.is_open(cell) || marks.can[cell] >> (value - 1) & 1 == 0 {
        return Ok(None);
    }
    // Marks that leave nothing to a cell are at fault themselves.
    let is_empty = |cell: usize| marks.is_open(cell) && marks.can[cell] == 0;
    if (0..marks.can.len()).any(is_empty) {
        return Ok(None);
    }
    let against = Placed { cell: cell as u16, value: value as u8 };
    let teller = StepWriter { board, marks: &marks };
    for rung in Rung::ALL.into_iter().take_while(|rung| *rung <= hardest(board)) {
        meter.check_limits()?;
        let step = match rung {
            Rung::Refutation => {
                let found = story(board, &marks, against, meter)?;
                found.map(|story| teller.trial(against, rounds(&marks, against, &[]), &story))
            }
            Rung::RefutationWithSets => {
                let told = reductio(&teller, against, meter)?;
                let cost = trial_cost(rung, rounds(&marks, against, Rung::BETWEEN));
                told.map(|told| teller.retold(rung, cost, against, told))
            }
            Rung::Nested => {
                let cost = rung.technique().cost;
                small_reason(&teller, rung, cost, &[against], MOST_NODES, meter)?
            }
            _ => named(&teller, rung, cell, 1 << (value - 1)),
        };
        if step.is_some() {
            return Ok(step);
        }
    }
    Ok(None)
}

/// The rounds after which a value leads to a contradiction.
fn rounds(marks: &Marks<'_>, against: Placed, rungs: &[Rung]) -> u32 {
    let (mut scratch, mut known) = (marks.clone(), SeenLines::default());
    marks.refutes(against, rungs, u32::MAX, &mut scratch, &mut known).unwrap_or(1)
}

/// The first instance of a technique that takes a value from a cell.
fn named(teller: &StepWriter<'_>, rung: Rung, cell: usize, value: u64) -> Option<Step> {
    let mut found = None;
    teller.marks.find(rung, &mut |reason, effect| {
        if found.is_none() && effect.iter().any(|&(of, lost)| of == cell && lost & value != 0) {
            found = Some(teller.step(rung, &reason, effect));
        }
    });
    found
}
