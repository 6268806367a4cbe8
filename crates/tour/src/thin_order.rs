//! Thin boards as a line of squares, taken one after another along the long side.
//!
//! A knight's neighbours are then at fixed distances in the line, and none is farther than two
//! lines across and a square.

use search::{Limit, Meter};

use super::Tour;
use tabuleiro_core::board::{Size, Square};

/// Which of the four earlier neighbours a square is linked to, one bit each; the neighbour farthest
/// back has the lowest.
pub(super) type Links = u8;

/// A square of the line.
#[derive(Clone, Copy, Default)]
pub(super) struct LineSquare {
    /// Whether it is no hole.
    pub(super) takes_part: bool,
    /// Whether it is a given end of the tour.
    pub(super) is_end: bool,
    /// Which of the four earlier neighbours there are.
    pub(super) earlier: Links,
    /// How many neighbours later than this square the squares up to it have, four bits for each of
    /// the last [`slots`](Sweep::slots), at its place modulo their number.
    pub(super) later: u64,
}

/// A board as a line.
#[derive(Clone)]
pub(super) struct Sweep {
    /// The squares of the line, up to the last that takes part.
    pub(super) cells: Vec<LineSquare>,
    /// How far back the four earlier neighbours are.
    pub(super) back: [usize; 4],
    /// How many squares the next one may be linked to.
    pub(super) slots: usize,
    size: Size,
    /// Whether it begins at the far end of the long side.
    backward: bool,
}

impl Sweep {
    /// Bytes held for each square: its cell, its state in a search, and, when a tour is made of it,
    /// its two neighbours and its place.
    pub(super) const BYTES: u64 = size_of::<LineSquare>() as u64 + 8 + 1 + 16 + 8;

    /// The line of a board with at least two squares, from either end.
    pub(super) fn new(tour: &Tour, backward: bool, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let size = tour.size();
        let width = size.rows.min(size.cols) as usize;
        // On boards narrower than 3 some of these mean nothing, and no neighbours are there.
        let back = [2 * width + 1, 2 * width - 1, width + 2, width.saturating_sub(2)];
        let slots = 2 * width + 1;
        let mut sweep = Sweep { cells: Vec::new(), back, slots, size, backward };
        let mut cells = vec![LineSquare::default(); size.area() as usize];
        for square in tour.each_square() {
            meter.check_limits()?;
            let at = sweep.place(square);
            cells[at].takes_part = true;
            cells[at].is_end =
                !tour.is_closed() && [tour.start(), tour.end()].contains(&Some(square));
            for to in tour.neighbours(square) {
                let to = sweep.place(to);
                if let Some(bit) = back.iter().position(|&back| to + back == at) {
                    cells[at].earlier |= 1 << bit;
                }
                if at < to {
                    for cell in &mut cells[at..to] {
                        cell.later += 1 << (4 * (at % slots));
                    }
                }
            }
        }
        let last = cells.iter().rposition(|cell| cell.takes_part);
        cells.truncate(last.map_or(0, |last| last + 1));
        sweep.cells = cells;
        Ok(sweep)
    }

    /// The place of a square in the line.
    fn place(&self, square: Square) -> usize {
        let Size { rows, cols } = self.size;
        let place = if rows > cols {
            self.size.index(square)
        } else {
            Size { rows: cols, cols: rows }.index(Square { row: square.col, col: square.row })
        };
        if self.backward { self.size.area() as usize - 1 - place } else { place }
    }

    /// The square at a place in the line.
    fn square(&self, place: usize) -> Square {
        let Size { rows, cols } = self.size;
        let place = if self.backward { self.size.area() as usize - 1 - place } else { place };
        if rows > cols {
            return self.size.square(place);
        }
        let Square { row, col } = Size { rows: cols, cols: rows }.square(place);
        Square { row: col, col: row }
    }

    /// The squares of the tour that all links make, beginning at `start` or at either end.
    pub(super) fn tour(
        &self,
        links: impl Iterator<Item = Links>,
        start: Option<Square>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Square>, Limit> {
        const NONE: usize = usize::MAX;
        let mut near = vec![[NONE; 2]; self.cells.len()];
        let mut tie = |a: usize, b: usize| {
            let second = near[a][0] != NONE;
            near[a][usize::from(second)] = b;
        };
        for (at, links) in links.enumerate() {
            meter.check_limits()?;
            for (bit, back) in self.back.into_iter().enumerate() {
                if links >> bit & 1 == 1 {
                    tie(at, at - back);
                    tie(at - back, at);
                }
            }
        }
        let is_end = |near: &[usize; 2]| near[0] != NONE && near[1] == NONE;
        let first = start
            .map(|start| self.place(start))
            .or_else(|| near.iter().position(is_end))
            .or_else(|| near.iter().position(|near| near[0] != NONE))
            .unwrap_or(0);
        let mut tour = Vec::with_capacity(self.cells.len());
        let (mut before, mut at) = (NONE, first);
        loop {
            meter.check_limits()?;
            tour.push(self.square(at));
            let next = if near[at][0] == before { near[at][1] } else { near[at][0] };
            if next == NONE || next == first {
                return Ok(tour);
            }
            (before, at) = (at, next);
        }
    }
}
