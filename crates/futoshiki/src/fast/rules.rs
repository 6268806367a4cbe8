//! What the signs of a small board demand, as planes of cells.

use super::layout::{Layout, Plane};
use crate::{Futoshiki, Sign};

/// What a board demands of neighbours, as cells: those greater, and those less, than the neighbour
/// on their left, right, above and below.
#[derive(Clone, Debug)]
pub(super) struct Rules<const N: usize, const K: usize> {
    pub(super) greater: [Plane<K>; 4],
    pub(super) less: [Plane<K>; 4],
    /// Signs between cells that are not neighbours.
    pub(super) distant: Vec<Sign>,
}

impl<const N: usize, const K: usize> Rules<N, K> {
    /// Bits that rows take in a word.
    const WORD: i32 = (Layout::<N, K>::ROWS * Layout::<N, K>::STRIDE) as i32;
    /// How far the places of neighbours are from each other: left, right, above and below.
    const STEPS: [i32; 4] = {
        let row = Layout::<N, K>::STRIDE as i32;
        [-1, 1, -row, row]
    };

    /// Reads the signs of a board of order `N`.
    pub(super) fn new(board: &Futoshiki) -> Self {
        let mut less = [[0; K]; 4];
        let mut distant = Vec::new();
        for &sign in board.signs() {
            let [(word, bit), (there, other)] =
                [sign.less, sign.more].map(|cell| Layout::<N, K>::place(usize::from(cell)));
            // As if all words were one.
            let step = other as i32 - bit as i32 + (there as i32 - word as i32) * Self::WORD;
            // Where a sign points cannot be foretold: no branch asks.
            let mut known = false;
            for (less, one) in less.iter_mut().zip(Self::STEPS) {
                less[word] |= u64::from(step == one) << bit;
                known |= step == one;
            }
            if !known {
                distant.push(sign);
            }
        }
        let mut greater = [[0; K]; 4];
        for (side, opposite) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
            // Who is greater than the neighbour on the left is the right neighbour of who is less.
            greater[side] = Layout::<N, K>::neighbours(&less[opposite])[side];
        }
        Rules { greater, less, distant }
    }
}
