//! The board as a graph: for each square and direction the square there. For searches that know
//! nothing of edges, holes or pieces.

use search::{Limit, Meter};

use super::Tour;
use tabuleiro_core::board::{Size, Square};

/// Where there is no square.
pub(super) const NONE: u32 = u32::MAX;

/// Squares by their place in reading order, and what a move joins.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    size: Size,
    /// By direction; [`NONE`] where a move leaves the board, meets a hole, leads back, or leads
    /// where an earlier direction leads.
    near: Vec<[u32; 8]>,
    /// Whether the place is a square of the board.
    has: Vec<bool>,
}

impl Graph {
    /// Bytes held for each square.
    pub(super) const BYTES: u64 = 33;

    /// The graph of a board of fewer than 2^32 - 1 squares.
    pub(super) fn new(tour: &Tour, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let size = tour.size();
        let (rows, cols) = (i64::from(size.rows), i64::from(size.cols));
        let wrap = tour.leaps().edges.wrap();
        let land = |at: i64, by: i64, side: i64, wraps: bool| {
            let to = at + by;
            match to {
                _ if (0..side).contains(&to) => Some(to),
                _ => wraps.then(|| to.rem_euclid(side)),
            }
        };
        let mut has = Vec::with_capacity(size.area() as usize);
        for square in size.squares() {
            meter.check_limits()?;
            has.push(tour.has(square));
        }
        let moves = tour.leaps().moves();
        let mut near = vec![[NONE; 8]; has.len()];
        for row in 0..rows {
            let lines = moves.map(|(down, _)| land(row, down, rows, wrap.0));
            for col in 0..cols {
                meter.check_limits()?;
                let at = (row * cols + col) as usize;
                if !has[at] {
                    continue;
                }
                let mut list = [NONE; 8];
                for direction in 0..8 {
                    let right = land(col, moves[direction].1, cols, wrap.1);
                    let Some((line, col)) = lines[direction].zip(right) else { continue };
                    let to = (line * cols + col) as usize;
                    if has[to] && to != at && !list.contains(&(to as u32)) {
                        list[direction] = to as u32;
                    }
                }
                near[at] = list;
            }
        }
        Ok(Graph { size, near, has })
    }

    /// How many places there are, holes included.
    pub(super) fn places(&self) -> usize {
        self.has.len()
    }

    /// Whether a place is a square of the board.
    #[inline]
    pub(super) fn has(&self, place: u32) -> bool {
        self.has[place as usize]
    }

    /// The squares around, by direction.
    #[inline]
    pub(super) fn near(&self, place: u32) -> &[u32; 8] {
        &self.near[place as usize]
    }

    /// The squares around that there are.
    #[inline]
    pub(super) fn around(&self, place: u32) -> impl Iterator<Item = u32> + '_ {
        self.near(place).iter().copied().filter(|&to| to != NONE)
    }

    /// The direction that leads from one square to another, if one does.
    pub(super) fn direction(&self, from: u32, to: u32) -> Option<u8> {
        self.near(from).iter().position(|&near| near == to).map(|direction| direction as u8)
    }

    /// The place of a square.
    pub(super) fn place(&self, square: Square) -> u32 {
        self.size.index(square) as u32
    }

    /// The square at a place.
    pub(super) fn square(&self, place: u32) -> Square {
        self.size.square(place as usize)
    }
}
