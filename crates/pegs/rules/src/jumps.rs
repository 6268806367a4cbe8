//! A solution: jumps, one after another.

use std::io::{self, Write};

use super::ground::Jump;
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::contract::{Format, Print};
use tabuleiro_core::locale::{Lang, Message};

/// The jumps of a game in order, each from a cell to a cell; whether they obey the rules, the
/// verifier says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jumps {
    all: Vec<[Square; 2]>,
}

impl Jumps {
    /// These jumps.
    pub fn new(all: Vec<[Square; 2]>) -> Self {
        Jumps { all }
    }

    /// The jumps of a search on a board of this size.
    pub fn found(size: Size, jumps: &[Jump]) -> Self {
        let square = |cell: u32| size.square(cell as usize);
        Jumps { all: jumps.iter().map(|jump| [square(jump.from), square(jump.to)]).collect() }
    }

    /// The jumps in order.
    pub fn all(&self) -> &[[Square; 2]] {
        &self.all
    }

    /// The jumps by moves: jumps of one peg that follow one another are one move, or sweep.
    pub fn moves(&self) -> impl Iterator<Item = &[[Square; 2]]> {
        self.all.chunk_by(|before, after| before[1] == after[0])
    }
}

impl Print for Jumps {
    fn print(&self, format: Format, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Json => {
                write!(out, "{{\"jumps\":[")?;
                for (i, [from, to]) in self.all.iter().enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(out, "{comma}[[{from}],[{to}]]")?;
                }
                write!(out, "]}}")
            }
            Format::Text => {
                for sweep in self.moves() {
                    write!(out, "{}", sweep[0][0])?;
                    for [_, to] in sweep {
                        write!(out, "-{to}")?;
                    }
                    writeln!(out)?;
                }
                let jumps = Message::new("pegs.jumps").with("n", self.all.len());
                let moves = Message::new("pegs.moves").with("n", self.moves().count());
                writeln!(out, "= {}, {}", jumps.text(lang), moves.text(lang))
            }
        }
    }
}
