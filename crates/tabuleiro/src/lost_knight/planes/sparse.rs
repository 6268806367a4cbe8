//! One level of the flood square by square, on the same planes.
//!
//! The eight squares a move away lie in four words of three blocks of the square's own strip, so
//! that eight tests are four loads from each plane.

use crate::board::Square;
use crate::lost_knight::planes::active::{Active, Block, Sides};
use crate::lost_knight::planes::halo::spread;
use crate::lost_knight::planes::layout::{Layout, Tap, WINDOW};

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
    fn place(self, layout: &Layout) -> (usize, usize) {
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

    /// Where a tap leads, in a column.
    #[inline(always)]
    pub(super) fn moved(self, tap: &Tap, bit: u32) -> Spot {
        Spot((self.0 & !63).wrapping_add_signed(i64::from(tap.step)) | u64::from(bit))
    }
}

/// The squares of a block that are neither repeated elsewhere nor repeat others.
#[derive(Clone, Copy)]
struct Inner {
    columns: u64,
    /// One bit for each sheet and row.
    kinds: u64,
    /// Of these, the squares from which all moves lead to such squares, in the same way.
    deep_columns: u64,
    deep_kinds: u64,
    /// The strip of the block.
    strip: usize,
}

/// What stays the same from level to level.
pub(crate) struct Sparse {
    /// For each block of each strip.
    inner: Vec<Inner>,
    /// Whether the eight moves lead to eight squares, none of them more than 7 columns away.
    short: bool,
}

impl Sparse {
    /// For one layout.
    pub(crate) fn new(layout: &Layout) -> Sparse {
        let kinds = |block: usize, margin: isize| {
            let rows = margin..layout.rows as isize - margin;
            let first = (block as isize - 1) * layout.block_rows as isize;
            (0..layout.sheets * layout.block_rows).fold(0, |kinds, kind| {
                let row = first + (kind % layout.block_rows) as isize;
                kinds | u64::from(rows.contains(&row)) << kind
            })
        };
        let halo = layout.halo;
        let margin = halo as isize;
        let kinds: Vec<(u64, u64)> =
            (0..layout.blocks + 2).map(|b| (kinds(b, margin), kinds(b, 2 * margin))).collect();
        let mut inner = Vec::with_capacity(layout.strips.len() * kinds.len());
        for (strip, info) in layout.strips.iter().enumerate() {
            let columns = info.inner;
            let deep_columns = columns & columns << halo & columns >> halo;
            inner.extend(kinds.iter().map(|&(kinds, deep_kinds)| Inner {
                columns,
                kinds,
                deep_columns,
                deep_kinds,
                strip,
            }));
        }
        let (a, b) = layout.leaper.sides();
        Sparse { inner, short: layout.halo <= 7 && a != b && a != 0 }
    }

    /// The square itself, for one that may be seen among the repeated rows and columns.
    #[inline(always)]
    pub(super) fn home(&self, layout: &Layout, seen: Spot) -> Spot {
        let inner = &self.inner[seen.block()];
        let is_inner = inner.columns >> seen.bit() & inner.kinds >> seen.kind() & 1 == 1;
        if is_inner { seen } else { seen.home(layout) }
    }

    /// The strip of a square.
    #[inline(always)]
    pub(super) fn strip(&self, spot: Spot) -> usize {
        self.inner[spot.block()].strip
    }

    /// Moves on from every square of `now`; the squares reached for the first time, which lose their
    /// bit in plane `to`, are put into `next`, which grows if needed. Returns how many they are.
    #[inline(always)]
    pub(crate) fn level<const PLANES: usize>(
        &self,
        layout: &Layout,
        words: &mut [u64],
        to: usize,
        now: &[Spot],
        next: &mut Vec<Spot>,
    ) -> usize {
        // Room for all moves of all squares, so that none needs to be made later.
        if next.len() < now.len() * 8 + 16 {
            next.resize(now.len() * 8 + 16, Spot::default());
        }
        let next = &mut next[..];
        let mut filled = 0;
        let plane_step = if PLANES == 2 { 16 } else { 32 };
        let block_words = if PLANES == 2 { 128 } else { 96 };
        let to = to * plane_step;
        if !self.short {
            for &spot in now {
                filled +=
                    self.reach_edges::<PLANES>(layout, words, to, spot, 15, &mut next[filled..]);
            }
            return filled;
        }
        for &spot in now {
            let window = (spot.block() - 1) * block_words;
            let three: &mut [u64; WINDOW] = (&mut words[window..window + WINDOW])
                .try_into()
                .expect("the slice has this length");
            let taps = &layout.taps[spot.kind()];
            let bit = spot.bit();
            let place = &self.inner[spot.block()];
            if place.deep_columns >> bit & place.deep_kinds >> spot.kind() & 1 == 1 {
                // Every move is written down, and kept if its square is open: nothing to guess.
                let room: &mut [Spot; 16] =
                    (&mut next[filled..filled + 16]).try_into().expect("the slice has this length");
                let mut kept = 0;
                for tap in taps {
                    let at = usize::from(tap.at);
                    let mut open = three[at % WINDOW] & three[(at + plane_step) % WINDOW];
                    if PLANES == 3 {
                        open &= three[(at + 2 * plane_step) % WINDOW];
                    }
                    let shifted = open >> (bit.wrapping_sub(u32::from(tap.right)) & 63);
                    room[kept % 16] = Spot(spot.0.wrapping_add_signed(i64::from(tap.steps[0])));
                    kept += (shifted & 1) as usize;
                    room[kept % 16] = Spot(spot.0.wrapping_add_signed(i64::from(tap.steps[1])));
                    kept += (shifted >> (tap.span & 63) & 1) as usize;
                    three[(at + to) % WINDOW] &= !(open & tap.columns.rotate_left(bit));
                }
                filled += kept;
                continue;
            }
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
                let inner = &self.inner[near.block()];
                if inner.columns >> bit & inner.kinds >> near.kind() & 1 == 1 {
                    three[(usize::from(tap.at) + to) % WINDOW] &= !(1 << bit);
                    next[filled] = near;
                    filled += 1;
                } else {
                    edge |= 1 << index;
                }
            }
            if edge != 0 {
                filled +=
                    self.reach_edges::<PLANES>(layout, words, to, spot, edge, &mut next[filled..]);
            }
        }
        filled
    }

    /// The moves of a square, those whose bit is in `which`, that lead to rows or columns which are
    /// repeated. Returns how many squares are new.
    #[inline(never)]
    fn reach_edges<const PLANES: usize>(
        &self,
        layout: &Layout,
        words: &mut [u64],
        to: usize,
        spot: Spot,
        which: u32,
        next: &mut [Spot],
    ) -> usize {
        let plane_step = if PLANES == 2 { 16 } else { 32 };
        let block_words = if PLANES == 2 { 128 } else { 96 };
        let mut filled = 0;
        for (index, tap) in layout.taps[spot.kind()].iter().enumerate() {
            if which >> index & 1 == 0 {
                continue;
            }
            let at = (spot.block() - 1) * block_words + usize::from(tap.at);
            let mut open = tap.columns.rotate_left(spot.bit());
            for plane in 0..PLANES {
                open &= words[at + plane * plane_step];
            }
            while open != 0 {
                let bit = open.trailing_zeros();
                open &= open - 1;
                let near = spot.moved(tap, bit);
                let inner = &self.inner[near.block()];
                let reached = if inner.kinds >> near.kind() & 1 == 1 && layout.strips.len() > 1 {
                    reach_beside(layout, words, at + to, inner.strip, near)
                } else {
                    reach_at_edge(layout, words, to, near)
                };
                if let Some(near) = reached {
                    next[filled] = near;
                    filled += 1;
                }
            }
        }
        filled
    }
}

/// Takes a square in a row that is not repeated out of the level's plane, and out of the strip
/// beside if it is repeated there. Says which square it was, unless another move of this level came
/// first. `at` is its word as it was seen.
#[inline(always)]
fn reach_beside(
    layout: &Layout,
    words: &mut [u64],
    at: usize,
    strip: usize,
    seen: Spot,
) -> Option<Spot> {
    let info = &layout.strips[strip];
    let (halo, bit) = (layout.halo, seen.bit());
    // The square as its own strip has it.
    let (own, own_bit) = if bit < halo {
        (info.left, bit + layout.strips[info.left].width)
    } else if bit >= halo + info.width {
        (info.right, bit - info.width)
    } else {
        (strip, bit)
    };
    let at = at + own * layout.strip_words - strip * layout.strip_words;
    let mask = 1 << own_bit;
    if words[at] & mask == 0 {
        return None;
    }
    words[at] &= !mask;
    let info = &layout.strips[own];
    let start = at - own * layout.strip_words;
    if mask & info.left_edge != 0 {
        words[start + info.left * layout.strip_words] &= !(mask << layout.strips[info.left].width);
    }
    if mask & info.right_edge != 0 {
        words[start + info.right * layout.strip_words] &= !(mask >> info.width);
    }
    let blocks = own as i64 - strip as i64;
    let blocks = blocks * (layout.blocks + 2) as i64 * 4096;
    Some(Spot((seen.0 & !63).wrapping_add_signed(blocks) | u64::from(own_bit)))
}

/// Takes a square that may be repeated out of the level's plane, and says which square it was,
/// unless another move of this level came first.
fn reach_at_edge(layout: &Layout, words: &mut [u64], to: usize, seen: Spot) -> Option<Spot> {
    let spot = seen.home(layout);
    let (strip, block) = spot.place(layout);
    let (row, bit) = (spot.kind() % layout.block_rows, spot.bit());
    let row = (block - 1) * layout.block_rows + row;
    let sheet = seen.kind() / layout.block_rows;
    let plane = layout.plane(sheet, 0) + to;
    let word = &mut words[layout.word(strip, row as isize) + plane];
    let mask = 1 << bit;
    if *word & mask == 0 {
        return None;
    }
    *word &= !mask;
    spread(layout, words, plane, strip, row, mask);
    Some(spot)
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
        let block = Block { strip: strip as u32, number: block as u32 - 1 };
        active.add(layout, block, true, sides);
    }
}
