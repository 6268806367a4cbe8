//! Answers: `Solved`, `Impossible` or `Unknown`. A limit is an answer, and not an exception.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Limit, Limits, Outcome, Proof};
use serde_json::Value;
use tabuleiro::contract::{Format, Role};
use tabuleiro::kind::{self, Session};
use tabuleiro::locale::Message;
use tabuleiro::tell;

use crate::arguments;
use crate::board::{Board, Opened, report, text_of};
use crate::bounds::Bounds;
use crate::classes::Puzzle;
use crate::faults::{class, raise};
use crate::values;
use crate::words::{keywords, lang};

/// The answer to `solve`: `Solved`, `Impossible` or `Unknown`.
#[pyclass(frozen, subclass, module = "tabuleiro")]
pub(crate) struct Answer {
    pub(crate) puzzle: Puzzle,
    pub(crate) session: Arc<dyn Session>,
    pub(crate) strategy: &'static str,
    pub(crate) limits: Limits,
    pub(crate) answer: kind::Answer,
}

/// A solution, verified.
#[pyclass(frozen, extends = Answer, module = "tabuleiro")]
pub(crate) struct Solved;

/// There is no solution: by a proof that was verified, or by a search of everything.
#[pyclass(frozen, extends = Answer, module = "tabuleiro")]
pub(crate) struct Impossible;

/// A limit was reached before there was an answer.
#[pyclass(frozen, extends = Answer, module = "tabuleiro")]
pub(crate) struct Unknown;

/// An answer as an object of its class.
pub(crate) fn object<'py>(
    py: Python<'py>,
    puzzle: Puzzle,
    session: &Arc<dyn Session>,
    strategy: &'static str,
    answer: kind::Answer,
    limits: &Limits,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits {
        nodes: limits.nodes,
        memory: limits.memory,
        time: limits.time,
        ..Limits::default()
    };
    let sort = match answer.result {
        Outcome::Solved(_) => 0,
        Outcome::Impossible(_) => 1,
        Outcome::Unknown(_) => 2,
    };
    let base = Answer { puzzle, session: session.clone(), strategy, limits, answer };
    let base = PyClassInitializer::from(base);
    Ok(match sort {
        0 => Bound::new(py, base.add_subclass(Solved))?.into_any(),
        1 => Bound::new(py, base.add_subclass(Impossible))?.into_any(),
        _ => Bound::new(py, base.add_subclass(Unknown))?.into_any(),
    })
}

/// A limit that fired where an answer was looked for that is no solution.
pub(crate) fn unknown<'py>(
    py: Python<'py>,
    puzzle: Puzzle,
    session: &Arc<dyn Session>,
    limit: Limit,
    limits: &Limits,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = kind::Report {
        result: Outcome::Unknown(limit),
        stats: Default::default(),
        elapsed: Default::default(),
        notes: Vec::new(),
    };
    object(py, puzzle, session, "", answer, limits)
}

/// Bytes that are written until Ctrl-C arrives, and read as long.
struct Stoppable<'a, T>(T, &'a Limits);

impl<T> Stoppable<'_, T> {
    fn go_on(&self) -> io::Result<()> {
        let is_over = self.1.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        if is_over { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }
}

impl Write for Stoppable<'_, Vec<u8>> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.go_on()?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Stoppable<'_, &[u8]> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.go_on()?;
        self.0.read(into)
    }
}

impl Answer {
    /// The solution or the proof in a format; what is written when Ctrl-C arrives is read by nobody.
    fn printed(&self, format: Format, limits: &Limits) -> String {
        let mut bytes = Stoppable(Vec::new(), limits);
        if let Some(found) = self.answer.finding() {
            // Writing to memory does not fail otherwise.
            let _ = found.print(format, lang(), &mut bytes);
        }
        if bytes.go_on().is_err() {
            return String::new();
        }
        String::from_utf8(bytes.0).unwrap_or_default()
    }

    fn json(&self, limits: &Limits) -> Value {
        let text = self.printed(Format::Json, limits);
        if limits.cancel.is_none() {
            return serde_json::from_str(&text).unwrap_or_default();
        }
        let text = BufReader::new(Stoppable(text.as_bytes(), limits));
        serde_json::from_reader(text).unwrap_or_default()
    }

    /// This answer as the object that a checker reads.
    fn claim(&self, limits: &Limits) -> String {
        let field = match self.answer.result {
            Outcome::Solved(_) => "solution",
            Outcome::Impossible(Proof::Argument(_)) => "proof",
            Outcome::Impossible(Proof::Exhaustion) => {
                return r#"{"outcome":"impossible"}"#.to_owned();
            }
            Outcome::Unknown(_) => return r#"{"outcome":"unknown"}"#.to_owned(),
        };
        format!("{{\"{field}\":{}}}", self.printed(Format::Json, limits))
    }

    /// The same, a panic told as the fault that it is.
    pub(crate) fn said(&self, py: Python<'_>) -> PyResult<String> {
        self.guarded(py, |limits| self.claim(limits))
    }

    /// Writes something about the answer.
    fn guarded<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Limits) -> T + Send,
    ) -> PyResult<T> {
        Bounds::default().run_once(py, &*self.session, work)
    }
}

#[pymethods]
impl Answer {
    /// The board it is about.
    #[getter]
    pub(crate) fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let opened = Opened { puzzle: self.puzzle, session: self.session.clone(), known: None };
        self.puzzle.object(py, None, opened)
    }

    /// The strategy that found it; empty where none was used.
    #[getter]
    fn strategy(&self) -> &'static str {
        self.strategy
    }

    /// What it took, exact and repeatable.
    #[getter]
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let counters = self.answer.stats.named().map(|(_, counter)| counter);
        class(py, "Stats")?.call1((
            counters[0],
            counters[1],
            counters[2],
            counters[3],
            counters[4],
            counters[5],
            counters[6],
            counters[7],
        ))
    }

    /// Seconds it took.
    #[getter]
    fn elapsed(&self) -> f64 {
        self.answer.elapsed.as_secs_f64()
    }

    /// Remarks for people.
    #[getter]
    pub(crate) fn notes(&self) -> Vec<String> {
        self.answer.notes.iter().map(|note| note.text(lang())).collect()
    }

    /// Whether the solution, or the proof, was checked by code that knows no solver.
    #[getter]
    fn verified(&self) -> bool {
        self.answer.finding().is_some()
    }

    /// The solution or the proof as the data that the program writes; `None` where there is neither.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.guarded(py, |limits| self.json(limits))?;
        values::object(py, &value)
    }

    /// The answer as the program prints it.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.guarded(py, |limits| {
            let mut text = String::new();
            if matches!(self.answer.result, Outcome::Solved(_)) {
                text = self.printed(Format::Text, limits);
            }
            for line in tell::remarks(&self.answer, self.strategy, &self.limits, lang()) {
                text += &format!("= {line}\n");
            }
            text
        })
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (name, this) = (slf.get_type().name()?, slf.get());
        let answer = &this.answer;
        let (lang, nodes) = (lang(), answer.stats.nodes);
        let nodes = Message::new("stats.nodes").with("n", nodes).text(lang);
        let (puzzle, size) = (this.puzzle.name(), this.session.extent());
        let why = match answer.result {
            Outcome::Unknown(limit) => {
                let words = tell::limit_words(limit, &this.limits).text(lang);
                format!(", {}", keywords(&words))
            }
            _ => String::new(),
        };
        Ok(format!("<{name} {puzzle} {size}: {nodes}{why}>"))
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Answer>() else { return Ok(false) };
        let (py, one, two) = (slf.py(), slf.get(), other.get());
        let alike = one.puzzle == two.puzzle && one.session.extent() == two.session.extent();
        Ok(alike
            && one.said(py)? == two.said(py)?
            && text_of(py, &*one.session)? == text_of(py, &*two.session)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.said(py)?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// A copy is the answer itself, which never changes.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

#[pymethods]
impl Solved {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("solution",)
    }

    /// The solution: an array of numbers, one for each square and 0 where a square has none, or the
    /// list of its moves, with squares as (row, column) from 1.
    #[getter]
    fn solution<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.as_super().get();
        let read = |limits: &Limits| values::Solution::read(&this.printed(Format::Json, limits));
        this.guarded(slf.py(), read)?.object(slf.py())
    }
}

#[pymethods]
impl Impossible {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("proof",)
    }

    /// Why there is no solution, as data: an argument that was verified, or that everything was
    /// searched (`{"kind": "exhaustion"}`).
    #[getter]
    fn proof<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.as_super().get();
        let value = this.guarded(slf.py(), |limits| this.json(limits))?;
        match value {
            Value::Null => values::object(slf.py(), &serde_json::json!({ "kind": "exhaustion" })),
            value => values::object(slf.py(), &value),
        }
    }

    /// The same in words.
    #[getter]
    fn reason(slf: &Bound<'_, Self>) -> String {
        let this = slf.as_super().get();
        keywords(&tell::verdict(&this.answer.result, &this.limits, lang()).text(lang()))
    }
}

#[pymethods]
impl Unknown {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("limit",)
    }

    /// The limit that was reached: nodes, time, memory, steps or incomplete.
    #[getter]
    fn limit(slf: &Bound<'_, Self>) -> &'static str {
        match slf.as_super().get().answer.result {
            Outcome::Unknown(limit) => limit.word(),
            _ => "",
        }
    }

    /// Bytes that would have been needed, where memory was the limit.
    #[getter]
    fn memory_needed(slf: &Bound<'_, Self>) -> Option<u64> {
        match slf.as_super().get().answer.result {
            Outcome::Unknown(Limit::Memory { needed }) => Some(needed),
            _ => None,
        }
    }

    /// The limit in words.
    #[getter]
    fn reason(slf: &Bound<'_, Self>) -> String {
        let this = slf.as_super().get();
        keywords(&tell::verdict(&this.answer.result, &this.limits, lang()).text(lang()))
    }
}

#[pymethods]
impl Board {
    /// Looks for a solution by a strategy, the best unless one is named.
    ///
    /// Limits are `time_limit` (seconds), `max_nodes` and `memory_limit` (bytes); `threads` may work,
    /// and `progress` is called now and then with what is known so far. Other arguments are options
    /// of the strategy.
    #[pyo3(signature = (strategy=None, **options))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        strategy: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let kind = self.puzzle.kind();
        let (bounds, options) = arguments::asked(kind, options, &[Role::Strategy])?;
        let strategy = arguments::strategy(py, kind, strategy, &options)?;
        let (session, about) = (&*self.session, || report(&*self.session));
        let run = bounds.run(py, &about, |limits| session.solve(strategy, &options, limits))?;
        let run = run.map_err(|fault| raise(py, &fault))?;
        object(py, self.puzzle, &self.session, strategy, run, &bounds.limits)
    }
}
