//! Whether the numbers of a claimed tour begin at 1, as they must, or at 0.
//!
//! Numbers 0 to N - 1 on N squares could be read as a tour of one square less, 0 being a hole: who
//! wrote them means another tour, so they are read only if `--zero-based` says what 0 is.

use std::ops::Range;

use tabuleiro_core::text::{Diagnostic, Source};

/// What is known of the numbers seen so far. They are kept from 1 on, with 0 for a hole.
pub(super) struct Numbering {
    zero_based: bool,
    /// The largest number as it is kept.
    last: u32,
    /// Squares on which a 0 is written.
    zeros: u64,
    /// Where the first of them is written, if that is known.
    at: Option<Range<usize>>,
    /// Holes that are written in another way than by a 0.
    pub(super) holes: u64,
}

impl Numbering {
    /// Nothing seen yet.
    pub(super) fn new(zero_based: bool) -> Self {
        Numbering { zero_based, last: 0, zeros: 0, at: None, holes: 0 }
    }

    /// How a number that is written is kept, if it is not too large.
    pub(super) fn kept(zero_based: bool, written: u32) -> Option<u32> {
        written.checked_add(u32::from(zero_based))
    }

    /// Whether one of these numbers, as they are kept, may be of interest one by one.
    pub(super) fn concerns(&self, row: &[u32]) -> bool {
        row.contains(&0) || self.zero_based && row.contains(&1)
    }

    /// Sees numbers that do not concern it one by one.
    pub(super) fn see_row(&mut self, row: &[u32]) {
        self.last = row.iter().fold(self.last, |last, &number| last.max(number));
    }

    /// Sees what is written on a square or in a hole of the board: a number as it is kept, or none.
    pub(super) fn see(&mut self, kept: Option<u32>, is_square: bool, at: Option<Range<usize>>) {
        let Some(number) = kept else {
            self.holes += 1;
            return;
        };
        self.last = self.last.max(number);
        if number == u32::from(self.zero_based) && is_square {
            self.zeros += 1;
            self.at = self.at.take().or(at);
        }
    }

    /// Whether there are holes, where every place but these counts as a square.
    pub(super) fn has_holes(&self) -> bool {
        self.holes > 0 || !self.zero_based && self.zeros > 0
    }

    /// Refuses numbers on so many squares that begin at 0, or at 1 where they should at 0.
    pub(super) fn check(self, squares: u64, source: &Source) -> Result<(), Diagnostic> {
        let last = u64::from(self.last);
        let code = match self.zero_based {
            false if self.zeros == 1 && last + 1 == squares => "T0305",
            true if self.zeros == 0 && last == squares + 1 => "T0306",
            _ => return Ok(()),
        };
        Err(match self.at {
            Some(at) => source.diagnostic(code, at),
            None => Diagnostic::new(code).in_file(source.name()),
        })
    }
}
