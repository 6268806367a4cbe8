//! The ordinary breadth-first search, tuned: the yardstick for everything else.
//!
//! One byte a square, square numbers of 32 bits, the moves as eight fixed differences; only squares
//! near the sides, which are marked, are moved on from with wrapping.

use std::ops::ControlFlow;

use crate::lost_knight::planes::flood::{End, Outcome, Progress};
use crate::lost_knight::planes::geometry::{Shape, Square};

/// A free square that has not been reached.
const OPEN: u8 = 1;
/// A square from which some move crosses a side.
const SIDE: u8 = 2;

/// A board, a byte a square, for one search.
#[derive(Clone, Debug)]
pub struct Queue {
    shape: Shape,
    cells: Vec<u8>,
    moves: Vec<(i64, i64)>,
    /// The moves as differences of square numbers, filled up to eight with repeats.
    steps: [isize; 8],
    /// The last square reached.
    last: u32,
}

impl Queue {
    /// The board of this shape with the free squares the function tells.
    ///
    /// # Panics
    /// If it has more squares than 32 bits count.
    pub fn build(shape: Shape, mut free: impl FnMut(Square) -> bool) -> Queue {
        assert!(shape.squares() < u64::from(u32::MAX), "square numbers have 32 bits");
        let reach = shape.leaper.a.max(shape.leaper.b);
        let near = |at: u32, side: u32| at < reach || at + reach >= side;
        let mut cells = Vec::with_capacity(shape.squares() as usize);
        for row in 0..shape.rows {
            for column in 0..shape.columns {
                let side = near(row, shape.rows) || near(column, shape.columns);
                let open = free(Square { row, column });
                cells.push((u8::from(open) * OPEN) | (u8::from(side) * SIDE));
            }
        }
        let moves = shape.leaper.moves();
        let mut steps = [0; 8];
        for (index, step) in steps.iter_mut().enumerate() {
            let (down, right) = moves[index % moves.len()];
            *step = (down * i64::from(shape.columns) + right) as isize;
        }
        Queue { shape, cells, moves, steps, last: 0 }
    }

    /// Searches from one square to another, once; everything if there is no target. `poll` is
    /// asked once a level.
    pub fn search(
        &mut self,
        source: Square,
        target: Option<Square>,
        mut poll: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Outcome {
        let target = target.map_or(usize::MAX, |square| self.number(square) as usize);
        let mut now = vec![self.number(source)];
        let mut next: Vec<u32> = Vec::new();
        self.cells[now[0] as usize] &= !OPEN;
        let (mut levels, mut reached) = (0, 1);
        let end = loop {
            if target != usize::MAX && self.cells[target] & OPEN == 0 {
                break End::Found { target: 0, distance: levels };
            }
            if now.is_empty() {
                break End::Unreachable;
            }
            self.last = now[0];
            let frontier = now.len() as u64;
            if poll(Progress { level: levels, reached, frontier }).is_break() {
                break End::Stopped;
            }
            next.clear();
            for &from in &now {
                self.expand(from, &mut next);
            }
            std::mem::swap(&mut now, &mut next);
            levels += 1;
            reached += now.len() as u64;
        };
        Outcome { end, levels, reached, dense_levels: 0 }
    }

    /// A square of the last level that the search moved on from.
    pub fn last(&self) -> Square {
        let columns = self.shape.columns;
        Square { row: self.last / columns, column: self.last % columns }
    }

    #[inline(always)]
    fn expand(&mut self, from: u32, next: &mut Vec<u32>) {
        if self.cells[from as usize] & SIDE == 0 {
            for step in self.steps {
                let to = (from as usize).wrapping_add_signed(step);
                if self.cells[to] & OPEN != 0 {
                    self.cells[to] &= !OPEN;
                    next.push(to as u32);
                }
            }
        } else {
            self.expand_at_side(from, next);
        }
    }

    #[inline(never)]
    fn expand_at_side(&mut self, from: u32, next: &mut Vec<u32>) {
        let columns = self.shape.columns;
        let square = Square { row: from / columns, column: from % columns };
        for &delta in &self.moves {
            if let Some(to) = self.shape.step(square, delta) {
                let to = self.number(to);
                if self.cells[to as usize] & OPEN != 0 {
                    self.cells[to as usize] &= !OPEN;
                    next.push(to);
                }
            }
        }
    }

    fn number(&self, square: Square) -> u32 {
        square.row * self.shape.columns + square.column
    }
}
