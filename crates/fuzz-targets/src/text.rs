//! Small readers that belong to no puzzle.

use cluster::Hosts;
use tabuleiro::locale::Lang;
use tabuleiro::text::{Source, explain};

/// Reads a list of hosts, which survives its own text; the tag of a language; the code of a page.
pub fn hosts(data: &[u8]) {
    let source = Source::new("hosts", data);
    let text = match source.text() {
        Ok(text) => text,
        Err(diagnostic) => return crate::input::said(&diagnostic),
    };
    match Hosts::read(text) {
        Ok(hosts) => assert_eq!(Hosts::read(&hosts.to_string()), Ok(hosts)),
        Err(line) => assert!((1..=text.lines().count()).contains(&line)),
    }
    let lang = Lang::from_tag(text).unwrap_or_default();
    let _ = explain(text, lang);
}
