//! Why a board has no solution, as a reason that is checked without searching.

use std::io::{self, Write};

use super::Futoshiki;
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Format, Print};
use tabuleiro_core::locale::{Lang, Message};

/// A reason why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// These two cells of a line are given the same value.
    Twice([Square; 2]),
    /// This cell must hold less than itself.
    Itself(Square),
    /// Each of these cells must hold less than the next, and the last less than the first.
    Cycle(Vec<Square>),
    /// Each of these cells must hold less than the next, and there are more of them than values.
    Chain(Vec<Square>),
    /// The first of these two cells must hold less than the second, but is not given less.
    Against([Square; 2]),
    /// Each of these cells must hold less than the next; between what is given to the first (or 1)
    /// and what is given to the last (or the greatest value) there are fewer values than cells.
    Squeezed(Vec<Square>),
}

impl Argument {
    /// The word used in data formats.
    pub fn word(&self) -> &'static str {
        match self {
            Argument::Twice(_) => "twice",
            Argument::Itself(_) => "itself",
            Argument::Cycle(_) => "cycle",
            Argument::Chain(_) => "chain",
            Argument::Against(_) => "against",
            Argument::Squeezed(_) => "squeezed",
        }
    }

    /// The argument of that word about these cells, if their number fits it.
    pub(super) fn named(word: &str, cells: Vec<Square>) -> Option<Self> {
        Some(match (word, &cells[..]) {
            ("twice", &[first, second]) => Argument::Twice([first, second]),
            ("itself", &[cell]) => Argument::Itself(cell),
            ("cycle", _) => Argument::Cycle(cells),
            ("chain", _) => Argument::Chain(cells),
            ("against", &[first, second]) => Argument::Against([first, second]),
            ("squeezed", _) => Argument::Squeezed(cells),
            _ => return None,
        })
    }

    /// The cells it speaks of.
    pub fn cells(&self) -> &[Square] {
        match self {
            Argument::Twice(cells) | Argument::Against(cells) => cells,
            Argument::Itself(cell) => std::slice::from_ref(cell),
            Argument::Cycle(cells) | Argument::Chain(cells) | Argument::Squeezed(cells) => cells,
        }
    }

    /// The argument in words.
    pub fn message(&self) -> Message {
        let between = match self {
            Argument::Twice(_) => " ",
            _ => " < ",
        };
        Message::new(format!("futoshiki.argument.{}", self.word()))
            .with("cells", listed(self.cells(), between))
            .with("count", self.cells().len())
    }
}

/// Cells as people read them.
pub(super) fn listed(cells: &[Square], between: &str) -> String {
    let words: Vec<String> = cells.iter().map(|cell| format!("({cell})")).collect();
    words.join(between)
}

impl Print for Argument {
    fn print(&self, format: Format, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Json => {
                let cells: Vec<String> = self
                    .cells()
                    .iter()
                    .map(|cell| format!("[{},{}]", cell.row + 1, cell.col + 1))
                    .collect();
                let (word, cells) = (self.word(), cells.join(","));
                write!(out, "{{\"kind\":\"argument\",\"name\":\"{word}\",\"cells\":[{cells}]}}")
            }
            Format::Text => writeln!(out, "{}", self.message().text(lang)),
        }
    }
}

impl Futoshiki {
    /// Cells by their places in reading order, as squares.
    pub fn squares(&self, cells: &[usize]) -> Vec<Square> {
        cells.iter().map(|&cell| self.size().square(cell)).collect()
    }
}
