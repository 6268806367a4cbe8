//! JSON as objects of Python, and answers as what people count with: a board of numbers is an array, moves are a list.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use serde_json::Value;

use crate::array::{Held, array};

/// A value as Python has it. What answers are made of is never nested deeply.
pub(crate) fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(is) => is.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_bound_py_any(py),
            (None, Some(whole)) => whole.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(list) => {
            let list: PyResult<Vec<_>> = list.iter().map(|each| object(py, each)).collect();
            PyList::new(py, list?)?.into_bound_py_any(py)
        }
        Value::Object(map) => {
            let dict = PyDict::new(py);
            for (key, value) in map {
                dict.set_item(key, object(py, value)?)?;
            }
            dict.into_bound_py_any(py)
        }
    }
}

/// Fields in which an answer holds a number for each square.
pub(crate) const BOARDS: [&str; 2] = ["board", "grid"];

/// What a solution is in the first place: an array, if it is a board of numbers (0 where a square has
/// none), else the list of its moves.
pub(crate) fn solution<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    let Some(fields) = value.as_object() else { return object(py, value) };
    for name in BOARDS {
        if let Some(held) = fields.get(name).and_then(numbers) {
            return array(py, held);
        }
    }
    match fields.values().find_map(Value::as_array) {
        Some(moves) => {
            let moves: PyResult<Vec<_>> = moves.iter().map(|each| tuple(py, each)).collect();
            PyList::new(py, moves?)?.into_bound_py_any(py)
        }
        None => object(py, value),
    }
}

/// Rows of one length, of whole numbers.
fn numbers(value: &Value) -> Option<Held> {
    let rows = value.as_array()?;
    let across = rows.first()?.as_array()?.len();
    let mut numbers = Vec::with_capacity(rows.len() * across);
    for row in rows {
        let row = row.as_array().filter(|row| row.len() == across)?;
        for number in row {
            numbers.push(if number.is_null() { 0 } else { number.as_i64()? });
        }
    }
    Some(Held::Numbers(numbers, vec![rows.len(), across]))
}

/// A move: lists in it are tuples, which can be compared and hashed.
fn tuple<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Array(parts) => {
            let parts: PyResult<Vec<_>> = parts.iter().map(|part| tuple(py, part)).collect();
            PyTuple::new(py, parts?)?.into_bound_py_any(py)
        }
        other => object(py, other),
    }
}
