//! How many answers of a text came out how.

use std::io::Write;

use tabuleiro::kind::{Kind, Ruling};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::text::Diagnostic;

use crate::arguments::Arguments;
use crate::check::CheckResult;
use crate::exit::{Exit, Fault};
use crate::json::Object;

/// How many answers came out how.
#[derive(Default)]
pub(crate) struct Sums {
    boards: usize,
    answers: usize,
    /// By the names of [`Sums::NAMES`].
    counts: [usize; 8],
}

impl Sums {
    const NAMES: [&'static str; 8] = [
        "valid",
        "invalid",
        "unreadable",
        "unproved",
        "unknown",
        "unfinished",
        "unanswered",
        "stray",
    ];

    pub(crate) fn add(&mut self, answered: bool, verdict: &CheckResult) {
        self.boards += usize::from(!matches!(verdict, CheckResult::Stray));
        self.answers += usize::from(answered);
        let name = match verdict {
            CheckResult::Ruled(Ruling::Valid(_)) => 0,
            CheckResult::Ruled(Ruling::Flawed(..)) => 1,
            CheckResult::Unreadable(_) => 2,
            CheckResult::Ruled(Ruling::Unproved) => 3,
            CheckResult::Ruled(Ruling::Unknown) => 4,
            CheckResult::Ruled(Ruling::Unfinished(_)) => 5,
            CheckResult::Unanswered => 6,
            CheckResult::Stray => 7,
        };
        self.counts[name] += 1;
    }

    /// One answer that is wrong, or missing, decides; then one that cannot be read; then one that
    /// leaves it open.
    pub(crate) fn exit(&self) -> Exit {
        let [_, invalid, unreadable, unproved, unknown, unfinished, unanswered, stray] =
            self.counts;
        match () {
            () if invalid + unanswered + stray > 0 => Exit::No,
            () if unreadable > 0 => Exit::Bad,
            () if unproved + unknown + unfinished > 0 => Exit::Limit,
            () => Exit::Yes,
        }
    }

    /// The sum in words, without what did not occur.
    pub(crate) fn text(&self, lang: Lang) -> String {
        let told = |(name, &n): (&str, &usize)| {
            let count = Message::new(format!("check.sum.{name}")).with("n", n);
            (n > 0).then(|| count.text(lang))
        };
        let parts: Vec<String> =
            Self::NAMES.into_iter().zip(&self.counts).filter_map(told).collect();
        let boards = Message::new("check.sum.boards").with("n", self.boards);
        let answers = Message::new("check.sum.answers").with("n", self.answers);
        let sum = Message::new("check.sum").with("boards", boards).with("answers", answers);
        sum.with("counts", parts.join(", ")).text(lang)
    }

    pub(crate) fn json(
        &self,
        out: &mut dyn Write,
        kind: &dyn Kind,
        arguments: &Arguments,
    ) -> Result<(), Fault> {
        let mut object = Object::about(out, kind.about().name, None, arguments)?;
        object.origin(None, None)?;
        object.value("boards", self.boards)?;
        object.value("answers", self.answers)?;
        for (name, &count) in Self::NAMES.into_iter().zip(&self.counts) {
            object.value(name, count)?;
        }
        Ok(object.close()?)
    }

    /// Fewer answers than instances, or more.
    pub(crate) fn faults(&self, claims: &str) -> Vec<Diagnostic> {
        let [.., unanswered, stray] = self.counts;
        let fault = |code: &'static str, n: usize| {
            let fault = Diagnostic::new(code).in_file(claims).with("n", n);
            fault.with("answers", self.answers).with("boards", self.boards)
        };
        let fewer = (unanswered > 0).then(|| fault("C0101", unanswered));
        let more = (stray > 0).then(|| fault("C0102", stray));
        fewer.into_iter().chain(more).collect()
    }
}
