//! The state of every search here: queens on some rows, and the lines that they attack. A step puts a queen on a square of a row that
//! has none; the engine does the rest.

use search::{PruneReason, Tree, Verdict};
use tabuleiro_core::board::Square;
use tabuleiro_template_rules::Template;

use crate::Plan;

/// Some queens, none attacking another.
#[derive(Clone)]
pub(crate) struct Position<'a> {
    board: &'a Template,
    plan: Plan,
    /// The columns in the order in which they are tried.
    order: &'a [u32],
    /// The column of the queen of each row.
    queens: Vec<Option<u32>>,
    placed: u32,
    /// Which columns and diagonals have a queen. On a diagonal the sum of row and column is the same, or their difference.
    columns: Vec<bool>,
    sums: Vec<bool>,
    differences: Vec<bool>,
    /// The squares of one row that the next queen may take, found when the position was judged.
    next: Vec<Square>,
}

impl<'a> Position<'a> {
    /// Bytes that a search holds for each square: the choices of every row, those already tried among them.
    pub(crate) const BYTES: u64 = 48;

    /// The empty board.
    pub(crate) fn new(board: &'a Template, plan: Plan, order: &'a [u32]) -> Self {
        let (rows, cols) = (board.size().rows as usize, board.size().cols as usize);
        Position {
            board,
            plan,
            order,
            queens: vec![None; rows],
            placed: 0,
            columns: vec![false; cols],
            sums: vec![false; rows + cols],
            differences: vec![false; rows + cols],
            next: Vec::new(),
        }
    }

    fn is_free(&self, square: Square) -> bool {
        let [column, sum, difference] = self.lines(square);
        let attacked = self.columns[column] || self.sums[sum] || self.differences[difference];
        !attacked && !self.board.is_blocked(square) && !self.is_leapt_at(square)
    }

    /// Whether an amazon attacks a square by a knight's move.
    fn is_leapt_at(&self, square: Square) -> bool {
        let mut near = self.board.size().knight_moves(square);
        self.board.amazons() && near.any(|at| self.queens[at.row as usize] == Some(at.col))
    }

    /// The column and the diagonals of a square.
    fn lines(&self, Square { row, col }: Square) -> [usize; 3] {
        let cols = self.board.size().cols;
        [col as usize, (row + col) as usize, (row + cols - col) as usize]
    }

    fn mark(&mut self, square: Square, has_queen: bool) {
        let [column, sum, difference] = self.lines(square);
        self.columns[column] = has_queen;
        self.sums[sum] = has_queen;
        self.differences[difference] = has_queen;
    }

    /// The free squares of a row.
    fn free(&self, row: u32) -> Vec<Square> {
        let squares = self.order.iter().map(|&col| Square { row, col });
        squares.filter(|square| self.is_free(*square)).collect()
    }

    /// The free squares of the row that comes next.
    fn candidates(&self) -> Vec<Square> {
        let mut rows = (0..).zip(&self.queens).filter(|(_, queen)| queen.is_none());
        match self.plan {
            Plan::Rows => rows.next().map_or_else(Vec::new, |(row, _)| self.free(row)),
            Plan::Greedy => {
                let mut first = rows.next().map_or_else(Vec::new, |(row, _)| self.free(row));
                first.truncate(1);
                first
            }
            Plan::FewestFirst => {
                let free = rows.map(|(row, _)| self.free(row));
                free.min_by_key(Vec::len).unwrap_or_default()
            }
        }
    }
}

impl Tree for Position<'_> {
    type Step = Square;
    type Choices = std::vec::IntoIter<Square>;

    fn judge(&mut self) -> Verdict {
        if self.placed == self.board.size().rows {
            return Verdict::Goal;
        }
        self.next = self.candidates();
        if self.next.is_empty() { Verdict::Closed(PruneReason::Dead) } else { Verdict::Open }
    }

    fn choices(&mut self) -> Self::Choices {
        std::mem::take(&mut self.next).into_iter()
    }

    fn make(&mut self, square: Square) {
        self.queens[square.row as usize] = Some(square.col);
        self.placed += 1;
        self.mark(square, true);
    }

    fn unmake(&mut self, square: Square) {
        self.queens[square.row as usize] = None;
        self.placed -= 1;
        self.mark(square, false);
    }
}
