//! Why a board has no tour, as a reason that is checked without searching.

use std::io::{self, Write};

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Format, Print};
use tabuleiro_core::locale::{Lang, Message};

/// A reason why there is no tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A knight changes colour at every move, and the colours of the squares, or of the start and
    /// the end asked for, do not fit that.
    Colours,
    /// These squares have at most one neighbour each, and so can only be ends of a tour; there are
    /// more of them than a tour has ends.
    DeadEnds(Vec<Square>),
    /// Without these squares the board falls into more pieces than a tour can join through them.
    Pieces(Vec<Square>),
    /// More neighbours of this square need the link to it than it can have.
    Crowded(Square),
    /// On a board four wide and without holes, a tour was asked for that is closed or has an end on
    /// a middle line.
    ///
    /// The squares of the two outer lines are half of all, and no move leads from one of them to
    /// another. A tour that is closed or has an end on a middle line therefore takes outer and
    /// middle squares in turn; but a knight takes light and dark squares in turn too, so all outer
    /// squares would have the same colour.
    FourWide,
    /// A closed tour was asked for, with a start and an end that no knight move joins.
    EndsApart,
    /// No two of these squares are neighbours, so that all their links lead to squares around them;
    /// and those cannot have so many.
    Hall(Vec<Square>),
    /// Two given numbers, one after the other, stand farther apart than so many moves lead, or on
    /// squares of the wrong colours.
    Numbers,
}

impl Argument {
    /// The word used in data formats.
    pub fn word(&self) -> &'static str {
        match self {
            Argument::Colours => "colours",
            Argument::DeadEnds(_) => "dead-ends",
            Argument::Pieces(_) => "pieces",
            Argument::Crowded(_) => "crowded",
            Argument::FourWide => "four-wide",
            Argument::EndsApart => "ends-apart",
            Argument::Hall(_) => "hall",
            Argument::Numbers => "numbers",
        }
    }

    /// The argument in words.
    pub fn message(&self) -> Message {
        let name = match self {
            Argument::Pieces(removed) if removed.is_empty() => "apart",
            Argument::DeadEnds(squares) if squares.len() == 1 => "dead-end",
            _ => self.word(),
        };
        Message::new(format!("tour.argument.{name}")).with("squares", self.squares())
    }

    /// The squares it speaks of.
    pub fn squares(&self) -> &[Square] {
        match self {
            Argument::DeadEnds(squares) | Argument::Pieces(squares) | Argument::Hall(squares) => {
                squares
            }
            Argument::Crowded(square) => std::slice::from_ref(square),
            Argument::Colours | Argument::FourWide | Argument::EndsApart | Argument::Numbers => &[],
        }
    }
}

impl Print for Argument {
    fn print(&self, format: Format, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Json => {
                write!(out, "{{\"kind\":\"argument\",\"name\":\"{}\",\"squares\":[", self.word())?;
                for (i, square) in self.squares().iter().enumerate() {
                    let comma = if i == 0 { "" } else { "," };
                    write!(out, "{comma}[{},{}]", square.row + 1, square.col + 1)?;
                }
                write!(out, "]}}")
            }
            Format::Text => writeln!(out, "{}", self.message().text(lang)),
        }
    }
}
