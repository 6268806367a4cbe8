//! What can be told of a tour by looking at it: turns, crossings, symmetries, sums.
//!
//! All is local: a move crosses only moves that begin near it, and a symmetry is one if every square
//! and its image are linked alike.

use std::io::{self, Write};

use super::Numbers;
use tabuleiro_core::board::{KNIGHT, Size, Square};
use tabuleiro_core::contract::Format;
use tabuleiro_core::leaper::Leaps;
use tabuleiro_core::locale::{Lang, Message};

/// The most squares of a board whose tour is looked at: more take too long to be asked for unasked.
const MOST: u64 = 1 << 20;
/// The most squares of a board whose sums are all listed.
const LISTED: u64 = 1 << 12;

/// What is known of a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Whether its last square is a move from its first.
    pub closed: bool,
    /// What takes a look at every square; nothing if there are too many, or it is not a knight's on a
    /// plane.
    pub looked: Option<Looked>,
}

/// What a look at every square of a tour tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looked {
    /// Squares where the next move has another direction than the last.
    pub turns: u64,
    /// Pairs of moves that cross.
    pub crossings: u64,
    /// What leaves the picture of the tour as it is.
    pub symmetries: Vec<Symmetry>,
    /// The sums of the rows, of the columns, and of the two diagonals of a square.
    pub sums: [Vec<u64>; 3],
}

/// A way to lay a board on itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// By a quarter of a turn, one way or the other.
    QuarterTurn,
    /// By half a turn.
    HalfTurn,
    /// Left for right.
    LeftRight,
    /// Top for bottom.
    TopBottom,
    /// Over the diagonal from the upper left.
    Diagonal,
    /// Over the other diagonal.
    Antidiagonal,
}

impl Symmetry {
    const ALL: [Symmetry; 6] = [
        Symmetry::QuarterTurn,
        Symmetry::HalfTurn,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
    ];

    /// The word used in data formats.
    pub fn word(self) -> &'static str {
        match self {
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::LeftRight => "left-right",
            Symmetry::TopBottom => "top-bottom",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
        }
    }

    fn needs_square(self) -> bool {
        !matches!(self, Symmetry::HalfTurn | Symmetry::LeftRight | Symmetry::TopBottom)
    }

    /// Where a place or a move comes to lie: of a place with the far end of each side, of a move with 0.
    fn image(self, (row, col): (i32, i32), (bottom, right): (i32, i32)) -> (i32, i32) {
        match self {
            Symmetry::QuarterTurn => (col, right - row),
            Symmetry::HalfTurn => (bottom - row, right - col),
            Symmetry::LeftRight => (row, right - col),
            Symmetry::TopBottom => (bottom - row, col),
            Symmetry::Diagonal => (col, row),
            Symmetry::Antidiagonal => (bottom - col, right - row),
        }
    }
}

impl Facts {
    /// Looks at a tour.
    pub fn of(numbers: &Numbers) -> Self {
        let closed = numbers.is_closed();
        // Links of another piece, or over an edge, are no lines that could turn or cross.
        let drawn = numbers.leaps() == Leaps::PLAIN && numbers.size().area() <= MOST;
        let looked = drawn.then(|| {
            let links = MoveBits::new(numbers, closed);
            Looked {
                turns: links.turns(),
                crossings: links.crossings(),
                symmetries: Symmetry::ALL.into_iter().filter(|&s| links.have(s)).collect(),
                sums: sums(numbers),
            }
        });
        Facts { closed, looked }
    }

    /// Writes a line of text, or members of a JSON object.
    pub(super) fn print(&self, format: Format, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
        if format == Format::Json {
            return self.members(out);
        }
        let kind = Message::new(if self.closed { "tour.facts.closed" } else { "tour.facts.open" });
        let line = match &self.looked {
            None => Message::new("tour.facts.large").with("most", MOST),
            Some(looked) => Message::new("tour.facts")
                .with("turns", looked.turns)
                .with("crossings", looked.crossings)
                .with("symmetry", looked.symmetry(lang))
                .with("magic", Message::new(format!("tour.facts.{}", looked.magic()))),
        };
        writeln!(out, "= {}", line.with("kind", kind).text(lang))
    }

    fn members(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "\"closed\":{}", self.closed)?;
        let Some(looked) = &self.looked else { return Ok(()) };
        let Looked { turns, crossings, symmetries, sums } = looked;
        write!(out, ",\"turns\":{turns},\"crossings\":{crossings},\"symmetries\":[")?;
        for (i, symmetry) in symmetries.iter().enumerate() {
            write!(out, "{}\"{}\"", if i == 0 { "" } else { "," }, symmetry.word())?;
        }
        write!(out, "],\"magic\":\"{}\"", looked.magic())?;
        let [rows, cols, diagonals] = sums;
        if (rows.len() * cols.len()) as u64 <= LISTED {
            write!(
                out,
                ",\"sums\":{}",
                serde_json::json!({ "rows": rows, "columns": cols, "diagonals": diagonals })
            )?;
        }
        Ok(())
    }
}

impl Looked {
    /// `magic` if all rows, columns and diagonals have the same sum; `semi-magic` if all rows have
    /// the same, and all columns; else `plain`.
    pub fn magic(&self) -> &'static str {
        let even = |sums: &[u64]| sums.windows(2).all(|pair| pair[0] == pair[1]);
        let [rows, cols, diagonals] = &self.sums;
        let all: Vec<u64> = [&rows[..1], &cols[..1], diagonals].concat();
        match even(rows) && even(cols) {
            true if even(&all) && diagonals.len() == 2 => "magic",
            true => "semi-magic",
            false => "plain",
        }
    }

    fn symmetry(&self, lang: Lang) -> String {
        let said = |word: &str| Message::new(format!("tour.symmetry.{word}")).text(lang);
        match &self.symmetries[..] {
            [] => said("none"),
            some => some.iter().map(|s| said(s.word())).collect::<Vec<_>>().join(", "),
        }
    }
}

/// Which moves of the tour touch each square: a bit for each direction.
struct MoveBits {
    size: Size,
    squares: Vec<u8>,
}

impl MoveBits {
    fn new(numbers: &Numbers, closed: bool) -> Self {
        let size = numbers.size();
        let all = numbers.all();
        let last = all.iter().copied().max().unwrap_or(0);
        let near = |one: u32, other: u32| {
            one > 0
                && other > 0
                && (one.abs_diff(other) == 1
                    || closed && last > 2 && one.abs_diff(other) == last - 1)
        };
        let links = |square: Square| {
            (0..8).zip(KNIGHT).fold(0, |links, (direction, (down, right))| {
                let to = Square {
                    row: square.row.wrapping_add_signed(down),
                    col: square.col.wrapping_add_signed(right),
                };
                let linked = size.holds(to) && near(all[size.index(square)], all[size.index(to)]);
                links | u8::from(linked) << direction
            })
        };
        MoveBits { size, squares: size.squares().map(links).collect() }
    }

    fn turns(&self) -> u64 {
        // Opposite directions are four apart.
        let turns = |links: u8| links.count_ones() == 2 && links >> 4 != links & 15;
        self.squares.iter().filter(|&&links| turns(links)).count() as u64
    }

    fn crossings(&self) -> u64 {
        let Size { rows, cols } = self.size;
        let crossing = crossing();
        let mut crossings = 0;
        for (from, &links) in self.size.squares().zip(&self.squares) {
            for (direction, others) in
                crossing.iter().enumerate().filter(|(d, _)| links >> d & 1 == 1)
            {
                debug_assert!(KNIGHT[direction].0 > 0 || others.is_empty());
                for &((down, right), other) in others {
                    let row = from.row.wrapping_add_signed(down);
                    let col = from.col.wrapping_add_signed(right);
                    if row < rows && col < cols {
                        let at = self.size.index(Square { row, col });
                        crossings += u64::from(self.squares[at] >> other & 1);
                    }
                }
            }
        }
        // Either of two moves crosses the other.
        crossings / 2
    }

    fn have(&self, symmetry: Symmetry) -> bool {
        let Size { rows, cols } = self.size;
        if symmetry.needs_square() && rows != cols {
            return false;
        }
        let turned: [usize; 8] = std::array::from_fn(|direction| {
            let image = symmetry.image(KNIGHT[direction], (0, 0));
            KNIGHT.iter().position(|&other| other == image).unwrap_or(direction)
        });
        let ends = (rows as i32 - 1, cols as i32 - 1);
        self.size.squares().zip(&self.squares).all(|(square, &links)| {
            let (row, col) = symmetry.image((square.row as i32, square.col as i32), ends);
            let image = self.squares[self.size.index(Square { row: row as u32, col: col as u32 })];
            let turned = (0..8).fold(0, |all, d: usize| all | (links >> d & 1) << turned[d]);
            image == turned
        })
    }
}

/// For each direction that leads down: where moves begin that cross it, and their directions.
fn crossing() -> [Vec<((i32, i32), usize)>; 8] {
    let down = |direction: usize| KNIGHT[direction].0 > 0;
    std::array::from_fn(|direction| {
        let mut others = Vec::new();
        if !down(direction) {
            return others;
        }
        for other in (0..8).filter(|&other| down(other)) {
            for row in -2..=2 {
                for col in -4..=4 {
                    if cross(KNIGHT[direction], (row, col), KNIGHT[other]) {
                        others.push(((row, col), other));
                    }
                }
            }
        }
        others
    })
}

/// Whether the move from (0, 0) and the one from `at` have a point in common that ends neither.
fn cross(one: (i32, i32), at: (i32, i32), other: (i32, i32)) -> bool {
    let side = |(by, to): (i32, i32), (row, col): (i32, i32)| (by * col - to * row).signum();
    let ends = |from: (i32, i32), by: (i32, i32)| (from.0 + by.0, from.1 + by.1);
    let back = |from: (i32, i32), to: (i32, i32)| (to.0 - from.0, to.1 - from.1);
    side(one, at) * side(one, ends(at, other)) < 0
        && side(other, back(at, (0, 0))) * side(other, back(at, one)) < 0
}

fn sums(numbers: &Numbers) -> [Vec<u64>; 3] {
    let Size { rows, cols } = numbers.size();
    let mut sums = [vec![0; rows as usize], vec![0; cols as usize], Vec::new()];
    if rows == cols {
        sums[2] = vec![0; 2];
    }
    for (square, &number) in numbers.size().squares().zip(numbers.all().iter()) {
        let number = u64::from(number);
        sums[0][square.row as usize] += number;
        sums[1][square.col as usize] += number;
        if rows == cols {
            sums[2][0] += if square.row == square.col { number } else { 0 };
            sums[2][1] += if square.row + square.col + 1 == rows { number } else { 0 };
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looked(rows: u32, numbers: &[u32]) -> (bool, Looked) {
        let size = Size { rows, cols: numbers.len() as u32 / rows };
        let Facts { closed, looked } = Facts::of(&Numbers::new(size, numbers.to_vec()));
        (closed, looked.unwrap())
    }

    #[test]
    fn a_semi_magic_tour_is_known_as_one() {
        // W. Beverley, 1848: the first.
        let beverley = [
            [1, 30, 47, 52, 5, 28, 43, 54],
            [48, 51, 2, 29, 44, 53, 6, 27],
            [31, 46, 49, 4, 25, 8, 55, 42],
            [50, 3, 32, 45, 56, 41, 26, 7],
            [33, 62, 15, 20, 9, 24, 39, 58],
            [16, 19, 34, 61, 40, 57, 10, 23],
            [63, 14, 17, 36, 21, 12, 59, 38],
            [18, 35, 64, 13, 60, 37, 22, 11],
        ];
        let (closed, facts) = looked(8, &beverley.concat());
        assert!(!closed);
        assert_eq!(facts.magic(), "semi-magic");
        assert_eq!(facts.sums[0], [260; 8]);
        assert_eq!(facts.sums[1], [260; 8]);
    }

    #[test]
    fn a_closed_tour_with_quarter_turns_is_known_as_one() {
        // One of the five of 6x6.
        let quaternary = [
            [1, 16, 31, 24, 3, 10],
            [30, 23, 2, 9, 32, 25],
            [15, 36, 17, 26, 11, 4],
            [22, 29, 8, 35, 18, 33],
            [7, 14, 27, 20, 5, 12],
            [28, 21, 6, 13, 34, 19],
        ];
        let (closed, facts) = looked(6, &quaternary.concat());
        assert!(closed);
        assert_eq!(facts.symmetries, [Symmetry::QuarterTurn, Symmetry::HalfTurn]);
        assert_eq!(facts.magic(), "plain");
        // One number changed, and the picture is another.
        let mut broken = quaternary.concat();
        broken.swap(0, 1);
        assert_eq!(looked(6, &broken).1.symmetries, []);
    }

    #[test]
    fn turns_and_crossings_agree_with_every_pair_of_moves() {
        let open = [1, 4, 7, 10, 12, 9, 2, 5, 3, 6, 11, 8];
        let (closed, facts) = looked(3, &open);
        let path = Numbers::new(Size { rows: 3, cols: 4 }, open.to_vec());
        let path = path.path(&mut tabuleiro_core::contract::Meter::unlimited()).unwrap();
        let point = |square: Square| (square.row as i32, square.col as i32);
        let moves: Vec<_> = path.windows(2).map(|pair| (point(pair[0]), point(pair[1]))).collect();
        let by = |(from, to): ((i32, i32), (i32, i32))| (to.0 - from.0, to.1 - from.1);
        let mut crossings = 0;
        for (i, &one) in moves.iter().enumerate() {
            for &other in &moves[..i] {
                let at = (other.0.0 - one.0.0, other.0.1 - one.0.1);
                crossings += u64::from(cross(by(one), at, by(other)));
            }
        }
        let turns = moves.windows(2).filter(|pair| by(pair[0]) != by(pair[1])).count() as u64;
        assert!(!closed);
        assert_eq!((facts.turns, facts.crossings), (turns, crossings));
        assert_eq!(facts.symmetries, []);
    }

    #[test]
    fn crossing_is_mutual() {
        for (direction, others) in crossing().iter().enumerate() {
            assert_eq!(others.is_empty(), KNIGHT[direction].0 < 0);
            for &((row, col), other) in others {
                assert!(cross(KNIGHT[other], (-row, -col), KNIGHT[direction]));
            }
        }
    }
}
