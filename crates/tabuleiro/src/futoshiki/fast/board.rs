//! A board as the solvers see it: an order, givens and signs, nothing about how it is written.

use crate::futoshiki::{Futoshiki, Sign};

/// A board of Futoshiki.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// Cells in a line, and values in a cell: 1 to 64.
    pub(super) order: usize,
    /// One number a cell in reading order: 0 for an empty cell, else the value given.
    pub(super) givens: Vec<u8>,
    /// Pairs of cells, the smaller first, by their place in reading order. Any two cells, also not
    /// neighbours; the same pair twice, both ways or a cell with itself is allowed and honoured.
    pub(super) signs: Vec<(u16, u16)>,
}

/// One value put into one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The cell's place in reading order.
    pub(super) cell: u16,
    /// The value, from 0: one less than what is written.
    pub(super) value: u8,
}

impl From<&Futoshiki> for Board {
    fn from(board: &Futoshiki) -> Self {
        let pair = |&Sign { less, more }: &Sign| (less, more);
        Board {
            order: board.order(),
            givens: board.givens().to_vec(),
            signs: board.signs().iter().map(pair).collect(),
        }
    }
}
