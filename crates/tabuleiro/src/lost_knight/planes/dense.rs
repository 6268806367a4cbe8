//! One level of the flood over whole blocks: eight moves of a thousand squares in a few vectors.
//!
//! Words are read in place as sources (squares that lack the plane of the level before) and as
//! targets (squares that lack none); the new bits are taken out of the plane of this level.

use crate::lost_knight::planes::active::{Active, Sides};
use crate::lost_knight::planes::halo::spread;
use crate::lost_knight::planes::knight::{Folded, Whole};
use crate::lost_knight::planes::layout::Layout;
use crate::lost_knight::planes::sparse::Spot;
use crate::width::by_width;

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

/// What a block brought: all columns with new squares, those of the first and of the last rows
/// that other blocks can see, and how many squares.
#[derive(Clone, Copy, Default)]
pub(crate) struct Found {
    pub any: u64,
    pub up: u64,
    pub down: u64,
    pub count: u64,
}

/// One block of one strip.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub strip: usize,
    pub block: usize,
    /// Its first word.
    pub start: usize,
}

/// How the new squares of a block are found and marked.
pub(crate) trait Kernel {
    /// Searches a block and takes its new squares out of the level's plane.
    fn block(
        layout: &Layout,
        words: &mut [u64],
        level: Level,
        block: Block,
        spots: Option<&mut Vec<Spot>>,
    ) -> Found;
}

by_width! {
    /// One level: the blocks of `now` are searched and taken out, those for the next level put into
    /// `next`. Returns how many squares are new and how many blocks come next. The squares are put
    /// into `spots` if it is there.
    pub(crate) fn dense_level(
        layout: &Layout,
        words: &mut [u64],
        now: &mut Active,
        next: &mut Active,
        level: Level,
        spots: Option<&mut Vec<Spot>>,
    ) -> (u64, u64) = choose;
}

/// The level for this kind of board and piece.
#[inline(always)]
fn choose(
    layout: &Layout,
    words: &mut [u64],
    now: &mut Active,
    next: &mut Active,
    level: Level,
    spots: Option<&mut Vec<Spot>>,
) -> (u64, u64) {
    macro_rules! run {
        ($kernel:ty) => {
            level_body::<$kernel>(layout, words, now, next, level, spots)
        };
    }
    if !layout.knight {
        return run!(AnyPiece);
    }
    if !layout.folded() {
        return match level.from {
            0 => run!(Whole<0, 1, 2>),
            1 => run!(Whole<1, 2, 0>),
            _ => run!(Whole<2, 0, 1>),
        };
    }
    match (level.targets[0], level.from, level.to) {
        (0, 0, 0) => run!(Folded<0, 3, 0, 1, 0>),
        (0, 0, _) => run!(Folded<0, 3, 0, 1, 1>),
        (0, _, 0) => run!(Folded<0, 3, 1, 0, 0>),
        (0, _, _) => run!(Folded<0, 3, 1, 0, 1>),
        (_, 0, 0) => run!(Folded<1, 2, 0, 1, 0>),
        (_, 0, _) => run!(Folded<1, 2, 0, 1, 1>),
        (_, _, 0) => run!(Folded<1, 2, 1, 0, 0>),
        (_, _, _) => run!(Folded<1, 2, 1, 0, 1>),
    }
}

#[inline(always)]
fn level_body<K: Kernel>(
    layout: &Layout,
    words: &mut [u64],
    now: &mut Active,
    next: &mut Active,
    level: Level,
    mut spots: Option<&mut Vec<Spot>>,
) -> (u64, u64) {
    let mut total = 0;
    for (strip, info) in layout.strips.iter().enumerate() {
        for word in 0..now.length {
            let mut bits = now.take(strip, word);
            while bits != 0 {
                let block = word * 64 + bits.trailing_zeros() as usize - 1;
                bits &= bits - 1;
                let start = strip * layout.strip_words + (block + 1) * layout.block_words;
                let place = Block { strip, block, start };
                let found = K::block(layout, words, level, place, spots.as_deref_mut());
                if found.any != 0 {
                    total += found.count;
                    let sides = Sides {
                        up: found.up != 0,
                        down: found.down != 0,
                        left: found.any & info.left_edge != 0,
                        right: found.any & info.right_edge != 0,
                    };
                    next.add(layout, strip, block, sides);
                }
            }
        }
    }
    (total, next.settle())
}

/// The kernel for any piece, row by row.
struct AnyPiece;

impl Kernel for AnyPiece {
    #[inline(always)]
    fn block(
        layout: &Layout,
        words: &mut [u64],
        level: Level,
        block: Block,
        mut spots: Option<&mut Vec<Spot>>,
    ) -> Found {
        let mut found = Found::default();
        let own = layout.strips[block.strip].own;
        // A source lacks plane `from` and has another that cannot be the one being written.
        let other = (level.from + layout.planes - 1) % layout.planes;
        let first = block.block * layout.block_rows;
        for &sheet in &level.targets[..level.sheets] {
            for row in first..first + layout.rows_in(block.block) {
                let mut new = 0;
                for jump in &layout.jumps[sheet] {
                    for change in jump.rows {
                        let word = layout.word(block.strip, row as isize + change);
                        let have = words[word + layout.plane(jump.source, other)];
                        let source = have & !words[word + layout.plane(jump.source, level.from)];
                        new |= source << jump.left | source >> jump.right;
                    }
                }
                let word = layout.word(block.strip, row as isize) + layout.plane(sheet, 0);
                for plane in 0..layout.planes {
                    new &= words[word + plane * layout.plane_step];
                }
                new &= own;
                if new != 0 {
                    words[word + level.to * layout.plane_step] &= !new;
                    spread(layout, words, layout.plane(sheet, level.to), block.strip, row, new);
                    found.any |= new;
                    found.count += u64::from(new.count_ones());
                    if let Some(spots) = spots.as_deref_mut() {
                        note(layout, spots, block.strip, row, sheet, new);
                    }
                }
            }
        }
        // Which rows are near an end of the block is not worth knowing here.
        Found { up: found.any, down: found.any, ..found }
    }
}

/// Writes down the squares of one row of a strip.
pub(crate) fn note(
    layout: &Layout,
    spots: &mut Vec<Spot>,
    strip: usize,
    row: usize,
    sheet: usize,
    new: u64,
) {
    let mut bits = new;
    while bits != 0 {
        spots.push(Spot::new(layout, strip, row, sheet, bits.trailing_zeros()));
        bits &= bits - 1;
    }
}
