//! What singles and signs alone tell of a small board, for all cells at once: whether they solve it, and which values they refute.

use super::planes::{Found, State, propagate};
use super::rules::Rules;
use crate::{Futoshiki, Placed};
use tabuleiro_core::width::Width;

/// A board with the values that its cells can hold.
pub(crate) trait Singles {
    /// Follows singles and signs until nothing changes.
    fn settle(&mut self) -> Found;
    /// The values that a cell can hold.
    fn domain(&self, cell: usize) -> u64;
    /// Takes a value from a cell.
    fn forbid(&mut self, value: Placed);
    /// The rounds after which a value that its cell can hold leads to a contradiction, if so many are enough. In a round signs are
    /// followed to their end, and then what has one value or one place is taken from the rest of its lines.
    fn refutes(&self, value: Placed, most: u32) -> Option<u32>;
}

struct Settled<const N: usize, const K: usize, const P: usize> {
    rules: Rules<N, K>,
    now: State<N, K, P>,
    width: Width,
}

impl<const N: usize, const K: usize, const P: usize> Singles for Settled<N, K, P> {
    fn settle(&mut self) -> Found {
        propagate(self.width, &mut self.now, &self.rules, &mut { u32::MAX })
    }

    fn domain(&self, cell: usize) -> u64 {
        self.now.domain(cell)
    }

    fn forbid(&mut self, value: Placed) {
        self.now.forbid(value);
    }

    fn refutes(&self, value: Placed, most: u32) -> Option<u32> {
        let mut tried = self.now;
        tried.place(value);
        let mut left = most;
        let found = propagate(self.width, &mut tried, &self.rules, &mut left);
        (found == Found::Dead).then_some(most - left)
    }
}

fn settled<const N: usize, const K: usize, const P: usize>(
    board: &Futoshiki,
) -> Option<Box<dyn Singles>> {
    Some(Box::new(Settled::<N, K, P> {
        rules: Rules::new(board),
        now: State::new(board),
        width: Width::detect(),
    }))
}

/// A board of an order up to 16, with its givens.
pub(crate) fn singles(board: &Futoshiki) -> Option<Box<dyn Singles>> {
    match board.order() {
        1 => settled::<1, 1, 4>(board),
        2 => settled::<2, 1, 4>(board),
        3 => settled::<3, 1, 4>(board),
        4 => settled::<4, 1, 4>(board),
        5 => settled::<5, 1, 8>(board),
        6 => settled::<6, 1, 8>(board),
        7 => settled::<7, 1, 8>(board),
        8 => settled::<8, 2, 8>(board),
        9 => settled::<9, 2, 16>(board),
        10 => settled::<10, 2, 16>(board),
        11 => settled::<11, 3, 16>(board),
        12 => settled::<12, 3, 16>(board),
        13 => settled::<13, 4, 16>(board),
        14 => settled::<14, 4, 16>(board),
        15 => settled::<15, 4, 16>(board),
        16 => settled::<16, 6, 16>(board),
        _ => None,
    }
}
