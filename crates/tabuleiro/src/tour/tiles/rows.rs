//! The numbers of a layout row by row, at the speed of memory. In a row of tiles those of a kind that
//! lie side by side differ by a constant in every square, so that each is written by adding once.

use super::grid::{Grid, Spot};
use super::layout::Layout;
use super::tile::Tile;
use crate::board::Square;

/// Writes rows of a layout of at most 2^32 - 1 squares.
pub(in crate::tour) struct Rows<'a> {
    layout: &'a Layout,
    last: u32,
    /// The row of tiles that the pieces are of.
    band: Option<u32>,
    pieces: Vec<Piece>,
}

/// Tiles side by side that differ by a constant.
struct Piece {
    /// Squares of one tile of a row, and of all.
    width: usize,
    length: usize,
    /// The numbers of the first tile, row by row.
    numbers: Vec<u32>,
    /// What the next tile has more.
    gaps: Vec<u32>,
}

impl<'a> Rows<'a> {
    pub(in crate::tour) fn new(layout: &'a Layout) -> Self {
        let last = u32::try_from(layout.size().area()).expect("a numbered board");
        Rows { layout, last, band: None, pieces: Vec::new() }
    }

    /// Writes a row. Rows in order are faster than others.
    pub(in crate::tour) fn write(&mut self, row: u32, out: &mut [u32]) {
        let (layout, view) = (self.layout, self.layout.view());
        // A tour that is begun elsewhere is numbered beyond its end before it is cut there.
        let overflows = layout.shift > 0 && self.last > u32::MAX / 2;
        if view.transposes || overflows {
            for (col, number) in (0..).zip(out) {
                *number = layout.step(Square { row, col }) as u32;
            }
            return;
        }
        let seen = view.seen(layout.size(), Square { row, col: 0 }).row;
        let (band, within) = layout.grid.rows.find(seen);
        if self.band != Some(band) {
            self.gather(band);
        }
        let mut rest = &mut *out;
        for Piece { width, length, numbers, gaps } in &self.pieces {
            let (part, others) = rest.split_at_mut(*length);
            rest = others;
            let line = usize::from(within) * width..(usize::from(within) + 1) * width;
            match (*width == *length, width) {
                (true, _) => part.copy_from_slice(&numbers[line]),
                (_, 8) => spread::<8>(part, &numbers[line.clone()], &gaps[line]),
                _ => spread::<4>(part, &numbers[line.clone()], &gaps[line]),
            }
        }
        if layout.shift > 0 {
            for number in &mut *out {
                *number -= if *number > self.last { self.last } else { 0 };
            }
        }
        if view.flips_cols {
            out.reverse();
        }
    }

    /// Prepares a row of tiles.
    fn gather(&mut self, band: u32) {
        let layout = self.layout;
        let Grid { cols, .. } = layout.grid;
        let first = layout.grid.order(Spot { row: band, along: 0 });
        let mut cuts = vec![0, 1, u64::from(cols.count) - 1, u64::from(cols.count)];
        cuts.extend(layout.bounds().filter_map(|bound| bound.checked_sub(first)));
        cuts.retain(|&cut| cut <= u64::from(cols.count));
        for cut in &mut cuts {
            // Bounds along the snake are bounds of columns.
            *cut = if Grid::goes_right(band) { *cut } else { u64::from(cols.count) - *cut };
        }
        cuts.sort_unstable();
        cuts.dedup();
        self.band = Some(band);
        self.pieces.clear();
        for pair in cuts.windows(2) {
            let (col, end) = (pair[0] as u32, pair[1] as u32);
            self.pieces.push(self.piece(band, col, end - col));
        }
    }

    fn piece(&self, row: u32, col: u32, count: u32) -> Piece {
        let layout = self.layout;
        let tile_at = |col| layout.tile(Spot { row, along: layout.grid.turned(row, col) });
        let (tile, bases) = tile_at(col);
        // Counted from the end, a number is what is left.
        let (minus, plus) = if layout.reversed { (u32::MAX, self.last) } else { (0, 1) };
        let plus = plus.wrapping_add(layout.shift as u32);
        let signed = |number: u32| (number ^ minus).wrapping_sub(minus);
        let bases = bases.map(|base| signed(base as u32).wrapping_add(plus));
        let numbers = each_square(tile, bases, signed);
        let mut gaps = Vec::new();
        if count > 1 {
            let next = tile_at(col + 1).1;
            let next = next.map(|base| signed(base as u32).wrapping_add(plus));
            gaps =
                each_square(tile, [0, 1, 2].map(|run| next[run].wrapping_sub(bases[run])), |_| 0);
        }
        let width = layout.grid.cols.length(col) as usize;
        Piece { width, length: width * count as usize, numbers, gaps }
    }
}

/// For each square of a tile the base of its run, and something of its place more.
fn each_square(tile: &Tile, bases: [u32; 3], of: impl Fn(u32) -> u32) -> Vec<u32> {
    let [second, third] = [tile.before(1) as u32, tile.before(2) as u32];
    let square = |&place: &u8| {
        let place = u32::from(place);
        let base = if place < second { bases[0] } else { bases[1] };
        let base = if place < third { base } else { bases[2] };
        base.wrapping_add(of(place))
    };
    tile.places().iter().map(square).collect()
}

/// Writes tiles that are `W` wide, each with what it has more than the one before.
fn spread<const W: usize>(out: &mut [u32], numbers: &[u32], gaps: &[u32]) {
    let mut line: [u32; W] = std::array::from_fn(|i| numbers[i]);
    let gaps: [u32; W] = std::array::from_fn(|i| gaps[i]);
    for tile in out.chunks_exact_mut(W) {
        tile.copy_from_slice(&line);
        for (number, gap) in line.iter_mut().zip(gaps) {
            *number = number.wrapping_add(gap);
        }
    }
}
