//! `cargo xtask bench pegs`: the strategies against a plain matrix and solvers by other people, in one
//! run. With `--peers python`, CP-SAT, clingo, CaDiCaL and Fast Downward take part, in a virtual
//! environment that is made for the purpose and thrown away. `--only holes` measures that part alone;
//! `--only frontier` is the one that takes minutes.

mod figures;
mod goals;
mod machine;
mod peer;
mod pegs_matrix;
mod python;
mod stopwatch;

use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use figures::Figure;
use goals::{Goals, short};
use peer::{Patience, Peer};
use pegs_matrix::Matrix;
use python::Python;
use search::{Limits, Meter, Outcome, Proof};
use stopwatch::{best, turns};
use tabuleiro::contract::{Options, Puzzle, Solve};
use tabuleiro::pegs::Pegs;
use tabuleiro::random::Rng;
use tabuleiro::text::Source;

/// What is known of a board after a run.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Solved,
    Refuted,
    Exhausted,
    Unknown,
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let only = words.iter().position(|word| word == "--only").and_then(|at| words.get(at + 1));
    let packages = ["ortools", "clingo", "python-sat", "up-fast-downward"];
    let python = Python::if_asked(&packages);
    println!("{}", machine::machine());
    let mut goals = Goals::default();
    let mut part = |name: &str, measure: fn(&mut Goals)| {
        if only.map_or(name != "frontier", |only| only == name) {
            measure(&mut goals);
        }
    };
    part("games", games);
    part("refused", refused);
    part("huge", huge);
    part("holes", holes);
    part("random", random);
    part("stack", stack);
    part("frontier", frontier);
    if let Some(python) = python {
        peers(&python);
    }
    println!("\n{}", goals.summary());
}

/// A named board; the vacancy is a row and a column from 1.
fn game(board: &str, vacancy: Option<(u32, u32)>) -> Option<Pegs> {
    let mut options = Options::default();
    options.set("board", board);
    if let Some((row, column)) = vacancy {
        options.set("vacancy", format!("{row},{column}"));
    }
    Pegs::from_options(&options, &mut Meter::new(&Limits::default())).ok().flatten()
}

/// A named board with each of its cells empty in turn.
fn vacancies(board: &str) -> Vec<Pegs> {
    let size = game(board, None).expect("a board").size();
    let places = (1..=size.rows).flat_map(|row| (1..=size.cols).map(move |column| (row, column)));
    places.filter_map(|place| game(board, Some(place))).collect()
}

fn decide(board: &Pegs, strategy: &str, limits: &Limits) -> Verdict {
    let how = board.plan(strategy, &Options::default()).expect("a strategy");
    match board.solve(&how, &mut Meter::new(limits), &mut (), &mut Vec::new()) {
        Outcome::Solved(_) => Verdict::Solved,
        Outcome::Impossible(Proof::Argument(_)) => Verdict::Refuted,
        Outcome::Impossible(Proof::Exhaustion) => Verdict::Exhausted,
        Outcome::Unknown(_) => Verdict::Unknown,
    }
}

/// The line of some work that should take as little as its goal, if it has one.
fn row(goals: &mut Goals, name: &str, ours: f64, goal: Figure) {
    let ratio = goals.against(name, goal.known().map(|goal| goal / ours));
    println!("{name:34} {:>10} {goal:>10} {ratio:>8}", short(ours));
}

fn head(what: &str) {
    println!("\n{what:34} {:>10} {:>10} {:>8}", "ours", "goal", "to goal");
}

/// Named boards, all of them solved.
fn games(goals: &mut Goals) {
    head("milliseconds, strategy auto");
    let mut measure = |name: &str, boards: Vec<Pegs>, goal: f64| {
        assert!(!boards.is_empty());
        let solve = |board| assert_eq!(decide(board, "auto", &Limits::default()), Verdict::Solved);
        let mut work = || boards.iter().for_each(solve);
        let once = best(1, &mut work);
        let seconds = best(((0.5 / once) as usize).min(20), work).min(once);
        row(goals, name, seconds * 1e3, Figure::Is(goal));
    };
    let alone = |name: &str| game(name, None).into_iter().collect::<Vec<Pegs>>();
    measure("English, centre", alone("english"), 1.0);
    measure("English, all 33 together", vacancies("english"), 100.0);
    measure("6x6, all 36 together", vacancies("6x6"), 200.0);
    measure("Wiegleb, centre", alone("wiegleb"), 5.0);
    measure("9x9, centre", alone("9x9"), 5.0);
    measure("12x12", alone("12x12"), 10.0);
    measure("15x15", alone("15x15"), 15.0);
    measure("30x30", alone("30x30"), 100.0);
    measure("60x60", alone("60x60"), 500.0);
    let program = machine::program();
    let time = best(20, || {
        let mut command = Command::new(&program);
        command.args(["pegs", "solve", "--board", "english"]);
        assert!(command.output().is_ok_and(|output| output.status.success()));
    });
    row(goals, "English, program start to exit", time * 1e3, Figure::Absent);
}

/// Boards that a class refutes.
fn refused(goals: &mut Goals) {
    head("microseconds each, refused");
    let sides = [4, 5, 7, 8, 10, 11];
    let rectangle = |rows, columns| game(&format!("{rows}x{columns}"), Some((1, 1)));
    let rectangles = sides.iter().flat_map(|&rows| sides.map(|columns| rectangle(rows, columns)));
    for (name, boards) in [
        ("European, all 37", vacancies("european")),
        ("diamond 41, all 41", vacancies("diamond41")),
        ("rectangles, no side a multiple of 3", rectangles.flatten().collect()),
    ] {
        let refute =
            |board| assert_eq!(decide(board, "auto", &Limits::default()), Verdict::Refuted);
        let seconds = best(20, || boards.iter().for_each(refute));
        row(goals, name, seconds / boards.len() as f64 * 1e6, Figure::Is(10.0));
    }
}

/// Boards that are a matter of writing the answer.
fn huge(goals: &mut Goals) {
    head("microseconds a jump, strategy purge");
    for side in [300, 999] {
        let board = game(&format!("{side}x{side}"), None).expect("a board");
        let limits = Limits::default();
        let seconds = best(3, || assert_eq!(decide(&board, "purge", &limits), Verdict::Solved));
        let jumps = f64::from(side * side - 2);
        row(goals, &format!("{side}x{side}"), seconds / jumps * 1e6, Figure::Is(1.0));
    }
}

/// A board from a matrix of the coursework's numbers.
fn from_matrix(rows: usize, places: &[i8]) -> Pegs {
    let mut text = format!("{rows} {}\n", places.len() / rows);
    for row in places.chunks(places.len() / rows) {
        let words: Vec<String> = row.iter().map(i8::to_string).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", words.join(" "));
    }
    let source = Source::new("board", text);
    let options = Options::default();
    Pegs::read(&source, &options).next().expect("a board").expect("a board that can be read")
}

/// A square full of pegs but for so many random holes, not refused by an argument.
fn with_holes(side: usize, holes: usize, rng: &mut Rng) -> Pegs {
    let quick = Limits { nodes: Some(1), ..Limits::default() };
    loop {
        let mut places = vec![1; side * side];
        places[..holes].fill(-1);
        rng.shuffle(&mut places);
        let board = from_matrix(side, &places);
        if decide(&board, "auto", &quick) != Verdict::Refuted {
            return board;
        }
    }
}

/// How many of some boards were decided, and what the slowest took, in milliseconds; a limit is a
/// time for each.
fn decided(boards: &[Pegs], limits: &Limits) -> (usize, f64) {
    let (mut known, mut worst) = (0, 0.0f64);
    for board in boards {
        let start = Instant::now();
        known += usize::from(decide(board, "auto", limits) != Verdict::Unknown);
        worst = worst.max(start.elapsed().as_secs_f64() * 1e3);
    }
    (known, worst)
}

/// Squares with a few holes: all are to be decided.
fn holes(goals: &mut Goals) {
    head("milliseconds at worst");
    let limits = Limits { time: Some(Duration::from_secs(3)), ..Limits::default() };
    for (name, side, holes, each, goal) in [
        ("9x9, 1 to 12 holes", 9, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12][..], 5, 30.0),
        ("12x12, 1 to 16 holes", 12, &[1, 2, 4, 6, 8, 12, 16], 5, 100.0),
        ("15x15, 1 to 16 holes", 15, &[1, 2, 4, 8, 12, 16], 3, 1000.0),
    ] {
        let mut rng = Rng::new(1);
        let all = holes.iter().flat_map(|&holes| std::iter::repeat_n(holes, each));
        let boards: Vec<Pegs> = all.map(|holes| with_holes(side, holes, &mut rng)).collect();
        let (known, worst) = decided(&boards, &limits);
        row(goals, name, worst, Figure::Is(goal));
        let share = known as f64 / boards.len() as f64;
        goals.against(&format!("{name}, decided"), Some(share));
        println!("    decided {known} of {}", boards.len());
    }
}

/// Random boards of all shapes: random cells are absent, and others holes.
fn random(goals: &mut Goals) {
    head("milliseconds at worst");
    let mut rng = Rng::new(1);
    let mut board = |_| {
        let (rows, columns) = (4 + rng.below(5), 4 + rng.below(5));
        let (absent, holes) = (rng.below(16), 2 + rng.below(29));
        let mut place = |_| match rng.below(100) {
            chance if chance < absent => 0,
            chance if chance < absent + holes => -1,
            _ => 1,
        };
        from_matrix(rows, &(0..rows * columns).map(&mut place).collect::<Vec<i8>>())
    };
    let boards: Vec<Pegs> = (0..600).map(&mut board).collect();
    let time = Some(Duration::from_secs(10));
    let limits = Limits { time, memory: Some(2 << 30), ..Limits::default() };
    let (known, worst) = decided(&boards, &limits);
    row(goals, "600 boards, 4x4 to 8x8, in 2 GiB", worst, Figure::Is(10_000.0));
    goals.against("600 boards, decided", Some(known as f64 / 600.0));
    println!("    decided {known} of 600");
}

/// Positions a second without memory.
fn stack(goals: &mut Goals) {
    const MOST: u64 = 2_000_000;
    println!("\npositions a second, strategy stack, {MOST} at most");
    println!("{:34} {:>10} {:>10}   ratio, goal 10x", "", "ours", "matrix");
    for name in ["english", "wiegleb"] {
        let board = game(name, None).expect("a board");
        let limits = Limits { nodes: Some(MOST), ..Limits::default() };
        let how = board.plan("stack", &Options::default()).expect("a strategy");
        let (mut ours, mut theirs) = (0, 0);
        let times = turns([
            (3, &mut || {
                let mut meter = Meter::new(&limits);
                board.solve(&how, &mut meter, &mut (), &mut Vec::new());
                ours = meter.stats().nodes;
            }),
            (3, &mut || theirs = Matrix::new(&board).search(MOST)),
        ]);
        let [ours, theirs] = [ours as f64 / times[0], theirs as f64 / times[1]];
        let ratio = ours / theirs;
        goals.against(&format!("stack, {name}"), Some(ratio / 10.0));
        println!("{name:34} {:>10} {:>10}   {}x", short(ours), short(theirs), short(ratio));
    }
}

/// Boards that not all can be decided of, half a minute each.
fn frontier(goals: &mut Goals) {
    println!("\nboards decided in 30 s each, goal 90 %");
    let limits = Limits { time: Some(Duration::from_secs(30)), ..Limits::default() };
    for (side, holes) in [(12, 24), (12, 32), (15, 32), (15, 48)] {
        let mut rng = Rng::new(1);
        let boards: Vec<Pegs> = (0..10).map(|_| with_holes(side, holes, &mut rng)).collect();
        let (known, worst) = decided(&boards, &limits);
        let name = format!("{side}x{side}, {holes} holes");
        goals.against(&name, Some(known as f64 / 9.0));
        println!("{name:34} {known} of 10, the slowest {} ms", short(worst));
    }
}

/// Solvers by other people, ten seconds a board.
fn peers(python: &Python) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/pegs.py");
    let peers = ["downward", "clingo", "cadical", "cp-sat"].map(|name| Peer {
        name,
        program: python.program(),
        words: vec![script.clone().into_os_string(), name.into()],
    });
    let columns: String = peers.iter().map(|peer| format!(" {:>10}", peer.name)).collect();
    println!("\nmilliseconds to a game\n{:20} {:>10}{columns}   the best to ours", "", "ours");
    let scratch = tempfile::tempdir().expect("a folder for boards");
    for (name, vacancy) in [
        ("english", None),
        ("english", Some((1, 3))),
        ("4x6", Some((1, 1))),
        ("6x6", Some((1, 1))),
        ("wiegleb", None),
        ("9x9", None),
    ] {
        let board = game(name, vacancy).expect("a board");
        let limits = Limits::default();
        let ours = best(5, || assert_eq!(decide(&board, "auto", &limits), Verdict::Solved)) * 1e3;
        let path = scratch.path().join("board.txt");
        std::fs::write(&path, Matrix::new(&board).text()).expect("a file for a board");
        let rest = |_| -> Vec<OsString> { vec![path.clone().into()] };
        let each = Duration::from_secs(10);
        let (mut line, mut fastest) = (String::new(), f64::INFINITY);
        for peer in &peers {
            let answer = peer.run(1, rest, Patience { each, all: each })[0];
            assert!(answer.is_none_or(|answer| answer.found == 1), "{} is wrong", peer.name);
            let over = Figure::Past('>', each.as_secs_f64() * 1e3);
            let figure = answer.map_or(over, |answer| Figure::Is(answer.seconds * 1e3));
            line += &format!(" {figure:>10}");
            fastest = figure.known().map_or(fastest, |time| fastest.min(time));
        }
        let name =
            vacancy.map_or(name.to_owned(), |(row, column)| format!("{name} {row},{column}"));
        println!("{name:20} {:>10}{line}   {}x", short(ours), short(fastest / ours));
    }
}
