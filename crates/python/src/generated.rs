//! Boards by seed, each with its answer, which was verified.

use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use pyo3::{PyTraverseError, PyVisit};
use search::{Limits, Outcome, Proof};
use tabuleiro::contract::{Options, Role, RunError};
use tabuleiro::kind::{Creation, Report, Subject};

use crate::answer;
use crate::arguments;
use crate::board::{Board, Opened};
use crate::bounds::{self, Bounds};
use crate::classes::Puzzle;
use crate::faults::raise;

/// The roles of options that generators know.
const ROLES: [Role; 2] = [Role::Instance, Role::Generate];

/// What was made, as an object of the class.
fn object<'py>(
    class: &Bound<'py, PyType>,
    puzzle: Puzzle,
    made: Report<Creation>,
    limits: &Limits,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let Report { result: Creation { session, finding, subject, .. }, stats, elapsed, notes } = made;
    let session = Arc::from(session);
    let result = match subject {
        Subject::Solution => Outcome::Solved(finding),
        Subject::Argument => Outcome::Impossible(Proof::Argument(finding)),
    };
    let known = Report { result, stats, elapsed, notes };
    let known = answer::object(py, puzzle, &session, "generate", known, limits)?;
    puzzle.object(py, Some(class), Opened { puzzle, session, known: Some(known.unbind()) })
}

/// Makes one within limits, or tells the limit that fired.
fn make(
    py: Python<'_>,
    puzzle: Puzzle,
    options: &Options,
    seed: u64,
    bounds: &Bounds,
) -> PyResult<Result<Report<Creation>, search::Limit>> {
    let kind = puzzle.kind();
    let about = || format!("{} {seed} {options:?}", puzzle.name());
    match bounds.run(py, &about, |limits| kind.generate(options, seed, limits))? {
        Ok(made) => Ok(Ok(made)),
        Err(RunError::Limit(limit)) => Ok(Err(limit)),
        Err(RunError::Invalid(fault)) => Err(raise(py, &fault)),
    }
}

/// Boards of one seed after another. Several threads may take them, and the callback that is told of the progress.
#[pyclass(frozen, module = "tabuleiro")]
pub(crate) struct Endless {
    class: Py<PyType>,
    puzzle: Puzzle,
    options: Options,
    bounds: Bounds,
    next: Mutex<Next>,
}

/// What comes next: the board of this seed, or none because of a limit.
struct Next {
    seed: u64,
    limit: Option<search::Limit>,
}

impl Endless {
    fn next(&self) -> MutexGuard<'_, Next> {
        self.next.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[pymethods]
impl Endless {
    /// `Endless[...]` names the class of its boards for type checkers.
    #[classmethod]
    fn __class_getitem__(class: &Bound<'_, PyType>, _boards: &Bound<'_, PyAny>) -> Py<PyType> {
        class.clone().unbind()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let seed = {
            let mut next = self.next();
            if next.limit.is_some() {
                return Ok(None);
            }
            let after = next.seed.wrapping_add(1);
            std::mem::replace(&mut next.seed, after)
        };
        let made = make(py, self.puzzle, &self.options, seed, &self.bounds);
        if let Ok(Ok(made)) = made {
            return object(self.class.bind(py), self.puzzle, made, &self.bounds.limits).map(Some);
        }
        let mut next = self.next();
        // Nobody got this board: it is the next one, unless another thread has one that comes after it.
        if next.seed == seed.wrapping_add(1) {
            next.seed = seed;
        }
        next.limit = made?.err();
        Ok(None)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.class)?;
        self.bounds.traverse(&visit)
    }

    /// The seed of the next board.
    #[getter]
    fn seed(&self) -> u64 {
        self.next().seed
    }

    /// The limit that ended it; `None` while it goes on.
    #[getter]
    fn limit(&self) -> Option<&'static str> {
        self.next().limit.map(search::Limit::word)
    }
}

#[pymethods]
impl Board {
    /// Makes the board that belongs to a seed, the same on every machine. Its answer, which was
    /// verified, is its `known`. A limit that is reached before gives `None`.
    #[classmethod]
    #[pyo3(signature = (*, seed=None, **options))]
    fn generate<'py>(
        class: &Bound<'py, PyType>,
        seed: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, puzzle) = (class.py(), Puzzle::of(class)?);
        let seed = bounds::seed(seed)?;
        let (bounds, options) = arguments::asked(puzzle.kind(), options, &ROLES)?;
        match make(py, puzzle, &options, seed, &bounds)? {
            Ok(made) => object(class, puzzle, made, &bounds.limits).map(Some),
            Err(_) => Ok(None),
        }
    }

    /// An endless iterator of boards: that of the seed, that of the next seed, and so on. A limit of
    /// time is one of them all, and ends it.
    #[classmethod]
    #[pyo3(signature = (*, seed=None, **options))]
    fn endless(
        class: &Bound<'_, PyType>,
        seed: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Endless> {
        let puzzle = Puzzle::of(class)?;
        let seed = bounds::seed(seed)?;
        let (bounds, options) = arguments::asked(puzzle.kind(), options, &ROLES)?;
        let next = Mutex::new(Next { seed, limit: None });
        Ok(Endless { class: class.clone().unbind(), puzzle, options, bounds, next })
    }
}
