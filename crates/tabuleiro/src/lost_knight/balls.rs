//! The verifier's own flood: balls of squares that grow by one move at a time.
//!
//! The board is cut into strips of up to 64 columns, a word a row, and strips into blocks of rows. A
//! ball remembers which squares it has not reached, and of its last level the blocks that have any
//! squares. Growing pushes the squares of each such block onto the blocks around it.
//!
//! It shares with the strategies nothing but the rules of the piece, and works in another way than
//! all of them, so that a mistake would have to be made twice.

use std::thread;

use super::LostKnight;
use crate::board::{Square, Squares};
use crate::width::{Width, by_width};

/// A board in strips and blocks.
pub(super) struct Cut<'a> {
    board: &'a LostKnight,
    /// Rows of the board, and blocks of a strip.
    rows: usize,
    blocks: usize,
    strips: Vec<Strip>,
    leap: (u32, u32),
    rows_wrap: bool,
}

/// Neighbouring columns.
#[derive(Clone, Copy)]
struct Strip {
    start: u32,
    width: u32,
    /// The strips beside it, if there are any.
    left: Option<usize>,
    right: Option<usize>,
}

/// The smallest side of a board that is worth cutting, and longer than two leaps.
const SIDE: u32 = 24;
/// The longest leap that is cared for.
const LEAP: usize = 4;
/// Rows in a block.
const ROWS: usize = 16;
/// From so many squares on, two balls grow at the same time.
const MANY: u64 = 10_000_000;

/// Some squares of a block, with as many empty rows around as two leaps can cross.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Padded([u64; ROWS + 4 * LEAP]);

/// The squares that a ball reached last, block by block.
#[derive(Default)]
struct Level {
    blocks: Vec<u32>,
    squares: Vec<Padded>,
}

/// All squares within so many moves of some.
struct Ball {
    /// The free squares that are not in it, strip by strip.
    outside: Vec<u64>,
    last: Level,
    next: Level,
    /// Where in the next level a block stands; [`NOWHERE`] if it does not.
    slots: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl<'a> Cut<'a> {
    /// Nothing if the board is too small or the leaps are too long.
    pub(super) fn new(board: &'a LostKnight) -> Option<Self> {
        let (size, leap) = (board.size(), board.rules().leaper.sides());
        if size.rows < SIDE || size.cols < SIDE || leap.1 as usize > LEAP {
            return None;
        }
        let (rows_wrap, columns_wrap) = board.rules().edges.wrap();
        // Nearly equal ones, so that none is narrower than a leap.
        let count = size.cols.div_ceil(64);
        let start =
            |strip: u32| (u64::from(size.cols) * u64::from(strip) / u64::from(count)) as u32;
        let beside = |strip: u32, step: u32, wall: u32| {
            (strip != wall || columns_wrap).then_some(((strip + step) % count) as usize)
        };
        let strips = (0..count).map(|strip| Strip {
            start: start(strip),
            width: start(strip + 1) - start(strip),
            left: beside(strip, count - 1, 0),
            right: beside(strip, 1, count - 1),
        });
        let rows = size.rows as usize;
        let blocks = rows.div_ceil(ROWS);
        Some(Cut { board, rows, blocks, strips: strips.collect(), leap, rows_wrap })
    }

    /// The fewest moves from a knight to an exit; nothing if there is no way.
    pub(super) fn fewest(&self) -> Option<u64> {
        let exits = self.board.exits().iter().map(|&exit| self.place(exit));
        let mut exits: Vec<(usize, usize, u64)> = exits.collect();
        exits.sort_unstable();
        let mut has_exit = Squares::none(self.strips.len() * self.blocks);
        exits.iter().for_each(|&(block, ..)| has_exit.insert(block));
        let mut ball = Ball::around(self, self.board.knights());
        for distance in 1.. {
            ball.grow(self);
            if ball.last.blocks.is_empty() {
                return None;
            }
            let reached = |&(_, at, bit): &(usize, usize, u64)| ball.outside[at] & bit == 0;
            for &block in ball.last.blocks.iter().filter(|&&b| has_exit.contains(b as usize)) {
                let first = exits.partition_point(|exit| exit.0 < block as usize);
                let mut here = exits[first..].iter().take_while(|exit| exit.0 == block as usize);
                if here.any(reached) {
                    return Some(distance);
                }
            }
        }
        None
    }

    /// Whether every path from a knight to an exit has at least so many moves, which are not none.
    ///
    /// A shorter path would have a square that is in both of two balls, around the knights and
    /// around the exits, whose radii add up to one less.
    pub(super) fn parts(&self, moves: u64) -> bool {
        let near = (moves - 1) / 2;
        let around_knights = || Ball::of_radius(self, self.board.knights(), near).outside;
        let around_exits = || Ball::of_radius(self, self.board.exits(), moves - 1 - near).outside;
        let (one, other) = if self.board.size().area() < MANY {
            (around_knights(), around_exits())
        } else {
            thread::scope(|scope| {
                let other = thread::Builder::new().spawn_scoped(scope, around_exits);
                let one = around_knights();
                // Where there are no threads, one after the other is as good.
                let other = other.map_or_else(
                    |_| around_exits(),
                    |thread| thread.join().expect("a ball grows without panic"),
                );
                (one, other)
            })
        };
        let ones = |word: u64| u64::from(word.count_ones());
        let (mut outside, mut outside_both) = (0, 0);
        for (&one, &other) in one.iter().zip(&other) {
            outside += ones(one) + ones(other);
            outside_both += ones(one & other);
        }
        // As many as are outside one of them, if no square is inside both.
        self.board.free() + outside_both == outside
    }

    /// Whether a set holds free squares alone, and no move leads from it to a free square outside.
    pub(super) fn is_closed(&self, set: &Squares) -> bool {
        let free = self.words(|at, count| !self.board.blocked.bits(at, count));
        let set = self.words(|at, count| set.bits(at, count));
        let mut closed = free.iter().zip(&set).all(|(free, set)| set & !free == 0);
        for block in 0..self.strips.len() * self.blocks {
            let (first, count) = self.rows_of(block);
            let mut from = Padded::EMPTY;
            from.0[2 * LEAP..][..count].copy_from_slice(&set[first..first + count]);
            self.spread(block, &from, self.leap, |_, _, at, bits| {
                for (i, bits) in bits.iter().enumerate() {
                    closed &= bits & free[at + i] & !set[at + i] == 0;
                }
            });
        }
        closed
    }

    /// Cuts a set into words. `bits` gives up to 64 squares from a place on, the first lowest.
    fn words(&self, bits: impl Fn(usize, u32) -> u64) -> Vec<u64> {
        let cols = self.board.size().cols as usize;
        let mut words = vec![0; self.strips.len() * self.rows];
        // Some rows at a time, so that what is written to a strip lies together.
        for first in (0..self.rows).step_by(ROWS) {
            for (index, strip) in self.strips.iter().enumerate() {
                for row in first..self.rows.min(first + ROWS) {
                    let bits = bits(row * cols + strip.start as usize, strip.width);
                    words[index * self.rows + row] = bits & u64::MAX >> (64 - strip.width);
                }
            }
        }
        words
    }

    /// The first word of a block, and how many it has.
    fn rows_of(&self, block: usize) -> (usize, usize) {
        let (strip, part) = (block / self.blocks, block % self.blocks);
        (strip * self.rows + part * ROWS, ROWS.min(self.rows - part * ROWS))
    }

    /// The block of a square, its word and its bit there.
    fn place(&self, square: Square) -> (usize, usize, u64) {
        let strip = self.strips.partition_point(|strip| strip.start <= square.col) - 1;
        let row = square.row as usize;
        let bit = 1 << (square.col - self.strips[strip].start);
        (strip * self.blocks + row / ROWS, strip * self.rows + row, bit)
    }

    /// Tells to which squares moves lead from some squares of a block: the block, how far down in
    /// it, the first word, and the squares there and in the words that follow.
    #[inline(always)]
    fn spread(
        &self,
        block: usize,
        from: &Padded,
        (short, long): (u32, u32),
        mut tell: impl FnMut(usize, usize, usize, &[u64]),
    ) {
        let (strip, part) = (block / self.blocks, block % self.blocks);
        let Strip { width, left, right, .. } = self.strips[strip];
        let mut land = |strip: usize, reached: &[u64; ROWS + 2 * LEAP]| {
            let (block, first) = (strip * self.blocks + part, strip * self.rows + part * ROWS);
            if part > 0 && part + 2 < self.blocks {
                tell(block - 1, ROWS - LEAP, first - LEAP, &reached[..LEAP]);
                tell(block, 0, first, &reached[LEAP..LEAP + ROWS]);
                tell(block + 1, 0, first + ROWS, &reached[LEAP + ROWS..]);
                return;
            }
            for (i, bits) in reached.iter().enumerate().filter(|&(_, &bits)| bits != 0) {
                let row = part as isize * ROWS as isize + i as isize - LEAP as isize;
                let landed = row.rem_euclid(self.rows as isize);
                if row == landed || self.rows_wrap {
                    let row = landed as usize;
                    let (block, first) = (strip * self.blocks, strip * self.rows);
                    tell(block + row / ROWS, row % ROWS, first + row, &[*bits]);
                }
            }
        };
        land(strip, &across(from, (short, long), |bits, by| bits << by | bits >> by));
        let all = from.0.iter().fold(0, |all, row| all | row);
        if let Some(left) = left.filter(|_| all << (64 - long) != 0) {
            // In two steps, for a shift by all 64 bits is none at all.
            let room = self.strips[left].width;
            let over = |bits: u64, by: u32| (bits & !(u64::MAX << by)) << 1 << (room - 1 - by);
            land(left, &across(from, (short, long), over));
        }
        if let Some(right) = right.filter(|_| all >> (width - long) != 0) {
            land(right, &across(from, (short, long), |bits, by| bits >> 1 >> (width - 1 - by)));
        }
    }
}

/// Where moves lead from some squares of a block, from as many rows above it as a leap can cross to
/// as many below. `shift` moves a row by so many columns, both ways or as far as it leaves a strip.
#[inline(always)]
fn across(
    from: &Padded,
    (short, long): (u32, u32),
    shift: impl Fn(u64, u32) -> u64,
) -> [u64; ROWS + 2 * LEAP] {
    let mut reached = [0; ROWS + 2 * LEAP];
    let row =
        |i: usize, down: u32| from.0[i + LEAP + down as usize] | from.0[i + LEAP - down as usize];
    for (i, reached) in reached.iter_mut().enumerate() {
        *reached = shift(row(i, long), short) | shift(row(i, short), long);
    }
    reached
}

impl Padded {
    const EMPTY: Padded = Padded([0; ROWS + 4 * LEAP]);
}

impl Ball {
    /// These squares alone.
    fn around(cut: &Cut<'_>, squares: &[Square]) -> Self {
        let outside = cut.words(|at, count| !cut.board.blocked.bits(at, count));
        let slots = vec![NOWHERE; cut.strips.len() * cut.blocks];
        let mut ball = Ball { outside, last: Level::default(), next: Level::default(), slots };
        for &square in squares {
            let (block, at, bit) = cut.place(square);
            let within = at - cut.rows_of(block).0;
            add(&mut ball.outside, &mut ball.last, &mut ball.slots, (block, within, at), &[bit]);
        }
        ball.forget_slots();
        ball
    }

    fn of_radius(cut: &Cut<'_>, squares: &[Square], radius: u64) -> Self {
        let mut ball = Ball::around(cut, squares);
        for _ in 0..radius {
            if ball.last.blocks.is_empty() {
                break;
            }
            ball.grow(cut);
        }
        ball
    }

    /// Takes the squares in that are one move further away.
    fn grow(&mut self, cut: &Cut<'_>) {
        self.next.blocks.clear();
        self.next.squares.clear();
        push(Width::detect(), cut, &self.last, &mut self.next, &mut self.outside, &mut self.slots);
        std::mem::swap(&mut self.last, &mut self.next);
        self.forget_slots();
    }

    fn forget_slots(&mut self) {
        self.last.blocks.iter().for_each(|&block| self.slots[block as usize] = NOWHERE);
    }
}

by_width! {
    /// Pushes all squares of a level one move on.
    fn push(
        cut: &Cut<'_>,
        last: &Level,
        next: &mut Level,
        outside: &mut [u64],
        slots: &mut [u32],
    ) -> () = push_body;
}

#[inline(always)]
fn push_body(
    cut: &Cut<'_>,
    last: &Level,
    next: &mut Level,
    outside: &mut [u64],
    slots: &mut [u32],
) {
    for (&block, from) in last.blocks.iter().zip(&last.squares) {
        let tell = |block, within, at, bits: &[u64]| {
            add(outside, next, slots, (block, within, at), bits);
        };
        match cut.leap {
            // With known distances this is far fewer instructions.
            (1, 2) => cut.spread(block as usize, from, (1, 2), tell),
            leap => cut.spread(block as usize, from, leap, tell),
        }
    }
}

/// Takes those squares in that are still outside. They are given by their block, how far down they
/// are in it and their first word.
#[inline(always)]
fn add(
    outside: &mut [u64],
    level: &mut Level,
    slots: &mut [u32],
    (block, within, at): (usize, usize, usize),
    bits: &[u64],
) {
    let outside = &mut outside[at..at + bits.len()];
    if bits.iter().zip(&*outside).fold(0, |any, (bits, outside)| any | bits & outside) == 0 {
        return;
    }
    let slot = &mut slots[block];
    if *slot == NOWHERE {
        *slot = level.blocks.len() as u32;
        level.blocks.push(block as u32);
        level.squares.push(Padded::EMPTY);
    }
    let rows = &mut level.squares[*slot as usize].0[2 * LEAP + within..][..bits.len()];
    for ((row, bits), outside) in rows.iter_mut().zip(bits).zip(outside) {
        let new = bits & *outside;
        *outside ^= new;
        *row |= new;
    }
}
