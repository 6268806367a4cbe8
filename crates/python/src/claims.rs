//! What somebody says of a board, as a text that the puzzle reads.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Value, json};
use tabuleiro::contract::Shape;
use tabuleiro::kind::Session;
use tabuleiro::text::Source;

use crate::answer::Answer;
use crate::arguments;
use crate::values::BOARDS;

/// How deep data may be nested: no answer of a puzzle needs half of it.
const DEEPEST: usize = 16;

/// Text as it is, an answer, data as answers have it, rows of numbers, or a list of moves.
pub(crate) fn claim(given: &Bound<'_, PyAny>, session: &dyn Session) -> PyResult<Source> {
    if let Ok(answer) = given.cast::<Answer>() {
        return Ok(Source::new("claim", answer.get().said(given.py())?));
    }
    let is_text = given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>();
    if is_text || given.hasattr("__fspath__")? {
        return arguments::source(given, "claim");
    }
    let wrong = || {
        let expected = "str, bytes, os.PathLike, Answer, dict, list, numpy.ndarray";
        arguments::wrong(given, "claim", expected)
    };
    let data = match data(given, &mut Vec::new())?.ok_or_else(wrong)? {
        Value::Object(fields) => named(fields),
        list @ Value::Array(_) if matches!(session.shape(), Shape::Grid { .. }) => {
            // The puzzle looks for its own field.
            let fields = BOARDS.map(|name| (name.to_owned(), list.clone()));
            json!({ "solution": Map::from_iter(fields) })
        }
        Value::Array(moves) => {
            let lines = moves.iter().map(moved).collect::<Option<Vec<String>>>();
            return Ok(Source::new("claim", lines.ok_or_else(wrong)?.join("\n")));
        }
        _ => return Err(wrong()),
    };
    Ok(Source::new("claim", data.to_string()))
}

/// The fields of an answer, or those of a solution or proof alone, as an answer.
fn named(fields: Map<String, Value>) -> Value {
    if ["solution", "proof", "outcome"].iter().any(|name| fields.contains_key(*name)) {
        return Value::Object(fields);
    }
    let name = if fields.contains_key("kind") { "proof" } else { "solution" };
    json!({ name: fields })
}

/// A square, or squares from one to the next, as a line of text.
fn moved(value: &Value) -> Option<String> {
    let parts = value.as_array()?;
    if parts.iter().all(Value::is_number) {
        return Some(parts.iter().map(Value::to_string).collect::<Vec<_>>().join(","));
    }
    let squares = parts.iter().map(moved).collect::<Option<Vec<String>>>();
    squares.map(|squares| squares.join("-"))
}

/// A value of Python as data, numbers and arrays of numpy included, and tables of pandas; nothing where
/// it is anything else, or nested deeper than answers are, or in itself.
fn data<'py>(
    value: &Bound<'py, PyAny>,
    around: &mut Vec<Bound<'py, PyAny>>,
) -> PyResult<Option<Value>> {
    if value.is_none() {
        return Ok(Some(Value::Null));
    }
    if let Ok(is) = value.cast::<PyBool>() {
        return Ok(Some(is.is_true().into()));
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        return number(value).map(Some);
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Some(text.to_string_lossy().into_owned().into()));
    }
    if around.len() == DEEPEST || around.iter().any(|outer| outer.is(value)) {
        return Ok(None);
    }
    around.push(value.clone());
    let read = nested(value, around);
    around.pop();
    read
}

/// What holds other values.
fn nested<'py>(
    value: &Bound<'py, PyAny>,
    around: &mut Vec<Bound<'py, PyAny>>,
) -> PyResult<Option<Value>> {
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let parts = value.try_iter()?.map(|part| data(&part?, around));
        return Ok(parts.collect::<PyResult<Option<Vec<_>>>>()?.map(Value::Array));
    }
    if let Ok(fields) = value.cast::<PyDict>() {
        let mut read = Map::new();
        for (name, field) in fields {
            let Ok(name) = name.cast::<PyString>() else { return Ok(None) };
            let Some(field) = data(&field, around)? else { return Ok(None) };
            read.insert(name.to_string_lossy().into_owned(), field);
        }
        return Ok(Some(Value::Object(read)));
    }
    for method in ["to_numpy", "tolist"] {
        if value.hasattr(method)? {
            return data(&value.call_method0(method)?, around);
        }
    }
    Ok(None)
}

/// A number: whole ones as such, whatever type they have.
fn number(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(whole) = value.extract::<i64>() {
        return Ok(whole.into());
    }
    let number: f64 = value.extract().unwrap_or(f64::INFINITY);
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return Ok((number as i64).into());
    }
    Ok(number.into())
}
