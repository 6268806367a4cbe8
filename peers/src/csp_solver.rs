//! csp-solver: its own model of the puzzle, and the settings its own solver of the puzzle has.

use std::time::{Duration, Instant};

use csp_solver::ordering::Ordering;
use csp_solver::puzzles::futoshiki::{FutoshikiPuzzle, create_futoshiki_csp};
use csp_solver::{Pruning, SolveConfig};

use crate::board::Board;

/// Solutions found, so many at most, and the time it took.
pub(crate) fn solve(board: &Board, most: usize) -> (usize, Duration) {
    let given = |(cell, &value): (usize, &usize)| (value > 0).then_some((cell, value as u32));
    let givens = board.givens.iter().enumerate().filter_map(given).collect();
    // Its pairs have the greater cell first.
    let signs = board.signs.iter().map(|&(less, more)| (more, less)).collect();
    let puzzle = FutoshikiPuzzle::from_parts(board.order as u32, givens, signs);
    let mut model = create_futoshiki_csp(&puzzle.expect("signs between neighbours"));
    let config = SolveConfig {
        pruning: Pruning::Ac3,
        ordering: Ordering::Mrv,
        max_solutions: most,
        node_budget: None,
        ..Default::default()
    };
    let start = Instant::now();
    let found = model.solve(&config).len();
    (found, start.elapsed())
}
