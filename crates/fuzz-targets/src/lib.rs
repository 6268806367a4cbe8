//! Fuzz targets: one function for each place where bytes from outside come in. A target panics if
//! the program would, or if something does not hold that must hold whatever the bytes.
//!
//! `fuzz/` links each of them with libFuzzer; `tests/corpus.rs` runs the same corpus without it.
//! Reading order: [`input`] (how bytes become a question), then the targets.

mod books;
mod http;
mod input;
mod layers;
mod puzzles;
pub mod seeds;
mod strokes;
mod text;

pub use books::book;
pub use http::http;
pub use layers::layers;
pub use puzzles::{check, edit, options, play, printed, reader};
pub use strokes::strokes;
pub use text::hosts;

/// Something that takes bytes from outside.
pub type Target = fn(&[u8]);

/// Every target, by the name of its program and of the folder of its corpus.
pub const TARGETS: &[(&str, Target)] = &[
    ("reader", reader),
    ("options", options),
    ("check", check),
    ("edit", edit),
    ("strokes", strokes),
    ("http", http),
    ("layers", layers),
    ("hosts", hosts),
    ("printed", printed),
    ("play", play),
    ("book", book),
];
