//! CaDiCaL: a literal for each value that a cell can hold, and for cells beside a sign one for each
//! bound. Values that a given rules out have no literal.

use std::time::{Duration, Instant};

use crate::board::Board;

/// Solutions found, so many at most, and the time it took.
pub(crate) fn solve(board: &Board, most: usize) -> (usize, Duration) {
    let n = board.order;
    let mut solver = encoded(board);
    let start = Instant::now();
    let mut found = 0;
    while found < most && solver.solve() == Some(true) {
        found += 1;
        if found < most {
            let all = (0..n * n).flat_map(|cell| (1..=n).map(move |value| holds(n, cell, value)));
            let set: Vec<i32> =
                all.filter(|&literal| solver.value(literal) == Some(true)).map(|l| -l).collect();
            solver.add_clause(set);
        }
    }
    (found, start.elapsed())
}

/// Whether a cell holds a value, from 1.
fn holds(n: usize, cell: usize, value: usize) -> i32 {
    (cell * n + value) as i32
}

/// Whether a cell holds at most a value, from 1.
fn at_most(n: usize, cell: usize, value: usize) -> i32 {
    (n * n * n + cell * n + value) as i32
}

fn encoded(board: &Board) -> cadical::Solver {
    let n = board.order;
    let mut solver: cadical::Solver = Default::default();
    // One value a cell; one cell for each value of a row, and of a column.
    let mut groups: Vec<Vec<i32>> = vec![Vec::new(); 3 * n * n];
    for cell in 0..n * n {
        for value in 1..=n {
            if board.can_hold(cell, value) {
                let literal = holds(n, cell, value);
                groups[cell].push(literal);
                groups[n * n + cell / n * n + value - 1].push(literal);
                groups[2 * n * n + cell % n * n + value - 1].push(literal);
            } else {
                solver.add_clause([-holds(n, cell, value)]);
            }
        }
    }
    for group in &groups {
        solver.add_clause(group.iter().copied());
        for (at, &one) in group.iter().enumerate() {
            group[..at].iter().for_each(|&other| solver.add_clause([-one, -other]));
        }
    }
    let mut signed = vec![false; n * n];
    for &(less, more) in &board.signs {
        (signed[less], signed[more]) = (true, true);
        solver.add_clause([-at_most(n, more, 1)]);
        for value in 2..=n {
            solver.add_clause([-at_most(n, more, value), at_most(n, less, value - 1)]);
        }
    }
    for cell in (0..n * n).filter(|&cell| signed[cell]) {
        solver.add_clause([at_most(n, cell, n)]);
        for value in 1..=n {
            let (this, up_to) = (holds(n, cell, value), at_most(n, cell, value));
            solver.add_clause([-this, up_to]);
            let mut reached = vec![-up_to, this];
            if value > 1 {
                let before = at_most(n, cell, value - 1);
                solver.add_clause([-before, up_to]);
                solver.add_clause([-this, -before]);
                reached.push(before);
            }
            solver.add_clause(reached);
        }
    }
    solver
}
