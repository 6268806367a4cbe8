//! Divide and conquer (after Parberry 1997; Conrad, Hindrichs, Morsy and Wegener 1994): the strategy `tiles`,
//! tours of whole rectangles in linear time, as fast as they can be written down.
//!
//! A rectangle is cut into tiles of 8x8, the first row and the first column of them up to 15 high and
//! wide, and the tiles are laid along a snake. Small searches find a path through each kind of tile,
//! from where the snake comes in to where it goes out; an open tour follows the snake, a closed one
//! goes out and back, and given ends change the tiles that they are in. Boards three and four wide
//! have tiles of four columns and ports of their own.

mod grid;
mod implicit;
mod layout;
mod measure;
mod ports;
mod rows;
#[cfg(test)]
mod tests;
mod tile;
mod view;
mod weave;

use search::{Limit, Meter};

use super::Tour;
use grid::{Cut, Grid, Spot};
pub use layout::Layout;
use layout::{Head, Parts, Tiles};
use ports::{Colours, Ports};
use tabuleiro_core::board::{Size, Square};
use tile::Cell;
use view::View;
use weave::weave;

/// What comes of looking for something: it is found, it is not there, or a limit fired.
type Found<T> = Result<Option<T>, Limit>;

/// Ends that are tried where they are not given.
const CHOICES: usize = 240;

/// Whether a board has several tiles, and so is one for this strategy.
pub(super) fn fits(tour: &Tour) -> bool {
    let Size { rows, cols } = tour.size();
    let several = |long| match rows.min(cols) {
        0..3 => false,
        3 => long > 10,
        4 => long > 8,
        _ => long > 15,
    };
    let thin = rows.min(cols) < 5;
    let open_ends = !tour.is_closed() && (tour.start().is_some() || tour.end().is_some());
    tour.is_plain() && !tour.has_holes() && several(rows.max(cols)) && !(thin && open_ends)
}

/// Lays a tour, with no board in memory, however large. `None` if no way of laying it is known, which
/// is no proof that there is none.
pub fn lay(tour: &Tour, meter: &mut Meter<'_>) -> Found<Layout> {
    let size = tour.size();
    if !tour.is_plain() || tour.has_holes() || size.rows.min(size.cols) < 3 {
        return Ok(None);
    }
    // An end that lies badly in its tile may lie well in another.
    for least in [8, 12] {
        for view in View::all() {
            let Some(ground) = Ground::new(size, view, least) else { continue };
            if let Some(layout) = ground.lay(tour, meter)? {
                return Ok(Some(layout));
            }
        }
    }
    Ok(None)
}

/// A board as it is seen one way, cut into tiles.
struct Ground {
    size: Size,
    view: View,
    grid: Grid,
}

impl Ground {
    /// The board seen one way, its first tile at least so wide. `None` if tiles cannot be laid that
    /// way.
    fn new(size: Size, view: View, least: u32) -> Option<Self> {
        let Size { rows, cols } = view.seen_size(size);
        let grid = match (rows, cols) {
            // Narrow tiles are laid from left to right.
            (3, 3..) => Grid { rows: Cut::new(3, 3, 3), cols: Cut::new(cols, 2, 7) },
            (4, 4..) => Grid { rows: Cut::new(4, 3, 4), cols: Cut::new(cols, 2, 5) },
            (5.., 5..) => Grid { rows: Cut::new(rows, 3, 8), cols: Cut::new(cols, 3, least) },
            _ => return None,
        };
        let (height, width) = grid.size(Spot { row: 0, along: 0 });
        // In a single column no snake turns round.
        let turns = grid.rows.count == 1 || grid.cols.count > 1;
        (turns && height * width <= weave::MOST).then_some(Ground { size, view, grid })
    }

    fn lay(&self, tour: &Tour, meter: &mut Meter<'_>) -> Found<Layout> {
        let seen = |square: Option<Square>| square.map(|s| self.view.seen(self.size, s));
        let (start, end) = (seen(tour.start()), seen(tour.end()));
        let several = self.grid.count() > 1;
        match (start, end) {
            // The ends of a closed tour are a move apart, so that any tour between them is closed.
            (Some(_), Some(_)) => self.open(start, end, meter),
            _ if tour.is_closed() && several => {
                let Some(mut layout) = self.closed(meter)? else { return Ok(None) };
                let first = tour.start().map(|start| layout.step(start) - 1);
                let last = tour.end().map(|end| layout.step(end));
                // Begun later, every number is less by so much.
                let late = first.or(last).unwrap_or(0);
                layout.shift = (self.size.area() - late) % self.size.area();
                Ok(Some(layout))
            }
            // A closed tour of a single tile is one that ends next to where it starts.
            _ if tour.is_closed() => self.around(start, end, meter),
            (None, Some(_)) => Ok(self.open(end, None, meter)?.map(reversed)),
            _ => self.open(start, None, meter),
        }
    }

    /// A closed tour of one tile.
    fn around(
        &self,
        start: Option<Square>,
        end: Option<Square>,
        meter: &mut Meter<'_>,
    ) -> Found<Layout> {
        let given = start.or(end).unwrap_or(Square { row: 0, col: 0 });
        for near in self.view.seen_size(self.size).knight_moves(given) {
            let (start, end) = if end.is_some() { (near, given) } else { (given, near) };
            if let Some(layout) = self.open(Some(start), Some(end), meter)? {
                return Ok(Some(layout));
            }
        }
        Ok(None)
    }

    /// A tour with these ends, or with the first that will do.
    fn open(
        &self,
        start: Option<Square>,
        end: Option<Square>,
        meter: &mut Meter<'_>,
    ) -> Found<Layout> {
        let last = self.grid.last();
        // On boards four wide both ends lie at the same end of the snake.
        let first = if self.is_four_wide() { last } else { Spot { row: 0, along: 0 } };
        let mut tries = 0;
        for start in self.given_or_in(start, first) {
            for end in self.given_or_in(end, last) {
                if start == end || !self.colours_fit(start, end) {
                    continue;
                }
                if let Some(layout) = self.between(start, end, meter)? {
                    return Ok(Some(layout));
                }
                tries += 1;
                if tries == CHOICES {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    fn is_four_wide(&self) -> bool {
        self.view.seen_size(self.size).rows == 4
    }

    /// A square, or those of a tile if it is not given.
    fn given_or_in(
        &self,
        square: Option<Square>,
        spot: Spot,
    ) -> impl Iterator<Item = Square> + use<> {
        let (height, width) = if square.is_some() { (1, 1) } else { self.grid.size(spot) };
        let col = self.grid.cols.start(self.grid.turned(spot.row, spot.along));
        let first = square.unwrap_or(Square { row: self.grid.rows.start(spot.row), col });
        (0..height).flat_map(move |down| {
            (0..width).map(move |right| Square { row: first.row + down, col: first.col + right })
        })
    }

    fn colours_fit(&self, start: Square, end: Square) -> bool {
        let colour = |square: Square| (square.row + square.col) % 2;
        match self.size.area() % 2 {
            0 => colour(start) != colour(end),
            _ => colour(start) == 0 && colour(end) == 0,
        }
    }

    /// A tour with these ends, whose colours fit.
    fn between(&self, start: Square, end: Square, meter: &mut Meter<'_>) -> Found<Layout> {
        let grid = self.grid;
        if self.spot(start) > self.spot(end) {
            return Ok(self.between(end, start, meter)?.map(reversed));
        }
        let colour = (start.row + start.col) % 2;
        // The first tile may have one square too many of a colour, and then turns it round.
        let later = if self.size.area().is_multiple_of(2) { colour } else { 1 - colour };
        let near = Colours { out: later, back: colour };
        let far = Colours { out: later, back: later };
        let (first, last) = (self.spot(start), self.spot(end));
        let mut heads = Vec::new();
        for spot in if first == last { vec![first] } else { vec![first, last] } {
            let before = Ports::new(grid, spot, near, false);
            let after = Ports::new(grid, spot, far, false);
            let starts = (spot == first).then(|| self.cell(start));
            let ends = (spot == last).then(|| self.cell(end));
            let runs = runs((before.a, before.d), (after.b, after.c), (starts, ends));
            let Some(tile) = weave(grid.size(spot), &runs, meter)? else { return Ok(None) };
            heads.push(Head { spot, tile });
        }
        let (from, to) = (grid.order(first), grid.order(last));
        let Some(line) = self.tiles((from + 1, to), far, Pass::Once, meter)? else {
            return Ok(None);
        };
        let Some(near) = self.tiles((0, from), near, Pass::Twice, meter)? else { return Ok(None) };
        let beyond = (to + 1, grid.count());
        let Some(far) = self.tiles(beyond, far, Pass::Twice, meter)? else { return Ok(None) };
        let parts = Parts { view: self.view, grid, heads, line, near, far };
        Ok(Some(Layout::new(self.size, parts)))
    }

    /// A closed tour of several tiles.
    fn closed(&self, meter: &mut Meter<'_>) -> Found<Layout> {
        let colours = Colours { out: 0, back: 0 };
        let all = (0, self.grid.count());
        let Some(far) = self.tiles(all, colours, Pass::Twice, meter)? else { return Ok(None) };
        let none = || -> Tiles { Default::default() };
        let (view, grid) = (self.view, self.grid);
        let parts = Parts { view, grid, heads: Vec::new(), line: none(), near: none(), far };
        Ok(Some(Layout::new(self.size, parts)))
    }

    /// A tile of every kind for a part of the snake.
    fn tiles(
        &self,
        (first, end): (u64, u64),
        colours: Colours,
        pass: Pass,
        meter: &mut Meter<'_>,
    ) -> Found<Tiles> {
        let grid = self.grid;
        let mut tiles = Tiles::default();
        if first >= end {
            return Ok(Some(tiles));
        }
        for spot in grid.samples() {
            let order = grid.order(spot);
            // Of the ends of the snake there is one each.
            let alone = order == 0 || spot == grid.last();
            if alone && !(first..end).contains(&order) {
                continue;
            }
            let Ports { a, b, c, d } = Ports::new(grid, spot, colours, pass == Pass::Twice);
            let runs: Vec<(Cell, Cell)> = match pass {
                Pass::Once => a.zip(b).into_iter().collect(),
                // An end of the snake is where the path turns round.
                Pass::Twice if order == 0 => c.zip(b).into_iter().collect(),
                Pass::Twice if spot == grid.last() => a.zip(d).into_iter().collect(),
                Pass::Twice => a.zip(b).into_iter().chain(c.zip(d)).collect(),
            };
            let Some(tile) = weave(grid.size(spot), &runs, meter)? else { return Ok(None) };
            tiles[grid.slot(spot)] = Some(tile);
        }
        Ok(Some(tiles))
    }

    fn spot(&self, square: Square) -> Spot {
        let (row, col) = (self.grid.rows.find(square.row).0, self.grid.cols.find(square.col).0);
        Spot { row, along: self.grid.turned(row, col) }
    }

    fn cell(&self, square: Square) -> Cell {
        Cell { row: self.grid.rows.find(square.row).1, col: self.grid.cols.find(square.col).1 }
    }
}

/// How often tiles are passed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Once,
    Twice,
}

/// The runs of a tile that holds an end of the tour, or both. If it holds the start and tiles lie
/// before it, the path first leaves for those; if it holds the end and tiles lie beyond, it comes back
/// from them last.
fn runs(
    (enters, leaves): (Option<Cell>, Option<Cell>),
    (goes_on, comes_back): (Option<Cell>, Option<Cell>),
    (start, end): (Option<Cell>, Option<Cell>),
) -> Vec<(Cell, Cell)> {
    let mut runs = Vec::new();
    let mut from = start.or(enters);
    if let (Some(start), Some(leaves)) = (start, leaves) {
        runs.push((start, leaves));
        from = enters;
    }
    let to = if end.is_some() && goes_on.is_none() { end } else { goes_on };
    runs.extend(from.zip(to));
    if goes_on.is_some() {
        runs.extend(comes_back.zip(end));
    }
    runs
}

fn reversed(mut layout: Layout) -> Layout {
    layout.reversed = !layout.reversed;
    layout
}
