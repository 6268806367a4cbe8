//! Constraint propagation on large boards: domains, and for each row and column the places of every value,
//! all as words; singles and bounds by events, all-different in full (Régin) on rows, columns and values, a
//! trail to take steps back, and weights learned from failures to choose by.

use std::cell::RefCell;
use std::rc::Rc;

use search::{PruneReason, Tree, Verdict};

use super::choices::{Along, Choices};
use super::matching;
use crate::{Futoshiki, Placed, Sign};

/// A search on a large board.
#[derive(Clone)]
pub(super) struct LargeTree {
    n: usize,
    /// The values of each cell.
    cells: Vec<u64>,
    /// For each row and value the columns, for each column and value the rows.
    rows: Vec<u64>,
    columns: Vec<u64>,
    /// Cells that must be greater, and less, than each cell.
    greater: Vec<Vec<u16>>,
    less: Vec<Vec<u16>>,
    /// What was ruled out, in order, and how long that list was at each step.
    trail: Vec<(u16, u8)>,
    marks: Vec<usize>,
    placed: Vec<(u16, u8)>,
    bounds: Vec<u16>,
    /// Lines to be filtered: rows, columns, values.
    dirty: [u64; 3],
    matched: Vec<u8>,
    /// Failures of each row, column and value, decaying by growth of the increment.
    weights: Vec<f64>,
    increment: f64,
    failed: bool,
    /// The last solution, for who is told of it while the tree is searched.
    solved: Rc<RefCell<Vec<u8>>>,
}

impl LargeTree {
    /// The tree of a board of order 1 to 64.
    pub(super) fn new(board: &Futoshiki) -> Self {
        let n = board.order();
        let full = u64::MAX >> (64 - n);
        let mut tree = LargeTree {
            n,
            cells: vec![full; n * n],
            rows: vec![full; n * n],
            columns: vec![full; n * n],
            greater: vec![Vec::new(); n * n],
            less: vec![Vec::new(); n * n],
            trail: Vec::new(),
            marks: Vec::new(),
            placed: Vec::new(),
            bounds: Vec::new(),
            dirty: [full; 3],
            matched: vec![u8::MAX; 3 * n * n],
            weights: vec![1.0; 3 * n],
            increment: 1.0,
            failed: false,
            solved: Rc::default(),
        };
        for &Sign { less, more } in board.signs() {
            tree.greater[less as usize].push(more);
            tree.less[more as usize].push(less);
            tree.bounds.extend([less, more]);
        }
        for (cell, &value) in board.givens().iter().enumerate() {
            if value > 0 {
                tree.placed.push((cell as u16, value - 1));
            }
        }
        if n == 1 {
            tree.placed.push((0, 0));
        }
        tree
    }

    /// Forbids a value in a cell, before the root is judged.
    pub(super) fn forbid(&mut self, step: Placed) {
        self.rule_out(step.cell as usize, step.value as usize - 1);
    }

    /// Goes back to the root, keeping what was learned.
    pub(super) fn rewind(&mut self) {
        self.marks.truncate(1);
        if !self.marks.is_empty() {
            self.undo();
        }
    }

    /// Where the last solution is, values from 1 in reading order.
    pub(super) fn solved(&self) -> Rc<RefCell<Vec<u8>>> {
        self.solved.clone()
    }

    /// The values each cell may still hold.
    pub(super) fn cells(&self) -> &[u64] {
        &self.cells
    }

    fn undo(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        while self.trail.len() > mark {
            if let Some((cell, value)) = self.trail.pop() {
                let (y, x) = (cell as usize / self.n, cell as usize % self.n);
                self.cells[cell as usize] |= 1 << value;
                self.rows[y * self.n + value as usize] |= 1 << x;
                self.columns[x * self.n + value as usize] |= 1 << y;
            }
        }
        self.placed.clear();
        self.bounds.clear();
        self.dirty = [0; 3];
        self.failed = false;
    }

    /// Notes a failure in a line of one of the three kinds.
    fn fail(&mut self, kind: usize, line: usize) {
        self.weights[kind * self.n + line] += self.increment;
        self.failed = true;
    }

    /// Rules a value out of a cell.
    #[inline]
    fn rule_out(&mut self, cell: usize, value: usize) {
        let bit = 1 << value;
        let old = self.cells[cell];
        if old & bit == 0 {
            return;
        }
        let n = self.n;
        let (y, x) = (cell / n, cell % n);
        let left = old & !bit;
        self.cells[cell] = left;
        self.trail.push((cell as u16, value as u8));
        self.dirty[0] |= 1 << y;
        self.dirty[1] |= 1 << x;
        self.dirty[2] |= bit;
        if left & left.wrapping_sub(1) == 0 {
            if left == 0 {
                self.fail(0, y);
                return self.fail(1, x);
            }
            self.placed.push((cell as u16, left.trailing_zeros() as u8));
        }
        let row = &mut self.rows[y * n + value];
        *row &= !(1 << x);
        let row = *row;
        if row & row.wrapping_sub(1) == 0 {
            if row == 0 {
                self.fail(2, value);
                return self.fail(0, y);
            }
            self.placed.push(((y * n) as u16 + row.trailing_zeros() as u16, value as u8));
        }
        let column = &mut self.columns[x * n + value];
        *column &= !(1 << y);
        let column = *column;
        if column & column.wrapping_sub(1) == 0 {
            if column == 0 {
                self.fail(2, value);
                return self.fail(1, x);
            }
            let cell = column.trailing_zeros() as usize * n + x;
            self.placed.push((cell as u16, value as u8));
        }
        let signed = !self.greater[cell].is_empty() || !self.less[cell].is_empty();
        if signed && (bit < left & left.wrapping_neg() || bit > left) {
            self.bounds.push(cell as u16);
        }
    }

    fn rule_out_all(&mut self, cell: usize, mut values: u64) {
        while values != 0 && !self.failed {
            self.rule_out(cell, values.trailing_zeros() as usize);
            values &= values - 1;
        }
    }

    /// Singles and bounds until nothing changes or a contradiction.
    fn singles(&mut self) {
        let n = self.n;
        while !self.failed {
            if let Some((cell, value)) = self.placed.pop() {
                let (cell, value) = (cell as usize, value as usize);
                let (y, x) = (cell / n, cell % n);
                if self.cells[cell] >> value & 1 == 0 {
                    self.fail(0, y);
                    return self.fail(1, x);
                }
                self.rule_out_all(cell, self.cells[cell] & !(1 << value));
                let mut others = self.rows[y * n + value] & !(1 << x);
                while others != 0 && !self.failed {
                    self.rule_out(y * n + others.trailing_zeros() as usize, value);
                    others &= others - 1;
                }
                let mut others = self.columns[x * n + value] & !(1 << y);
                while others != 0 && !self.failed {
                    self.rule_out(others.trailing_zeros() as usize * n + x, value);
                    others &= others - 1;
                }
            } else if let Some(cell) = self.bounds.pop() {
                let mask = self.cells[cell as usize];
                let up_to_least = mask ^ (mask - 1);
                let from_greatest = !((1u64 << (63 - mask.leading_zeros())) - 1);
                for at in 0..self.greater[cell as usize].len() {
                    let more = self.greater[cell as usize][at] as usize;
                    self.rule_out_all(more, self.cells[more] & up_to_least);
                }
                for at in 0..self.less[cell as usize].len() {
                    let less = self.less[cell as usize][at] as usize;
                    self.rule_out_all(less, self.cells[less] & from_greatest);
                }
            } else {
                return;
            }
        }
    }

    /// Filters one line of a kind.
    fn filter(&mut self, kind: usize, line: usize) {
        let n = self.n;
        let mut edges = [0u64; 64];
        for (at, edge) in edges[..n].iter_mut().enumerate() {
            *edge = match kind {
                0 => self.cells[line * n + at],
                1 => self.cells[at * n + line],
                _ => self.rows[at * n + line],
            };
        }
        let mut lost = [(0u8, 0u64); 64];
        let mut number = 0;
        let matched = &mut self.matched[(kind * n + line) * n..][..n];
        let whole = matching::filter(&edges[..n], matched, |place, things| {
            lost[number] = (place as u8, things);
            number += 1;
        });
        if !whole {
            return self.fail(kind, line);
        }
        for &(place, mut things) in &lost[..number] {
            let place = place as usize;
            match kind {
                0 => self.rule_out_all(line * n + place, things),
                1 => self.rule_out_all(place * n + line, things),
                _ => {
                    while things != 0 && !self.failed {
                        self.rule_out(place * n + things.trailing_zeros() as usize, line);
                        things &= things - 1;
                    }
                }
            }
        }
    }

    /// The choice with the fewest alternatives for its weight.
    fn tightest(&self) -> Choices {
        let n = self.n;
        let mut best = (f64::MAX, Along::Cell(0), 0);
        let mut offer = |mask: u64, one: usize, other: usize, along: Along| {
            if mask & mask.wrapping_sub(1) != 0 {
                let score =
                    f64::from(mask.count_ones()) / (self.weights[one] + self.weights[other]);
                if score < best.0 {
                    best = (score, along, mask);
                }
            }
        };
        for y in 0..n {
            for x in 0..n {
                offer(self.cells[y * n + x], y, n + x, Along::Cell((y * n + x) as u16));
                offer(self.rows[y * n + x], y, 2 * n + x, Along::Row(y as u8, x as u8));
                offer(self.columns[y * n + x], n + y, 2 * n + x, Along::Column(y as u8, x as u8));
            }
        }
        Choices::new(n, best.1, best.2)
    }
}

impl Tree for LargeTree {
    type Step = Placed;
    type Choices = Choices;

    fn judge(&mut self) -> Verdict {
        loop {
            self.singles();
            if self.failed {
                self.increment *= 1.05;
                if self.increment > 1e100 {
                    self.weights
                        .iter_mut()
                        .for_each(|weight| *weight = (*weight * 1e-100).max(1e-3));
                    self.increment *= 1e-100;
                }
                return Verdict::Closed(PruneReason::Dead);
            }
            let Some(kind) = (0..3).find(|&kind| self.dirty[kind] != 0) else { break };
            let line = self.dirty[kind].trailing_zeros() as usize;
            self.dirty[kind] &= self.dirty[kind] - 1;
            self.filter(kind, line);
        }
        if !self.cells.iter().all(|mask| mask.is_power_of_two()) {
            return Verdict::Open;
        }
        let values = self.cells.iter().map(|mask| mask.trailing_zeros() as u8 + 1);
        self.solved.replace(values.collect());
        Verdict::Goal
    }

    fn choices(&mut self) -> Choices {
        self.tightest()
    }

    fn make(&mut self, step: Placed) {
        self.marks.push(self.trail.len());
        self.placed.push((step.cell, step.value - 1));
    }

    fn unmake(&mut self, _: Placed) {
        self.undo();
    }
}
