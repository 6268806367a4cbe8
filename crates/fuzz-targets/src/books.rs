//! What is read for books: plans, and the data that lie beside a book.

use print::{Collector, Data, Request};
use tabuleiro::KINDS;
use tabuleiro::contract::RunError;
use tabuleiro::locale::Lang;
use tabuleiro::text::Source;

use crate::input::{few, is_small, said};

/// Reads a plan, or data whose puzzles are all looked at, by the first byte.
pub fn book(data: &[u8]) {
    let Some((&first, text)) = data.split_first() else { return };
    let source = Source::new("book", text);
    if first % 2 == 0 {
        return match Request::read(
            &source,
            KINDS,
            Lang::ALL[usize::from(first / 2) % Lang::ALL.len()],
        ) {
            Ok(_) => {}
            Err(diagnostic) => said(&diagnostic),
        };
    }
    let data = match Data::read(&source, KINDS) {
        Ok(data) => data,
        Err(diagnostic) => return said(&diagnostic),
    };
    assert!(data.unique() <= data.len());
    // What a few bytes describe may take longer than a run should.
    if data.len() > 4 || !is_small(text, 2) {
        return;
    }
    let collector = Collector { limits: &few(100), threads: 1, ready: &|| {} };
    match data.check(&collector) {
        Ok(flaws) => assert!(flaws.iter().all(|flaw| (1..=data.len()).contains(&flaw.puzzle))),
        Err(RunError::Invalid(diagnostic)) => said(&diagnostic),
        Err(RunError::Limit(_)) => {}
    }
}
