//! Squares, edges and leapers: what a board is before any thought of speed.

/// A square by its row from the top and its column from the left, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The row from the top.
    pub row: u32,
    /// The column from the left.
    pub column: u32,
}

impl Square {
    /// The square in this row and column.
    pub fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }
}

/// Which sides of the board touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Edges {
    /// Left touches right and top touches bottom.
    #[default]
    Torus,
    /// No sides touch.
    Plane,
    /// Left touches right; top and bottom are walls.
    Cylinder,
}

impl Edges {
    /// Whether leaving by the right side enters by the left.
    pub fn columns_wrap(self) -> bool {
        self != Edges::Plane
    }

    /// Whether leaving by the bottom enters by the top.
    pub fn rows_wrap(self) -> bool {
        self == Edges::Torus
    }
}

/// A piece that jumps `a` squares along one axis and `b` along the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaper {
    /// One leg of the jump.
    pub a: u32,
    /// The other leg.
    pub b: u32,
}

impl Leaper {
    /// The chess knight.
    pub const KNIGHT: Leaper = Leaper { a: 1, b: 2 };

    /// The distinct moves as (row change, column change), in the order every path is compared by:
    /// row change first, then column change, both ascending.
    pub fn moves(self) -> Vec<(i64, i64)> {
        let (a, b) = (i64::from(self.a), i64::from(self.b));
        let mut moves = Vec::with_capacity(8);
        for (down, right) in [(a, b), (b, a)] {
            for signs in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
                moves.push((down * signs.0, right * signs.1));
            }
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

/// Everything about a board but its blocked squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many rows; at least 1.
    pub rows: u32,
    /// How many columns; at least 1.
    pub columns: u32,
    /// Which sides touch.
    pub edges: Edges,
    /// The piece that moves.
    pub leaper: Leaper,
}

impl Shape {
    /// The square one move away, or nothing if the move leaves by a side that touches no other.
    pub fn step(&self, from: Square, (down, right): (i64, i64)) -> Option<Square> {
        let row = along(from.row, down, self.rows, self.edges.rows_wrap())?;
        let column = along(from.column, right, self.columns, self.edges.columns_wrap())?;
        Some(Square { row, column })
    }

    /// How many squares the board has.
    pub fn squares(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }
}

/// One coordinate of a move.
fn along(from: u32, change: i64, side: u32, wraps: bool) -> Option<u32> {
    let to = i64::from(from) + change;
    let side = i64::from(side);
    let to = if wraps { to.rem_euclid(side) } else { to };
    (0..side).contains(&to).then_some(to as u32)
}
