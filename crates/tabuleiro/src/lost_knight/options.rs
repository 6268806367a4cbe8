//! Options of this room that take one of a few words.

use crate::text::{Diagnostic, Source};

/// The value that a word stands for.
pub(super) fn one_of<T: Copy>(
    option: &str,
    value: &str,
    words: &[(&'static str, T)],
) -> Result<T, Diagnostic> {
    let found = words.iter().find(|(word, _)| *word == value);
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        Source::option(option, value)
            .diagnostic("U0004", 0..value.len())
            .with("value", value)
            .with("option", format!("--{option}"))
            .with("values", known.join(", "))
    })
}
