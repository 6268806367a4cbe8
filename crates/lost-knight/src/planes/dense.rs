//! A dense level of the breadth-first search: bit-parallel frontier expansion with SIMD, eight moves of a
//! thousand squares in a few vectors.
//!
//! Words are read in place as sources (squares that lack the plane of the level before) and as targets
//! (squares that lack none); the new bits are taken out of the plane of this level.

use crate::planes::active::{Active, Block, Sides};
use crate::planes::halo::{lend, repeat_narrow, repeat_rows};
use crate::planes::knight::{Folded, Whole};
use crate::planes::layout::{LANES, Layout};
use crate::planes::sparse::Spot;
use tabuleiro_core::width::{Width, by_width};

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

/// What a block brought: all columns with new squares, and those of the first and of the last rows
/// that other blocks can see.
#[derive(Clone, Copy, Default)]
pub(crate) struct Found {
    pub any: u64,
    pub up: u64,
    pub down: u64,
}

/// How many new squares there are, lane by lane. In one line of the cache, for it is written and read
/// again with every block.
#[repr(align(64))]
#[derive(Default)]
pub(crate) struct Counts(pub(crate) [u64; LANES]);

/// How the new squares of a block are found and marked.
pub(crate) trait Kernel {
    /// Searches a block and takes its new squares out of the level's plane. The processor has
    /// registers of `AT_ONCE` words. The squares are put into `spots` if they are to be `NOTED`.
    fn block<const AT_ONCE: usize, const NOTED: bool>(
        layout: &Layout,
        words: &mut [u64],
        level: Level,
        block: Block,
        counts: &mut Counts,
        spots: &mut Vec<Spot>,
    ) -> Found;

    /// Renews what the strip to the left or to the right of a block repeats of it.
    fn lend(layout: &Layout, words: &mut [u64], level: Level, block: Block, to_left: bool);
}

/// One level: the blocks that are listed are searched, and those for the next level are added.
/// Returns how many squares are new. They are put into `spots` if it is there, which is so in one level
/// on the way from blocks to squares: that is compiled for the baseline alone.
pub(crate) fn dense_level(
    width: Width,
    layout: &Layout,
    words: &mut [u64],
    active: &mut Active,
    level: Level,
    spots: Option<&mut Vec<Spot>>,
) -> u64 {
    match spots {
        Some(spots) => choose::<1, true>(layout, words, active, level, spots),
        None => plain_level(width, layout, words, active, level, &mut Vec::new()),
    }
}

by_width! {
    /// The same where no squares are noted.
    fn plain_level(
        layout: &Layout,
        words: &mut [u64],
        active: &mut Active,
        level: Level,
        spots: &mut Vec<Spot>,
    ) -> u64 = choose::<8, false>, choose::<4, false>, choose::<1, false>;
}

/// The level for this kind of board and piece.
#[inline(always)]
fn choose<const AT_ONCE: usize, const NOTED: bool>(
    layout: &Layout,
    words: &mut [u64],
    active: &mut Active,
    level: Level,
    spots: &mut Vec<Spot>,
) -> u64 {
    macro_rules! run {
        ($kernel:ty) => {
            level_body::<$kernel, AT_ONCE, NOTED>(layout, words, active, level, spots)
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
fn level_body<K: Kernel, const AT_ONCE: usize, const NOTED: bool>(
    layout: &Layout,
    words: &mut [u64],
    active: &mut Active,
    level: Level,
    spots: &mut Vec<Spot>,
) -> u64 {
    let blocks = std::mem::take(&mut active.listed);
    // Blocks whose new squares are repeated beside them. Nothing in this level reads that.
    let mut lenders = std::mem::take(&mut active.lenders);
    for side in &mut lenders {
        side.resize(side.len().max(blocks.len() + 1), Block::default());
    }
    let mut lent = [0; 2];
    let mut ends = Vec::new();
    let mut counts = Counts::default();
    let is_half = layout.borders.iter().any(|border| border.edge != 0);
    // So many blocks after the first have no move that leads over an end of the strip.
    let inner = layout.blocks.saturating_sub(2 + usize::from(layout.skips())) as u32;
    for &block in &blocks {
        let found = K::block::<AT_ONCE, NOTED>(layout, words, level, block, &mut counts, spots);
        let info = &layout.strips[block.strip as usize];
        let sides = Sides {
            up: found.up != 0,
            down: found.down != 0,
            left: found.any & info.left_edge != 0,
            right: found.any & info.right_edge != 0,
        };
        active.add(layout, block, found.any != 0, sides);
        for (side, hit) in [sides.left, sides.right].into_iter().enumerate() {
            lenders[side][lent[side]] = block;
            lent[side] += usize::from(hit);
        }
        if block.number.wrapping_sub(1) >= inner && found.any != 0 {
            ends.push(block.strip as usize);
        }
        if is_half {
            tell(layout, active, block, found, sides);
        }
    }
    let planes = level.targets.map(|sheet| layout.plane(sheet, level.to));
    let planes = &planes[..level.sheets];
    if layout.columns < layout.halo {
        // Beyond walls there is nothing, though a leap be longer than the board is wide.
        for block in blocks.iter().filter(|_| layout.wrap.1) {
            planes
                .iter()
                .for_each(|plane| repeat_narrow(layout, words, block.start(layout) + plane));
        }
    } else {
        // Loops, not closures: those would be compiled for any processor.
        for &block in &lenders[0][..lent[0]] {
            K::lend(layout, words, level, block, true);
        }
        for &block in &lenders[1][..lent[1]] {
            K::lend(layout, words, level, block, false);
        }
    }
    ends.dedup();
    for strip in ends {
        planes.iter().for_each(|&plane| repeat_rows(layout, words, plane, strip));
    }
    (active.listed, active.lenders) = (blocks, lenders);
    counts.0.iter().sum()
}

/// Notes a block at the border between two halves of a board, if the other half repeats any of what
/// it found.
#[inline(always)]
fn tell(layout: &Layout, active: &mut Active, block: Block, found: Found, sides: Sides) {
    for (side, border) in layout.borders.iter().enumerate() {
        let strip = if side == 0 { 0 } else { layout.strips.len() as u32 - 1 };
        if block.strip == strip && found.any & border.edge != 0 {
            active.told[side].push((block.number, sides));
        }
    }
}

/// The kernel for any piece, row by row.
struct AnyPiece;

impl Kernel for AnyPiece {
    #[inline(always)]
    fn block<const AT_ONCE: usize, const NOTED: bool>(
        layout: &Layout,
        words: &mut [u64],
        level: Level,
        block: Block,
        counts: &mut Counts,
        spots: &mut Vec<Spot>,
    ) -> Found {
        let mut any = 0;
        let strip = block.strip as usize;
        let own = layout.strips[strip].own;
        // A source lacks plane `from` and has another that cannot be the one being written.
        let other = (level.from + layout.planes - 1) % layout.planes;
        let first = block.number as usize * layout.block_rows;
        for &sheet in &level.targets[..level.sheets] {
            for row in first..first + layout.rows_in(block.number as usize) {
                let mut new = 0;
                for jump in &layout.jumps[sheet] {
                    for change in jump.rows {
                        let word = layout.word(strip, row as isize + change);
                        let have = words[word + layout.plane(jump.source, other)];
                        let source = have & !words[word + layout.plane(jump.source, level.from)];
                        new |= source << jump.left | source >> jump.right;
                    }
                }
                let word = layout.word(strip, row as isize) + layout.plane(sheet, 0);
                for plane in 0..layout.planes {
                    new &= words[word + plane * layout.plane_step];
                }
                new &= own;
                if new != 0 {
                    words[word + level.to * layout.plane_step] &= !new;
                    any |= new;
                    counts.0[0] += u64::from(new.count_ones());
                    if NOTED {
                        note(layout, spots, strip, row, sheet, new);
                    }
                }
            }
        }
        // Which rows are near an end of the block is not worth knowing here.
        Found { any, up: any, down: any }
    }

    fn lend(layout: &Layout, words: &mut [u64], level: Level, block: Block, to_left: bool) {
        for sheet in &level.targets[..level.sheets] {
            let plane = layout.plane(*sheet, level.to);
            for class in (0..layout.block_rows).step_by(LANES) {
                lend(layout, words, block, plane + class, to_left);
            }
        }
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
