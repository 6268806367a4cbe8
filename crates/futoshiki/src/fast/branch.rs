//! Where to branch on bit planes: the fewest alternatives among the values of a cell and the places
//! of a value in a row or a column; among equals the one whose steps tighten most other choices.
//!
//! Only the first [`OFFERS`] equals are weighed: weighing all costs more than it saves.

#![allow(
    clippy::needless_range_loop,
    reason = "words at the same place of several planes are taken together"
)]

use super::choices::{Along, Choices};
use super::layout::{Layout, Plane};
use super::planes::State;
use tabuleiro_core::width::by_width;

/// How many of the tightest choices are weighed.
const OFFERS: usize = 12;

/// The candidates that lie where there are two alternatives, and two or three.
struct ChoiceSurvey<'a, const N: usize, const K: usize, const P: usize> {
    state: &'a State<N, K, P>,
    /// The cells with so many values.
    cells: [Plane<K>; 2],
    /// Candidates whose row has so few places for the value.
    rows: [[[u64; P]; K]; 2],
    /// The same for columns.
    columns: [[[u64; P]; K]; 2],
    /// For each cell, as a number in five slices, how often its candidates lie in such lines.
    of_cell: [Plane<K>; 5],
}

impl<'a, const N: usize, const K: usize, const P: usize> ChoiceSurvey<'a, N, K, P> {
    #[inline(always)]
    fn new(state: &'a State<N, K, P>) -> Self {
        let planes = state.lanes();
        let (mut rows, mut columns) = ([[[0; P]; K]; 2], [[[0; P]; K]; 2]);
        for lane in 0..P {
            // Saturating counters of the columns, all rows at once, then folded.
            let mut count = [0u64; 4];
            for word in 0..K {
                let bits = planes[word][lane];
                for level in (1..4).rev() {
                    count[level] |= count[level - 1] & bits;
                }
                count[0] |= bits;
            }
            let [_, one, two, three] = Layout::<N, K>::fold(count, |[a, b, c, d], [e, f, g, h]| {
                [a | e, b | f | a & e, c | g | b & e | a & f, d | h | c & e | b & f | a & g]
            });
            for word in 0..K {
                let bits = planes[word][lane];
                columns[0][word][lane] = bits & one & !two;
                columns[1][word][lane] = bits & one & !three;
                let rest = Layout::<N, K>::without_lowest(bits);
                let second = Layout::<N, K>::without_lowest(rest);
                let third = Layout::<N, K>::without_lowest(second);
                let [one, two, three] = [rest, second, third].map(Layout::<N, K>::rows);
                rows[0][word][lane] = bits & one & !two;
                rows[1][word][lane] = bits & one & !three;
            }
        }
        let (mut cells, mut of_cell) = ([[0; K]; 2], [[0; K]; 5]);
        for word in 0..K {
            let mut at_least = [0; 4];
            for value in 0..N {
                let bits = planes[word][value];
                for level in (1..4).rev() {
                    at_least[level] |= at_least[level - 1] & bits;
                }
                at_least[0] |= bits;
                // What has two alternatives has two or three: it counts 2, the rest 1 or 0.
                let (a, b) = (rows[0][word][value], columns[0][word][value]);
                let (c, d) = (rows[1][word][value] ^ a, columns[1][word][value] ^ b);
                let (ones, twos, fours) = (c ^ d, a ^ b ^ c & d, a & b | (a ^ b) & c & d);
                let mut carry = of_cell[0][word] & ones;
                of_cell[0][word] ^= ones;
                for (slice, add) in [(1, twos), (2, fours), (3, 0), (4, 0)] {
                    let old = of_cell[slice][word];
                    of_cell[slice][word] = old ^ add ^ carry;
                    carry = old & add | carry & (old ^ add);
                }
            }
            cells[0][word] = at_least[1] & !at_least[2];
            cells[1][word] = at_least[1] & !at_least[3];
        }
        ChoiceSurvey { state, cells, rows, columns, of_cell }
    }

    /// Whether anything has two alternatives.
    #[inline(always)]
    fn any_of_two(&self) -> bool {
        let mut any = 0;
        for word in 0..K {
            for lane in 0..P {
                any |= self.rows[0][word][lane] | self.columns[0][word][lane];
            }
            any |= self.cells[0][word];
        }
        any != 0
    }

    /// How many tight choices lose an alternative when the value is put into the cell; those of
    /// two count twice.
    #[inline(always)]
    fn weight(&self, cell: usize, value: usize) -> u32 {
        let (word, bit) = Layout::<N, K>::place(cell);
        let here = 1 << bit;
        let row = Layout::<N, K>::rows(here) & !here;
        let column = Layout::<N, K>::LOW << (bit as usize % Layout::<N, K>::STRIDE);
        let (mut weight, mut own) = (1, 0);
        for level in 0..2 {
            for at in 0..K {
                let (column, row) = if at == word { (column & !here, row) } else { (column, 0) };
                let cells = self.cells[level][at] & self.state.lanes()[at][value];
                let (rows, columns) = (self.rows[level][at][value], self.columns[level][at][value]);
                weight += (cells & (row | column)).count_ones();
                weight += (rows & column | columns & row).count_ones();
            }
            let (rows, columns) = (self.rows[level][word][value], self.columns[level][word][value]);
            own += (rows >> bit & 1) + (columns >> bit & 1);
        }
        let mut of_cell = 0;
        for counts in self.of_cell.iter().rev() {
            of_cell = of_cell << 1 | counts[word] >> bit & 1;
        }
        // The slices of a cell count this value, too, and run over on large boards.
        (weight + of_cell as u32).saturating_sub(own as u32).max(1)
    }
}

/// The first of the tightest choices.
struct TightestChoice {
    all: [(Along, u64); OFFERS],
    number: usize,
}

impl TightestChoice {
    /// Takes one more; false if there is no room for another.
    #[inline(always)]
    fn take(&mut self, along: Along, mask: u64) -> bool {
        self.all[self.number] = (along, mask);
        self.number += 1;
        self.number < OFFERS
    }

    /// Those with two alternatives; if there are none, those with three.
    #[inline(always)]
    fn new<const N: usize, const K: usize, const P: usize>(
        survey: &ChoiceSurvey<'_, N, K, P>,
    ) -> Self {
        let mut offers = TightestChoice { all: [(Along::Cell(0), 0); OFFERS], number: 0 };
        let level = usize::from(!survey.any_of_two());
        let lanes = survey.state.lanes();
        for word in 0..K {
            let mut bits = survey.cells[level][word];
            while bits != 0 {
                let cell = Layout::<N, K>::cell(word, bits.trailing_zeros());
                bits &= bits - 1;
                if !offers.take(Along::Cell(cell as u16), survey.state.domain(cell)) {
                    return offers;
                }
            }
        }
        for value in 0..N {
            for word in 0..K {
                let mut rows = Layout::<N, K>::rows_with_any(survey.rows[level][word][value]);
                while rows != 0 {
                    let row = rows.trailing_zeros() as usize - N;
                    rows &= rows - 1;
                    let y = word * Layout::<N, K>::ROWS + row / Layout::<N, K>::STRIDE;
                    let mask = lanes[word][value] >> row & Layout::<N, K>::ROW;
                    if !offers.take(Along::Row(y as u8, value as u8), mask) {
                        return offers;
                    }
                }
            }
            let columns = std::array::from_fn(|word| survey.columns[level][word][value]);
            let mut columns = Layout::<N, K>::columns(columns) & Layout::<N, K>::ROW;
            while columns != 0 {
                let x = columns.trailing_zeros();
                columns &= columns - 1;
                let mut mask = 0;
                for y in 0..N {
                    let (word, bit) = Layout::<N, K>::place(y * N);
                    mask |= (lanes[word][value] >> (bit + x) & 1) << y;
                }
                if !offers.take(Along::Column(x as u8, value as u8), mask) {
                    return offers;
                }
            }
        }
        offers
    }
}

/// No closures: they would not be compiled for the processor.
#[inline(always)]
fn tightest<const N: usize, const K: usize, const P: usize>(state: &State<N, K, P>) -> Choices {
    let survey = ChoiceSurvey::new(state);
    let offers = TightestChoice::new(&survey);
    let mut best = (0, Along::Cell(0), 0);
    for &(along, mask) in &offers.all[..offers.number] {
        let mut score = 1;
        let mut left = mask;
        // What the alternatives have in common is looked up once.
        match along {
            Along::Cell(cell) => {
                while left != 0 {
                    let value = left.trailing_zeros() as usize;
                    score *= u64::from(survey.weight(usize::from(cell), value));
                    left &= left - 1;
                }
            }
            Along::Row(y, value) => {
                while left != 0 {
                    let cell = usize::from(y) * N + left.trailing_zeros() as usize;
                    score *= u64::from(survey.weight(cell, usize::from(value)));
                    left &= left - 1;
                }
            }
            Along::Column(x, value) => {
                while left != 0 {
                    let cell = left.trailing_zeros() as usize * N + usize::from(x);
                    score *= u64::from(survey.weight(cell, usize::from(value)));
                    left &= left - 1;
                }
            }
        }
        if score > best.0 {
            best = (score, along, mask);
        }
    }
    if best.0 == 0 {
        let size = |cell: &usize| state.domain(*cell).count_ones();
        let cell = (0..N * N).filter(|cell| size(cell) > 1).min_by_key(size).unwrap_or(0);
        best = (1, Along::Cell(cell as u16), state.domain(cell));
    }
    Choices::new(N, best.1, best.2)
}

by_width! {
    /// The choice with the fewest alternatives; the state must be open.
    pub(super) fn choose<const N: usize, const K: usize, const P: usize>(
        state: &State<N, K, P>,
    ) -> Choices = tightest where wide: N > 3, widest: P > 8;
}
