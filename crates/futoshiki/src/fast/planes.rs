//! Small boards as bit planes: one board of bits for each value, every rule applied to all cells
//! at once. No event queue, no trail: a state is a few dozen words and is copied.
//!
//! The words of all planes at one place lie side by side, so that one vector instruction works on
//! several values. There may be more lanes than values; those beyond are empty.

#![allow(
    clippy::needless_range_loop,
    reason = "words at the same place of several planes are taken together"
)]

use super::layout::{Layout, Plane};
use super::rules::Rules;
use crate::{Futoshiki, Placed, Sign};
use tabuleiro_core::width::by_width;

/// What is known of a board: for each value the cells that may hold it.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const N: usize, const K: usize, const P: usize> {
    planes: [[u64; P]; K],
}

/// What propagation found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// No solution has this state.
    Dead,
    /// Every cell has one value and every clue holds.
    Solved,
    /// More than one value is left somewhere.
    Open,
}

impl<const N: usize, const K: usize, const P: usize> State<N, K, P> {
    /// Nothing is known, but that lanes beyond the values are empty.
    const BLANK: [[u64; P]; K] = {
        let mut planes = [[0; P]; K];
        let mut word = 0;
        while word < K {
            let mut value = 0;
            while value < N {
                planes[word][value] = Layout::<N, K>::FULL[word];
                value += 1;
            }
            word += 1;
        }
        planes
    };

    /// The state in which only the givens are known.
    pub(super) fn new(board: &Futoshiki) -> Self {
        let givens = &board.givens()[..N * N];
        let mut planes = Self::BLANK;
        // Where cells are given is found without a branch, which could not be foretold.
        let mut any = [0; K];
        for (cell, &value) in givens.iter().enumerate() {
            let (word, bit) = Layout::<N, K>::place(cell);
            any[word] |= u64::from(value > 0) << bit;
        }
        for word in 0..K {
            planes[word].iter_mut().for_each(|plane| *plane &= !any[word]);
            let mut bits = any[word];
            while bits != 0 {
                let cell = Layout::<N, K>::cell(word, bits.trailing_zeros());
                planes[word][usize::from(givens[cell]) - 1] |= bits & bits.wrapping_neg();
                bits &= bits - 1;
            }
        }
        State { planes }
    }

    /// For each word, the words of all values.
    #[inline(always)]
    pub(super) fn lanes(&self) -> &[[u64; P]; K] {
        &self.planes
    }

    /// Puts a value into a cell, which may hold it, and out of the rest of its lines.
    #[inline]
    pub(super) fn place(&mut self, step: Placed) {
        let (word, bit) = Layout::<N, K>::place(step.cell as usize);
        let value = step.value as usize - 1;
        self.planes[word].iter_mut().for_each(|plane| *plane &= !(1 << bit));
        let column = Layout::<N, K>::LOW << (step.cell as usize % N);
        self.planes.iter_mut().for_each(|lanes| lanes[value] &= !column);
        let plane = &mut self.planes[word][value];
        *plane = *plane & !Layout::<N, K>::rows(1 << bit) | 1 << bit;
    }

    /// Forbids a value in a cell.
    pub(super) fn forbid(&mut self, step: Placed) {
        let (word, bit) = Layout::<N, K>::place(step.cell as usize);
        self.planes[word][step.value as usize - 1] &= !(1 << bit);
    }

    /// The value of each cell, from 1, in reading order, if solved.
    pub(super) fn write(&self, grid: &mut [u8]) {
        for (word, lanes) in self.planes.iter().enumerate() {
            for (value, &bits) in lanes[..N].iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    grid[Layout::<N, K>::cell(word, bits.trailing_zeros())] = value as u8 + 1;
                    bits &= bits - 1;
                }
            }
        }
    }

    /// The values a cell may still hold.
    pub(super) fn domain(&self, cell: usize) -> u64 {
        let (word, bit) = Layout::<N, K>::place(cell);
        let has = |value: usize| (self.planes[word][value] >> bit & 1) << value;
        (0..N).fold(0, |mask, value| mask | has(value))
    }

    /// Bounds along signs. A value needs a lesser value in each neighbour that must be less: one
    /// ascending sweep reaches the fixpoint however long the chains, since what a cell loses is
    /// lost before its neighbours look at it; descending likewise. One changes the least values only,
    /// the other the greatest: so they go side by side.
    #[inline(always)]
    fn sweep(planes: &mut [[u64; P]; K], rules: &Rules<N, K>) {
        let (mut up, mut down) = (*planes, *planes);
        // The cells without a value among those swept.
        let (mut without_less, mut without_more) = (Layout::<N, K>::FULL, Layout::<N, K>::FULL);
        for value in 0..N {
            let opposite = N - 1 - value;
            let less = Layout::<N, K>::neighbours(&without_less);
            let more = Layout::<N, K>::neighbours(&without_more);
            for word in 0..K {
                let (mut too_small, mut too_large) = (0, 0);
                for side in 0..4 {
                    too_small |= rules.greater[side][word] & less[side][word];
                    too_large |= rules.less[side][word] & more[side][word];
                }
                up[word][value] &= !too_small;
                without_less[word] &= !up[word][value];
                down[word][opposite] &= !too_large;
                without_more[word] &= !down[word][opposite];
            }
        }
        for word in 0..K {
            for lane in 0..P {
                planes[word][lane] = up[word][lane] & down[word][lane];
            }
        }
    }

    /// Bounds of the signs between cells that are no neighbours. Nothing if a cell is left empty,
    /// else whether anything was lost.
    fn sweep_distant(&mut self, rules: &Rules<N, K>) -> Option<bool> {
        let mut any = false;
        for &Sign { less, more } in &rules.distant {
            let (low, high) = (self.domain(less as usize), self.domain(more as usize));
            if low == 0 || high == 0 {
                return None;
            }
            let too_small = high & ((low & low.wrapping_neg()) << 1).wrapping_sub(1);
            let too_large = low & !((1u64 << (63 - high.leading_zeros())) - 1);
            for (cell, mut lost) in [(more, too_small), (less, too_large)] {
                any |= lost != 0;
                while lost != 0 {
                    self.forbid(Placed { cell, value: lost.trailing_zeros() as u8 + 1 });
                    lost &= lost - 1;
                }
            }
        }
        Some(any)
    }

    /// The cells in at least one and in at least two of the planes, for every lane to ask.
    #[inline(always)]
    fn cells(planes: &[[u64; P]; K]) -> ([[u64; P]; K], [[u64; P]; K]) {
        let (mut one, mut two) = ([[0; P]; K], [[0; P]; K]);
        for word in 0..K {
            // Four at a time as long as there are, then two.
            let (mut once, mut twice) = ([0; 4], [0; 4]);
            for four in planes[word].as_chunks::<4>().0 {
                for lane in 0..4 {
                    twice[lane] |= once[lane] & four[lane];
                    once[lane] |= four[lane];
                }
            }
            let pair = [0, 1].map(|lane| {
                let [a, b] = [once[lane], once[lane + 2]];
                (a | b, twice[lane] | twice[lane + 2] | a & b)
            });
            one[word] = [pair[0].0 | pair[1].0; P];
            two[word] = [pair[0].1 | pair[1].1 | pair[0].0 & pair[1].0; P];
        }
        (one, two)
    }

    /// Applies bounds, naked and hidden singles until nothing changes, or so many times: the number is left with what was not used.
    #[inline(always)]
    fn settle(&mut self, rules: &Rules<N, K>, rounds: &mut u32) -> Found {
        let mut planes = self.planes;
        loop {
            let Some(left) = rounds.checked_sub(1) else { return Found::Open };
            *rounds = left;
            let before = planes;
            Self::sweep(&mut planes, rules);
            let (once, twice) = Self::cells(&planes);
            if (0..K).any(|word| once[word][0] != Layout::<N, K>::FULL[word]) {
                return Found::Dead;
            }
            let mut hidden = [[0; P]; K];
            let mut wrong = [0; P];
            for lane in 0..P {
                // What the naked singles of this value leave of its lines.
                let set: Plane<K> = std::array::from_fn(|word| {
                    planes[word][lane] & once[word][lane] & !twice[word][lane]
                });
                let columns = Layout::<N, K>::columns(set);
                let left: Plane<K> = std::array::from_fn(|word| {
                    let lines = Layout::<N, K>::rows(set[word]) | columns;
                    planes[word][lane] & !lines | set[word]
                });
                let (mut any, mut several) = (0, 0);
                for word in left {
                    several |= any & word;
                    any |= word;
                }
                let [any, several] =
                    Layout::<N, K>::fold([any, several], |[a, b], [c, d]| [a | c, b | d | a & c]);
                for word in 0..K {
                    let bits = left[word];
                    let rest = Layout::<N, K>::rows(Layout::<N, K>::without_lowest(bits));
                    hidden[word][lane] = bits & !(rest & several);
                    // Lines without a place; lines with another place beside a naked single, which
                    // is one itself.
                    wrong[lane] |= Self::BLANK[word][lane] & !(Layout::<N, K>::rows(bits) & any)
                        | set[word] & (rest | several);
                    planes[word][lane] = bits;
                }
            }
            // Two values may have no other place than one cell.
            let (forced, clash) = Self::cells(&hidden);
            let clash = clash.iter().map(|lanes| lanes[0]);
            let wrong = wrong.into_iter().chain(clash).fold(0, |all, bits| all | bits);
            if wrong != 0 {
                return Found::Dead;
            }
            let is_full = twice.iter().all(|lanes| lanes[0] == 0);
            if is_full && rules.distant.is_empty() {
                self.planes = planes;
                return Found::Solved;
            }
            // What is forced here clears its lines at once: the sweep then sees more.
            let mut lost = 0;
            for lane in 0..P {
                let columns =
                    Layout::<N, K>::columns(std::array::from_fn(|word| hidden[word][lane]));
                for word in 0..K {
                    let bits = hidden[word][lane];
                    let lines = forced[word][lane] | Layout::<N, K>::rows(bits) | columns;
                    planes[word][lane] &= !lines | bits;
                    lost |= planes[word][lane] ^ before[word][lane];
                }
            }
            if lost == 0 || is_full {
                // The sweep reached its own fixpoint, and nothing has changed since.
                self.planes = planes;
                match self.sweep_distant(rules) {
                    None => return Found::Dead,
                    Some(true) => planes = self.planes,
                    Some(false) if is_full => return Found::Solved,
                    Some(false) => return Found::Open,
                }
            }
        }
    }
}

by_width! {
    /// Applies bounds, naked and hidden singles until nothing changes, or so many times. Where two short
    /// vectors do, they are shuffled faster than a long one.
    pub(super) fn propagate<const N: usize, const K: usize, const P: usize>(
        state: &mut State<N, K, P>,
        rules: &Rules<N, K>,
        rounds: &mut u32,
    ) -> Found = State::settle where wide: N > 3, widest: P > 8;
}
