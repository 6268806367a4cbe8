//! Pagoda functions by the primal simplex method on a dense tableau, for one board again and again.
//!
//! All pagoda functions with weights from -1 to 1 are the same polytope whatever the position; only the objective
//! changes. So each programme goes on from the corner at which the last one ended, some pivots away, where microlp
//! begins anew. The arithmetic is floating point: what comes out is a hint to be checked in integers.
//!
//! A weight is told by how much it is below 1, a jump by what it loses. Every row says what a variable is worth in terms
//! of the others: `value - sum(cell * other)`; all are at least zero, and what weights lack at most two.

use crate::play::field::{Field, Leap};

/// What is too small to count.
const TINY: f64 = 1e-9;
/// Pivots after which a programme is given up.
const MOST_PIVOTS: usize = 400;
/// Pivots after which rounding may have added up, so that the next programme begins anew.
const FRESH: usize = 4_000;
/// By how much jumps may gain, so that no two corners are one: far less than what is rounded away.
const APART: f64 = 1e-8;
/// What is too little to refute anything.
const LITTLE: f64 = 1e-4;
/// What a weight lacks at most.
const RANGE: f64 = 2.0;

/// The polytope at one of its corners.
#[derive(Clone, Debug)]
pub struct Cone {
    leaps: Vec<[usize; 3]>,
    cells: usize,
    /// The variable of each row and of each column: cells first, then jumps.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// Whether a cell is told by how much it is above -1 instead.
    turned: Vec<bool>,
    /// The cells of the tableau row by row, each row followed by its value.
    table: Vec<f64>,
    /// What each column adds to the objective.
    gains: Vec<f64>,
    pivots: usize,
}

impl Cone {
    /// The polytope of a board, at the corner where all weights are 1.
    pub fn new(field: &Field) -> Self {
        let cells = |leap: &Leap| [leap.from, leap.over, leap.to].map(|cell| cell as usize);
        Cone::at_ones(field.cells.len(), field.leaps.iter().map(cells).collect())
    }

    /// Bytes of a polytope.
    pub fn bytes(field: &Field) -> u64 {
        let row = size_of::<f64>() * (field.cells.len() + 1) + size_of::<[usize; 4]>();
        (row * field.leaps.len()) as u64
    }

    fn at_ones(cells: usize, leaps: Vec<[usize; 3]>) -> Self {
        let width = cells + 1;
        let mut table = vec![0.0; leaps.len() * width];
        for (index, (row, leap)) in table.chunks_exact_mut(width).zip(&leaps).enumerate() {
            let [from, over, to] = *leap;
            row[from] += 1.0;
            row[over] += 1.0;
            row[to] -= 1.0;
            // Mixed, so that no sum of some is likely to be that of others.
            row[cells] = 1.0 + APART * (1.0 + (index * 37 % 101) as f64 / 7.0);
        }
        Cone {
            rows: (cells..cells + leaps.len()).collect(),
            columns: (0..cells).collect(),
            turned: vec![false; cells],
            gains: vec![0.0; cells],
            pivots: 0,
            table,
            leaps,
            cells,
        }
    }

    /// The weights of the corner at which the sum of `worth * weight` is the largest; nothing where that is not
    /// above zero.
    pub fn best(&mut self, worth: &[f64]) -> Option<Vec<f64>> {
        if self.pivots > FRESH {
            *self = Cone::at_ones(self.cells, std::mem::take(&mut self.leaps));
        }
        self.price(worth);
        for _ in 0..MOST_PIVOTS {
            let (column, gain) = self.steepest();
            if gain <= TINY {
                let weights = self.weights();
                let sum: f64 =
                    weights.iter().zip(worth).map(|(weight, worth)| weight * worth).sum();
                return (sum > LITTLE).then_some(weights);
            }
            self.enter(column);
            self.pivots += 1;
        }
        self.pivots = FRESH + 1;
        None
    }

    /// States the objective in terms of the columns.
    fn price(&mut self, worth: &[f64]) {
        // A weight is 1 less what it lacks, or what it has above -1 less 1.
        let of = |variable: usize| match self.turned.get(variable) {
            Some(true) => worth[variable],
            Some(false) => -worth[variable],
            None => 0.0,
        };
        let mut gains: Vec<f64> = self.columns.iter().map(|&variable| of(variable)).collect();
        for (row, &variable) in self.table.chunks_exact(self.cells + 1).zip(&self.rows) {
            let by = of(variable);
            if by != 0.0 {
                gains.iter_mut().zip(row).for_each(|(gain, cell)| *gain -= by * cell);
            }
        }
        self.gains = gains;
    }

    fn steepest(&self) -> (usize, f64) {
        let mut best = (0, 0.0);
        for (column, &gain) in self.gains.iter().enumerate() {
            if gain > best.1 {
                best = (column, gain);
            }
        }
        best
    }

    /// Raises the variable of a column until a row stops it, or it is as large as it may be.
    fn enter(&mut self, column: usize) {
        let width = self.cells + 1;
        let is_cell = |variable: usize| variable < self.cells;
        let mut most = if is_cell(self.columns[column]) { RANGE } else { f64::INFINITY };
        let mut stop = None;
        for (index, row) in self.table.chunks_exact(width).enumerate() {
            let (cell, value) = (row[column], row[width - 1]);
            let room = if cell > TINY {
                value / cell
            } else if cell < -TINY && is_cell(self.rows[index]) {
                (RANGE - value) / -cell
            } else {
                continue;
            };
            if room < most {
                (most, stop) = (room, Some((index, cell < 0.0)));
            }
        }
        match stop {
            None => self.turn_column(column),
            Some((row, is_full)) => {
                if is_full {
                    self.turn_row(row);
                }
                self.pivot(row, column);
            }
        }
    }

    /// Tells the cell of a column from its other end.
    fn turn_column(&mut self, column: usize) {
        let width = self.cells + 1;
        for row in self.table.chunks_exact_mut(width) {
            row[width - 1] -= RANGE * row[column];
            row[column] = -row[column];
        }
        self.gains[column] = -self.gains[column];
        self.turned[self.columns[column]] ^= true;
    }

    /// Tells the cell of a row from its other end.
    fn turn_row(&mut self, row: usize) {
        let width = self.cells + 1;
        let cells = &mut self.table[row * width..(row + 1) * width];
        cells.iter_mut().for_each(|cell| *cell = -*cell);
        cells[width - 1] += RANGE;
        self.turned[self.rows[row]] ^= true;
    }

    /// Exchanges the variables of a row and a column.
    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.cells + 1;
        let mut pivot: Vec<f64> = self.table[row * width..(row + 1) * width].to_vec();
        let by = 1.0 / pivot[column];
        pivot[column] = 1.0;
        pivot.iter_mut().for_each(|cell| *cell *= by);
        for (index, cells) in self.table.chunks_exact_mut(width).enumerate() {
            let factor = cells[column];
            if index == row {
                cells.copy_from_slice(&pivot);
            } else if factor != 0.0 {
                cells[column] = 0.0;
                cells.iter_mut().zip(&pivot).for_each(|(cell, of)| *cell -= factor * of);
            }
        }
        let factor = std::mem::take(&mut self.gains[column]);
        self.gains.iter_mut().zip(&pivot).for_each(|(gain, of)| *gain -= factor * of);
        std::mem::swap(&mut self.rows[row], &mut self.columns[column]);
    }

    fn weights(&self) -> Vec<f64> {
        let width = self.cells + 1;
        let mut lacks = vec![0.0; self.cells];
        for (row, &variable) in self.table.chunks_exact(width).zip(&self.rows) {
            if variable < self.cells {
                lacks[variable] = row[width - 1];
            }
        }
        let weight = |(lack, turned): (&f64, &bool)| if *turned { lack - 1.0 } else { 1.0 - lack };
        lacks.iter().zip(&self.turned).map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ground;
    use crate::play::pagoda;

    #[test]
    fn what_it_refutes_microlp_refutes_and_the_other_way_round() {
        let inside: Vec<bool> = (0..25).map(|cell| ![0, 4, 24].contains(&cell)).collect();
        let goal: Vec<bool> = (0..25).map(|cell| cell == 12).collect();
        let ground = Ground { rows: 5, columns: 5, inside, start: goal.clone(), goal };
        let mut field = Field::new(&ground);
        field.symmetries.truncate(1);
        let mut cone = Cone::new(&field);
        let (mut refuted, mut open, mut seed) = (0, 0, 1_u64);
        for _ in 0..400 {
            for peg in &mut field.start {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                *peg = seed >> 62 == 0;
            }
            let worth: Vec<f64> = field
                .start
                .iter()
                .zip(&field.goal)
                .map(|(&start, &goal)| f64::from(i8::from(goal) - i8::from(start)))
                .collect();
            let found = cone.best(&worth).and_then(|near| {
                pagoda::exact(&field, &near, |weights| pagoda::gain(&field, weights) < 0)
            });
            assert_eq!(found.is_some(), pagoda::refute(&field).is_some(), "{:?}", field.start);
            *if found.is_some() { &mut refuted } else { &mut open } += 1;
        }
        assert!(refuted > 50 && open > 50, "{refuted} {open}");
    }
}
