//! A board of any shape: which cells belong to it, where pegs stand, and where they shall stand at
//! the end. Cells are numbered row by row over the whole rectangle.

/// A problem of peg solitaire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Rows of the rectangle.
    pub rows: usize,
    /// Columns of the rectangle.
    pub columns: usize,
    /// Whether a cell belongs to the board.
    pub inside: Vec<bool>,
    /// Whether a cell holds a peg at the start; only cells inside do.
    pub start: Vec<bool>,
    /// Whether a cell shall hold a peg at the end; only cells inside do.
    pub goal: Vec<bool>,
}

/// A jump: the peg at `from` leaps over the cell between into the hole at `to`, two cells away in
/// its row or column, and the peg in between leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jump {
    /// Where the peg stands before.
    pub from: u32,
    /// Where it stands after.
    pub to: u32,
}

impl Jump {
    /// The cell jumped over: half-way, in a row as in a column.
    #[inline]
    pub fn over(self) -> u32 {
        (self.from + self.to) / 2
    }
}
