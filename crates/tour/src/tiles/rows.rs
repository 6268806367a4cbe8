//! The numbers of a layout row by row, at the speed of memory. In a row of tiles those of a kind that
//! lie side by side differ by a constant in every square, so that each is written by adding once.

use search::{Limit, Meter};

use super::grid::{Grid, Spot};
use super::layout::Layout;
use super::tile::Tile;
use tabuleiro_core::board::Square;

/// Writes rows of a layout of at most 2^32 - 1 squares.
pub(crate) struct Rows<'a> {
    layout: &'a Layout,
    last: u32,
    /// The row of tiles that the pieces are of.
    band: Option<u32>,
    pieces: Vec<Piece>,
    /// Of each piece the numbers of its first tile, row by row.
    numbers: Vec<u32>,
    /// What the next tile has more.
    gaps: Vec<u32>,
}

/// Tiles side by side that differ by a constant.
struct Piece {
    /// Squares of one tile of a row, and of all.
    width: usize,
    length: usize,
    /// Where its numbers begin, and its gaps, if it has several tiles.
    from: usize,
    gaps_from: usize,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(layout: &'a Layout) -> Self {
        let last = u32::try_from(layout.size().area()).expect("a numbered board");
        let (pieces, numbers, gaps) = Default::default();
        Rows { layout, last, band: None, pieces, numbers, gaps }
    }

    /// Whether each square is asked for: a tour that is begun elsewhere is numbered beyond its end
    /// before it is cut there.
    fn is_by_squares(&self) -> bool {
        let overflows = self.layout.shift > 0 && self.last > u32::MAX / 2;
        self.layout.view().transposes || overflows
    }

    /// [`write`](Rows::write) under limits, where that does not go at the speed of memory.
    pub(crate) fn write_within(
        &mut self,
        row: u32,
        out: &mut [u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        if !self.is_by_squares() {
            self.write(row, out);
            return Ok(());
        }
        for (col, number) in (0..).zip(out) {
            meter.check_limits()?;
            *number = self.layout.step(Square { row, col }) as u32;
        }
        Ok(())
    }

    /// Writes a row. Rows in order are faster than others.
    pub(crate) fn write(&mut self, row: u32, out: &mut [u32]) {
        let (layout, view) = (self.layout, self.layout.view());
        if self.is_by_squares() {
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
        for &Piece { width, length, from, gaps_from } in &self.pieces {
            let (part, others) = rest.split_at_mut(length);
            rest = others;
            let line = usize::from(within) * width;
            let numbers = &self.numbers[from + line..][..width];
            if width == length {
                part.copy_from_slice(numbers);
                continue;
            }
            let gaps = &self.gaps[gaps_from + line..][..width];
            match width {
                8 => spread::<8>(part, numbers, gaps),
                _ => spread::<4>(part, numbers, gaps),
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
        self.numbers.clear();
        self.gaps.clear();
        for pair in cuts.windows(2) {
            let (col, end) = (pair[0] as u32, pair[1] as u32);
            self.add(band, col, end - col);
        }
    }

    /// Adds the tiles of a piece.
    fn add(&mut self, row: u32, col: u32, count: u32) {
        let layout = self.layout;
        // Counted from the end, a number is what is left.
        let (minus, plus) = if layout.reversed { (u32::MAX, self.last) } else { (0, 1) };
        let plus = plus.wrapping_add(layout.shift as u32);
        let signed = move |number: u32| (number ^ minus).wrapping_sub(minus);
        let tile_at = |col| {
            let (tile, bases) = layout.tile(Spot { row, along: layout.grid.turned(row, col) });
            (tile, bases.map(|base| signed(base as u32).wrapping_add(plus)))
        };
        let (tile, bases) = tile_at(col);
        let width = layout.grid.cols.length(col) as usize;
        let length = width * count as usize;
        let (from, gaps_from) = (self.numbers.len(), self.gaps.len());
        self.pieces.push(Piece { width, length, from, gaps_from });
        add_squares(&mut self.numbers, tile, bases, u32::MAX, minus);
        if count > 1 {
            let next = tile_at(col + 1).1;
            let gaps = [0, 1, 2].map(|run| next[run].wrapping_sub(bases[run]));
            add_squares(&mut self.gaps, tile, gaps, 0, 0);
        }
    }
}

/// Adds for each square of a tile the base of its run, and its place as `kept` and `minus` have it: all
/// bits set keep it, or take it off.
fn add_squares(list: &mut Vec<u32>, tile: &Tile, bases: [u32; 3], kept: u32, minus: u32) {
    let [second, third] = [tile.before(1) as i32, tile.before(2) as i32];
    let from = list.len();
    list.resize(from + tile.places().len(), 0);
    // Signs instead of choices, so that the compiler takes many squares at once.
    let steps = [bases[1].wrapping_sub(bases[0]), bases[2].wrapping_sub(bases[1])];
    for (number, &place) in list[from..].iter_mut().zip(tile.places()) {
        let place = i32::from(place);
        let at_least = |bound: i32| !((place - bound) >> 31) as u32;
        let base = bases[0]
            .wrapping_add(at_least(second) & steps[0])
            .wrapping_add(at_least(third) & steps[1]);
        *number = base.wrapping_add((place as u32 & kept ^ minus).wrapping_sub(minus));
    }
}

/// Writes tiles that are `W` wide, each with what it has more than the one before.
#[inline]
fn spread<const W: usize>(out: &mut [u32], numbers: &[u32], gaps: &[u32]) {
    let mut line: [u32; W] = std::array::from_fn(|i| numbers[i]);
    let gaps: [u32; W] = std::array::from_fn(|i| gaps[i]);
    for tile in out.as_chunks_mut::<W>().0 {
        *tile = line;
        for i in 0..W {
            line[i] = line[i].wrapping_add(gaps[i]);
        }
    }
}
