//! `import tabuleiro`: the library for Python. Generic over [`KINDS`](tabuleiro::KINDS): every puzzle is a class that is made when
//! the module is imported, and a new puzzle needs no line here.
//!
//! Reading order: [`classes`] (the classes), [`board`] (what can be done with a board), [`bounds`] (limits, Ctrl-C, progress),
//! [`answer`], [`events`], [`lessons`], [`pictures`], [`books`], [`faults`] (exceptions).

mod answer;
mod arguments;
mod array;
mod board;
mod books;
mod bounds;
mod claims;
mod classes;
mod comparison;
mod counted;
mod events;
mod faults;
mod generated;
mod lessons;
mod many;
mod pickled;
mod pictures;
mod played;
mod ruling;
mod shown;
mod values;
mod words;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    faults::keep_panics();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<board::Board>()?;
    module.add_class::<board::Opened>()?;
    module.add_class::<answer::Answer>()?;
    module.add_class::<answer::Solved>()?;
    module.add_class::<answer::Impossible>()?;
    module.add_class::<answer::Unknown>()?;
    module.add_class::<ruling::Ruling>()?;
    module.add_class::<generated::Endless>()?;
    module.add_class::<events::Watch>()?;
    module.add_class::<lessons::Step>()?;
    module.add_class::<lessons::Explanation>()?;
    module.add_class::<lessons::Rating>()?;
    module.add_class::<played::Game>()?;
    module.add_class::<pictures::Film>()?;
    module.add_class::<array::Block>()?;
    module.add_class::<books::Book>()?;
    module.add_function(wrap_pyfunction!(books::book, module)?)?;
    module.add_function(wrap_pyfunction!(books::check_book, module)?)?;
    module.add_function(wrap_pyfunction!(words::set_language, module)?)?;
    module.add_function(wrap_pyfunction!(words::get_language, module)?)?;
    module.add_function(wrap_pyfunction!(classes::by_name, module)?)?;
    module.add_function(wrap_pyfunction!(faults::explain, module)?)?;
    module.add_function(wrap_pyfunction!(pickled::unpickled, module)?)?;
    module.add_function(wrap_pyfunction!(faults::fail_on_purpose, module)?)?;
    classes::make(module)
}
