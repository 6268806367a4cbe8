//! Answers as pickle keeps them: the board, what is said of it, and what that took. What is said is verified again when it is read.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use search::{Limit, Limits, Outcome, Stats};
use tabuleiro::kind::Report;
use tabuleiro::locale::Message;
use tabuleiro::text::{Diagnostic, Source};

use crate::answer::{Answer, object};
use crate::board::{Board, report};
use crate::bounds::Bounds;
use crate::faults::{hindered, raise};

/// A limit that fired: its word, and its number where it has one.
type Fired = (String, u64);
/// Limits that were given: nodes, bytes, nanoseconds.
type Given = (Option<u64>, Option<u64>, Option<u64>);
/// A board, what is said of it, and the limit that fired.
type Said<'py> = (Bound<'py, Board>, String, Option<Fired>);

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn fired(limit: Limit) -> Fired {
    let number = match limit {
        Limit::Memory { needed } => needed,
        Limit::Steps { most } => most,
        Limit::Lost { process } => u64::from(process),
        Limit::Nodes | Limit::Time | Limit::Cancelled | Limit::Incomplete => 0,
    };
    (limit.word().to_owned(), number)
}

fn limit((word, number): &Fired) -> Option<Limit> {
    let process = u32::try_from(*number).unwrap_or(u32::MAX);
    let (needed, most) = (*number, *number);
    let (memory, steps) = (Limit::Memory { needed }, Limit::Steps { most });
    let lost = Limit::Lost { process };
    let all = [Limit::Nodes, Limit::Time, memory, Limit::Cancelled, steps, lost, Limit::Incomplete];
    all.into_iter().find(|limit| limit.word() == word)
}

#[pymethods]
impl Answer {
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Report { result, stats, elapsed, .. } = &self.answer;
        let fired = match result {
            Outcome::Unknown(limit) => Some(fired(*limit)),
            Outcome::Solved(_) | Outcome::Impossible(_) => None,
        };
        let Limits { nodes, memory, time, .. } = self.limits;
        let given: Given = (nodes, memory, time.map(nanos));
        let took = (stats.named().map(|(_, counter)| counter).to_vec(), nanos(*elapsed));
        let said = (self.board(py)?, self.said(py)?, fired);
        let kept = (said, self.strategy, took, self.notes(), given);
        let make = py.import("tabuleiro._native")?.getattr("_answer")?;
        Ok((make, kept.into_pyobject(py)?))
    }
}

/// An answer that pickle kept.
#[pyfunction(name = "_answer")]
pub(crate) fn unpickled<'py>(
    py: Python<'py>,
    said: Said<'py>,
    strategy: &str,
    took: ([u64; 8], u64),
    notes: Vec<String>,
    given: Given,
) -> PyResult<Bound<'py, PyAny>> {
    let ((board, said, fired), (counters, elapsed), (nodes, memory, time)) = (said, took, given);
    let (puzzle, session) = (board.get().puzzle, &board.get().session);
    let damaged = || raise(py, &Diagnostic::new("Y0109"));
    let result = match fired {
        Some(fired) => Outcome::Unknown(limit(&fired).ok_or_else(damaged)?),
        None => {
            let (bounds, said) = (Bounds::default(), Source::new("pickle", said));
            let restored = bounds.run(py, &|| report(&**session), |limits| {
                session.restore(&said.clone().within(limits), limits)
            })?;
            let restored = restored.map_err(|why| hindered(py, why, &bounds.limits))?;
            restored.ok_or_else(damaged)?
        }
    };
    let strategies = puzzle.kind().strategies().into_iter().map(|known| known.name);
    let strategy = strategies.chain(["generate", ""]).find(|known| *known == strategy);
    let [nodes_judged, steps, backtracks, dead, seen, bound, goals, deepest] = counters;
    let answer = Report {
        result,
        stats: Stats { nodes: nodes_judged, steps, backtracks, dead, seen, bound, goals, deepest },
        elapsed: Duration::from_nanos(elapsed),
        notes: notes
            .into_iter()
            .map(|note| Message::new("python.note").with("note", note))
            .collect(),
    };
    let limits =
        Limits { nodes, memory, time: time.map(Duration::from_nanos), ..Limits::default() };
    object(py, puzzle, session, strategy.unwrap_or_default(), answer, &limits)
}
