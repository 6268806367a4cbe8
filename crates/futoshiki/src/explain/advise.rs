//! The easiest next step from a position: the first rung of the ladder that has one.

use search::{Limit, Meter, Outcome};
use tabuleiro_core::contract::Solve;
use tabuleiro_core::explain::{Advice, Step};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Fault, Play, PlayState};

use super::hardest;
use super::ladder::Rung;
use super::marks::{Marks, bits};
use super::reductio::{Reductio, reductio};
use super::rounds::trial_cost;
use super::seen_lines::SeenLines;
use super::small;
use super::story::{Story, story};
use super::tell::StepWriter;
use super::trial::Refuted;
use crate::values::all;
use crate::{Futoshiki, Grid, Method, Placed, Plan, Position, fast};

/// Candidates whose stories are compared.
const STORIES: usize = 6;
/// Nodes that a search for small reasons may take in the end. The first may take one, which is propagation alone, and each further one four
/// times as many as the one before.
const MOST_NODES: u64 = 1 << 30;

/// The easiest next step, or why there is none.
pub(super) fn advise(
    board: &Futoshiki,
    position: &Position,
    meter: &mut Meter<'_>,
) -> Result<Advice, Limit> {
    if board.state(position) == PlayState::Won {
        return Ok(Advice::Won);
    }
    let faults = board.faults(position);
    if !faults.is_empty() {
        return Ok(Advice::Faulty(faults));
    }
    let rest = board.remaining(position).expect("what is left of a board is a board");
    let solution = match rest.solve(&Plan::from(Method::Fast), meter, &mut (), &mut Vec::new()) {
        Outcome::Solved(solution) => solution,
        Outcome::Impossible(_) => return Ok(Advice::Lost),
        Outcome::Unknown(limit) => return Err(limit),
    };
    let marks = Marks::new(board, position);
    if let Some(fault) = wrong_marks(&rest, &marks, &solution, meter)? {
        return Ok(Advice::Faulty(vec![fault]));
    }
    step(board, &marks, meter)
}

/// Pencil marks that exclude every solution: a set of cells of which none can be left out.
fn wrong_marks(
    rest: &Futoshiki,
    marks: &Marks<'_>,
    solution: &Grid,
    meter: &mut Meter<'_>,
) -> Result<Option<Fault>, Limit> {
    let allows = |cell: usize| marks.can[cell] >> (solution.values()[cell] - 1) & 1 == 1;
    if (0..marks.can.len()).all(allows) {
        return Ok(None);
    }
    let excluded = |cells: &[usize]| -> Vec<Placed> {
        let of = |&cell: &usize| {
            let lost = all(marks.order) & !marks.can[cell];
            bits(lost).map(move |value| Placed { cell: cell as u16, value: value as u8 + 1 })
        };
        cells.iter().flat_map(of).collect()
    };
    let mut cells: Vec<usize> = (0..marks.can.len()).filter(|&cell| marks.is_open(cell)).collect();
    if fast::exists_without(rest, &excluded(&cells), meter)? {
        return Ok(None);
    }
    for cell in cells.clone() {
        let fewer: Vec<usize> = cells.iter().copied().filter(|&other| other != cell).collect();
        if !fast::exists_without(rest, &excluded(&fewer), meter)? {
            cells = fewer;
        }
    }
    let squares = rest.squares(&cells);
    let named = squares.iter().map(|square| format!("({square})")).collect::<Vec<String>>();
    let message = Message::new("futoshiki.flaw.marks").with("cells", named);
    Ok(Some(Fault { message, squares }))
}

fn step(board: &Futoshiki, marks: &Marks<'_>, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
    let teller = StepWriter { board, marks };
    for rung in Rung::ALL.into_iter().take_while(|rung| *rung <= hardest(board)) {
        meter.check_limits()?;
        let step = match rung {
            Rung::Refutation => refutation(&teller, meter)?,
            Rung::RefutationWithSets => {
                match marks.refute_with_sets(&mut SeenLines::default(), meter)? {
                    Some(refuted) => refutation_with_sets(&teller, &refuted, meter)?,
                    None => None,
                }
            }
            Rung::Nested => {
                let unsolved = marks.unsolved(board, meter)?;
                small_reason(&teller, rung, rung.technique().cost, &unsolved, MOST_NODES, meter)?
            }
            _ => named(&teller, rung),
        };
        if let Some(step) = step {
            return Ok(Advice::Step(Box::new(step)));
        }
    }
    Ok(Advice::Nothing)
}

/// Of all instances of a technique the one that takes most away.
fn named(teller: &StepWriter<'_>, rung: Rung) -> Option<Step> {
    let marks = teller.marks;
    let mut most = 0;
    let mut best: Option<Step> = None;
    marks.find(rung, &mut |reason, effect| {
        let lost = effect.iter().map(|&(cell, lost)| (marks.can[cell] & lost).count_ones()).sum();
        if best.is_none() || lost > most {
            most = lost;
            best = Some(teller.step(rung, &reason, effect));
        }
    });
    best
}

/// The refutation with the fewest premises among some of the shortest.
fn refutation(teller: &StepWriter<'_>, meter: &mut Meter<'_>) -> Result<Option<Step>, Limit> {
    let Some(refuted) = teller.marks.refute(&[], &mut SeenLines::default(), meter)? else {
        return Ok(None);
    };
    let mut best: Option<(Placed, Story)> = None;
    for &against in refuted.candidates.iter().take(STORIES) {
        let Some(found) = story(teller.board, teller.marks, against, meter)? else { continue };
        let rules = found.rules().len();
        if best.as_ref().is_none_or(|(_, best)| rules < best.rules().len()) {
            best = Some((against, found));
        }
    }
    Ok(best.map(|(against, story)| teller.trial(against, refuted.rounds, &story)))
}

/// The refutation with the fewest lines among some of the shortest. Where none is told by steps, a small reason has to do.
fn refutation_with_sets(
    teller: &StepWriter<'_>,
    refuted: &Refuted,
    meter: &mut Meter<'_>,
) -> Result<Option<Step>, Limit> {
    let rung = Rung::RefutationWithSets;
    let cost = trial_cost(rung, refuted.rounds);
    let mut best: Option<(Placed, Reductio)> = None;
    for &against in refuted.candidates.iter().take(STORIES) {
        let Some(found) = reductio(teller, against, meter)? else { continue };
        if best.as_ref().is_none_or(|(_, best)| found.lines.len() < best.lines.len()) {
            best = Some((against, found));
        }
    }
    match best {
        Some((against, told)) => Ok(Some(teller.retold(rung, cost, against, told))),
        None => small_reason(teller, rung, cost, &refuted.candidates, MOST_NODES, meter),
    }
}

/// A step with a small reason, for the candidate that is refuted with the fewest nodes.
pub(super) fn small_reason(
    teller: &StepWriter<'_>,
    rung: Rung,
    cost: u32,
    candidates: &[Placed],
    most: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Step>, Limit> {
    let mut nodes = 1;
    while nodes <= most {
        for &against in candidates {
            meter.check_limits()?;
            if let Some(pieces) = small::reason(teller.board, teller.marks, against, nodes, meter)?
            {
                return Ok(Some(teller.small(rung, cost, against, &pieces)));
            }
        }
        nodes *= 4;
    }
    Ok(None)
}
