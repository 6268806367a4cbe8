//! The eight ways to look at a board: a layout that does not fit one way may fit another.

use tabuleiro_core::board::{Size, Square};

/// A way to look at a board: turned over its sides, then its rows taken for columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct View {
    pub(super) flips_rows: bool,
    pub(super) flips_cols: bool,
    pub(super) transposes: bool,
}

impl View {
    /// All ways, the plainest first.
    pub(super) fn all() -> impl Iterator<Item = View> {
        (0..8).map(|way| View {
            flips_cols: way & 1 != 0,
            flips_rows: way & 2 != 0,
            transposes: way & 4 != 0,
        })
    }

    /// The size of the board as it is seen.
    pub(super) fn seen_size(self, size: Size) -> Size {
        if self.transposes { Size { rows: size.cols, cols: size.rows } } else { size }
    }

    /// Where a square of a board of this size is seen.
    #[inline]
    pub(super) fn seen(self, size: Size, square: Square) -> Square {
        let Square { row, col } = self.flipped(size, square);
        if self.transposes { Square { row: col, col: row } } else { Square { row, col } }
    }

    /// The square that is seen there.
    #[inline]
    pub(super) fn real(self, size: Size, seen: Square) -> Square {
        let Square { row, col } = seen;
        let square = if self.transposes { Square { row: col, col: row } } else { seen };
        self.flipped(size, square)
    }

    #[inline]
    fn flipped(self, size: Size, square: Square) -> Square {
        Square {
            row: if self.flips_rows { size.rows - 1 - square.row } else { square.row },
            col: if self.flips_cols { size.cols - 1 - square.col } else { square.col },
        }
    }
}
