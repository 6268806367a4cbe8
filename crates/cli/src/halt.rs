//! Why nothing was shown: verbs that make pictures make them within the limits of the command.

use std::io;
use std::time::Duration;

use ::draw::Stop;
use search::{Limit, Limits};
use tabuleiro::board::Size;
use tabuleiro::contract::RunError;
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::output;

/// What a picture of what was found may take when the time is over.
const GRACE: Duration = Duration::from_millis(100);

/// Why nothing is shown.
pub(crate) enum DrawError {
    /// A fault of what was asked for, or of where it goes.
    Fault(Fault),
    /// A limit fired.
    Limit(Limit),
}

impl DrawError {
    /// Tells it, and how the program is to end.
    pub(crate) fn tell(self, size: Size, arguments: &Arguments) -> Result<Exit, Fault> {
        match self {
            DrawError::Fault(fault) => Err(fault),
            DrawError::Limit(limit) => {
                let reason = tell::limit_words(limit, &arguments.limits);
                let fault = Diagnostic::new("D0104").with("size", size.to_string());
                output::report(&fault.with("reason", reason), arguments.lang);
                Ok(limit.into())
            }
        }
    }
}

/// The limits of pictures: a search that used up its time is still shown.
pub(crate) fn of_pictures(limits: &Limits) -> Limits {
    Limits { time: limits.time.map(|time| time.saturating_add(GRACE)), ..limits.clone() }
}

impl From<Limit> for DrawError {
    fn from(limit: Limit) -> Self {
        DrawError::Limit(limit)
    }
}

impl From<Diagnostic> for DrawError {
    fn from(diagnostic: Diagnostic) -> Self {
        DrawError::Fault(diagnostic.into())
    }
}

impl From<io::Error> for DrawError {
    fn from(error: io::Error) -> Self {
        DrawError::Fault(error.into())
    }
}

impl From<Stop> for DrawError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Limit(limit) => limit.into(),
            Stop::Write(error) => error.into(),
        }
    }
}

impl From<RunError> for DrawError {
    fn from(obstacle: RunError) -> Self {
        match obstacle {
            RunError::Limit(limit) => limit.into(),
            RunError::Invalid(diagnostic) => diagnostic.into(),
        }
    }
}
