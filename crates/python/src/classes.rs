//! A class for each puzzle, made when the module is imported from what the puzzle declares of itself.

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use tabuleiro::KINDS;
use tabuleiro::contract::Role;
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::{self, keyword};
use crate::board::{Board, Opened};
use crate::faults::raise;
use crate::words::{keywords, with_known};

/// A puzzle, by its place in [`KINDS`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Puzzle(usize);

/// The classes, in the order of [`KINDS`].
static CLASSES: PyOnceLock<Vec<Py<PyType>>> = PyOnceLock::new();

/// Makes the classes, and adds them to the module.
pub(crate) fn make(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let base = py.get_type::<Board>();
    let mut classes = Vec::new();
    let by_name = PyDict::new(py);
    for kind in KINDS {
        let name = kind.about().name;
        let body = PyDict::new(py);
        body.set_item("__doc__", documented(*kind))?;
        body.set_item("__module__", "tabuleiro")?;
        body.set_item("__slots__", PyTuple::empty(py))?;
        body.set_item("puzzle", name)?;
        let class = py.get_type::<PyType>().call1((class_name(name), (&base,), body))?;
        by_name.set_item(name, &class)?;
        module.add(class_name(name).as_str(), &class)?;
        classes.push(class.cast_into::<PyType>()?.unbind());
    }
    if CLASSES.set(py, classes).is_err() {
        // As PyO3 says it where Python asks it.
        let told = "this module does not yet support subinterpreters";
        return Err(PyImportError::new_err(told));
    }
    let proxy = py.import("types")?.getattr("MappingProxyType")?.call1((by_name,))?;
    module.add("puzzles", proxy)
}

/// The class of the puzzle of this name.
#[pyfunction(name = "_puzzle")]
pub(crate) fn by_name<'py>(py: Python<'py>, name: &Bound<'py, PyAny>) -> PyResult<Py<PyType>> {
    let Puzzle(place) = Puzzle::named(py, &arguments::word(name, "puzzle")?)?;
    let classes = CLASSES.get(py).map_or(&[][..], Vec::as_slice);
    Ok(classes[place].clone_ref(py))
}

/// The name of the class of a puzzle: words between hyphens begin with a capital, without the hyphens.
pub(crate) fn class_name(name: &str) -> String {
    let capital = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
    name.split('-').map(capital).collect()
}

/// What is said of a name that is that of no puzzle.
fn unknown(py: Python<'_>, name: &str) -> PyErr {
    let known: Vec<&str> = KINDS.iter().map(|kind| kind.about().name).collect();
    let fault = Source::new("puzzle", name).diagnostic("Y0103", 0..name.len());
    raise(py, &with_known(fault, name, &known))
}

/// What `help` shows of a puzzle.
fn documented(kind: &dyn Kind) -> String {
    let (about, lang) = (kind.about(), Lang::En);
    let say = |key: String| keywords(lang.say(&key)).replace('`', "");
    let mut page = format!("{}\n", say(format!("{}.summary", about.name)));
    let roles = [
        ("A board by options", &[Role::Instance, Role::Given, Role::Answers][..]),
        ("Options of generate", &[Role::Generate]),
        ("Options of solve", &[Role::Strategy]),
        ("Options of count", &[Role::Count]),
    ];
    for (title, roles) in roles {
        let specs: Vec<_> =
            about.options.iter().filter(|spec| roles.contains(&spec.role)).collect();
        if !specs.is_empty() {
            page += &format!("\n{title}:\n");
        }
        for spec in specs {
            page += &format!(
                "    {}: {}\n",
                keyword(spec),
                say(format!("{}.option.{}", about.name, spec.name))
            );
        }
    }
    page += "\nStrategies:\n";
    for strategy in kind.strategies() {
        page += &format!(
            "    {}: {}\n",
            strategy.name,
            say(format!("{}.strategy.{}", about.name, strategy.name))
        );
    }
    page
}

impl Puzzle {
    /// The puzzle itself.
    pub(crate) fn kind(self) -> &'static dyn Kind {
        KINDS[self.0]
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        self.kind().about().name
    }

    /// The puzzle of a class.
    pub(crate) fn of(class: &Bound<'_, PyType>) -> PyResult<Self> {
        let classes = CLASSES.get(class.py()).map_or(&[][..], Vec::as_slice);
        for (place, known) in classes.iter().enumerate() {
            if class.is(known) || class.is_subclass(known.bind(class.py()))? {
                return Ok(Puzzle(place));
            }
        }
        Err(unknown(class.py(), &class.name()?.to_cow()?))
    }

    /// The puzzle of this name.
    pub(crate) fn named(py: Python<'_>, name: &str) -> PyResult<Self> {
        let place = KINDS.iter().position(|kind| kind.about().name == name);
        place.map(Puzzle).ok_or_else(|| unknown(py, name))
    }

    /// An object of its class, or of a class that a person made of it.
    pub(crate) fn object<'py>(
        self,
        py: Python<'py>,
        class: Option<&Bound<'py, PyType>>,
        opened: Opened,
    ) -> PyResult<Bound<'py, PyAny>> {
        match class {
            Some(class) => class.call1((opened,)),
            None => {
                let classes = CLASSES.get(py).map_or(&[][..], Vec::as_slice);
                classes[self.0].bind(py).call1((opened,))
            }
        }
    }

    /// Refuses a puzzle whose boards are not rated.
    pub(crate) fn rated(self, py: Python<'_>) -> PyResult<()> {
        if !self.kind().levels().is_empty() {
            return Ok(());
        }
        let rated = KINDS.iter().filter(|kind| !kind.levels().is_empty());
        let known: Vec<&str> = rated.map(|kind| kind.about().name).collect();
        let fault = Diagnostic::new("U0121").with("puzzle", self.name());
        Err(raise(py, &fault.with("known", known.join(", "))))
    }
}
