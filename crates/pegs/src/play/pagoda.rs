//! Pagoda functions (Conway), found by linear programming (Kiyomi and Matsui): weights of cells such
//! that no jump makes the pegs weigh more. If the goal weighs more than the start, it cannot be
//! reached.
//!
//! The programme is solved in floating point; what counts is checked in integers.

use microlp::{ComparisonOp, OptimizationDirection, Problem, Solution, Variable};

use crate::play::field::{Field, Leap};

/// Denominators to try: the corners of the programme are fractions of small numbers.
const SMALL: std::ops::RangeInclusive<i64> = 1..=60;
/// Scales for weights that are no small fractions. A weight of two more on every cell makes up for
/// all rounding, since one jump takes away one such weight.
const LARGE: [i64; 3] = [1 << 16, 1 << 24, 1 << 32];

/// Integer weights, one a numbered cell: a proof that the goal cannot be reached. `None` if no pagoda
/// function tells.
pub fn refute(field: &Field) -> Option<Vec<i64>> {
    let orbits = Orbits::new(field);
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut worth = vec![0.0; orbits.count];
    for (cell, &orbit) in orbits.of.iter().enumerate() {
        worth[orbit] += f64::from(i8::from(field.start[cell]) - i8::from(field.goal[cell]));
    }
    let weights: Vec<Variable> = worth.iter().map(|&w| problem.add_var(w, (-1.0, 1.0))).collect();
    let mut rows: Vec<[usize; 3]> = Vec::with_capacity(field.leaps.len());
    rows.extend(field.leaps.iter().map(|leap| {
        let [from, over, to] = [leap.from, leap.over, leap.to].map(|cell| orbits.of[cell as usize]);
        [from.min(over), from.max(over), to]
    }));
    rows.sort_unstable();
    rows.dedup();
    for [from, over, to] in rows {
        // One variable may stand for two or three of the cells.
        let mut row: Vec<(usize, f64)> = Vec::with_capacity(3);
        for (orbit, by) in [(from, 1.0), (over, 1.0), (to, -1.0)] {
            match row.iter_mut().find(|(other, _)| *other == orbit) {
                Some((_, sum)) => *sum += by,
                None => row.push((orbit, by)),
            }
        }
        row.retain(|&(_, by)| by != 0.0);
        let row: Vec<(Variable, f64)> =
            row.iter().map(|&(orbit, by)| (weights[orbit], by)).collect();
        problem.add_constraint(&row, ComparisonOp::Ge, 0.0);
    }
    let solution = problem.solve().ok()?;
    if solution.objective() > -1e-6 {
        return None;
    }
    let near: Vec<f64> = orbits.of.iter().map(|&orbit| solution[weights[orbit]]).collect();
    exact(field, &near, |weights| gain(field, weights) < 0)
}

/// What the start weighs more than the goal.
pub fn gain(field: &Field, weights: &[i64]) -> i64 {
    let sides = field.start.iter().zip(&field.goal).zip(weights);
    sides.map(|((&start, &goal), weight)| weight * (i64::from(start) - i64::from(goal))).sum()
}

/// How much a jump loses.
pub fn loss(leap: &Leap, weights: &[i64]) -> i64 {
    weights[leap.from as usize] + weights[leap.over as usize] - weights[leap.to as usize]
}

/// Integer weights near multiples of the given ones that make a pagoda function for which `serves`
/// holds.
pub fn exact(field: &Field, near: &[f64], serves: impl Fn(&[i64]) -> bool) -> Option<Vec<i64>> {
    let round = |scale: i64, more: i64| -> Vec<i64> {
        near.iter().map(|&weight| (weight * scale as f64).round() as i64 + more).collect()
    };
    let good = |weights: &Vec<i64>| {
        field.leaps.iter().all(|leap| loss(leap, weights) >= 0) && serves(weights)
    };
    let close = |scale: &i64| {
        near.iter().all(|weight| {
            let scaled = weight * *scale as f64;
            (scaled - scaled.round()).abs() < 1e-4
        })
    };
    let small = SMALL.filter(close).map(|scale| round(scale, 0)).find(good);
    small.or_else(|| LARGE.iter().map(|&scale| round(scale, 2)).find(good))
}

/// Cells that symmetries of the problem exchange: some best weights are equal on them.
struct Orbits {
    of: Vec<usize>,
    count: usize,
}

impl Orbits {
    fn new(field: &Field) -> Self {
        let mut of = vec![usize::MAX; field.cells.len()];
        let mut count = 0;
        for cell in 0..of.len() {
            if of[cell] == usize::MAX {
                field.symmetries.iter().for_each(|image| of[image[cell] as usize] = count);
                count += 1;
            }
        }
        Orbits { of, count }
    }
}

/// The linear programme without symmetry, to which one jump after the other is put.
pub struct LinearProgram<'a> {
    field: &'a Field,
    weights: Vec<Variable>,
    solution: Solution,
}

impl<'a> LinearProgram<'a> {
    /// The programme of a problem; `None` if it is beyond the solver.
    pub fn new(field: &'a Field) -> Option<Self> {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let sides = field.start.iter().zip(&field.goal);
        let worth = sides.map(|(&start, &goal)| f64::from(i8::from(start) - i8::from(goal)));
        let weights: Vec<Variable> = worth.map(|w| problem.add_var(w, (-8.0, 8.0))).collect();
        for leap in &field.leaps {
            let row = Self::row(&weights, leap);
            problem.add_constraint(row, ComparisonOp::Ge, 0.0);
        }
        let solution = problem.solve().ok()?;
        Some(LinearProgram { field, weights, solution })
    }

    fn row(weights: &[Variable], leap: &Leap) -> [(Variable, f64); 3] {
        let at = |cell: u32| weights[cell as usize];
        [(at(leap.from), 1.0), (at(leap.over), 1.0), (at(leap.to), -1.0)]
    }

    /// The pagoda function that leaves the least to lose once this jump is made; `true` if that is
    /// less than nothing, so that the jump can never be used.
    pub fn with(&self, leap: &Leap) -> Option<(Vec<i64>, bool)> {
        let row = Self::row(&self.weights, leap);
        let solution = self.solution.clone().add_constraint(row, ComparisonOp::Ge, 1.0).ok()?;
        let near: Vec<f64> = self.weights.iter().map(|&weight| solution[weight]).collect();
        let useless = |weights: &[i64]| gain(self.field, weights) < loss(leap, weights);
        if solution.objective() < 1.0 - 1e-6
            && let Some(weights) = exact(self.field, &near, useless)
        {
            return Some((weights, true));
        }
        exact(self.field, &near, |_| true).map(|weights| (weights, false))
    }
}
