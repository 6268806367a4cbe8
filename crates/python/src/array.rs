//! Memory of ours that numpy reads without copying it.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// What a block holds.
pub(crate) enum Held {
    /// Whole numbers in rows.
    Numbers(Vec<i64>, Vec<usize>),
    /// Records, one after another, of so many words each, with the names and types of their fields.
    Records(Vec<u32>, usize, &'static [(&'static str, &'static str)]),
}

/// Memory that an array of numpy keeps alive, by numpy's array interface.
#[pyclass(frozen, module = "tabuleiro._native", name = "_Block")]
pub(crate) struct Block(Held);

#[pymethods]
impl Block {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        let end = if cfg!(target_endian = "little") { '<' } else { '>' };
        let address = match &self.0 {
            Held::Numbers(numbers, shape) => {
                interface.set_item("typestr", format!("{end}i8"))?;
                interface.set_item("shape", pyo3::types::PyTuple::new(py, shape)?)?;
                numbers.as_ptr() as usize
            }
            Held::Records(words, each, fields) => {
                interface.set_item("typestr", format!("|V{}", each * size_of::<u32>()))?;
                interface.set_item("shape", (words.len() / each,))?;
                let fields = fields.iter().map(|(name, kind)| (*name, format!("{end}{kind}")));
                interface.set_item("descr", PyList::new(py, fields)?)?;
                words.as_ptr() as usize
            }
        };
        // Read only: what is shared with us stays as it is.
        interface.set_item("data", (address, true))?;
        interface.set_item("version", 3)?;
        Ok(interface)
    }
}

/// A block as an array.
pub(crate) fn array<'py>(py: Python<'py>, held: Held) -> PyResult<Bound<'py, PyAny>> {
    let block = Bound::new(py, Block(held))?;
    py.import("numpy")?.getattr("asarray")?.call1((block,))
}
