//! The eight symmetries of a square: what turning and mirroring make of a board.

use crate::board::{Size, Square};

/// One of the eight: the board is mirrored at its diagonal, then upside down, then left to right, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Rows become columns.
    pub transposes: bool,
    /// The first row becomes the last.
    pub turns_rows: bool,
    /// The first column becomes the last.
    pub turns_cols: bool,
}

impl Symmetry {
    /// All of them, the one that changes nothing first. The first four keep rows.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|bits| Symmetry {
            transposes: bits & 4 > 0,
            turns_rows: bits & 2 > 0,
            turns_cols: bits & 1 > 0,
        })
    }

    /// The size of a board afterwards.
    pub fn size(self, Size { rows, cols }: Size) -> Size {
        if self.transposes { Size { rows: cols, cols: rows } } else { Size { rows, cols } }
    }

    /// Where a square of a board of this size lies afterwards.
    pub fn square(self, size: Size, Square { row, col }: Square) -> Square {
        let (row, col) = if self.transposes { (col, row) } else { (row, col) };
        let Size { rows, cols } = self.size(size);
        Square {
            row: if self.turns_rows { rows - 1 - row } else { row },
            col: if self.turns_cols { cols - 1 - col } else { col },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_makes_another_board_of_the_same_squares() {
        let size = Size { rows: 2, cols: 3 };
        let mut seen: Vec<Vec<Square>> = Vec::new();
        for symmetry in Symmetry::all() {
            let image: Vec<Square> =
                size.squares().map(|square| symmetry.square(size, square)).collect();
            let mut sorted = image.clone();
            sorted.sort_unstable();
            assert!(symmetry.size(size).squares().eq(sorted), "{symmetry:?}");
            assert!(!seen.contains(&image), "{symmetry:?}");
            seen.push(image);
        }
        assert!(seen[0].iter().copied().eq(size.squares()));
    }
}
