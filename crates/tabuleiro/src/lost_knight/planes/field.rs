//! The packed board, which is also the whole state of a search on it.
//!
//! A free square has its bit in every plane. Reaching it takes the bit out of one plane: which one
//! tells the distance modulo 4 (folded: parity is the colour) or modulo 3 (whole). So
//! *blocked* is no bit, *unreached* is all bits, and the squares reached at a level are those that
//! lack one plane. Older squares lack the same plane too, and do no harm as a frontier: all their
//! neighbours were reached long ago. No frontier, visited set or parent is stored besides.

use crate::lost_knight::planes::aligned::Words;
use crate::lost_knight::planes::geometry::{Shape, Square};
use crate::lost_knight::planes::layout::Layout;

/// Where the bit of a square is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub sheet: usize,
    pub strip: usize,
    pub row: usize,
    pub bit: u32,
}

/// A board packed into bit planes: 2 bits a square when folded, 3 when whole.
#[derive(Clone, Debug)]
pub struct Field {
    pub(crate) layout: Layout,
    pub(crate) words: Words,
    /// Whether a flood has left marks.
    pub(crate) marked: bool,
    /// The sheets' colour at distance 0; meaningless when whole.
    pub(crate) source_colour: usize,
}

impl Field {
    /// A field without a free square.
    pub(crate) fn blank(layout: Layout) -> Field {
        let words = Words::zeros(layout.words());
        Field { layout, words, marked: false, source_colour: 0 }
    }

    /// The board of this shape with the free squares the function tells, asked row by row.
    /// Nothing if the leaper is longer than the planes can carry.
    pub fn build(shape: Shape, mut free: impl FnMut(Square) -> bool) -> Option<Field> {
        let mut field = Field::blank(Layout::new(shape, true)?);
        field.fill(&mut free);
        Some(field)
    }

    /// The board's shape.
    pub fn shape(&self) -> Shape {
        self.layout.shape
    }

    /// Whether every move changes colour, so that the board lies in four sheets.
    pub fn is_folded(&self) -> bool {
        self.layout.folded()
    }

    /// Bytes held in the planes.
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// Whether a square may be stepped on.
    pub fn is_free(&self, square: Square) -> bool {
        let (first, second) = self.pair(square);
        first | second
    }

    /// Whether the last flood reached a square.
    pub fn is_reached(&self, square: Square) -> bool {
        self.phase_at(square).is_some()
    }

    /// How many squares the last flood reached, by counting bits.
    pub fn reached(&self) -> u64 {
        let layout = &self.layout;
        let mut total = 0;
        for sheet in 0..layout.sheets {
            for (index, strip) in layout.strips.iter().enumerate() {
                for row in 0..layout.rows {
                    let word = layout.word(index, row as isize);
                    let (mut all, mut any) = (u64::MAX, 0);
                    for plane in 0..layout.planes {
                        let bits = self.words[layout.plane(sheet, plane) + word];
                        all &= bits;
                        any |= bits;
                    }
                    total += u64::from((any & !all & strip.own).count_ones());
                }
            }
        }
        total
    }

    /// Forgets what a flood marked, and keeps the board.
    pub fn reset(&mut self) {
        let length = self.layout.plane_step;
        for sheet in self.words.chunks_exact_mut(self.layout.sheet_step) {
            let (first, rest) = sheet.split_at_mut(length);
            let (second, third) = rest.split_at_mut(length);
            for (one, two) in first.iter_mut().zip(second.iter_mut()) {
                *one |= *two;
                *two = *one;
            }
            if !third.is_empty() {
                third.copy_from_slice(first);
            }
        }
        self.marked = false;
    }

    /// The same board in one sheet, which takes sources of both colours.
    pub(crate) fn make_whole(&mut self) {
        let layout =
            Layout::new(self.layout.shape, false).expect("a folded leaper is short enough");
        let mut whole = Field::blank(layout);
        whole.fill(&mut |square| self.is_free(square));
        *self = whole;
    }

    /// Which plane a reached square lacks; nothing for others.
    pub(crate) fn phase_at(&self, square: Square) -> Option<usize> {
        let place = self.place(square);
        let mut missing = None;
        let mut found = false;
        for plane in 0..self.layout.planes {
            if self.has(place, plane) {
                found = true;
            } else {
                missing = Some(plane);
            }
        }
        missing.filter(|_| found)
    }

    /// Where a square's bit is.
    pub(crate) fn place(&self, square: Square) -> Place {
        let layout = &self.layout;
        let (row, column) = (square.row / layout.fold, square.column / layout.fold);
        let sheet =
            if layout.folded() { (square.row % 2 * 2 + square.column % 2) as usize } else { 0 };
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

    /// A square's bits in the first two planes: both are missing only if it is blocked.
    fn pair(&self, square: Square) -> (bool, bool) {
        let place = self.place(square);
        (self.has(place, 0), self.has(place, 1))
    }
}
