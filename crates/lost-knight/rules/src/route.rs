//! A way out: the squares from a knight to an exit, or only how many moves it takes.

use std::io::{self, Write};

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Format, Print};
use tabuleiro_core::locale::{Lang, Message};

/// A claimed shortest path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    moves: u64,
    /// Not empty.
    path: Option<Vec<Square>>,
}

impl Route {
    /// The path over these squares, the first and last included. There is at least one.
    pub fn along(path: Vec<Square>) -> Self {
        assert!(!path.is_empty());
        Route { moves: path.len() as u64 - 1, path: Some(path) }
    }

    /// A path of so many moves, not told.
    pub fn of_length(moves: u64) -> Self {
        Route { moves, path: None }
    }

    /// The same path, claimed to take so many moves.
    pub(super) fn claimed(self, moves: u64) -> Self {
        Route { moves, ..self }
    }

    /// How many moves it is said to take.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The squares, if they are told.
    pub fn path(&self) -> Option<&[Square]> {
        self.path.as_deref()
    }
}

/// Squares on a line for people.
const LINE: usize = 12;

impl Print for Route {
    fn print(&self, format: Format, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Text => {
                let moves = Message::new("lost-knight.moves").with("n", self.moves);
                writeln!(out, "= {}", moves.text(lang))?;
                for line in self.path.iter().flat_map(|path| path.chunks(LINE)) {
                    let words: Vec<String> = line.iter().map(Square::to_string).collect();
                    writeln!(out, "{}", words.join(" "))?;
                }
                if self.path.is_none() {
                    writeln!(out, "{}", self.moves)?;
                }
                Ok(())
            }
            Format::Json => {
                write!(out, "{{\"moves\":{}", self.moves)?;
                if let Some(path) = &self.path {
                    write!(out, ",\"path\":")?;
                    squares(path.iter().copied(), out)?;
                }
                write!(out, "}}")
            }
        }
    }
}

/// Writes squares as pairs of numbers in JSON.
pub(super) fn squares(
    squares: impl Iterator<Item = Square>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "[")?;
    for (i, square) in squares.enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(out, "{comma}[{},{}]", square.row + 1, square.col + 1)?;
    }
    write!(out, "]")
}
