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
    groups: Vec<Group>,
}

/// Moves with the same column distance.
struct Group {
    across: u32,
    along: u32,
}

/// The smallest side of a board that has tiles away from its edges.
const SIDE: u32 = 24;
/// The longest leap that ends in the same or the next tile.
const LEAP: u32 = 7;

impl<'a> Tiles<'a> {
    /// Nothing if the board is too small or the leaps are too long for tiles to be of use.
    pub(super) fn new(board: &'a LostKnight) -> Option<Self> {
        let (size, (short, long)) = (board.size(), board.rules().leaper.sides());
        if size.rows < SIDE || size.cols < SIDE || long > LEAP {
            return None;
        }
        let mut groups = vec![Group { across: short, along: long }];
        if short != long {
            groups.push(Group { across: long, along: short });
        }
        Some(Tiles {
            board,
            moves: board.moves(),
            rows: size.rows.div_ceil(8) as usize,
            cols: size.cols.div_ceil(8) as usize,
            groups,
        })
    }

    /// The fewest moves from a knight to an exit; nothing if there is no way.
    pub(super) fn fewest(&self) -> Option<u64> {
        let mut unseen = self.cut(|at, count| !self.board.ground.blocked().bits(at, count));
        let mut exits: Vec<(usize, u64)> = self.board.places(self.board.exits()).into_iter().map(|p| self.tile(p)).collect();
        exits.sort_unstable();
        let mut has_exit = Squares::none(unseen.len());
        exits.iter().for_each(|&(tile, _)| has_exit.insert(tile));
        let (mut level, mut next) = (vec![0; unseen.len()], vec![0; unseen.len()]);
        let mut active = Vec::new();
        for place in self.board.places(self.board.knights()) {
            let (tile, bit) = self.tile(place);
            unseen[tile] &= !bit;
            level[tile] |= bit;
            active.push(tile);
        }
        active.sort_unstable();
        active.dedup();
        let mut touched: Vec<usize> = Vec::new();
        for distance in 1.. {
            for tile in active.drain(..) {
                let here = std::mem::take(&mut level[tile]);
                self.spread(tile, here, |to, bits| {
                    let new = bits & unseen[to];
                    if new != 0 {
                        if next[to] == 0 {
                            touched.push(to);
                        }
                        next[to] |= new;
                    }
                });
            }
            if touched.is_empty() {
                return None;
            }
            for &tile in &touched {
                unseen[tile] &= !next[tile];
                if has_exit.contains(tile) {
                    let first = exits.partition_point(|exit| exit.0 < tile);
                    let here = exits[first..].iter().take_while(|exit| exit.0 == tile);
                    if here.into_iter().any(|exit| exit.1 & next[tile] != 0) {
                        return Some(distance);
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
            std::mem::swap(&mut active, &mut touched);
        }
        None
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
                let line = bits(row * size.cols as usize + col as usize, count) & (0xFF >> (8 - count));
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
    #[inline]
    fn spread(&self, tile: usize, from: u64, mut tell: impl FnMut(usize, u64)) {
        let (row, col) = (tile / self.cols, tile % self.cols);
        let size = self.board.size();
        let inside = row >= 1
            && col >= 1
            && 8 * (row + 2) <= size.rows as usize
            && 8 * (col + 2) <= size.cols as usize;
        if !inside {
            let mut rest = from;
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let place = (8 * row + bit / 8) * size.cols as usize + 8 * col + bit % 8;
                self.moves.each(place as u32, |to| {
                    let (tile, bit) = self.tile(to);
                    tell(tile, bit);
                });
            }
            return;
        }
        // Left, middle and right column of tiles; above, here and below in each.
        let mut around = [[0u64; 3]; 3];
        for &Group { across, along } in &self.groups {
            let low = (0xFF >> (8 - across)) * EACH_ROW;
            let high = low << (8 - across);
            let columns = [
                (from & low) << (8 - across),
                (from & !low) >> across | (from & !high) << across,
                (from & high) >> (8 - across),
            ];
            for (tiles, moved) in around.iter_mut().zip(columns) {
                // In two steps, for a shift by all 64 bits is none at all.
                tiles[0] |= moved << (56 - 8 * along) << 8;
                tiles[1] |= moved << (8 * along) | moved >> (8 * along);
                tiles[2] |= moved >> (56 - 8 * along) >> 8;
            }
        }
        for (column, tiles) in around.into_iter().enumerate() {
            for (line, bits) in tiles.into_iter().enumerate() {
                if bits != 0 {
                    tell((row + line - 1) * self.cols + col + column - 1, bits);
                }
            }
        }
    }
}

/// The first column of a tile.
const EACH_ROW: u64 = 0x0101_0101_0101_0101;
