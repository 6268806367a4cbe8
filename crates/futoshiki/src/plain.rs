//! Plain backtracking: the cells in reading order, values ascending, only the rules checked.

use search::{PruneReason, Tree, Verdict};

use super::Futoshiki;
use super::ties::Ties;
use super::values::{self, Placed, Untried};

/// The board under search. What a cell may hold is worked out when the search comes to it, from the
/// values put so far and nothing else.
#[derive(Clone)]
pub(super) struct Plain {
    order: usize,
    /// 0 where nothing is put.
    board: Vec<u8>,
    /// The values put in each row, then in each column.
    used: Vec<u64>,
    /// The values that each cell may hold whatever stands elsewhere.
    allowed: Vec<u64>,
    ties: Ties,
    /// The cells to be filled, in reading order, and how many are.
    empty: Vec<u16>,
    filled: usize,
    /// Whether the givens break a rule.
    broken: bool,
    /// What `judge` found the next cell may hold.
    next: u64,
}

impl Plain {
    pub(super) fn new(board: &Futoshiki, static_bounds: bool) -> Self {
        let order = board.order();
        let cells = order * order;
        let mut plain = Plain {
            order,
            board: vec![0; cells],
            used: vec![0; 2 * order],
            allowed: allowed(board, static_bounds),
            ties: Ties::new(cells, board.signs()),
            empty: (0..cells as u16).filter(|&c| board.given(usize::from(c)).is_none()).collect(),
            filled: 0,
            broken: false,
            next: 0,
        };
        for cell in 0..cells {
            if let Some(value) = board.given(cell) {
                plain.broken |= plain.legal(cell) & values::only(value) == 0;
                plain.put(cell, value);
            }
        }
        plain
    }

    /// The values that break no rule in a cell.
    fn legal(&self, cell: usize) -> u64 {
        let (row, column) = (cell / self.order, cell % self.order);
        let mut legal = self.allowed[cell] & !self.used[row] & !self.used[self.order + column];
        for tie in self.ties.of(cell) {
            // A cell can be neither less nor more than itself.
            if usize::from(tie.other) == cell {
                return 0;
            }
            let other = self.board[usize::from(tie.other)];
            if other > 0 {
                let other = values::only(other);
                legal &= if tie.other_is_more { other - 1 } else { !(other | (other - 1)) };
            }
        }
        legal
    }

    fn put(&mut self, cell: usize, value: u8) {
        self.board[cell] = value;
        self.used[cell / self.order] |= values::only(value);
        self.used[self.order + cell % self.order] |= values::only(value);
    }
}

/// What each cell may hold before anything is put: with static bounds, never the greatest value
/// where a sign says that another cell holds more, nor the least where one holds less.
pub(super) fn allowed(board: &Futoshiki, static_bounds: bool) -> Vec<u64> {
    let mut allowed = vec![values::all(board.order()); board.order() * board.order()];
    if static_bounds {
        for sign in board.signs() {
            allowed[usize::from(sign.less)] &= !values::only(board.order() as u8);
            allowed[usize::from(sign.more)] &= !1;
        }
    }
    allowed
}

impl Tree for Plain {
    type Step = Placed;
    type Choices = Untried;

    fn judge(&mut self) -> Verdict {
        if self.broken {
            return Verdict::Closed(PruneReason::Dead);
        }
        let Some(&cell) = self.empty.get(self.filled) else { return Verdict::Goal };
        self.next = self.legal(usize::from(cell));
        if self.next == 0 { Verdict::Closed(PruneReason::Dead) } else { Verdict::Open }
    }

    fn choices(&mut self) -> Untried {
        Untried { cell: self.empty[self.filled], values: self.next }
    }

    fn make(&mut self, Placed { cell, value }: Placed) {
        self.put(usize::from(cell), value);
        self.filled += 1;
    }

    fn unmake(&mut self, Placed { cell, value }: Placed) {
        let cell = usize::from(cell);
        self.board[cell] = 0;
        self.used[cell / self.order] &= !values::only(value);
        self.used[self.order + cell % self.order] &= !values::only(value);
        self.filled -= 1;
    }
}
