//! One level of the flood square by square, on the same planes.
//!
//! The eight squares a move away lie in four words of three blocks of the square's own strip, so
//! that eight tests are four loads from each plane.

use crate::lost_knight::planes::active::{Active, Sides};
use crate::lost_knight::planes::halo::spread;
use crate::lost_knight::planes::layout::{Layout, Tap, WINDOW};

/// A square of the frontier, in one number so that it is written and read as one: its block,
/// counted through all strips, then 6 bits of sheet and row within the block, 6 of column.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spot(u64);

impl Spot {
    pub(crate) fn new(layout: &Layout, strip: usize, row: usize, sheet: usize, bit: u32) -> Spot {
        let block = strip * (layout.blocks + 2) + row / layout.block_rows + 1;
        Spot((block as u64) << 12 | (layout.kind(sheet, row) as u64) << 6 | u64::from(bit))
    }

    /// Its block, counted through all strips.
    #[inline(always)]
    fn block(self) -> usize {
        (self.0 >> 12) as usize
    }

    #[inline(always)]
    fn kind(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    #[inline(always)]
    fn bit(self) -> u32 {
        (self.0 & 63) as u32
    }

    /// Its strip, and its block there plus one.
    fn place(self, layout: &Layout) -> (usize, usize) {
        let own = self.block();
        (own / (layout.blocks + 2), own % (layout.blocks + 2))
    }

    /// Where a tap leads, in a column.
    #[inline(always)]
    fn moved(self, tap: &Tap, bit: u32) -> Spot {
        let block = (self.0 >> 12) + u64::from(tap.blocks) - 1;
        Spot(block << 12 | u64::from(tap.kind) << 6 | u64::from(bit))
    }
}

/// What stays the same from level to level.
pub(crate) struct Sparse {
    /// For each block of each strip, the columns whose squares are neither repeated nor repeat
    /// others.
    inner: Vec<u64>,
    /// Whether no leg of the leaper is longer than 7 columns.
    short: bool,
}

impl Sparse {
    /// For one layout.
    pub(crate) fn new(layout: &Layout) -> Sparse {
        let last = layout.blocks - usize::from(layout.skips()).min(layout.blocks - 1);
        let mut inner = Vec::with_capacity(layout.strips.len() * (layout.blocks + 2));
        for strip in &layout.strips {
            let middle = |block: usize| block > 1 && block < last;
            inner.extend((0..layout.blocks + 2).map(|b| if middle(b) { strip.inner } else { 0 }));
        }
        Sparse { inner, short: layout.halo <= 7 }
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
        let block_words = if PLANES == 2 { 128 } else { 96 };
        let to = to * plane_step;
        for &spot in now {
            if !self.short {
                self.reach_edges::<PLANES>(layout, words, to, spot, 15, next);
                continue;
            }
            let window = (spot.block() - 1) * block_words;
            let three: &mut [u64; WINDOW] = (&mut words[window..window + WINDOW])
                .try_into()
                .expect("the slice has this length");
            let taps = &layout.taps[spot.kind()];
            let bit = spot.bit();
            // The open squares of all taps in one word, so that the number of new squares is the
            // only thing to branch on.
            let mut packed = 0;
            for (index, tap) in taps.iter().enumerate() {
                let at = usize::from(tap.at);
                let mut open = three[at % WINDOW] & three[(at + plane_step) % WINDOW];
                if PLANES == 3 {
                    open &= three[(at + 2 * plane_step) % WINDOW];
                }
                let place = 16 * index as u32 + 8;
                packed |= open.rotate_right(bit.wrapping_sub(place) & 63) & tap.packed;
            }
            let mut edge = 0;
            while packed != 0 {
                let place = packed.trailing_zeros();
                packed &= packed - 1;
                let index = place / 16;
                let tap = &taps[index as usize % 4];
                let bit = (bit + place % 16).wrapping_sub(8) & 63;
                let near = spot.moved(tap, bit);
                if self.inner[near.block()] >> bit & 1 == 1 {
                    let word = &mut three[(usize::from(tap.at) + to) % WINDOW];
                    // Two moves of a degenerate leaper may lead to the same square.
                    if *word >> bit & 1 == 1 {
                        *word &= !(1 << bit);
                        next.push(near);
                    }
                } else {
                    edge |= 1 << index;
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
        for (index, tap) in layout.taps[spot.kind()].iter().enumerate() {
            if which >> index & 1 == 0 {
                continue;
            }
            let at = (spot.block() - 1) * layout.block_words + usize::from(tap.at);
            let mut open = tap.columns.rotate_left(spot.bit());
            for plane in 0..PLANES {
                open &= words[at + plane * layout.plane_step];
            }
            while open != 0 {
                let bit = open.trailing_zeros();
                open &= open - 1;
                next.extend(reach_at_edge(layout, words, to, spot.moved(tap, bit)));
            }
        }
    }
}

/// Takes a square that may be repeated out of the level's plane, and says which square it was,
/// unless another move of this level came first.
fn reach_at_edge(layout: &Layout, words: &mut [u64], to: usize, seen: Spot) -> Option<Spot> {
    let (mut strip, block) = seen.place(layout);
    let mut row = (block as isize - 1) * layout.block_rows as isize;
    row += (seen.kind() % layout.block_rows) as isize;
    if row < 0 || row >= layout.rows as isize {
        row = row.rem_euclid(layout.rows as isize);
    }
    let row = row as usize;
    let info = &layout.strips[strip];
    let mut bit = seen.bit();
    if info.own >> bit & 1 == 0 {
        let column = i64::from(info.start) + i64::from(bit) - i64::from(layout.halo);
        let column = column.rem_euclid(i64::from(layout.columns)) as u32;
        strip = layout.strip_of(column);
        bit = column - layout.strips[strip].start + layout.halo;
    }
    let sheet = seen.kind() / layout.block_rows;
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
        let within = spot.kind() % layout.block_rows;
        let (strip, block) = spot.place(layout);
        let info = &layout.strips[strip];
        let sides = Sides {
            up: within < halo,
            down: within + halo >= layout.rows_in(block - 1),
            left: info.left_edge >> spot.bit() & 1 == 1,
            right: info.right_edge >> spot.bit() & 1 == 1,
        };
        active.add(layout, strip, block - 1, sides);
    }
}
