//! Small boards as bit planes: one board of bits for each value, every rule applied to all cells
//! at once. No event queue, no trail: a state is a few dozen words and is copied.

#![allow(
    clippy::needless_range_loop,
    reason = "words at the same place of several planes are taken together"
)]

use super::layout::{Layout, Plane};
use crate::futoshiki::{Futoshiki, Placed, Sign};

/// What a board demands of neighbours, as cells: those greater, then those less, than the
/// neighbour on their left, right, above and below.
#[derive(Clone, Debug)]
pub(super) struct Rules<const N: usize, const K: usize> {
    greater: [Plane<K>; 4],
    less: [Plane<K>; 4],
    /// Whether there is any sign between neighbours.
    signed: bool,
    /// Signs between cells that are not neighbours.
    distant: Vec<Sign>,
}

/// What is known of a board: for each value the cells that may hold it.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const N: usize, const K: usize> {
    planes: [Plane<K>; N],
}

/// What propagation found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// No solution has this state.
    Dead,
    /// Every cell has one value and every clue holds.
    Solved,
    /// More than one value is left somewhere.
    Open,
}

impl<const N: usize, const K: usize> Rules<N, K> {
    /// Reads the signs of a board of order `N`.
    pub(super) fn new(board: &Futoshiki) -> Self {
        let mut rules =
            Rules { greater: [[0; K]; 4], less: [[0; K]; 4], signed: false, distant: Vec::new() };
        for &sign in board.signs() {
            let (a, b) = (usize::from(sign.less), usize::from(sign.more));
            let (one, other) = (Layout::<N, K>::place(a), Layout::<N, K>::place(b));
            // Neighbours in a row are next to each other in a word; a guard parts rows.
            let row = one.0 == other.0 && one.1.abs_diff(other.1) == 1;
            // Which neighbour of the smaller cell the larger one is, and the other way round.
            let step = b as isize - a as isize;
            let (of_less, of_more) = if row {
                if step > 0 { (1, 0) } else { (0, 1) }
            } else if step == N as isize {
                (3, 2)
            } else if step == -(N as isize) {
                (2, 3)
            } else {
                rules.distant.push(sign);
                continue;
            };
            rules.less[of_less][one.0] |= 1 << one.1;
            rules.greater[of_more][other.0] |= 1 << other.1;
            rules.signed = true;
        }
        rules
    }
}

impl<const N: usize, const K: usize> State<N, K> {
    /// The state in which only the givens are known.
    pub(super) fn new(board: &Futoshiki) -> Self {
        let mut state = State { planes: [Layout::<N, K>::FULL; N] };
        let mut given = [[0; K]; N];
        let mut any = [0; K];
        for (cell, &value) in board.givens().iter().enumerate() {
            if value > 0 {
                let (word, bit) = Layout::<N, K>::place(cell);
                given[usize::from(value) - 1][word] |= 1 << bit;
                any[word] |= 1 << bit;
            }
        }
        for (plane, given) in state.planes.iter_mut().zip(&given) {
            for word in 0..K {
                plane[word] &= !any[word] | given[word];
            }
        }
        state
    }

    /// For each value the cells that may hold it.
    pub(super) fn planes(&self) -> &[Plane<K>; N] {
        &self.planes
    }

    /// Puts a value into a cell, which may hold it, and out of the rest of its lines.
    #[inline]
    pub(super) fn place(&mut self, step: Placed) {
        let (word, bit) = Layout::<N, K>::place(step.cell as usize);
        for plane in &mut self.planes {
            plane[word] &= !(1 << bit);
        }
        let plane = &mut self.planes[step.value as usize - 1];
        let column = Layout::<N, K>::LOW << (step.cell as usize % N);
        for word in plane.iter_mut() {
            *word &= !column;
        }
        let row = Layout::<N, K>::across(Layout::<N, K>::rows_with_any(1 << bit));
        plane[word] = plane[word] & !row | 1 << bit;
    }

    /// Forbids a value in a cell.
    pub(super) fn forbid(&mut self, step: Placed) {
        let (word, bit) = Layout::<N, K>::place(step.cell as usize);
        self.planes[step.value as usize - 1][word] &= !(1 << bit);
    }

    /// The least value of each cell, from 1, in reading order: the solution, if solved.
    pub(super) fn write(&self, grid: &mut [u8]) {
        for (value, plane) in self.planes.iter().enumerate() {
            for (word, &bits) in plane.iter().enumerate() {
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
        let has = |value: usize| (self.planes[value][word] >> bit & 1) << value;
        (0..N).fold(0, |mask, value| mask | has(value))
    }

    /// Bounds along signs. A value needs a lesser value in each neighbour that must be less: one
    /// ascending sweep reaches the fixpoint however long the chains, since what a cell loses is
    /// lost before its neighbours look at it; descending likewise.
    /// The cells with at least one and at least two values.
    #[inline(always)]
    fn sweep(&mut self, rules: &Rules<N, K>) -> (Plane<K>, Plane<K>) {
        let mut below = [0; K];
        for plane in self.planes.iter_mut() {
            let seen = Layout::<N, K>::neighbours(&below);
            for word in 0..K {
                let mut kill = 0;
                for side in 0..4 {
                    kill |= rules.greater[side][word] & !seen[side][word];
                }
                plane[word] &= !kill;
                below[word] |= plane[word];
            }
        }
        let (mut above, mut twice) = ([0; K], [0; K]);
        for plane in self.planes.iter_mut().rev() {
            let seen = Layout::<N, K>::neighbours(&above);
            for word in 0..K {
                let mut kill = 0;
                for side in 0..4 {
                    kill |= rules.less[side][word] & !seen[side][word];
                }
                plane[word] &= !kill;
                twice[word] |= above[word] & plane[word];
                above[word] |= plane[word];
            }
        }
        (above, twice)
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

    /// Cells with at least one and at least two values.
    #[inline(always)]
    fn cells(&self) -> (Plane<K>, Plane<K>) {
        let (mut once, mut twice) = ([0; K], [0; K]);
        for plane in &self.planes {
            for word in 0..K {
                twice[word] |= once[word] & plane[word];
                once[word] |= plane[word];
            }
        }
        (once, twice)
    }

    /// Applies bounds, naked and hidden singles until nothing changes.
    #[inline]
    pub(super) fn propagate(&mut self, rules: &Rules<N, K>) -> Found {
        loop {
            let (once, twice) = if rules.signed { self.sweep(rules) } else { self.cells() };
            if once != Layout::<N, K>::FULL {
                return Found::Dead;
            }
            let mut naked = [0; K];
            for word in 0..K {
                naked[word] = once[word] & !twice[word];
            }
            let mut hidden = [[0; K]; N];
            let mut forced = [0; K];
            // Lines in which a value has no place or two cells, and candidates ruled out.
            let (mut wrong, mut lost) = (0, 0);
            for (plane, hidden) in self.planes.iter_mut().zip(&mut hidden) {
                let before = *plane;
                wrong |= Self::lines(plane, &naked, hidden);
                for word in 0..K {
                    lost |= plane[word] ^ before[word];
                    // Two values with no other place than this cell.
                    wrong |= forced[word] & hidden[word];
                    forced[word] |= hidden[word];
                }
            }
            if wrong != 0 {
                return Found::Dead;
            }
            if twice == [0; K] && rules.distant.is_empty() {
                return Found::Solved;
            }
            for word in 0..K {
                lost |= forced[word] & twice[word];
            }
            if lost == 0 {
                // The sweep reached its own fixpoint, and nothing has changed since.
                match self.sweep_distant(rules) {
                    None => return Found::Dead,
                    Some(true) => continue,
                    Some(false) if twice == [0; K] => return Found::Solved,
                    Some(false) => return Found::Open,
                }
            }
            // What is forced here clears its lines at once: the sweep then sees more.
            for (plane, hidden) in self.planes.iter_mut().zip(&hidden) {
                let columns = Layout::<N, K>::down(Layout::<N, K>::columns(hidden));
                for word in 0..K {
                    let rows = Layout::<N, K>::across(Layout::<N, K>::rows_with_any(hidden[word]));
                    plane[word] &= !(forced[word] | rows | columns) | hidden[word];
                }
            }
        }
    }

    /// Clears the lines of one value's naked singles, then finds its hidden singles. Not zero if
    /// the value has no place, or two cells, in some line.
    #[inline(always)]
    fn lines(plane: &mut Plane<K>, naked: &Plane<K>, hidden: &mut Plane<K>) -> u64 {
        let mut set = [0; K];
        for word in 0..K {
            set[word] = plane[word] & naked[word];
        }
        let placed = Layout::<N, K>::columns(&set);
        let columns = Layout::<N, K>::down(placed);
        let mut rows = [0; K];
        for word in 0..K {
            rows[word] = Layout::<N, K>::rows_with_any(set[word]);
            plane[word] &= !(Layout::<N, K>::across(rows[word]) | columns) | set[word];
        }
        let (once, twice) = Layout::<N, K>::columns_twice(plane);
        // A line that still has several places beside a naked single has two such singles.
        let mut wrong = once ^ Layout::<N, K>::ROW | placed & twice;
        let single = Layout::<N, K>::down(once & !twice);
        for word in 0..K {
            let bits = plane[word];
            let several = Layout::<N, K>::rows_with_any(Layout::<N, K>::without_lowest(bits));
            let any = Layout::<N, K>::rows_with_any(bits);
            wrong |= !any & Layout::<N, K>::GUARDS[word] | several & rows[word];
            hidden[word] = bits & (!Layout::<N, K>::across(several) | single);
        }
        wrong
    }
}
