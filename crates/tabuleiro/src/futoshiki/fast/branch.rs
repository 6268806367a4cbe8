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
use crate::futoshiki::Placed;

/// How many of the tightest choices are weighed.
const OFFERS: usize = 12;

/// What is tight around each candidate of one value.
#[derive(Clone, Copy)]
struct Tight<const K: usize> {
    /// Candidates whose row has two places for the value, and two or three.
    rows: [Plane<K>; 2],
    /// The same for columns.
    columns: [Plane<K>; 2],
}

/// The candidates that lie where there are two alternatives, and two or three.
struct Survey<'a, const N: usize, const K: usize> {
    planes: &'a [Plane<K>; N],
    cells: [Plane<K>; 2],
    lines: [Tight<K>; N],
    /// For each cell, as a number in five slices, how often its candidates lie in `lines`.
    of_cell: [Plane<K>; 5],
}

impl<'a, const N: usize, const K: usize> Survey<'a, N, K> {
    #[inline(always)]
    fn new(planes: &'a [Plane<K>; N]) -> Self {
        let mut at_least = [[0; K]; 4];
        let mut of_cell = [[0; K]; 5];
        let mut lines = [Tight { rows: [[0; K]; 2], columns: [[0; K]; 2] }; N];
        for (plane, tight) in planes.iter().zip(&mut lines) {
            // Saturating counters of the columns, all rows at once, then folded.
            let mut count = [0u64; 4];
            for word in 0..K {
                let bits = plane[word];
                for level in (1..4).rev() {
                    at_least[level][word] |= at_least[level - 1][word] & bits;
                    count[level] |= count[level - 1] & bits;
                }
                at_least[0][word] |= bits;
                count[0] |= bits;
            }
            let mut shift = 1;
            while shift < Layout::<N, K>::ROWS {
                let [a, b, c, d] = count;
                let [e, f, g, h] = count.map(|level| level >> (shift * Layout::<N, K>::STRIDE));
                count =
                    [a | e, b | f | a & e, c | g | b & e | a & f, d | h | c & e | b & f | a & g];
                shift *= 2;
            }
            let two = Layout::<N, K>::down(count[1] & !count[2]);
            let three = Layout::<N, K>::down(count[1] & !count[3]);
            for word in 0..K {
                let bits = plane[word];
                let rest = Layout::<N, K>::without_lowest(bits);
                let second = Layout::<N, K>::without_lowest(rest);
                let third = Layout::<N, K>::without_lowest(second);
                let [one, two_rows, three_rows] =
                    [rest, second, third].map(Layout::<N, K>::rows_with_any);
                tight.rows[0][word] = bits & Layout::<N, K>::across(one & !two_rows);
                tight.rows[1][word] = bits & Layout::<N, K>::across(one & !three_rows);
                tight.columns[0][word] = bits & two;
                tight.columns[1][word] = bits & three;
                // What has two alternatives has two or three: it counts 2, the rest 1 or 0.
                let (a, b) = (tight.rows[0][word], bits & two);
                let (c, d) = (tight.rows[1][word] ^ a, bits & (three ^ two));
                let (ones, twos, fours) = (c ^ d, a ^ b ^ c & d, a & b | (a ^ b) & c & d);
                let mut carry = of_cell[0][word] & ones;
                of_cell[0][word] ^= ones;
                for (slice, add) in [(1, twos), (2, fours), (3, 0), (4, 0)] {
                    let old = of_cell[slice][word];
                    of_cell[slice][word] = old ^ add ^ carry;
                    carry = old & add | carry & (old ^ add);
                }
            }
        }
        let mut cells = [[0; K]; 2];
        for word in 0..K {
            cells[0][word] = at_least[1][word] & !at_least[2][word];
            cells[1][word] = at_least[1][word] & !at_least[3][word];
        }
        Survey { planes, cells, lines, of_cell }
    }

    /// Whether anything has two alternatives.
    fn any_of_two(&self) -> bool {
        let any = |plane: &Plane<K>| *plane != [0; K];
        any(&self.cells[0]) || self.lines.iter().any(|t| any(&t.rows[0]) || any(&t.columns[0]))
    }

    /// How many tight choices lose an alternative when the value is put into the cell; those of
    /// two count twice.
    #[inline(always)]
    fn weight(&self, cell: usize, value: usize) -> u32 {
        let (word, bit) = Layout::<N, K>::place(cell);
        let plane = &self.planes[value];
        let tight = &self.lines[value];
        let here = 1 << bit;
        let row = bit as usize / Layout::<N, K>::STRIDE * Layout::<N, K>::STRIDE;
        let cut = |bits: u64| (bits & !here) >> row & Layout::<N, K>::ROW;
        // Four rows of at most sixteen bits are counted as one word.
        let mates = cut(self.cells[0][word] & plane[word])
            | cut(self.cells[1][word] & plane[word]) << 16
            | cut(tight.columns[0][word]) << 32
            | cut(tight.columns[1][word]) << 48;
        let mut weight = 1 + mates.count_ones();
        let column = Layout::<N, K>::LOW << (cell % N);
        for at in 0..K {
            let column = if at == word { column & !here } else { column };
            // Bits of one column are so far apart that four columns fit in between.
            let [a, b] = [0, 1].map(|level| self.cells[level][at] & plane[at] & column);
            let [c, d] = [0, 1].map(|level| tight.rows[level][at] & column);
            weight += if Layout::<N, K>::STRIDE * Layout::<N, K>::ROWS <= 61 && N >= 3 {
                (a | b << 1 | c << 2 | d << 3).count_ones()
            } else {
                a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
            };
        }
        for (slice, counts) in self.of_cell.iter().enumerate() {
            weight += ((counts[word] >> bit & 1) as u32) << slice;
        }
        for lines in [&tight.rows, &tight.columns] {
            let own = (lines[0][word] >> bit & 1) + (lines[1][word] >> bit & 1);
            weight = weight.saturating_sub(own as u32);
        }
        weight.max(1)
    }
}

/// The choice with the fewest alternatives; the state must be open.
pub(super) fn choose<const N: usize, const K: usize>(state: &State<N, K>) -> Choices {
    let planes = state.planes();
    let survey = Survey::new(planes);
    let mut best = (0, Along::Cell(0), 0);
    let mut offers = 0;
    let mut offer = |along: Along, mask: u64| {
        let weight = |score, step: Placed| {
            score * u64::from(survey.weight(step.cell as usize, step.value as usize - 1))
        };
        let score = Choices::new(N, along, mask).fold(1, weight);
        if score > best.0 {
            best = (score, along, mask);
        }
        offers += 1;
        offers == OFFERS
    };
    // Those with two alternatives; if there are none, those with three; else the first cell.
    let level = usize::from(!survey.any_of_two());
    'all: {
        for word in 0..K {
            let mut bits = survey.cells[level][word];
            while bits != 0 {
                let cell = Layout::<N, K>::cell(word, bits.trailing_zeros());
                bits &= bits - 1;
                if offer(Along::Cell(cell as u16), state.domain(cell)) {
                    break 'all;
                }
            }
        }
        for (value, tight) in survey.lines.iter().enumerate() {
            for word in 0..K {
                let mut rows = Layout::<N, K>::rows_with_any(tight.rows[level][word]);
                while rows != 0 {
                    let row = rows.trailing_zeros() as usize - N;
                    rows &= rows - 1;
                    let y = word * Layout::<N, K>::ROWS + row / Layout::<N, K>::STRIDE;
                    let mask = planes[value][word] >> row & Layout::<N, K>::ROW;
                    if offer(Along::Row(y as u8, value as u8), mask) {
                        break 'all;
                    }
                }
            }
            let mut columns = Layout::<N, K>::columns(&tight.columns[level]);
            while columns != 0 {
                let x = columns.trailing_zeros();
                columns &= columns - 1;
                let mut mask = 0;
                for y in 0..N {
                    let (word, bit) = Layout::<N, K>::place(y * N);
                    mask |= (planes[value][word] >> (bit + x) & 1) << y;
                }
                if offer(Along::Column(x as u8, value as u8), mask) {
                    break 'all;
                }
            }
        }
    }
    if best.2 == 0 {
        let size = |cell: &usize| state.domain(*cell).count_ones();
        let cell = (0..N * N).filter(|cell| size(cell) > 1).min_by_key(size).unwrap_or(0);
        best = (1, Along::Cell(cell as u16), state.domain(cell));
    }
    Choices::new(N, best.1, best.2)
}
