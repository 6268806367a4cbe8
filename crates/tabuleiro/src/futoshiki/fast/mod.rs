//! The solver that chooses: bit planes for small boards, events and matchings for large ones,
//! clause learning for what neither settles soon.

mod board;
mod branch;
mod choices;
mod clauses;
mod count;
mod ideals;
mod large;
mod layout;
mod matching;
mod planes;
mod table;
mod tree;

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::limits::Standing;
use search::{Ended, Event, Limit, Mapped, Meter, Observer, Tree, Verdict, depth_first};

use board::{Board, Placement};
use clauses::{Answer, Clauses};
use large::LargeTree;
use planes::Found;
use tree::PlaneTree;

use super::{Futoshiki, Grid, Placed};

/// Bytes that counting by values takes at most, whatever is allowed.
const MEMORY: u64 = 3 << 30;
/// Smaller boards are always searched to the end sooner than clauses are learned.
const HANDOVER_ORDER: usize = 9;
/// Nodes on bit planes before clause learning takes over.
const HANDOVER_NODES: u64 = 8_000;
/// Nodes on a large board before each restart, and before clause learning takes over.
const RESTARTS: [u64; 6] = [100, 150, 225, 340, 500, 750];

/// Looks for one solution.
pub(super) fn first<O: Observer<Placed>>(
    board: &Futoshiki,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Grid>, Ended) {
    let placed = |step: Placement| Placed { cell: step.cell, value: step.value + 1 };
    let mut observer = Mapped::new(observer, |event: Event<Placement>| event.map(placed));
    let mut found = None;
    let ended = solve(&board.into(), meter, &mut observer, |grid| {
        let values = grid.iter().map(|&value| u32::from(value)).collect();
        found = Some(Grid::new(board.order(), values));
        ControlFlow::Break(())
    });
    (found, ended)
}

/// Counts solutions one by one, but not beyond `up_to`.
pub(super) fn some(board: &Futoshiki, up_to: u64, meter: &mut Meter<'_>) -> (u64, Ended) {
    let mut found = 0;
    let ended = solve(&board.into(), meter, &mut (), |_| {
        found += 1;
        if found == up_to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (found, ended)
}

/// Counts all solutions.
pub(super) fn all(board: &Futoshiki, meter: &mut Meter<'_>) -> Result<BigUint, Limit> {
    count::count(&board.into(), meter.spare().min(MEMORY), meter)
}

/// Tells `on_solution` every solution of the board, each once, values from 1 in reading order,
/// until it breaks or a limit of the meter fires.
fn solve<O: Observer<Placement>>(
    board: &Board,
    meter: &mut Meter<'_>,
    observer: &mut O,
    on_solution: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Ended {
    match board.order {
        1 => planes::<1, 1, O>(board, meter, observer, on_solution),
        2 => planes::<2, 1, O>(board, meter, observer, on_solution),
        3 => planes::<3, 1, O>(board, meter, observer, on_solution),
        4 => planes::<4, 1, O>(board, meter, observer, on_solution),
        5 => planes::<5, 1, O>(board, meter, observer, on_solution),
        6 => planes::<6, 1, O>(board, meter, observer, on_solution),
        7 => planes::<7, 1, O>(board, meter, observer, on_solution),
        8 => planes::<8, 2, O>(board, meter, observer, on_solution),
        9 => planes::<9, 2, O>(board, meter, observer, on_solution),
        10 => planes::<10, 2, O>(board, meter, observer, on_solution),
        _ => large(board, meter, observer, on_solution),
    }
}

fn planes<const N: usize, const K: usize, O: Observer<Placement>>(
    board: &Board,
    meter: &mut Meter<'_>,
    observer: &mut O,
    mut on_solution: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Ended {
    let mut tree = PlaneTree::<N, K>::new(board);
    let mut grid = [0; 256];
    let grid = &mut grid[..N * N];
    if !O::WATCHES {
        // Most boards that people solve need no search.
        if let Err(stop) = meter.poll(meter.stats(), Standing::default()) {
            return stop.into();
        }
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
    // The steps of a solution are replayed on what follows before any step.
    let mut root = tree;
    root.settle();
    let mut told = Told::new(&mut on_solution);
    let mut run = |meter: &mut Meter<'_>, observer: &mut O, told: &mut Told<'_, _>, last: bool| {
        depth_first(&mut root.clone(), meter, observer, |path| {
            let mut state = *root.state();
            for step in path.steps() {
                state.place(step);
                state.propagate(root.rules());
            }
            state.write(grid);
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
        let domains: Vec<u64> = (0..N * N).map(|cell| root.state().domain(cell)).collect();
        if let Some(ended) = learn(board, &domains, meter, &mut told) {
            return ended;
        }
    } else if !told.more_wanted() {
        return ended;
    }
    run(meter, observer, &mut told, true)
}

/// Two solutions at most are found by searches that may be given up; if more are wanted, a last
/// search tells the rest. So none is told twice, and no more than two are remembered.
struct Told<'a, F> {
    grids: Vec<Vec<u8>>,
    enough: bool,
    tell: &'a mut F,
}

impl<'a, F: FnMut(&[u8]) -> ControlFlow<()>> Told<'a, F> {
    fn new(tell: &'a mut F) -> Self {
        Told { grids: Vec::new(), enough: false, tell }
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
/// more are wanted.
fn learn<F: FnMut(&[u8]) -> ControlFlow<()>>(
    board: &Board,
    domains: &[u64],
    meter: &mut Meter<'_>,
    told: &mut Told<'_, F>,
) -> Option<Ended> {
    let mut clauses = Clauses::new(board, domains, meter);
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

fn large<O: Observer<Placement>>(
    board: &Board,
    meter: &mut Meter<'_>,
    observer: &mut O,
    mut on_solution: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Ended {
    let mut tree = LargeTree::new(board);
    let mut told = Told::new(&mut on_solution);
    let mut grid = vec![0; board.order * board.order];
    let mut root = tree.clone();
    if let Verdict::Open = root.judge() {
        // A restart keeps the weights: the search soon begins where it failed most.
        for stage in RESTARTS {
            meter.stage(Some(stage));
            let ended = run(&mut tree, meter, observer, &mut grid, &mut told, false);
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
    run(&mut tree, meter, observer, &mut grid, &mut told, true)
}

fn run<O: Observer<Placement>, F: FnMut(&[u8]) -> ControlFlow<()>>(
    tree: &mut LargeTree,
    meter: &mut Meter<'_>,
    observer: &mut O,
    grid: &mut [u8],
    told: &mut Told<'_, F>,
    last: bool,
) -> Ended {
    // The root's domains, to replay the steps of a solution on: the tree itself is being searched.
    let root = tree.clone();
    depth_first(tree, meter, observer, |path| {
        let mut replay = root.clone();
        replay.judge();
        for step in path.steps() {
            replay.make(step);
            replay.judge();
        }
        replay.write(grid);
        told.tell(grid, last)
    })
}
