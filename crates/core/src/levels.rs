//! Ranges of difficulties as people write them: `easy..hard`.

use crate::text::{Diagnostic, Source};

/// The levels of a range, from the first to the last, of those that a puzzle has.
pub fn between(known: &[&'static str], value: &str) -> Result<Vec<&'static str>, Diagnostic> {
    let place = |word: &str| known.iter().position(|level| level.eq_ignore_ascii_case(word.trim()));
    let ends = value.split_once("..").map(|(one, other)| (place(one), place(other)));
    let Some((Some(first), Some(last))) = ends.filter(|(one, other)| one < other) else {
        let fault = Source::option("difficulty", value).diagnostic("U0122", 0..value.len());
        let ends = (known.first().copied().unwrap_or(""), known.last().copied().unwrap_or(""));
        let fault = fault.with("found", value).with("first", ends.0).with("last", ends.1);
        return Err(fault.with("known", known.join(", ")));
    };
    Ok(known[first..=last].to_vec())
}
