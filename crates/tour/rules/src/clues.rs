//! Numbers that are given on a board to be completed.
//!
//! The first and the last number are the start and the end of the tour, so that a board has two
//! names for neither; [`Clues`] are those between.

use super::Tour;
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::leaper::Leaps;

/// Given numbers and their squares, in the order of the numbers: each from 2 to one less than the
/// number of squares, each number and each square once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clues {
    by_number: Vec<(u32, Square)>,
    by_square: Vec<(Square, u32)>,
}

impl Clues {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_number.is_empty()
    }

    /// Bytes held.
    pub(super) fn footprint(&self) -> u64 {
        2 * size_of_val(&self.by_number[..]) as u64
    }

    /// The numbers with their squares, the least first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u32, Square)> + '_ {
        self.by_number.iter().copied()
    }

    /// The number on a square.
    fn on(&self, square: Square) -> Option<u32> {
        let place = self.by_square.binary_search_by_key(&square, |&(at, _)| at).ok()?;
        Some(self.by_square[place].1)
    }

    /// Changes the numbers, in any order.
    fn change(&mut self, change: impl FnOnce(&mut Vec<(u32, Square)>)) {
        change(&mut self.by_number);
        self.by_number.sort_unstable();
        self.by_square = self.by_number.iter().map(|&(number, square)| (square, number)).collect();
        self.by_square.sort_unstable();
    }
}

impl Tour {
    /// The number given on a square, the first and the last included.
    pub fn given(&self, square: Square) -> Option<u32> {
        match square {
            _ if self.start == Some(square) => Some(1),
            _ if self.end == Some(square) => Some(self.squares() as u32),
            _ => self.clues.on(square),
        }
    }

    /// The square on which a number is given, the first and the last included.
    pub fn square_given(&self, number: u32) -> Option<Square> {
        if number == 1 && self.start.is_some() {
            return self.start;
        }
        if self.end.is_some() && u64::from(number) == self.squares() {
            return self.end;
        }
        let known = &self.clues.by_number;
        let place = known.binary_search_by_key(&number, |&(known, _)| known).ok()?;
        Some(known[place].1)
    }

    /// How many numbers are given after one, the last included.
    pub(super) fn given_after(&self, number: u32) -> usize {
        let known = &self.clues.by_number;
        let first = usize::from(number == 0 && self.start.is_some());
        let last = self.end.is_some() && u64::from(number) < self.squares();
        first + known.len() - known.partition_point(|&(known, _)| known <= number)
            + usize::from(last)
    }

    /// All given numbers with their squares, the least first.
    pub fn all_given(&self) -> impl Iterator<Item = (u32, Square)> + '_ {
        let first = self.start.map(|start| (1, start));
        let last = self.end.map(|end| (self.squares() as u32, end));
        first.into_iter().chain(self.clues.iter()).chain(last)
    }

    /// The same board with these numbers given, each from 1 to the number of squares, no number and
    /// no square twice.
    pub fn with_numbers(mut self, numbers: impl IntoIterator<Item = (u32, Square)>) -> Self {
        let last = self.squares() as u32;
        self.clues.change(|clues| {
            for (number, square) in numbers {
                match number {
                    1 => self.start = Some(square),
                    _ if number == last => self.end = Some(square),
                    _ => clues.push((number, square)),
                }
            }
        });
        self
    }

    /// Gives a number on a square, or takes it away if it stood there already or is 0. Another
    /// number of the square, and the same number elsewhere, go away.
    pub(super) fn give(&mut self, square: Square, number: u32) {
        let stood = self.given(square) == Some(number);
        let last = self.squares() as u32;
        for (mark, its) in [(&mut self.start, 1), (&mut self.end, last)] {
            *mark = mark.filter(|&marked| marked != square && number != its);
        }
        self.clues.change(|clues| clues.retain(|&(known, at)| known != number && at != square));
        if !stood && (1..=last).contains(&number) {
            *self = self.clone().with_numbers([(number, square)]);
        }
    }

    /// Takes away the number between the ends that stands on a square, and those that the board has
    /// become too small for.
    pub(super) fn drop_clues(&mut self, square: Square) {
        let last = self.squares() as u32;
        self.clues.change(|clues| clues.retain(|&(number, at)| number < last && at != square));
    }
}

/// At least so many moves lead from one square to another, by lengths and colours alone.
#[inline]
pub fn fewest_moves(leaps: Leaps, size: Size, from: Square, to: Square) -> u32 {
    let (short, long) = leaps.leaper.sides();
    let wrap = leaps.edges.wrap();
    let apart = |one: u32, other: u32, side: u32, wraps: bool| {
        let apart = one.abs_diff(other);
        if wraps { apart.min(side - apart) } else { apart }
    };
    let down = u64::from(apart(from.row, to.row, size.rows, wrap.0));
    let right = u64::from(apart(from.col, to.col, size.cols, wrap.1));
    let by_side = down.max(right).div_ceil(u64::from(long));
    let by_sum = (down + right).div_ceil(u64::from(short) + u64::from(long));
    let fewest = by_side.max(by_sum) as u32;
    let wrong_colour = leaps.alternate(size) && (fewest % 2 == 1) == from.same_colour(to);
    fewest + u32::from(wrong_colour)
}
