//! How many squares lie before a tile on the snake, and which tile a number of squares ends in, where
//! tiles of a kind count alike. Both are found by arithmetic, however many tiles there are.

use super::grid::{Grid, SLOTS, Spot};

/// Lengths of tiles by their kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    lengths: [u64; SLOTS],
    /// Of whole rows: first, odd, even, last.
    sums: [u64; 4],
    grid: Grid,
}

impl Measure {
    /// Tiles of each kind are as long as `length` says.
    pub(super) fn new(grid: Grid, length: impl Fn(Spot) -> u64) -> Self {
        let mut lengths = [0; SLOTS];
        for spot in grid.samples() {
            lengths[grid.slot(spot)] = length(spot);
        }
        let middle = u64::from(grid.cols.count.saturating_sub(2));
        let sum =
            |row: usize| lengths[3 * row] + middle * lengths[3 * row + 1] + lengths[3 * row + 2];
        Measure { lengths, sums: [sum(0), sum(1), sum(2), sum(3)], grid }
    }

    /// The length of a tile.
    #[inline]
    pub(super) fn length(&self, spot: Spot) -> u64 {
        self.lengths[self.grid.slot(spot)]
    }

    /// The length of all tiles before one.
    #[inline]
    pub(super) fn before(&self, spot: Spot) -> u64 {
        let slot = self.grid.slot(spot);
        let (row, along) = (3 * (slot / 3), u64::from(spot.along));
        let in_row =
            if along == 0 { 0 } else { self.lengths[row] + (along - 1) * self.lengths[row + 1] };
        self.rows_before(spot.row) + in_row
    }

    /// The length of all rows of tiles before one.
    #[inline]
    fn rows_before(&self, row: u32) -> u64 {
        let row = u64::from(row);
        match row {
            0 => 0,
            _ => self.sums[0] + row / 2 * self.sums[1] + (row - 1) / 2 * self.sums[2],
        }
    }

    /// The tile that a length ends in, and how far into it.
    #[inline]
    pub(super) fn find(&self, length: u64) -> (Spot, u64) {
        let last = self.grid.rows.count - 1;
        let row = match length.checked_sub(self.sums[0]) {
            None => 0,
            Some(beyond) => {
                // Rows of both directions count as a pair.
                let pair = self.sums[1] + self.sums[2];
                let pairs = beyond.checked_div(pair).unwrap_or(u64::from(last));
                let odd = beyond.wrapping_sub(pairs.wrapping_mul(pair)) >= self.sums[1];
                let row = pairs.saturating_mul(2).saturating_add(1 + u64::from(odd));
                row.min(u64::from(last)) as u32
            }
        };
        let rest = length - self.rows_before(row);
        let kinds = 3 * (self.grid.slot(Spot { row, along: 0 }) / 3);
        let (first, middle) = (self.lengths[kinds], self.lengths[kinds + 1]);
        let Some(beyond) = rest.checked_sub(first) else { return (Spot { row, along: 0 }, rest) };
        let most = u64::from(self.grid.cols.count - 1);
        let along = beyond.checked_div(middle).map_or(most, |tiles| (tiles + 1).min(most));
        (Spot { row, along: along as u32 }, beyond - (along - 1) * middle)
    }
}
