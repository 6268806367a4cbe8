//! One level of the flood square by square, on the same planes.
//!
//! The eight squares a move away lie in four words of three blocks of the square's own strip, so
//! that eight tests are four loads from each plane.

use crate::lost_knight::planes::active::{Active, Sides};
use crate::lost_knight::planes::halo::spread;
use crate::lost_knight::planes::layout::{Layout, WINDOW};

/// A square of the frontier.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spot {
    /// The word before its block, where the window of three blocks around it starts.
    window: u64,
    strip: u32,
    /// Its block in the strip, plus one.
    block: u32,
    /// Its sheet and row within the block.
    kind: u8,
    bit: u8,
}

impl Spot {
    pub(crate) fn new(layout: &Layout, strip: usize, row: usize, sheet: usize, bit: u32) -> Spot {
        let block = row / layout.block_rows;
        Spot {
            window: (strip * layout.strip_words + block * layout.block_words) as u64,
            strip: strip as u32,
            block: block as u32 + 1,
            kind: layout.kind(sheet, row) as u8,
            bit: bit as u8,
        }
    }

    /// The row, which may be one over the first or under the last.
    fn row(self, layout: &Layout) -> isize {
        let within = usize::from(self.kind) % layout.block_rows;
        (self.block as isize - 1) * layout.block_rows as isize + within as isize
    }
}

/// What stays the same from level to level.
pub(crate) struct Sparse {
    /// The rows of so many blocks after the first are neither repeated nor do they repeat others.
    inner_blocks: u32,
    /// Words from one block to the next.
    block_words: u64,
}

impl Sparse {
    /// For one layout.
    pub(crate) fn new(layout: &Layout) -> Sparse {
        let ends = 2 + usize::from(layout.skips());
        let inner_blocks = layout.blocks.saturating_sub(ends) as u32;
        Sparse { inner_blocks, block_words: layout.block_words as u64 }
    }

    /// Moves on from every square of `now`; the squares reached for the first time, which lose their
    /// bit in plane `to`, become `next`.
    #[inline(always)]
    pub(crate) fn level<const PLANES: usize>(
        &self,
        layout: &Layout,
        words: &mut [u64],
        to: usize,
        now: &[Spot],
        next: &mut Vec<Spot>,
    ) {
        next.clear();
        let plane_step = if PLANES == 2 { 16 } else { 32 };
        let to = to * plane_step;
        for &spot in now {
            let window = spot.window as usize;
            let three: &mut [u64; WINDOW] = (&mut words[window..window + WINDOW])
                .try_into()
                .expect("the slice has this length");
            let info = &layout.strips[spot.strip as usize];
            let mut edge = 0;
            // A board of 2 planes has 64 kinds, one of 3 has 32.
            let taps = &layout.taps[usize::from(spot.kind)];
            for (index, tap) in taps.iter().enumerate() {
                let at = usize::from(tap.at);
                let mut open = three[at % WINDOW] & three[(at + plane_step) % WINDOW];
                if PLANES == 3 {
                    open &= three[(at + 2 * plane_step) % WINDOW];
                }
                open &= tap.columns.rotate_left(u32::from(spot.bit));
                if open == 0 {
                    continue;
                }
                let block = spot.block + u32::from(tap.blocks) - 1;
                let inner = block.wrapping_sub(2) < self.inner_blocks;
                if open & !info.inner != 0 || !inner {
                    edge |= 1 << index;
                    continue;
                }
                three[(at + to) % WINDOW] &= !open;
                let window =
                    spot.window + u64::from(tap.blocks) * self.block_words - self.block_words;
                while open != 0 {
                    let bit = open.trailing_zeros() as u8;
                    open &= open - 1;
                    next.push(Spot { window, strip: spot.strip, block, kind: tap.kind, bit });
                }
            }
            if edge != 0 {
                self.reach_edges::<PLANES>(layout, words, to, spot, edge, next);
            }
        }
    }

    /// The moves of a square, those whose bit is in `which`, that lead to rows or columns which are
    /// repeated.
    #[inline(never)]
    fn reach_edges<const PLANES: usize>(
        &self,
        layout: &Layout,
        words: &mut [u64],
        to: usize,
        spot: Spot,
        which: u32,
        next: &mut Vec<Spot>,
    ) {
        for (index, tap) in layout.taps[usize::from(spot.kind)].iter().enumerate() {
            if which >> index & 1 == 0 {
                continue;
            }
            let at = spot.window as usize + usize::from(tap.at);
            let mut open = tap.columns.rotate_left(u32::from(spot.bit));
            for plane in 0..PLANES {
                open &= words[at + plane * layout.plane_step];
            }
            let block = spot.block + u32::from(tap.blocks) - 1;
            while open != 0 {
                let bit = open.trailing_zeros() as u8;
                open &= open - 1;
                let seen = Spot { window: 0, strip: spot.strip, block, kind: tap.kind, bit };
                next.extend(reach_at_edge(layout, words, to, seen));
            }
        }
    }
}

/// Takes a square that may be repeated out of the level's plane, and says which square it was,
/// unless another move of this level came first.
fn reach_at_edge(layout: &Layout, words: &mut [u64], to: usize, seen: Spot) -> Option<Spot> {
    let mut row = seen.row(layout);
    if row < 0 || row >= layout.rows as isize {
        row = row.rem_euclid(layout.rows as isize);
    }
    let row = row as usize;
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
    let plane = layout.plane(sheet, 0) + to;
    let word = &mut words[layout.word(strip, row as isize) + plane];
    let mask = 1 << bit;
    if *word & mask == 0 {
        return None;
    }
    *word &= !mask;
    spread(layout, words, plane, strip, row, mask);
    Some(Spot::new(layout, strip, row, sheet, bit))
}

/// Adds the blocks that a dense level would have to look at for this frontier.
pub(crate) fn add_blocks(layout: &Layout, active: &mut Active, spots: &[Spot]) {
    let halo = layout.halo as usize;
    for &spot in spots {
        let within = usize::from(spot.kind) % layout.block_rows;
        let block = spot.block as usize - 1;
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
