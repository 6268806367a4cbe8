//! A tour as tiles laid along a snake: which square is visited when, by arithmetic, with no board in
//! memory.
//!
//! A tour from `s` to `e` passes the tiles between theirs once. Those before the tile of `s` it passes
//! first, back to the first tile and out again; those after the tile of `e` last, out to the last tile
//! and back. A closed tour passes all tiles so, as if `e` lay before the first. Every tile holds runs
//! of consecutive numbers, so that a number is the base of its run and a place in the tile.

use std::ops::Range;

use super::grid::{Grid, SLOTS, Spot};
use super::measure::Measure;
use super::rows::Rows;
use super::tile::{Cell, Tile};
use super::view::View;
use tabuleiro_core::board::{Size, Square};

/// Tiles by their kind.
pub(super) type Tiles = [Option<Tile>; SLOTS];

/// Tiles that are passed twice.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Loop {
    tiles: Tiles,
    out: Measure,
    back: Measure,
    /// The places along the path that it takes up.
    places: Range<u64>,
    /// The place along the path where it turns round.
    turn: u64,
    /// Whether the way out comes before the way back.
    out_first: bool,
    /// To be added to what lies before a tile on the way out.
    out_base: u64,
    /// What lies before the end of a tile on the way back is to be taken from it.
    back_base: u64,
}

impl Loop {
    /// Tiles from `first` up to `end` on the snake, which take up these places of the path.
    fn new(grid: Grid, tiles: Tiles, (first, end): (u64, u64), places: Range<u64>) -> Self {
        let of = |run: usize| {
            let length = |spot| tiles[grid.slot(spot)].as_ref().map_or(0, |tile| tile.length(run));
            Measure::new(grid, length)
        };
        let (out, back) = (of(0), of(1));
        let out_first = first > 0 || end == grid.count();
        let before = |way: &Measure, order| way.before(grid.spot(order));
        let (turn, out_base, back_base);
        if out_first {
            out_base = places.start.wrapping_sub(before(&out, first));
            back_base = places.end + before(&back, first);
            // The last tile is passed once, and ends the way out.
            turn = out_base.wrapping_add(before(&out, end - 1) + out.length(grid.last()));
        } else {
            turn = places.start + before(&back, end);
            (out_base, back_base) = (turn, turn);
        }
        Loop { tiles, out, back, places, turn, out_first, out_base, back_base }
    }

    #[inline]
    fn tile(&self, spot: Spot, slot: usize) -> (&Tile, [u64; 3]) {
        let tile = laid(&self.tiles[slot]);
        let out = self.out_base.wrapping_add(self.out.before(spot));
        let past = self.back.before(spot) + self.back.length(spot);
        let back = self.back_base.wrapping_sub(past).wrapping_sub(tile.before(1));
        (tile, [out, back, 0])
    }

    /// The tile that holds a place along the path, where it lies, and the place in it.
    #[inline]
    fn find(&self, grid: Grid, along: u64) -> (Spot, &Tile, u64) {
        if self.out_first == (along < self.turn) {
            let (spot, place) = self.out.find(along.wrapping_sub(self.out_base));
            return (spot, laid(&self.tiles[grid.slot(spot)]), place);
        }
        let (spot, left) = self.back.find(self.back_base - 1 - along);
        let tile = laid(&self.tiles[grid.slot(spot)]);
        (spot, tile, tile.before(2) - 1 - left)
    }
}

fn laid(tile: &Option<Tile>) -> &Tile {
    tile.as_ref().expect("a tile of every kind that is laid")
}

/// The tile that holds the first or the last square of a tour, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) spot: Spot,
    pub(super) tile: Tile,
}

/// A tour of a rectangle that is nowhere written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    size: Size,
    view: View,
    pub(super) grid: Grid,
    squares: u64,
    /// The tiles of the start and of the end, if the snake has ends, by their place on it.
    heads: Vec<(u64, Tile, [u64; 3])>,
    /// Tiles from the first place up to the second are passed once, others twice.
    once: (u64, u64),
    areas: Measure,
    line: Tiles,
    near: Option<Loop>,
    far: Option<Loop>,
    /// Whether the tour is walked from its end to its start.
    pub(super) reversed: bool,
    /// The number of the first square along the snake, from 0.
    pub(super) shift: u64,
}

/// All that a layout is made of.
pub(super) struct Parts {
    pub(super) view: View,
    pub(super) grid: Grid,
    pub(super) heads: Vec<Head>,
    pub(super) line: Tiles,
    pub(super) near: Tiles,
    pub(super) far: Tiles,
}

impl Layout {
    /// Puts tiles together. There is one head if it holds both ends, none if the tour is closed.
    pub(super) fn new(size: Size, parts: Parts) -> Self {
        let Parts { view, grid, heads, line, near, far } = parts;
        let (squares, tiles) = (size.area(), grid.count());
        let areas = Measure::new(grid, |spot| {
            let (height, width) = grid.size(spot);
            u64::from(height) * u64::from(width)
        });
        let order = |head: &Head| grid.order(head.spot);
        let once = (heads.first().map_or(0, order), heads.last().map_or(0, |head| order(head) + 1));
        let (has_near, has_far) = (once.0 > 0, once.1 < tiles);
        let count = heads.len();
        let mut laid = Vec::new();
        let mut far_places = 0..squares;
        for (i, Head { spot, tile }) in heads.into_iter().enumerate() {
            let (before, area) = (areas.before(spot), areas.length(spot));
            let mut bases = [before; 3];
            let mut run = 0;
            if i == 0 && has_near {
                bases[0] = 0;
                run = 1;
            }
            if i + 1 == count && has_far {
                // The last run holds the last numbers; all of the tile but that run comes before
                // the tiles beyond.
                let kept = tile.length(run + 1);
                bases[run + 1] = squares - area;
                far_places = before + area - kept..squares - kept;
            }
            laid.push((grid.order(spot), tile, bases));
        }
        let near_places = || {
            let (start, tile, _) = &laid[0];
            tile.length(0)..areas.before(grid.spot(*start)) + tile.length(0)
        };
        Layout {
            near: has_near.then(|| Loop::new(grid, near, (0, once.0), near_places())),
            far: has_far.then(|| Loop::new(grid, far, (once.1, tiles), far_places)),
            size,
            view,
            grid,
            squares,
            heads: laid,
            once,
            areas,
            line,
            reversed: false,
            shift: 0,
        }
    }

    /// The rectangle.
    pub fn size(&self) -> Size {
        self.size
    }

    pub(super) fn view(&self) -> View {
        self.view
    }

    /// When a square is visited, from 1.
    #[inline]
    pub fn step(&self, square: Square) -> u64 {
        let seen = self.view.seen(self.size, square);
        let (row, cell_row) = self.grid.rows.find(seen.row);
        let (col, cell_col) = self.grid.cols.find(seen.col);
        let spot = Spot { row, along: self.grid.turned(row, col) };
        let (tile, bases) = self.tile(spot);
        let (place, run) = tile.place(Cell { row: cell_row, col: cell_col });
        self.number(bases[run].wrapping_add(place)) + 1
    }

    /// The square that is visited then: a number from 1 to the number of squares.
    #[inline]
    pub fn square(&self, step: u64) -> Square {
        let along = self.along(step - 1);
        let (spot, tile, place) = self.find(along);
        let Cell { row, col } = tile.cell(place);
        let seen = Square {
            row: self.grid.rows.start(spot.row) + u32::from(row),
            col: self.grid.cols.start(self.grid.turned(spot.row, spot.along)) + u32::from(col),
        };
        self.view.real(self.size, seen)
    }

    /// Writes the numbers of all squares in reading order: as many as there are squares, at most
    /// 2^32 - 1.
    pub fn write(&self, numbers: &mut [u32]) {
        let mut rows = Rows::new(self);
        for (row, out) in (0..).zip(numbers.chunks_exact_mut(self.size.cols as usize)) {
            rows.write(row, out);
        }
    }

    /// From the place along the snake to the number, both from 0.
    #[inline]
    pub(super) fn number(&self, along: u64) -> u64 {
        let turned = if self.reversed { self.squares - 1 - along } else { along };
        let number = turned + self.shift;
        if number < self.squares { number } else { number - self.squares }
    }

    /// From the number to the place along the snake.
    #[inline]
    fn along(&self, number: u64) -> u64 {
        let turned = if number < self.shift { number + self.squares } else { number } - self.shift;
        if self.reversed { self.squares - 1 - turned } else { turned }
    }

    /// A tile, and what is to be added to a place in each of its runs.
    #[inline]
    pub(super) fn tile(&self, spot: Spot) -> (&Tile, [u64; 3]) {
        let (order, slot) = (self.grid.order(spot), self.grid.slot(spot));
        match (&self.near, &self.far) {
            (Some(near), _) if order < self.once.0 => return near.tile(spot, slot),
            (_, Some(far)) if order >= self.once.1 => return far.tile(spot, slot),
            _ => {}
        }
        for (head, tile, bases) in &self.heads {
            if *head == order {
                return (tile, *bases);
            }
        }
        (laid(&self.line[slot]), [self.areas.before(spot); 3])
    }

    /// The places of the snake where one kind of passing gives way to another.
    pub(super) fn bounds(&self) -> impl Iterator<Item = u64> + '_ {
        self.heads.iter().flat_map(|(head, ..)| [*head, head + 1])
    }

    /// The tile that holds a place along the path, where it lies, and the place in it.
    #[inline]
    fn find(&self, along: u64) -> (Spot, &Tile, u64) {
        for way in [&self.near, &self.far].into_iter().flatten() {
            if way.places.contains(&along) {
                return way.find(self.grid, along);
            }
        }
        for (order, tile, bases) in &self.heads {
            for (run, base) in bases.iter().enumerate() {
                let place = along.wrapping_sub(*base);
                if place >= tile.before(run) && place < tile.before(run) + tile.length(run) {
                    return (self.grid.spot(*order), tile, place);
                }
            }
        }
        let (spot, place) = self.areas.find(along);
        (spot, laid(&self.line[self.grid.slot(spot)]), place)
    }
}
