//! How bytes become a question: the first chooses the puzzle, the rest are fields with a separator
//! between them. No puzzle is named, so that a new one is fuzzed without being told.

use std::time::Duration;

use search::Limits;
use tabuleiro::KINDS;
use tabuleiro::contract::{Options, Takes};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Lang;
use tabuleiro::text::{Diagnostic, Source};

/// What stands between two fields: the unit separator of ASCII, which no notation uses.
pub(crate) const SEPARATOR: u8 = 0x1F;

/// The puzzle that the first byte chooses, and the bytes after it.
pub(crate) fn kind(data: &[u8]) -> Option<(&'static dyn Kind, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((KINDS[usize::from(first) % KINDS.len()], rest))
}

/// Options, and the last field, which is none. The first byte of an option chooses its name; a flag
/// has no value.
pub(crate) fn options<'a>(kind: &dyn Kind, data: &'a [u8]) -> (Options, &'a [u8]) {
    let known = kind.about().options;
    let mut options = Options::default();
    let mut fields = data.rsplitn(2, |&byte| byte == SEPARATOR);
    let last = fields.next().unwrap_or_default();
    for field in fields.next().into_iter().flat_map(|rest| rest.split(|&byte| byte == SEPARATOR)) {
        let Some((&first, value)) = field.split_first() else { continue };
        let Some(spec) = known.get(usize::from(first) % known.len().max(1)) else { continue };
        // A value that is not UTF-8 reaches no frontend: arguments and JSON are text.
        let value = String::from_utf8_lossy(value);
        options.set(spec.name, if spec.takes == Takes::Nothing { "" } else { &*value });
    }
    (options, last)
}

/// One of the puzzle's examples.
pub(crate) fn example(kind: &dyn Kind, choice: u8) -> Box<dyn Session> {
    let examples = kind.about().examples;
    let example = &examples[usize::from(choice) % examples.len()];
    let (source, options) = (Source::new(example.name, example.text), Options::default());
    kind.open(&source, &options).next().expect("an instance").expect("a legal one")
}

/// Whether no number has more digits than this: boards of any size can be described in a few bytes,
/// and what is done with one takes as long as it is large.
pub(crate) fn is_small(data: &[u8], digits: usize) -> bool {
    data.split(|byte| !byte.is_ascii_digit()).all(|number| number.len() <= digits)
}

/// Limits that keep a run short.
pub(crate) fn few(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        memory: Some(16 << 20),
        time: Some(Duration::from_millis(20)),
        threads: Some(1),
        ..Limits::default()
    }
}

/// Says a refusal in every language: it must have words, whatever fills them.
pub(crate) fn said(diagnostic: &Diagnostic) {
    for lang in Lang::ALL {
        assert!(diagnostic.render(lang).contains(diagnostic.code()));
    }
}
