//! Ratings: the hardest technique, and the effort in rounds. In a round all steps of the easiest
//! technique that has any are taken together, so that the order of steps does not matter.

use search::{Limit, Meter};
use tabuleiro_core::explain::Climb;

use super::find::Reason;
use super::ladder::Rung;
use super::marks::Marks;
use super::seen_lines::SeenLines;
use crate::Futoshiki;
use crate::values::all;

/// What a solution takes.
pub(crate) struct Climbed {
    /// The hardest technique that is needed; nothing where none is.
    pub(crate) hardest: Option<Rung>,
    /// The same in the words of the contract.
    pub(crate) climb: Climb,
}

/// How a board is solved by techniques no harder than one; nothing if it is not.
pub(crate) fn climb(
    board: &Futoshiki,
    most: Rung,
    meter: &mut Meter<'_>,
) -> Result<Option<Climbed>, Limit> {
    let mut marks = Marks::given(board);
    let mut rounds = Rounds { lost: vec![0; marks.can.len()], count: [0; 23], ..Rounds::default() };
    let mut hardest: Option<Rung> = None;
    if board.signs().iter().any(|sign| sign.less == sign.more) {
        return Ok(None);
    }
    while !marks.is_full() {
        meter.check_limits()?;
        if marks.is_broken() {
            return Ok(None);
        }
        let Some(rung) = rounds.take(board, &mut marks, most, meter)? else { return Ok(None) };
        hardest = hardest.max(Some(rung));
    }
    if marks.is_broken() || !obeys(board, &marks) {
        return Ok(None);
    }
    let used = Rung::ALL.into_iter().zip(rounds.count).filter(|(_, count)| *count > 0);
    let climb = Climb {
        hardest: hardest.map(Rung::name),
        cost: rounds.hardest,
        effort: rounds.effort,
        rounds: used.map(|(rung, count)| (rung.name(), count)).collect(),
    };
    Ok(Some(Climbed { hardest, climb }))
}

/// Whether a full board obeys its signs: techniques that were not needed may not have looked at them.
fn obeys(board: &Futoshiki, marks: &Marks<'_>) -> bool {
    let value = |cell: u16| marks.can[usize::from(cell)];
    board.signs().iter().all(|sign| value(sign.less) < value(sign.more))
}

#[derive(Default)]
struct Rounds {
    /// What each cell loses in a round; of a digit, all others.
    lost: Vec<u64>,
    count: [u64; 23],
    effort: u64,
    hardest: u32,
    seen: SeenLines,
}

impl Rounds {
    /// Takes all steps of the easiest technique that has any.
    fn take(
        &mut self,
        board: &Futoshiki,
        marks: &mut Marks<'_>,
        most: Rung,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Rung>, Limit> {
        for rung in Rung::ALL.into_iter().take_while(|rung| *rung <= most) {
            let mut cost = rung.technique().cost;
            let mut found = false;
            match rung {
                Rung::Refutation | Rung::RefutationWithSets => {
                    let refuted = match rung {
                        Rung::Refutation => marks.refute(&[], &mut self.seen, meter)?,
                        _ => marks.refute_with_sets(&mut self.seen, meter)?,
                    };
                    if let Some(refuted) = refuted {
                        found = true;
                        cost = trial_cost(rung, refuted.rounds);
                        for placed in refuted.candidates {
                            self.lost[usize::from(placed.cell)] |= 1 << (placed.value - 1);
                        }
                    }
                }
                Rung::Nested => {
                    for placed in marks.unsolved(board, meter)? {
                        found = true;
                        self.lost[usize::from(placed.cell)] |= 1 << (placed.value - 1);
                    }
                }
                _ => marks.find(rung, &mut |reason, effect| {
                    found = true;
                    cost = cost.max(cost_of(rung, &reason));
                    effect.iter().for_each(|&(cell, lost)| self.lost[cell] |= lost);
                }),
            }
            if !found {
                continue;
            }
            for cell in 0..self.lost.len() {
                let lost = std::mem::take(&mut self.lost[cell]);
                // A digit is told by what its cell loses: on a board of one cell, nothing.
                if lost == 0 && marks.order > 1 {
                    continue;
                }
                if rung.places() {
                    marks.place(cell, all(marks.order) & !lost);
                } else {
                    marks.can[cell] &= !lost;
                }
            }
            self.count[rung as usize] += 1;
            self.effort += u64::from(cost);
            self.hardest = self.hardest.max(cost);
            return Ok(Some(rung));
        }
        Ok(None)
    }
}

/// What a step costs, in tenths.
pub(super) fn cost_of(rung: Rung, reason: &Reason) -> u32 {
    match reason {
        // Three cells cost what the technique does.
        Reason::Chain(cells) => rung.technique().cost + cells.len() as u32 - 3,
        _ => rung.technique().cost,
    }
}

/// What a trial costs: more from the fourth round on.
pub(super) fn trial_cost(rung: Rung, rounds: u32) -> u32 {
    rung.technique().cost + 2 * rounds.saturating_sub(3)
}
