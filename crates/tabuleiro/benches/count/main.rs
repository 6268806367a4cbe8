//! `cargo xtask bench count`: exact counts against their goals of time and memory, each by a run of the
//! program, whose answer must be the known one. `--only long` measures those that take a minute, other
//! words after `--only` the rows that have them in their name; `--peers python` adds Graphillion, in a
//! virtual environment that is made for the purpose and thrown away.

#[path = "../goals.rs"]
mod goals;
mod graphillion;
#[path = "../machine.rs"]
mod machine;
mod process;
#[path = "../python.rs"]
mod python;
mod rows;

use std::process::Command;

use goals::{Goals, short};
use process::Took;
use python::Python;
use rows::{CLUSTER, LOCAL, ROWS, Row};

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let only = words.iter().position(|word| word == "--only").and_then(|at| words.get(at + 1));
    let chosen = |row: &&Row| match only.map(String::as_str) {
        None => !row.long,
        Some("long") => row.long,
        Some(word) => row.name.contains(word),
    };
    println!("{}\n", machine::machine());
    println!(
        "{:34} {:>9} {:>11} {:>9} {:>10} {:>11} {:>8} {:>8}",
        "", "seconds", "processor s", "MB", "M states/s", "bytes/state", "time", "memory"
    );
    let mut goals = Goals::default();
    let (mut local, mut cluster) = (None, None);
    for row in ROWS.iter().filter(chosen) {
        let rate = measure(row, &mut goals);
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
    if let Some(python) = Python::if_asked(&["graphillion"]) {
        let (count, Took { seconds, processor, megabytes }) = graphillion::six_by_eight(&python);
        let name = format!("Graphillion, 6x8 closed: {count}");
        let [seconds, processor, megabytes] = [seconds, processor, megabytes].map(short);
        println!("{name:34} {seconds:>9} {processor:>11} {megabytes:>9}");
    }
    println!("\n{}", goals.summary());
}

/// The better of a few runs, where they are short; millions of states a second.
fn measure(row: &Row, goals: &mut Goals) -> f64 {
    let mut command = Command::new(machine::program());
    command.args(row.words.split(' ')).args(["--format", "json", "--quiet"]);
    let (mut took, mut states) = once(row, &mut command);
    for _ in 0..if took.seconds < 1.0 { 4 } else { 0 } {
        let again = once(row, &mut command);
        took.megabytes = took.megabytes.max(again.0.megabytes);
        if again.0.seconds < took.seconds {
            (took.seconds, took.processor) = (again.0.seconds, again.0.processor);
            states = again.1;
        }
    }
    let rate = states / took.seconds / 1e6;
    let mut goal =
        |name: &str, most: f64, is: f64| goals.against(name, most.is_finite().then_some(most / is));
    let in_time = goal(row.name, row.seconds, took.seconds);
    let in_room = goal(&format!("{}, memory", row.name), row.megabytes, took.megabytes);
    println!(
        "{:34} {:>9} {:>11} {:>9} {:>10} {:>11} {in_time:>8} {in_room:>8}",
        row.name,
        short(took.seconds),
        short(took.processor),
        short(took.megabytes),
        short(rate),
        short(took.megabytes * 1e6 / states),
    );
    rate
}

fn once(row: &Row, command: &mut Command) -> (Took, f64) {
    let (text, took) = process::run(command);
    let answer: serde_json::Value = serde_json::from_str(&text).expect("an answer");
    assert_eq!(answer["count"], row.count, "{}", row.name);
    (took, answer["stats"]["nodes"].as_f64().unwrap_or(f64::NAN))
}
