//! What of a board can ever change: its live cells, numbered anew, the lines of three they make,
//! the symmetries that keep it, and the positions that jumps can tell apart.
//!
//! Every jump flips the three cells of a line. So what can be reached by so many jumps lies in one
//! class: the start, flipped by a sum of lines whose number is as even as that of the jumps. A
//! basis of the sums of evenly many lines, each with a cell (its pivot) that no other has, makes
//! the pivots' cells enough to know a position by. On the English board these are 28 of 33 cells.

use std::collections::BTreeSet;

use crate::Ground;

/// A board reduced to what can change. Sets of cells are words of 128 bits here.
#[derive(Clone)]
pub(crate) struct Shape {
    /// The cells of the board that lie on a line, in its numbers, in their order.
    pub(crate) cells: Vec<u32>,
    /// The lines, as live cells in their order.
    pub(crate) lines: Vec<[u32; 3]>,
    /// Where each symmetry takes each live cell; the first moves nothing.
    pub(crate) turns: Vec<Vec<u32>>,
    /// Pegs at the start.
    pub(crate) start: u128,
    /// Pegs at the end.
    pub(crate) goal: u128,
    /// The basis of the sums of evenly many lines, with the pivot of each.
    pub(crate) basis: Vec<(u32, u128)>,
    /// Jumps from start to goal, if their numbers, their classes, and the cells that cannot change
    /// allow any.
    pub(crate) jumps: Option<u32>,
}

/// Boards with more live cells are not for these searches.
pub(crate) const MOST: usize = 128;

/// The set of a line's cells.
pub(crate) fn set(line: &[u32]) -> u128 {
    line.iter().map(|&cell| 1 << cell).sum()
}

impl Shape {
    /// Nothing if the board has too many live cells. Symmetries keep the start, and the goal too if
    /// asked.
    pub(crate) fn new(ground: &Ground, keep_goal: bool) -> Option<Shape> {
        let columns = ground.columns;
        // Most boards that are too large are so within their first lines.
        let (mut lines, mut live) = (Vec::new(), BTreeSet::new());
        for line in ground.lines() {
            lines.push(line);
            live.extend(line);
            if live.len() > MOST {
                return None;
            }
        }
        let cells: Vec<usize> = live.iter().copied().collect();
        let number = |cell: usize| cells.binary_search(&cell).unwrap_or_default() as u32;
        let lines: Vec<[u32; 3]> = lines.iter().map(|line| line.map(number)).collect();
        let pegs = |on: &[bool]| -> u128 {
            (0..cells.len()).filter(|&i| on[cells[i]]).map(|i| 1 << i).sum()
        };
        let (start, goal) = (pegs(&ground.start), pegs(&ground.goal));
        let evenly = lines.iter().map(|line| set(line) ^ set(&lines[0]));
        let basis = echelon(evenly);
        let frozen = |cell: usize| ground.start[cell] == ground.goal[cell] || live.contains(&cell);
        let fewer = start.count_ones().checked_sub(goal.count_ones());
        let apart = |&jumps: &u32| jumps > 0 || start == goal;
        let jumps = fewer.filter(apart).filter(|&jumps| {
            let odd = if jumps % 2 == 1 { lines.first().map_or(0, |line| set(line)) } else { 0 };
            let apart = start ^ goal ^ odd;
            (0..ground.inside.len()).all(frozen) && spanned(&basis, apart) == apart
        });
        let turns = turns(&cells, columns, start, keep_goal.then_some(goal));
        let cells = cells.iter().map(|&cell| cell as u32).collect();
        Some(Shape { cells, lines, turns, start, goal, basis, jumps })
    }

    /// All live cells.
    pub(crate) fn all(&self) -> u128 {
        u128::MAX.checked_shr((MOST - self.cells.len()) as u32).unwrap_or(0)
    }
}

/// The sum of basis vectors that agrees with `wanted` on the pivots.
pub(crate) fn spanned(basis: &[(u32, u128)], wanted: u128) -> u128 {
    basis.iter().filter(|(pivot, _)| wanted >> pivot & 1 == 1).fold(0, |sum, (_, one)| sum ^ one)
}

/// A basis of what these sets span, each with a pivot that no other has: Gauss and Jordan, over the
/// field of two.
pub(crate) fn echelon(sets: impl Iterator<Item = u128>) -> Vec<(u32, u128)> {
    let mut basis: Vec<(u32, u128)> = Vec::new();
    for mut sum in sets {
        sum ^= spanned(&basis, sum);
        if sum == 0 {
            continue;
        }
        let pivot = sum.trailing_zeros();
        for (_, other) in &mut basis {
            if *other >> pivot & 1 == 1 {
                *other ^= sum;
            }
        }
        basis.push((pivot, sum));
    }
    basis
}

/// The symmetries of the live cells' bounding box that keep them and these positions.
fn turns(cells: &[usize], columns: usize, start: u128, goal: Option<u128>) -> Vec<Vec<u32>> {
    let places = cells.iter().map(|&cell| (cell / columns, cell % columns));
    let top = places.clone().map(|(row, _)| row).min().unwrap_or(0);
    let left = places.clone().map(|(_, column)| column).min().unwrap_or(0);
    let places: Vec<(usize, usize)> = places.map(|(r, c)| (r - top, c - left)).collect();
    let low = places.iter().map(|place| place.0).max().unwrap_or(0);
    let right = places.iter().map(|place| place.1).max().unwrap_or(0);
    let mut turns = Vec::new();
    for kind in 0..if low == right { 8 } else { 4 } {
        let turned = |&(row, column): &(usize, usize)| {
            let row = if kind & 1 == 0 { row } else { low - row };
            let column = if kind & 2 == 0 { column } else { right - column };
            if kind & 4 == 0 { (row, column) } else { (column, row) }
        };
        let find = |place| places.binary_search(&turned(place)).ok().map(|cell| cell as u32);
        let Some(turn) = places.iter().map(find).collect::<Option<Vec<u32>>>() else { continue };
        if moved(&turn, start) == start && goal.is_none_or(|goal| moved(&turn, goal) == goal) {
            turns.push(turn);
        }
    }
    turns
}

/// A set of cells after a symmetry.
pub(crate) fn moved(turn: &[u32], set: u128) -> u128 {
    (0..turn.len()).filter(|&cell| set >> cell & 1 == 1).map(|cell| 1 << turn[cell]).sum()
}
