//! Counts: whole numbers of any size, with what is known beside them.

use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyTuple};
use search::{Ended, Limits};
use tabuleiro::contract::{Counted, Fact, Role};
use tabuleiro::kind::{Report, Session};
use tabuleiro::locale::Message;

use crate::answer;
use crate::arguments;
use crate::board::{Board, report};
use crate::bounds::whole;
use crate::classes::Puzzle;
use crate::faults::{class, raise};
use crate::words::lang;

/// How far is counted.
pub(crate) fn up_to(given: Option<Bound<'_, PyAny>>) -> PyResult<Option<u64>> {
    given.filter(|given| !given.is_none()).map(|given| whole(&given, "up_to", 1)).transpose()
}

/// A count as a number, or `Unknown` with what was counted when a limit was reached.
pub(crate) fn object<'py>(
    py: Python<'py>,
    puzzle: Puzzle,
    session: &Arc<dyn Session>,
    report: Report<Counted>,
    limits: &Limits,
) -> PyResult<Bound<'py, PyAny>> {
    let Counted { count, ended, unit, way, facts } = report.result;
    if let Ended::Cut(limit) = ended {
        // What was counted so far is told in the notes: it is no count.
        let so_far = Message::new("python.counted").with("count", lang().number(&count));
        let cut = Report {
            result: search::Outcome::Unknown(limit),
            stats: report.stats,
            elapsed: report.elapsed,
            notes: vec![so_far],
        };
        return answer::object(py, puzzle, session, "", cut, limits);
    }
    let told = if facts.is_empty() { None } else { Some(facts_told(py, facts)?) };
    let is_all = ended == Ended::Exhausted;
    let stats = PyTuple::new(py, report.stats.named().map(|(_, counter)| counter))?;
    let (unit, elapsed) = (unit.text(lang()), report.elapsed.as_secs_f64());
    let count = match u64::try_from(&count) {
        Ok(count) => count.into_bound_py_any(py)?,
        Err(_) => {
            let bytes = PyBytes::new(py, &count.to_bytes_le());
            py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))?
        }
    };
    class(py, "Count")?.call1((count, is_all, unit, way, told, stats, elapsed))
}

/// What is known beside a count.
fn facts_told<'py>(
    py: Python<'py>,
    facts: impl IntoIterator<Item = (&'static str, Fact)>,
) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    for (name, fact) in facts {
        match fact {
            Fact::Is(is) => told.set_item(name, is)?,
            Fact::Number(number) => told.set_item(name, number)?,
            Fact::Words(words) => told.set_item(name, words)?,
            Fact::Table(columns) => {
                let table = PyDict::new(py);
                for (column, numbers) in columns {
                    table.set_item(column, numbers)?;
                }
                told.set_item(name, table)?;
            }
        }
    }
    Ok(told)
}

#[pymethods]
impl Board {
    /// Counts all solutions, or what the options ask for, exactly; not beyond `up_to`, where that is
    /// given. A limit that is reached before gives `Unknown`.
    #[pyo3(signature = (up_to=None, **options))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        up_to: Option<Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (bounds, options) = arguments::asked(self.puzzle.kind(), options, &[Role::Count])?;
        let up_to = self::up_to(up_to)?;
        let (session, about) = (&*self.session, || report(&*self.session));
        let run = bounds.run(py, &about, |limits| session.count(&options, up_to, limits))?;
        let run = run.map_err(|fault| raise(py, &fault))?;
        object(py, self.puzzle, &self.session, run, &bounds.limits)
    }
}
