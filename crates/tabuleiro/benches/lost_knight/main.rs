//! `cargo xtask bench lost-knight`: the strategies against a tuned queue and two crates, in one run.
//! Boards are made by our generator, the exit as far away as can be. Contestants take turns, and the
//! best of several times counts. `auto` runs three times: as this processor can, and as older ones
//! would. With `--peers python`, scipy takes part, in a virtual environment that is made for the
//! purpose and thrown away; `--only 550` measures the boards of that side alone.

mod grid;
#[path = "../machine.rs"]
mod machine;
mod program;
#[path = "../python.rs"]
mod python;
mod scipy;
#[path = "../stopwatch.rs"]
mod stopwatch;

use search::{Limits, Meter, Outcome};
use tabuleiro::contract::{Generate, Options, Solve};
use tabuleiro::lost_knight::{Choice, Isa, LostKnight, Method, Plan, Width};

use grid::Grid;
use python::Python;
use stopwatch::turns;

/// Boards: name, side, and the options of the generator.
const BOARDS: &[(&str, u32, &str, &str)] = &[
    ("550, 70 %", 550, "blocked", "70%"),
    ("2000, 20 %", 2000, "blocked", "20%"),
    ("2000, 70 %", 2000, "blocked", "70%"),
    ("2000, 73 %", 2000, "blocked", "73%"),
    ("2000, maze", 2000, "shape", "maze"),
    ("2001, 70 %", 2001, "blocked", "70%"),
    ("2001, maze", 2001, "shape", "maze"),
    ("10000, 20 %", 10000, "blocked", "20%"),
    ("10000, 70 %", 10000, "blocked", "70%"),
];

/// With this seed the knight has far to go on every board, near the threshold too.
const SEED: u64 = 5;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let python = Python::if_asked(&["scipy"]);
    let only = words.iter().position(|word| word == "--only").and_then(|at| words.get(at + 1));
    println!("{}, vectors: {:?}", machine::machine(), Width::detect().kind());
    println!(
        "{:12} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>11} {:>8} {:>7}   auto against queue (AVX2, \
         baseline), best peer",
        "board",
        "moves",
        "auto ms",
        "AVX2",
        "baseline",
        "bits",
        "queue",
        "pathfinding",
        "petgraph",
        "scipy"
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
        let scipy = python.as_ref().and_then(|python| scipy::time(python, &board));
        measure(name, side, &board, scipy);
    }
    if only.is_none() {
        program::measure();
    }
}

/// One board: every contestant in turn.
fn measure(name: &str, side: u32, board: &LostKnight, scipy: Option<f64>) {
    let grid = Grid::new(board);
    let graph = grid.graph();
    let rounds = match side {
        0..1000 => 30,
        1000..5000 => 7,
        _ => 3,
    };
    // The peers take a minute each on the largest boards: once is enough.
    let peer_rounds = if side > 5000 { 1 } else { rounds };
    let moves = solve(board, Method::Auto, Isa::Widest);
    let check = |found: u64| assert_eq!(found, moves, "{name}");
    let best = turns([
        (rounds, &mut || check(solve(board, Method::Auto, Isa::Widest))),
        (rounds, &mut || check(solve(board, Method::Auto, Isa::Wide))),
        (rounds, &mut || check(solve(board, Method::Auto, Isa::Baseline))),
        (rounds, &mut || check(solve(board, Method::Bits, Isa::Widest))),
        (rounds, &mut || check(grid.queue())),
        (peer_rounds, &mut || check(grid.pathfinding())),
        (peer_rounds, &mut || check(grid.petgraph(&graph))),
    ]);
    let [auto, wide, baseline, bits, queue, pathfinding, petgraph] =
        best.map(|seconds| seconds * 1e3);
    let peer = pathfinding.min(petgraph).min(scipy.unwrap_or(f64::INFINITY));
    let scipy = scipy.map_or("-".to_owned(), |time| format!("{time:.1}"));
    println!(
        "{name:12} {moves:>6} {auto:>8.2} {wide:>8.2} {baseline:>8.2} {bits:>8.2} {queue:>8.2} \
         {pathfinding:>11.1} {petgraph:>8.1} {scipy:>7}   {:.2}x ({:.2}x, {:.2}x), {:.1}x",
        queue / auto,
        queue / wide,
        queue / baseline,
        peer / auto
    );
}

/// The fewest moves, through the public face, path and counters included.
fn solve(board: &LostKnight, way: Method, kind: Isa) -> u64 {
    let limits = Limits::default();
    let how = Plan { way, choice: Choice::Any, width: Width::detect().at_most(kind) };
    match board.solve(&how, &mut Meter::new(&limits), &mut (), &mut Vec::new()) {
        Outcome::Solved(route) => route.moves(),
        _ => panic!("an exit as far as can be is reached"),
    }
}
