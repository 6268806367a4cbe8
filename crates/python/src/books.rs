//! Books of puzzles as PDF: of one puzzle, or of several by a plan; and the check of their data.

use std::path::PathBuf;
use std::sync::Arc;

use print::{
    Bleed, Bound as Printed, Collector, Data, NUMBER, Order, Paper, Request, Section, Settings,
    printable,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyType};
use search::{Limits, Meter};
use tabuleiro::KINDS;
use tabuleiro::contract::{Role, RunError};
use tabuleiro::kind::Session;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::{self, word_or};
use crate::board::Board;
use crate::bounds::{Bounds, whole};
use crate::classes::Puzzle;
use crate::faults::{hindered, raise};
use crate::many::items;
use crate::pictures::Look;
use crate::words::lang;

/// What the data of a book is called beside it.
const DATA: &str = "book.json";

/// A book: its pages as PDF, and its data, by which everything that is said in it can be checked.
#[pyclass(frozen, module = "tabuleiro")]
pub(crate) struct Book(Printed);

#[pymethods]
impl Book {
    /// The book as PDF.
    #[getter]
    fn pdf<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.pdf)
    }

    /// Every board with its solution and what was said of it, as JSON.
    #[getter]
    fn data(&self) -> &str {
        &self.0.data
    }

    /// How many puzzles it has.
    #[getter]
    fn puzzles(&self) -> usize {
        self.0.puzzles
    }

    /// How many pages it has.
    #[getter]
    fn pages(&self) -> usize {
        self.0.pages
    }

    /// What is to be said of it, such as that its cells are small.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes.iter().map(|note| note.text(lang())).collect()
    }

    /// Writes the book, and its data beside it under the same name with `.json`.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        std::fs::write(path.with_extension("json"), &self.0.data)?;
        Ok(std::fs::write(path, &self.0.pdf)?)
    }

    fn __repr__(&self) -> String {
        format!("<Book: {} puzzles on {} pages>", self.0.puzzles, self.0.pages)
    }
}

/// The instances of a section: each with the name that a diagnostic calls it by.
type Instances = Vec<(String, Arc<dyn Session>)>;

/// Makes a book within limits.
fn bound(
    py: Python<'_>,
    request: Request,
    instances: &[Instances],
    earlier: &[Data],
    bounds: &Bounds,
) -> PyResult<Book> {
    let names = request.sections.iter().map(|section| section.order.kind.about().name);
    let about = names.collect::<Vec<&str>>().join(", ");
    let work = |limits: &Limits| {
        let collector = Collector { limits, threads: threads(limits), ready: &|| {} };
        request.bind(instances, earlier, &collector, &mut Meter::new(limits))
    };
    let printed = bounds.run_apart(py, &|| about.clone(), work)?;
    printed.map(Book).map_err(|obstacle| hindered(py, obstacle, &bounds.limits))
}

fn threads(limits: &Limits) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    limits.threads.unwrap_or_else(cores)
}

/// The data of a book, from the book, a text, or a path.
fn data(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Data> {
    let source = match given.cast::<Book>() {
        Ok(book) => Source::new(name, book.get().0.data.as_str()),
        Err(_) => arguments::source(given, name)?,
    };
    Data::read(&source, KINDS).map_err(|fault| raise(given.py(), &fault))
}

/// The data of one book or of several.
fn earlier(given: Option<Bound<'_, PyAny>>) -> PyResult<Vec<Data>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let is_one = given.is_instance_of::<PyString>()
        || given.is_instance_of::<PyBytes>()
        || given.is_instance_of::<Book>()
        || given.hasattr("__fspath__")?;
    if is_one {
        return Ok(vec![data(&given, "unlike")?]);
    }
    let each = |(place, one): (usize, PyResult<Bound<'_, PyAny>>)| {
        data(&one?, &format!("unlike[{place}]"))
    };
    given.try_iter()?.enumerate().map(each).collect()
}

/// A number that fits into memory.
fn number(given: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Option<usize>> {
    let number = given.map(|given| whole(given, name, 1)).transpose()?;
    Ok(number.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
}

#[pymethods]
impl Board {
    /// A book of puzzles for printing, with rules, solutions and difficulties. Boards are made by seed, the easier ones
    /// first, or given: a text, a path, or a list of texts and boards. No two are the same, even when turned or mirrored, and
    /// every solution is verified. `unlike` leaves out the puzzles of earlier books.
    #[classmethod]
    #[pyo3(signature = (boards=None, /, *, number=None, seed=None, title=None, subtitle=None, author=None, header=None, footer=None, paper=None, bleed=None, per_page=None, solutions=true, theme=None, qr=None, unlike=None, **options))]
    #[allow(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    fn book<'py>(
        class: &Bound<'py, PyType>,
        boards: Option<&Bound<'py, PyAny>>,
        number: Option<Bound<'py, PyAny>>,
        seed: Option<Bound<'py, PyAny>>,
        title: Option<&Bound<'py, PyAny>>,
        subtitle: Option<&Bound<'py, PyAny>>,
        author: Option<&Bound<'py, PyAny>>,
        header: Option<&Bound<'py, PyAny>>,
        footer: Option<&Bound<'py, PyAny>>,
        paper: Option<&Bound<'py, PyAny>>,
        bleed: Option<&Bound<'py, PyAny>>,
        per_page: Option<Bound<'py, PyAny>>,
        solutions: bool,
        theme: Option<&Bound<'py, PyAny>>,
        qr: Option<&Bound<'py, PyAny>>,
        unlike: Option<Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Book> {
        let (py, puzzle) = (class.py(), Puzzle::of(class)?);
        let kind = puzzle.kind();
        let fault = |fault: Diagnostic| raise(py, &fault);
        let (bounds, made) = arguments::asked(kind, options, &[Role::Instance, Role::Generate])?;
        if boards.is_some() {
            let named = [("number", number.is_some()), ("seed", seed.is_some())];
            let named = named.into_iter().filter(|(_, given)| *given).map(|(name, _)| name);
            let generates = kind.about().options.iter().map(|spec| spec.name);
            if let Some(option) = named.chain(generates.filter(|name| made.has(name))).next() {
                return Err(fault(Diagnostic::new("D0219").with("option", option)));
            }
        }
        let words = |name: &'static str, text: Option<&Bound<'py, PyAny>>| {
            let checked = word_or(text, name)?
                .map(|text| printable(&Source::option(name, text.as_str()), 0..text.len(), &text));
            checked.transpose().map_err(fault)
        };
        let lang = lang();
        let named = || lang.say(&format!("{}.title", puzzle.name())).to_owned();
        let mut settings = Settings::new(words("title", title)?.unwrap_or_else(named), lang);
        settings.subtitle = words("subtitle", subtitle)?;
        settings.author = words("author", author)?;
        settings.header = words("header", header)?;
        settings.footer = words("footer", footer)?;
        if let Some(paper) = word_or(paper, "paper")? {
            settings.paper = Paper::parse("paper", &paper).map_err(fault)?;
        }
        if let Some(bleed) = word_or(bleed, "bleed")? {
            settings.bleed = Bleed::parse("bleed", &bleed).map_err(fault)?;
        }
        let theme = word_or(theme, "theme")?;
        settings.theme = Look::named(py, puzzle, theme.as_deref().unwrap_or("print"), None)?.theme;
        settings.qr = word_or(qr, "qr")?;
        (settings.solutions, settings.data) = (solutions, DATA.to_owned());
        let seed = crate::bounds::seed(seed.as_ref())?;
        settings.seed = boards.is_none().then_some(seed);
        let number = self::number(number.as_ref(), "number")?.unwrap_or(NUMBER);
        let per_page = self::number(per_page.as_ref(), "per_page")?.map(|number| number.min(400));
        let order = Order { kind, options: made, number, seed };
        let mut section = Section { title: None, per_page, order, files: Vec::new(), place: None };
        let mut instances = Vec::new();
        if let Some(boards) = boards {
            section.files.push("boards".to_owned());
            for (place, item) in items(puzzle, boards, &bounds)?.iter().enumerate() {
                let session = item.open(puzzle, &bounds.limits).map_err(fault)?;
                instances.push((format!("boards[{place}]"), session));
            }
        }
        let request = Request { settings, sections: vec![section], unlike: Vec::new() };
        bound(py, request, &[instances], &earlier(unlike)?, &bounds)
    }
}

/// A book of several puzzles by a plan: a text in TOML, or the path of one.
#[pyfunction]
#[pyo3(signature = (plan, /, **limits))]
pub(crate) fn book<'py>(
    py: Python<'py>,
    plan: &Bound<'py, PyAny>,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Book> {
    let fault = |fault: Diagnostic| raise(py, &fault);
    let bounds = arguments::limits(py, limits)?;
    let source = arguments::source(plan, "plan")?;
    let mut request = Request::read(&source, KINDS, lang()).map_err(fault)?;
    request.settings.data = DATA.to_owned();
    let path = |path: &String| PathBuf::from(path).into_pyobject(py).map(Bound::into_any);
    let mut instances = Vec::new();
    for section in &request.sections {
        let mut listed = Instances::new();
        for file in &section.files {
            let source = arguments::source(&path(file)?, file)?;
            for session in section.order.kind.open(&source, &section.order.options) {
                let name = format!("{file}:{}", listed.len() + 1);
                listed.push((name, Arc::from(session.map_err(fault)?)));
            }
        }
        instances.push(listed);
    }
    let read = |file: &String| data(&path(file)?, file);
    let earlier = request.unlike.iter().map(read).collect::<PyResult<Vec<Data>>>()?;
    bound(py, request, &instances, &earlier, &bounds)
}

/// What is wrong with a book, by its data: the number of each puzzle at fault, and what is wrong with it. Nothing that the data
/// says is believed: solutions are verified, counted and rated anew.
#[pyfunction]
#[pyo3(signature = (book, /, **limits))]
pub(crate) fn check_book<'py>(
    py: Python<'py>,
    book: &Bound<'py, PyAny>,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<(usize, String)>> {
    let bounds = arguments::limits(py, limits)?;
    let data = data(book, "book")?;
    let check = |limits: &Limits| {
        data.check(&Collector { limits, threads: threads(limits), ready: &|| {} })
    };
    let flaws: Result<_, RunError> = bounds.run_apart(py, &String::new, check)?;
    let flaws = flaws.map_err(|obstacle| hindered(py, obstacle, &bounds.limits))?;
    Ok(flaws.into_iter().map(|flaw| (flaw.puzzle, flaw.flaw.text(lang()))).collect())
}
