//! The board as searches see it: its cells numbered without gaps, its jumps in scan order, and the
//! symmetries that change nothing in the problem.

use crate::{Ground, Jump};
use tabuleiro_core::contract::{Limit, Meter};

/// A jump between numbered cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// Where the peg stands before.
    pub from: u32,
    /// The cell jumped over.
    pub over: u32,
    /// Where the peg stands after.
    pub to: u32,
}

/// A problem with its cells numbered and its jumps listed.
#[derive(Clone, Debug)]
pub struct Field {
    /// The cell of the ground that each number stands for; numbers rise row by row.
    pub cells: Vec<u32>,
    /// Whether a peg stands there at the start.
    pub start: Vec<bool>,
    /// Whether a peg shall stand there at the end.
    pub goal: Vec<bool>,
    /// All jumps of the empty board: by the peg that jumps, then down, left, up, right.
    pub leaps: Vec<Leap>,
    /// The symmetries of board, start and goal: each sends a cell to a cell. The first sends every
    /// cell to itself.
    pub symmetries: Vec<Vec<u32>>,
}

/// A cell of the ground that has no number.
const OUTSIDE: u32 = u32::MAX;
/// Bytes that it takes to number a place: twelve for a leap, four leaps, and eight symmetries at most.
const BYTES_A_PLACE: u64 = 92;

impl Field {
    /// Numbers the cells of a ground.
    pub fn new(ground: &Ground) -> Self {
        Field::within(ground, &mut Meter::unlimited())
            .unwrap_or_else(|_| unreachable!("nothing limits it"))
    }

    /// The same under the limits of a run, with its memory claimed.
    pub fn within(ground: &Ground, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        meter.claim(BYTES_A_PLACE * ground.inside.len() as u64)?;
        let inside = |&cell: &u32| ground.inside[cell as usize];
        let cells: Vec<u32> = (0..ground.inside.len() as u32).filter(inside).collect();
        let mut numbers = vec![OUTSIDE; ground.inside.len()];
        for (number, &cell) in cells.iter().enumerate() {
            numbers[cell as usize] = number as u32;
        }
        let leaps = leaps(ground, &cells, &numbers, meter)?;
        let symmetries = symmetries(ground, &cells, &numbers, meter)?;
        let of = |pegs: &[bool]| cells.iter().map(|&cell| pegs[cell as usize]).collect();
        let (start, goal) = (of(&ground.start), of(&ground.goal));
        Ok(Field { cells, start, goal, leaps, symmetries })
    }

    /// How many jumps lead from start to goal: each takes one peg. `None` if pegs would have to
    /// appear.
    pub fn length(&self) -> Option<usize> {
        let pegs = |position: &[bool]| position.iter().filter(|&&peg| peg).count();
        pegs(&self.start).checked_sub(pegs(&self.goal))
    }

    /// Whether the goal is the complement of the start, so that playing backward is playing forward
    /// with pegs and holes exchanged.
    pub fn is_dual(&self) -> bool {
        self.start.iter().zip(&self.goal).all(|(start, goal)| start != goal)
    }

    /// A jump in the ground's cells.
    pub fn jump(&self, leap: Leap) -> Jump {
        Jump { from: self.cells[leap.from as usize], to: self.cells[leap.to as usize] }
    }

    /// The leap between two numbered cells as an index into `leaps`.
    pub fn find(&self, from: u32, to: u32) -> Option<usize> {
        let first = self.leaps.partition_point(|leap| leap.from < from);
        let same = self.leaps[first..].iter().take_while(|leap| leap.from == from);
        same.zip(first..).find(|(leap, _)| leap.to == to).map(|(_, index)| index)
    }
}

fn leaps(
    ground: &Ground,
    cells: &[u32],
    numbers: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<Leap>, Limit> {
    let columns = ground.columns;
    let mut leaps = Vec::with_capacity(4 * cells.len());
    for (from, &cell) in cells.iter().enumerate() {
        meter.check_limits()?;
        let (cell, row, column) = (cell as usize, cell as usize / columns, cell as usize % columns);
        let mut add = |fits: bool, over: usize, to: usize| {
            if fits && numbers[over] != OUTSIDE && numbers[to] != OUTSIDE {
                leaps.push(Leap { from: from as u32, over: numbers[over], to: numbers[to] });
            }
        };
        // The comparisons keep the subtractions from wrapping where no jump fits.
        add(row + 2 < ground.rows, cell + columns, cell + 2 * columns);
        add(column >= 2, cell.wrapping_sub(1), cell.wrapping_sub(2));
        add(row >= 2, cell.wrapping_sub(columns), cell.wrapping_sub(2 * columns));
        add(column + 2 < columns, cell + 1, cell + 2);
    }
    Ok(leaps)
}

fn symmetries(
    ground: &Ground,
    cells: &[u32],
    numbers: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<u32>>, Limit> {
    let at = |&cell: &u32| (cell as usize / ground.columns, cell as usize % ground.columns);
    let span = |values: &mut dyn Iterator<Item = usize>| {
        values.fold((usize::MAX, 0), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (top, bottom) = span(&mut cells.iter().map(|cell| at(cell).0));
    let (left, right) = span(&mut cells.iter().map(|cell| at(cell).1));
    let mut found = Vec::new();
    'images: for image in 0..8 {
        let mut to = Vec::with_capacity(cells.len());
        for cell in cells {
            meter.check_limits()?;
            let (row, column) = at(cell);
            let (mut row, mut column) = (row - top, column - left);
            if image & 4 != 0 {
                if bottom - top != right - left {
                    continue 'images;
                }
                (row, column) = (column, row);
            }
            let row = if image & 1 != 0 { bottom - row } else { top + row };
            let column = if image & 2 != 0 { right - column } else { left + column };
            let there = row * ground.columns + column;
            let kept = |pegs: &[bool]| pegs[there] == pegs[*cell as usize];
            if numbers[there] == OUTSIDE || !kept(&ground.start) || !kept(&ground.goal) {
                continue 'images;
            }
            to.push(numbers[there]);
        }
        found.push(to);
    }
    Ok(found)
}
