//! Explanations and ratings: `cargo xtask bench explain`. One core; goals are in the last lines.

mod goals;
mod machine;

use std::hint::black_box;
use std::time::{Duration, Instant};

use goals::{Goals, short};
use search::Meter;
use tabuleiro::contract::{Generate, Options, Puzzle};
use tabuleiro::explain::{Advice, Explain};
use tabuleiro::futoshiki::Futoshiki;
use tabuleiro::play::Play;
use tabuleiro::text::Source;

const COURSEWORK: &str = "../../../shared/data/futoshiki/futoshiki.dat";

fn boards(order: &str, difficulty: &str, number: u64) -> Vec<Futoshiki> {
    let mut options = Options::default();
    options.set("order", order);
    options.set("difficulty", difficulty);
    let make = |seed| Futoshiki::generate(&options, seed, &mut Meter::unlimited()).ok();
    (0..number).filter_map(make).map(|made| made.instance).collect()
}

fn coursework() -> Option<Vec<Futoshiki>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join(COURSEWORK);
    let source = Source::new("coursework", std::fs::read(path).ok()?);
    let options = Options::default();
    Futoshiki::read(&source, &options).collect::<Result<_, _>>().ok()
}

/// All hints of a solution: their number, the whole time and the longest.
fn explain(board: &Futoshiki) -> (u32, Duration, Duration) {
    let mut position = board.begin();
    let (mut steps, mut whole, mut longest) = (0, Duration::ZERO, Duration::ZERO);
    loop {
        let begin = Instant::now();
        let advice = board.advise(&position, &mut Meter::unlimited()).expect("no limit");
        let time = begin.elapsed();
        whole += time;
        longest = longest.max(time);
        let Advice::Step(step) = advice else { return (steps, whole, longest) };
        steps += 1;
        for &made in &step.moves {
            board.make(&mut position, made).expect("a legal move");
        }
    }
}

fn main() {
    println!("{}", machine::machine());
    let mut goals = Goals::default();
    println!("\n{:22} {:>7} {:>12} {:>12}", "ratings", "boards", "boards/s", "to goal");
    for (order, difficulty, number, goal) in [
        ("5", "easy", 300, 20_000.0),
        ("5", "tricky", 300, 20_000.0),
        ("5", "hard", 60, 0.0),
        ("9", "easy", 60, 2_000.0),
        ("9", "tricky", 60, 2_000.0),
    ] {
        let boards = boards(order, difficulty, number);
        let rate = || {
            let begin = Instant::now();
            for board in &boards {
                black_box(Explain::rate(board, &mut Meter::unlimited()).expect("no limit"));
            }
            boards.len() as f64 / begin.elapsed().as_secs_f64()
        };
        let best = (0..5).map(|_| rate()).fold(0.0, f64::max);
        let name = format!("{order}x{order} {difficulty}");
        let ratio = goals.against(&name, (goal > 0.0).then(|| best / goal));
        println!("{name:22} {:>7} {:>12} {ratio:>12}", boards.len(), short(best));
    }
    println!(
        "\n{:22} {:>7} {:>7} {:>12} {:>12}",
        "explanations", "boards", "steps", "all, ms", "longest, ms"
    );
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let mut told = |name: &str, boards: &[Futoshiki], all: Option<f64>, longest: Option<f64>| {
        let sum =
            boards.iter().map(explain).fold((0, Duration::ZERO, Duration::ZERO), |sum, one| {
                (sum.0 + one.0, sum.1 + one.1, sum.2.max(one.2))
            });
        let (whole, most) = (milliseconds(sum.1), milliseconds(sum.2));
        println!(
            "{name:22} {:>7} {:>7} {:>12} {:>12}   {} {}",
            boards.len(),
            sum.0,
            short(whole),
            short(most),
            goals.against(name, all.map(|goal| goal / whole)),
            goals.against(&format!("{name}, longest"), longest.map(|goal| goal / most)),
        );
    };
    match coursework() {
        Some(boards) => told("coursework", &boards, Some(1000.0), Some(10.0)),
        None => println!("coursework             skipped: ../shared/data is not here"),
    }
    told("9x9 tricky", &boards("9", "tricky", 40), None, Some(10.0));
    told("7x7 hard", &boards("7", "hard", 20), None, Some(10.0));
    told("7x7 extreme", &boards("7", "extreme", 5), None, Some(1000.0));
    println!("\n{}", goals.summary());
}
