//! Whether techniques solve a board, without telling how. Techniques are monotone, so that their order
//! does not matter, and singles and signs are followed on bit planes, for all cells at once.

use search::{Limit, Meter};

use super::ladder::Rung;
use super::marks::{Marks, bits};
use crate::fast::{Found, Singles};
use crate::values::only;
use crate::{Clue, Futoshiki, Placed, Sign};

/// The greatest order.
pub(crate) const LARGEST: usize = 16;

/// The hardest kind of technique that a solution took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Singles and signs.
    Singles,
    /// One of the rungs that were allowed beyond.
    Rungs,
    /// Values refuted by singles and signs.
    Refutation,
}

/// What may be used beyond singles and signs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed<'r> {
    /// Techniques that refute no value.
    pub(crate) rungs: &'r [Rung],
    /// Whether values may be refuted.
    pub(crate) refutation: bool,
}

/// What is known beforehand of the board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known<'k> {
    /// Clues that the board has lost, and with which it is solved: to find them again is enough.
    pub(crate) lost: &'k [Vec<Clue>],
    /// A solution, whose values nothing refutes; without it they are tried as all others.
    pub(crate) solution: &'k [u8],
}

impl Known<'_> {
    /// Whether there are clues to find, and all are found.
    fn are_found(&self, singles: &dyn Singles) -> bool {
        let mut clues = self.lost.iter().flatten().peekable();
        clues.peek().is_some()
            && clues.all(|clue| match *clue {
                Clue::Given(Placed { cell, value }) => {
                    singles.domain(usize::from(cell)) == only(value)
                }
                Clue::Sign(Sign { less, more }) => {
                    let less = singles.domain(usize::from(less));
                    let more = singles.domain(usize::from(more));
                    less < more & more.wrapping_neg()
                }
            })
    }

    fn is_true(&self, cell: usize, value: usize) -> bool {
        self.solution.get(cell).is_some_and(|&truth| usize::from(truth) == value + 1)
    }
}

/// What solves a board of an order up to 16, if what is allowed does. A value that is refuted counts as a
/// node: one step, which is taken back.
pub(crate) fn solve(
    board: &Futoshiki,
    allowed: Allowed<'_>,
    known: Known<'_>,
    meter: &mut Meter<'_>,
) -> Result<Option<Kind>, Limit> {
    let mut marks = Marks::blank(board);
    let Some(mut singles) = marks.singles() else { unreachable!("no larger board is asked about") };
    let mut used = Kind::Singles;
    let mut lost = vec![0; marks.can.len()];
    loop {
        meter.check_limits()?;
        match singles.settle() {
            Found::Dead => return Ok(None),
            Found::Solved => return Ok(Some(used)),
            Found::Open if known.are_found(&*singles) => return Ok(Some(used)),
            Found::Open => {}
        }
        if marks.apply(&mut *singles, allowed.rungs, &mut lost) {
            used = used.max(Kind::Rungs);
        } else if allowed.refutation && refute_all(&marks, &mut *singles, known, meter)? {
            used = Kind::Refutation;
        } else {
            return Ok(None);
        }
    }
}

impl Marks<'_> {
    /// Takes what the first of some techniques that sees anything sees; false if none does.
    fn apply(&mut self, singles: &mut dyn Singles, rungs: &[Rung], lost: &mut [u64]) -> bool {
        self.read(singles);
        for &rung in rungs {
            let mut any = false;
            self.find(rung, &mut |_, effect| {
                any = true;
                effect.iter().for_each(|&(cell, values)| lost[cell] |= values);
            });
            if any {
                for (cell, lost) in lost.iter_mut().enumerate() {
                    for value in bits(std::mem::take(lost) & self.can[cell]) {
                        singles.forbid(Placed { cell: cell as u16, value: value as u8 + 1 });
                    }
                }
                return true;
            }
        }
        false
    }

    /// Takes over what the cells can hold; a cell with one value counts as written.
    fn read(&mut self, singles: &dyn Singles) {
        self.open.fill(0);
        for cell in 0..self.can.len() {
            self.can[cell] = singles.domain(cell);
            if !self.can[cell].is_power_of_two() {
                for (line, i) in self.lines(cell) {
                    self.open[line] |= 1 << i;
                }
            }
        }
    }
}

/// Takes every value away that singles and signs refute; false if there is none.
fn refute_all(
    marks: &Marks<'_>,
    singles: &mut dyn Singles,
    known: Known<'_>,
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    let mut any = false;
    for cell in (0..marks.can.len()).filter(|&cell| marks.is_open(cell)) {
        for value in bits(marks.can[cell]) {
            let now = singles.domain(cell);
            if now >> value & 1 == 0 || now.is_power_of_two() || known.is_true(cell, value) {
                continue;
            }
            meter.check_limits()?;
            if meter.left(meter.stats().nodes) == 0 {
                return Err(Limit::Nodes);
            }
            let placed = Placed { cell: cell as u16, value: value as u8 + 1 };
            let refuted = singles.refutes(placed, u32::MAX).is_some();
            let mut stats = meter.stats();
            stats.nodes += 1;
            stats.steps += 1;
            stats.backtracks += 1;
            stats.dead += u64::from(refuted);
            meter.settle(stats);
            if refuted {
                any = true;
                singles.forbid(placed);
                if singles.settle() != Found::Open || known.are_found(singles) {
                    return Ok(true);
                }
            }
        }
    }
    Ok(any)
}
