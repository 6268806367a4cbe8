//! The kernels for the knight: everything that can be is a constant.
//!
//! Plain loops over the lanes of a block, one for all classes of rows, because that is the form the
//! compiler turns into vectors of any width; and the same in registers of eight words.

use crate::planes::active::Block;
use crate::planes::block::{Class, Knight, Three, own_columns, owned_rows};
use crate::planes::layout::{FOLDED_WEAVE, LANES, Layout, WHOLE_WEAVE};
#[cfg(target_arch = "x86_64")]
use crate::planes::register::Register;
use crate::planes::word::Word;

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

/// The squares a move away from sources on a folded board, in the two target sheets. `upright` and
/// `across` are the sources in four neighbouring rows, of the sheets that differ from the first
/// target in the parity of rows and of columns: what the one target sheet reaches by rows the other
/// reaches by columns.
#[inline(always)]
fn folded_reach<W: Word, const ONE: usize, const TWO: usize>(
    [u0, u1, u2, u3]: [W; 4],
    [a0, a1, a2, a3]: [W; 4],
) -> [W; 4] {
    [
        reach::<W, ONE>([u0, u1, u2], [a0, a2]),
        reach::<W, ONE>([u1, u2, u3], [a1, a3]),
        reach::<W, TWO>([a0, a1, a2], [u0, u2]),
        reach::<W, TWO>([a1, a2, a3], [u1, u3]),
    ]
}

/// The squares of one row of a sheet that are a move away from sources: in the rows over, at and
/// under it in the sheet of the other row parity, and over and under it in that of the other
/// column parity.
#[inline(always)]
fn reach<W: Word, const SHEET: usize>(upright: [W; 3], across: [W; 2]) -> W {
    // Even rows lie over the odd rows of the same number, odd rows under the even ones.
    let near = upright[1].or(if SHEET >> 1 == 0 { upright[0] } else { upright[2] });
    let far = across[0].or(across[1]);
    let both = near.or(far);
    if SHEET & 1 == 0 {
        both.left::<1>().or(near.right::<1>()).or(far)
    } else {
        both.right::<1>().or(near.left::<1>()).or(far)
    }
}

/// The squares a move away from sources on a whole board, in four neighbouring rows, from the sources
/// of eight.
#[inline(always)]
fn whole_reach<W: Word>([r0, r1, r2, r3, r4, r5, r6, r7]: [W; 8]) -> [W; 4] {
    [
        around(r1.or(r3), r0.or(r4)),
        around(r2.or(r4), r1.or(r5)),
        around(r3.or(r5), r2.or(r6)),
        around(r4.or(r6), r3.or(r7)),
    ]
}

/// Two columns aside from the rows next to it, one from those further away.
#[inline(always)]
fn around<W: Word>(near: W, far: W) -> W {
    near.left::<2>().or(near.right::<2>()).or(far.left::<1>()).or(far.right::<1>())
}

impl<const ONE: usize, const TWO: usize, const FROM: usize, const OTHER: usize, const TO: usize>
    Folded<ONE, TWO, FROM, OTHER, TO>
{
    /// Where a class of sources lies: what it has, what it lacks.
    const fn sources(sheet: usize, class: usize) -> [usize; 2] {
        [folded(sheet, OTHER, class), folded(sheet, FROM, class)]
    }

    /// The sources of a sheet in four neighbouring rows.
    #[inline(always)]
    fn four(three: &Three<'_, FOLDED_WORDS>, sheet: usize) -> [Class; 4] {
        let [one, two] = [Self::sources(sheet, 0), Self::sources(sheet, 1)];
        let (first, second) = (three.sources(one), three.sources(two));
        [three.before(&second, two), first, second, three.behind(&first, one)]
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn four_at_once<R: Register>(three: &Three<'_, FOLDED_WORDS>, sheet: usize) -> [R; 4] {
        let [one, two] = [Self::sources(sheet, 0), Self::sources(sheet, 1)];
        let (first, second) = (three.at_once::<R>(one), three.at_once::<R>(two));
        let (before, behind) = (three.last_over(two), three.first_under(one));
        [second.after(before), first, second, first.before(behind)]
    }
}

impl<const ONE: usize, const TWO: usize, const FROM: usize, const OTHER: usize, const TO: usize>
    Knight for Folded<ONE, TWO, FROM, OTHER, TO>
{
    const NEW: [(usize, usize); 4] = [(ONE, 0), (ONE, 1), (TWO, 0), (TWO, 1)];
    const PLACES: [usize; 4] =
        [folded(ONE, TO, 0), folded(ONE, TO, 1), folded(TWO, TO, 0), folded(TWO, TO, 1)];
    const UPPER: [usize; 2] = [0, 2];
    const LOWER: [usize; 2] = [1, 3];

    #[inline(always)]
    fn find(layout: &Layout, words: &[u64], block: Block) -> [Class; 4] {
        let three = Three::<FOLDED_WORDS>::new(words, block.start(layout));
        let ([u0, u1, u2, u3], [a0, a1, a2, a3]) =
            (Self::four(&three, ONE ^ 2), Self::four(&three, ONE ^ 1));
        let (own, rows) = (own_columns(layout, block), owned_rows(layout, block));
        let open = |sheet: usize, class: usize, lane: usize| {
            let unreached = three.here[folded(sheet, 0, class) + lane]
                & three.here[folded(sheet, 1, class) + lane];
            unreached & own & rows[class][lane]
        };
        let mut new = [[0; LANES]; 4];
        for lane in 0..LANES {
            let near = folded_reach::<u64, ONE, TWO>(
                [u0[lane], u1[lane], u2[lane], u3[lane]],
                [a0[lane], a1[lane], a2[lane], a3[lane]],
            );
            new[0][lane] = near[0] & open(ONE, 0, lane);
            new[1][lane] = near[1] & open(ONE, 1, lane);
            new[2][lane] = near[2] & open(TWO, 0, lane);
            new[3][lane] = near[3] & open(TWO, 1, lane);
        }
        new
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn find_at_once<R: Register>(layout: &Layout, words: &[u64], block: Block) -> [R; 4] {
        let three = Three::<FOLDED_WORDS>::new(words, block.start(layout));
        let upright = Self::four_at_once::<R>(&three, ONE ^ 2);
        let across = Self::four_at_once::<R>(&three, ONE ^ 1);
        let mut new = folded_reach::<_, ONE, TWO>(upright, across);
        let rows = owned_rows(layout, block);
        let own = R::all(own_columns(layout, block));
        for (new, (sheet, class)) in new.iter_mut().zip(Self::NEW) {
            let zero = R::load(three.class(folded(sheet, 0, class)));
            let one = R::load(three.class(folded(sheet, 1, class)));
            let inside = own.and(R::load(&rows[class]));
            *new = new.and(zero).and(one).and(inside);
        }
        new
    }
}

impl<const FROM: usize, const TO: usize, const OTHER: usize> Whole<FROM, TO, OTHER> {
    /// Where each class of sources lies: what it has, what it lacks.
    const SOURCES: [[usize; 2]; 4] = [
        [whole(OTHER, 0), whole(FROM, 0)],
        [whole(OTHER, 1), whole(FROM, 1)],
        [whole(OTHER, 2), whole(FROM, 2)],
        [whole(OTHER, 3), whole(FROM, 3)],
    ];
}

impl<const FROM: usize, const TO: usize, const OTHER: usize> Knight for Whole<FROM, TO, OTHER> {
    const NEW: [(usize, usize); 4] = [(0, 0), (0, 1), (0, 2), (0, 3)];
    const PLACES: [usize; 4] = [whole(TO, 0), whole(TO, 1), whole(TO, 2), whole(TO, 3)];
    const UPPER: [usize; 2] = [0, 1];
    const LOWER: [usize; 2] = [2, 3];

    #[inline(always)]
    fn find(layout: &Layout, words: &[u64], block: Block) -> [Class; 4] {
        let three = Three::<WHOLE_WORDS>::new(words, block.start(layout));
        let [at0, at1, at2, at3] = Self::SOURCES;
        let (r2, r3) = (three.sources(at0), three.sources(at1));
        let (r4, r5) = (three.sources(at2), three.sources(at3));
        let (r0, r1) = (three.before(&r4, at2), three.before(&r5, at3));
        let (r6, r7) = (three.behind(&r2, at0), three.behind(&r3, at1));
        let (own, rows) = (own_columns(layout, block), owned_rows(layout, block));
        let open = |class: usize, lane: usize| {
            let unreached = three.here[whole(0, class) + lane] & three.here[whole(1, class) + lane];
            unreached & three.here[whole(2, class) + lane] & own & rows[class][lane]
        };
        let mut new = [[0; LANES]; 4];
        for lane in 0..LANES {
            let near = whole_reach([
                r0[lane], r1[lane], r2[lane], r3[lane], r4[lane], r5[lane], r6[lane], r7[lane],
            ]);
            new[0][lane] = near[0] & open(0, lane);
            new[1][lane] = near[1] & open(1, lane);
            new[2][lane] = near[2] & open(2, lane);
            new[3][lane] = near[3] & open(3, lane);
        }
        new
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn find_at_once<R: Register>(layout: &Layout, words: &[u64], block: Block) -> [R; 4] {
        let three = Three::<WHOLE_WORDS>::new(words, block.start(layout));
        let [at0, at1, at2, at3] = Self::SOURCES;
        let (r2, r3) = (three.at_once::<R>(at0), three.at_once::<R>(at1));
        let (r4, r5) = (three.at_once::<R>(at2), three.at_once::<R>(at3));
        let (r0, r1) = (r4.after(three.last_over(at2)), r5.after(three.last_over(at3)));
        let (r6, r7) = (r2.before(three.first_under(at0)), r3.before(three.first_under(at1)));
        let mut new = whole_reach([r0, r1, r2, r3, r4, r5, r6, r7]);
        let rows = owned_rows(layout, block);
        let own = R::all(own_columns(layout, block));
        for (class, new) in new.iter_mut().enumerate() {
            let zero = R::load(three.class(whole(0, class)));
            let one = R::load(three.class(whole(1, class)));
            let two = R::load(three.class(whole(2, class)));
            let inside = own.and(R::load(&rows[class]));
            *new = new.and(zero).and(one).and(two).and(inside);
        }
        new
    }
}
