//! Warnsdorff's rule with Roth's tie-break, as a tree: extend a path square by square, always to
//! the square with the fewest ways on, of several to the one farthest from the centre.
//!
//! Every state is searched in that order, and only states that hold no tour are closed, so a
//! finished search is a proof. What closes a state is read off the counts that the order needs
//! anyway. A free square still needs two links, the last of the tour but one. The square the path
//! stands on is a link for its neighbours only until the next step, so the step leaves
//! - a neighbour with no free neighbour cut off, unless it was the last free square,
//! - a neighbour with one free neighbour as the last square of the tour, of which there is one.
//!
//! A closed tour is a path that ends on the start once more, so a closed tour and a tour with a
//! given end are the same search: a target that is never entered, but counted as free by its
//! neighbours. Then no other square can be the last.

use search::{Limit, Meter, PruneReason, Tree, Verdict};

use super::degrees::{Degrees, SHUT};
use super::order::Order;
use super::{Numbers, Tour};
use tabuleiro_core::board::{KNIGHT, Square};
use tabuleiro_core::random::Rng;

/// How ties are broken: what makes one search of a board differ from the next.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TieBreak {
    /// Where the centre is taken to be, in half squares from the true centre.
    shift: (i64, i64),
    /// Which direction is first: xor-ed with the direction.
    turn: u8,
}

impl TieBreak {
    /// A centre anywhere on the board and any first direction.
    pub(super) fn random(tour: &Tour, rng: &mut Rng) -> Self {
        let mut within = |side: u32| rng.below(2 * side as usize + 1) as i64 - i64::from(side);
        let shift = (within(tour.size().rows), within(tour.size().cols));
        TieBreak { shift, turn: rng.below(8) as u8 }
    }

    /// The order of ties where a board has no centre.
    pub(super) fn order(self) -> Order {
        // The shift is as good as a throw of dice: it says which of the moves go first.
        let by = (self.shift.0 + 3 * self.shift.1).rem_euclid(8) as u8;
        Order::new([0, 1, 2, 3, 4, 5, 6, 7].map(|direction| ((direction + by) % 8) ^ self.turn))
    }
}

/// A move of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Which of the eight moves.
    pub(super) direction: u8,
    /// Whether it leaves a square behind that can only be the last of the tour.
    strands: bool,
}

/// Steps in the order of promise: three bits each, then their number, then what they strand.
#[derive(Clone, Copy)]
pub(super) struct Steps(u32);

/// Beyond any distance from the centre, to keep keys positive.
const MIDDLE: i64 = 1 << 40;
const LENGTH: u32 = 24;
const FIRST_STRANDS: u32 = 1 << 28;
const OTHERS_STRAND: u32 = 1 << 29;

impl Iterator for Steps {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let length = self.0 >> LENGTH & 15;
        if length == 0 {
            return None;
        }
        let step = Step { direction: (self.0 & 7) as u8, strands: self.0 & FIRST_STRANDS != 0 };
        let strands = self.0 & OTHERS_STRAND;
        let queue = (self.0 & ((1 << LENGTH) - 1)) >> 3;
        self.0 = queue | (length - 1) << LENGTH | strands | strands >> 1;
        Some(step)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = (self.0 >> LENGTH & 15) as usize;
        (length, Some(length))
    }
}

/// A path on a board, growing.
#[derive(Clone)]
pub(super) struct Roth {
    start: Square,
    degrees: Degrees,
    /// Where the path stands.
    head: usize,
    /// Of the head, in half squares from the centre, down and right.
    from_centre: (i64, i64),
    taste: TieBreak,
    /// Free squares that can be entered.
    free: u64,
    /// The place that must be a move away from the last square; 0, which is border, if none.
    target: usize,
    /// Whether a square may still be stranded: none is, and the last square is not given.
    may_strand: bool,
}

impl Roth {
    /// The path that consists of `start`. `None` if the counts alone show that it does not grow
    /// into a tour. The tour asked for is not both closed and given an end.
    pub(super) fn new(
        tour: &Tour,
        start: Square,
        taste: TieBreak,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Limit> {
        let mut degrees = Degrees::new(tour, meter)?;
        let head = degrees.cell(start);
        let end = if tour.is_closed() { Some(start) } else { tour.end() };
        let target = end.map_or(0, |end| degrees.cell(end));
        if target != head {
            degrees.take(head);
        }
        if target != 0 {
            degrees.shut(target);
        }
        let size = tour.size();
        let centred = |at: u32, side: u32| 2 * i64::from(at) - (i64::from(side) - 1);
        let mut roth = Roth {
            start,
            degrees,
            head,
            from_centre: (
                centred(start.row, size.rows) + taste.shift.0,
                centred(start.col, size.cols) + taste.shift.1,
            ),
            taste,
            free: tour.squares() - 1 - u64::from(target != 0 && target != head),
            target,
            may_strand: target == 0,
        };
        Ok(roth.loose_ends().then_some(roth))
    }

    /// All that steps change and depend on.
    #[cfg(test)]
    pub(super) fn position(&self) -> (Degrees, usize, (i64, i64), u64, bool) {
        (self.degrees.clone(), self.head, self.from_centre, self.free, self.may_strand)
    }

    /// Looks at the squares away from the start, which no step judges: those with one neighbour
    /// are ends. Whether there are few enough.
    fn loose_ends(&mut self) -> bool {
        let near =
            [0, 1, 2, 3, 4, 5, 6, 7].map(|direction| self.degrees.ahead(self.head, direction));
        let mut most = u8::from(self.may_strand);
        for (cell, count) in self.degrees.lowest() {
            if near.contains(&cell) {
                continue;
            }
            if count == 0 || most == 0 {
                return false;
            }
            most -= 1;
            self.may_strand = false;
        }
        true
    }

    /// The tour that these steps make, the end included.
    pub(super) fn numbers(
        tour: &Tour,
        start: Square,
        directions: &[u8],
        meter: &mut Meter<'_>,
    ) -> Result<Numbers, Limit> {
        let mut numbers = Numbers::along(tour.size(), start, directions, meter)?;
        if let Some(end) = tour.end().filter(|&end| end != start) {
            numbers.put_last(end, tour.squares() as u32);
        }
        Ok(numbers)
    }
}

impl Tree for Roth {
    type Step = Step;
    type Choices = Steps;

    #[inline]
    fn judge(&mut self) -> Verdict {
        if self.free == 0 {
            // The step here saw the target as the one free neighbour.
            Verdict::Goal
        } else if self.degrees.at(self.target) == SHUT {
            Verdict::Closed(PruneReason::Dead)
        } else {
            Verdict::Open
        }
    }

    #[inline]
    fn choices(&mut self) -> Steps {
        let counts = self.degrees.around(self.head);
        let (down, right) = self.from_centre;
        let mut keys = [u64::MAX; 8];
        let mut length = 0;
        let mut fewest = [0u8; 2];
        for (direction, &count) in counts.iter().enumerate() {
            if count < SHUT {
                // All moves have the same length, so the farther of two squares is the one whose
                // move points away more.
                let (by_rows, by_cols) = KNIGHT[direction];
                let away = down * i64::from(by_rows) + right * i64::from(by_cols);
                let key = u64::from(count) << 56
                    | ((MIDDLE - away) as u64) << 3
                    | u64::from(direction as u8 ^ self.taste.turn);
                if count < 2 {
                    fewest[usize::from(count)] += 1;
                }
                let mut at = length;
                while at > 0 && keys[at - 1] > key {
                    keys[at] = keys[at - 1];
                    at -= 1;
                }
                keys[at] = key;
                length += 1;
            }
        }
        let [none, one] = fewest;
        let mut flags = 0;
        if none > 0 {
            if self.free > 1 || self.target != 0 {
                return Steps(0);
            }
        } else if one > 0 {
            // At most one square may be stranded, now or before.
            let most = u8::from(self.may_strand);
            if one > most + 1 {
                return Steps(0);
            }
            if one == most + 1 {
                length = usize::from(one);
            }
            flags = OTHERS_STRAND | if one > 1 { FIRST_STRANDS } else { 0 };
        }
        let mut queue = 0;
        for &key in keys[..length].iter().rev() {
            queue = queue << 3 | (key as u32 & 7) ^ u32::from(self.taste.turn);
        }
        Steps(queue | (length as u32) << LENGTH | flags)
    }

    #[inline]
    fn make(&mut self, step: Step) {
        self.may_strand &= !step.strands;
        self.free -= 1;
        self.head = self.degrees.ahead(self.head, step.direction);
        self.degrees.take(self.head);
        let (down, right) = KNIGHT[usize::from(step.direction & 7)];
        self.from_centre.0 += 2 * i64::from(down);
        self.from_centre.1 += 2 * i64::from(right);
    }

    #[inline]
    fn unmake(&mut self, step: Step) {
        self.degrees.give_back(self.head);
        self.head = self.degrees.behind(self.head, step.direction);
        self.free += 1;
        self.may_strand |= step.strands;
        let (down, right) = KNIGHT[usize::from(step.direction & 7)];
        self.from_centre.0 -= 2 * i64::from(down);
        self.from_centre.1 -= 2 * i64::from(right);
    }

    fn root(&self) -> u64 {
        self.start.into()
    }
}
