//! The kernels for the knight: everything that can be is a constant.
//!
//! Plain loops over the lanes of a block, one for all classes of rows, because that is the form
//! the compiler turns into vectors of any width.

use crate::lost_knight::planes::dense::{Block, Found, Kernel, Level, note};
use crate::lost_knight::planes::halo::{repeat_rows, spread};
use crate::lost_knight::planes::layout::{FOLDED_WEAVE, LANES, Layout, WHOLE_WEAVE};
use crate::lost_knight::planes::sparse::Spot;

/// Both sheets of one colour of a folded board, and the planes: what sources lack, what they have
/// instead, what new squares will lack.
pub(crate) struct Folded<
    const ONE: usize,
    const TWO: usize,
    const FROM: usize,
    const OTHER: usize,
    const TO: usize,
>;

/// The one sheet of a whole board, and the planes: what sources lack, what new squares will lack,
/// what both have.
pub(crate) struct Whole<const FROM: usize, const TO: usize, const OTHER: usize>;

/// The words of one class of rows in a block.
type Class = [u64; LANES];

/// Words from one block of a folded board to the next.
const FOLDED_WORDS: usize = 4 * 2 * FOLDED_WEAVE * LANES;
/// Words from one block of a whole board to the next.
const WHOLE_WORDS: usize = 3 * WHOLE_WEAVE * LANES;

/// Where a class of rows lies in a block of a folded board.
const fn folded(sheet: usize, plane: usize, class: usize) -> usize {
    ((sheet * 2 + plane) * FOLDED_WEAVE + class) * LANES
}

/// Where a class of rows lies in a block of a whole board.
const fn whole(plane: usize, class: usize) -> usize {
    (plane * WHOLE_WEAVE + class) * LANES
}

/// The sources in the rows right before a class of rows, which are the last class moved by one
/// lane: in the first lane the last row of the block over it. `have` and `lack` are where the last
/// class lies in each of three blocks of `length` words.
#[inline(always)]
fn before(
    three: &[u64],
    length: usize,
    have: usize,
    lack: usize,
    lane: usize,
    first: &Class,
) -> u64 {
    let (near, far) = (length + lane - 1, LANES - 1);
    let inside = three[have + near] & !three[lack + near];
    let beside = three[have + far] & !three[lack + far];
    inside & !first[lane] | beside & first[lane]
}

/// The sources in the rows right behind a class of rows, which are the first class moved by one
/// lane the other way.
#[inline(always)]
fn behind(
    three: &[u64],
    length: usize,
    have: usize,
    lack: usize,
    lane: usize,
    last: &Class,
) -> u64 {
    let (near, far) = (length + lane + 1, 2 * length);
    let inside = three[have + near] & !three[lack + near];
    let beside = three[have + far] & !three[lack + far];
    inside & !last[lane] | beside & last[lane]
}

impl<const ONE: usize, const TWO: usize, const FROM: usize, const OTHER: usize, const TO: usize>
    Kernel for Folded<ONE, TWO, FROM, OTHER, TO>
{
    #[inline(always)]
    fn block(
        layout: &Layout,
        words: &mut [u64],
        _: Level,
        block: Block,
        spots: Option<&mut Vec<Spot>>,
    ) -> Found {
        const LENGTH: usize = FOLDED_WORDS;
        // The blocks over and under it lie on both sides.
        let three: &[u64; 3 * LENGTH] = words[block.start - LENGTH..block.start + 2 * LENGTH]
            .try_into()
            .expect("the slice has this length");
        let own = layout.strips[block.strip].own;
        let mut new = [[0; LANES]; 4];
        // Two sums of the classes: of those that hold the first rows, and the last.
        let (mut upper, mut lower) = ([0; LANES], [0; LANES]);
        let mut counts = [0; LANES];
        let rows = &layout.owned_rows[usize::from(block.block + 1 < layout.blocks)];
        let [first, last] = &layout.end_lanes;
        for lane in 0..LANES {
            let source = |sheet: usize, class: usize| {
                let at = LENGTH + lane;
                three[folded(sheet, OTHER, class) + at] & !three[folded(sheet, FROM, class) + at]
            };
            let before = |sheet: usize| {
                let (have, lack) = (folded(sheet, OTHER, 1), folded(sheet, FROM, 1));
                before(three, LENGTH, have, lack, lane, first)
            };
            let behind = |sheet: usize| {
                let (have, lack) = (folded(sheet, OTHER, 0), folded(sheet, FROM, 0));
                behind(three, LENGTH, have, lack, lane, last)
            };
            let open = |sheet: usize, class: usize| {
                let at = LENGTH + lane;
                let inside = own & rows[class][lane];
                three[folded(sheet, 0, class) + at] & three[folded(sheet, 1, class) + at] & inside
            };
            // What the one target sheet reaches by rows the other reaches by columns.
            let (upright, across) = (ONE ^ 2, ONE ^ 1);
            let (u0, u1, u2, u3) =
                (before(upright), source(upright, 0), source(upright, 1), behind(upright));
            let (a0, a1, a2, a3) =
                (before(across), source(across, 0), source(across, 1), behind(across));
            let found = [
                reach::<ONE>([u0, u1, u2], [a0, a2]) & open(ONE, 0),
                reach::<ONE>([u1, u2, u3], [a1, a3]) & open(ONE, 1),
                reach::<TWO>([a0, a1, a2], [u0, u2]) & open(TWO, 0),
                reach::<TWO>([a1, a2, a3], [u1, u3]) & open(TWO, 1),
            ];
            new[0][lane] = found[0];
            new[1][lane] = found[1];
            new[2][lane] = found[2];
            new[3][lane] = found[3];
            upper[lane] = found[0] | found[2];
            lower[lane] = found[1] | found[3];
            counts[lane] = ones(found);
        }
        let places =
            [folded(ONE, TO, 0), folded(ONE, TO, 1), folded(TWO, TO, 0), folded(TWO, TO, 1)];
        let sums = (&upper, &lower, &counts);
        finish::<LENGTH>(layout, words, block, places, [ONE, ONE, TWO, TWO], &new, sums, spots)
    }
}

/// The squares of one row of a sheet that are a move away from sources: in the rows over, at and
/// under it in the sheet of the other row parity, and over and under it in that of the other
/// column parity.
#[inline(always)]
fn reach<const SHEET: usize>(upright: [u64; 3], across: [u64; 2]) -> u64 {
    // Even rows lie over the odd rows of the same number, odd rows under the even ones.
    let near = upright[1] | if SHEET >> 1 == 0 { upright[0] } else { upright[2] };
    let far = across[0] | across[1];
    let shifted = if SHEET & 1 == 0 { far << 1 } else { far >> 1 };
    near << 1 | near >> 1 | far | shifted
}

/// How many bits four words have.
#[inline(always)]
fn ones(words: [u64; 4]) -> u64 {
    u64::from(words[0].count_ones())
        + u64::from(words[1].count_ones())
        + u64::from(words[2].count_ones())
        + u64::from(words[3].count_ones())
}

impl<const FROM: usize, const TO: usize, const OTHER: usize> Kernel for Whole<FROM, TO, OTHER> {
    #[inline(always)]
    fn block(
        layout: &Layout,
        words: &mut [u64],
        _: Level,
        block: Block,
        spots: Option<&mut Vec<Spot>>,
    ) -> Found {
        const LENGTH: usize = WHOLE_WORDS;
        let three: &[u64; 3 * LENGTH] = words[block.start - LENGTH..block.start + 2 * LENGTH]
            .try_into()
            .expect("the slice has this length");
        let own = layout.strips[block.strip].own;
        let mut new = [[0; LANES]; 4];
        // Two sums of the classes: of those that hold the first rows, and the last.
        let (mut upper, mut lower) = ([0; LANES], [0; LANES]);
        let mut counts = [0; LANES];
        let rows = &layout.owned_rows[usize::from(block.block + 1 < layout.blocks)];
        let [first, last] = &layout.end_lanes;
        for lane in 0..LANES {
            let at = LENGTH + lane;
            let source =
                |class: usize| three[whole(OTHER, class) + at] & !three[whole(FROM, class) + at];
            let before = |class: usize| {
                before(three, LENGTH, whole(OTHER, class), whole(FROM, class), lane, first)
            };
            let behind = |class: usize| {
                behind(three, LENGTH, whole(OTHER, class), whole(FROM, class), lane, last)
            };
            let (r0, r1, r2, r3) = (before(2), before(3), source(0), source(1));
            let (r4, r5, r6, r7) = (source(2), source(3), behind(0), behind(1));
            let open = |class: usize| {
                let inside = own & rows[class][lane];
                three[whole(0, class) + at]
                    & three[whole(1, class) + at]
                    & three[whole(2, class) + at]
                    & inside
            };
            let move_to = |near: u64, far: u64| near << 2 | near >> 2 | far << 1 | far >> 1;
            let found = [
                move_to(r1 | r3, r0 | r4) & open(0),
                move_to(r2 | r4, r1 | r5) & open(1),
                move_to(r3 | r5, r2 | r6) & open(2),
                move_to(r4 | r6, r3 | r7) & open(3),
            ];
            new[0][lane] = found[0];
            new[1][lane] = found[1];
            new[2][lane] = found[2];
            new[3][lane] = found[3];
            upper[lane] = found[0] | found[1];
            lower[lane] = found[2] | found[3];
            counts[lane] = ones(found);
        }
        let places = [whole(TO, 0), whole(TO, 1), whole(TO, 2), whole(TO, 3)];
        let sums = (&upper, &lower, &counts);
        finish::<LENGTH>(layout, words, block, places, [0; 4], &new, sums, spots)
    }
}

/// Takes the new squares out of the level's plane, and out of the columns and rows that repeat
/// them, and sums up. `places` are the four classes of rows from the start of the block, `sheets`
/// their sheets.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "the end of both kernels, and of nothing else")]
fn finish<const LENGTH: usize>(
    layout: &Layout,
    words: &mut [u64],
    block: Block,
    places: [usize; 4],
    sheets: [usize; 4],
    new: &[Class; 4],
    (upper, lower, counts): (&Class, &Class, &Class),
    spots: Option<&mut Vec<Spot>>,
) -> Found {
    let mut any = 0;
    for lane in 0..LANES {
        any |= upper[lane] | lower[lane];
    }
    if any == 0 {
        return Found::default();
    }
    let count = counts.iter().sum();
    take::<LENGTH>(words, block.start, places, new, u64::MAX, 0, 0);
    let info = &layout.strips[block.strip];
    let strips = layout.strips.len();
    let first = block.start - block.strip * layout.strip_words;
    if any & info.left_edge != 0 && info.left < strips && strips > 1 {
        let start = first + info.left * layout.strip_words;
        let width = layout.strips[info.left].width;
        take::<LENGTH>(words, start, places, new, info.left_edge, width, 0);
    }
    if any & info.right_edge != 0 && info.right < strips && strips > 1 {
        let start = first + info.right * layout.strip_words;
        take::<LENGTH>(words, start, places, new, info.right_edge, 0, info.width);
    }
    let behind = layout.blocks - block.block;
    // The last row of the last block may be in any lane.
    let (up, down) = if behind == 1 { (any, any) } else { (upper[0], lower[LANES - 1]) };
    let at_end = behind == 1 || block.block == 0 && up != 0 || behind == 2 && layout.skips();
    if at_end || strips == 1 {
        Done { layout, block, places, sheets }.repeat(words, new);
    }
    if let Some(spots) = spots {
        Done { layout, block, places, sheets }.note(spots, new);
    }
    Found { any, up, down, count }
}

/// Takes new squares, as far as `mask` holds them, shifted, out of a block.
#[inline(always)]
fn take<const LENGTH: usize>(
    words: &mut [u64],
    start: usize,
    places: [usize; 4],
    new: &[Class; 4],
    mask: u64,
    left: u32,
    right: u32,
) {
    let block: &mut [u64; LENGTH] =
        (&mut words[start..start + LENGTH]).try_into().expect("the slice has this length");
    for lane in 0..LANES {
        block[places[0] + lane] &= !(((new[0][lane] & mask) << left) >> right);
        block[places[1] + lane] &= !(((new[1][lane] & mask) << left) >> right);
        block[places[2] + lane] &= !(((new[2][lane] & mask) << left) >> right);
        block[places[3] + lane] &= !(((new[3][lane] & mask) << left) >> right);
    }
}

/// A searched block, for what is seldom to be done with it.
struct Done<'a> {
    layout: &'a Layout,
    block: Block,
    places: [usize; 4],
    sheets: [usize; 4],
}

impl Done<'_> {
    /// The class of rows of one of the four places.
    fn class(&self, index: usize) -> usize {
        self.places[index] / LANES % self.layout.weave
    }

    /// Renews the repeated rows near the ends of a strip, and the repeated columns of an only strip.
    #[cold]
    #[inline(never)]
    fn repeat(&self, words: &mut [u64], new: &[Class; 4]) {
        let Done { layout, block, .. } = self;
        for index in 0..4 {
            let class = self.class(index);
            let plane = self.places[index] - class * LANES;
            if layout.strips.len() == 1 {
                for (lane, &new) in new[index].iter().enumerate() {
                    if new != 0 {
                        let row = block.block * layout.block_rows + lane * layout.weave + class;
                        spread(layout, words, plane, block.strip, row, new);
                    }
                }
            } else if class == 0 {
                repeat_rows(layout, words, plane, block.strip);
            }
        }
    }

    /// Writes the new squares down.
    #[cold]
    #[inline(never)]
    fn note(&self, spots: &mut Vec<Spot>, new: &[Class; 4]) {
        let Done { layout, block, .. } = self;
        for index in 0..4 {
            for (lane, &new) in new[index].iter().enumerate() {
                let row = lane * layout.weave + self.class(index);
                let row = block.block * layout.block_rows + row;
                note(layout, spots, block.strip, row, self.sheets[index], new);
            }
        }
    }
}
