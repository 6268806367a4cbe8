//! One level of the flood square by square, on the same planes.
//!
//! The eight squares a move away lie in four words of three blocks of the square's own strip, so
//! that eight tests are four loads.

use crate::planes::active::{Active, Block, Sides};
use crate::planes::halo::spread;
use crate::planes::layout::{Layout, WINDOW};
pub(crate) use crate::planes::spot::Spot;
use crate::planes::spot::{block_words, plane_step};

/// What a block's squares need to know.
#[derive(Clone, Copy)]
struct Inner {
    /// The rows that are not repeated, one bit for each sheet and row.
    kinds: u64,
    /// The strip of the block.
    strip: u32,
}

/// Where the moves from one sheet and row lead, for a level that takes squares out of one plane:
/// what is needed of the taps, close together.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Reach {
    /// The target columns, for a source as far from column 0 as the halo is wide.
    columns: [u64; 4],
    /// The spot in column 0 of that word, counted from the source's.
    steps: [i32; 4],
    /// The targets' words in the plane of the squares reached one move before the source, as in
    /// a tap, 16 bits each.
    at: u64,
    /// From there to the plane of those to be reached now.
    to: i16,
    /// From there to the plane of those reached with the source.
    with: i16,
}

/// What [`Sparse::take`] makes of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Visit {
    /// It is new, and was taken out of the level's plane.
    Taken,
    /// It is new, and may be repeated elsewhere or is to be looked at.
    Apart,
    /// It was found in this level before.
    Again,
}

/// What stays the same from level to level.
pub(crate) struct Sparse {
    /// For each block of each strip.
    inner: Vec<Inner>,
    /// For each block of each strip, whether a move from it may lead to a row that is repeated.
    ends: Vec<bool>,
    /// The columns that are repeated in some strip.
    pub(super) repeated: u64,
    /// By the plane that a level takes squares out of, and the kind of the source.
    reaches: Box<[Reach; 256]>,
    halo: u32,
    /// Whether the eight moves lead to eight squares, none of them more than 7 columns away.
    pub(super) short: bool,
}

impl Sparse {
    /// For one layout.
    pub(crate) fn new(layout: &Layout) -> Sparse {
        let halo = layout.halo;
        let rows = halo as isize..layout.rows as isize - halo as isize;
        let kinds = |block: usize| {
            let first = (block as isize - 1) * layout.block_rows as isize;
            (0..layout.sheets * layout.block_rows).fold(0, |kinds, kind| {
                let row = first + (kind % layout.block_rows) as isize;
                kinds | u64::from(rows.contains(&row)) << kind
            })
        };
        let kinds: Vec<u64> = (0..layout.blocks + 2).map(kinds).collect();
        let end = |block: usize| {
            let first = (block as isize - 1) * layout.block_rows as isize;
            let last = first + layout.block_rows as isize;
            first < 2 * halo as isize || last + 2 * halo as isize > layout.rows as isize
        };
        let ends: Vec<bool> = (0..layout.blocks + 2).map(end).collect();
        let mut inner = Vec::with_capacity(layout.strips.len() * kinds.len());
        for strip in 0..layout.strips.len() as u32 {
            inner.extend(kinds.iter().map(|&kinds| Inner { kinds, strip }));
        }
        let ends = ends.repeat(layout.strips.len());
        let repeated = layout.strips.iter().fold(0, |columns, strip| columns | !strip.inner);
        let mut reaches = Box::new([Reach::default(); 256]);
        for to in 0..layout.planes {
            let before = (to + 1) % layout.planes;
            let with = if layout.planes == 2 { to } else { 3 - to - before };
            let from_before =
                |plane: usize| (plane as i16 - before as i16) * layout.plane_step as i16;
            let before = (before * layout.plane_step) as u64;
            for (reach, taps) in reaches[to * 64..].iter_mut().zip(&layout.taps) {
                *reach = Reach {
                    columns: taps.map(|tap| tap.columns.rotate_left(halo)),
                    steps: taps.map(|tap| tap.step - halo as i32),
                    at: taps
                        .iter()
                        .rev()
                        .fold(0, |at, tap| at << 16 | (u64::from(tap.at) + before)),
                    to: from_before(to),
                    with: from_before(with),
                };
            }
        }
        let (a, b) = layout.leaper.sides();
        Sparse { inner, ends, repeated, reaches, halo, short: halo <= 7 && a != b && a != 0 }
    }

    /// Whether a square is neither repeated elsewhere nor repeats another.
    #[inline(always)]
    fn is_inner(&self, spot: Spot) -> bool {
        !self.repeated >> spot.bit() & self.inner[spot.block()].kinds >> spot.kind() & 1 == 1
    }

    /// The square itself, for one that may be seen among the repeated rows and columns.
    #[inline(always)]
    pub(super) fn home(&self, layout: &Layout, seen: Spot) -> Spot {
        if self.is_inner(seen) { seen } else { seen.home(layout) }
    }

    /// The strip of a square.
    #[inline(always)]
    pub(super) fn strip(&self, spot: Spot) -> usize {
        self.inner[spot.block()].strip as usize
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
        for &spot in now {
            if !self.short {
                filled += self.reach_any::<PLANES>(layout, words, to, spot, &mut next[filled..]);
                continue;
            }
            let packed = self.look::<PLANES>(words, to, spot);
            self.take::<PLANES>(words, to, spot, packed, self.repeated, |words, near, found| {
                let near = match found {
                    Visit::Taken => Some(near),
                    Visit::Apart => self.reach_edge::<PLANES>(layout, words, to, near),
                    Visit::Again => None,
                };
                if let Some(near) = near {
                    next[filled] = near;
                    filled += 1;
                }
            });
        }
        filled
    }

    /// The squares a move away from one that may be new, all in one word: 16 bits for each tap.
    ///
    /// The squares around one were reached one move before it, with it, or one move after it, if at
    /// all. So a look at the plane of those before leaves almost only the new ones, and the other
    /// planes are asked about these alone.
    #[inline(always)]
    pub(super) fn look<const PLANES: usize>(&self, words: &[u64], to: usize, spot: Spot) -> u64 {
        let window = (spot.block() - 1) * block_words::<PLANES>();
        let three = words.get(window..).and_then(|words| words.first_chunk());
        let three: &[u64; WINDOW] = three.expect("a window lies within the board");
        let reach = &self.reaches[to % 4 * 64 + spot.kind()];
        let shift = spot.bit().wrapping_sub(self.halo) & 63;
        (0..4).fold(0, |packed, index| {
            let seen = three[(reach.at >> (16 * index)) as usize % WINDOW] >> shift;
            packed | (seen & reach.columns[index]) << (16 * index)
        })
    }

    /// Takes the squares that [`Sparse::look`] told out of plane `to`, but for those in a column of
    /// `apart` or in a row that may be repeated.
    #[inline(always)]
    pub(super) fn take<const PLANES: usize>(
        &self,
        words: &mut [u64],
        to: usize,
        spot: Spot,
        mut packed: u64,
        apart: u64,
        mut found: impl FnMut(&mut [u64], Spot, Visit),
    ) {
        while packed != 0 {
            let place = packed.trailing_zeros() as usize;
            packed &= packed - 1;
            let window = (spot.block() - 1) * block_words::<PLANES>();
            let three = words.get_mut(window..).and_then(|words| words.first_chunk_mut());
            let three: &mut [u64; WINDOW] = three.expect("a window lies within the board");
            let reach = &self.reaches[to % 4 * 64 + spot.kind()];
            let step = i64::from(reach.steps[place / 16 % 4]) + (place % 16) as i64;
            let near = Spot(spot.0.wrapping_add_signed(step));
            let at = (reach.at >> (place & 48)) as usize;
            let mask = 1 << near.bit();
            let with = if PLANES == 2 {
                u64::MAX
            } else {
                three[at.wrapping_add_signed(isize::from(reach.with)) % WINDOW]
            };
            let word = &mut three[at.wrapping_add_signed(isize::from(reach.to)) % WINDOW];
            let apart = if self.ends[spot.block()] { u64::MAX } else { apart };
            if *word & with & mask == 0 {
                found(words, near, Visit::Again);
            } else if apart & mask == 0 {
                *word &= !mask;
                found(words, near, Visit::Taken);
            } else {
                found(words, near, Visit::Apart);
            }
        }
    }

    /// The square a move away that is free and lacks a plane, if there is just one.
    #[inline(always)]
    pub(super) fn only_lacking<const PLANES: usize>(
        &self,
        words: &[u64],
        lack: usize,
        spot: Spot,
    ) -> Option<Spot> {
        let window = (spot.block() - 1) * block_words::<PLANES>();
        let three = words.get(window..).and_then(|words| words.first_chunk());
        let three: &[u64; WINDOW] = three.expect("a window lies within the board");
        // The level for which the plane is that of the squares before.
        let to = if lack == 0 { PLANES - 1 } else { lack - 1 };
        let reach = &self.reaches[to % 4 * 64 + spot.kind()];
        let shift = spot.bit().wrapping_sub(self.halo) & 63;
        let packed: u64 = (0..4).fold(0, |packed, index| {
            let at = (reach.at >> (16 * index)) as usize;
            let have = three[at.wrapping_add_signed(isize::from(reach.to)) % WINDOW];
            let found = (have & !three[at % WINDOW]) >> shift;
            packed | (found & reach.columns[index]) << (16 * index)
        });
        let place = packed.trailing_zeros() as usize;
        let step = i64::from(reach.steps[place / 16 % 4]) + (place % 16) as i64;
        let is_one = self.short && packed.is_power_of_two();
        is_one.then_some(Spot(spot.0.wrapping_add_signed(step)))
    }

    /// Takes a square that was seen, and may be repeated, out of the level's plane, and says which
    /// square it was, unless another move of this level came first.
    #[inline(never)]
    pub(super) fn reach_edge<const PLANES: usize>(
        &self,
        layout: &Layout,
        words: &mut [u64],
        to: usize,
        seen: Spot,
    ) -> Option<Spot> {
        let Inner { kinds, strip } = self.inner[seen.block()];
        if kinds >> seen.kind() & 1 == 1 && layout.strips.len() > 1 {
            let at = seen.word::<PLANES>() + to * plane_step::<PLANES>();
            reach_beside(layout, words, at, strip as usize, seen)
        } else {
            reach_at_edge(layout, words, to * plane_step::<PLANES>(), seen)
        }
    }

    /// The moves of a square one by one, however far they lead. Returns how many squares are new.
    #[inline(never)]
    fn reach_any<const PLANES: usize>(
        &self,
        layout: &Layout,
        words: &mut [u64],
        to: usize,
        spot: Spot,
        next: &mut [Spot],
    ) -> usize {
        let mut filled = 0;
        for tap in &layout.taps[spot.kind()] {
            let at = (spot.block() - 1) * block_words::<PLANES>() + usize::from(tap.at);
            let mut open = tap.columns.rotate_left(spot.bit());
            for plane in 0..PLANES {
                open &= words[at + plane * plane_step::<PLANES>()];
            }
            while open != 0 {
                let seen = spot.moved(tap, open.trailing_zeros());
                open &= open - 1;
                if let Some(near) = self.reach_edge::<PLANES>(layout, words, to, seen) {
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
