//! Why a board has no solution, as a reason that is checked without searching.

use std::io::{self, Write};

use tabuleiro_core::contract::{Format, Print};
use tabuleiro_core::locale::{Lang, Message};

/// A reason why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// There are more rows than columns, and no two queens share a column.
    Columns,
    /// Every square of this row, from 0, is blocked.
    FullRow(u32),
}

impl Argument {
    /// The word used in data formats.
    pub fn word(self) -> &'static str {
        match self {
            Argument::Columns => "columns",
            Argument::FullRow(_) => "full-row",
        }
    }
}

impl Print for Argument {
    fn print(&self, format: Format, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        let word = self.word();
        match (format, self) {
            (Format::Json, Argument::Columns) => {
                write!(out, r#"{{"kind":"argument","name":"{word}"}}"#)
            }
            (Format::Json, Argument::FullRow(row)) => {
                let row = u64::from(*row) + 1;
                write!(out, r#"{{"kind":"argument","name":"{word}","row":{row}}}"#)
            }
            (Format::Text, Argument::Columns) => {
                writeln!(out, "{}", Message::new("template.argument.columns").text(lang))
            }
            (Format::Text, Argument::FullRow(row)) => {
                let message = Message::new("template.argument.full-row");
                writeln!(out, "{}", message.with("row", u64::from(*row) + 1).text(lang))
            }
        }
    }
}
