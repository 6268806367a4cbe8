//! Boards as text: what `read.rs` reads.

use std::fmt;

use super::Tour;
use crate::board::Square;
use crate::leaper::{Edges, Leaper};

impl fmt::Display for Tour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        if self.clues.is_empty() { self.drawn(f) } else { self.numbered(f) }
    }
}

impl Tour {
    /// What is not drawn: closing, edges and the piece, where they are not as usual.
    fn head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if self.closed {
            words.push("closed".to_string());
        }
        if self.leaps.edges != Edges::Plane {
            words.push(self.leaps.edges.word().to_string());
        }
        if self.leaps.leaper != Leaper::KNIGHT {
            words.push(format!("leaper {}", self.leaps.leaper));
        }
        if words.is_empty() { Ok(()) } else { writeln!(f, "{}", words.join(" ")) }
    }

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
