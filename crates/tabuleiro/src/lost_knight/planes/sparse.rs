//! One level of the flood square by square, on the same planes.
//!
//! The eight squares a move away lie in four words of the square's own strip, so that eight tests
//! are four loads from each plane, and the new squares come out of one small mask without a branch each.

use crate::lost_knight::planes::active::{Active, Sides};
use crate::lost_knight::planes::dense::Level;
use crate::lost_knight::planes::halo::spread;
use crate::lost_knight::planes::layout::Layout;

/// A square of the frontier: its word within a plane, strip, sheet and bit in one number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot(u64);

impl Spot {
    /// Word in the high half, then 24 bits of strip, 2 of sheet, 6 of bit.
    #[inline(always)]
    pub(crate) fn new(word: usize, strip: usize, sheet: usize, bit: u32) -> Spot {
        Spot((word as u64) << 32 | (strip as u64) << 8 | (sheet as u64) << 6 | u64::from(bit))
    }

    #[inline(always)]
    fn word(self) -> usize {
        (self.0 >> 32) as usize
    }

    #[inline(always)]
    fn strip(self) -> usize {
        (self.0 >> 8 & 0xFF_FFFF) as usize
    }

    #[inline(always)]
    fn sheet(self) -> usize {
        (self.0 >> 6 & 3) as usize
    }

    #[inline(always)]
    fn bit(self) -> u32 {
        (self.0 & 63) as u32
    }

    fn row(self, layout: &Layout) -> usize {
        self.word() - layout.word(self.strip(), 0)
    }
}

/// Moves on from every square of `now`; the squares reached for the first time become `next`.
#[inline(always)]
pub(crate) fn sparse_level<const PLANES: usize>(
    layout: &Layout,
    words: &mut [u64],
    level: Level,
    now: &[Spot],
    next: &mut Vec<Spot>,
) {
    next.clear();
    let length = layout.plane_words;
    for &spot in now {
        let taps = &layout.taps[spot.sheet()];
        let bit = spot.bit();
        let mut open = 0u32;
        for (index, tap) in taps.iter().enumerate() {
            let word = layout.plane(tap.target, 0) + spot.word().wrapping_add_signed(tap.row);
            let mut free = words[word] & words[word + length];
            if PLANES == 3 {
                free &= words[word + 2 * length];
            }
            let high = (free >> ((bit + tap.left) & 63)) as u32 & 1;
            let low = (free >> ((bit - tap.right) & 63)) as u32 & 1;
            open |= (high << 1 | low) << (2 * index);
        }
        while open != 0 {
            let index = open.trailing_zeros();
            open &= open - 1;
            let tap = &taps[(index >> 1 & 3) as usize];
            let to = if index & 1 == 1 { bit + tap.left } else { bit - tap.right };
            let word = spot.word().wrapping_add_signed(tap.row);
            reach(layout, words, level, Spot::new(word, spot.strip(), tap.target, to), next);
        }
    }
}

/// Takes one square out of the level's plane, unless another move of this level came first.
#[inline(always)]
fn reach(layout: &Layout, words: &mut [u64], level: Level, mut spot: Spot, next: &mut Vec<Spot>) {
    let margin = layout.halo as usize;
    let info = &layout.strips[spot.strip()];
    // Wraps to a huge number for the rows over the first.
    let beyond = spot.word().wrapping_sub(spot.strip() * layout.stride + 2 * margin);
    let inner = info.own & !(info.left_edge | info.right_edge);
    let inside = beyond < layout.rows.saturating_sub(2 * margin);
    if inner >> spot.bit() & 1 == 1 && inside {
        let word = &mut words[layout.plane(spot.sheet(), level.to) + spot.word()];
        let bit = 1 << spot.bit();
        if *word & bit != 0 {
            *word &= !bit;
            next.push(spot);
        }
        return;
    }
    spot = home(layout, spot);
    let start = layout.plane(spot.sheet(), level.to);
    let plane = &mut words[start..start + layout.plane_words];
    let bit = 1 << spot.bit();
    if plane[spot.word()] & bit != 0 {
        plane[spot.word()] &= !bit;
        spread(layout, plane, spot.strip(), spot.row(layout), &[bit], bit);
        next.push(spot);
    }
}

/// The square itself, for one seen among the repeated rows and columns.
#[cold]
fn home(layout: &Layout, spot: Spot) -> Spot {
    let margin = layout.halo as usize;
    let from = spot.word() - spot.strip() * layout.stride;
    let row = (from + layout.rows * margin - margin) % layout.rows;
    let info = &layout.strips[spot.strip()];
    let column = i64::from(info.start) + i64::from(spot.bit()) - i64::from(layout.halo);
    let column = column.rem_euclid(i64::from(layout.columns)) as u32;
    let strip = layout.strip_of(column);
    let bit = column - layout.strips[strip].start + layout.halo;
    Spot::new(layout.word(strip, row), strip, spot.sheet(), bit)
}

/// Lists the blocks that a dense level would have to look at for this frontier.
pub(crate) fn list_blocks(layout: &Layout, active: &mut Active, spots: &[Spot]) {
    active.clear();
    let margin = layout.halo as usize;
    for &spot in spots {
        let row = spot.row(layout);
        let block = layout.block_of(row);
        let (first, count) = layout.block_span(block);
        let info = &layout.strips[spot.strip()];
        let sides = Sides {
            up: row < first + margin,
            down: row + margin >= first + count,
            left: info.left_edge >> spot.bit() & 1 == 1,
            right: info.right_edge >> spot.bit() & 1 == 1,
        };
        active.list(layout, spot.strip(), block, sides);
    }
}
