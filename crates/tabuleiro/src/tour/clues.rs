//! Numbers that are given on a board to be completed.
//!
//! The first and the last number are the start and the end of the tour, so that a board has two
//! names for neither; [`Clues`] are those between.

use super::Tour;
use crate::board::{Size, Square};
use crate::leaper::Leaps;

/// Given numbers and their squares, in the order of the numbers: each from 2 to one less than the
/// number of squares, each number and each square once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clues(Vec<(u32, Square)>);

impl Clues {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Bytes held.
    pub(super) fn footprint(&self) -> u64 {
        size_of_val(&self.0[..]) as u64
    }

    /// The numbers with their squares, the least first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u32, Square)> + '_ {
        self.0.iter().copied()
    }

    /// The number on a square.
    fn on(&self, square: Square) -> Option<u32> {
        self.0.iter().find(|&&(_, at)| at == square).map(|&(number, _)| number)
    }
}

impl Tour {
    /// The number given on a square, the first and the last included.
    pub(super) fn given(&self, square: Square) -> Option<u32> {
        match square {
            _ if self.start == Some(square) => Some(1),
            _ if self.end == Some(square) => Some(self.squares() as u32),
            _ => self.clues.on(square),
        }
    }

    /// All given numbers with their squares, the least first.
    pub(super) fn all_given(&self) -> impl Iterator<Item = (u32, Square)> + '_ {
        let first = self.start.map(|start| (1, start));
        let last = self.end.map(|end| (self.squares() as u32, end));
        first.into_iter().chain(self.clues.iter()).chain(last)
    }

    /// The same board with these numbers given, each from 1 to the number of squares, no number and
    /// no square twice.
    pub fn with_numbers(mut self, numbers: impl IntoIterator<Item = (u32, Square)>) -> Self {
        let last = self.squares() as u32;
        for (number, square) in numbers {
            match number {
                1 => self.start = Some(square),
                _ if number == last => self.end = Some(square),
                _ => self.clues.0.push((number, square)),
            }
        }
        self.clues.0.sort_unstable();
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
        self.clues.0.retain(|&(known, at)| known != number && at != square);
        if !stood && (1..=last).contains(&number) {
            *self = self.clone().with_numbers([(number, square)]);
        }
    }

    /// Takes away the number between the ends that stands on a square, and those that the board has
    /// become too small for.
    pub(super) fn drop_clues(&mut self, square: Square) {
        let last = self.squares() as u32;
        self.clues.0.retain(|&(number, at)| number < last && at != square);
    }
}

/// At least so many moves lead from one square to another, by lengths and colours alone.
pub(super) fn fewest_moves(leaps: Leaps, size: Size, from: Square, to: Square) -> u32 {
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
