//! Hints, explanations, ratings and verdicts: `cargo xtask bench explain`. One core, as frontends see it: every step
//! and every verdict is verified within the time that is told. Goals missed are in the last line.

mod goals;
#[allow(dead_code, reason = "the other benches run the program, too")]
mod machine;

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use goals::{Goals, short};
use tabuleiro::contract::Options;
use tabuleiro::explain::Advice;
use tabuleiro::game::Game;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::random::Rng;
use tabuleiro::text::Source;
use tabuleiro::{KINDS, Limits, Outcome};

/// The coursework's boards, which are no part of the project.
const COURSEWORK: &str = "../../../../shared/data/futoshiki/futoshiki.dat";

type Boards = Vec<Box<dyn Session>>;
type Part = (&'static str, fn(&mut Goals));

fn kind(name: &str) -> &'static dyn Kind {
    *KINDS.iter().find(|kind| kind.about().name == name).expect("a puzzle")
}

fn limits() -> Limits {
    Limits { threads: Some(1), memory: Some(4 << 30), ..Limits::default() }
}

fn options(pairs: &[(&'static str, &str)]) -> Options {
    let mut options = Options::default();
    pairs.iter().for_each(|&(name, value)| options.set(name, value));
    options
}

fn generated(order: &str, difficulty: &str, number: u64) -> Boards {
    let options = options(&[("order", order), ("difficulty", difficulty)]);
    let make = |seed| kind("futoshiki").generate(&options, seed, &limits()).ok();
    (0..number).filter_map(make).map(|made| made.result.session).collect()
}

fn coursework() -> Option<Boards> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(COURSEWORK);
    let source = Source::new("coursework", std::fs::read(path).ok()?);
    let options = Options::default();
    kind("futoshiki").open(&source, &options).collect::<Result<_, _>>().ok()
}

/// All hints of a solution: their number, the whole time, the longest, and whether they lead to the end.
fn explain(session: &dyn Session) -> (u32, Duration, Duration, bool) {
    let mut game = session.play(None).expect("a game");
    let (mut steps, mut whole, mut longest) = (0, Duration::ZERO, Duration::ZERO);
    loop {
        let begin = Instant::now();
        let advice = game.advise(&limits()).expect("no limit").result;
        let time = begin.elapsed();
        whole += time;
        longest = longest.max(time);
        let Advice::Step(step) = advice else {
            return (steps, whole, longest, advice == Advice::Won);
        };
        steps += 1;
        for &made in &step.moves {
            game.make(made).expect("a legal move");
        }
    }
}

/// A game of random moves, so many of them.
fn random_game(session: &dyn Session, moves: usize, rng: &mut Rng) -> Box<dyn Game> {
    let mut game = session.play(None).expect("a game");
    for _ in 0..moves {
        let legal: Vec<_> = session.extent().squares().flat_map(|at| game.moves(at)).collect();
        if legal.is_empty() {
            break;
        }
        game.make(legal[rng.below(legal.len())]).expect("a legal move");
    }
    game
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn ratings(goals: &mut Goals) {
    println!("\n{:22} {:>7} {:>12} {:>12}", "ratings", "boards", "boards/s", "to goal");
    for (order, difficulty, number, goal) in [
        ("5", "easy", 300, Some(20_000.0)),
        ("5", "tricky", 300, Some(20_000.0)),
        ("5", "hard", 60, None),
        ("9", "easy", 60, Some(2_000.0)),
        ("9", "tricky", 60, Some(2_000.0)),
    ] {
        let boards = generated(order, difficulty, number);
        let rate = || {
            let begin = Instant::now();
            for board in &boards {
                black_box(board.rate(&limits()).expect("no limit"));
            }
            boards.len() as f64 / begin.elapsed().as_secs_f64()
        };
        let best = (0..5).map(|_| rate()).fold(0.0, f64::max);
        let name = format!("{order}x{order} {difficulty}");
        let ratio = goals.against(&format!("ratings {name}"), goal.map(|goal| best / goal));
        println!("{name:22} {:>7} {:>12} {ratio:>12}", boards.len(), short(best));
    }
}

fn explanations(goals: &mut Goals) {
    let names = ["boards", "steps", "finished", "all, ms", "to goal", "longest, ms", "to goal"];
    print!("\n{:22}", "explanations");
    names.iter().for_each(|name| print!(" {name:>12}"));
    println!();
    let mut told = |name: &str, boards: &Boards, all: Option<f64>, most: Option<f64>| {
        let (mut steps, mut finished) = (0, 0);
        let (mut whole, mut longest) = (Duration::ZERO, Duration::ZERO);
        for board in boards {
            let (number, time, most, done) = explain(&**board);
            steps += number;
            finished += u32::from(done);
            whole += time;
            longest = longest.max(most);
        }
        let (whole, longest) = (milliseconds(whole), milliseconds(longest));
        let fields = [
            boards.len().to_string(),
            steps.to_string(),
            finished.to_string(),
            short(whole),
            goals.against(name, all.map(|goal| goal / whole)),
            short(longest),
            goals.against(&format!("{name}, longest hint"), most.map(|goal| goal / longest)),
        ];
        print!("{name:22}");
        fields.iter().for_each(|field| print!(" {field:>12}"));
        println!();
    };
    match coursework() {
        Some(boards) => told("coursework", &boards, Some(1000.0), None),
        None => println!("coursework             skipped: its boards are not here"),
    }
    told("9x9 tricky", &generated("9", "tricky", 40), None, Some(10.0));
    told("9x9 hard", &generated("9", "hard", 4), None, Some(1000.0));
    told("7x7 extreme", &generated("7", "extreme", 5), None, Some(1000.0));
}

/// What a verdict may take, in milliseconds.
enum Goal {
    Most(f64),
    Median(f64),
}

/// Verdicts on positions that random play leads to.
fn verdicts(goals: &mut Goals) {
    let names = ["positions", "winnable", "lost", "unknown", "median, ms", "most, ms", "to goal"];
    print!("\n{:22}", "verdicts");
    names.iter().for_each(|name| print!(" {name:>12}"));
    println!();
    let mut told = |name: &str, session: &dyn Session, most: usize, seed: u64, goal: Goal| {
        let mut rng = Rng::new(seed);
        let mut counts = [0u32; 3];
        let mut times = Vec::new();
        for number in 0..200 {
            let game = random_game(session, number % most, &mut rng);
            let begin = Instant::now();
            let verdict = game.verdict(&limits()).result;
            times.push(milliseconds(begin.elapsed()));
            counts[match verdict.outcome {
                Outcome::Solved(_) => 0,
                Outcome::Impossible(_) => 1,
                Outcome::Unknown(_) => 2,
            }] += 1;
        }
        times.sort_by(f64::total_cmp);
        let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
        print!("{name:22} {:>12}", times.len());
        counts.iter().for_each(|count| print!(" {count:>12}"));
        let ratio = match goal {
            Goal::Most(goal) => goal / longest,
            Goal::Median(goal) => goal / median,
        };
        let ratio = goals.against(&format!("verdicts {name}"), Some(ratio));
        println!(" {:>12} {:>12} {ratio:>12}", short(median), short(longest));
    };
    let english = kind("pegs").described(&options(&[("board", "english")]), &limits());
    let english = english.ok().flatten().expect("a board");
    told("English board, most", &*english, 32, 1, Goal::Most(20.0));
    let tour = kind("tour").described(&options(&[("size", "8x8")]), &limits());
    told("8x8 tour, median", &*tour.ok().flatten().expect("a board"), 64, 1, Goal::Median(100.0));
}

fn main() {
    println!("{}", machine::machine());
    let mut goals = Goals::default();
    let asked: Vec<String> = std::env::args().collect();
    let only = asked.iter().position(|word| word == "--only").and_then(|at| asked.get(at + 1));
    let parts: [Part; 3] =
        [("ratings", ratings), ("explanations", explanations), ("verdicts", verdicts)];
    for (name, part) in parts {
        if only.is_none_or(|only| only == name) {
            part(&mut goals);
        }
    }
    println!("\n{}", goals.summary());
}
