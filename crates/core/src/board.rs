//! Squares: sizes, places on a board as people write them, sets of squares, and knight moves.

use std::fmt;
use std::ops::Range;

use crate::text::{Diagnostic, Source};
use crate::width::{Width, by_width};

/// The size of a rectangular board. Neither side is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub cols: u32,
}

/// A square by its row and column, counted from 0 in code and from 1 wherever people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, from the top.
    pub row: u32,
    /// The column, from the left.
    pub col: u32,
}

/// The eight knight moves as (rows, columns), clockwise from "up, right": the coursework's 1 to 8.
pub const KNIGHT: [(i32, i32); 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

impl Size {
    /// The longest side a board may have.
    pub const LONGEST: u32 = i32::MAX as u32;

    /// Reads `8x8` (also `8X8`, `8×8`), the value of an option.
    pub fn parse(option: &str, value: &str) -> Result<Size, Diagnostic> {
        let source = Source::option(option, value);
        let sides: Vec<&str> = value.split(['x', 'X', '×']).collect();
        let [rows, cols] = sides[..] else {
            return Err(source.diagnostic("B0101", 0..value.len()));
        };
        let side = |text: &str| {
            let from = text.as_ptr() as usize - value.as_ptr() as usize;
            let number = digits(text)
                .ok_or_else(|| source.diagnostic("B0101", from..from + text.len().max(1)))?;
            match u32::try_from(number) {
                Ok(side @ 1..=Size::LONGEST) => Ok(side),
                _ => Err(source
                    .diagnostic("B0102", from..from + text.len())
                    .with("side", text)
                    .with("most", u64::from(Size::LONGEST))),
            }
        };
        Ok(Size { rows: side(rows)?, cols: side(cols)? })
    }

    /// The number of squares.
    pub fn area(self) -> u64 {
        u64::from(self.rows) * u64::from(self.cols)
    }

    /// Whether the square lies on the board.
    pub fn holds(self, square: Square) -> bool {
        square.row < self.rows && square.col < self.cols
    }

    /// The square, if it lies on the board.
    pub fn checked(self, square: Square) -> Result<Square, Diagnostic> {
        if self.holds(square) {
            return Ok(square);
        }
        Err(off_board(Diagnostic::new("B0104"), &square.to_string(), self))
    }

    /// The place of a square in reading order, from 0.
    pub fn index(self, square: Square) -> usize {
        square.row as usize * self.cols as usize + square.col as usize
    }

    /// The square at a place in reading order.
    pub fn square(self, index: usize) -> Square {
        Square {
            row: (index / self.cols as usize) as u32,
            col: (index % self.cols as usize) as u32,
        }
    }

    /// All squares in reading order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Square { row, col }))
    }

    /// Where a knight on `square` can go, in the order of [`KNIGHT`].
    pub fn knight_moves(self, square: Square) -> impl Iterator<Item = Square> {
        KNIGHT.into_iter().filter_map(move |(down, right)| {
            let row = square.row.checked_add_signed(down)?;
            let col = square.col.checked_add_signed(right)?;
            let to = Square { row, col };
            self.holds(to).then_some(to)
        })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl Square {
    /// Reads a square of a board, the value of an option: `8,1` (row, column) or `a1` (column,
    /// then row from the bottom, as in chess).
    pub fn parse(option: &str, value: &str, size: Size) -> Result<Square, Diagnostic> {
        let source = Source::option(option, value);
        let malformed = || source.diagnostic("B0103", 0..value.len());
        let numbers: Option<(u64, u64)> = if let Some((row, col)) = value.split_once(',') {
            digits(row.trim()).zip(digits(col.trim()))
        } else {
            algebraic(value).map(|(col, rank)| {
                let from_top = u64::from(size.rows).checked_sub(rank).map_or(0, |row| row + 1);
                (from_top, col)
            })
        };
        let (row, col) = numbers.ok_or_else(malformed)?;
        let inside = |n: u64, side: u32| (1..=u64::from(side)).contains(&n);
        if !inside(row, size.rows) || !inside(col, size.cols) {
            return Err(off_board(source.diagnostic("B0104", 0..value.len()), value, size));
        }
        Ok(Square { row: (row - 1) as u32, col: (col - 1) as u32 })
    }

    /// The squares of a text, each `row,column` from 1, separated by blanks or line ends; lines that begin
    /// with `=` are remarks.
    pub fn all_of(source: &Source) -> Result<Vec<Square>, Diagnostic> {
        // A square has at least four bytes of text, and a list that grows is twice as long for a while.
        source.allow((source.bytes().len() / 4 * 2 * size_of::<Square>()) as u64)?;
        let lines = source.lines()?;
        let told = lines.iter().filter(|line| !line.text.starts_with('='));
        told.flat_map(|line| line.words())
            .map(|(word, at)| Square::of_word(source, word, at))
            .collect()
    }

    /// The square that a word of a text denotes, as `row,column` from 1.
    pub fn of_word(source: &Source, word: &str, at: Range<usize>) -> Result<Square, Diagnostic> {
        let side = |text: &str| text.parse::<u32>().ok()?.checked_sub(1);
        let pair = word.split_once(',').and_then(|(row, col)| side(row).zip(side(col)));
        let (row, col) = pair.ok_or_else(|| source.diagnostic("B0103", at))?;
        Ok(Square { row, col })
    }

    /// Whether two squares have the same colour on a chessboard.
    pub fn same_colour(self, other: Square) -> bool {
        (self.row + self.col) % 2 == (other.row + other.col) % 2
    }

    /// Whether one knight move joins the two squares.
    pub fn is_knight_move(self, other: Square) -> bool {
        let (down, right) = (self.row.abs_diff(other.row), self.col.abs_diff(other.col));
        (down, right) == (1, 2) || (down, right) == (2, 1)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A square that somebody claims may be as far off the board as numbers reach.
        write!(f, "{},{}", u64::from(self.row) + 1, u64::from(self.col) + 1)
    }
}

/// How a puzzle's tradition names the squares of a board. Texts and options read both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinates {
    /// Row and column, from 1 at the upper left: `3,5`.
    Numbers,
    /// As in chess: a letter for the column, and the row from below: `e6`. A board with more columns
    /// than there are letters has numbers.
    Chess,
}

impl Coordinates {
    /// The word used in data formats.
    pub fn word(self) -> &'static str {
        match self {
            Coordinates::Numbers => "numbers",
            Coordinates::Chess => "chess",
        }
    }

    /// The name of a square of a board.
    pub fn name(self, square: Square, size: Size) -> String {
        let letter = u8::try_from(square.col).ok().filter(|col| size.cols <= 26 && *col < 26);
        match (self, letter, size.rows.checked_sub(square.row)) {
            (Coordinates::Chess, Some(col), Some(rank @ 1..)) => {
                format!("{}{rank}", char::from(b'a' + col))
            }
            _ => square.to_string(),
        }
    }
}

/// A square as one number, such as names the root of a search.
impl From<Square> for u64 {
    fn from(square: Square) -> u64 {
        u64::from(square.row) << 32 | u64::from(square.col)
    }
}

impl From<u64> for Square {
    fn from(number: u64) -> Square {
        Square { row: (number >> 32) as u32, col: number as u32 }
    }
}

fn off_board(fault: Diagnostic, square: &str, size: Size) -> Diagnostic {
    fault
        .with("square", square)
        .with("size", size.to_string())
        .with("rows", u64::from(size.rows))
        .with("cols", u64::from(size.cols))
}

/// A whole number written in digits alone; as large as can be if it overflows.
fn digits(text: &str) -> Option<u64> {
    let all_digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    all_digits.then(|| text.parse().unwrap_or(u64::MAX))
}

/// `h8` as (column, rank), both from 1; columns go on after `z` with `aa`.
fn algebraic(text: &str) -> Option<(u64, u64)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (file, rank) = text.split_at(letters);
    if !(1..=4).contains(&letters) {
        return None;
    }
    let col =
        file.bytes().fold(0, |col, b| col * 26 + u64::from(b.to_ascii_lowercase() - b'a') + 1);
    Some((col, digits(rank)?))
}

/// A set of squares, one bit each, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Squares {
    words: Vec<u64>,
}

impl Squares {
    /// The empty set for a board of so many squares.
    pub fn none(area: usize) -> Self {
        Squares { words: vec![0; area.div_ceil(64)] }
    }

    /// Puts a square in.
    pub fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// Takes a square out.
    pub fn remove(&mut self, index: usize) {
        self.words[index / 64] &= !(1 << (index % 64));
    }

    /// Whether a square is in.
    pub fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// All bits, to be written: those behind the last square stay clear.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Puts squares in, up to 64 from a place on: those whose bit is set, the first lowest.
    pub fn insert_bits(&mut self, index: usize, bits: u64) {
        let (word, shift) = (index / 64, index % 64);
        self.words[word] |= bits << shift;
        if shift > 0 && bits >> (64 - shift) != 0 {
            self.words[word + 1] |= bits >> (64 - shift);
        }
    }

    /// Which squares are in, of up to 64 from a place on, the first lowest. What follows those
    /// asked for is not defined.
    #[inline]
    pub fn bits(&self, index: usize, count: u32) -> u64 {
        let (word, shift) = (index / 64, index % 64);
        let low = self.words[word] >> shift;
        if shift + count as usize <= 64 { low } else { low | self.words[word + 1] << (64 - shift) }
    }

    /// All bits, 64 to a word, the first lowest. Those behind the last square are clear.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The squares that are in, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let after = |&rest: &u64| Some(rest & rest.wrapping_sub(1));
            let rests = std::iter::successors(Some(word), after).take_while(|&rest| rest != 0);
            rests.map(move |rest| 64 * i + rest.trailing_zeros() as usize)
        })
    }

    /// How many squares are in.
    pub fn len(&self) -> usize {
        ones(Width::detect(), &self.words)
    }

    /// Whether no square is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
}

by_width! {
    /// How many bits are set.
    fn ones(words: &[u64]) -> usize = ones_body;
}

#[inline(always)]
fn ones_body(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_the_square_that_has_it() {
        for (cols, corner) in [(26, "z8"), (27, "1,26")] {
            let size = Size { rows: 8, cols };
            for square in size.squares() {
                let name = Coordinates::Chess.name(square, size);
                assert_eq!(Square::parse("start", &name, size), Ok(square));
            }
            assert_eq!(Coordinates::Chess.name(Square { row: 0, col: 25 }, size), corner);
        }
    }

    #[test]
    fn squares_are_read_in_both_notations() {
        let size = Size { rows: 8, cols: 30 };
        let read = |text| Square::parse("start", text, size).map_err(|d| d.code());
        assert_eq!(read("8,1"), Ok(Square { row: 7, col: 0 }));
        assert_eq!(read("a1"), Ok(Square { row: 7, col: 0 }));
        assert_eq!(read("H8"), Ok(Square { row: 0, col: 7 }));
        assert_eq!(read("aa8"), Ok(Square { row: 0, col: 26 }));
        assert_eq!(read("9,1"), Err("B0104"));
        assert_eq!(read("0,1"), Err("B0104"));
        assert_eq!(read("a9"), Err("B0104"));
        assert_eq!(read("a0"), Err("B0104"));
        assert_eq!(read("99999999999999999999,1"), Err("B0104"));
        for word in ["", "8", "a", "8,", ",8", "8,8,8", "-1,2", "aaaaa1", "8;8", "a1b"] {
            assert_eq!(read(word), Err("B0103"), "{word:?}");
        }
    }

    #[test]
    fn sizes_are_read_or_refused() {
        let read = |text| Size::parse("size", text).map_err(|d| (d.code(), d.place().unwrap().1));
        assert_eq!(read("3x10"), Ok(Size { rows: 3, cols: 10 }));
        assert_eq!(read("3×10"), Ok(Size { rows: 3, cols: 10 }));
        assert_eq!(read("0x5"), Err(("B0102", 1)));
        assert_eq!(read("5x0"), Err(("B0102", 3)));
        assert_eq!(read("5x2147483648"), Err(("B0102", 3)));
        assert_eq!(read("5x"), Err(("B0101", 3)));
        assert_eq!(read("8"), Err(("B0101", 1)));
        assert_eq!(read("8x8x8"), Err(("B0101", 1)));
        assert_eq!(read(""), Err(("B0101", 1)));
    }

    #[test]
    fn sets_are_written_and_read_many_squares_at_a_time() {
        for index in 0..130 {
            let mut set = Squares::none(200);
            set.insert_bits(index, 0b1010_0000_0011);
            let expected = [0, 1, 9, 11].map(|bit| index + bit);
            assert_eq!(set.iter().collect::<Vec<_>>(), expected);
            assert_eq!(set.bits(index, 12) & 0xFFF, 0b1010_0000_0011);
            assert_eq!(set.len(), 4);
        }
    }

    #[test]
    fn a_corner_has_two_knight_moves() {
        let size = Size { rows: 8, cols: 8 };
        let moves: Vec<_> = size.knight_moves(Square { row: 7, col: 7 }).collect();
        assert_eq!(moves, [Square { row: 6, col: 5 }, Square { row: 5, col: 6 }]);
    }
}
