//! A rectangle of a board as a problem of its own.

use std::ops::Range;

use crate::{Ground, Jump};

/// A rectangle cut out of a board.
#[derive(PartialEq)]
pub(crate) struct Part {
    /// The problem.
    pub(crate) ground: Ground,
    /// The row and column of the board where it begins.
    corner: (usize, usize),
    /// How wide the board is.
    columns: usize,
}

impl Part {
    /// Some rows and columns of a board.
    pub(crate) fn new(board: &Ground, rows: Range<usize>, columns: Range<usize>) -> Self {
        let cut = |cells: &[bool]| -> Vec<bool> {
            let row = |row: usize| &cells[row * board.columns..][columns.clone()];
            rows.clone().flat_map(row).copied().collect()
        };
        let ground = Ground {
            rows: rows.len(),
            columns: columns.len(),
            inside: cut(&board.inside),
            start: cut(&board.start),
            goal: cut(&board.goal),
        };
        Part { ground, corner: (rows.start, columns.start), columns: board.columns }
    }

    /// A jump of the part as one of the board.
    pub(crate) fn on_board(&self, jump: Jump) -> Jump {
        let place = |cell: u32| {
            let (row, column) =
                (cell as usize / self.ground.columns, cell as usize % self.ground.columns);
            ((self.corner.0 + row) * self.columns + self.corner.1 + column) as u32
        };
        Jump { from: place(jump.from), to: place(jump.to) }
    }
}

/// Whether a problem may be solvable, as far as counting can tell: pegs shall arrive, and more shall
/// leave.
pub(crate) fn adds_up(ground: &Ground) -> bool {
    let count = |cells: &[bool]| cells.iter().filter(|&&peg| peg).count();
    let (pegs, rest) = (count(&ground.start), count(&ground.goal));
    rest > 0 && pegs > rest
}
