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
            // A large board has many rows.
            py.check_signals()?;
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

/// What a solution is in the first place, of an answer as JSON: an array, if it is a board of numbers (0
/// where a square has none), else the list of its moves.
pub(crate) enum Solution {
    Board(Held),
    Other(Value),
}

impl Solution {
    pub(crate) fn read(json: &str) -> Self {
        match board(json) {
            Some(numbers) => Solution::Board(numbers),
            None => Solution::Other(serde_json::from_str(json).unwrap_or_default()),
        }
    }

    pub(crate) fn object<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Solution::Board(numbers) => array(py, numbers),
            Solution::Other(value) => {
                match value.as_object().and_then(|fields| fields.values().find_map(Value::as_array))
                {
                    Some(moves) => {
                        let moves: PyResult<Vec<_>> =
                            moves.iter().map(|each| tuple(py, each)).collect();
                        PyList::new(py, moves?)?.into_bound_py_any(py)
                    }
                    None => object(py, &value),
                }
            }
        }
    }
}

/// The rows of numbers of an answer, read where they stand in its JSON: as values a hundred million squares
/// would take gigabytes.
fn board(json: &str) -> Option<Held> {
    let from = BOARDS.iter().find_map(|name| {
        let head = format!("\"{name}\":[[");
        json.find(&head).map(|at| at + head.len())
    })?;
    let (mut numbers, mut rows, mut across) = (Vec::new(), 0, 0);
    let (mut number, mut is_in_row) = (0_i64, true);
    for byte in json[from..].bytes() {
        match (byte, is_in_row) {
            (b'0'..=b'9', true) => {
                number = number.saturating_mul(10).saturating_add(i64::from(byte - b'0'));
            }
            (b',', true) => numbers.push(std::mem::take(&mut number)),
            (b']', true) => {
                numbers.push(std::mem::take(&mut number));
                (rows, is_in_row) = (rows + 1, false);
                across = if rows == 1 { numbers.len() } else { across };
                if numbers.len() != rows * across {
                    return None;
                }
            }
            (b'[', false) => is_in_row = true,
            (b']', false) => return Some(Held::Numbers(numbers, vec![rows, across])),
            (b'n' | b'u' | b'l' | b' ', true) | (b',' | b' ', false) => {}
            _ => return None,
        }
    }
    None
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
