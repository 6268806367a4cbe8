//! The verifier's own flood: the board is cut into tiles of 8 x 8 squares, a bit each, and a level
//! goes from tile to tile. Tiles at the edges, where moves may wrap, go square by square.
//!
//! It shares with the strategies nothing but the rules of the piece, and works in another way than
//! all of them, so that a mistake would have to be made twice.

use super::{LostKnight, Moves};
use crate::board::Squares;

/// A board in tiles.
pub(super) struct Tiles<'a> {
    board: &'a LostKnight,
    moves: Moves,
    /// Rows and columns of tiles.
    rows: usize,
    cols: usize,
    /// Tiles whose neighbours do not all lie around them, or are not whole.
    edge: Squares,
    leap: (u32, u32),
}

/// The smallest side of a board that has tiles away from its edges.
const SIDE: u32 = 24;
/// How many tiles are remembered: few enough to stay in the cache.
const SLOTS: usize = 1 << 14;
/// The longest leap that ends in the same or the next tile.
const LEAP: u32 = 7;

impl<'a> Tiles<'a> {
    /// Nothing if the board is too small or the leaps are too long for tiles to be of use.
    pub(super) fn new(board: &'a LostKnight) -> Option<Self> {
        let (size, (short, long)) = (board.size(), board.rules().leaper.sides());
        if size.rows < SIDE || size.cols < SIDE || long > LEAP {
            return None;
        }
        let (rows, cols) = (size.rows.div_ceil(8) as usize, size.cols.div_ceil(8) as usize);
        let mut edge = Squares::none(rows * cols);
        let whole = (size.rows as usize / 8, size.cols as usize / 8);
        for row in 0..rows {
            for col in 0..cols {
                if row == 0 || col == 0 || row + 2 > whole.0 || col + 2 > whole.1 {
                    edge.insert(row * cols + col);
                }
            }
        }
        Some(Tiles { board, moves: board.moves(), rows, cols, edge, leap: (short, long) })
    }

    /// The fewest moves from a knight to an exit; nothing if there is no way.
    pub(super) fn fewest(&self) -> Option<u64> {
        let mut unseen = self.cut(|at, count| !self.board.ground.blocked().bits(at, count));
        let (exits, has_exit) = self.exits();
        // The squares of a level, tile by tile, and where in the list a tile stands, if that is
        // remembered: where it is not, the tile stands there twice, with different squares.
        let mut level: Vec<(u32, u64)> = Vec::new();
        let mut next: Vec<(u32, u64)> = Vec::new();
        let mut slots = vec![0u32; SLOTS];
        for place in self.board.places(self.board.knights()) {
            let (tile, bit) = self.tile(place);
            unseen[tile] &= !bit;
            level.push((tile as u32, bit));
        }
        for distance in 1.. {
            for &(tile, here) in &level {
                self.spread(tile as usize, here, |to, bits| {
                    let new = bits & unseen[to];
                    if new != 0 {
                        unseen[to] ^= new;
                        let slot = &mut slots[to % SLOTS];
                        match next.get_mut(*slot as usize) {
                            Some((tile, bits)) if *tile as usize == to => *bits |= new,
                            _ => {
                                *slot = next.len() as u32;
                                next.push((to as u32, new));
                            }
                        }
                    }
                });
            }
            if next.is_empty() {
                return None;
            }
            for &(tile, new) in next.iter().filter(|&&(tile, _)| has_exit.contains(tile as usize)) {
                let first = exits.partition_point(|exit| exit.0 < tile as usize);
                let here = exits[first..].iter().take_while(|exit| exit.0 == tile as usize);
                if here.into_iter().any(|exit| exit.1 & new != 0) {
                    return Some(distance);
                }
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        None
    }

    /// The tiles and bits of the exits, in order, and which tiles have any.
    fn exits(&self) -> (Vec<(usize, u64)>, Squares) {
        let places = self.board.places(self.board.exits());
        let mut exits: Vec<(usize, u64)> = places.into_iter().map(|p| self.tile(p)).collect();
        exits.sort_unstable();
        let mut has_exit = Squares::none(self.rows * self.cols);
        exits.iter().for_each(|&(tile, _)| has_exit.insert(tile));
        (exits, has_exit)
    }

    /// Whether a set holds free squares alone, and no move leads from it to a free square outside.
    pub(super) fn is_closed(&self, set: &Squares) -> bool {
        let free = self.cut(|at, count| !self.board.ground.blocked().bits(at, count));
        let set = self.cut(|at, count| set.bits(at, count));
        let mut closed = true;
        for (tile, &inside) in set.iter().enumerate().filter(|&(_, &inside)| inside != 0) {
            closed &= inside & !free[tile] == 0;
            self.spread(tile, inside, |to, bits| closed &= bits & free[to] & !set[to] == 0);
        }
        closed
    }

    /// Cuts a set into tiles. `bits` gives up to eight squares from a place on, the first lowest.
    fn cut(&self, bits: impl Fn(usize, u32) -> u64) -> Vec<u64> {
        let size = self.board.size();
        let mut tiles = vec![0; self.rows * self.cols];
        for row in 0..size.rows as usize {
            let tile_row = &mut tiles[row / 8 * self.cols..][..self.cols];
            for (tile, col) in tile_row.iter_mut().zip((0..size.cols).step_by(8)) {
                let count = (size.cols - col).min(8);
                let line =
                    bits(row * size.cols as usize + col as usize, count) & (0xFF >> (8 - count));
                *tile |= line << (8 * (row % 8));
            }
        }
        tiles
    }

    /// The tile of a place, and its bit there.
    fn tile(&self, place: u32) -> (usize, u64) {
        let square = self.board.square(place);
        let tile = square.row as usize / 8 * self.cols + square.col as usize / 8;
        (tile, 1 << (square.row % 8 * 8 + square.col % 8))
    }

    /// Tells to which squares moves lead from some squares of a tile, tile by tile.
    #[inline(always)]
    fn spread(&self, tile: usize, from: u64, mut tell: impl FnMut(usize, u64)) {
        if self.edge.contains(tile) {
            return self.spread_singly(tile, from, tell);
        }
        let around = match self.leap {
            // With known distances this is far fewer instructions.
            (1, 2) => around(from, 1, 2),
            (short, long) => around(from, short, long),
        };
        let first = tile - self.cols - 1;
        for (line, tiles) in around.into_iter().enumerate() {
            for (column, bits) in tiles.into_iter().enumerate() {
                tell(first + line * self.cols + column, bits);
            }
        }
    }

    #[cold]
    fn spread_singly(&self, tile: usize, mut from: u64, mut tell: impl FnMut(usize, u64)) {
        let (row, col) = (tile / self.cols, tile % self.cols);
        while from != 0 {
            let bit = from.trailing_zeros() as usize;
            from &= from - 1;
            let place = (8 * row + bit / 8) * self.board.size().cols as usize + 8 * col + bit % 8;
            self.moves.each(place as u32, |to| {
                let (tile, bit) = self.tile(to);
                tell(tile, bit);
            });
        }
    }
}

/// Where moves lead from some squares of a tile: three tiles above, three here, three below.
#[inline(always)]
fn around(from: u64, short: u32, long: u32) -> [[u64; 3]; 3] {
    let mut tiles = [[0; 3]; 3];
    for (across, along) in [(short, long), (long, short)] {
        let low = (0xFF >> (8 - across)) * EACH_ROW;
        let high = low << (8 - across);
        let columns = [
            (from & low) << (8 - across),
            (from & !low) >> across | (from & !high) << across,
            (from & high) >> (8 - across),
        ];
        for (column, moved) in columns.into_iter().enumerate() {
            // In two steps, for a shift by all 64 bits is none at all.
            tiles[0][column] |= moved << (56 - 8 * along) << 8;
            tiles[1][column] |= moved << (8 * along) | moved >> (8 * along);
            tiles[2][column] |= moved >> (56 - 8 * along) >> 8;
        }
    }
    tiles
}

/// The first column of a tile.
const EACH_ROW: u64 = 0x0101_0101_0101_0101;
