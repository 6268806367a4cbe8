//! What is said when a request is not answered: a status, and words with a code.

use std::panic::{AssertUnwindSafe, catch_unwind};

use search::Limits;
use serde_json::{Value, json};
use tabuleiro::contract::RunError;
use tabuleiro::locale::Lang;
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::wire;

/// Whose fault it is that there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing has this name.
    Missing,
    /// What was sent is not a request.
    Unreadable,
    /// What is asked has no answer, and the words say why.
    Unanswerable,
    /// The program failed.
    Failed,
}

/// A refusal: what is wrong, and where.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// Whose fault it is.
    pub status: Status,
    /// `code`, `message`, `help`, and `file`, `line` and `column` where there is a place; `text` is
    /// all of it as a terminal shows it.
    pub words: Value,
}

impl Refusal {
    /// What a diagnostic says.
    pub fn new(status: Status, diagnostic: &Diagnostic, lang: Lang) -> Self {
        let mut words = diagnostic.json(lang);
        words["text"] = diagnostic.render(lang).into();
        Refusal { status, words }
    }

    /// The last frame of an answer that ends with it.
    pub fn frame(&self) -> Vec<u8> {
        wire::json(&json!({ "refused": self.words, "status": self.status.number() }))
    }
}

impl Status {
    /// The number that HTTP has for it.
    pub fn number(self) -> u16 {
        match self {
            Status::Missing => 404,
            Status::Unreadable => 400,
            Status::Unanswerable => 422,
            Status::Failed => 500,
        }
    }
}

/// Does the work of a request. What stands in its way is told, and so is a fault of ours: a panic ends
/// this request and no other.
pub(crate) fn told<T>(
    lang: Lang,
    limits: &Limits,
    work: impl FnOnce() -> Result<T, RunError>,
) -> Result<T, Refusal> {
    // What the work shares with other requests is never half changed: `Recent` alone.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(obstacle)) => {
            let diagnostic = match obstacle {
                RunError::Invalid(diagnostic) => diagnostic,
                RunError::Limit(limit) => {
                    let reason = tell::limit_words(limit, limits);
                    Diagnostic::new("W0109").with("reason", reason)
                }
            };
            Err(Refusal::new(Status::Unanswerable, &diagnostic, lang))
        }
        Err(_) => Err(Refusal::new(Status::Failed, &Diagnostic::new("W0107"), lang)),
    }
}
