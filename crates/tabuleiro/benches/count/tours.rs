//! Knight's tours, with the counts that are known.

use std::process::Command;

use crate::figures::{Goals, short};
use crate::python::Python;
use crate::{graphillion, machine, process};

/// What is counted, the count, and the goals: seconds and megabytes.
struct Row {
    name: &'static str,
    options: &'static str,
    count: &'static str,
    seconds: f64,
    megabytes: Option<f64>,
    rounds: usize,
}

const QUICK: &[Row] = &[
    Row {
        name: "6x6 closed",
        options: "--size 6x6 --closed",
        count: "9862",
        seconds: 0.05,
        megabytes: None,
        rounds: 10,
    },
    Row {
        name: "6x8 closed",
        options: "--size 6x8 --closed",
        count: "55488142",
        seconds: 0.5,
        megabytes: Some(50.0),
        rounds: 5,
    },
    Row {
        name: "7x8 closed",
        options: "--size 7x8 --closed",
        count: "34524432316",
        seconds: 15.0,
        megabytes: None,
        rounds: 1,
    },
];

const LONG: &[Row] = &[
    Row {
        name: "7x7 open, directed",
        options: "--size 7x7",
        count: "165575218320",
        seconds: 60.0,
        megabytes: Some(3000.0),
        rounds: 1,
    },
    Row {
        name: "8x8 closed",
        options: "--size 8x8 --closed",
        count: "13267364410532",
        seconds: 300.0,
        megabytes: Some(6000.0),
        rounds: 1,
    },
];

pub(crate) fn measure(long: bool, goals: &mut Goals) {
    println!(
        "{:20} {:>18} {:>9} {:>11} {:>9} {:>13} {:>13} {:>10}",
        "tours", "count", "seconds", "processor s", "MB", "states", "states/s", "to goal"
    );
    for row in if long { LONG } else { QUICK } {
        ours(row, goals);
    }
    if !long && let Some(python) = Python::if_asked(&["graphillion"]) {
        let took = graphillion::six_by_eight(&python);
        println!(
            "{:20} {:>18} {:>9} {:>11} {:>9}",
            "Graphillion, 6x8",
            took.0,
            short(took.1.seconds),
            short(took.1.processor),
            short(took.1.megabytes)
        );
    }
}

/// The best time of several, and the most memory.
fn ours(row: &Row, goals: &mut Goals) {
    let mut command = Command::new(machine::program());
    command.args(["tour", "count", "--format", "json"]).args(row.options.split(' '));
    let (mut best, mut megabytes, mut states) = (None, 0.0, 0.0);
    for _ in 0..row.rounds {
        let (text, took) = process::run(&mut command);
        let answer: serde_json::Value = serde_json::from_str(&text).expect("an answer");
        assert_eq!(answer["count"], row.count, "{}", row.name);
        states = answer["stats"]["nodes"].as_f64().unwrap_or(0.0);
        megabytes = f64::max(megabytes, took.megabytes);
        if best.is_none_or(|best: process::Took| took.seconds < best.seconds) {
            best = Some(took);
        }
    }
    let Some(best) = best else { return };
    let in_time = goals.against(row.name, Some(row.seconds / best.seconds));
    let in_room = row.megabytes.map_or(String::new(), |most| {
        let name = format!("{}, memory", row.name);
        format!(", memory {}", goals.against(&name, Some(most / megabytes)))
    });
    println!(
        "{:20} {:>18} {:>9} {:>11} {:>9} {:>13} {:>13} {:>10}{in_room}",
        row.name,
        row.count,
        short(best.seconds),
        short(best.processor),
        short(megabytes),
        states,
        short(states / best.seconds),
        in_time
    );
}
