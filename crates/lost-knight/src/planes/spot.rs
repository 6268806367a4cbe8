//! A square as the flood by squares has it.

use crate::planes::layout::{LANES, Layout, Tap};
use tabuleiro_core::board::Square;

/// Words from one plane to the next.
pub(super) const fn plane_step<const PLANES: usize>() -> usize {
    if PLANES == 2 { 16 } else { 32 }
}

/// Words from one block to the next.
pub(super) const fn block_words<const PLANES: usize>() -> usize {
    if PLANES == 2 { 128 } else { 96 }
}

/// A square of the frontier, in one number so that it is written and read as one: its block,
/// counted through all strips, then 6 bits of sheet and row within the block, 6 of column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot(pub(super) u64);

impl Spot {
    pub(crate) fn new(layout: &Layout, strip: usize, row: usize, sheet: usize, bit: u32) -> Spot {
        let block = strip * (layout.blocks + 2) + row / layout.block_rows + 1;
        Spot((block as u64) << 12 | (layout.kind(sheet, row) as u64) << 6 | u64::from(bit))
    }

    /// Its block, counted through all strips.
    #[inline(always)]
    pub(super) fn block(self) -> usize {
        (self.0 >> 12) as usize
    }

    #[inline(always)]
    pub(super) fn kind(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    #[inline(always)]
    pub(super) fn bit(self) -> u32 {
        (self.0 & 63) as u32
    }

    /// Its strip, and its block there plus one.
    pub(super) fn place(self, layout: &Layout) -> (usize, usize) {
        let own = self.block();
        (own / (layout.blocks + 2), own % (layout.blocks + 2))
    }

    /// The square on the board.
    pub(crate) fn square(self, layout: &Layout) -> Square {
        self.square_in(layout, self.place(layout).0)
    }

    /// The square on the board, of a spot in this strip: without a division, for
    /// blocks have a power of two of rows.
    #[inline(always)]
    pub(super) fn square_in(self, layout: &Layout, strip: usize) -> Square {
        let block = self.block() - strip * (layout.blocks + 2);
        let rows = layout.block_rows.trailing_zeros();
        let (sheet, within) = (self.kind() >> rows, self.kind() & (layout.block_rows - 1));
        let row = (((block - 1) << rows) + within) as u32;
        let column = layout.strips[strip].start + self.bit() - layout.halo;
        let fold = layout.fold;
        Square { row: row * fold + sheet as u32 / 2, col: column * fold + sheet as u32 % 2 }
    }

    /// The square itself, for one seen among the repeated rows and columns.
    pub(super) fn home(self, layout: &Layout) -> Spot {
        let (mut strip, block) = self.place(layout);
        let info = &layout.strips[strip];
        let mut bit = self.bit();
        let mut row = (block as isize - 1) * layout.block_rows as isize;
        row += (self.kind() % layout.block_rows) as isize;
        if (0..layout.rows as isize).contains(&row) && info.own >> bit & 1 == 1 {
            return self;
        }
        row = row.rem_euclid(layout.rows as isize);
        if info.own >> bit & 1 == 0 {
            let column = i64::from(info.start) + i64::from(bit) - i64::from(layout.halo);
            let column = column.rem_euclid(i64::from(layout.columns)) as u32;
            strip = layout.strip_of(column);
            bit = column - layout.strips[strip].start + layout.halo;
        }
        Spot::new(layout, strip, row as usize, self.kind() / layout.block_rows, bit)
    }

    /// Its word in the first plane of its sheet.
    #[inline(always)]
    pub(super) fn word<const PLANES: usize>(self) -> usize {
        let rows = plane_step::<PLANES>();
        let weave = rows / LANES;
        let (sheet, row) = (self.kind() / rows, self.kind() % rows);
        let within = sheet * rows * PLANES + row % weave * LANES + row / weave;
        self.block() * block_words::<PLANES>() + within
    }

    /// Where a tap leads, in a column.
    #[inline(always)]
    pub(super) fn moved(self, tap: &Tap, bit: u32) -> Spot {
        Spot((self.0 & !63).wrapping_add_signed(i64::from(tap.step)) | u64::from(bit))
    }
}
