//! `cargo xtask bench futoshiki`: the strategies against solvers by other people, on the same boards in
//! one run, everybody on one thread. What other solvers take to build their models is not counted; ours
//! begin with the board as it was read. With `--peers python`, CP-SAT takes part, in a virtual
//! environment that is made for the purpose and thrown away; `--only large` measures that part alone.

mod figures;
mod futoshiki_boards;
mod futoshiki_large;
mod futoshiki_small;
mod goals;
mod machine;
mod peer;
mod python;
mod stopwatch;

use std::ffi::OsString;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use futoshiki_boards as boards;
use goals::{Goals, short};
use peer::{Patience, Peer};
use python::Python;
use search::{Limits, Meter};
use stopwatch::best;
use tabuleiro::contract::{Count, Generate, Options};
use tabuleiro::futoshiki::Futoshiki;
// The squares are those of the generator, which knows this name.
use tabuleiro::random::Rng;

/// Fully minimal boards: order, boards for Tatham to make, and what he made a second on a machine of
/// the same kind, for where his generator is not installed, or makes too few in a minute to tell.
const MINIMAL: &[(usize, usize, f64)] = &[(5, 300, 347.0), (7, 100, 35.0), (9, 0, 0.34)];

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let only = words.iter().position(|word| word == "--only").and_then(|at| words.get(at + 1));
    let python = Python::if_asked(&["ortools"]);
    let mut bench = Bench {
        peers: peers(python.as_ref()),
        goals: Goals::default(),
        scratch: tempfile::tempdir().expect("a folder for boards"),
    };
    println!("{}", machine::machine());
    let mut part = |name: &str, measure: fn(&mut Bench)| {
        if only.is_none_or(|only| only == name) {
            measure(&mut bench);
        }
    };
    part("small", Bench::small);
    part("large", Bench::large);
    part("unique", Bench::unique);
    part("count", Bench::count);
    part("generate", Bench::generate);
    part("file", Bench::file);
    println!("\n{}", bench.goals.summary());
}

/// The solvers that `cargo xtask` has built, and those of Python; the order is the table's.
fn peers(python: Option<&Python>) -> Vec<Peer> {
    let mut peers = Vec::new();
    if let Some(program) = std::env::var_os("PEERS") {
        for name in ["cadical", "csp-solver", "pumpkin"] {
            let words = vec![name.into()];
            peers.push(Peer { name, program: program.clone().into(), words });
        }
    }
    if let Some(python) = python {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/cp_sat.py");
        let words = vec![script.into_os_string()];
        peers.push(Peer { name: "cp-sat", program: python.program(), words });
    }
    peers
}

/// Whether a peer is to find one solution, or to prove that there is no other.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    First,
    Unique,
}

struct Bench {
    peers: Vec<Peer>,
    goals: Goals,
    scratch: tempfile::TempDir,
}

impl Bench {
    /// The names of the peers as columns.
    fn columns(&self) -> String {
        self.peers.iter().map(|peer| format!(" {:>11}", peer.name)).collect()
    }

    /// What a peer took for each board, in seconds; nothing where it took too long. `found` is how
    /// many solutions each has, two being many.
    fn ask(
        &self,
        peer: &Peer,
        boards: &[Futoshiki],
        wanted: Wanted,
        found: &[u64],
        patience: Patience,
    ) -> Vec<Option<f64>> {
        let word = if wanted == Wanted::Unique { "unique" } else { "first" };
        let path = self.scratch.path().join("boards.dat");
        let rest = |from: usize| -> Vec<OsString> {
            std::fs::write(&path, boards::file(boards[from..].iter())).expect("a file of boards");
            vec![word.into(), path.clone().into()]
        };
        let answers = peer.run(boards.len(), rest, patience);
        for (answer, found) in answers.iter().zip(found) {
            assert!(answer.is_none_or(|answer| answer.found == *found), "{} is wrong", peer.name);
        }
        answers.into_iter().map(|answer| Some(answer?.seconds)).collect()
    }

    /// Counts of all solutions.
    fn count(&mut self) {
        println!("\nall solutions counted, seconds");
        let mut rng = Rng::new(7);
        let signed = (0..3).map(|_| ("7x7, 25 signs", boards::signs_only(7, 25, &mut rng), 0.2));
        for (name, board, goal) in signed.chain([("7x7, empty", Futoshiki::new(7), 120.0)]) {
            let limits = Limits { memory: Some(3 << 30), ..Limits::default() };
            let mut count = None;
            let seconds =
                best(3, || count = Some(board.count(&(), None, &mut Meter::new(&limits)).unwrap()));
            let count = count.expect("a count").count;
            let ratio = self.goals.against(&format!("count {name}"), Some(goal / seconds));
            println!("{name:20} {:>10} goal {goal:<5} {ratio:>8}   {count}", short(seconds));
        }
    }

    /// Boards made a second.
    fn generate(&mut self) {
        println!("\nboards made a second, no clue of which can go, beside Tatham's recursive ones");
        println!(
            "{:24} {:>10} {:>10}            ours to his, goal 50x if minimal",
            "", "ours", "Tatham"
        );
        for &(order, number, earlier) in MINIMAL {
            let start = Instant::now();
            let (tatham, when) = match boards::tatham(&format!("{order}dr"), number).len() {
                0 => (earlier, "earlier"),
                made => (made as f64 / start.elapsed().as_secs_f64(), "now"),
            };
            // What is extreme is more like his boards, but next to no square of order 5 is.
            let minimal = ("minimal", &[("minimal", "")][..], Some(50.0));
            let extreme = ("extreme", &[("difficulty", "extreme")][..], None);
            for (name, rest, goal) in [minimal, extreme] {
                if (order, name) == (5, "extreme") {
                    continue;
                }
                let name = format!("{order}x{order} {name}");
                let ours = made(&boards::recipe(order, rest));
                let ratio = ours / tatham;
                self.goals.against(&format!("make {name}"), goal.map(|goal| ratio / goal));
                println!(
                    "{name:24} {:>10} {:>10} {when:10} {}x",
                    short(ours),
                    short(tatham),
                    short(ratio)
                );
            }
        }
    }

    /// A long file by the whole program.
    fn file(&mut self) {
        const DISTINCT: u64 = 10_000;
        let made = boards::generated(&boards::recipe(5, &[("minimal", "")]), DISTINCT);
        let all: Vec<&Futoshiki> = std::iter::repeat_n(&made, 10).flatten().collect();
        let path = self.scratch.path().join("long.dat");
        std::fs::write(&path, boards::file(all.iter().copied())).expect("a file of boards");
        let seconds = best(5, || {
            let out = std::fs::File::create(self.scratch.path().join("answers")).expect("a file");
            let mut command = Command::new(machine::program());
            command.args(["futoshiki", "solve", "--format", "coursework", "--quiet"]).arg(&path);
            assert!(command.stdout(out).status().is_ok_and(|status| status.success()));
        });
        let rate = all.len() as f64 / seconds;
        let ratio = self.goals.against("file", Some(rate / 500_000.0));
        println!(
            "\na file of {} boards 5x5 by the program, all cores: {} boards a second, goal 500000: {ratio}",
            all.len(),
            short(rate)
        );
    }
}

/// How many solutions there are, two being many. Each is handed over: one and no other is a solution
/// with the proof.
fn solutions(board: &Futoshiki) -> u64 {
    let limits = Limits::default();
    let mut found = 0;
    tabuleiro::futoshiki::solutions(board, &mut Meter::new(&limits), |grid| {
        black_box(grid);
        found += 1;
        if found == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// Boards that our generator makes a second.
fn made(options: &Options) -> f64 {
    let limits = Limits::default();
    let start = Instant::now();
    let mut number = 0;
    while start.elapsed() < Duration::from_secs(2) {
        number += 1;
        let made = Futoshiki::generate(options, number, &mut Meter::new(&limits));
        assert!(made.is_ok(), "no board for the seed {number}");
    }
    number as f64 / start.elapsed().as_secs_f64()
}
