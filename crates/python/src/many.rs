//! Many boards at once, on all cores, answers in order.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyType};
use search::Limits;
use search::parallel::map;
use tabuleiro::contract::{Counted, Options, Role};
use tabuleiro::kind::{self, Report, Session};
use tabuleiro::text::{Diagnostic, Source};

use crate::board::Board;
use crate::bounds::Bounds;
use crate::classes::Puzzle;
use crate::faults::raise;
use crate::{answer, arguments, counted};

/// A board, opened or still a text with the name by which a fault of it is told.
pub(crate) enum Item {
    Text(Source),
    Opened(Arc<dyn Session>),
}

impl Item {
    /// The board; the text of one holds no other.
    pub(crate) fn open(
        &self,
        puzzle: Puzzle,
        limits: &Limits,
    ) -> Result<Arc<dyn Session>, Diagnostic> {
        let source = match self {
            Item::Opened(session) => return Ok(session.clone()),
            // Texts are short: a limit of time is one of the searches.
            Item::Text(source) => source.clone().within(&Limits { time: None, ..limits.clone() }),
        };
        let options = Options::default();
        let mut boards = puzzle.kind().open(&source, &options);
        let empty = || Err(Diagnostic::new("I0004").in_file(source.name()));
        let session = boards.next().unwrap_or_else(empty)?;
        match boards.next() {
            None => Ok(Arc::from(session)),
            Some(_) => Err(Diagnostic::new("Y0105").in_file(source.name())),
        }
    }
}

/// How many boards of a list are taken between two looks for Ctrl-C.
const OFTEN: usize = 256;

/// The boards of one text, or those of a list.
pub(crate) fn items(
    puzzle: Puzzle,
    given: &Bound<'_, PyAny>,
    bounds: &Bounds,
) -> PyResult<Vec<Item>> {
    let is_text = given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>();
    if is_text || given.hasattr("__fspath__")? {
        let source = arguments::source(given, "boards")?;
        // A limit of time is one of the searches.
        let about = || puzzle.name().to_owned();
        let opened: Result<Vec<Item>, Diagnostic> =
            bounds.run_apart(given.py(), &about, |limits| {
                let (source, options) = (
                    source.clone().within(&Limits { time: None, ..limits.clone() }),
                    Options::default(),
                );
                let boards = puzzle.kind().open(&source, &options);
                boards.map(|board| Ok(Item::Opened(Arc::from(board?)))).collect()
            })?;
        return opened.map_err(|fault| raise(given.py(), &fault));
    }
    let iterable = "str, bytes, os.PathLike, Iterable[str | bytes | os.PathLike | Board]";
    let boards = given.try_iter().map_err(|error| {
        let is_no_list = error.is_instance_of::<PyTypeError>(given.py());
        if is_no_list { arguments::wrong(given, "boards", iterable) } else { error }
    })?;
    let mut items = Vec::new();
    for (place, each) in boards.enumerate() {
        if place % OFTEN == 0 {
            given.py().check_signals()?;
        }
        let each = each?;
        items.push(match each.cast::<Board>() {
            Ok(board) if board.get().puzzle == puzzle => Item::Opened(board.get().session.clone()),
            Ok(board) => {
                let other = board.get().puzzle.name();
                let fault = Diagnostic::new("Y0106").in_file(format!("boards[{place}]"));
                return Err(raise(
                    given.py(),
                    &fault.with("found", other).with("puzzle", puzzle.name()),
                ));
            }
            Err(_) => Item::Text(arguments::source(&each, &format!("boards[{place}]"))?),
        });
    }
    Ok(items)
}

/// What was found about a board, by the board; nothing where Ctrl-C arrived before.
type Done<T> = Option<Result<(Arc<dyn Session>, T), Diagnostic>>;

/// Does the work on each, by as many threads as are allowed. The first fault in order is raised.
fn each<T: Send>(
    py: Python<'_>,
    puzzle: Puzzle,
    items: &[Item],
    bounds: &Bounds,
    work: impl Fn(&dyn Session, &Limits) -> Result<T, Diagnostic> + Sync,
) -> PyResult<Vec<(Arc<dyn Session>, T)>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = bounds.limits.threads.unwrap_or(cores).min(items.len());
    let all = |limits: &Limits| -> Vec<Done<T>> {
        // Boards are divided among the threads; a search among many has one.
        let limits = if items.len() > 1 {
            Limits { threads: Some(1), ..limits.clone() }
        } else {
            limits.clone()
        };
        let is_over =
            || limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed));
        map(threads, items, |item| {
            let open = |item: &Item| item.open(puzzle, &limits);
            let found =
                |session: Arc<dyn Session>| Ok((session.clone(), work(&*session, &limits)?));
            (!is_over()).then(|| open(item).and_then(found))
        })
    };
    let about = || puzzle.name().to_owned();
    let done = bounds.run_apart(py, &about, all)?;
    let done = done.into_iter().flatten().collect::<Result<Vec<_>, _>>();
    done.map_err(|fault| raise(py, &fault))
}

/// What was found as objects of Python.
fn objects<'py, T>(
    py: Python<'py>,
    done: Vec<T>,
    object: impl Fn(T) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut objects = Vec::with_capacity(done.len());
    for (place, found) in done.into_iter().enumerate() {
        if place % OFTEN == 0 {
            py.check_signals()?;
        }
        objects.push(object(found)?);
    }
    Ok(objects)
}

#[pymethods]
impl Board {
    /// Solves many boards on all cores: those of one text or file, or each of a list of texts and
    /// boards. Answers are in the order of the boards. A limit of time is one of them all.
    #[classmethod]
    #[pyo3(signature = (boards, /, strategy=None, **options))]
    fn solve_many<'py>(
        class: &Bound<'py, PyType>,
        boards: &Bound<'py, PyAny>,
        strategy: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (py, puzzle) = (class.py(), Puzzle::of(class)?);
        let (bounds, options) = arguments::asked(puzzle.kind(), options, &[Role::Strategy])?;
        let strategy = arguments::strategy(py, puzzle.kind(), strategy, &options)?;
        let items = items(puzzle, boards, &bounds)?;
        let work =
            |session: &dyn Session, limits: &Limits| session.solve(strategy, &options, limits);
        let done: Vec<(_, kind::Answer)> = each(py, puzzle, &items, &bounds, work)?;
        let object = |(session, answer): (Arc<dyn Session>, kind::Answer)| {
            answer::object(py, puzzle, &session, strategy, answer, &bounds.limits)
        };
        objects(py, done, object)
    }

    /// Counts of many boards on all cores, as `count` has them. With `up_to=2` they tell which boards
    /// have one solution alone.
    #[classmethod]
    #[pyo3(signature = (boards, /, up_to=None, **options))]
    fn count_many<'py>(
        class: &Bound<'py, PyType>,
        boards: &Bound<'py, PyAny>,
        up_to: Option<Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (py, puzzle) = (class.py(), Puzzle::of(class)?);
        let (bounds, options) = arguments::asked(puzzle.kind(), options, &[Role::Count])?;
        let up_to = counted::up_to(up_to)?;
        let items = items(puzzle, boards, &bounds)?;
        let work = |session: &dyn Session, limits: &Limits| session.count(&options, up_to, limits);
        let done: Vec<(_, Report<Counted>)> = each(py, puzzle, &items, &bounds, work)?;
        let object = |(session, report): (Arc<dyn Session>, Report<Counted>)| {
            counted::object(py, puzzle, &session, report, &bounds.limits)
        };
        objects(py, done, object)
    }
}
