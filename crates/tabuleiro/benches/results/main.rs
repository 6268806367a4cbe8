//! Results of hours: `cargo xtask results NAME`. What is found is kept in `docs/results`, where the next run goes on;
//! what is claimed there is proved again. `docs/results.md` says what each result is.

mod exits;
#[path = "../machine.rs"]
#[allow(dead_code, reason = "the other benches run the program, too")]
mod machine;
mod signs;

use std::path::PathBuf;
use std::time::Instant;

use tabuleiro::contract::{Options, Puzzle};
use tabuleiro::text::Source;

const USAGE: &str = "\
cargo xtask results exits                       the farthest exits that are kept, checked; no farther ones up to 8x8
cargo xtask results exits prove EDGES SIDE      no farther one on a board
cargo xtask results exits search SEED ROUNDS    look for farther ones on all boards up to 12x12
cargo xtask results signs                       the boards of fewest signs that are kept, checked; no fewer up to order 5
cargo xtask results signs search ORDER FROM TO  look for fewer, one seed after another";

fn main() {
    // cargo adds one of its own.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    println!("{}\n", machine::machine());
    let start = Instant::now();
    let done = match words[..] {
        ["exits"] => exits::check(),
        ["exits", "prove", edges, side] => exits::prove(edges, side),
        ["exits", "search", seed, rounds] => exits::search(seed, rounds),
        ["signs"] => signs::check(),
        ["signs", "search", order, from, to] => signs::search(order, from, to),
        _ => None,
    };
    match done {
        Some(()) => println!("\n{:.1} s, {} MB", start.elapsed().as_secs_f64(), megabytes()),
        None => println!("{USAGE}"),
    }
}

/// A file of boards that are kept.
fn file(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results")).join(name)
}

fn kept<P: Puzzle>(name: &str) -> Vec<P> {
    let bytes = std::fs::read(file(name)).unwrap_or_default();
    if bytes.is_empty() {
        return Vec::new();
    }
    let (source, options) = (Source::new(name, bytes), Options::default());
    P::read(&source, &options).collect::<Result<_, _>>().expect("boards of ours")
}

/// Keeps these boards, whole or not at all.
fn keep<P: Puzzle>(name: &str, boards: &[P]) {
    let texts: Vec<String> =
        boards.iter().map(|board| board.text().trim_end().to_owned()).collect();
    let (path, other) = (file(name), file(&format!("{name}.new")));
    std::fs::write(&other, texts.join("\n\n") + "\n").expect("a folder that can be written to");
    std::fs::rename(other, path).expect("a file of ours");
}

/// The most memory that was ever resident.
fn megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let words = peak.and_then(|rest| rest.split_whitespace().next());
    words.and_then(|word| word.parse::<u64>().ok()).unwrap_or(0) / 1024
}
