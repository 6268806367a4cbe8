//! One level of the flood over whole blocks: eight moves of a thousand squares in a few vectors.
//!
//! Words are read in place as sources (squares that lack the plane of the level before) and as
//! targets (squares that lack none); the new bits are taken out of the plane of this level.

use crate::lost_knight::planes::active::{Active, Sides};
use crate::lost_knight::planes::dispatch::by_width;
use crate::lost_knight::planes::halo::spread;
use crate::lost_knight::planes::knight::{Folded, Whole};
use crate::lost_knight::planes::layout::{Layout, WHOLE_ROWS};
use crate::lost_knight::planes::sparse::Spot;

/// What one level needs to know.
#[derive(Clone, Copy)]
pub(crate) struct Level {
    /// The sheets that new squares are in, as many as `sheets` says.
    pub targets: [usize; 2],
    pub sheets: usize,
    /// The plane the sources lack.
    pub from: usize,
    /// The plane the new squares will lack.
    pub to: usize,
}

by_width! {
    /// One level: the listed blocks are searched, the blocks for the next level listed. Returns how
    /// many squares are new, and puts them into `spots` if it is there.
    fn dense_level(
        layout: &Layout,
        words: &mut [u64],
        active: &mut Active,
        level: Level,
        spots: Option<&mut Vec<Spot>>,
    ) -> u64 = choose;
}

/// The level for this kind of board and piece.
#[inline(always)]
fn choose(
    layout: &Layout,
    words: &mut [u64],
    active: &mut Active,
    level: Level,
    spots: Option<&mut Vec<Spot>>,
) -> u64 {
    match (layout.folded(), layout.knight, level.targets[0]) {
        (true, true, 0) => level_body::<Folded<0, 3>>(layout, words, active, level, spots),
        (true, true, _) => level_body::<Folded<1, 2>>(layout, words, active, level, spots),
        (true, false, _) => level_body::<AnyPiece<2>>(layout, words, active, level, spots),
        (false, true, _) => level_body::<Whole>(layout, words, active, level, spots),
        (false, false, _) => level_body::<AnyPiece<3>>(layout, words, active, level, spots),
    }
}

/// How the new squares of a block are found and marked.
pub(crate) trait Kernel {
    /// Searches the block of `layout.block_rows` rows from `first` on in all target sheets, or
    /// says that it does not do so.
    fn block(
        layout: &Layout,
        words: &mut [u64],
        level: Level,
        strip: usize,
        first: usize,
        spots: Option<&mut Vec<Spot>>,
    ) -> Option<Found>;
    /// How many planes a sheet has.
    const PLANES: usize;
}

/// The kernel that leaves all blocks to the general way.
struct AnyPiece<const PLANES: usize>;

impl<const PLANES: usize> Kernel for AnyPiece<PLANES> {
    const PLANES: usize = PLANES;

    #[inline(always)]
    fn block(
        _: &Layout,
        _: &mut [u64],
        _: Level,
        _: usize,
        _: usize,
        _: Option<&mut Vec<Spot>>,
    ) -> Option<Found> {
        None
    }
}

#[inline(always)]
fn level_body<K: Kernel>(
    layout: &Layout,
    words: &mut [u64],
    active: &mut Active,
    level: Level,
    mut spots: Option<&mut Vec<Spot>>,
) -> u64 {
    let mut total = 0;
    let now = std::mem::take(&mut active.now);
    for &(strip, block) in &now {
        let (strip, block) = (strip as usize, block as usize);
        let found = if block + 1 < layout.blocks {
            K::block(layout, words, level, strip, block * layout.block_rows, spots.as_deref_mut())
        } else {
            None
        };
        let found = found.unwrap_or_else(|| {
            general_block(K::PLANES, layout, words, level, strip, block, spots.as_deref_mut())
        });
        if found.any != 0 {
            total += found.count;
            let info = &layout.strips[strip];
            let sides = Sides {
                up: found.up != 0,
                down: found.down != 0,
                left: found.any & info.left_edge != 0,
                right: found.any & info.right_edge != 0,
            };
            active.list(layout, strip, block, sides);
        }
    }
    active.now = now;
    total
}

/// A block of any height, for any piece.
#[inline(never)]
fn general_block(
    planes: usize,
    layout: &Layout,
    words: &mut [u64],
    level: Level,
    strip: usize,
    block: usize,
    mut spots: Option<&mut Vec<Spot>>,
) -> Found {
    let (first, count) = layout.block_span(block);
    let mut ends = Found::default();
    for &sheet in &level.targets[..level.sheets] {
        let mut run = Run { sheet, strip, first, own: layout.strips[strip].own };
        while run.first < first + count {
            let mut room = [0; WHOLE_ROWS];
            let new = &mut room[..(first + count - run.first).min(layout.block_rows)];
            let mut found = if planes == 2 {
                gather::<2>(layout, words, level, run, new)
            } else {
                gather::<3>(layout, words, level, run, new)
            };
            if new.len() != count {
                // Which rows of the run are near an end of the block is not worth knowing.
                (found.up, found.down) = (found.any, found.any);
            }
            ends.add(found);
            if found.any != 0 {
                mark(layout, words, level, run, new, found.any, spots.as_deref_mut());
            }
            run.first += new.len();
        }
    }
    ends
}

/// Some rows of one strip of one sheet.
#[derive(Clone, Copy)]
struct Run {
    sheet: usize,
    strip: usize,
    first: usize,
    own: u64,
}

/// What a run of rows brought: all new columns, those of the first and of the last rows, and how
/// many squares.
#[derive(Clone, Copy, Default)]
pub(crate) struct Found {
    pub any: u64,
    pub up: u64,
    pub down: u64,
    pub count: u64,
}

impl Found {
    #[inline(always)]
    fn add(&mut self, other: Found) {
        self.any |= other.any;
        self.up |= other.up;
        self.down |= other.down;
        self.count += other.count;
    }
}

/// Finds the squares of a run that a move from a source reaches for the first time.
#[inline(always)]
fn gather<const PLANES: usize>(
    layout: &Layout,
    words: &[u64],
    level: Level,
    run: Run,
    new: &mut [u64],
) -> Found {
    let length = new.len();
    let start = layout.word(run.strip, run.first);
    let [one, two] = &layout.jumps[run.sheet];
    // A source lacks plane `from` and has another that cannot be the one being written.
    let other = (level.from + PLANES - 1) % PLANES;
    let source = |sheet: usize, row: isize, plane: usize| {
        let at = (layout.plane(sheet, plane) + start).wrapping_add_signed(row);
        &words[at..at + length]
    };
    let one_up =
        (source(one.source, one.rows[0], other), source(one.source, one.rows[0], level.from));
    let one_down =
        (source(one.source, one.rows[1], other), source(one.source, one.rows[1], level.from));
    let two_up =
        (source(two.source, two.rows[0], other), source(two.source, two.rows[0], level.from));
    let two_down =
        (source(two.source, two.rows[1], other), source(two.source, two.rows[1], level.from));
    let free = [source(run.sheet, 0, 0), source(run.sheet, 0, 1), source(run.sheet, 0, PLANES - 1)];
    let (mut any, mut count) = (0, 0);
    for i in 0..length {
        let near = one_up.0[i] & !one_up.1[i] | one_down.0[i] & !one_down.1[i];
        let far = two_up.0[i] & !two_up.1[i] | two_down.0[i] & !two_down.1[i];
        let reached = near << one.left | near >> one.right | far << two.left | far >> two.right;
        let mut open = free[0][i] & free[1][i];
        if PLANES == 3 {
            open &= free[2][i];
        }
        let bits = reached & open & run.own;
        new[i] = bits;
        any |= bits;
        count += u64::from(bits.count_ones());
    }
    let margin = (layout.halo as usize).min(length);
    let up = new[..margin].iter().fold(0, |all, bits| all | bits);
    let down = new[length - margin..].iter().fold(0, |all, bits| all | bits);
    Found { any, up, down, count }
}

/// Takes the new squares of a run out of the level's plane, wherever they are repeated too.
#[inline(always)]
fn mark(
    layout: &Layout,
    words: &mut [u64],
    level: Level,
    run: Run,
    new: &[u64],
    any: u64,
    spots: Option<&mut Vec<Spot>>,
) {
    let start = layout.plane(run.sheet, level.to);
    let plane = &mut words[start..start + layout.plane_words];
    let first = layout.word(run.strip, run.first);
    for (word, new) in plane[first..first + new.len()].iter_mut().zip(new) {
        *word &= !new;
    }
    let info = &layout.strips[run.strip];
    let margin = layout.halo as usize;
    let inside = run.first >= margin && run.first + new.len() + margin <= layout.rows;
    if any & (info.left_edge | info.right_edge) != 0 || !inside {
        spread(layout, plane, run.strip, run.first, new, any);
    }
    if let Some(spots) = spots {
        note(spots, first, run.strip, run.sheet, new);
    }
}

/// Writes down the squares of some words, the first of which is `first` in its plane.
#[cold]
pub(crate) fn note(spots: &mut Vec<Spot>, first: usize, strip: usize, sheet: usize, new: &[u64]) {
    for (row, &new) in new.iter().enumerate() {
        let mut bits = new;
        while bits != 0 {
            spots.push(Spot::new(first + row, strip, sheet, bits.trailing_zeros()));
            bits &= bits - 1;
        }
    }
}
