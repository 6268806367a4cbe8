//! Where a leaper can go: the steps of a piece, and what happens at the edges of the board. Part of
//! the rules of more than one puzzle, and so known to solvers and verifiers alike.

use std::fmt;

use search::Graph;

use crate::board::{KNIGHT, Size, Square};
use crate::text::{Diagnostic, Source};

/// What lies beyond the edges of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edges {
    /// The opposite edge, on all sides.
    #[default]
    Torus,
    /// Nothing.
    Plane,
    /// The opposite edge to the left and right, nothing above and below.
    Cylinder,
}

impl Edges {
    const WORDS: [(&'static str, Edges); 3] =
        [("torus", Edges::Torus), ("plane", Edges::Plane), ("cylinder", Edges::Cylinder)];

    /// Reads the word that names it.
    pub fn read(text: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(word, _)| *word == text).map(|&(_, edges)| edges)
    }

    /// Reads the value of an option.
    pub fn parse(option: &str, value: &str) -> Result<Self, Diagnostic> {
        crate::text::one_of(option, value, &Self::WORDS)
    }

    /// The word that names it.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, edges)| *edges == self).map_or("", |(word, _)| word)
    }

    /// Whether the top touches the bottom, and the left the right.
    pub fn wrap(self) -> (bool, bool) {
        (self == Edges::Torus, self != Edges::Plane)
    }
}

/// A piece that leaps so far one way and so far across; the knight is 1,2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaper {
    short: u32,
    long: u32,
}

impl Leaper {
    /// The knight.
    pub const KNIGHT: Leaper = Leaper { short: 1, long: 2 };

    /// The leaper with these two distances, in any order; not both are zero.
    pub fn new(one: u32, other: u32) -> Option<Self> {
        let leaper = Leaper { short: one.min(other), long: one.max(other) };
        (1..=Size::LONGEST).contains(&leaper.long).then_some(leaper)
    }

    /// How far it leaps, the shorter distance first.
    pub fn sides(self) -> (u32, u32) {
        (self.short, self.long)
    }

    /// Reads `1,2`.
    pub fn read(text: &str) -> Option<Self> {
        let side = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten()
        };
        let (one, other) = text.split_once(',')?;
        Leaper::new(side(one.trim())?, side(other.trim())?)
    }

    /// Reads `1,2`, the value of an option.
    pub fn parse(option: &str, value: &str) -> Result<Self, Diagnostic> {
        let refused = || Source::option(option, value).diagnostic("B0108", 0..value.len());
        Leaper::read(value).ok_or_else(refused)
    }

    /// The different moves as (rows, columns), from the upmost to the downmost, those of equal
    /// height from left to right: eight, or four where the piece goes straight or diagonally.
    pub fn moves(self) -> Vec<(i64, i64)> {
        let (a, b) = (i64::from(self.short), i64::from(self.long));
        let mut moves =
            vec![(-b, -a), (-b, a), (-a, -b), (-a, b), (a, -b), (a, b), (b, -a), (b, a)];
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

impl fmt::Display for Leaper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.short, self.long)
    }
}

/// A piece with what lies beyond the edges: all that its moves depend on but the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaps {
    /// What lies beyond the edges.
    pub edges: Edges,
    /// The piece.
    pub leaper: Leaper,
}

impl Leaps {
    /// A knight, on a board with nothing beyond its edges.
    pub const PLAIN: Leaps = Leaps { edges: Edges::Plane, leaper: Leaper::KNIGHT };

    /// The eight moves as (rows, columns), in the order of [`KNIGHT`]. Some are equal where the
    /// piece goes straight or diagonally.
    pub fn moves(self) -> [(i64, i64); 8] {
        let (short, long) = self.leaper.sides();
        let length = |part: i32| i64::from(if part.abs() == 1 { short } else { long });
        KNIGHT.map(|(down, right)| {
            (i64::from(down.signum()) * length(down), i64::from(right.signum()) * length(right))
        })
    }

    /// Where one of the eight moves leads, which may be back.
    pub fn lead(self, size: Size, from: Square, direction: u8) -> Option<Square> {
        let (down, right) = self.moves()[usize::from(direction & 7)];
        let wrap = self.edges.wrap();
        let land = |at: u32, by: i64, side: u32, wraps: bool| {
            let (to, side) = (i64::from(at) + by, i64::from(side));
            let to = if wraps { to.rem_euclid(side) } else { to };
            (0..side).contains(&to).then_some(to as u32)
        };
        let row = land(from.row, down, size.rows, wrap.0)?;
        Some(Square { row, col: land(from.col, right, size.cols, wrap.1)? })
    }

    /// Whether a move joins two different squares.
    pub fn join(self, size: Size, one: Square, other: Square) -> bool {
        one != other && (0..8).any(|direction| self.lead(size, one, direction) == Some(other))
    }

    /// Whether every move leads from a light square to a dark one or back.
    pub fn alternate(self, size: Size) -> bool {
        let (short, long) = self.leaper.sides();
        let wrap = self.edges.wrap();
        (short ^ long) & 1 == 1
            && (!wrap.0 || size.rows.is_multiple_of(2))
            && (!wrap.1 || size.cols.is_multiple_of(2))
    }
}

/// The moves of a leaper on a board, from squares by their place in reading order.
#[derive(Clone, Debug)]
pub struct Moves {
    rows: i64,
    cols: i64,
    wrap: (bool, bool),
    /// As (rows, columns), shorter than the sides that touch.
    steps: Vec<(i64, i64)>,
    /// What each step adds to a place that is far from all edges.
    offsets: Vec<u32>,
    /// How far from an edge that is.
    reach: (i64, i64),
    /// 2^64 divided by the number of columns, rounded up: a division by a multiplication, exact
    /// for numbers of 32 bits (Lemire, Kaser and Kurz, 2019).
    reciprocal: u64,
}

impl Moves {
    /// The moves on a board of at most 2^32 - 1 squares.
    pub fn new(size: Size, edges: Edges, leaper: Leaper) -> Self {
        let (rows, cols) = (i64::from(size.rows), i64::from(size.cols));
        let wrap = edges.wrap();
        let within = |step: i64, side: i64, wraps: bool| if wraps { step % side } else { step };
        let steps: Vec<(i64, i64)> = leaper
            .moves()
            .into_iter()
            .map(|(down, right)| (within(down, rows, wrap.0), within(right, cols, wrap.1)))
            // A move that would leave any board of this size leads nowhere.
            .filter(|(down, right)| down.abs() < rows && right.abs() < cols)
            .collect();
        Moves {
            rows,
            cols,
            wrap,
            offsets: steps.iter().map(|(down, right)| (down * cols + right) as u32).collect(),
            reach: (
                steps.iter().map(|step| step.0.abs()).max().unwrap_or(0),
                steps.iter().map(|step| step.1.abs()).max().unwrap_or(0),
            ),
            steps,
            reciprocal: (u64::MAX / cols as u64).wrapping_add(1),
        }
    }

    #[inline]
    fn split(&self, place: u32) -> (i64, i64) {
        let row = match self.cols {
            // 2^64 itself does not fit.
            1 => i64::from(place),
            _ => ((u128::from(self.reciprocal) * u128::from(place)) >> 64) as i64,
        };
        (row, i64::from(place) - row * self.cols)
    }

    /// Tells where the moves from a place lead, blocked or not, in the order of
    /// [`Leaper::moves`]. On a narrow board several moves may lead to the same place, or back.
    #[inline]
    pub fn each(&self, place: u32, mut tell: impl FnMut(u32)) {
        let (row, col) = self.split(place);
        let inside = row >= self.reach.0
            && row + self.reach.0 < self.rows
            && col >= self.reach.1
            && col + self.reach.1 < self.cols;
        if inside {
            match <&[u32; 8]>::try_from(&self.offsets[..]) {
                // A number known beforehand lets the compiler unroll the loop.
                Ok(eight) => eight.iter().for_each(|offset| tell(place.wrapping_add(*offset))),
                Err(_) => self.offsets.iter().for_each(|offset| tell(place.wrapping_add(*offset))),
            }
        } else {
            for &(down, right) in &self.steps {
                let row = land(row + down, self.rows, self.wrap.0);
                let col = land(col + right, self.cols, self.wrap.1);
                if let (Some(row), Some(col)) = (row, col) {
                    tell((row * self.cols + col) as u32);
                }
            }
        }
    }

    /// The places that moves lead to, as [`each`](Moves::each) lists them.
    pub fn from(&self, place: u32) -> Vec<u32> {
        let mut places = Vec::with_capacity(self.steps.len());
        self.each(place, |to| places.push(to));
        places
    }

    /// The move, as (rows, columns), that leads from one place to another, if one does. Of several
    /// the one that stays on the board, if there is one.
    pub fn between(&self, from: u32, to: u32) -> Option<(i64, i64)> {
        let (row, col) = self.split(from);
        let leads = |&&(down, right): &&(i64, i64)| {
            let row = land(row + down, self.rows, self.wrap.0);
            let col = land(col + right, self.cols, self.wrap.1);
            row.zip(col).is_some_and(|(row, col)| row * self.cols + col == i64::from(to))
        };
        let direct = (self.split(to).0 - row, self.split(to).1 - col);
        let found = self.steps.iter().find(leads)?;
        Some(if self.steps.contains(&direct) { direct } else { *found })
    }
}

/// A row or column, where it lies on the board or is brought back onto it.
fn land(at: i64, side: i64, wraps: bool) -> Option<i64> {
    match at {
        _ if (0..side).contains(&at) => Some(at),
        _ if !wraps => None,
        _ if at < 0 => Some(at + side),
        _ => Some(at - side),
    }
}

impl Graph for Moves {
    fn degree(&self) -> usize {
        self.steps.len()
    }

    #[inline]
    fn each(&self, node: u32, tell: impl FnMut(u32)) {
        Moves::each(self, node, tell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_and_diagonal_leapers_have_four_moves() {
        let mut knight = crate::board::KNIGHT.map(|(d, r)| (d.into(), r.into()));
        knight.sort_unstable();
        assert_eq!(Leaper::KNIGHT.moves(), knight);
        assert_eq!(Leaper::new(1, 1).unwrap().moves(), [(-1, -1), (-1, 1), (1, -1), (1, 1)]);
        assert_eq!(Leaper::new(2, 0).unwrap().moves(), [(-2, 0), (0, -2), (0, 2), (2, 0)]);
        assert_eq!(Leaper::new(0, 0), None);
    }

    #[test]
    fn every_leap_of_every_piece_is_found_both_ways() {
        for edges in [Edges::Plane, Edges::Cylinder, Edges::Torus] {
            for (one, other) in [(1, 2), (0, 1), (1, 1), (2, 3), (1, 4)] {
                let leaps = Leaps { edges, leaper: Leaper::new(one, other).unwrap() };
                for (rows, cols) in [(1, 1), (1, 4), (3, 4), (5, 7), (6, 2)] {
                    let size = Size { rows, cols };
                    let moves = Moves::new(size, edges, leaps.leaper);
                    for from in size.squares() {
                        let mut here: Vec<u32> = moves.from(size.index(from) as u32);
                        here.sort_unstable();
                        here.dedup();
                        let lead = |direction| leaps.lead(size, from, direction);
                        let mut there: Vec<u32> =
                            (0..8).filter_map(lead).map(|to| size.index(to) as u32).collect();
                        there.sort_unstable();
                        there.dedup();
                        assert_eq!(here, there, "{leaps:?} {size} {from}");
                        for to in size.squares().filter(|&to| to != from) {
                            let joined = here.contains(&(size.index(to) as u32));
                            assert_eq!(leaps.join(size, from, to), joined);
                            let changes = !joined || !from.same_colour(to);
                            assert!(changes || !leaps.alternate(size));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn on_narrow_tori_moves_coincide_or_come_back() {
        let from =
            |rows, cols, edges| Moves::new(Size { rows, cols }, edges, Leaper::KNIGHT).from(0);
        assert_eq!(from(1, 5, Edges::Torus), [4, 1, 3, 2, 3, 2, 4, 1]);
        assert_eq!(from(1, 1, Edges::Torus), [0; 8]);
        assert_eq!(from(2, 2, Edges::Torus), [1, 1, 2, 2, 2, 2, 1, 1]);
        assert_eq!(from(5, 1, Edges::Torus), [3, 3, 4, 4, 1, 1, 2, 2]);
        assert_eq!(from(5, 5, Edges::Plane), [7, 11]);
        assert!(from(1, 5, Edges::Plane).is_empty());
        assert_eq!(from(3, 4, Edges::Cylinder), [6, 6, 11, 9]);
    }

    #[test]
    fn places_are_split_exactly() {
        for cols in [1, 2, 3, 7, 10_000, 65_535, 65_536, 1 << 20] {
            let moves = Moves::new(Size { rows: 1, cols }, Edges::Torus, Leaper::KNIGHT);
            for place in (0..200_000u32).chain(u32::MAX - 200_000..=u32::MAX) {
                let expected = (place / cols, place % cols);
                assert_eq!(moves.split(place), (expected.0.into(), expected.1.into()));
            }
        }
    }

    #[test]
    fn leapers_are_read_or_refused() {
        let read = |text| Leaper::parse("leaper", text).map_err(|fault| fault.code());
        assert_eq!(read("1,2"), Ok(Leaper::KNIGHT));
        assert_eq!(read("2, 1"), Ok(Leaper::KNIGHT));
        for text in ["", "1", "0,0", "1,2,3", "-1,2", "a,b", "1,99999999999"] {
            assert_eq!(read(text), Err("B0108"), "{text:?}");
        }
    }
}
