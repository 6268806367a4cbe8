//! The graph of a knight's moves on a board of n x n, and the symmetries of the board.

use tabuleiro::board::Size;
use tabuleiro::leaper::{Edges, Leaper, Moves};

pub(crate) struct Board {
    pub(crate) side: usize,
    pub(crate) edges: Edges,
    /// The squares a move away from each, in order, each once, without the square itself.
    pub(crate) next: Vec<Vec<usize>>,
}

impl Board {
    pub(crate) fn new(side: usize, edges: Edges) -> Self {
        let size = Size { rows: side as u32, cols: side as u32 };
        let moves = Moves::new(size, edges, Leaper::KNIGHT);
        let next = |square: usize| {
            let mut next: Vec<usize> =
                moves.from(square as u32).into_iter().map(|to| to as usize).collect();
            next.sort_unstable();
            next.dedup();
            next.retain(|&to| to != square);
            next
        };
        Board { side, edges, next: (0..side * side).map(next).collect() }
    }

    pub(crate) fn squares(&self) -> usize {
        self.next.len()
    }

    /// The squares a move away from each as sets, on a board of 11x11 or less.
    pub(crate) fn sets(&self) -> Vec<u128> {
        self.next.iter().map(|next| next.iter().fold(0, |set, &to| set | 1 << to)).collect()
    }

    /// Where each symmetry of the board takes each square.
    pub(crate) fn symmetries(&self) -> Vec<Vec<usize>> {
        let n = self.side;
        let (down, across) = self.edges.wrap();
        let mut all = Vec::new();
        for (by_rows, by_cols) in (0..n * n).map(|shift| (shift / n, shift % n)) {
            if by_rows > 0 && !down || by_cols > 0 && !across {
                continue;
            }
            for kind in 0..8 {
                // A cylinder is not the same along its axis and around it.
                if kind & 4 != 0 && down != across {
                    continue;
                }
                let image = |square: usize| {
                    let (row, col) = (square / n, square % n);
                    let row = if kind & 1 != 0 { n - 1 - row } else { row };
                    let col = if kind & 2 != 0 { n - 1 - col } else { col };
                    let (row, col) = if kind & 4 != 0 { (col, row) } else { (row, col) };
                    (row + by_rows) % n * n + (col + by_cols) % n
                };
                all.push((0..n * n).map(image).collect());
            }
        }
        all
    }
}
