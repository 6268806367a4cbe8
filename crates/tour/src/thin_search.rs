//! Frontier search with mate states for a Hamiltonian path on thin boards: dynamic programming in linear
//! time, for boards on which a growing path sees too little.
//!
//! The squares are taken along the long side, each choosing its links to squares taken before. Those lie in
//! the last two lines and a square, so all that matters of what was chosen is, for each square of that
//! frontier, how many links it has and where the piece of tour that ends there has its other end. Partial
//! tours that agree in this are searched once. There are so few different frontiers on a thin board that
//! the search takes time linear in its length, whether it finds a tour or proves that there is none.

use rustc_hash::FxHashSet;
use search::{Limit, Meter, PruneReason, Tree, Verdict};

use super::Tour;
use super::thin_order::{Links, Sweep};

/// The widest board whose frontier fits: 13 squares and one being taken, four bits each.
const WIDEST: u32 = 6;

/// What a square of the frontier has instead of the slot of its piece's other end:
/// its piece reaches an end of the tour.
const TIED: u64 = 14;
/// It has all its links, or takes no part.
const DONE: u64 = 15;
/// Where the number of ends not yet placed is kept.
const ENDS: u32 = 60;

/// All ways of having at most two links, in two orders. They were found by trial: of many, those
/// that led to tours of boards 4 to 6 wide in the fewest nodes.
const ORDERS: [[Links; 11]; 2] = [
    [0b0101, 0b0001, 0b0011, 0b1100, 0b1010, 0b0010, 0b1000, 0b1001, 0b0100, 0b0000, 0b0110],
    [0b1100, 0b1001, 0b0101, 0b0001, 0b0010, 0b0011, 0b1000, 0b0110, 0b0100, 0b0000, 0b1010],
];

/// Links to try, four bits each and one more than the links, so that 0 is the end.
#[derive(Clone, Copy)]
pub(super) struct Choices(u64);

impl Iterator for Choices {
    type Item = Links;

    fn next(&mut self) -> Option<Links> {
        let links = (self.0 as u8 & 15).checked_sub(1)?;
        self.0 >>= 4;
        Some(links)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = (16 - self.0.leading_zeros() / 4) as usize;
        (length, Some(length))
    }
}

/// Pieces of tour on the first squares of a thin board.
#[derive(Clone)]
pub(super) struct Frontier {
    sweep: Sweep,
    order: &'static [Links; 11],
    closed: bool,
    /// The frontiers so far; the last is the present one.
    states: Vec<u64>,
    seen: FxHashSet<(u32, u64)>,
}

impl Frontier {
    /// Whether a board is thin enough, and plain.
    pub(super) fn fits(tour: &Tour) -> bool {
        tour.is_plain() && tour.size().rows.min(tour.size().cols) <= WIDEST
    }

    /// No square taken yet. The board must fit and have at least two squares, and the ends must be
    /// two if they are given. Attempts differ in which end of the board comes first and in the
    /// order in which links are tried.
    pub(super) fn new(tour: &Tour, attempt: usize, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let sweep = Sweep::new(tour, attempt % 2 == 1, meter)?;
        let given = [tour.start(), tour.end()].iter().flatten().count() as u64;
        let ends = if tour.is_closed() { 0 } else { 2 - given };
        let all_done = (1 << (4 * sweep.slots)) - 1;
        Ok(Frontier {
            sweep,
            order: &ORDERS[attempt / 2 % ORDERS.len()],
            closed: tour.is_closed(),
            states: vec![all_done | ends << ENDS],
            seen: FxHashSet::default(),
        })
    }

    /// All that steps change and depend on.
    #[cfg(test)]
    pub(super) fn position(&self) -> Vec<u64> {
        self.states.clone()
    }

    /// The line of squares that the steps are about.
    pub(super) fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    /// The present frontier after the next square, with these links. `None` if it holds no tour.
    fn after(&self, links: Links) -> Option<u64> {
        let at = self.states.len() - 1;
        let cell = self.sweep.cells[at];
        if links & !cell.earlier != 0 {
            return None;
        }
        let (slots, slot) = (self.sweep.slots, at % self.sweep.slots);
        let mut state = *self.states.last()?;
        // The square leaving the frontier may be a neighbour of the one entering, which therefore
        // waits in one slot more.
        let new = if !cell.takes_part {
            DONE
        } else if cell.is_end {
            TIED
        } else {
            slots as u64
        };
        put(&mut state, slots, new);
        let mut complete = false;
        for (bit, back) in self.sweep.back.into_iter().enumerate() {
            if links >> bit & 1 == 1 {
                complete |= self.link(&mut state, (at - back) % slots, slots)?;
            }
        }
        let leaving = get(state, slot);
        if leaving != DONE {
            // One link is enough for an end of the tour.
            if leaving == slot as u64 || state >> ENDS == 0 {
                return None;
            }
            state -= 1 << ENDS;
            put(&mut state, slot, DONE);
            if leaving == TIED {
                complete = true;
            } else {
                put(&mut state, leaving as usize, TIED);
            }
        }
        let new = get(state, slots);
        put(&mut state, slots, 0);
        if new == slots as u64 {
            put(&mut state, slot, slot as u64);
        } else {
            put(&mut state, slot, new);
            if new < TIED {
                put(&mut state, new as usize, slot as u64);
            }
        }
        self.holds(state, complete).then_some(state)
    }

    /// Links two squares of the frontier. `None` if that cannot be; whether the tour is complete.
    fn link(&self, state: &mut u64, a: usize, b: usize) -> Option<bool> {
        let (far_a, far_b) = (get(*state, a), get(*state, b));
        if far_a == DONE || far_b == DONE {
            return None;
        }
        // A square without links is both ends of its piece.
        if far_a != a as u64 {
            put(state, a, DONE);
        }
        if far_b != b as u64 {
            put(state, b, DONE);
        }
        if far_a == b as u64 {
            return self.closed.then_some(true);
        }
        if far_a != TIED {
            put(state, far_a as usize, far_b);
        }
        if far_b != TIED {
            put(state, far_b as usize, far_a);
        }
        Some(far_a == TIED && far_b == TIED)
    }

    /// Whether tours may come of a frontier after the next square.
    fn holds(&self, state: u64, complete: bool) -> bool {
        let at = self.states.len() - 1;
        let is_last = at + 1 == self.sweep.cells.len();
        let mut ends = state >> ENDS;
        if complete && !is_last {
            return false;
        }
        let mut open = 0;
        for slot in 0..self.sweep.slots {
            let far = get(state, slot);
            if far == DONE {
                continue;
            }
            open += 1;
            let needs = if far == slot as u64 { 2 } else { 1 };
            let short = needs - get(self.sweep.cells[at].later, slot).min(needs);
            if short > ends {
                return false;
            }
            ends -= short;
        }
        // Pieces that are left at the last must be the one tour, with its ends not yet placed.
        !is_last || (if complete { open == 0 } else { open == state >> ENDS && open > 0 })
    }
}

impl Tree for Frontier {
    type Step = Links;
    type Choices = Choices;

    fn judge(&mut self) -> Verdict {
        let at = self.states.len() - 1;
        if at == self.sweep.cells.len() {
            Verdict::Goal
        } else if self.seen.insert((at as u32, self.states[at])) {
            Verdict::Open
        } else {
            Verdict::Closed(PruneReason::Seen)
        }
    }

    fn choices(&mut self) -> Choices {
        let fitting = self.order.iter().rev().filter(|&&links| self.after(links).is_some());
        Choices(fitting.fold(0, |queue, &links| queue << 4 | u64::from(links + 1)))
    }

    fn make(&mut self, links: Links) {
        let next = self.after(links).expect("only links that fit are offered");
        self.states.push(next);
    }

    fn unmake(&mut self, _: Links) {
        self.states.pop();
    }

    fn memory(&self) -> u64 {
        (self.seen.capacity() * (size_of::<(u32, u64)>() + 1)) as u64
    }
}

fn get(state: u64, slot: usize) -> u64 {
    state >> (4 * slot) & 15
}

fn put(state: &mut u64, slot: usize, far: u64) {
    *state = *state & !(15 << (4 * slot)) | far << (4 * slot);
}
