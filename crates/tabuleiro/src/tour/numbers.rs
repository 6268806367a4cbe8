//! A tour as numbers on the board: the square holding k is the k-th one visited.

use std::io::{self, Write};

use crate::board::{KNIGHT, Size, Square};
use crate::contract::{Format, Print};
use crate::leaper::Leaps;
use crate::locale::Lang;

/// A claimed tour: a number on every square, 0 where the board has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    size: Size,
    numbers: Vec<u32>,
    /// What joins one square to the next, for the question whether the last is joined to the first.
    leaps: Leaps,
}

impl Numbers {
    /// Numbers in reading order. There are as many as the rectangle has squares.
    pub fn new(size: Size, numbers: Vec<u32>) -> Self {
        assert_eq!(numbers.len() as u64, size.area());
        Numbers { size, numbers, leaps: Leaps::PLAIN }
    }

    /// The same numbers, visited by another piece.
    pub fn by(mut self, leaps: Leaps) -> Self {
        self.leaps = leaps;
        self
    }

    /// The tour that begins at `start` and goes on in these directions.
    pub(super) fn along(size: Size, start: Square, directions: impl Iterator<Item = u8>) -> Self {
        let mut numbers = vec![0; size.area() as usize];
        let reach = KNIGHT.map(|(down, right)| down as isize * size.cols as isize + right as isize);
        let mut at = size.index(start);
        numbers[at] = 1;
        for (number, direction) in (2..).zip(directions) {
            at = at.wrapping_add_signed(reach[usize::from(direction)]);
            numbers[at] = number;
        }
        Numbers { size, numbers, leaps: Leaps::PLAIN }
    }

    /// Adds the last square.
    pub(super) fn put_last(&mut self, square: Square, number: u32) {
        let index = self.size.index(square);
        self.numbers[index] = number;
    }

    /// The same tour the other way round.
    pub(super) fn reversed(mut self) -> Self {
        let last = self.numbers.iter().copied().max().unwrap_or(0);
        for number in self.numbers.iter_mut().filter(|number| **number > 0) {
            *number = last + 1 - *number;
        }
        self
    }

    /// The same closed tour, begun one square later, so that its first square comes last.
    pub(super) fn first_as_last(mut self) -> Self {
        let last = self.numbers.iter().copied().max().unwrap_or(0);
        for number in self.numbers.iter_mut().filter(|number| **number > 0) {
            *number = if *number == 1 { last } else { *number - 1 };
        }
        self
    }

    /// The tour that visits these squares in order.
    pub(super) fn visiting(size: Size, path: &[Square]) -> Self {
        let mut numbers = vec![0; size.area() as usize];
        for (number, &square) in (1..).zip(path) {
            numbers[size.index(square)] = number;
        }
        Numbers { size, numbers, leaps: Leaps::PLAIN }
    }

    /// The squares in the order in which they are visited.
    pub(super) fn path(&self) -> Vec<Square> {
        let visited = || self.numbers.iter().enumerate().filter(|&(_, &number)| number > 0);
        let mut path = vec![Square { row: 0, col: 0 }; visited().count()];
        for (index, &number) in visited() {
            path[number as usize - 1] = self.size.square(index);
        }
        path
    }

    /// The rectangle around the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The numbers row by row.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.numbers.chunks_exact(self.size.cols as usize)
    }

    /// The numbers in reading order.
    pub fn all(&self) -> &[u32] {
        &self.numbers
    }

    /// Whether the last square is a move from the first.
    pub fn is_closed(&self) -> bool {
        let last = self.numbers.iter().copied().max().unwrap_or(0);
        let place =
            |number| self.numbers.iter().position(|&n| n == number).map(|i| self.size.square(i));
        let joined = |(first, last)| self.leaps.join(self.size, first, last);
        place(1).zip(place(last)).is_some_and(joined)
    }
}

impl Print for Numbers {
    fn print(&self, format: Format, _: Lang, out: &mut dyn Write) -> io::Result<()> {
        let width = self.numbers.iter().max().map_or(1, |most| most.to_string().len());
        let mut line = String::new();
        if format == Format::Json {
            out.write_all(b"{\"board\":[")?;
        }
        for (i, row) in self.rows().enumerate() {
            line.clear();
            for (j, &number) in row.iter().enumerate() {
                use std::fmt::Write as _;
                let first = j == 0;
                let written = match format {
                    Format::Text if number == 0 => {
                        write!(line, "{}{:>width$}", if first { "" } else { " " }, '#')
                    }
                    Format::Text => {
                        write!(line, "{}{number:>width$}", if first { "" } else { " " })
                    }
                    Format::Coursework if number == 0 => {
                        write!(line, "{}#", if first { "" } else { "\t" })
                    }
                    Format::Coursework => write!(line, "{}{number}", if first { "" } else { "\t" }),
                    Format::Json => write!(line, "{}{number}", if first { "" } else { "," }),
                };
                written.expect("writing to a string does not fail");
            }
            match format {
                Format::Json => write!(out, "{}[{line}]", if i == 0 { "" } else { "," })?,
                Format::Text | Format::Coursework => writeln!(out, "{line}")?,
            }
        }
        if format == Format::Json {
            write!(out, "],\"closed\":{}}}", self.is_closed())?;
        }
        Ok(())
    }
}
