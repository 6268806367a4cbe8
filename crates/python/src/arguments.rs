//! Keyword arguments as the options of a puzzle, which the puzzle declares as data.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use tabuleiro::board::{Size, Square};
use tabuleiro::contract::{OptionSpec, Options, Role, Takes};
use tabuleiro::kind::Kind;
use tabuleiro::locale::Lang;
use tabuleiro::text::{Diagnostic, Source};

use crate::bounds::{Asked, Bounds};
use crate::faults::{raise, type_name};
use crate::words::with_known;

/// Characters of the longest value that is shown of what is refused.
const LONGEST: usize = 60;

/// Keyword arguments, sorted: limits that every search has, and options of the puzzle with one of
/// these roles.
pub(crate) fn asked(
    kind: &dyn Kind,
    given: Option<&Bound<'_, PyDict>>,
    roles: &[Role],
) -> PyResult<(Bounds, Options)> {
    let (mut asked, mut options) = (Asked::default(), Options::default());
    for (key, value) in given.into_iter().flatten() {
        let word = key.cast::<PyString>()?.to_string_lossy().into_owned();
        if value.is_none() && asked.limit(&word).is_some() {
            continue;
        }
        if let Some(limit) = asked.limit(&word) {
            *limit = Some(value);
            continue;
        }
        let spec =
            spec(kind, &word, roles, &Asked::NAMES).map_err(|fault| raise(key.py(), &fault))?;
        if let Some(value) = written(kind, spec, &value)? {
            options.set(spec.name, value);
        }
    }
    Ok((Bounds::new(asked)?, options))
}

/// Keyword arguments that are all limits.
pub(crate) fn limits(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Bounds> {
    let mut asked = Asked::default();
    for (key, value) in given.into_iter().flatten() {
        let word = key.cast::<PyString>()?.to_string_lossy().into_owned();
        let Some(limit) = asked.limit(&word) else {
            let fault = Source::new("**limits", word.as_str()).diagnostic("Y0101", 0..word.len());
            return Err(raise(py, &with_known(fault, &word, &Asked::NAMES).with("puzzle", "book")));
        };
        *limit = (!value.is_none()).then_some(value);
    }
    Bounds::new(asked)
}

/// Keyword arguments that are all options of the puzzle.
pub(crate) fn options(
    kind: &dyn Kind,
    given: Option<&Bound<'_, PyDict>>,
    roles: &[Role],
) -> PyResult<Options> {
    let mut options = Options::default();
    for (key, value) in given.into_iter().flatten() {
        let word = key.cast::<PyString>()?.to_string_lossy().into_owned();
        let spec = spec(kind, &word, roles, &[]).map_err(|fault| raise(key.py(), &fault))?;
        if let Some(value) = written(kind, spec, &value)? {
            options.set(spec.name, value);
        }
    }
    Ok(options)
}

/// The option that a keyword means.
fn spec(
    kind: &dyn Kind,
    word: &str,
    roles: &[Role],
    others: &[&str],
) -> Result<&'static OptionSpec, Diagnostic> {
    let about = kind.about();
    let has = |spec: &&OptionSpec| roles.contains(&spec.role);
    let name = word.replace('_', "-");
    about.options.iter().filter(has).find(|spec| spec.name == name).ok_or_else(|| {
        let known: Vec<String> = about.options.iter().filter(has).map(keyword).collect();
        let known: Vec<&str> =
            known.iter().map(String::as_str).chain(others.iter().copied()).collect();
        let fault = Source::new("**options", word).diagnostic("Y0101", 0..word.len());
        with_known(fault, word, &known).with("puzzle", about.name)
    })
}

/// An option as it is written in Python.
pub(crate) fn keyword(spec: &OptionSpec) -> String {
    spec.name.replace('-', "_")
}

/// The value of an option as it is typed; nothing where it is not given after all.
fn written(
    kind: &dyn Kind,
    spec: &OptionSpec,
    value: &Bound<'_, PyAny>,
) -> PyResult<Option<String>> {
    if value.is_none() {
        return Ok(None);
    }
    // Arrays and numbers of numpy.
    let value =
        &if value.hasattr("tolist")? { value.call_method0("tolist")? } else { value.clone() };
    let wrong = |expected: &str| Err(wrong(value, &keyword(spec), expected));
    if spec.takes == Takes::Nothing {
        return match value.cast::<PyBool>() {
            Ok(flag) => Ok(flag.is_true().then(String::new)),
            Err(_) => wrong("bool"),
        };
    }
    if value.is_instance_of::<PyBool>() {
        return wrong("str, int, tuple");
    }
    if let Some(text) = text_of(value)? {
        return Ok(Some(text));
    }
    if spec.takes == Takes::Text && value.hasattr("__fspath__")? {
        let held = source(value, &keyword(spec))?;
        let text = held.text().map_err(|fault| raise(value.py(), &fault))?;
        return Ok(Some(text.to_owned()));
    }
    if value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>() {
        // What is written between them the puzzle tells where it names the value.
        let named = Lang::En.say(&format!("{}.option.{}.value", kind.about().name, spec.name));
        let between = if named.contains('x') { "x" } else { "," };
        let mut words = Vec::new();
        for part in value.try_iter()? {
            match text_of(&part?)? {
                Some(word) => words.push(word),
                None => return wrong("str, int, tuple"),
            }
        }
        return Ok(Some(words.join(between)));
    }
    wrong("str, int, tuple")
}

/// A word or a number as text.
fn text_of(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Some(text.to_string_lossy().into_owned()));
    }
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    // Numbers of numpy are not Python's, but give one.
    if is_number || value.hasattr("__index__")? {
        let plain = if is_number { value.clone() } else { value.call_method0("__index__")? };
        // Python refuses to write a number of thousands of digits, which is that of no board.
        return Ok(plain.str().ok().map(|written| written.to_string_lossy().into_owned()));
    }
    Ok(None)
}

/// What is said of a value of a wrong type, or out of range.
pub(crate) fn wrong(value: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyErr {
    let (found, class) = (shown(value), type_name(value));
    let fault = match found {
        Some(found) => {
            let source = Source::new(name, found.as_str());
            let found = format!("{found} ({class})");
            source.diagnostic("Y0102", 0..source.bytes().len()).with("found", found)
        }
        None => Diagnostic::new("Y0102").in_file(name).with("found", class),
    };
    raise(value.py(), &fault.with("name", name).with("expected", expected))
}

/// A value as it is written in Python, where that is short and runs no code of others.
fn shown(value: &Bound<'_, PyAny>) -> Option<String> {
    let is_plain = value.is_none()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyString>()
        || value.is_exact_instance_of::<PyBytes>();
    let written = is_plain.then(|| value.repr().ok()).flatten()?;
    Some(written.to_string_lossy().into_owned()).filter(|written| written.len() <= LONGEST)
}

/// A word: a name, a format, a theme.
pub(crate) fn word(value: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(word) => Ok(word.to_string_lossy().into_owned()),
        Err(_) => Err(wrong(value, name, "str")),
    }
}

/// The same where it need not be given.
pub(crate) fn word_or(value: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Option<String>> {
    value.map(|value| word(value, name)).transpose()
}

/// A square: two numbers from 1, row and column, or a word such as `a1`.
pub(crate) fn square(value: &Bound<'_, PyAny>, name: &str, size: Size) -> PyResult<Square> {
    let written = if value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>() {
        let words = value.try_iter()?.map(|part| text_of(&part?)).collect::<PyResult<Vec<_>>>()?;
        words.into_iter().collect::<Option<Vec<_>>>().map(|words| words.join(","))
    } else {
        value.cast::<PyString>().ok().map(|word| word.to_string_lossy().into_owned())
    };
    let written = written.ok_or_else(|| wrong(value, name, "tuple[int, int], str"))?;
    Square::parse(name, &written, size).map_err(|fault| raise(value.py(), &fault))
}

/// The strategy to use: the one named, else the only one that uses an option that was given, else the
/// best. An option that it would ignore is refused.
pub(crate) fn strategy(
    py: Python<'_>,
    kind: &dyn Kind,
    name: Option<&Bound<'_, PyAny>>,
    options: &Options,
) -> PyResult<&'static str> {
    let name = word_or(name, "strategy")?;
    let strategies = kind.strategies();
    let about = kind.about();
    let given = |option: &str| options.has(option);
    let used = match name.as_deref() {
        Some(name) => {
            let known =
                strategies.iter().find(|known| known.name.eq_ignore_ascii_case(name.trim()));
            known.map(|known| known.name).ok_or_else(|| {
                let known: Vec<&str> = strategies.iter().map(|known| known.name).collect();
                let fault = Source::new("strategy", name).diagnostic("U0104", 0..name.len());
                raise(py, &with_known(fault, name, &known).with("puzzle", about.name))
            })?
        }
        None => {
            let implied = about.only.iter().find_map(|(option, users)| match users {
                [user] if given(option) => Some(*user),
                _ => None,
            });
            implied.unwrap_or(kind.best_strategy())
        }
    };
    match about.only.iter().find(|(option, users)| given(option) && !users.contains(&used)) {
        None => Ok(used),
        Some((option, users)) => {
            let fault = Diagnostic::new("U0116").with("option", *option).with("first", users[0]);
            Err(raise(py, &fault.with("strategies", users.join(", "))))
        }
    }
}

/// A text from Python: `str`, `bytes`, or the path of a file.
pub(crate) fn source(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Source> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Source::new(name, text.to_string_lossy().into_owned()));
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Source::new(name, bytes.as_bytes()));
    }
    if value.hasattr("__fspath__")? {
        let path: std::path::PathBuf = value.extract()?;
        let name = path.to_string_lossy().into_owned();
        let read = if path.is_dir() { Err("I0002") } else { Ok(std::fs::read(&path)) };
        let fault = match read {
            Err(code) => Diagnostic::new(code),
            Ok(Ok(bytes)) => return Ok(Source::new(name, bytes)),
            Ok(Err(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                Diagnostic::new("I0001").with("reason", error.to_string())
            }
            Ok(Err(error)) => Diagnostic::new("I0007").with("reason", error.to_string()),
        };
        return Err(raise(value.py(), &fault.in_file(name)));
    }
    Err(wrong(value, name, "str, bytes, os.PathLike"))
}
