//! The signs of a board by cell, for searches.

use super::Sign;

/// The signs of every cell: a list for each of what it must be less than, and more than.
#[derive(Clone, Debug)]
pub(super) struct Ties {
    /// Where the ties of each cell begin; one entry more than there are cells.
    from: Vec<u32>,
    ties: Vec<Tie>,
}

/// A sign as one of its cells sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tie {
    /// The other cell.
    pub(super) other: u16,
    /// Whether the other cell holds more.
    pub(super) other_is_more: bool,
}

impl Ties {
    /// Sorts the signs by their cells. A cell that is less than itself has two ties to itself.
    pub(super) fn new(cells: usize, signs: &[Sign]) -> Self {
        let mut all: Vec<(u16, Tie)> = Vec::with_capacity(2 * signs.len());
        for &Sign { less, more } in signs {
            all.push((less, Tie { other: more, other_is_more: true }));
            all.push((more, Tie { other: less, other_is_more: false }));
        }
        all.sort_by_key(|&(cell, tie)| (cell, tie.other, tie.other_is_more));
        let mut from = vec![0; cells + 1];
        for &(cell, _) in &all {
            from[usize::from(cell) + 1] += 1;
        }
        for cell in 0..cells {
            from[cell + 1] += from[cell];
        }
        Ties { from, ties: all.into_iter().map(|(_, tie)| tie).collect() }
    }

    /// The ties of a cell, by the place of the other one.
    #[inline]
    pub(super) fn of(&self, cell: usize) -> &[Tie] {
        &self.ties[self.from[cell] as usize..self.from[cell + 1] as usize]
    }
}
