//! The plain searches on boards of any size: go on to a free square, and back when there is none.
//! The order of the squares is the only thing that differs.

use search::{Limit, Meter, PruneReason, Tree, Verdict};

use super::Tour;
use super::degrees::{Degrees, SHUT};
use super::order::Order;
use tabuleiro_core::board::Square;

/// In which order free neighbours are tried.
pub(super) trait Rule: Clone {
    /// Lists the directions whose squares are free. `counts` holds, for each direction, the number
    /// of free neighbours of the square there, or more than [`SHUT`] if it is not free.
    fn list(&self, counts: [u8; 8]) -> Queue;
}

impl Rule for Order {
    fn list(&self, counts: [u8; 8]) -> Queue {
        let mut queue = Queue::default();
        for direction in self.directions().into_iter().rev() {
            if counts[usize::from(direction)] < SHUT {
                queue.put_first(direction);
            }
        }
        queue
    }
}

/// Warnsdorff's rule as the coursework has it: the fewer free neighbours the sooner, and clockwise
/// among equals.
#[derive(Clone, Copy)]
pub(super) struct Warnsdorff;

impl Rule for Warnsdorff {
    fn list(&self, counts: [u8; 8]) -> Queue {
        let mut sorted = [0; 8];
        let mut length = 0;
        for (direction, &count) in (0..).zip(&counts) {
            if count < SHUT {
                let mut at = length;
                while at > 0 && counts[usize::from(sorted[at - 1])] > count {
                    sorted[at] = sorted[at - 1];
                    at -= 1;
                }
                sorted[at] = direction;
                length += 1;
            }
        }
        let mut queue = Queue::default();
        for &direction in sorted[..length].iter().rev() {
            queue.put_first(direction);
        }
        queue
    }
}

/// Directions to be tried, four bits each (one more than the direction), the first lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Queue(u32);

impl Queue {
    pub(super) fn put_first(&mut self, direction: u8) {
        self.0 = self.0 << 4 | u32::from(direction + 1);
    }
}

impl Iterator for Queue {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let direction = (self.0 & 15).checked_sub(1)?;
        self.0 >>= 4;
        Some(direction as u8)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = (32 - self.0.leading_zeros() as usize).div_ceil(4);
        (length, Some(length))
    }
}

/// A path on a board, growing.
#[derive(Clone)]
pub(super) struct Walk<R> {
    rule: R,
    degrees: Degrees,
    start: Square,
    /// Where the path stands.
    head: usize,
    /// Squares not on the path.
    free: u64,
    /// Where the path can go on; found by `judge`.
    queue: Queue,
    /// Places that matter at the end; 0, which is border, stands for none.
    end: usize,
    home: usize,
}

impl<R: Rule> Walk<R> {
    /// The path that consists of `start`.
    pub(super) fn new(
        tour: &Tour,
        start: Square,
        rule: R,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let mut degrees = Degrees::new(tour, meter)?;
        let head = degrees.cell(start);
        degrees.take(head);
        Ok(Walk {
            end: tour.end().map_or(0, |end| degrees.cell(end)),
            home: if tour.is_closed() { head } else { 0 },
            rule,
            degrees,
            start,
            head,
            free: tour.squares() - 1,
            queue: Queue::default(),
        })
    }

    /// All that steps change and depend on.
    #[cfg(test)]
    pub(super) fn position(&self) -> (Degrees, usize, u64) {
        (self.degrees.clone(), self.head, self.free)
    }

    fn is_complete(&self) -> bool {
        let is_home = |direction| self.degrees.ahead(self.head, direction) == self.home;
        (self.end == 0 || self.head == self.end) && (self.home == 0 || (0..8).any(is_home))
    }
}

impl<R: Rule> Tree for Walk<R> {
    type Step = u8;
    type Choices = Queue;

    fn judge(&mut self) -> Verdict {
        if self.free == 0 && self.is_complete() {
            return Verdict::Goal;
        }
        self.queue = self.rule.list(self.degrees.around(self.head));
        if self.queue == Queue::default() || self.head == self.end {
            Verdict::Closed(PruneReason::Dead)
        } else {
            Verdict::Open
        }
    }

    fn choices(&mut self) -> Queue {
        self.queue
    }

    fn make(&mut self, direction: u8) {
        self.head = self.degrees.ahead(self.head, direction);
        self.degrees.take(self.head);
        self.free -= 1;
    }

    fn unmake(&mut self, direction: u8) {
        self.degrees.give_back(self.head);
        self.head = self.degrees.behind(self.head, direction);
        self.free += 1;
    }

    fn root(&self) -> u64 {
        self.start.into()
    }
}
