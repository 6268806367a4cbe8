//! The coursework's answers: the number of moves, or a word.

use std::io::{self, Write};

use super::{LostKnight, Route};
use tabuleiro_core::contract::{Coursework, NoSolution, Stats};

impl Coursework for LostKnight {
    fn write_solution(_: usize, route: &Route, _: &Stats, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", route.moves())
    }

    fn write_missing(_: usize, why: NoSolution, out: &mut dyn Write) -> io::Result<()> {
        match why {
            // Without its accent.
            NoSolution::Impossible => writeln!(out, "impossivel"),
            NoSolution::Unknown(_) => Ok(()),
        }
    }
}
