//! What a search may do at a node: the values of a cell, or the places of a value in a line.

use crate::Placed;

/// The line along which the alternatives of a node lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    /// All values of the cell.
    Cell(u16),
    /// All columns in which a row may hold the value, from 0.
    Row(u8, u8),
    /// All rows in which a column may hold the value, from 0.
    Column(u8, u8),
}

/// The alternatives of a node, one of which every solution below it takes; in ascending order of
/// value or place, one bit each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    order: u8,
    along: Along,
    mask: u64,
}

impl Choices {
    /// The alternatives in `mask` on a board of the given order.
    pub(super) fn new(order: usize, along: Along, mask: u64) -> Self {
        Choices { order: order as u8, along, mask }
    }
}

impl Iterator for Choices {
    type Item = Placed;

    #[inline]
    fn next(&mut self) -> Option<Placed> {
        if self.mask == 0 {
            return None;
        }
        let at = self.mask.trailing_zeros();
        self.mask &= self.mask - 1;
        let n = u16::from(self.order);
        Some(match self.along {
            Along::Cell(cell) => Placed { cell, value: at as u8 + 1 },
            Along::Row(y, value) => Placed { cell: u16::from(y) * n + at as u16, value: value + 1 },
            Along::Column(x, value) => {
                Placed { cell: at as u16 * n + u16::from(x), value: value + 1 }
            }
        })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.mask.count_ones() as usize;
        (left, Some(left))
    }
}
