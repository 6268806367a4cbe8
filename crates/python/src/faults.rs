//! Exceptions: one family for what is wrong with what was asked, and one for what is wrong with the
//! program. A panic becomes the latter, and says what to send.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Mutex;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use tabuleiro::contract::RunError;
use tabuleiro::locale::Message;
use tabuleiro::text::Diagnostic;
use tabuleiro::{Limit, Limits};

use crate::bounds::Bounds;
use crate::words::{keywords, lang};

/// Letters of what is named in a message, and of the board in the report of a fault of ours.
const SHOWN: usize = 2000;

/// A class of the Python part of the package.
pub(crate) fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static TYPES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let types =
        TYPES.get_or_try_init(py, || Ok::<_, PyErr>(py.import("tabuleiro._types")?.unbind()))?;
    types.bind(py).getattr(name)
}

/// What is said, with options as keywords; of a text of millions of letters that is named in it, the beginning.
fn told(words: &str) -> String {
    match words.char_indices().nth(SHOWN) {
        Some((end, _)) => keywords(&words[..end]) + "…",
        None => keywords(words),
    }
}

/// A diagnostic as an exception.
pub(crate) fn raise(py: Python<'_>, fault: &Diagnostic) -> PyErr {
    let lang = lang();
    // Options are keywords here.
    let keyword = fault.file().and_then(|file| file.strip_prefix("--"));
    let named = keyword.map(|keyword| fault.clone().in_file(keyword.replace('-', "_")));
    let fault = named.as_ref().unwrap_or(fault);
    let explain = lang.template(&format!("{}.explain", fault.code())).unwrap_or_default();
    let (message, help) = (fault.message(lang), fault.help(lang));
    let mut rendered = fault.render(lang);
    for words in help.iter().chain([&message]) {
        rendered = rendered.replacen(words.as_str(), &told(words), 1);
    }
    let (message, help) = (told(&message), help.as_deref().map(told));
    let made = class(py, "Error").and_then(|class| {
        let (file, place) = (fault.file(), fault.place());
        class.call1((rendered.trim_end(), fault.code(), message, help, explain, file, place))
    });
    made.map_or_else(|error| error, PyErr::from_value)
}

/// What stands in the way of something that has no answer beside it: a limit that fires there is an
/// exception, since nothing else can tell of it.
pub(crate) fn hindered(py: Python<'_>, obstacle: RunError, limits: &Limits) -> PyErr {
    match obstacle {
        RunError::Invalid(fault) => raise(py, &fault),
        RunError::Limit(limit) => limited(py, limit, limits),
    }
}

/// A limit that fired where nothing but an exception can tell of it.
pub(crate) fn limited(py: Python<'_>, limit: Limit, limits: &Limits) -> PyErr {
    match limit {
        Limit::Cancelled => PyKeyboardInterrupt::new_err(()),
        limit => raise(py, &Diagnostic::limited(limit, limits)),
    }
}

/// The words and the place of the panic that was last.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Has panics kept instead of printed: they are told by the exception.
pub(crate) fn keep_panics() {
    std::panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let payload = info.payload();
        let fixed = payload.downcast_ref::<&str>().copied();
        let made = || payload.downcast_ref::<String>().map(String::as_str);
        let words = fixed.or_else(made).unwrap_or_default();
        if let Ok(mut last) = LAST.lock() {
            *last = Some(format!("{place}: {words}"));
        }
    }));
}

/// Does something in which a panic is a fault of ours, on a thread that may be without the interpreter.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let last = LAST.lock().ok().and_then(|mut last| last.take());
        Panicked(last.unwrap_or_default())
    })
}

/// A panic that was caught.
#[derive(Default)]
pub(crate) struct Panicked(String);

impl Panicked {
    /// The exception, with what to send: `about` is the board or the call.
    pub(crate) fn raise(self, py: Python<'_>, about: &str) -> PyErr {
        let end = about.char_indices().nth(SHOWN).map_or(about.len(), |(at, _)| at);
        let told = Message::new("python.bug")
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("panic", self.0)
            .with("about", &about[..end]);
        let made = class(py, "Bug").and_then(|class| class.call1((told.text(lang()),)));
        made.map_or_else(|error| error, PyErr::from_value)
    }
}

/// The same on a thread that has the interpreter.
pub(crate) fn guarded<T>(
    py: Python<'_>,
    about: impl FnOnce() -> String,
    work: impl FnOnce() -> T,
) -> PyResult<T> {
    caught(work).map_err(|panicked| {
        let about = caught(about).unwrap_or_default();
        panicked.raise(py, &about)
    })
}

/// The page about the code of a diagnostic: cause, example and remedy.
#[pyfunction]
pub(crate) fn explain<'py>(py: Python<'py>, code: &Bound<'py, PyAny>) -> PyResult<&'static str> {
    let code = crate::arguments::word(code, "code")?;
    let page = format!("{}.explain", code.trim().to_ascii_uppercase());
    lang().template(&page).ok_or_else(|| raise(py, &Diagnostic::new("U0105").with("code", code)))
}

/// Fails as a fault of the program does, in each of the ways in which something runs, so that how that is reported can be tested.
#[pyfunction(name = "_fail")]
pub(crate) fn fail_on_purpose(py: Python<'_>, words: String, way: &str) -> PyResult<()> {
    let bounds = Bounds::default();
    let (about, fail) = (|| words.clone(), |_: &Limits| -> Result<(), Limit> { panic!("{words}") });
    match way {
        "at once" => bounds.run(py, &about, fail).map(drop),
        "apart" => bounds.run_apart(py, &about, fail).map(drop),
        _ => guarded(py, about, || fail(&bounds.limits)).map(drop),
    }
}

/// The type of an object in words, for what is said of a value of a wrong type.
pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> String {
    let name = |class: Bound<'_, PyType>| class.name().map(|name| name.to_string());
    name(value.get_type()).unwrap_or_default()
}
