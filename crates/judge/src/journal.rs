//! What was judged already: a file of JSON lines, written as each case is done, so that a class that was
//! interrupted goes on where it was. A program that was changed since is judged anew.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use tabuleiro::board::Square;
use tabuleiro::shape::Written;
use tabuleiro::text::Diagnostic;

use crate::verdict::{BoardResult, CaseResult, Effort, Verdict};

/// What is known of one program.
#[derive(Default)]
struct Known {
    /// When its folder was looked at, in nanoseconds, and what it held then.
    built: u128,
    held: String,
    results: Vec<(String, CaseResult)>,
}

/// A journal, open for more.
pub struct Journal {
    file: File,
    known: HashMap<String, Known>,
}

impl Journal {
    /// Opens a journal, or begins one.
    pub fn open(path: &str) -> Result<Self, Diagnostic> {
        let fault = |error: std::io::Error| {
            Diagnostic::new("I0010").in_file(path).with("reason", error.to_string())
        };
        // What is no file has no end, and nothing that was judged.
        let is_file = fs::metadata(path).is_ok_and(|about| about.is_file());
        let text =
            if is_file { fs::read_to_string(path).unwrap_or_default() } else { String::new() };
        let mut known: HashMap<String, Known> = HashMap::new();
        // The last line may have been cut short.
        for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let Some(name) = line.get("student").and_then(Value::as_str) else { continue };
            let word =
                |key: &str| line.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            if line.get("held").is_some() {
                let built = word("built").parse().unwrap_or_default();
                known.insert(
                    name.to_owned(),
                    Known { built, held: word("held"), ..Known::default() },
                );
            } else if let Some(result) = read(&line) {
                known.entry(name.to_owned()).or_default().results.push((word("mark"), result));
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(fault)?;
        let mut journal = Journal { file, known };
        if !text.is_empty() && !text.ends_with('\n') {
            journal.line(&Value::Null);
        }
        Ok(journal)
    }

    /// What is known of the program in a folder, if it is still the same.
    pub(crate) fn of(&self, name: &str, folder: &Path) -> Vec<(String, CaseResult)> {
        let known = self.known.get(name);
        let same = known.filter(|known| held(folder, known.built) == known.held);
        same.map_or_else(Vec::new, |known| known.results.clone())
    }

    /// Remembers a program as it is, built.
    pub(crate) fn begin(&mut self, name: &str, folder: &Path) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_nanos();
        let held = held(folder, now);
        self.line(&json!({ "student": name, "built": now.to_string(), "held": held }));
    }

    /// Records the result of a case.
    pub(crate) fn add(&mut self, name: &str, mark: &str, result: &CaseResult) {
        let boards: Vec<Value> = result
            .boards
            .iter()
            .map(|board| {
                let answer = board.answer.as_ref().and_then(written);
                json!([board.verdict.key(), board.why, board.solution, answer])
            })
            .collect();
        let effort: Vec<Value> = result
            .effort
            .iter()
            .map(|effort| json!([effort.counter, effort.said, effort.ours]))
            .collect();
        self.line(&json!({
            "student": name, "mark": mark, "case": result.case, "group": result.group, "boards": boards,
            "cpu_ms": result.cpu_ms, "wall_ms": result.wall_ms, "peak": result.peak,
            "confined": result.confined, "notes": result.notes, "effort": effort,
        }));
    }

    fn line(&mut self, value: &Value) {
        // A journal that cannot be written only means that more is judged anew.
        let _ = writeln!(self.file, "{value}");
    }
}

fn read(line: &Value) -> Option<CaseResult> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let board = |value: &Value| {
        let verdict = Verdict::of(value.get(0)?.as_str()?)?;
        let why = text(value.get(1)?)?;
        let (solution, answer) = (value.get(2).and_then(text), value.get(3).and_then(answer));
        Some(BoardResult { verdict, why, solution, answer })
    };
    let numbers =
        |value: &Value| value.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>();
    let effort = |value: &Value| {
        let ours = |pair: &Value| Some((text(pair.get(0)?)?, numbers(pair.get(1)?)?));
        let all = value.get(2)?.as_array()?.iter().map(ours).collect::<Option<_>>()?;
        Some(Effort { counter: text(value.get(0)?)?, said: numbers(value.get(1)?)?, ours: all })
    };
    let list = |key: &str| line.get(key)?.as_array();
    let number = |key: &str| line.get(key)?.as_u64();
    Some(CaseResult {
        case: text(line.get("case")?)?,
        group: usize::try_from(number("group")?).ok()?,
        boards: list("boards")?.iter().map(board).collect::<Option<_>>()?,
        cpu_ms: number("cpu_ms")?,
        wall_ms: number("wall_ms")?,
        peak: number("peak")?,
        confined: text(line.get("confined")?)?,
        notes: list("notes")?.iter().map(text).collect::<Option<_>>()?,
        effort: list("effort")?.iter().map(effort).collect::<Option<_>>()?,
    })
}

/// An answer that can be drawn, as JSON: the numbers of cells, or moves.
fn written(answer: &Written) -> Option<Value> {
    match answer {
        Written::Grid(cells, _) => Some(json!({ "cells": cells })),
        Written::Moves(moves) => {
            let ends = |[from, to]: &[Square; 2]| [from.row, from.col, to.row, to.col];
            Some(json!({ "moves": moves.iter().map(ends).collect::<Vec<_>>() }))
        }
        Written::Number(_) | Written::Impossible | Written::OverLimit => None,
    }
}

fn answer(value: &Value) -> Option<Written> {
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    if let Some(cells) = value.get("cells") {
        let cells = cells.as_array()?.iter().map(number).collect();
        return Some(Written::Grid(cells, Vec::new()));
    }
    let ends = |ends: &Value| {
        let at = |place: usize| number(ends.get(place)?);
        let square = |row, col| Some(Square { row: at(row)?, col: at(col)? });
        Some([square(0, 1)?, square(2, 3)?])
    };
    let moves = value.get("moves")?.as_array()?.iter().map(ends);
    Some(Written::Moves(moves.collect::<Option<_>>()?))
}

/// What a folder holds that is not newer than a time: names, sizes and times of files. What a program
/// writes while it is judged is newer.
fn held(folder: &Path, until: u128) -> String {
    let mut open = vec![folder.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let Ok(about) = entry.metadata() else { continue };
            if about.is_dir() {
                open.push(entry.path());
                continue;
            }
            let changed =
                about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let changed = changed.unwrap_or_default().as_nanos();
            if changed <= until {
                found.push(format!("{} {} {changed}", entry.path().display(), about.len()));
            }
        }
    }
    found.sort();
    digest(found.iter().map(String::as_bytes))
}

/// A digest of some texts: 128 bits of FNV-1a, not for adversarial input.
pub(crate) fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let mut byte = |byte: u8| {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    };
    for part in parts {
        (part.len() as u64)
            .to_le_bytes()
            .into_iter()
            .chain(part.iter().copied())
            .for_each(&mut byte);
    }
    format!("{hash:032x}")
}
