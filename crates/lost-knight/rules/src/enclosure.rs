//! Why there is no way out, as a set of squares that is checked without searching.

use std::io::{self, Write};

use super::route;
use tabuleiro_core::board::{Size, Squares};
use tabuleiro_core::contract::{Format, Print};
use tabuleiro_core::locale::{Lang, Message};

/// Squares that no move leads out of, and that part the knights from the exits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    around: Around,
    size: Size,
    squares: Option<Squares>,
}

/// Who is enclosed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// The knights: this is all they can reach.
    Knights,
    /// The exits: they are reached from here alone.
    Exits,
}

impl Enclosure {
    /// An enclosure of these squares of a board.
    pub fn new(around: Around, size: Size, squares: Squares) -> Self {
        Enclosure { around, size, squares: Some(squares) }
    }

    /// The bare claim that there is one.
    pub(super) fn untold(size: Size) -> Self {
        Enclosure { around: Around::Knights, size, squares: None }
    }

    /// The squares, if they are told.
    pub fn squares(&self) -> Option<&Squares> {
        self.squares.as_ref()
    }

    /// The reason in words.
    pub fn message(&self) -> Message {
        let name = match (&self.squares, self.around) {
            (None, _) => "untold",
            (_, Around::Knights) => "knights",
            (_, Around::Exits) => "exits",
        };
        let squares = self.squares.as_ref().map_or(0, Squares::len);
        Message::new(format!("lost-knight.argument.{name}")).with("n", squares)
    }
}

impl Print for Enclosure {
    fn print(&self, format: Format, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Text => writeln!(out, "{}", self.message().text(lang)),
            Format::Json => {
                let around = match self.around {
                    Around::Knights => "knights",
                    Around::Exits => "exits",
                };
                write!(
                    out,
                    "{{\"kind\":\"argument\",\"name\":\"enclosure\",\"around\":\"{around}\""
                )?;
                if let Some(set) = &self.squares {
                    write!(out, ",\"squares\":")?;
                    route::squares(set.iter().map(|place| self.size.square(place)), out)?;
                }
                write!(out, "}}")
            }
        }
    }
}
