//! One level of the flood square by square, on the same planes.
//!
//! The eight squares a move away lie in four words of the square's own strip, so that eight tests
//! are four loads from each plane, and the new squares come out of one small mask.

use crate::lost_knight::planes::active::{Active, Sides};
use crate::lost_knight::planes::halo::spread;
use crate::lost_knight::planes::layout::Layout;

/// A square of the frontier.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spot {
    /// Its word in the first plane of its sheet.
    word: u64,
    strip: u32,
    /// Its sheet and row within the block.
    kind: u8,
    bit: u8,
}

impl Spot {
    pub(crate) fn new(layout: &Layout, strip: usize, row: usize, sheet: usize, bit: u32) -> Spot {
        Spot {
            word: (layout.word(strip, row as isize) + layout.plane(sheet, 0)) as u64,
            strip: strip as u32,
            kind: layout.kind(sheet, row) as u8,
            bit: bit as u8,
        }
    }

    /// The row, which may be one over the first or under the last.
    fn row(self, layout: &Layout) -> isize {
        let within = self.word as usize - self.strip as usize * layout.strip_words;
        let block = (within / layout.block_words) as isize - 1;
        block * layout.block_rows as isize + (usize::from(self.kind) % layout.block_rows) as isize
    }
}

/// Moves on from every square of `now`; the squares reached for the first time, which lose their
/// bit in plane `to`, become `next`.
#[inline(always)]
pub(crate) fn sparse_level<const PLANES: usize>(
    layout: &Layout,
    words: &mut [u64],
    to: usize,
    now: &[Spot],
    next: &mut Vec<Spot>,
) {
    next.clear();
    let plane_step = if PLANES == 2 { 16 } else { 32 };
    let to = to * plane_step;
    // Rows that are repeated, or repeat others, are not in the blocks between these.
    let low = 2 * layout.block_words as u64;
    let ends = low + (2 + u64::from(layout.skips())) * layout.block_words as u64;
    let inner = (layout.strip_words as u64).saturating_sub(ends);
    for &spot in now {
        let taps = &layout.taps[usize::from(spot.kind)];
        let bit = u32::from(spot.bit);
        let mut open = 0u32;
        for (index, tap) in taps.iter().enumerate() {
            let word = (spot.word as usize).wrapping_add_signed(tap.step as isize);
            let mut free = words[word] & words[word + plane_step];
            if PLANES == 3 {
                free &= words[word + 2 * plane_step];
            }
            let high = (free >> ((bit + u32::from(tap.left)) & 63)) as u32 & 1;
            let low = (free >> (bit.wrapping_sub(u32::from(tap.right)) & 63)) as u32 & 1;
            open |= (high << 1 | low) << (2 * index);
        }
        if open == 0 {
            continue;
        }
        let info = &layout.strips[spot.strip as usize];
        let strip_low = u64::from(spot.strip) * layout.strip_words as u64 + low;
        while open != 0 {
            let index = open.trailing_zeros();
            open &= open - 1;
            let tap = &taps[(index >> 1 & 3) as usize];
            let left = bit + u32::from(tap.left);
            let right = bit.wrapping_sub(u32::from(tap.right));
            let bit = if index & 1 == 1 { left } else { right } & 63;
            let near = Spot {
                word: spot.word.wrapping_add_signed(i64::from(tap.step)),
                strip: spot.strip,
                kind: tap.kind,
                bit: bit as u8,
            };
            if info.inner >> bit & 1 == 1 && near.word.wrapping_sub(strip_low) < inner {
                let word = &mut words[near.word as usize + to];
                // Two moves of a degenerate leaper may lead to the same square.
                if *word >> bit & 1 == 1 {
                    *word &= !(1 << bit);
                    next.push(near);
                }
            } else if let Some(near) = reach_at_edge(layout, words, to, near) {
                next.push(near);
            }
        }
    }
}

/// Takes a square that may be repeated out of the level's plane, and says which square it was,
/// unless another move of this level came first.
#[inline(never)]
fn reach_at_edge(layout: &Layout, words: &mut [u64], to: usize, seen: Spot) -> Option<Spot> {
    let row = seen.row(layout).rem_euclid(layout.rows as isize) as usize;
    let mut strip = seen.strip as usize;
    let info = &layout.strips[strip];
    let mut bit = u32::from(seen.bit);
    if info.own >> bit & 1 == 0 {
        let column = i64::from(info.start) + i64::from(bit) - i64::from(layout.halo);
        let column = column.rem_euclid(i64::from(layout.columns)) as u32;
        strip = layout.strip_of(column);
        bit = column - layout.strips[strip].start + layout.halo;
    }
    let sheet = usize::from(seen.kind) / layout.block_rows;
    let spot = Spot::new(layout, strip, row, sheet, bit);
    let word = &mut words[spot.word as usize + to];
    let mask = 1 << bit;
    if *word & mask == 0 {
        return None;
    }
    *word &= !mask;
    spread(layout, words, layout.plane(sheet, 0) + to, strip, row, mask);
    Some(spot)
}

/// Adds the blocks that a dense level would have to look at for this frontier.
pub(crate) fn add_blocks(layout: &Layout, active: &mut Active, spots: &[Spot]) {
    let halo = layout.halo as usize;
    for &spot in spots {
        let row = spot.row(layout) as usize;
        let block = row / layout.block_rows;
        let within = row % layout.block_rows;
        let info = &layout.strips[spot.strip as usize];
        let sides = Sides {
            up: within < halo,
            down: within + halo >= layout.rows_in(block),
            left: info.left_edge >> spot.bit & 1 == 1,
            right: info.right_edge >> spot.bit & 1 == 1,
        };
        active.add(layout, spot.strip as usize, block, sides);
    }
}
