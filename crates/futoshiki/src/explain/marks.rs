//! The board as a person keeps it: digits, and the values that each other cell can still hold.

use crate::values::{all, only};
use crate::{Futoshiki, Placed, Position, Sign, fast};

/// A board under explanation.
#[derive(Clone, Debug)]
pub(crate) struct Marks<'a> {
    pub(super) order: usize,
    /// What each cell can hold, in reading order.
    pub(super) can: Vec<u64>,
    /// The cells of each row, then of each column, without a digit: bit `i` for the place `i`.
    pub(super) open: Vec<u64>,
    pub(super) signs: &'a [Sign],
    pub(super) board: &'a Futoshiki,
    /// Lines, and values, in which sets were looked for since they last changed: there is nothing more to see.
    pub(super) known: SeenSets,
}

/// Where nothing changed since sets were looked for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SeenSets {
    pub(super) lines: u128,
    pub(super) values: u64,
}

impl<'a> Marks<'a> {
    /// The board as a position has it.
    pub(super) fn new(board: &'a Futoshiki, position: &Position) -> Self {
        let order = board.order();
        let can = position.candidates(order);
        let mut open = vec![all(order); 2 * order];
        for cell in (0..can.len()).filter(|&cell| position.digit(cell) > 0) {
            open[cell / order] &= !(1 << (cell % order));
            open[order + cell % order] &= !(1 << (cell / order));
        }
        Marks { order, can, open, signs: board.signs(), board, known: SeenSets::default() }
    }

    /// The board before anything is known of its cells.
    pub(super) fn blank(board: &'a Futoshiki) -> Self {
        let order = board.order();
        let can = vec![all(order); order * order];
        let open = vec![all(order); 2 * order];
        Marks { order, can, open, signs: board.signs(), board, known: SeenSets::default() }
    }

    /// The board with nothing but its givens.
    pub(super) fn given(board: &'a Futoshiki) -> Self {
        let mut marks = Marks::blank(board);
        for (cell, &value) in board.givens().iter().enumerate().filter(|(_, value)| **value > 0) {
            marks.place(cell, only(value));
        }
        marks
    }

    /// The board for reasoning by singles and signs, if it is small enough for bit planes.
    pub(super) fn singles(&self) -> Option<Box<dyn fast::Singles>> {
        let mut singles = fast::singles(self.board)?;
        for cell in 0..self.can.len() {
            for value in bits(all(self.order) & !self.can[cell]) {
                singles.forbid(Placed { cell: cell as u16, value: value as u8 + 1 });
            }
        }
        Some(singles)
    }

    /// Whether every cell has a digit.
    pub(super) fn is_full(&self) -> bool {
        self.open[..self.order].iter().all(|&open| open == 0)
    }

    /// Whether a cell has no digit.
    #[inline]
    pub(super) fn is_open(&self, cell: usize) -> bool {
        self.open[cell / self.order] >> (cell % self.order) & 1 == 1
    }

    /// Whether some cell can hold nothing.
    pub(super) fn is_broken(&self) -> bool {
        self.can.contains(&0)
    }

    /// The lines that were not searched for sets yet.
    pub(super) fn unknown_lines(&self) -> impl Iterator<Item = usize> + use<> {
        let known = self.known.lines;
        (0..2 * self.order).filter(move |line| known >> line & 1 == 0)
    }

    /// Notes that sets were looked for when the cells could hold this, and where nothing changed since.
    pub(super) fn know(&mut self, seen: &[u64]) {
        let mut changed = SeenSets::default();
        for (cell, (now, before)) in self.can.iter().zip(seen).enumerate() {
            if now != before {
                changed.values |= now ^ before;
                self.lines(cell).iter().for_each(|(line, _)| changed.lines |= 1 << line);
            }
        }
        self.known = SeenSets { lines: !changed.lines, values: !changed.values };
    }

    /// The cell at a place of a line: rows, then columns.
    #[inline]
    pub(super) fn cell(&self, line: usize, i: usize) -> usize {
        if line < self.order { line * self.order + i } else { i * self.order + line - self.order }
    }

    /// The lines of a cell, and its place in each.
    #[inline]
    pub(super) fn lines(&self, cell: usize) -> [(usize, usize); 2] {
        let (row, column) = (cell / self.order, cell % self.order);
        [(row, column), (self.order + column, row)]
    }

    /// Writes a digit, which goes from the marks of its row and column.
    pub(super) fn place(&mut self, cell: usize, value: u64) {
        let held = self.can[cell];
        for (line, i) in self.lines(cell) {
            self.open[line] &= !(1 << i);
            for other in 0..self.order {
                let other = self.cell(line, other);
                self.can[other] &= !value;
            }
        }
        // Where the cell could not hold it, the board is broken.
        self.can[cell] = held & value;
    }

    /// For each value, the open places of a line that can hold it.
    #[inline]
    pub(super) fn places(&self, line: usize, places: &mut [u64; 64]) {
        places[..self.order].fill(0);
        let mut open = self.open[line];
        while open != 0 {
            let i = open.trailing_zeros() as usize;
            open &= open - 1;
            let mut set = self.can[self.cell(line, i)];
            while set != 0 {
                places[set.trailing_zeros() as usize] |= 1 << i;
                set &= set - 1;
            }
        }
    }

    /// A line that holds both cells, if there is one.
    pub(super) fn common_line(&self, one: usize, other: usize) -> Option<usize> {
        let order = self.order;
        if one / order == other / order {
            Some(one / order)
        } else {
            (one % order == other % order).then_some(order + one % order)
        }
    }
}

/// The bits of a set, ascending.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}
