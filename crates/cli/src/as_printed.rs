//! Answers as people's programs print them, where they are in no format of ours.

use std::sync::Arc;

use tabuleiro::answers::is_json;
use tabuleiro::contract::Written;
use tabuleiro::kind::Session;
use tabuleiro::lenient::{self, ReadAnswer};
use tabuleiro::locale::Message;
use tabuleiro::pairing::Pair;
use tabuleiro::shape::Manner;
use tabuleiro::text::{Diagnostic, Source};

/// What was read of a text, and what is to be told of it.
pub(crate) struct AsPrinted {
    /// What the text says of each instance.
    pub(crate) answers: Vec<ReadAnswer>,
    /// What was skipped.
    pub(crate) note: Option<Message>,
}

/// The answers of a text, where more of them can be read than of those that are in our formats.
pub(crate) fn read(
    claims: &Source,
    pairs: &[Pair],
    sessions: &[Arc<dyn Session>],
    manner: Manner,
) -> Result<Option<AsPrinted>, Diagnostic> {
    // A limit is no fault of the text.
    let is_unread = |session: &Arc<dyn Session>, answer: &Source| {
        session.reads(answer).is_err_and(|fault| fault.limit().is_none())
    };
    let is_fault = |pair: &Pair| match pair {
        Pair::Answered(place, answer) => is_unread(&sessions[*place], answer),
        Pair::Unanswered(_) => true,
        // One answer too many is in our format, too.
        Pair::Stray(answer) => sessions.iter().all(|session| is_unread(session, answer)),
    };
    let faults = pairs.iter().filter(|pair| is_fault(pair)).count();
    // Remarks of our own part answers and name their boards: nothing is left to be guessed.
    let is_ours = || Ok::<_, Diagnostic>(claims.lines()?.iter().any(|l| l.text.starts_with("= ")));
    if faults == 0 || is_json(claims)? || is_ours()? {
        return Ok(None);
    }
    let shapes: Vec<_> = sessions.iter().map(|session| session.shape()).collect();
    let reading = lenient::read(claims, &shapes, manner)?;
    let is_missing = |answer: &&ReadAnswer| !matches!(answer, ReadAnswer::Read(..));
    let missing = reading.answers.iter().filter(is_missing).count() + reading.strays;
    if missing >= faults {
        return Ok(None);
    }
    Ok(Some(AsPrinted { note: skipped(claims, &reading.foreign), answers: reading.answers }))
}

/// How many lines are no part of an answer, and the first of them.
pub(crate) fn skipped(source: &Source, foreign: &[std::ops::Range<usize>]) -> Option<Message> {
    let first = source.part(foreign.first()?.clone());
    let text: String = String::from_utf8_lossy(first.bytes()).trim().chars().take(60).collect();
    let note = Message::new("check.skipped").with("n", foreign.len());
    Some(note.with("line", first.line()).with("text", text))
}

/// The part of the text that an answer stands in, and what it says, or why it cannot be read.
pub(crate) fn part(
    claims: &Source,
    answer: ReadAnswer,
) -> (Option<Source>, Option<Result<Written, Diagnostic>>) {
    match answer {
        ReadAnswer::Silent => (None, None),
        ReadAnswer::Read(written, at) => (Some(claims.part(at)), Some(Ok(written))),
        ReadAnswer::Unreadable(fault) => (Some(claims.clone()), Some(Err(fault))),
    }
}
