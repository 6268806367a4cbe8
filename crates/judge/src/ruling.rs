//! From the output of a program to verdicts on every board: any right solution is accepted, and a claim
//! of impossibility is held against a search of our own.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use regex_lite::Regex;
use search::{Limits, Outcome};
use tabuleiro::contract::{Format, Options, Written};
use tabuleiro::kind::{Kind, Ruling, Session};
use tabuleiro::lenient::{self, ReadAnswer, Reading};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::shape::Manner;
use tabuleiro::text::{Diagnostic, Source};

use crate::effort;
pub use crate::effort::Counted;
use crate::verdict::{BoardResult, Effort, Verdict};

/// How answers are ruled on.
pub struct Rules {
    /// The puzzle.
    pub kind: &'static dyn Kind,
    /// How answers are read.
    pub manner: Manner,
    /// What our own search may take for one board.
    pub own: Limits,
    /// The strategies whose counters stand beside a program's.
    pub compare: Vec<&'static str>,
    /// What they counted already.
    pub counted: Counted,
    /// How a line tells an effort, beside the ways that the puzzle knows: the first group is the number.
    pub effort: Option<Regex>,
    /// Whether an answer that says that a limit was reached is right.
    pub over_limit_counts: bool,
    /// The language that reasons are told in.
    pub lang: Lang,
    /// Stops everything.
    pub cancel: Arc<AtomicBool>,
}

/// What was made of an output.
pub struct Ruled {
    /// For each board.
    pub boards: Vec<BoardResult>,
    /// The place of the last answer that could be read or not; whoever stops a program cuts that one.
    pub last: Option<usize>,
    /// What is to be told.
    pub notes: Vec<String>,
    /// What the program says of its effort.
    pub effort: Vec<Effort>,
}

impl Rules {
    /// Rules on an output about some boards.
    pub fn rule(&self, name: &str, output: &[u8], boards: &[Box<dyn Session>]) -> Ruled {
        // Nothing limits it but that somebody stops the judge.
        let limits = Limits { time: None, ..self.own.clone() };
        let source = Source::new(name, String::from_utf8_lossy(output).into_owned());
        let source = source.within(&limits);
        let shapes: Vec<_> = boards.iter().map(|board| board.shape()).collect();
        let reading = match lenient::read(&source, &shapes, self.manner) {
            Ok(reading) => reading,
            Err(fault) => {
                let boards = boards.iter().map(|_| self.unreadable(&fault)).collect();
                return Ruled { boards, last: None, notes: Vec::new(), effort: Vec::new() };
            }
        };
        let mut results: Vec<BoardResult> = reading
            .answers
            .iter()
            .zip(boards)
            .map(|(answer, board)| match (answer, boards.len()) {
                // One text about one board may be in a format that only the puzzle reads.
                (ReadAnswer::Silent, 1) => self.own_format(&source, &**board),
                _ => self.board(&source, answer, &**board),
            })
            .collect();
        let spoken = |answer: &ReadAnswer| !matches!(answer, ReadAnswer::Silent);
        let last = reading.answers.iter().rposition(spoken);
        if self.manner.strict {
            self.hold_to_bytes(&source, &reading, boards, &mut results);
        }
        // The first is the one that is drawn.
        let is_wrong = |result: &BoardResult| result.verdict != Verdict::Accepted;
        if let Some(place) = results.iter().position(is_wrong)
            && let ReadAnswer::Read(written, _) = &reading.answers[place]
        {
            results[place].answer = drawable(written);
        }
        let notes = self.notes(&source, &reading);
        let effort = effort::told(self, &source, &reading, boards);
        Ruled { boards: results, last, notes, effort }
    }

    fn board(&self, source: &Source, answer: &ReadAnswer, board: &dyn Session) -> BoardResult {
        let plain = BoardResult::new;
        let because = |verdict: Verdict, why: &Message| BoardResult {
            why: why.text(self.lang),
            ..plain(verdict)
        };
        let (written, at) = match answer {
            ReadAnswer::Silent => return plain(Verdict::Silent),
            ReadAnswer::Unreadable(fault) => return self.unreadable(fault),
            ReadAnswer::Read(written, at) => (written, at),
        };
        let line = source.part(at.clone()).line();
        let told = |why: &Message| {
            because(
                Verdict::Wrong,
                &Message::new("judge.why.line").with("line", line).with("why", why.clone()),
            )
        };
        match board.rule(written, &self.own) {
            Err(_) => because(Verdict::Undecided, &Message::new("judge.why.undecided")),
            Ok(Ruling::Valid(_)) => plain(Verdict::Accepted),
            Ok(Ruling::Unproved) => self.impossible(board),
            Ok(Ruling::Flawed(..)) if *written == Written::Impossible => self.impossible(board),
            Ok(Ruling::Flawed(_, flaw)) => told(&flaw),
            Ok(Ruling::Unfinished(empty)) => {
                told(&Message::new("check.unfinished").with("n", empty))
            }
            Ok(Ruling::Unknown) if self.over_limit_counts => plain(Verdict::Accepted),
            Ok(Ruling::Unknown) => plain(Verdict::OverLimit),
        }
    }

    /// The ruling on a text that is one answer in a format that only the puzzle reads, or none.
    fn own_format(&self, source: &Source, board: &dyn Session) -> BoardResult {
        let silent = source.bytes().trim_ascii().is_empty() || self.manner.strict;
        let ruling = if silent { None } else { board.check(source, &self.own).ok() };
        let (verdict, why) = match ruling {
            Some(Ruling::Valid(_)) => (Verdict::Accepted, String::new()),
            Some(Ruling::Flawed(_, flaw)) => (Verdict::Wrong, flaw.text(self.lang)),
            _ => (Verdict::Silent, String::new()),
        };
        BoardResult { why, ..BoardResult::new(verdict) }
    }

    /// The verdict on a claim that there is no solution.
    fn impossible(&self, board: &dyn Session) -> BoardResult {
        let answer = board.solve(self.kind.best_strategy(), &Options::default(), &self.own);
        let result = |verdict, key: &'static str, solution| {
            let why =
                if key.is_empty() { String::new() } else { Message::new(key).text(self.lang) };
            BoardResult { why, solution, ..BoardResult::new(verdict) }
        };
        match answer.map(|answer| answer.result) {
            Ok(Outcome::Impossible(_)) => result(Verdict::Accepted, "", None),
            Ok(Outcome::Solved(found)) => {
                let mut text = Vec::new();
                // Writing to memory does not fail.
                let _ = found.print(Format::Text, self.lang, &mut text);
                let text = String::from_utf8_lossy(&text).into_owned();
                result(Verdict::ImpossibleWrong, "judge.why.possible", Some(text))
            }
            Ok(Outcome::Unknown(_)) | Err(_) => {
                result(Verdict::Undecided, "judge.why.undecided", None)
            }
        }
    }

    fn unreadable(&self, fault: &Diagnostic) -> BoardResult {
        let line = fault.place().map_or(0, |(line, _)| line);
        let why = Message::new("judge.why.line").with("line", line);
        let why = why.with("why", fault.message(self.lang)).text(self.lang);
        BoardResult { why, ..BoardResult::new(Verdict::Format) }
    }

    /// What is not the coursework's bytes is `format`, from the first answer that is not.
    fn hold_to_bytes(
        &self,
        source: &Source,
        reading: &Reading,
        boards: &[Box<dyn Session>],
        results: &mut [BoardResult],
    ) {
        let (bytes, mut at) = (source.bytes(), 0);
        let mut exact = true;
        let all = reading.answers.iter().zip(boards).zip(results.iter_mut());
        for (number, ((answer, board), result)) in (1..).zip(all) {
            let ReadAnswer::Read(written, _) = answer else { continue };
            let length = board.exact(number, written, &bytes[at.min(bytes.len())..]);
            exact &= length.is_some();
            at += length.unwrap_or_default();
            if !exact {
                let why = Message::new("judge.why.bytes").text(self.lang);
                *result = BoardResult { why, ..BoardResult::new(Verdict::Format) };
            }
        }
        // What follows the last answer is too much.
        if exact
            && at < bytes.len()
            && let Some(last) = results.last_mut()
        {
            last.verdict = last.verdict.max(Verdict::Format);
            last.why = Message::new("judge.why.bytes").text(self.lang);
        }
    }

    fn notes(&self, source: &Source, reading: &Reading) -> Vec<String> {
        let skipped = reading.foreign.first().map(|first: &Range<usize>| {
            let line = source.part(first.clone());
            let text = String::from_utf8_lossy(line.bytes());
            let text: String = text.trim().chars().take(60).collect();
            let note = Message::new("check.skipped").with("n", reading.foreign.len());
            note.with("line", line.line()).with("text", text).text(self.lang)
        });
        let strays = (reading.strays > 0)
            .then(|| Message::new("judge.note.strays").with("n", reading.strays).text(self.lang));
        skipped.into_iter().chain(strays).collect()
    }
}

/// Cells and moves that are drawn at most.
const DRAWN: usize = 10_000;

/// An answer that can be drawn upon its board, and is not too large.
fn drawable(written: &Written) -> Option<Written> {
    let is_drawn = match written {
        Written::Grid(cells, _) => cells.len() <= DRAWN,
        Written::Moves(moves) => (1..=DRAWN).contains(&moves.len()),
        Written::Number(_) | Written::Impossible | Written::OverLimit => false,
    };
    is_drawn.then(|| written.clone())
}
