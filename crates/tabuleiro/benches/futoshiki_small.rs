//! Boards that people solve: many a second.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use search::{Ended, Limits, Meter, Outcome, Stats};
use tabuleiro::contract::{Coursework, Options, Puzzle, Solve, Verify};
use tabuleiro::futoshiki::{Futoshiki, Grid};
use tabuleiro::text::Source;

use super::figures::Figure;
use super::futoshiki_boards as boards;
use super::goals::short;
use super::peer::Patience;
use super::stopwatch::{best, turns};
use super::{Bench, Wanted, solutions};

/// Boards by our generator: name, order, difficulty, number, goal in boards a second. The extreme are
/// minimal, and what Tatham calls recursive.
const OURS: &[(&str, usize, &str, u64, Figure)] = &[
    ("5x5 easy", 5, "easy", 100, Figure::Is(3.0e6)),
    ("7x7 easy", 7, "easy", 100, Figure::Is(1.2e6)),
    ("7x7 tricky", 7, "tricky", 100, Figure::Absent),
    ("7x7 extreme", 7, "extreme", 50, Figure::Absent),
    ("9x9 easy", 9, "easy", 100, Figure::Is(3.0e5)),
    ("9x9 tricky", 9, "tricky", 100, Figure::Absent),
    ("9x9 extreme", 9, "extreme", 30, Figure::Is(300.0)),
];
/// Boards by Tatham's generator: name, his name of it, number, goal.
const TATHAMS: &[(&str, &str, usize, Figure)] = &[
    ("Tatham 5x5 easy", "5de", 100, Figure::Is(3.0e6)),
    ("Tatham 7x7 easy", "7de", 100, Figure::Is(1.2e6)),
    ("Tatham 7x7 extreme", "7dx", 100, Figure::Is(5.0e5)),
    ("Tatham 9x9 easy", "9de", 100, Figure::Is(3.0e5)),
    ("Tatham 9x9 extreme", "9dx", 30, Figure::Is(5.0e4)),
];

impl Bench {
    /// Boards a second on what people solve.
    pub(crate) fn small(&mut self) {
        println!(
            "\nboards a second, solution and proof that there is no other; mrv finds the first"
        );
        println!(
            "{:20} {:>6} {:>10} {:>10} {:>8} {:>10}{}   ours to the best",
            "",
            "boards",
            "ours",
            "goal",
            "to goal",
            "mrv",
            self.columns()
        );
        let coursework = boards::coursework();
        match &coursework {
            Some(source) => self.class("coursework", &boards::read(source), Figure::Is(2.5e5)),
            None => println!("coursework           skipped: ../shared/data is not here"),
        }
        for &(name, order, difficulty, number, goal) in OURS {
            let options = boards::recipe(order, &[("difficulty", difficulty)]);
            self.class(name, &boards::generated(&options, number), goal);
        }
        if boards::is_tatham_here() {
            for &(name, kind, number, goal) in TATHAMS {
                self.class(name, &boards::tatham(kind, number), goal);
            }
        } else {
            println!("Tatham's boards      skipped: his generator is not here (apt: sgt-puzzles)");
        }
        if let Some(source) = coursework {
            let milliseconds = best(300, || whole_file(source.bytes())) * 1e3;
            let ratio = self.goals.against("coursework file", Some(0.5 / milliseconds));
            println!(
                "coursework file read, solved, proved, verified, written: {} ms, goal 0.5: {ratio}",
                short(milliseconds)
            );
        }
    }

    fn class(&mut self, name: &str, boards: &[Futoshiki], goal: Figure) {
        const PATIENCE: Duration = Duration::from_secs(2);
        let mut prove = || boards.iter().for_each(|board| assert_eq!(solutions(board), 1));
        let rounds = rounds(&mut prove);
        let mut tried = 0;
        let mut mrv = || tried = tries(boards, PATIENCE);
        // Once, where it may take seconds.
        let mrv_rounds = if rounds > 10 { 10 } else { 1 };
        let [prove, mrv] = turns([(rounds, &mut prove), (mrv_rounds, &mut mrv)]);
        let number = boards.len() as f64;
        let ours = number / prove;
        let mrv = match tried {
            _ if tried == boards.len() => Figure::Is(number / mrv),
            _ => Figure::Past('<', (tried + 1) as f64 / mrv),
        };
        let mut line = format!(" {mrv:>10}");
        let mut fastest = mrv.known();
        for peer in &self.peers {
            let patience = Patience { each: PATIENCE, all: PATIENCE };
            let found = vec![1; boards.len()];
            let times = self.ask(peer, boards, Wanted::Unique, &found, patience);
            let sum: f64 = times.iter().flatten().sum();
            let done = times.iter().flatten().count();
            let rate = match done {
                _ if done == boards.len() => Figure::Is(number / sum),
                _ => Figure::Past('<', (done + 1) as f64 / PATIENCE.as_secs_f64()),
            };
            line += &format!(" {rate:>11}");
            fastest = fastest.into_iter().chain(rate.known()).reduce(f64::max);
        }
        let ratio = self.goals.against(name, goal.known().map(|goal| ours / goal));
        let best = fastest.map_or(Figure::Absent, |fastest| Figure::Is(ours / fastest));
        println!(
            "{name:20} {:>6} {:>10} {goal:>10} {ratio:>8}{line}   {best}x",
            boards.len(),
            short(ours)
        );
    }
}

/// How many of the boards the coursework's search solves, one after another, within a time.
fn tries(boards: &[Futoshiki], time: Duration) -> usize {
    let start = Instant::now();
    let is_solved = |board: &&Futoshiki| {
        let left = time.saturating_sub(start.elapsed());
        let limits = Limits { time: Some(left), ..Limits::default() };
        let plan = board.plan("mrv", &Options::default()).expect("a strategy");
        let outcome = board.solve(&plan, &mut Meter::new(&limits), &mut (), &mut Vec::new());
        matches!(outcome, Outcome::Solved(_))
    };
    boards.iter().take_while(is_solved).count()
}

/// How often some work is done in a third of a second.
fn rounds(work: &mut impl FnMut()) -> usize {
    ((0.3 / best(1, work)) as usize).clamp(3, 1000)
}

/// A file from its bytes to the bytes of the answers.
fn whole_file(bytes: &[u8]) {
    let source = Source::new("boards", bytes);
    let mut out = Vec::new();
    for (number, board) in (1..).zip(Futoshiki::read(&source, &Options::default())) {
        let board = board.expect("a board");
        let limits = Limits::default();
        // One search gives the grid and, having gone on to its end, the proof.
        let mut grids = Vec::with_capacity(1);
        let ended = tabuleiro::futoshiki::solutions(&board, &mut Meter::new(&limits), |values| {
            grids
                .push(Grid::new(board.order(), values.iter().map(|&value| value.into()).collect()));
            if grids.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let (Ended::Exhausted, [grid]) = (ended, &grids[..]) else { panic!("not one solution") };
        assert!(board.verify(grid).is_ok());
        let stats = Stats::default();
        Futoshiki::write_solution(number, grid, &stats, &mut out).expect("memory");
    }
    black_box(out);
}
