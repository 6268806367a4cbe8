//! The packed board, which is also the whole state of a search on it.
//!
//! A free square has its bit in every plane. Reaching it takes the bit out of one plane: which one
//! tells the distance modulo 4 (folded: parity is the colour) or modulo 3 (whole). So
//! *blocked* is no bit, *unreached* is all bits, and the squares reached at a level are those that
//! lack one plane. Older squares lack the same plane too, and do no harm as a frontier: all their
//! neighbours were reached long ago. No frontier, visited set or parent is stored besides.

use crate::planes::aligned::Words;
use crate::planes::layout::Layout;
use crate::planes::sparse::{Sparse, Spot};
use crate::shared;
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::width::Width;

/// Where the bit of a square is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub sheet: usize,
    pub strip: usize,
    pub row: usize,
    pub bit: u32,
}

/// A board packed into bit planes: 2 bits a square when folded, 3 when whole.
pub(crate) struct Field {
    pub(crate) layout: Layout,
    pub(crate) words: Words,
    pub(crate) sparse: Sparse,
    /// For each level of a flood the square that every shortest path to a square further away leads
    /// over, as a number, 0 if none is known. In a maze most levels have one. As many are kept as
    /// there is room for; the last one holds what found no room.
    pub(crate) narrow: Vec<u32>,
    /// The sheets' colour at distance 0; meaningless when whole.
    pub(crate) source_colour: usize,
    /// How many threads may work on it.
    pub(crate) threads: usize,
}

impl Field {
    /// A board in this layout, with all squares that are not blocked unreached; packed by as many
    /// threads as pay, where so many may work.
    pub(crate) fn new(layout: Layout, width: Width, blocked: &Squares, threads: usize) -> Field {
        let threads = shared::threads(layout.size.area() as usize, || threads);
        let words = Words::zeros(layout.words());
        let sparse = Sparse::new(&layout);
        let narrow = vec![0];
        let mut field = Field { layout, words, sparse, narrow, source_colour: 0, threads };
        field.fill(width, blocked, threads);
        field
    }

    /// Whether every move changes colour, so that the board lies in four sheets.
    pub(crate) fn is_folded(&self) -> bool {
        self.layout.folded()
    }

    /// The squares that the flood reached, unless `pause` ends that.
    pub(crate) fn reached<E>(
        &self,
        mut pause: impl FnMut() -> Result<(), E>,
    ) -> Result<Squares, E> {
        let layout = &self.layout;
        let mut reached = Squares::none(layout.size.area() as usize);
        for sheet in 0..layout.sheets {
            for (index, strip) in layout.strips.iter().enumerate() {
                for row in 0..layout.rows {
                    pause()?;
                    let word = layout.word(index, row as isize);
                    let (mut all, mut any) = (u64::MAX, 0);
                    for plane in 0..layout.planes {
                        let bits = self.words[layout.plane(sheet, plane) + word];
                        all &= bits;
                        any |= bits;
                    }
                    let mut found = any & !all & strip.own;
                    while found != 0 {
                        let spot = Spot::new(layout, index, row, sheet, found.trailing_zeros());
                        reached.insert(layout.size.index(spot.square(layout)));
                        found &= found - 1;
                    }
                }
            }
        }
        Ok(reached)
    }

    /// Where a square's bit is.
    pub(crate) fn place(&self, square: Square) -> Place {
        let layout = &self.layout;
        let (row, column) = (square.row / layout.fold, square.col / layout.fold);
        let sheet =
            if layout.folded() { (square.row % 2 * 2 + square.col % 2) as usize } else { 0 };
        let strip = layout.strip_of(column);
        let bit = column - layout.strips[strip].start + layout.halo;
        Place { sheet, strip, row: row as usize, bit }
    }

    /// Whether a square has its bit in a plane.
    pub(crate) fn has(&self, place: Place, plane: usize) -> bool {
        let layout = &self.layout;
        let word = layout.plane(place.sheet, plane) + layout.word(place.strip, place.row as isize);
        self.words[word] >> place.bit & 1 == 1
    }
}
