//! The language in which everything speaks: chosen once for the module, at first that of the environment.

use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::prelude::*;
use tabuleiro::locale::Lang;
use tabuleiro::text::{Diagnostic, Source};

use crate::faults::raise;

/// The place in [`Lang::ALL`]; one beyond if none was chosen.
static CHOSEN: AtomicUsize = AtomicUsize::new(usize::MAX);

/// The language asked for, or that of the environment.
pub(crate) fn lang() -> Lang {
    let chosen = CHOSEN.load(Ordering::Relaxed);
    if let Some(lang) = Lang::ALL.get(chosen) {
        return *lang;
    }
    let set =
        ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let lang =
        set.filter(|tag| !tag.is_empty()).find_map(|tag| Lang::from_tag(&tag)).unwrap_or_default();
    CHOSEN.store(
        Lang::ALL.iter().position(|known| *known == lang).unwrap_or_default(),
        Ordering::Relaxed,
    );
    lang
}

/// Chooses the language of all words by its tag, such as `"en"` or `"pt-BR"`.
#[pyfunction]
pub(crate) fn set_language<'py>(py: Python<'py>, tag: &Bound<'py, PyAny>) -> PyResult<()> {
    let tag = &*crate::arguments::word(tag, "tag")?;
    let known =
        Lang::from_tag(tag).and_then(|lang| Lang::ALL.iter().position(|known| *known == lang));
    let Some(place) = known else {
        let tags: Vec<&str> = Lang::ALL.iter().map(|lang| lang.tag()).collect();
        let fault = Source::new("set_language", tag).diagnostic("Y0107", 0..tag.len());
        return Err(raise(py, &with_known(fault, tag, &tags)));
    };
    CHOSEN.store(place, Ordering::Relaxed);
    Ok(())
}

/// The tag of the language in which everything speaks.
#[pyfunction]
pub(crate) fn get_language() -> &'static str {
    lang().tag()
}

/// Names a word that is not known, the known ones, and the nearest of them.
pub(crate) fn with_known(fault: Diagnostic, word: &str, known: &[&str]) -> Diagnostic {
    let fault = fault.with("name", word).near(word, known);
    fault.with("known", known.join(", "))
}

/// A text of the program with its options as keywords: --max-nodes is `max_nodes` here.
pub(crate) fn keywords(text: &str) -> String {
    let mut parts = text.split("--");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        let end = part.find(|letter| !is_name(letter)).unwrap_or(part.len());
        let name = part[..end].replace('-', "_");
        match (end, written.ends_with('`')) {
            (0, _) => written += "--",
            (_, true) => written += &name,
            (_, false) => written += &format!("`{name}`"),
        }
        written += &part[end..];
    }
    written
}
