//! Exact counts: `cargo xtask bench count`. Each row is a run of the program, whose answer must be
//! the known one; times, memory and states a second stand beside the goals.

mod count_dense;
mod goals;
mod machine;

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use goals::{Goals, short};

/// What is counted, and what is known of it.
struct Row {
    name: &'static str,
    words: &'static str,
    answer: &'static str,
    /// Goals: seconds, and megabytes of all processes together.
    seconds: f64,
    megabytes: f64,
}

/// Rows of other puzzles and of other ways to count go here.
const ROWS: &[Row] = &[
    // A limit of nodes, however large, makes positions be counted by keys.
    Row {
        name: "English, positions by keys",
        words: "pegs count --board english --of positions --max-nodes 1000000000",
        answer: "187636299",
        seconds: 3.0,
        megabytes: 400.0,
    },
    Row {
        name: "English, keys in 64 MiB",
        words: "pegs count --board english --of positions --max-nodes 1000000000 --memory-limit 64MiB",
        answer: "187636299",
        seconds: 20.0,
        megabytes: 71.0,
    },
    Row {
        name: "English, solutions",
        words: "pegs count --board english",
        answer: "40861647040079968",
        seconds: 3.0,
        megabytes: 500.0,
    },
    Row {
        name: "English, games",
        words: "pegs count --board english --of games",
        answer: "577116156815309849672",
        seconds: 10.0,
        megabytes: 1000.0,
    },
    Row {
        name: LOCAL,
        words: "pegs count --board english --of positions --max-nodes 1000000000 --threads 2",
        answer: "187636299",
        seconds: 3.0,
        megabytes: 400.0,
    },
    Row {
        name: CLUSTER,
        words: "pegs count --board english --of positions --processes 2",
        answer: "187636299",
        seconds: 5.0,
        megabytes: 600.0,
    },
];

const LOCAL: &str = "two threads";
const CLUSTER: &str = "two processes";

/// What a run took.
struct Run {
    seconds: f64,
    bytes: f64,
    states: f64,
}

fn main() {
    println!("{}", machine::machine());
    // `--bench` is cargo's own word.
    let only: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let chosen = |row: &&Row| only.is_empty() || only.iter().any(|word| row.name.contains(&**word));
    let mut goals = Goals::default();
    println!(
        "{:28} {:>8} {:>8} {:>10} {:>12} {:>12}",
        "", "s", "MB", "M states/s", "bytes/state", "goal"
    );
    let (mut local, mut cluster) = (None, None);
    for row in count_dense::ROWS.iter().chain(ROWS).filter(chosen) {
        let run = run(row);
        let rate = run.states / run.seconds / 1e6;
        let ratio = (row.seconds / run.seconds).min(row.megabytes * 1e6 / run.bytes);
        println!(
            "{:28} {:>8} {:>8} {:>10} {:>12} {:>12}",
            row.name,
            short(run.seconds),
            short(run.bytes / 1e6),
            short(rate),
            short(run.bytes / run.states),
            goals.against(row.name, Some(ratio)),
        );
        match row.name {
            LOCAL => local = Some(rate),
            CLUSTER => cluster = Some(rate),
            _ => {}
        }
    }
    if let (Some(local), Some(cluster)) = (local, cluster) {
        let what = "two processes against half the states of two threads";
        println!("{what}: {}", goals.against(what, Some(cluster / local * 2.0)));
    }
    println!("{}", goals.summary());
}

/// Runs the program, and looks at its memory while it does.
fn run(row: &Row) -> Run {
    let mut command = Command::new(machine::program());
    command.args(row.words.split(' ')).args(["--format", "json", "--quiet"]);
    let begin = Instant::now();
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut most = 0;
    let status = loop {
        most = most.max(memory(&child));
        match child.try_wait().expect("a child") {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let seconds = begin.elapsed().as_secs_f64();
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    assert!(status.success(), "{}: {text}", row.name);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["count"], row.answer, "{}", row.name);
    let states = value["stats"]["nodes"].as_f64().expect("a number");
    Run { seconds, bytes: most as f64, states }
}

/// The most bytes that a process and those it started have held so far.
fn memory(child: &Child) -> u64 {
    let id = child.id();
    let list = format!("/proc/{id}/task/{id}/children");
    let others = std::fs::read_to_string(list).unwrap_or_default();
    let held = |id: &str| {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim();
        line.strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    };
    let all = others.split_whitespace().map(str::to_owned).chain([id.to_string()]);
    all.filter_map(|id| held(&id)).sum()
}
