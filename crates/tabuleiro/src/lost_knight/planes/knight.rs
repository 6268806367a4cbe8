//! The kernels for the knight on blocks of full height: everything that is constant is a constant.

use crate::lost_knight::planes::dense::{Found, Kernel, Level, note};
use crate::lost_knight::planes::geometry::Leaper;
use crate::lost_knight::planes::halo::repeat_rows;
use crate::lost_knight::planes::layout::{FOLDED_ROWS, Jump, Layout, WHOLE_ROWS, folded_jumps};
use crate::lost_knight::planes::sparse::Spot;

const FOLDED_JUMPS: [[Jump; 2]; 4] = folded_jumps(Leaper::KNIGHT).0;

/// Both sheets of one colour of a folded board.
pub(crate) struct Folded<const ONE: usize, const TWO: usize>;

/// The one sheet of a whole board.
pub(crate) struct Whole;

/// `LENGTH` words from a place on.
#[inline(always)]
fn window<const LENGTH: usize>(words: &[u64], at: usize) -> &[u64; LENGTH] {
    words[at..at + LENGTH].try_into().expect("the slice has this length")
}

impl<const ONE: usize, const TWO: usize> Kernel for Folded<ONE, TWO> {
    const PLANES: usize = 2;

    #[inline(always)]
    fn block(
        layout: &Layout,
        words: &mut [u64],
        level: Level,
        strip: usize,
        first: usize,
        spots: Option<&mut Vec<Spot>>,
    ) -> Option<Found> {
        const ROWS: usize = FOLDED_ROWS;
        const WINDOW: usize = ROWS + 2;
        let info = &layout.strips[strip];
        let at = strip * layout.stride + 1 + first;
        let (from, other) = (level.from, 1 - level.from);
        // What one target sheet reaches by rows the other reaches by columns.
        let mut upright = [0; WINDOW];
        let mut across = [0; WINDOW];
        let lack = window::<WINDOW>(words, layout.plane(ONE ^ 2, from) + at - 1);
        let have = window::<WINDOW>(words, layout.plane(ONE ^ 2, other) + at - 1);
        for i in 0..WINDOW {
            upright[i] = have[i] & !lack[i];
        }
        let lack = window::<WINDOW>(words, layout.plane(ONE ^ 1, from) + at - 1);
        let have = window::<WINDOW>(words, layout.plane(ONE ^ 1, other) + at - 1);
        for i in 0..WINDOW {
            across[i] = have[i] & !lack[i];
        }
        let mut new = [[0; ROWS]; 2];
        new[0] = folded_sheet::<ONE>(layout, words, at, info.own, &upright, &across);
        new[1] = folded_sheet::<TWO>(layout, words, at, info.own, &across, &upright);
        let mut any = 0;
        for i in 0..ROWS {
            any |= new[0][i] | new[1][i];
        }
        if any == 0 {
            return Some(Found::default());
        }
        let mut count = 0;
        for i in 0..ROWS {
            count += u64::from(new[0][i].count_ones()) + u64::from(new[1][i].count_ones());
        }
        for (sheet, new) in [(ONE, &new[0]), (TWO, &new[1])] {
            let start = layout.plane(sheet, level.to);
            mark::<ROWS>(
                layout,
                &mut words[start..start + layout.plane_words],
                strip,
                first,
                new,
                any,
            );
        }
        if let Some(spots) = spots {
            note(spots, at, strip, ONE, &new[0]);
            note(spots, at, strip, TWO, &new[1]);
        }
        let (up, down) = (new[0][0] | new[1][0], new[0][ROWS - 1] | new[1][ROWS - 1]);
        Some(Found { any, up, down, count })
    }
}

/// The new squares of one sheet, from the sources over and under it and those beside it; both with
/// one row more at each end.
#[inline(always)]
fn folded_sheet<const SHEET: usize>(
    layout: &Layout,
    words: &[u64],
    at: usize,
    own: u64,
    upright: &[u64; FOLDED_ROWS + 2],
    across: &[u64; FOLDED_ROWS + 2],
) -> [u64; FOLDED_ROWS] {
    let [one, two] = const { FOLDED_JUMPS[SHEET] };
    let first = window::<FOLDED_ROWS>(words, layout.plane(SHEET, 0) + at);
    let second = window::<FOLDED_ROWS>(words, layout.plane(SHEET, 1) + at);
    let mut new = [0; FOLDED_ROWS];
    for i in 0..FOLDED_ROWS {
        let row = |offset: isize| (i + 1).wrapping_add_signed(offset);
        let near = upright[row(one.rows[0])] | upright[row(one.rows[1])];
        let far = across[row(two.rows[0])] | across[row(two.rows[1])];
        let reached = near << one.left | near >> one.right | far << two.left | far >> two.right;
        new[i] = reached & first[i] & second[i] & own;
    }
    new
}

impl Kernel for Whole {
    const PLANES: usize = 3;

    #[inline(always)]
    fn block(
        layout: &Layout,
        words: &mut [u64],
        level: Level,
        strip: usize,
        first: usize,
        spots: Option<&mut Vec<Spot>>,
    ) -> Option<Found> {
        const ROWS: usize = WHOLE_ROWS;
        const WINDOW: usize = ROWS + 4;
        let own = layout.strips[strip].own;
        let at = strip * layout.stride + 2 + first;
        let lack = window::<WINDOW>(words, layout.plane(0, level.from) + at - 2);
        let have = window::<WINDOW>(words, layout.plane(0, (level.from + 2) % 3) + at - 2);
        let mut source = [0; WINDOW];
        for i in 0..WINDOW {
            source[i] = have[i] & !lack[i];
        }
        let planes = [0, 1, 2].map(|plane| window::<ROWS>(words, layout.plane(0, plane) + at));
        let mut new = [0; ROWS];
        let (mut any, mut count) = (0, 0);
        for i in 0..ROWS {
            let near = source[i + 1] | source[i + 3];
            let far = source[i] | source[i + 4];
            let reached = near << 2 | near >> 2 | far << 1 | far >> 1;
            let bits = reached & planes[0][i] & planes[1][i] & planes[2][i] & own;
            new[i] = bits;
            any |= bits;
            count += u64::from(bits.count_ones());
        }
        if any == 0 {
            return Some(Found::default());
        }
        let start = layout.plane(0, level.to);
        mark::<ROWS>(
            layout,
            &mut words[start..start + layout.plane_words],
            strip,
            first,
            &new,
            any,
        );
        if let Some(spots) = spots {
            note(spots, at, strip, 0, &new);
        }
        Some(Found { any, up: new[0] | new[1], down: new[ROWS - 2] | new[ROWS - 1], count })
    }
}

/// Takes the new squares of a block of one sheet out of the level's plane, and out of the columns
/// and rows that repeat them.
#[inline(always)]
fn mark<const ROWS: usize>(
    layout: &Layout,
    plane: &mut [u64],
    strip: usize,
    first: usize,
    new: &[u64; ROWS],
    any: u64,
) {
    let halo = layout.halo as usize;
    let at = |strip: usize| strip * layout.stride + halo + first;
    let here = &mut plane[at(strip)..at(strip) + ROWS];
    for i in 0..ROWS {
        here[i] &= !new[i];
    }
    let info = &layout.strips[strip];
    if layout.strips.len() == 1 || first == 0 {
        crate::lost_knight::planes::halo::spread(layout, plane, strip, first, new, any);
        let _ = repeat_rows;
        return;
    }
    if any & info.left_edge != 0 && info.left != usize::MAX {
        let width = layout.strips[info.left].width;
        let beside = &mut plane[at(info.left)..at(info.left) + ROWS];
        for i in 0..ROWS {
            beside[i] &= !((new[i] & info.left_edge) << width);
        }
    }
    if any & info.right_edge != 0 && info.right != usize::MAX {
        let beside = &mut plane[at(info.right)..at(info.right) + ROWS];
        for i in 0..ROWS {
            beside[i] &= !((new[i] & info.right_edge) >> info.width);
        }
    }
}
