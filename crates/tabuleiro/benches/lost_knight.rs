//! `cargo xtask bench lost-knight`: the strategies against a tuned queue and two crates, in one run.
//! Boards are made by our generator, the exit as far away as can be. Contestants take turns, and the
//! best of several times counts. With `--peers python`, scipy takes part, in a virtual environment
//! that is made for the purpose and thrown away; `--only 550` measures the boards of that side alone.

mod machine;
mod python;
mod stopwatch;

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use python::Python;
use search::{Limits, Meter, Outcome};
use stopwatch::{best, turns};
use tabuleiro::board::Square;
use tabuleiro::contract::{Generate, Options, Solve};
use tabuleiro::lost_knight::{Choice, How, LostKnight, Way};

/// Boards: name, side, and the options of the generator.
const BOARDS: &[(&str, u32, &str, &str)] = &[
    ("550, 70 %", 550, "blocked", "70%"),
    ("2000, 20 %", 2000, "blocked", "20%"),
    ("2000, 70 %", 2000, "blocked", "70%"),
    ("2000, 73 %", 2000, "blocked", "73%"),
    ("2000, maze", 2000, "shape", "maze"),
    ("2001, 70 %", 2001, "blocked", "70%"),
    ("10000, 20 %", 10000, "blocked", "20%"),
    ("10000, 70 %", 10000, "blocked", "70%"),
];

/// With this seed the knight has far to go on every board, near the threshold too.
const SEED: u64 = 5;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let python = Python::if_asked(&["scipy"]);
    let only = words.iter().position(|word| word == "--only").and_then(|at| words.get(at + 1));
    println!("{}", machine::machine());
    println!(
        "{:14} {:>6} {:>9} {:>9} {:>9} {:>11} {:>9} {:>8}   auto against queue, best peer",
        "board", "moves", "auto ms", "bits ms", "queue ms", "pathfinding", "petgraph", "scipy"
    );
    for &(name, side, option, value) in BOARDS {
        if only.is_some_and(|only| *only != side.to_string()) {
            continue;
        }
        let mut options = Options::default();
        options.set("size", format!("{side}x{side}"));
        options.set(option, value);
        options.set("far", "");
        let limits = Limits::default();
        let made =
            LostKnight::generate(&options, SEED, &mut Meter::new(&limits)).expect("no obstacle");
        let board = made.instance;
        let scipy = python.as_ref().and_then(|python| scipy(python, &board));
        measure(name, side, &board, scipy);
    }
    if only.is_none() {
        whole_program();
    }
}

/// One board: every contestant in turn.
fn measure(name: &str, side: u32, board: &LostKnight, scipy: Option<f64>) {
    let grid = Grid::new(board);
    let graph = grid.graph();
    let rounds = match side {
        0..1000 => 30,
        1000..5000 => 5,
        _ => 3,
    };
    // The peers take a minute each on the largest boards: once is enough.
    let peer_rounds = if side > 5000 { 1 } else { rounds };
    let moves = solve(board, Way::Auto);
    let check = |found: u64| assert_eq!(found, moves, "{name}");
    let best = turns([
        (rounds, &mut || check(solve(board, Way::Auto))),
        (rounds, &mut || check(solve(board, Way::Bits))),
        (rounds, &mut || check(grid.queue())),
        (peer_rounds, &mut || check(grid.pathfinding())),
        (peer_rounds, &mut || check(grid.petgraph(&graph))),
    ]);
    let [auto, bits, queue, pathfinding, petgraph] = best.map(|seconds| seconds * 1e3);
    let peer = pathfinding.min(petgraph).min(scipy.unwrap_or(f64::INFINITY));
    let scipy = scipy.map_or("-".to_owned(), |time| format!("{time:.1}"));
    println!(
        "{name:14} {moves:>6} {auto:>9.2} {bits:>9.2} {queue:>9.2} {pathfinding:>11.1} {petgraph:>9.1} \
         {scipy:>8}   {:.1}x, {:.1}x",
        queue / auto,
        peer / auto
    );
}

/// The fewest moves, through the public face, path and counters included.
fn solve(board: &LostKnight, way: Way) -> u64 {
    let limits = Limits::default();
    let how = How { way, choice: Choice::Any };
    match board.solve(&how, &mut Meter::new(&limits), &mut (), &mut Vec::new()) {
        Outcome::Solved(route) => route.moves(),
        _ => panic!("an exit as far as can be is reached"),
    }
}

/// The board as a plain program has it.
struct Grid {
    side: usize,
    free: Vec<bool>,
    knight: u32,
    exit: u32,
}

/// The eight moves, opposite ones at opposite ends; one back is the greatest number there is.
const MOVES: [(usize, usize); 8] = {
    const BACK: usize = usize::MAX;
    [
        (1, 2),
        (2, 1),
        (1, BACK - 1),
        (2, BACK),
        (BACK - 1, 1),
        (BACK, 2),
        (BACK - 1, BACK),
        (BACK, BACK - 1),
    ]
};

impl Grid {
    fn new(board: &LostKnight) -> Self {
        let size = board.size();
        let place = |square: Square| size.index(square) as u32;
        Grid {
            side: size.rows as usize,
            free: (0..size.area() as u32).map(|place| board.is_free(place)).collect(),
            knight: place(board.knights()[0]),
            exit: place(board.exits()[0]),
        }
    }

    /// Where the eight moves from a square lead, over the edges.
    fn around(&self, at: u32) -> [u32; 8] {
        let side = self.side;
        let (row, col) = (at as usize / side, at as usize % side);
        let wrap = |at: usize, by: usize| {
            let to = at.wrapping_add(by);
            if to < side {
                to
            } else if by > usize::MAX / 2 {
                to.wrapping_add(side)
            } else {
                to - side
            }
        };
        MOVES.map(|(down, right)| (wrap(row, down) * side + wrap(col, right)) as u32)
    }

    /// The yardstick: two vectors of places, and a byte a square that tells by which move it was
    /// entered, or that it cannot be; the path is read from those.
    fn queue(&self) -> u64 {
        let side = self.side;
        let mut shut: Vec<u8> = self.free.iter().map(|&free| u8::from(!free)).collect();
        let reach: Vec<isize> = MOVES
            .iter()
            .map(|&(down, right)| (down as isize) * side as isize + right as isize)
            .collect();
        let (mut level, mut next) = (vec![self.knight], Vec::new());
        shut[self.knight as usize] = u8::MAX;
        'search: loop {
            if level.is_empty() {
                return u64::MAX;
            }
            for &at in &level {
                if at == self.exit {
                    break 'search;
                }
                let (row, col) = (at as usize / side, at as usize % side);
                let mut visit = |to: usize, direction: usize| {
                    if shut[to] == 0 {
                        shut[to] = direction as u8 + 2;
                        next.push(to as u32);
                    }
                };
                if row >= 2 && row + 2 < side && col >= 2 && col + 2 < side {
                    for (direction, &by) in reach.iter().enumerate() {
                        visit((at as usize).wrapping_add_signed(by), direction);
                    }
                } else {
                    for (direction, to) in self.around(at).into_iter().enumerate() {
                        visit(to as usize, direction);
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        // Every move has its opposite at the other end of the list.
        let mut path = vec![self.exit];
        while let Some(&at) = path.last().filter(|&&at| at != self.knight) {
            path.push(self.around(at)[9 - usize::from(shut[at as usize])]);
        }
        std::hint::black_box(path).len() as u64 - 1
    }

    fn pathfinding(&self) -> u64 {
        let near = |&at: &u32| {
            self.around(at).into_iter().filter(|&to| self.free[to as usize]).collect::<Vec<_>>()
        };
        let path = pathfinding::prelude::bfs(&self.knight, near, |&at| at == self.exit);
        path.map_or(u64::MAX, |path| path.len() as u64 - 1)
    }

    /// The graph for petgraph; building it is not counted.
    fn graph(&self) -> petgraph::csr::Csr<(), (), petgraph::Directed, u32> {
        let mut edges = Vec::new();
        for at in (0..self.free.len() as u32).filter(|&at| self.free[at as usize]) {
            let first = edges.len();
            let open = self.around(at).into_iter().filter(|&to| self.free[to as usize]);
            edges.extend(open.map(|to| (at, to)));
            edges[first..].sort_unstable();
        }
        petgraph::csr::Csr::from_sorted_edges(&edges).expect("edges are sorted")
    }

    /// petgraph's own visitor tells no distances: they are noted beside it.
    fn petgraph(&self, graph: &petgraph::csr::Csr<(), (), petgraph::Directed, u32>) -> u64 {
        let mut moves = vec![u32::MAX; graph.node_count()];
        moves[self.knight as usize] = 0;
        let mut visitor = petgraph::visit::Bfs::new(graph, self.knight);
        while let Some(at) = visitor.next(graph) {
            if at == self.exit {
                return u64::from(moves[at as usize]);
            }
            for &near in graph.neighbors_slice(at) {
                if moves[near as usize] == u32::MAX {
                    moves[near as usize] = moves[at as usize] + 1;
                }
            }
        }
        u64::MAX
    }
}

/// The whole program from file to answer, against reading the file once.
fn whole_program() {
    let program = machine::program();
    let Ok(scratch) = tempfile::tempdir() else { return };
    let file = scratch.path().join("board.txt");
    let made = Command::new(&program)
        .args(["lost-knight", "generate", "--size", "10000x10000", "--blocked", "70%", "--far"])
        .arg("--output")
        .arg(&file)
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let read = best(5, || {
        let bytes = fs::read(&file).unwrap_or_default();
        std::hint::black_box(bytes.iter().fold(0u8, |sum, byte| sum ^ byte));
    });
    let solved = best(5, || {
        let status = Command::new(&program)
            .args(["lost-knight", "solve", "--format", "coursework", "--quiet"])
            .arg(&file)
            .output();
        assert!(status.is_ok_and(|output| output.status.success()));
    });
    println!(
        "\n10000x10000, 70 %: the file read once {read:.0} ms, file to verified answer {solved:.0} ms: {:.1}x",
        solved / read,
        read = read * 1e3,
        solved = solved * 1e3,
    );
}

const SCIPY: &str = "
import sys, time
import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import breadth_first_order
side, knight, exit = (int(word) for word in sys.argv[1:4])
free = np.array([c == '.' for c in sys.stdin.read()], dtype=bool)
here = np.flatnonzero(free)
row, col = here // side, here % side
pairs = []
for down, right in [(1,2),(2,1),(1,-2),(2,-1),(-1,2),(-2,1),(-1,-2),(-2,-1)]:
    to = (row + down) % side * side + (col + right) % side
    open = free[to]
    pairs.append((here[open], to[open]))
a = np.concatenate([p[0] for p in pairs]); b = np.concatenate([p[1] for p in pairs])
graph = coo_matrix((np.ones(len(a), dtype=np.int8), (a, b)), shape=(side*side, side*side)).tocsr()
best = 1e9
for _ in range(3):
    start = time.perf_counter()
    order, before = breadth_first_order(graph, knight, directed=True, return_predecessors=True)
    best = min(best, time.perf_counter() - start)
print(best * 1e3)
";

/// The time of scipy's breadth-first order, in milliseconds; building its graph is not counted.
fn scipy(python: &Python, board: &LostKnight) -> Option<f64> {
    use std::io::Write;
    let grid = Grid::new(board);
    if grid.side > 5000 {
        // Its graph would take more memory than this machine may have.
        return None;
    }
    let mut text = String::with_capacity(grid.free.len());
    for &free in &grid.free {
        let _ = write!(text, "{}", if free { '.' } else { 'x' });
    }
    let words = [grid.side as u32, grid.knight, grid.exit].map(|word| word.to_string());
    let mut child = Command::new(python.program())
        .args(["-c", SCIPY])
        .args(words)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?.trim().parse().ok()
}
