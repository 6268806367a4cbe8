//! What is said of an answer.

use tabuleiro::locale::{Lang, Message};
use tabuleiro::shape::Written;

/// What is said of an answer, the worse the later: the worst of a group is the group's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Right.
    Accepted,
    /// It says that a limit was reached.
    OverLimit,
    /// It says that there is no solution, and we cannot tell.
    Undecided,
    /// There is none.
    Silent,
    /// It cannot be read, or only in two ways.
    Format,
    /// It breaks a rule.
    Wrong,
    /// It says that there is no solution, and there is one.
    ImpossibleWrong,
    /// The program ended by a signal, or with an exit code other than 0 before it answered.
    Crash,
    /// The program wrote too much.
    Output,
    /// The program took too much memory.
    Memory,
    /// The program took too much time.
    Time,
    /// The program could not be built or started, or was stopped.
    NotRun,
    /// The case has a fault.
    JudgeError,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 13] = [
        Verdict::Accepted,
        Verdict::OverLimit,
        Verdict::Undecided,
        Verdict::Silent,
        Verdict::Format,
        Verdict::Wrong,
        Verdict::ImpossibleWrong,
        Verdict::Crash,
        Verdict::Output,
        Verdict::Memory,
        Verdict::Time,
        Verdict::NotRun,
        Verdict::JudgeError,
    ];

    /// The word used in data formats, and after `judge.verdict.` in the locale files.
    pub fn key(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::OverLimit => "over-limit",
            Verdict::Undecided => "undecided",
            Verdict::Silent => "silent",
            Verdict::Format => "format",
            Verdict::Wrong => "wrong",
            Verdict::ImpossibleWrong => "impossible-wrong",
            Verdict::Crash => "crash",
            Verdict::Output => "output",
            Verdict::Memory => "memory",
            Verdict::Time => "time",
            Verdict::NotRun => "not-run",
            Verdict::JudgeError => "judge-error",
        }
    }

    /// The verdict of that word.
    pub fn of(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.key() == key)
    }

    /// The word for people.
    pub fn text(self, lang: Lang) -> String {
        Message::new(format!("judge.verdict.{}", self.key())).text(lang)
    }
}

/// What is said of the answer about one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardResult {
    /// In a word.
    pub verdict: Verdict,
    /// Why, in the language of the judge; may be empty.
    pub why: String,
    /// A solution, where the program says that there is none.
    pub solution: Option<String>,
    /// What the program says, where that is not right and can be drawn.
    pub answer: Option<Written>,
}

impl BoardResult {
    /// A verdict, and no more.
    pub fn new(verdict: Verdict) -> Self {
        BoardResult { verdict, why: String::new(), solution: None, answer: None }
    }
}

/// What a program says of its effort beside what is true of a search of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The name of the counter.
    pub counter: String,
    /// What the program says, for each board or whatever else it tells of.
    pub said: Vec<u64>,
    /// Our counts for each board, by strategy; empty where none was asked for.
    pub ours: Vec<(String, Vec<u64>)>,
}

/// The result of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
    /// The name of the case.
    pub case: String,
    /// The group of the case, by its place.
    pub group: usize,
    /// For each board.
    pub boards: Vec<BoardResult>,
    /// Processor time in milliseconds.
    pub cpu_ms: u64,
    /// Time on the clock in milliseconds.
    pub wall_ms: u64,
    /// Bytes of the most memory held.
    pub peak: u64,
    /// Whether files and connections were confined.
    pub confined: String,
    /// What was skipped, and what the program wrote to standard error where it failed.
    pub notes: Vec<String>,
    /// What the program says of its effort.
    pub effort: Vec<Effort>,
}

impl CaseResult {
    /// How many answers are right.
    pub fn right(&self) -> usize {
        self.boards.iter().filter(|board| board.verdict == Verdict::Accepted).count()
    }

    /// How many answers are right, and have an effort that is what the first of our strategies counts.
    pub fn agreed(&self) -> usize {
        let agrees = |place: usize| {
            let same = |effort: &Effort| {
                let ours = effort.ours.first().and_then(|(_, counts)| counts.get(place));
                ours.is_some() && effort.said.get(place) == ours
            };
            !self.effort.is_empty() && self.effort.iter().all(same)
        };
        let right = |place: &usize| self.boards[*place].verdict == Verdict::Accepted;
        (0..self.boards.len()).filter(right).filter(|&place| agrees(place)).count()
    }

    /// The worst verdict.
    pub fn worst(&self) -> Verdict {
        self.boards.iter().map(|board| board.verdict).max().unwrap_or(Verdict::Accepted)
    }
}
