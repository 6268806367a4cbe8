//! How the program ends.

use std::io;
use std::process::ExitCode;

use search::Limit;
use tabuleiro::locale::Message;
use tabuleiro::text::Diagnostic;

/// The exit codes, the worse the higher: several instances give the highest of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Solved, verified, counted, generated.
    Yes = 0,
    /// Proved impossible, or a check says no.
    No = 1,
    /// Bad usage or input.
    Bad = 2,
    /// A limit was reached, and nothing is claimed.
    Limit = 3,
    /// Interrupted.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

impl From<Limit> for Exit {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Cancelled => Exit::Interrupted,
            Limit::Nodes
            | Limit::Time
            | Limit::Memory { .. }
            | Limit::Steps { .. }
            | Limit::Lost { .. }
            | Limit::Incomplete => Exit::Limit,
        }
    }
}

impl From<&Diagnostic> for Exit {
    /// A limit that fired while a text was read is no fault of the text.
    fn from(diagnostic: &Diagnostic) -> Self {
        diagnostic.limit().map_or(Exit::Bad, Exit::from)
    }
}

/// Why a verb could not be carried out.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Something a person can correct.
    Diagnostic(Box<Diagnostic>),
    /// A limit fired before there was an answer: what is said of it, and how the program ends.
    Limit(Box<Message>, Exit),
    /// The reader of our output went away.
    ClosedPipe,
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Self {
        Fault::Diagnostic(Box::new(diagnostic))
    }
}

/// A failure to write results.
impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Fault::ClosedPipe,
            _ => Diagnostic::new("I0009").with("reason", error.to_string()).into(),
        }
    }
}
