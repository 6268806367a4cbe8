//! A board: an instance of a puzzle, as a value. What is done with it is in the other files.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use search::{Limit, Limits};
use tabuleiro::contract::{Options, Role, RunError, Touch};
use tabuleiro::kind::Session;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments;
use crate::bounds::{Bounds, MEMORY, number};
use crate::classes::{Puzzle, class_name};
use crate::faults::{caught, guarded, hindered, raise};
use crate::words::{keywords, lang};

/// The roles of options that describe a board, or how answers about it are written.
const ROLES: [Role; 3] = [Role::Instance, Role::Given, Role::Answers];
/// Characters of the longest board whose text stands in what `repr` shows.
const SHORT: usize = 100;

/// A board that was opened, on its way into an object of its class.
#[pyclass(frozen, module = "tabuleiro._native", name = "_Opened")]
pub(crate) struct Opened {
    pub(crate) puzzle: Puzzle,
    pub(crate) session: Arc<dyn Session>,
    /// The answer that a generator made with it.
    pub(crate) known: Option<Py<PyAny>>,
}

/// A board of a puzzle: what is to be solved. A value: equal to any board with the same text.
///
/// Made by a puzzle's class from a text, from the path of a file, or from options.
#[pyclass(frozen, subclass, module = "tabuleiro")]
pub(crate) struct Board {
    pub(crate) puzzle: Puzzle,
    pub(crate) session: Arc<dyn Session>,
    known: Option<Py<PyAny>>,
}

/// The text of a board, unless it is longer than any memory that is allowed.
pub(crate) fn text_of(py: Python<'_>, session: &dyn Session) -> PyResult<String> {
    let limits = Limits { memory: Some(MEMORY), ..Limits::default() };
    let needed = session.text_length();
    if needed > MEMORY / 4 {
        return Err(raise(py, &Diagnostic::limited(Limit::Memory { needed }, &limits)));
    }
    py.detach(|| caught(|| session.text())).map_err(|panicked| panicked.raise(py, ""))
}

/// What a report of a fault of ours shows of a board.
pub(crate) fn report(session: &dyn Session) -> String {
    if session.text_length() < 1 << 16 { session.text() } else { session.extent().to_string() }
}

/// The boards of a text, all of them, or only the first so many.
fn read(
    puzzle: Puzzle,
    source: Source,
    options: &Options,
    limits: &Limits,
    most: usize,
) -> Result<Vec<Arc<dyn Session>>, Diagnostic> {
    let source = source.within(limits);
    puzzle.kind().open(&source, options).take(most).map(|session| Ok(Arc::from(session?))).collect()
}

/// Opens the boards of a text.
fn open(
    py: Python<'_>,
    puzzle: Puzzle,
    given: &Bound<'_, PyAny>,
    options: &Options,
    most: usize,
) -> PyResult<Vec<Arc<dyn Session>>> {
    let source = arguments::source(given, "board")?;
    let bounds = Bounds::default();
    let about = || String::from_utf8_lossy(source.bytes()).into_owned();
    let read = |limits: &Limits| {
        let read = read(puzzle, source.clone(), options, limits, most);
        read.map_err(RunError::from)
    };
    let sessions = bounds.run(py, &about, read)?;
    let sessions = sessions.map_err(|obstacle| hindered(py, obstacle, &bounds.limits))?;
    if sessions.is_empty() {
        return Err(raise(py, &Diagnostic::new("I0004").in_file(source.name())));
    }
    Ok(sessions)
}

#[pymethods]
impl Board {
    #[new]
    #[classmethod]
    #[pyo3(signature = (board=None, /, **options))]
    fn new(
        class: &Bound<'_, PyType>,
        board: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let py = class.py();
        if let Some(Ok(opened)) = board.map(|board| board.cast::<Opened>()) {
            let Opened { puzzle, session, known } = opened.get();
            let known = known.as_ref().map(|known| known.clone_ref(py));
            return Ok(Board { puzzle: *puzzle, session: session.clone(), known });
        }
        let puzzle = Puzzle::of(class)?;
        let kind = puzzle.kind();
        let options = arguments::options(kind, options, &ROLES)?;
        let Some(board) = board else {
            let bounds = Bounds::default();
            let about = || format!("{} {options:?}", puzzle.name());
            let described = bounds.run(py, &about, |limits| kind.described(&options, limits))?;
            let described = described.map_err(|obstacle| hindered(py, obstacle, &bounds.limits))?;
            let session = described.ok_or_else(|| {
                let fault = Diagnostic::new("Y0104").with("puzzle", puzzle.name());
                raise(py, &fault.with("class", class_name(puzzle.name())))
            })?;
            return Ok(Board { puzzle, session: Arc::from(session), known: None });
        };
        let mut sessions = open(py, puzzle, board, &options, 2)?;
        if sessions.len() > 1 {
            return Err(raise(py, &Diagnostic::new("Y0105").in_file("board")));
        }
        Ok(Board { puzzle, session: sessions.remove(0), known: None })
    }

    /// Every board of a text, or of a file whose path is given.
    #[classmethod]
    #[pyo3(signature = (boards, /, **options))]
    fn open_all<'py>(
        class: &Bound<'py, PyType>,
        boards: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let py = class.py();
        let puzzle = Puzzle::of(class)?;
        let options = arguments::options(puzzle.kind(), options, &ROLES)?;
        let sessions = open(py, puzzle, boards, &options, usize::MAX)?;
        let object =
            |session| puzzle.object(py, Some(class), Opened { puzzle, session, known: None });
        sessions.into_iter().map(object).collect()
    }

    /// The boards that come with the puzzle, by their names.
    #[classmethod]
    fn examples<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyDict>> {
        let py = class.py();
        let puzzle = Puzzle::of(class)?;
        let examples = PyDict::new(py);
        for example in puzzle.kind().about().examples {
            examples.set_item(example.name, class.call1((example.text,))?)?;
        }
        Ok(examples)
    }

    /// The strategies by their names, each with what it is; the last is used unless another is named.
    #[classmethod]
    fn strategies(class: &Bound<'_, PyType>) -> PyResult<Vec<(&'static str, String)>> {
        let puzzle = Puzzle::of(class)?;
        let say = |name: &str| keywords(lang().say(&format!("{}.strategy.{name}", puzzle.name())));
        Ok(puzzle.kind().strategies().iter().map(|known| (known.name, say(known.name))).collect())
    }

    /// The levels of difficulty, from the easiest to the hardest; none where boards are not rated.
    #[classmethod]
    fn levels(class: &Bound<'_, PyType>) -> PyResult<Vec<&'static str>> {
        Ok(Puzzle::of(class)?.kind().levels().to_vec())
    }

    /// Rules, formats, strategies and sources, as Markdown.
    #[classmethod]
    fn rules(class: &Bound<'_, PyType>) -> PyResult<&'static str> {
        Ok((Puzzle::of(class)?.kind().about().rules)(lang()))
    }

    /// The answer that the generator made with the board, verified; `None` where it was not generated.
    #[getter]
    fn known(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.known.as_ref().map(|known| known.clone_ref(py))
    }

    /// The board as text; reading it gives the same board.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        text_of(py, &*self.session)
    }

    /// Rows and columns.
    #[getter]
    fn size(&self) -> (u32, u32) {
        let size = self.session.extent();
        (size.rows, size.cols)
    }

    /// The board after one change by hand, with one of the brushes of the puzzle. Squares are
    /// (row, column), from 1, or words such as "a1".
    #[pyo3(signature = (brush, at, to=None, value=None))]
    fn edit<'py>(
        slf: &Bound<'py, Self>,
        brush: &Bound<'py, PyAny>,
        at: &Bound<'py, PyAny>,
        to: Option<&Bound<'py, PyAny>>,
        value: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let square = |at, name| arguments::square(at, name, this.session.extent());
        let to = to.map(|to| square(to, "to")).transpose()?;
        let value = value.map_or(Ok(0), |value| number(value, "value", 0))?;
        let (touch, brush) =
            (Touch { at: square(at, "at")?, to, value }, arguments::word(brush, "brush")?);
        let touched = guarded(py, || report(&*this.session), || this.session.touch(&brush, touch))?;
        let session = Arc::from(touched.map_err(|fault| raise(py, &fault))?);
        this.puzzle.object(
            py,
            Some(&slf.get_type()),
            Opened { puzzle: this.puzzle, session, known: None },
        )
    }

    /// The brushes with which boards are edited.
    #[classmethod]
    fn brushes(class: &Bound<'_, PyType>) -> PyResult<Vec<&'static str>> {
        Ok(Puzzle::of(class)?.kind().brushes().iter().map(|brush| brush.name).collect())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        text_of(py, &*self.session)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, this) = (slf.py(), slf.get());
        let name = slf.get_type().name()?;
        // A length that is known before the text is made may be somewhat too long.
        let is_short = this.session.text_length() <= 8 * SHORT as u64;
        let text = if is_short { text_of(py, &*this.session)? } else { String::new() };
        if text.is_empty() || text.len() > SHORT {
            return Ok(format!("<{name} {}>", this.session.extent()));
        }
        Ok(format!("{name}({})", PyString::new(py, &text).repr()?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Board>() else { return Ok(false) };
        let other = other.get();
        if Arc::ptr_eq(&self.session, &other.session) {
            return Ok(true);
        }
        let alike = self.puzzle == other.puzzle && self.session.extent() == other.session.extent();
        Ok(alike && text_of(py, &*self.session)? == text_of(py, &*other.session)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.puzzle.name().hash(&mut hasher);
        text_of(py, &*self.session)?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// A copy is as good as the board, with the answer that was made with it: it never changes.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let known = this.known(py);
        let opened = Opened { puzzle: this.puzzle, session: this.session.clone(), known };
        this.puzzle.object(py, Some(&slf.get_type()), opened)
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        _memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Self::__copy__(slf)
    }

    /// Pickled as text.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (String,))> {
        Ok((slf.get_type(), (text_of(slf.py(), &*slf.get().session)?,)))
    }
}
