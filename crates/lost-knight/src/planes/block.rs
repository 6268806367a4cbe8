//! What both kernels for the knight have in common: reading a block and those over and under it,
//! taking new squares out, summing up.

use crate::planes::active::Block;
use crate::planes::dense::{Counts, Found, Kernel, Level, note};
use crate::planes::halo::lend;
use crate::planes::layout::{LANES, Layout, WHOLE_WEAVE};
#[cfg(target_arch = "x86_64")]
use crate::planes::register::{One, Pair, Register};
use crate::planes::sparse::Spot;

/// The words of one class of rows in a block.
pub(super) type Class = [u64; LANES];

/// Words of the longest block. Behind shorter ones there are so many too: a strip ends with a block
/// that owns no rows.
const LONGEST: usize = 128;

/// A block and what lies behind it, to be written at places that are known: they are not asked about
/// one by one.
#[inline(always)]
fn writable<'w>(layout: &Layout, words: &'w mut [u64], block: Block) -> &'w mut [u64; LONGEST] {
    words[block.start(layout)..].first_chunk_mut().expect("a block lies behind every block")
}

/// A block of `LENGTH` words between the blocks over and under it.
pub(super) struct Three<'a, const LENGTH: usize> {
    pub(super) over: &'a [u64; LENGTH],
    pub(super) here: &'a [u64; LENGTH],
    pub(super) under: &'a [u64; LENGTH],
}

impl<'a, const LENGTH: usize> Three<'a, LENGTH> {
    #[inline(always)]
    pub(super) fn new(words: &'a [u64], start: usize) -> Self {
        let three = words[start - LENGTH..start + 2 * LENGTH].as_chunks().0;
        Three { over: &three[0], here: &three[1], under: &three[2] }
    }

    /// One class of rows.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn class(&self, at: usize) -> &Class {
        self.here[at..at + LANES].try_into().expect("the slice has this length")
    }

    /// The sources in one class of rows; `have` and `lack` are where it lies in two planes.
    #[inline(always)]
    pub(super) fn sources(&self, [have, lack]: [usize; 2]) -> Class {
        let mut sources = [0; LANES];
        for (lane, sources) in sources.iter_mut().enumerate() {
            *sources = self.here[have + lane] & !self.here[lack + lane];
        }
        sources
    }

    /// The sources of the last row of a class in the block over it.
    #[inline(always)]
    pub(super) fn last_over(&self, [have, lack]: [usize; 2]) -> u64 {
        self.over[have + LANES - 1] & !self.over[lack + LANES - 1]
    }

    /// The sources of the first row of a class in the block under it.
    #[inline(always)]
    pub(super) fn first_under(&self, [have, lack]: [usize; 2]) -> u64 {
        self.under[have] & !self.under[lack]
    }

    /// The sources in the rows right before those of another class, from those of the class with the
    /// last rows: they move on by one lane.
    #[inline(always)]
    pub(super) fn before(&self, sources: &Class, class: [usize; 2]) -> Class {
        let [a, b, c, d, e, f, g, _] = *sources;
        [self.last_over(class), a, b, c, d, e, f, g]
    }

    /// The sources in the rows right behind those of another class.
    #[inline(always)]
    pub(super) fn behind(&self, sources: &Class, class: [usize; 2]) -> Class {
        let [_, a, b, c, d, e, f, g] = *sources;
        [a, b, c, d, e, f, g, self.first_under(class)]
    }

    /// The sources in one class of rows, in a register.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn at_once<R: Register>(&self, [have, lack]: [usize; 2]) -> R {
        R::load(self.class(have)).without(R::load(self.class(lack)))
    }
}

/// What the knight's moves are on one kind of board. All the rest is the same for every kind.
pub(super) trait Knight {
    /// The sheets and classes of rows that new squares are in.
    const NEW: [(usize, usize); 4];
    /// Where these are written, from the start of a block.
    const PLACES: [usize; 4];
    /// Which of the four may hold the first row of a block, and which the last.
    const UPPER: [usize; 2];
    const LOWER: [usize; 2];

    /// The new squares of a block.
    fn find(layout: &Layout, words: &[u64], block: Block) -> [Class; 4];

    /// The same in registers.
    #[cfg(target_arch = "x86_64")]
    fn find_at_once<R: Register>(layout: &Layout, words: &[u64], block: Block) -> [R; 4];
}

impl<K: Knight> Kernel for K {
    #[inline(always)]
    fn block<const AT_ONCE: usize, const NOTED: bool>(
        layout: &Layout,
        words: &mut [u64],
        _: Level,
        block: Block,
        counts: &mut Counts,
        spots: &mut Vec<Spot>,
    ) -> Found {
        #[cfg(target_arch = "x86_64")]
        match AT_ONCE {
            8 => return at_once::<K, One>(layout, words, block, counts),
            4 => return at_once::<K, Pair>(layout, words, block, counts),
            _ => {}
        }
        let new = K::find(layout, words, block);
        let (mut upper, mut lower) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            upper[lane] = new[K::UPPER[0]][lane] | new[K::UPPER[1]][lane];
            lower[lane] = new[K::LOWER[0]][lane] | new[K::LOWER[1]][lane];
        }
        let any = (0..LANES).fold(0, |any, lane| any | upper[lane] | lower[lane]);
        if any != 0 {
            take(writable(layout, words, block), K::PLACES, &new, counts);
        }
        if NOTED {
            note_all(layout, block, K::NEW, &new, spots);
        }
        sum_up(layout, block, any, upper[0], lower[LANES - 1])
    }

    #[inline(always)]
    fn lend(layout: &Layout, words: &mut [u64], _: Level, block: Block, to_left: bool) {
        for place in K::PLACES {
            lend(layout, words, block, place, to_left);
        }
    }
}

/// Searches a block in registers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn at_once<K: Knight, R: Register>(
    layout: &Layout,
    words: &mut [u64],
    block: Block,
    counts: &mut Counts,
) -> Found {
    let new = K::find_at_once::<R>(layout, words, block);
    take_at_once(writable(layout, words, block), K::PLACES, new, counts);
    let upper = new[K::UPPER[0]].or(new[K::UPPER[1]]);
    let lower = new[K::LOWER[0]].or(new[K::LOWER[1]]);
    sum_up(layout, block, upper.or(lower).any(), upper.first(), lower.last())
}

/// The columns that a block owns.
#[inline(always)]
pub(super) fn own_columns(layout: &Layout, block: Block) -> u64 {
    layout.strips[block.strip as usize].own
}

/// The rows that a block owns, by class.
#[inline(always)]
pub(super) fn owned_rows(layout: &Layout, block: Block) -> &[Class; WHOLE_WEAVE] {
    &layout.owned_rows[usize::from(!block.is_last(layout))]
}

/// How many bits four words have.
#[inline(always)]
fn ones(words: [u64; 4]) -> u64 {
    u64::from(words[0].count_ones())
        + u64::from(words[1].count_ones())
        + u64::from(words[2].count_ones())
        + u64::from(words[3].count_ones())
}

/// Takes the new squares of a block out of the level's plane, and counts them. `places` are the
/// classes of rows.
#[inline(always)]
fn take(block: &mut [u64; LONGEST], places: [usize; 4], new: &[Class; 4], counts: &mut Counts) {
    for (lane, count) in counts.0.iter_mut().enumerate() {
        *count += ones([new[0][lane], new[1][lane], new[2][lane], new[3][lane]]);
    }
    for lane in 0..LANES {
        block[places[0] + lane] &= !new[0][lane];
        block[places[1] + lane] &= !new[1][lane];
        block[places[2] + lane] &= !new[2][lane];
        block[places[3] + lane] &= !new[3][lane];
    }
}

/// The same for registers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn take_at_once<R: Register>(
    block: &mut [u64; LONGEST],
    places: [usize; 4],
    new: [R; 4],
    counts: &mut Counts,
) {
    for (place, new) in places.into_iter().zip(new) {
        let class: &mut Class =
            (&mut block[place..place + LANES]).try_into().expect("the slice has this length");
        R::load(class).without(new).store(class);
    }
    let [a, b, c, d] = new;
    let sum = a.ones().add(b.ones()).add(c.ones().add(d.ones()));
    sum.add(R::load(&counts.0)).store(&mut counts.0);
}

/// What a block brought: squares in any row, in the first and in the last.
#[inline(always)]
fn sum_up(layout: &Layout, block: Block, any: u64, first: u64, last: u64) -> Found {
    // The last row of the last block may be in any lane.
    let (up, down) = if block.is_last(layout) { (any, any) } else { (first, last) };
    Found { any, up, down }
}

/// Writes all new squares of a block down; they are given by sheet and class.
#[cold]
#[inline(never)]
fn note_all(
    layout: &Layout,
    block: Block,
    classes: [(usize, usize); 4],
    new: &[Class; 4],
    spots: &mut Vec<Spot>,
) {
    for ((sheet, class), new) in classes.into_iter().zip(new) {
        for (lane, &new) in new.iter().enumerate() {
            let row = block.number as usize * layout.block_rows + lane * layout.weave + class;
            note(layout, spots, block.strip as usize, row, sheet, new);
        }
    }
}
