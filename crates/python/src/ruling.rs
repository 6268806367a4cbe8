//! Whether what somebody says of a board holds: checked by code that knows no solver.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::Limit;
use tabuleiro::contract::RunError;
use tabuleiro::kind::{self, Subject};
use tabuleiro::locale::Message;
use tabuleiro::tell;

use crate::board::{Board, report};
use crate::faults::raise;
use crate::words::lang;
use crate::{arguments, claims};

/// The ruling on an answer. True if it holds.
#[pyclass(frozen, module = "tabuleiro")]
pub(crate) struct Ruling {
    ruled: kind::Ruling,
    limit: Option<(Limit, Message)>,
}

#[pymethods]
impl Ruling {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("valid", "flaw")
    }

    /// Whether the answer holds; `None` where it claims nothing that could be checked, or where a
    /// limit was reached.
    #[getter]
    fn valid(&self) -> Option<bool> {
        match self.ruled {
            kind::Ruling::Valid(_) => Some(true),
            kind::Ruling::Flawed(..) => Some(false),
            kind::Ruling::Unproved | kind::Ruling::Unknown | kind::Ruling::Unfinished(_) => None,
        }
    }

    /// What the answer is: solution, proof, impossible (without a proof) or unknown.
    #[getter]
    fn subject(&self) -> &'static str {
        match &self.ruled {
            kind::Ruling::Valid(subject) | kind::Ruling::Flawed(subject, _) => subject.word(),
            kind::Ruling::Unfinished(_) => Subject::Solution.word(),
            kind::Ruling::Unproved => "impossible",
            kind::Ruling::Unknown => "unknown",
        }
    }

    /// The rule that is broken, in words.
    #[getter]
    fn flaw(&self) -> Option<String> {
        match &self.ruled {
            kind::Ruling::Flawed(_, flaw) => Some(flaw.text(lang())),
            _ => None,
        }
    }

    /// The limit that was reached before there was a ruling.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.limit.as_ref().map(|(limit, _)| limit.word())
    }

    fn __bool__(&self) -> bool {
        self.valid() == Some(true)
    }

    fn __str__(&self) -> String {
        if let Some((_, words)) = &self.limit {
            return words.text(lang());
        }
        let key = |subject: &Subject| match subject {
            Subject::Solution => "check.solution",
            Subject::Argument => "check.proof",
        };
        let message = match &self.ruled {
            kind::Ruling::Valid(subject) => Message::new(format!("{}.holds", key(subject))),
            kind::Ruling::Flawed(subject, flaw) => {
                Message::new(format!("{}.fails", key(subject))).with("flaw", flaw.clone())
            }
            kind::Ruling::Unfinished(empty) => Message::new("check.unfinished").with("n", *empty),
            kind::Ruling::Unproved => Message::new("check.unproved"),
            kind::Ruling::Unknown => Message::new("check.unknown"),
        };
        message.text(lang())
    }

    fn __repr__(&self) -> String {
        format!("<Ruling: {}>", self.__str__())
    }
}

#[pymethods]
impl Board {
    /// Checks an answer about this board: text as the program prints it, the path of a file, an answer,
    /// its solution or its data, an array of numbers, or rows of them.
    #[pyo3(signature = (claim, **limits))]
    fn check(
        &self,
        py: Python<'_>,
        claim: &Bound<'_, PyAny>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Ruling> {
        let (bounds, _) = arguments::asked(self.puzzle.kind(), limits, &[])?;
        let claim = claims::claim(claim, &*self.session)?;
        let (session, about) = (&*self.session, || report(&*self.session));
        let ruled = bounds
            .run(py, &about, |limits| session.check(&claim.clone().within(limits), limits))?;
        match ruled {
            Ok(ruled) => Ok(Ruling { ruled, limit: None }),
            Err(RunError::Limit(limit)) => {
                let words = tell::limit_words(limit, &bounds.limits);
                Ok(Ruling { ruled: kind::Ruling::Unknown, limit: Some((limit, words)) })
            }
            Err(RunError::Invalid(fault)) => Err(raise(py, &fault.or_at(&claim))),
        }
    }
}
