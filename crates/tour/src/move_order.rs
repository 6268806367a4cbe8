//! Orders of the squares around a square, on boards that fit into 8 x 8: squares are bits, eight to
//! a row whatever the width.

use std::hint::select_unpredictable;

use super::order::Order;
use tabuleiro_core::board::KNIGHT;

/// The squares that a knight reaches from a square, to its right and to its left. The board has all
/// its squares here; what it lacks is never free.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    pub(super) right: u64,
    pub(super) left: u64,
}

pub(super) static REACH: [Reach; 64] = {
    let mut reach = [Reach { right: 0, left: 0 }; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (down, right) = KNIGHT[direction];
            let (row, col) = (from as i32 / 8 + down, from as i32 % 8 + right);
            if row >= 0 && row < 8 && col >= 0 && col < 8 {
                let square = 1 << (row * 8 + col);
                if right > 0 {
                    reach[from].right |= square;
                } else {
                    reach[from].left |= square;
                }
            }
            direction += 1;
        }
        from += 1;
    }
    reach
};

/// Multiplied with it, the eight squares around square 0 come to lie in the top byte, in some order
/// and without loss.
const MAGIC: u64 = 0x8220_2000_6000_1208;

/// The place in a table of 256 of some squares around `at`.
#[inline]
fn around(at: u8, squares: u64) -> usize {
    (squares.rotate_right(u32::from(at)).wrapping_mul(MAGIC) >> 56) as usize
}

/// For every set of squares around a square: the set as eight bits, lowest first in an order.
const fn sets(order: [u8; 8]) -> [u8; 256] {
    let mut sets = [0; 256];
    let mut set = 0usize;
    while set < 256 {
        let (mut squares, mut place) = (0u64, 0);
        while place < 8 {
            let (down, right) = KNIGHT[order[place] as usize];
            squares |= (set as u64 >> place & 1) << (down * 8 + right).rem_euclid(64);
            place += 1;
        }
        sets[(squares.wrapping_mul(MAGIC) >> 56) as usize] = set as u8;
        set += 1;
    }
    sets
}

/// How many squares each place of a table stands for.
static COUNTS: [u8; 256] = {
    let mut counts = sets([0, 1, 2, 3, 4, 5, 6, 7]);
    let mut place = 0;
    while place < 256 {
        counts[place] = counts[place].count_ones() as u8;
        place += 1;
    }
    counts
};

/// How many squares are in a set of those that a knight reaches from `at`.
#[inline]
pub(super) fn count(at: u8, squares: u64) -> u64 {
    u64::from(COUNTS[around(at, squares)])
}

/// An order of the squares around a square.
pub(super) trait MoveOrder: Copy {
    /// Squares in that order.
    type Squares: Iterator<Item = u8> + Clone;
    /// Those of the squares that a knight reaches from `at`.
    fn list(self, at: u8, squares: u64) -> Self::Squares;
}

/// Clockwise from the top: to the right downwards, then to the left upwards.
#[derive(Clone, Copy)]
pub(super) struct Clockwise;

/// Squares to the right, the lowest bit first, then to the left. No two of these are in one row, so
/// that with the rows upside down they come lowest first, too, on either side.
#[derive(Clone, Copy)]
pub(super) struct ClockwiseSquares {
    right: u64,
    left_upside_down: u64,
}

impl MoveOrder for Clockwise {
    type Squares = ClockwiseSquares;

    #[inline]
    fn list(self, at: u8, squares: u64) -> ClockwiseSquares {
        let Reach { right, left } = REACH[usize::from(at % 64)];
        let left_upside_down = (left & squares).swap_bytes();
        ClockwiseSquares { right: right & squares, left_upside_down }
    }
}

impl Iterator for ClockwiseSquares {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let ClockwiseSquares { right, left_upside_down: left } = *self;
        if right | left == 0 {
            return None;
        }
        // Without a branch, for none would be foreseen.
        let is_left = right == 0;
        let squares = select_unpredictable(is_left, left, right);
        let rest = squares & (squares - 1);
        self.right = right & right.wrapping_sub(1);
        self.left_upside_down = select_unpredictable(is_left, rest, left);
        let square = squares.trailing_zeros() ^ select_unpredictable(is_left, 56, 0);
        Some(square as u8)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let ClockwiseSquares { right, left_upside_down: left } = *self;
        if right | left == 0 {
            return (0, Some(0));
        }
        // That it is at least one spares those who ask for nothing else the counting.
        let length = (right.count_ones() + left.count_ones()).max(1) as usize;
        (length, Some(length))
    }
}

/// Any order of the eight moves, by tables.
pub(super) struct Vector {
    sets: [u8; 256],
    /// What each move adds to a square, modulo 64.
    moves: [u8; 8],
}

impl Vector {
    /// The tables of an order.
    pub(super) fn new(order: Order) -> Self {
        let add = |direction: u8| {
            let (down, right) = KNIGHT[usize::from(direction)];
            (down * 8 + right).rem_euclid(64) as u8
        };
        Vector { sets: sets(order.directions()), moves: order.directions().map(add) }
    }
}

/// A set of moves from a square, the first lowest.
#[derive(Clone, Copy)]
pub(super) struct VectorSquares<'a> {
    set: u8,
    at: u8,
    moves: &'a [u8; 8],
}

impl<'a> MoveOrder for &'a Vector {
    type Squares = VectorSquares<'a>;

    #[inline]
    fn list(self, at: u8, squares: u64) -> VectorSquares<'a> {
        let Reach { right, left } = REACH[usize::from(at % 64)];
        let set = self.sets[around(at, squares & (right | left))];
        VectorSquares { set, at, moves: &self.moves }
    }
}

impl Iterator for VectorSquares<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.set == 0 {
            return None;
        }
        let place = self.set.trailing_zeros() as usize;
        self.set &= self.set - 1;
        Some((self.at + self.moves[place % 8]) % 64)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.set.count_ones() as usize;
        (length, Some(length))
    }
}
