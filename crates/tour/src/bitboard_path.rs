//! Path extension on bitboards: the plain searches on boards that fit into 8x8. Squares are bits, eight to
//! a row whatever the width; the steps are those of [`Walk`](super::walk::Walk), several times as fast.

use search::{Event, PruneReason, Tree, Verdict};

use super::Tour;
use super::move_order::{MoveOrder, REACH, Reach, count};
use tabuleiro_core::board::{KNIGHT, Size, Square};

/// Where a tour may end.
pub(super) trait Finish: Copy {
    /// The squares that may be the last.
    fn last(self) -> u64;
    /// The squares that need not be the last.
    fn inner(self) -> u64;
}

/// A tour may end anywhere.
impl Finish for () {
    #[inline]
    fn last(self) -> u64 {
        u64::MAX
    }

    #[inline]
    fn inner(self) -> u64 {
        u64::MAX
    }
}

/// An end is given, or must be a move from the start.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    last: u64,
    inner: u64,
}

impl Bound {
    /// What a tour from `start` is asked for.
    pub(super) fn new(tour: &Tour, start: Square) -> Self {
        let Reach { right, left } = REACH[usize::from(place(start))];
        let home = if tour.is_closed() { right | left } else { u64::MAX };
        match tour.end().map(|end| 1 << place(end)) {
            Some(end) => Bound { last: home & end, inner: !end },
            None => Bound { last: home, inner: u64::MAX },
        }
    }
}

impl Finish for Bound {
    #[inline]
    fn last(self) -> u64 {
        self.last
    }

    #[inline]
    fn inner(self) -> u64 {
        self.inner
    }
}

/// A path on a small board, growing.
#[derive(Clone, Copy)]
pub(super) struct Small<C, F> {
    free: u64,
    /// How many free squares a knight reaches from each square, modulo 8, as three bit planes.
    /// Eight are never mistaken for none where it matters: around the knight no square has eight.
    ones: u64,
    twos: u64,
    fours: u64,
    at: u8,
    compass: C,
    finish: F,
}

/// The bit of a square.
fn place(square: Square) -> u8 {
    (square.row * 8 + square.col) as u8
}

/// The square of a bit.
pub(super) fn square(place: u8) -> Square {
    Square { row: u32::from(place / 8), col: u32::from(place % 8) }
}

/// Whether a board is small enough.
pub(super) fn fits(size: Size) -> bool {
    size.rows <= 8 && size.cols <= 8
}

/// The verdict where there is no going on; the least bit of `last` tells whether a tour may end
/// there. Out of line, for in a stride it hardly ever happens, and of two words, so that the path can
/// stay in registers.
#[cold]
#[inline(never)]
fn stuck(free: u64, last: u64) -> Verdict {
    let is_complete = free == 0 && last & 1 == 1;
    if is_complete { Verdict::Goal } else { Verdict::Closed(PruneReason::Dead) }
}

impl<C: MoveOrder, F: Finish> Small<C, F> {
    /// The path that consists of `start`, a square of a board that fits.
    pub(super) fn new(tour: &Tour, start: Square, compass: C, finish: F) -> Self {
        let free = tour.each_square().fold(0, |squares, square| squares | 1 << place(square));
        let (mut ones, mut twos, mut fours) = (0, 0, 0);
        for (place, reach) in REACH.iter().enumerate() {
            let count = u64::from(((reach.right | reach.left) & free).count_ones());
            ones |= (count & 1) << place;
            twos |= (count >> 1 & 1) << place;
            fours |= (count >> 2 & 1) << place;
        }
        let mut small = Small { free, ones, twos, fours, at: 0, compass, finish };
        small.make(place(start));
        small
    }

    /// All that steps change and depend on.
    #[cfg(test)]
    pub(super) fn position(&self) -> [u64; 4] {
        [self.free, self.ones, self.twos, self.fours]
    }

    /// The choices that lead on, and how many there are with those that do not. The squares around
    /// the knight that are in `lively` have a free neighbour.
    #[inline]
    fn going_on(&self, lively: u64) -> (C::Squares, u64) {
        let near = self.reach() & self.free;
        let mut living = near & lively & self.finish.inner();
        if living == 0 {
            // The last square of all has no free neighbour, but may be the end.
            let is_last = self.free & self.free.wrapping_sub(1) == 0;
            living = if is_last { near & self.finish.last() } else { 0 };
        }
        (self.compass.list(self.at, living), count(self.at, near))
    }

    /// The squares around the knight.
    #[inline]
    fn reach(&self) -> u64 {
        let Reach { right, left } = REACH[usize::from(self.at % 64)];
        right | left
    }
}

impl<C: MoveOrder, F: Finish> Tree for Small<C, F> {
    type Step = u8;
    type Choices = C::Squares;

    const STRIDES: bool = true;

    #[inline]
    fn judge(&mut self) -> Verdict {
        let is_early = self.finish.inner() >> (self.at % 64) & 1 == 0;
        if self.reach() & self.free == 0 || is_early {
            return stuck(self.free, self.finish.last() >> (self.at % 64));
        }
        Verdict::Open
    }

    #[inline]
    fn choices(&mut self) -> C::Squares {
        self.compass.list(self.at, self.free)
    }

    #[inline]
    fn living(&mut self) -> (C::Squares, u64) {
        self.going_on(self.ones | self.twos | self.fours)
    }

    #[inline]
    fn advance(&mut self, to: u8) -> (C::Squares, u64) {
        // Those around `to` that have one free neighbour have only `to`, and so none afterwards.
        // Asked beforehand, so that nothing waits for the subtraction.
        let lively = !self.ones | self.twos | self.fours;
        self.make(to);
        self.going_on(lively)
    }

    #[inline]
    fn make(&mut self, to: u8) {
        self.at = to;
        self.free ^= 1 << (to % 64);
        // One less for each square around: subtraction bit by bit, with borrow.
        let less = self.reach();
        self.ones ^= less;
        let less = less & self.ones;
        self.twos ^= less;
        let less = less & self.twos;
        self.fours ^= less;
    }

    #[inline]
    fn unmake(&mut self, to: u8) {
        self.free ^= 1 << (to % 64);
        let Reach { right, left } = REACH[usize::from(to % 64)];
        let more = right | left;
        let carry = more & self.ones;
        self.ones ^= more;
        let further = carry & self.twos;
        self.twos ^= carry;
        self.fours ^= further;
    }

    fn root(&self) -> u64 {
        square(self.at).into()
    }
}

/// The steps as directions, for those who watch.
pub(super) fn directions() -> impl FnMut(Event<u8>) -> Event<u8> {
    /// For the difference of two squares, modulo 128, the direction.
    const DIRECTIONS: [u8; 128] = {
        let mut directions = [0; 128];
        let mut direction = 0;
        while direction < 8 {
            let (down, right) = KNIGHT[direction];
            directions[(down * 8 + right).rem_euclid(128) as usize] = direction as u8;
            direction += 1;
        }
        directions
    };
    let direction = |from: u8, to: u8| DIRECTIONS[usize::from(to.wrapping_sub(from) % 128)];
    let mut path: Vec<u8> = Vec::new();
    move |event| match event {
        Event::Root(root) => {
            path = vec![place(root.into())];
            event
        }
        Event::Make(to) => {
            let from = path[path.len() - 1];
            path.push(to);
            Event::Make(direction(from, to))
        }
        Event::Unmake(to) => {
            path.pop();
            Event::Unmake(direction(path[path.len() - 1], to))
        }
        _ => event,
    }
}
