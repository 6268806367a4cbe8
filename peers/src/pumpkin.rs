//! Pumpkin: an integer a cell, all different in rows and columns, an inequality a sign, and its default
//! search.

use std::time::{Duration, Instant};

use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::core::results::solution_iterator::IteratedSolution;
use pumpkin_solver::core::termination::Indefinite;
use pumpkin_solver::{Solver, all_different, binary_less_than};

use crate::board::Board;

/// Solutions found, so many at most, and the time it took.
pub(crate) fn solve(board: &Board, most: usize) -> (usize, Duration) {
    let n = board.order;
    let mut solver = Solver::default();
    let cells: Vec<_> = board
        .givens
        .iter()
        .map(|&given| match given as i32 {
            0 => solver.new_bounded_integer(1, n as i32),
            value => solver.new_bounded_integer(value, value),
        })
        .collect();
    for line in 0..n {
        let row: Vec<_> = (0..n).map(|i| cells[line * n + i]).collect();
        let column: Vec<_> = (0..n).map(|i| cells[i * n + line]).collect();
        for group in [row, column] {
            let tag = solver.new_constraint_tag();
            solver.add_constraint(all_different(group, tag)).post();
        }
    }
    for &(less, more) in &board.signs {
        let tag = solver.new_constraint_tag();
        let sign = binary_less_than(cells[less], cells[more], tag);
        solver.add_constraint(sign).post();
    }
    let start = Instant::now();
    let (mut brancher, mut end) = (solver.default_brancher(), Indefinite);
    let mut resolver = ResolutionResolver::default();
    let mut all = solver.get_solution_iterator(&mut brancher, &mut end, &mut resolver);
    let mut found = 0;
    while found < most && matches!(all.next_solution(), IteratedSolution::Solution(..)) {
        found += 1;
    }
    (found, start.elapsed())
}
