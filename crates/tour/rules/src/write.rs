//! Boards as text: what `read.rs` reads.

use std::fmt;

use super::Tour;
use super::read::CLOSED;
use tabuleiro_core::board::Square;
use tabuleiro_core::head::Head;
use tabuleiro_core::leaper::Leaps;

impl fmt::Display for Tour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Head::write(&[(CLOSED, self.closed)], self.leaps, Leaps::PLAIN))?;
        if self.clues.is_empty() { self.drawn(f) } else { self.numbered(f) }
    }
}

impl Tour {
    /// A character for each square.
    fn drawn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::with_capacity(self.size.cols as usize);
        for row in 0..self.size.rows {
            line.clear();
            line.extend((0..self.size.cols).map(|col| match (Square { row, col }) {
                square if !self.has(square) => '#',
                square if self.start == Some(square) => 'S',
                square if self.end == Some(square) => 'E',
                _ => '.',
            }));
            writeln!(f, "{line}")?;
        }
        Ok(())
    }

    /// A word for each square: a number where one is given.
    fn numbered(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.squares().to_string().len();
        let mut numbers = vec![0; self.size.area() as usize];
        for (number, square) in self.all_given() {
            numbers[self.size.index(square)] = number;
        }
        for row in 0..self.size.rows {
            for col in 0..self.size.cols {
                let square = Square { row, col };
                let gap = if col == 0 { "" } else { " " };
                match numbers[self.size.index(square)] {
                    _ if !self.has(square) => write!(f, "{gap}{:>width$}", '#')?,
                    0 => write!(f, "{gap}{:>width$}", '.')?,
                    number => write!(f, "{gap}{number:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
