//! The board as the verifier's balls see it: cut into blocks, a word a row.
//!
//! Where every move changes the colour of the square, the board is *folded*: the squares of a row
//! that have one colour stand side by side, at half their column, and make up one of two halves. On
//! other boards there is one half, the board as it is. A half is cut into strips of columns and
//! parts of rows; a block is where a strip and a part cross. Its words have the strip's own columns,
//! and on either side room for the columns that a move can cross, which are other strips' own.

use super::LostKnight;
use crate::board::{Square, Squares};
use crate::leaper::Leaps;
use crate::width::{Width, by_width};

/// The smallest side of a board that is worth cutting, and longer than two leaps.
const SIDE: u32 = 24;
/// The longest leap that is cared for.
pub(super) const LEAP: usize = 4;
/// The most rows of a block.
pub(super) const ROWS: usize = 32;

/// The squares of a block, all others clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Rows(pub(super) [u64; ROWS]);

/// A block by its place among the strips and the parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    pub(super) strip: u32,
    pub(super) part: u32,
}

/// Neighbouring columns, or rows: a strip or a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) length: u32,
    /// The spans beside it, if there are any.
    pub(super) before: Option<u32>,
    pub(super) behind: Option<u32>,
}

/// The piece, and how columns stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    pub(super) folded: bool,
    pub(super) short: u32,
    pub(super) long: u32,
}

impl Steps {
    /// How many columns of a half a move crosses at most.
    #[inline(always)]
    pub(super) fn reach(self) -> u32 {
        if self.folded { self.long.div_ceil(2) } else { self.long }
    }

    /// From where moves over so many columns of the board lead to the squares of a row: `bits` are
    /// those of the row they come from. `odd` tells whether the squares that they lead to have odd
    /// columns, which matters on a folded board.
    #[inline(always)]
    pub(super) fn across(self, bits: u64, columns: u32, odd: bool) -> u64 {
        let (left, right) = match (self.folded, odd) {
            (false, _) => (columns, columns),
            // From 2i, columns to the right are at i + columns / 2, rounded down; to the left at
            // i - columns / 2, rounded up. From 2i + 1 it is the other way round.
            (true, false) => (columns.div_ceil(2), columns / 2),
            (true, true) => (columns / 2, columns.div_ceil(2)),
        };
        bits << left | bits >> right
    }
}

/// A board cut into blocks.
pub(super) struct Cut<'a> {
    pub(super) board: &'a LostKnight,
    pub(super) steps: Steps,
    pub(super) strips: Vec<Span>,
    pub(super) parts: Vec<Span>,
    pub(super) width: Width,
}

impl<'a> Cut<'a> {
    /// Nothing if the board is too small or the leaps are too long.
    pub(super) fn new(board: &'a LostKnight) -> Option<Self> {
        let (size, rules) = (board.size(), board.rules());
        let (short, long) = rules.leaper.sides();
        if size.rows < SIDE || size.cols < SIDE || long as usize > LEAP {
            return None;
        }
        let alike = |squares: &[Square]| squares.iter().all(|one| one.same_colour(squares[0]));
        let leaps = Leaps { edges: rules.edges, leaper: rules.leaper };
        let folded = leaps.alternate(size) && alike(board.knights()) && alike(board.exits());
        let steps = Steps { folded, short, long };
        let (rows_wrap, columns_wrap) = rules.edges.wrap();
        let columns = if folded { size.cols.div_ceil(2) } else { size.cols };
        Some(Cut {
            board,
            steps,
            strips: spans(columns, 64 - 2 * steps.reach(), columns_wrap),
            parts: spans(size.rows, ROWS as u32, rows_wrap),
            width: Width::detect(),
        })
    }

    /// How many halves there are.
    pub(super) fn halves(&self) -> usize {
        1 + usize::from(self.steps.folded)
    }

    /// The half that moves from a half lead to.
    pub(super) fn other(&self, half: usize) -> usize {
        if self.steps.folded { 1 - half } else { half }
    }

    /// All blocks of a half, in the order of their indices.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Block> + use<> {
        let (strips, parts) = (self.strips.len() as u32, self.parts.len() as u32);
        (0..parts).flat_map(move |part| (0..strips).map(move |strip| Block { strip, part }))
    }

    /// The place of a block in its half.
    #[inline(always)]
    pub(super) fn index(&self, block: Block) -> usize {
        block.part as usize * self.strips.len() + block.strip as usize
    }

    /// The half of a square, its block, its row there, and its bit.
    pub(super) fn place(&self, square: Square) -> (usize, Block, usize, u64) {
        let (half, column) = if self.steps.folded {
            ((square.row + square.col) % 2, square.col / 2)
        } else {
            (0, square.col)
        };
        let find = |spans: &[Span], at: u32| spans.partition_point(|span| span.start <= at) - 1;
        let (strip, part) = (find(&self.strips, column), find(&self.parts, square.row));
        let row = square.row - self.parts[part].start;
        let bit = 1 << (column - self.strips[strip].start + self.steps.reach());
        (half as usize, Block { strip: strip as u32, part: part as u32 }, row as usize, bit)
    }

    /// Cuts a set of squares, or all others: the blocks of each half.
    pub(super) fn halves_of(&self, set: &Squares, others: bool) -> Vec<Vec<Rows>> {
        let blocks = self.strips.len() * self.parts.len();
        let mut halves: Vec<_> = (0..self.halves()).map(|_| Vec::with_capacity(blocks)).collect();
        let flip = if others { u64::MAX } else { 0 };
        pack(self.width, self, set, flip, &mut halves);
        halves
    }
}

/// Cuts a side into nearly equal spans of at most so many, which is an even number. All start at
/// even places, and none is shorter than a leap.
fn spans(side: u32, most: u32, wraps: bool) -> Vec<Span> {
    let pairs = side.div_ceil(2);
    let count = pairs.div_ceil(most / 2);
    let start = |span: u32| {
        side.min((u64::from(pairs) * u64::from(span) / u64::from(count)) as u32 * 2)
    };
    let beside = |span: u32, step: u32, wall: u32| {
        (span != wall || wraps).then_some((span + step) % count)
    };
    let span = |span: u32| Span {
        start: start(span),
        length: start(span + 1) - start(span),
        before: beside(span, count - 1, 0),
        behind: beside(span, 1, count - 1),
    };
    (0..count).map(span).collect()
}

by_width! {
    /// Appends the squares of a set, flipped, to the blocks of each half.
    fn pack(cut: &Cut<'_>, set: &Squares, flip: u64, halves: &mut [Vec<Rows>]) -> () = pack_body;
}

#[inline(always)]
fn pack_body(cut: &Cut<'_>, set: &Squares, flip: u64, halves: &mut [Vec<Rows>]) {
    let (columns, reach) = (cut.board.size().cols, cut.steps.reach());
    for block in cut.blocks() {
        let (strip, part) = (cut.strips[block.strip as usize], cut.parts[block.part as usize]);
        let fold = halves.len() as u32;
        let first = strip.start * fold;
        let count = (strip.length * fold).min(columns - first);
        let (low, high) = (count.min(64), count.saturating_sub(64));
        let mut rows = [[0; ROWS]; 2];
        for row in 0..part.length as usize {
            let at = (part.start as usize + row) * columns as usize + first as usize;
            rows[0][row] = (set.bits(at, low) ^ flip) & u64::MAX >> (64 - low);
            if high > 0 {
                rows[1][row] = (set.bits(at + 64, high) ^ flip) & u64::MAX >> (64 - high);
            }
        }
        if let [one, other] = halves {
            let mut colours = [[0; ROWS]; 2];
            for row in 0..ROWS {
                let (low, high) = (unshuffle(rows[0][row]), unshuffle(rows[1][row]));
                let even = (low & 0xFFFF_FFFF | high << 32) << reach;
                let odd = (low >> 32 | high & !0xFFFF_FFFF) << reach;
                // Even columns have the colour of the row.
                colours[0][row] = if row % 2 == 0 { even } else { odd };
                colours[1][row] = if row % 2 == 0 { odd } else { even };
            }
            one.push(Rows(colours[0]));
            other.push(Rows(colours[1]));
        } else {
            halves[0].push(Rows(rows[0].map(|bits| bits << reach)));
        }
    }
}

/// The even bits to the low half of a word, the odd bits to the high half.
#[inline(always)]
fn unshuffle(mut bits: u64) -> u64 {
    for (mask, shift) in [
        (0x2222_2222_2222_2222, 1),
        (0x0C0C_0C0C_0C0C_0C0C, 2),
        (0x00F0_00F0_00F0_00F0, 4),
        (0x0000_FF00_0000_FF00, 8),
        (0x0000_0000_FFFF_0000, 16),
    ] {
        // Swaps the bits of the mask with those so far to their left.
        let changed = (bits ^ bits >> shift) & mask;
        bits ^= changed ^ changed << shift;
    }
    bits
}
