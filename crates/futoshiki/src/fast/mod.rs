//! The solver that chooses: bit planes for small boards, events and matchings for large ones, clause
//! learning for what neither settles soon.

mod branch;
mod choices;
mod clauses;
mod count;
mod ideals;
mod large;
mod layout;
mod matching;
mod planes;
mod rules;
mod singles;
mod table;
mod tree;

use std::cell::Cell;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::limits::PollState;
use search::{Ended, Limit, Meter, Observer, Tree, Verdict, depth_first};

use clauses::{Answer, Clauses};
use large::LargeTree;
pub(crate) use planes::Found;
use planes::State;
pub(crate) use singles::{Singles, singles};
use tree::PlaneTree;

use super::{Futoshiki, Grid, Placed};

/// Bytes that counting by values takes at most, whatever is allowed.
const MEMORY: u64 = 3 << 30;
/// Smaller boards are always searched to the end sooner than clauses are learned.
const HANDOVER_ORDER: usize = 9;
/// Nodes on bit planes before clause learning takes over.
const HANDOVER_NODES: u64 = 8_000;
/// Tree searches on a large board before clause learning takes over. Each may judge as many nodes
/// as the board has cells, and a fifth more for each one before it: a first descent takes
/// about a third of the cells.
const RESTARTS: usize = 8;

/// Who is told the values of a solution, and says whether more are wanted.
type OnSolution<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>;

/// Looks for one solution.
pub(super) fn first<O: Observer<Placed>>(
    board: &Futoshiki,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Grid>, Ended) {
    let mut found = None;
    let ended = solve(board, &[], meter, observer, &mut |grid| {
        let values = grid.iter().map(|&value| u32::from(value)).collect();
        found = Some(Grid::new(board.order(), values));
        ControlFlow::Break(())
    });
    (found, ended)
}

/// Tells `on_solution` every solution, each once, until it breaks or a limit fires.
pub(super) fn each(
    board: &Futoshiki,
    meter: &mut Meter<'_>,
    mut on_solution: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Ended {
    solve(board, &[], meter, &mut (), &mut on_solution)
}

/// Counts all solutions, or as many as are known when a limit fires.
pub(super) fn all(board: &Futoshiki, meter: &mut Meter<'_>) -> (BigUint, Option<Limit>) {
    count::count(board, meter.spare().min(MEMORY), meter)
}

/// Whether there is a solution that puts nothing that is forbidden.
pub(super) fn exists_without(
    board: &Futoshiki,
    forbidden: &[Placed],
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    match solve(board, forbidden, meter, &mut (), &mut |_| ControlFlow::Break(())) {
        Ended::Satisfied => Ok(true),
        Ended::Cut(limit) => Err(limit),
        Ended::Exhausted | Ended::Spent => Ok(false),
    }
}

/// Tells `on_solution` every solution of the board that puts nothing forbidden, each once, values
/// from 1 in reading order, until it breaks or a limit of the meter fires. Who is told is of one type:
/// what is compiled for every order is compiled once.
fn solve<O: Observer<Placed>>(
    board: &Futoshiki,
    forbidden: &[Placed],
    meter: &mut Meter<'_>,
    observer: &mut O,
    on_solution: OnSolution<'_>,
) -> Ended {
    match board.order() {
        1 => planes::<1, 1, 4, O>(board, forbidden, meter, observer, on_solution),
        2 => planes::<2, 1, 4, O>(board, forbidden, meter, observer, on_solution),
        3 => planes::<3, 1, 4, O>(board, forbidden, meter, observer, on_solution),
        4 => planes::<4, 1, 4, O>(board, forbidden, meter, observer, on_solution),
        5 => planes::<5, 1, 8, O>(board, forbidden, meter, observer, on_solution),
        6 => planes::<6, 1, 8, O>(board, forbidden, meter, observer, on_solution),
        7 => planes::<7, 1, 8, O>(board, forbidden, meter, observer, on_solution),
        8 => planes::<8, 2, 8, O>(board, forbidden, meter, observer, on_solution),
        9 => planes::<9, 2, 16, O>(board, forbidden, meter, observer, on_solution),
        10 => planes::<10, 2, 16, O>(board, forbidden, meter, observer, on_solution),
        11 => planes::<11, 3, 16, O>(board, forbidden, meter, observer, on_solution),
        12 => planes::<12, 3, 16, O>(board, forbidden, meter, observer, on_solution),
        13 => planes::<13, 4, 16, O>(board, forbidden, meter, observer, on_solution),
        14 => planes::<14, 4, 16, O>(board, forbidden, meter, observer, on_solution),
        15 => planes::<15, 4, 16, O>(board, forbidden, meter, observer, on_solution),
        16 => planes::<16, 6, 16, O>(board, forbidden, meter, observer, on_solution),
        _ => large(board, forbidden, meter, observer, on_solution),
    }
}

fn planes<const N: usize, const K: usize, const P: usize, O: Observer<Placed>>(
    board: &Futoshiki,
    forbidden: &[Placed],
    meter: &mut Meter<'_>,
    observer: &mut O,
    on_solution: OnSolution<'_>,
) -> Ended {
    let mut state = State::<N, K, P>::new(board);
    forbidden.iter().for_each(|&step| state.forbid(step));
    let solved = Cell::new(state);
    let mut tree = PlaneTree::new(board, state, &solved);
    let mut grid = [0; 256];
    let grid = &mut grid[..N * N];
    if !O::WATCHES {
        if let Err(stop) = meter.poll(meter.stats(), PollState::default()) {
            return stop.into();
        }
        // Most boards that people solve need no search.
        let found = tree.settle();
        if found != Found::Open {
            let mut stats = meter.stats();
            stats.nodes += 1;
            let ended = if found == Found::Solved {
                stats.goals += 1;
                tree.state().write(grid);
                match on_solution(grid) {
                    ControlFlow::Break(()) => Ended::Satisfied,
                    ControlFlow::Continue(()) => Ended::Exhausted,
                }
            } else {
                stats.dead += 1;
                Ended::Exhausted
            };
            meter.settle(stats);
            return ended;
        }
    }
    let mut told = DistinctSolutions::new(on_solution);
    let mut run =
        |meter: &mut Meter<'_>, observer: &mut O, told: &mut DistinctSolutions<'_>, last: bool| {
            depth_first(&mut tree.clone(), meter, observer, |_| {
                solved.get().write(grid);
                told.tell(grid, last)
            })
        };
    if N < HANDOVER_ORDER {
        return run(meter, observer, &mut told, true);
    }
    meter.stage(Some(HANDOVER_NODES));
    let ended = run(meter, observer, &mut told, false);
    meter.stage(None);
    if ended == Ended::Spent {
        let domains: Vec<u64> = (0..N * N).map(|cell| tree.state().domain(cell)).collect();
        if let Some(ended) = learn(board, &domains, meter, &mut told) {
            return ended;
        }
    } else if !told.more_wanted() {
        return ended;
    }
    run(meter, observer, &mut told, true)
}

/// Two solutions at most are found by searches that may be given up; if more are wanted, a last
/// search finds the rest. So none is reported twice, and no more than two are remembered.
struct DistinctSolutions<'a> {
    grids: Vec<Vec<u8>>,
    enough: bool,
    tell: OnSolution<'a>,
}

impl<'a> DistinctSolutions<'a> {
    fn new(tell: OnSolution<'a>) -> Self {
        DistinctSolutions { grids: Vec::new(), enough: false, tell }
    }

    /// Tells a solution if it was not told before; breaks if no more are wanted or the search,
    /// not being the last, has done its part.
    fn tell(&mut self, grid: &[u8], last: bool) -> ControlFlow<()> {
        if self.grids.iter().any(|told| told == grid) {
            return ControlFlow::Continue(());
        }
        let told = (self.tell)(grid);
        self.enough = told.is_break();
        if !last {
            self.grids.push(grid.to_vec());
            if self.grids.len() == 2 {
                return ControlFlow::Break(());
            }
        }
        told
    }

    /// Whether a search was given up after two solutions though the caller wants more.
    fn more_wanted(&self) -> bool {
        self.grids.len() == 2 && !self.enough
    }
}

/// Clause learning until two solutions are known, there are no more, or a limit fires. Nothing if
/// more are wanted, or if there is no memory for the clauses: a tree search needs none.
fn learn(
    board: &Futoshiki,
    domains: &[u64],
    meter: &mut Meter<'_>,
    told: &mut DistinctSolutions<'_>,
) -> Option<Ended> {
    let bytes = clauses::bytes(board, domains);
    meter.claim(bytes).ok()?;
    let ended = by_clauses(board, domains, meter, told);
    meter.release(bytes);
    ended
}

fn by_clauses(
    board: &Futoshiki,
    domains: &[u64],
    meter: &mut Meter<'_>,
    told: &mut DistinctSolutions<'_>,
) -> Option<Ended> {
    let mut clauses = match Clauses::new(board, domains, meter) {
        Ok(clauses) => clauses,
        Err(limit) => return Some(Ended::Cut(limit)),
    };
    for grid in &told.grids {
        clauses.forbid(grid);
    }
    loop {
        match clauses.solve() {
            Answer::Nothing => return Some(Ended::Exhausted),
            Answer::Stopped(ended) => return Some(ended),
            Answer::Found(grid) => {
                let broke = told.tell(&grid, false).is_break();
                if told.enough {
                    return Some(Ended::Satisfied);
                }
                if broke {
                    return None;
                }
                clauses.forbid(&grid);
            }
        }
    }
}

fn large<O: Observer<Placed>>(
    board: &Futoshiki,
    forbidden: &[Placed],
    meter: &mut Meter<'_>,
    observer: &mut O,
    on_solution: OnSolution<'_>,
) -> Ended {
    let mut tree = LargeTree::new(board);
    forbidden.iter().for_each(|&step| tree.forbid(step));
    let mut told = DistinctSolutions::new(on_solution);
    let mut root = tree.clone();
    if let Verdict::Open = root.judge() {
        // A restart keeps the weights: the search soon begins where it failed most.
        let mut stage = board.size().area();
        for _ in 0..RESTARTS {
            meter.stage(Some(stage));
            stage += stage / 5;
            let ended = run(&mut tree, meter, observer, &mut told, false);
            meter.stage(None);
            tree.rewind();
            if told.more_wanted() {
                break;
            }
            if ended != Ended::Spent {
                return ended;
            }
        }
        if !told.more_wanted()
            && let Some(ended) = learn(board, root.cells(), meter, &mut told)
        {
            return ended;
        }
    }
    run(&mut tree, meter, observer, &mut told, true)
}

fn run<O: Observer<Placed>>(
    tree: &mut LargeTree,
    meter: &mut Meter<'_>,
    observer: &mut O,
    told: &mut DistinctSolutions<'_>,
    last: bool,
) -> Ended {
    let solved = tree.solved();
    depth_first(tree, meter, observer, |_| told.tell(&solved.borrow(), last))
}
