//! Backtracking with forward checking and minimum remaining values (MRV), on domains: for every cell the values it can still hold, and a trail to restore them.

use search::{PruneReason, Tree, Verdict};

use super::Futoshiki;
use super::plain::allowed;
use super::ties::Ties;
use super::values::{self, Placed, Untried};

/// How far the consequences of a value are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// Textbook forward checking: what a value put rules out in its row, in its column and in the
    /// cells that a sign ties to it, and no further.
    Neighbours,
    /// Until nothing follows any more: values that stand alone in a cell leave its lines, values
    /// with one cell left in a line are forced there, and bounds are pushed along the signs.
    Everything,
}

/// Which cell is filled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The first in reading order.
    First,
    /// The one with the fewest values left; the first in reading order among equals.
    Fewest,
}

/// The board under search.
#[derive(Clone)]
pub(super) struct Domains {
    order: usize,
    sight: Propagation,
    next: Next,
    /// The values that each cell can hold, in reading order.
    can_hold: Vec<u64>,
    /// Whether a value was given or put.
    filled: Vec<bool>,
    left: usize,
    ties: Ties,
    /// What cells could hold before they were narrowed, and how long the trail was before each step.
    trail: Vec<(u16, u64)>,
    marks: Vec<usize>,
    /// Cells whose narrowing was not followed up, and lines likewise, columns after rows.
    changed: Vec<u16>,
    stale: Vec<bool>,
    /// Whether the present state holds no solution.
    dead: bool,
}

impl Domains {
    pub(super) fn new(
        board: &Futoshiki,
        sight: Propagation,
        next: Next,
        static_bounds: bool,
    ) -> Self {
        let order = board.order();
        let cells = order * order;
        let can_hold = allowed(board, static_bounds);
        let itself = board.signs().iter().any(|sign| sign.less == sign.more);
        let dead = itself || can_hold.contains(&0);
        let mut domains = Domains {
            order,
            sight,
            next,
            can_hold,
            filled: vec![false; cells],
            left: cells,
            ties: Ties::new(cells, board.signs()),
            trail: Vec::new(),
            marks: Vec::new(),
            changed: Vec::new(),
            stale: vec![true; 2 * order],
            dead,
        };
        for cell in 0..cells {
            if let Some(value) = board.given(cell) {
                domains.put(cell, value);
            }
        }
        if sight == Propagation::Everything {
            domains.changed = (0..cells as u16).collect();
            domains.follow();
        }
        domains.trail.clear();
        domains
    }

    /// Puts a value, which is then all that the cell can hold, and rules out what it excludes.
    fn put(&mut self, cell: usize, value: u8) {
        self.filled[cell] = true;
        self.left -= 1;
        self.narrow(cell, values::only(value));
        match self.sight {
            Propagation::Neighbours => {
                let (row, column) = (cell / self.order, cell % self.order);
                for i in 0..self.order {
                    for other in [row * self.order + i, i * self.order + column] {
                        if other != cell {
                            self.narrow(other, !values::only(value));
                        }
                    }
                }
                self.push(cell);
            }
            Propagation::Everything => self.follow(),
        }
    }

    /// Leaves a cell only some values.
    #[inline]
    fn narrow(&mut self, cell: usize, keep: u64) {
        let before = self.can_hold[cell];
        let after = before & keep;
        if after == before {
            return;
        }
        self.trail.push((cell as u16, before));
        self.can_hold[cell] = after;
        self.dead |= after == 0;
        if self.sight == Propagation::Everything {
            self.changed.push(cell as u16);
            self.stale[cell / self.order] = true;
            self.stale[self.order + cell % self.order] = true;
        }
    }

    /// Pushes the bounds of a cell along its signs to the next cells.
    fn push(&mut self, cell: usize) {
        let mut i = 0;
        while let Some(&tie) = self.ties.of(cell).get(i).filter(|_| !self.dead) {
            let set = self.can_hold[cell];
            let keep = match tie.other_is_more {
                true => values::above_least(set),
                false => values::below_greatest(set),
            };
            self.narrow(usize::from(tie.other), keep);
            i += 1;
        }
    }

    /// Follows every narrowing to its end.
    fn follow(&mut self) {
        while !self.dead {
            if let Some(cell) = self.changed.pop() {
                self.follow_cell(usize::from(cell));
            } else if let Some(line) = self.stale.iter().position(|&stale| stale) {
                self.stale[line] = false;
                self.follow_line(line);
            } else {
                return;
            }
        }
        self.changed.clear();
    }

    fn follow_cell(&mut self, cell: usize) {
        let set = self.can_hold[cell];
        if set.is_power_of_two() {
            let (row, column) = (cell / self.order, cell % self.order);
            for i in 0..self.order {
                for other in [row * self.order + i, i * self.order + column] {
                    if other != cell {
                        self.narrow(other, !set);
                    }
                }
            }
        }
        if !self.dead {
            self.push(cell);
        }
    }

    /// Forces the values that have one cell left in a line; a value without a cell closes the state.
    fn follow_line(&mut self, line: usize) {
        let order = self.order;
        let place = |i: usize| match line < order {
            true => line * order + i,
            false => i * order + line - order,
        };
        let (mut once, mut more) = (0, 0);
        for i in 0..order {
            let set = self.can_hold[place(i)];
            more |= once & set;
            once |= set;
        }
        self.dead |= once != values::all(order);
        once &= !more;
        for i in 0..order {
            let alone = self.can_hold[place(i)] & once;
            if alone != 0 {
                // Two values that both stand here alone leave nothing.
                self.narrow(place(i), if alone.is_power_of_two() { alone } else { 0 });
            }
        }
    }

    fn undo(&mut self, to: usize) {
        while self.trail.len() > to
            && let Some((cell, before)) = self.trail.pop()
        {
            self.can_hold[usize::from(cell)] = before;
        }
    }
}

impl Tree for Domains {
    type Step = Placed;
    type Choices = Untried;

    fn judge(&mut self) -> Verdict {
        match self.left {
            _ if self.dead => Verdict::Closed(PruneReason::Dead),
            0 => Verdict::Goal,
            _ => Verdict::Open,
        }
    }

    fn choices(&mut self) -> Untried {
        let open = (0..self.filled.len()).filter(|&cell| !self.filled[cell]);
        let cell = match self.next {
            Next::First => open.into_iter().next(),
            Next::Fewest => open.min_by_key(|&cell| self.can_hold[cell].count_ones()),
        };
        let cell = cell.unwrap_or_else(|| unreachable!("an open state has a cell to fill"));
        Untried { cell: cell as u16, values: self.can_hold[cell] }
    }

    fn make(&mut self, Placed { cell, value }: Placed) {
        self.marks.push(self.trail.len());
        self.put(usize::from(cell), value);
    }

    fn unmake(&mut self, Placed { cell, .. }: Placed) {
        let mark = self.marks.pop().unwrap_or_else(|| unreachable!("a step was made"));
        self.undo(mark);
        self.filled[usize::from(cell)] = false;
        self.left += 1;
        self.dead = false;
        self.stale.fill(false);
    }
}
