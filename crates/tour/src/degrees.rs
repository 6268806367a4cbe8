//! Degrees kept incrementally: every square knows how many free neighbours it has.
//!
//! One byte for each square, with a border wide enough that a knight never leaves the array: a square is
//! taken by changing nine bytes, whatever lies around it, and given back by the reverse.

use search::{Limit, Meter};

use super::Tour;
use tabuleiro_core::board::{KNIGHT, Square};

/// Set on every square that cannot be entered: taken, a hole, or border.
pub(super) const SHUT: u8 = 0x80;
/// Holes and border. Their count means nothing, and is far enough from both ends of its range that
/// neighbours taken do not carry it out.
const VOID: u8 = 0xc0;

/// The counts of free neighbours.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Degrees {
    /// For a square that takes part: its free neighbours, with [`SHUT`] added once it is taken.
    counts: Vec<u8>,
    stride: usize,
    reach: [isize; 8],
}

impl Degrees {
    /// The board of a tour with every square free.
    pub(super) fn new(tour: &Tour, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let (rows, cols) = (tour.size().rows as usize, tour.size().cols as usize);
        let stride = cols + 2;
        let cells = (rows + 4) * stride + 4;
        let reach = KNIGHT.map(|(down, right)| down as isize * stride as isize + right as isize);
        let mut free = vec![0u8; cells];
        for row in 0..rows {
            let first = (row + 2) * stride + 2;
            free[first..first + cols].fill(1);
        }
        if tour.has_holes() {
            for square in tour.size().squares() {
                meter.check_limits()?;
                if !tour.has(square) {
                    free[(square.row as usize + 2) * stride + 2 + square.col as usize] = 0;
                }
            }
        }
        let mut counts = vec![VOID; cells];
        for row in 0..rows {
            meter.check_limits()?;
            let first = (row + 2) * stride + 2;
            let line = &mut counts[first..first + cols];
            line.fill(0);
            for reach in reach {
                let from = first.wrapping_add_signed(reach);
                for (count, free) in line.iter_mut().zip(&free[from..from + cols]) {
                    *count += free;
                }
            }
            for (count, free) in line.iter_mut().zip(&free[first..first + cols]) {
                *count = if *free == 1 { *count } else { VOID };
            }
        }
        Ok(Degrees { counts, stride, reach })
    }

    /// The place of a square in the array; never 0.
    pub(super) fn cell(&self, square: Square) -> usize {
        (square.row as usize + 2) * self.stride + 2 + square.col as usize
    }

    /// The byte at a place.
    #[inline]
    pub(super) fn at(&self, cell: usize) -> u8 {
        self.counts[cell]
    }

    /// The place a move away.
    #[inline]
    pub(super) fn ahead(&self, cell: usize, direction: u8) -> usize {
        cell.wrapping_add_signed(self.reach[usize::from(direction & 7)])
    }

    /// The place a move back.
    #[inline]
    pub(super) fn behind(&self, cell: usize, direction: u8) -> usize {
        cell.wrapping_add_signed(self.reach[usize::from(direction & 7)].wrapping_neg())
    }

    /// The bytes of the eight places around, in the order of the moves.
    #[inline]
    pub(super) fn around(&self, cell: usize) -> [u8; 8] {
        self.reach.map(|reach| self.counts[cell.wrapping_add_signed(reach)])
    }

    /// The free squares with at most one free neighbour, and how many they have.
    pub(super) fn lowest(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let few = |&(_, count): &(usize, u8)| count < 2;
        self.counts.iter().copied().enumerate().filter(few)
    }

    /// Keeps a free square from being entered, though its neighbours go on counting it.
    pub(super) fn shut(&mut self, cell: usize) {
        self.counts[cell] |= SHUT;
    }

    /// Takes a free square.
    #[inline]
    pub(super) fn take(&mut self, cell: usize) {
        self.counts[cell] |= SHUT;
        for reach in self.reach {
            self.counts[cell.wrapping_add_signed(reach)] -= 1;
        }
    }

    /// Gives the last square taken back.
    #[inline]
    pub(super) fn give_back(&mut self, cell: usize) {
        self.counts[cell] &= !SHUT;
        for reach in self.reach {
            self.counts[cell.wrapping_add_signed(reach)] += 1;
        }
    }
}
