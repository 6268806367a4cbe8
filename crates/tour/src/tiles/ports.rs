//! Where the path crosses from tile to tile.
//!
//! The snake of tiles is passed once, or twice: out along it and back. Between two tiles the way out
//! leaves at `b` and enters the next tile at `a`; the way back leaves that one at `d` and enters the
//! first at `c`. For each there are two squares side by side: the one is taken whose colour the path has
//! reached.

use super::grid::{Grid, Side, Spot};
use super::tile::Cell;

/// The colours of squares that are entered, on the way out and on the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colours {
    pub(super) out: u32,
    pub(super) back: u32,
}

/// The squares of a tile where the path crosses its sides. Of a side that is not crossed there are
/// none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ports {
    /// Entered on the way out.
    pub(super) a: Option<Cell>,
    /// Left on the way out.
    pub(super) b: Option<Cell>,
    /// Entered on the way back.
    pub(super) c: Option<Cell>,
    /// Left on the way back.
    pub(super) d: Option<Cell>,
}

impl Ports {
    /// Those of a tile.
    pub(super) fn new(grid: Grid, spot: Spot, colours: Colours, twice: bool) -> Self {
        let (height, width) = grid.size(spot);
        let (height, width) = (height as u8, width as u8);
        let (entrance, exit) = (grid.entrance(spot), grid.exit(spot));
        let left = |row, col| entrance.map(|_| Cell { row, col });
        let right = |row, from_right| exit.map(|_| Cell { row, col: width - 1 - from_right });
        match (height, twice) {
            // Narrow boards leave no choice. They are one row of tiles.
            (3, false) => Ports { a: left(0, 0), b: right(2, 0), c: None, d: None },
            (3, true) => Ports { a: left(0, 0), b: right(1, 1), c: right(0, 1), d: left(1, 0) },
            (4, _) => Ports { a: left(1, 0), b: right(3, 0), c: right(0, 0), d: left(2, 0) },
            _ => {
                // The snake turns down at the right end of a row that goes right, and a row that
                // goes left begins below that end.
                let mirrored = |side| (side == Side::Bottom) == Grid::goes_right(spot.row);
                let port = |side: Option<Side>, from_corner: u8, colour: u32| {
                    let side = side?;
                    let cell = |along: u8| match side {
                        Side::Left => Cell { row: along, col: 0 },
                        Side::Right => Cell { row: along, col: width - 1 },
                        Side::Top | Side::Bottom => Cell {
                            row: if side == Side::Top { 0 } else { height - 1 },
                            col: if mirrored(side) { width - 1 - along } else { along },
                        },
                    };
                    let colour_of = |cell: Cell| {
                        (grid.colour(spot) + u32::from(cell.row) + u32::from(cell.col)) % 2
                    };
                    let cells = [cell(from_corner), cell(from_corner + 1)];
                    cells.into_iter().find(|&cell| colour_of(cell) == colour)
                };
                Ports {
                    a: port(entrance, 0, colours.out),
                    b: port(exit, 2, 1 - colours.out),
                    c: port(exit, 0, colours.back),
                    d: port(entrance, 2, 1 - colours.back),
                }
            }
        }
    }
}
