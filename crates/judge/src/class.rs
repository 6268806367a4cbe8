//! Judging one program or a class of them, case after case.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use search::Limits;
use tabuleiro::locale::{Lang, Message};

use crate::cases::{Case, Cases};
use crate::journal::{self, Journal};
use crate::ruling::{Regex, Ruled, Rules};
use crate::run::{Ended, MOST_PROCESSES, Program, Ran, RunLimits, run, signal_text};
use crate::student::StudentResult;
use crate::verdict::{BoardResult, CaseResult, Verdict};

/// How a program is given its input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feed {
    /// As standard input.
    Stdin,
    /// As a file whose name is its last argument.
    Argument,
    /// As a file of this name in its folder.
    File(String),
}

/// Where a program leaves its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// On standard output.
    Stdout,
    /// In a file of this name in its folder.
    File(String),
}

/// How programs are judged.
pub struct Judge {
    /// How answers are ruled on.
    pub rules: Rules,
    /// What programs are judged on.
    pub cases: Cases,
    /// What a run may take.
    pub limits: RunLimits,
    /// What building may take.
    pub build_limits: RunLimits,
    /// The command that builds a program, if one does.
    pub build: Vec<String>,
    /// The command that runs it; `{file}` in it is the name of the input.
    pub command: Vec<String>,
    /// What is put before every command.
    pub wrap: Vec<String>,
    /// How it is given its input.
    pub feed: Feed,
    /// Where it leaves its answers.
    pub read: Read,
    /// Folders that programs may read, beside the system's and their own.
    pub readable: Vec<PathBuf>,
    /// What all of it may take.
    pub whole: Limits,
}

impl Judge {
    /// Judges the program in a folder; `tell` is told each case that is done. What a journal knows is not
    /// judged anew.
    pub fn judge(
        &self,
        name: &str,
        folder: &Path,
        journal: Option<&Mutex<Journal>>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> StudentResult {
        let mut result =
            StudentResult { name: name.to_owned(), cases: Vec::new(), unbuilt: None, resumed: 0 };
        let locked =
            || journal.map(|journal| journal.lock().unwrap_or_else(PoisonError::into_inner));
        let known = locked().map(|journal| journal.of(name, folder)).unwrap_or_default();
        let is_known = |case: &Case| known.iter().find(|(mark, _)| *mark == self.mark(case));
        if known.is_empty() {
            result.unbuilt = self.built(folder);
            if let Some(mut journal) = locked() {
                journal.begin(name, folder);
            }
        }
        for (done, case) in self.cases.cases.iter().enumerate() {
            if self.stopped() {
                break;
            }
            let judged = match (is_known(case), &case.fault, &result.unbuilt) {
                (Some((_, judged)), ..) => {
                    result.resumed += 1;
                    judged.clone()
                }
                (_, Some(fault), _) => {
                    self.without(case, Verdict::JudgeError, &fault.message(self.rules.lang))
                }
                (.., Some(reason)) => {
                    let first = reason.lines().next().unwrap_or_default();
                    self.without(case, Verdict::NotRun, first)
                }
                _ => {
                    let judged = self.case(folder, case);
                    // What was stopped half-way is no result.
                    if self.stopped() {
                        break;
                    }
                    if let Some(mut journal) = locked() {
                        journal.add(name, &self.mark(case), &judged);
                    }
                    judged
                }
            };
            result.cases.push(judged);
            tell(done + 1, self.cases.cases.len());
        }
        result
    }

    /// Whether somebody wants everything to end.
    pub fn stopped(&self) -> bool {
        self.rules.cancel.load(Ordering::Relaxed) || self.whole.fired().is_some()
    }

    /// What a result depends on, beside the program: the case, the command and the limits.
    fn mark(&self, case: &Case) -> String {
        let RunLimits { cpu, memory, hard, output, confined } = self.limits;
        let Rules { manner, over_limit_counts, compare, own, effort, .. } = &self.rules;
        let effort = effort.as_ref().map(Regex::as_str);
        let rules = (manner, over_limit_counts, compare, own.time, effort, &self.build);
        let told = format!(
            "{:?}",
            (
                &self.command,
                &self.wrap,
                &self.feed,
                &self.read,
                cpu,
                memory,
                hard,
                output,
                confined,
                rules
            )
        );
        let lang = self.rules.lang.tag();
        let version = env!("CARGO_PKG_VERSION");
        journal::digest([
            case.name.as_bytes(),
            &case.input,
            told.as_bytes(),
            lang.as_bytes(),
            version.as_bytes(),
        ])
    }

    /// Builds the program of a folder; why it could not be.
    fn built(&self, folder: &Path) -> Option<String> {
        if self.build.is_empty() {
            return None;
        }
        let words = self.wrap.iter().chain(&self.build).map(Into::into).collect();
        let program = Program {
            words,
            folder: folder.to_owned(),
            input: Arc::default(),
            readable: self.readable.clone(),
        };
        let ran = run(&program, &self.build_limits, &self.rules.cancel);
        if ran.ended == Ended::Exit(0) {
            return None;
        }
        let why = Message::new("judge.why.unbuilt").with("command", self.build.join(" "));
        let why = why.with("why", self.ending(&ran)).text(self.rules.lang);
        let said: Vec<&str> = ran.errors.lines().take(20).collect();
        Some([why, said.join("\n")].join("\n").trim().to_owned())
    }

    fn case(&self, folder: &Path, case: &Case) -> CaseResult {
        let mut words = filled(&self.command, case);
        let (mut input, mut written) = (case.input.clone(), None);
        let file = match &self.feed {
            Feed::Stdin => None,
            Feed::Argument => Some(".tabuleiro-input".to_owned()),
            Feed::File(name) => Some(name.clone()),
        };
        if let Some(file) = file {
            let path = folder.join(&file);
            if let Err(error) = fs::write(&path, &*case.input) {
                return self.without(case, Verdict::NotRun, &error.to_string());
            }
            input = Arc::default();
            if words.iter().any(|word| word.contains("{file}")) {
                words.iter_mut().for_each(|word| *word = word.replace("{file}", &file));
            } else if self.feed == Feed::Argument {
                words.push(file);
            }
            written = Some(path);
        }
        let answers = match &self.read {
            Read::Stdout => None,
            Read::File(name) => Some(folder.join(name)),
        };
        // What an earlier run left there is not this one's.
        answers.iter().for_each(|path| drop(fs::remove_file(path)));
        let words = self.wrap.iter().chain(&words).map(Into::into).collect();
        let program =
            Program { words, folder: folder.to_owned(), input, readable: self.readable.clone() };
        let mut ran = run(&program, &self.limits, &self.rules.cancel);
        if matches!(self.feed, Feed::Argument) {
            written.iter().for_each(|path| drop(fs::remove_file(path)));
        }
        if let Some(path) = answers {
            ran.output = bounded(&path, self.limits.output);
        }
        self.judged(case, &ran)
    }

    /// The verdicts that a run comes to: answers are ruled on however it ended, and boards without an answer
    /// have the verdict of the run.
    fn judged(&self, case: &Case, ran: &Ran) -> CaseResult {
        let mut output = &ran.output[..];
        // A line that was being written when the program was ended says nothing.
        if !matches!(ran.ended, Ended::Exit(_)) {
            let whole = output.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            output = &output[..whole];
        }
        let Ruled { mut boards, last, mut notes, effort } =
            self.rules.rule(&case.name, output, &case.boards);
        let verdict = match &ran.ended {
            Ended::Exit(0) => None,
            Ended::Exit(_) | Ended::Signal(_) | Ended::Processes => Some(Verdict::Crash),
            Ended::Time => Some(Verdict::Time),
            Ended::Memory => Some(Verdict::Memory),
            Ended::Output => Some(Verdict::Output),
            Ended::Cancelled | Ended::NotStarted(_) => Some(Verdict::NotRun),
        };
        let why = self.ending(ran).text(self.rules.lang);
        let whole = [Verdict::Memory, Verdict::NotRun];
        for (place, board) in boards.iter_mut().enumerate() {
            let Some(verdict) = verdict else { break };
            // An answer that was being written when the program was ended is not held against it twice.
            let cut = board.verdict == Verdict::Format && last == Some(place);
            if board.verdict == Verdict::Silent || cut || whole.contains(&verdict) {
                *board = BoardResult { why: why.clone(), ..BoardResult::new(verdict) };
            }
        }
        if verdict.is_some() {
            if boards.iter().all(|board| board.why != why) {
                notes.push(why);
            }
            notes.extend(told(&ran.errors));
        }
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        CaseResult {
            case: case.name.clone(),
            group: case.group,
            boards,
            cpu_ms: milliseconds(ran.cpu),
            wall_ms: milliseconds(ran.wall),
            peak: ran.peak,
            confined: ran.confined.clone(),
            notes,
            effort,
        }
    }

    fn without(&self, case: &Case, verdict: Verdict, why: &str) -> CaseResult {
        let board = BoardResult { why: why.to_owned(), ..BoardResult::new(verdict) };
        CaseResult {
            case: case.name.clone(),
            group: case.group,
            boards: vec![board; case.boards.len().max(1)],
            cpu_ms: 0,
            wall_ms: 0,
            peak: 0,
            confined: String::new(),
            notes: Vec::new(),
            effort: Vec::new(),
        }
    }

    /// How a run ended, in words.
    fn ending(&self, ran: &Ran) -> Message {
        let seconds = |time: Duration| {
            let text = format!("{:.2}", time.as_secs_f64());
            if self.rules.lang == Lang::PtBr { text.replace('.', ",") } else { text }
        };
        match &ran.ended {
            Ended::Exit(code) => Message::new("judge.end.exit").with("code", code.to_string()),
            Ended::Signal(signal) => {
                Message::new("judge.end.signal").with("signal", signal_text(*signal))
            }
            // One that only waits is stopped by the clock.
            Ended::Time if ran.cpu <= self.limits.cpu => Message::new("judge.end.clock")
                .with("seconds", seconds(ran.wall))
                .with("cpu", seconds(ran.cpu)),
            Ended::Time => Message::new("judge.end.time").with("seconds", seconds(ran.cpu)),
            Ended::Processes => Message::new("judge.end.processes").with("n", MOST_PROCESSES),
            Ended::Memory => Message::new("judge.end.memory").with("mib", ran.peak >> 20),
            Ended::Output => Message::new("judge.end.output").with("mib", self.limits.output >> 20),
            Ended::Cancelled => Message::new("judge.end.cancelled"),
            Ended::NotStarted(why) => {
                Message::new("judge.end.not-started").with("why", why.as_str())
            }
        }
    }
}

/// The words of a command with the mode in place of `{mode}`, and what its board tells of itself, such as
/// `{start}`: a word that is no more than that becomes as many words as there are to tell.
fn filled(command: &[String], case: &Case) -> Vec<String> {
    let mut told = case.boards.first().map_or_else(Vec::new, |board| board.told());
    told.extend(case.mode.iter().map(|mode| ("mode", vec![mode.clone()])));
    let told: Vec<(String, Vec<String>)> =
        told.into_iter().map(|(name, words)| (format!("{{{name}}}"), words)).collect();
    let one = |word: &String| {
        if let Some((_, words)) = told.iter().find(|(name, _)| name == word) {
            return words.clone();
        }
        let fill = |word: String, (name, words): &(String, Vec<String>)| {
            word.replace(name.as_str(), &words.join(","))
        };
        vec![told.iter().fold(word.clone(), fill)]
    };
    command.iter().flat_map(one).collect()
}

/// What a program wrote to standard error: the beginning, where most systems say what happened, and the end, where
/// Python does.
fn told(errors: &str) -> Vec<String> {
    let lines: Vec<&str> = errors.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines.len().saturating_sub(1).max(2);
    let shown = lines.iter().take(2).chain(lines.get(last));
    shown.map(|line| line.chars().take(200).collect()).collect()
}

/// The beginning of a file; nothing where there is none.
fn bounded(path: &Path, most: u64) -> Vec<u8> {
    use std::io::Read as _;

    let mut bytes = Vec::new();
    // A pipe or a device in its place is not read.
    if fs::metadata(path).is_ok_and(|about| about.is_file())
        && let Ok(file) = fs::File::open(path)
    {
        let _ = file.take(most).read_to_end(&mut bytes);
    }
    bytes
}
