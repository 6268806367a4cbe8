//! Weights that a person can add up: of all pagoda functions that refute a position one whose weights
//! are small in sum, by linear programming.

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

use crate::Ground;
use crate::play::field::Field;
use crate::play::pagoda;
use crate::play::prune;

/// Weights, one for each place of the rectangle, that refute a position; nothing if there are none.
pub(super) fn smallest(ground: &Ground, field: &Field) -> Option<Vec<i64>> {
    let first = pagoda::refute(field)?;
    let small = programme(field).filter(|small| sum(small) <= sum(&first));
    Some(prune::weights(ground, field, &small.unwrap_or(first)))
}

fn sum(weights: &[i64]) -> i64 {
    weights.iter().map(|weight| weight.abs()).sum()
}

/// The programme: each weight is what it has above nothing less what it has below, both as little as
/// can be, and the goal weighs at least one more than the position.
fn programme(field: &Field) -> Option<Vec<i64>> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let sides: Vec<[Variable; 2]> =
        field.cells.iter().map(|_| [0; 2].map(|_| problem.add_var(1.0, (0.0, 60.0)))).collect();
    let both = |cell: usize, by: f64| {
        let [above, below] = sides[cell];
        [(above, by), (below, -by)]
    };
    for leap in &field.leaps {
        let [from, over, to] = [leap.from, leap.over, leap.to].map(|cell| cell as usize);
        let row = [both(from, 1.0), both(over, 1.0), both(to, -1.0)].concat();
        problem.add_constraint(row, ComparisonOp::Ge, 0.0);
    }
    let differs = (0..sides.len()).filter(|&cell| field.start[cell] != field.goal[cell]);
    let row: Vec<(Variable, f64)> =
        differs.flat_map(|cell| both(cell, if field.start[cell] { 1.0 } else { -1.0 })).collect();
    problem.add_constraint(row, ComparisonOp::Le, -1.0);
    let solution = problem.solve().ok()?;
    let near: Vec<f64> =
        sides.iter().map(|&[above, below]| solution[above] - solution[below]).collect();
    pagoda::exact(field, &near, |weights| pagoda::gain(field, weights) < 0)
}
