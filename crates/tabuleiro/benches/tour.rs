//! `cargo xtask bench tour`: the strategies against plain programs for the same work, in one run.
//! Times are the best of several, taken in turn; instructions are counted by callgrind where
//! valgrind is installed.

mod goals;
mod machine;
#[path = "../../tour/tests/riddled/mod.rs"]
mod riddled;
mod stopwatch;
mod tour_links;
mod tour_tiles;

use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

use prancing_pony::{TourInput, TourResult, find_solution};
use search::{Limits, Meter, Outcome, Stats};
use stopwatch::{best, turns};
use tabuleiro::board::{KNIGHT, Size, Square};
use tabuleiro::contract::Solve;
use tabuleiro::tour::{Order, Plan, Tour};

const CHESSBOARD: Size = Size { rows: 8, cols: 8 };
const FIVE: Size = Size { rows: 5, cols: 5 };
/// A corner's neighbour in its row: of the colour from which 5x5 has no tour.
const DARK: Square = Square { row: 0, col: 1 };
const CORNER: Square = Square { row: 7, col: 7 };
const FIXED: Plan = Plan::Ordered(Order::CLOCKWISE);

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let Some(at) = words.iter().position(|word| word == "--case") {
        run_case(&words[at + 1]);
        return;
    }
    let only = words.iter().position(|word| word == "--only").and_then(|at| words.get(at + 1));
    println!("{}\n", machine::machine());
    let parts: [(&str, fn()); 6] = [
        ("fixed", fixed_order),
        ("instructions", instructions),
        ("roth", roth),
        ("tiles", tour_tiles::tiles),
        ("links", tour_links::links),
        ("program", whole_program),
    ];
    for (name, measure) in parts {
        if only.is_none_or(|only| only == name) {
            measure();
        }
    }
}

/// The crate prancing_pony is the one solver of tours by somebody else that a registry has and that
/// builds: `knights-tour` on crates.io needs an unstable compiler, and none was found on PyPI.
/// It knows no other strategy, so that there is no such peer for the parts below.
fn fixed_order() {
    println!("fixed order, 8x8 from (8,8), 27,241,113 nodes, counters on");
    let check = |nodes: u64| assert_eq!(black_box(nodes), 27_241_113);
    let times = turns([
        (7, &mut || {
            let mut matrix = Matrix::new(CHESSBOARD, KNIGHT);
            matrix.visit(7, 7, 1);
            check(matrix.forward);
        }),
        (7, &mut || {
            let (mut forward, mut back) = (0, 0);
            visit_8x8(&mut [[0; 8]; 8], (7, 7), 1, &mut forward, &mut back);
            check(forward);
        }),
        (7, &mut || {
            check(
                solve(&Tour::new(CHESSBOARD).with_start(CORNER), FIXED, &Limits::default()).nodes,
            );
        }),
        // It takes the moves in the same order, from columns and rows counted upwards.
        (3, &mut || {
            let input = TourInput { size_x: 8, size_y: 8, starting_position: (7, 0) };
            let TourResult::Solution(tour) = find_solution(input) else { panic!("no tour") };
            check(u64::from(tour.times_backtracked) + tour.position_history.len() as u64);
        }),
    ]);
    let ratio = |i: usize| times[i] / times[2];
    println!("  plain matrix of integers, any size  {:8.1} ms", times[0] * 1e3);
    println!("  the same compiled for 8x8 only      {:8.1} ms", times[1] * 1e3);
    println!("  the crate prancing_pony 1.0         {:8.1} ms", times[3] * 1e3);
    println!("  tabuleiro, strategy fixed           {:8.1} ms", times[2] * 1e3);
    println!(
        "  ratio to the plain matrix: {:.2}; to the one for 8x8 only: {:.2}; to the crate: {:.2}\n",
        ratio(0),
        ratio(1),
        ratio(3)
    );
}

/// Instructions a node on 5x5 from a square without tours, 1,829,421 nodes.
fn instructions() {
    println!("instructions a node, 5x5 from (1,2), everything searched: 1,829,421 nodes");
    let Some(nothing) = callgrind("nothing") else {
        println!("  valgrind is not installed: skipped (apt-get install valgrind)\n");
        return;
    };
    let count = |case| callgrind(case).map_or(f64::NAN, |n| (n - nothing) as f64 / 1_829_421.0);
    let (bare, engine, limits) = (count("bare"), count("engine"), count("limits"));
    let watched = count("watched");
    println!("  bare recursion           {bare:6.1}");
    println!("  engine, nobody watching  {engine:6.1}  ratio {:.2}", engine / bare);
    println!("  the same, all limits on  {limits:6.1}  {:+.2} %", (limits / engine - 1.0) * 100.0);
    println!("  engine, watched          {watched:6.1}  ratio {:.2}\n", watched / bare);
}

fn callgrind(case: &str) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["--case", case])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.lines().find_map(|line| line.split("Collected : ").nth(1)?.trim().parse().ok())
}

fn run_case(case: &str) {
    let tour = Tour::new(FIVE).with_start(DARK);
    let all_limits = Limits {
        nodes: Some(1 << 40),
        memory: Some(1 << 40),
        time: Some(Duration::from_secs(1 << 20)),
        threads: Some(1),
        cancel: Some(Default::default()),
        pulse: Some(Default::default()),
        ..Limits::default()
    };
    match case {
        "nothing" => {}
        "bare" => assert_eq!(black_box(bare()), 1_829_421),
        "engine" => assert_eq!(solve(&tour, FIXED, &Limits::default()).nodes, 1_829_421),
        "limits" => assert_eq!(solve(&tour, FIXED, &all_limits).nodes, 1_829_421),
        "watched" => {
            let mut events = 0u64;
            let limits = Limits::default();
            let mut meter = Meter::new(&limits);
            let mut observer = |_| events += 1;
            let _ = tour.solve(&FIXED, &mut meter, &mut observer, &mut Vec::new());
            black_box(events);
        }
        _ => panic!("no case {case}"),
    }
}

fn roth() {
    let limits = Limits::default();
    let all_starts = best(50, || {
        for start in CHESSBOARD.squares() {
            black_box(solve(&Tour::new(CHESSBOARD).with_start(start), Plan::Roth, &limits));
        }
    });
    println!("roth, all 64 starts of 8x8 together: {:.3} ms", all_starts * 1e3);
    for side in [100, 1000] {
        let tour = Tour::new(Size { rows: side, cols: side }).with_start(Square { row: 0, col: 0 });
        let time = best(5, || {
            black_box(solve(&tour, Plan::Roth, &limits));
        });
        let a_square = time * 1e9 / f64::from(side * side);
        println!("roth, {side}x{side}: {:.1} ns a square", a_square);
    }
    println!();
}

fn whole_program() {
    let program = machine::program();
    let time = best(50, || {
        let mut command = Command::new(&program);
        command.args(["tour", "solve", "--size", "8x8", "--start", "8,8"]);
        assert!(command.output().is_ok_and(|output| output.status.success()));
    });
    let time = time * 1e3;
    println!("tabuleiro tour solve --size 8x8 --start 8,8, start to exit: {time:.2} ms");
}

fn solve(tour: &Tour, how: Plan, limits: &Limits) -> Stats {
    let mut meter = Meter::new(limits);
    let outcome = tour.solve(&how, &mut meter, &mut (), &mut Vec::new());
    assert!(!matches!(outcome, Outcome::Unknown(_)));
    meter.stats()
}

/// The yardstick: a matrix of integers and eight tests of its bounds, as most first programs have
/// it, for boards of any size and any order of moves.
struct Matrix {
    board: Vec<Vec<i32>>,
    rows: i32,
    cols: i32,
    moves: [(i32, i32); 8],
    forward: u64,
    back: u64,
}

impl Matrix {
    fn new(size: Size, moves: [(i32, i32); 8]) -> Self {
        let board = vec![vec![0; size.cols as usize]; size.rows as usize];
        let (rows, cols) = (size.rows as i32, size.cols as i32);
        Matrix { board, rows, cols, moves, forward: 0, back: 0 }
    }

    fn visit(&mut self, row: i32, col: i32, number: i32) -> bool {
        self.board[row as usize][col as usize] = number;
        self.forward += 1;
        if number == self.rows * self.cols {
            return true;
        }
        for i in 0..8 {
            let (down, right) = self.moves[i];
            let (r, c) = (row + down, col + right);
            let inside = r >= 0 && r < self.rows && c >= 0 && c < self.cols;
            if inside && self.board[r as usize][c as usize] == 0 && self.visit(r, c, number + 1) {
                return true;
            }
        }
        self.board[row as usize][col as usize] = 0;
        self.back += 1;
        false
    }
}

/// The same with the size and the moves known to the compiler.
fn visit_8x8(
    board: &mut [[i32; 8]; 8],
    (row, col): (i32, i32),
    number: i32,
    forward: &mut u64,
    back: &mut u64,
) -> bool {
    board[row as usize][col as usize] = number;
    *forward += 1;
    if number == 64 {
        return true;
    }
    for (down, right) in KNIGHT {
        let (r, c) = (row + down, col + right);
        let inside = (0..8).contains(&r) && (0..8).contains(&c);
        if inside
            && board[r as usize][c as usize] == 0
            && visit_8x8(board, (r, c), number + 1, forward, back)
        {
            return true;
        }
    }
    board[row as usize][col as usize] = 0;
    *back += 1;
    false
}

/// The other yardstick: recursion on bits with one counter, which nothing can stop or watch.
fn bare() -> u64 {
    fn visit(lists: &[Vec<usize>], free: u64, at: usize, nodes: &mut u64) {
        *nodes += 1;
        for &to in &lists[at] {
            if free >> to & 1 == 1 {
                visit(lists, free ^ 1 << to, to, nodes);
            }
        }
    }
    let lists: Vec<Vec<usize>> = FIVE
        .squares()
        .map(|from| FIVE.knight_moves(from).map(|to| FIVE.index(to)).collect())
        .collect();
    let start = FIVE.index(DARK);
    let mut nodes = 0;
    visit(&lists, ((1 << 25) - 1) ^ 1 << start, start, &mut nodes);
    nodes
}
