//! A rectangle cut into tiles, and the snake through them: the first row of tiles to the right, the
//! next to the left, and so on down.

/// A side cut into tiles: all are equally long but the first, which takes what is left over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    first: u32,
    /// The others are this power of two long.
    shift: u32,
    pub(super) count: u32,
}

impl Cut {
    /// A side in tiles of a power of two, the first of them at least `least` long: the only one, if
    /// there is no room for two.
    pub(super) fn new(side: u32, shift: u32, least: u32) -> Self {
        let others = side.saturating_sub(least) >> shift;
        Cut { first: side - (others << shift), shift, count: others + 1 }
    }

    /// The tile that a place of the side is in, and where in it.
    #[inline]
    pub(super) fn find(self, at: u32) -> (u32, u8) {
        match at.checked_sub(self.first) {
            None => (0, at as u8),
            Some(beyond) => (1 + (beyond >> self.shift), (beyond & ((1 << self.shift) - 1)) as u8),
        }
    }

    /// Where a tile begins.
    #[inline]
    pub(super) fn start(self, tile: u32) -> u32 {
        if tile == 0 { 0 } else { self.first + ((tile - 1) << self.shift) }
    }

    /// How long a tile is.
    #[inline]
    pub(super) fn length(self, tile: u32) -> u32 {
        if tile == 0 { self.first } else { 1 << self.shift }
    }
}

/// The tiles of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) rows: Cut,
    pub(super) cols: Cut,
}

/// A tile by its row and its place along the snake in that row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) row: u32,
    pub(super) along: u32,
}

/// The four sides of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// Tiles that look alike lie in the same kind of row and place along it: so many kinds there are.
pub(super) const SLOTS: usize = 12;

impl Grid {
    pub(super) fn count(self) -> u64 {
        u64::from(self.rows.count) * u64::from(self.cols.count)
    }

    /// The place of a tile on the snake.
    #[inline]
    pub(super) fn order(self, spot: Spot) -> u64 {
        u64::from(spot.row) * u64::from(self.cols.count) + u64::from(spot.along)
    }

    /// The tile at a place of the snake.
    pub(super) fn spot(self, order: u64) -> Spot {
        let cols = u64::from(self.cols.count);
        Spot { row: (order / cols) as u32, along: (order % cols) as u32 }
    }

    /// The last tile of the snake.
    pub(super) fn last(self) -> Spot {
        Spot { row: self.rows.count - 1, along: self.cols.count - 1 }
    }

    pub(super) fn goes_right(row: u32) -> bool {
        row.is_multiple_of(2)
    }

    /// From the column of a tile to its place along the snake, or back.
    #[inline]
    pub(super) fn turned(self, row: u32, col: u32) -> u32 {
        if Grid::goes_right(row) { col } else { self.cols.count - 1 - col }
    }

    /// Height and width of a tile.
    pub(super) fn size(self, spot: Spot) -> (u32, u32) {
        (self.rows.length(spot.row), self.cols.length(self.turned(spot.row, spot.along)))
    }

    /// The colour of a tile's upper left square.
    pub(super) fn colour(self, spot: Spot) -> u32 {
        let col = self.turned(spot.row, spot.along);
        (self.rows.start(spot.row) + self.cols.start(col)) % 2
    }

    /// Where the snake comes in.
    pub(super) fn entrance(self, spot: Spot) -> Option<Side> {
        match (spot.along, spot.row) {
            (0, 0) => None,
            (0, _) => Some(Side::Top),
            _ => Some(if Grid::goes_right(spot.row) { Side::Left } else { Side::Right }),
        }
    }

    /// Where it goes out.
    pub(super) fn exit(self, spot: Spot) -> Option<Side> {
        match spot {
            _ if spot == self.last() => None,
            _ if spot.along + 1 == self.cols.count => Some(Side::Bottom),
            _ => Some(if Grid::goes_right(spot.row) { Side::Right } else { Side::Left }),
        }
    }

    /// The kind of a tile: first row, odd, even or last row; first, middle or last of the row.
    #[inline]
    pub(super) fn slot(self, spot: Spot) -> usize {
        let row = match spot.row {
            0 => 0,
            row if row + 1 == self.rows.count => 3,
            row => 2 - (row % 2) as usize,
        };
        let along = match spot.along {
            0 => 0,
            along if along + 1 == self.cols.count => 2,
            _ => 1,
        };
        3 * row + along
    }

    /// A tile of each kind that there is.
    pub(super) fn samples(self) -> impl Iterator<Item = Spot> {
        (0..SLOTS).filter_map(move |slot| {
            let (rows, cols) = (self.rows.count, self.cols.count);
            let row = [0, 1, 2, rows - 1][slot / 3];
            let along = [0, 1, cols - 1][slot % 3];
            let spot = Spot { row, along };
            (row < rows && along < cols && self.slot(spot) == slot).then_some(spot)
        })
    }
}
