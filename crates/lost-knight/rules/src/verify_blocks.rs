//! The board as the verifier's balls see it: cut into blocks, a word a line.
//!
//! Where every move changes the colour of the square, the board is *folded* into two halves, one of
//! each colour: two rows, the first of which has an even number, become one line, for the squares of
//! one colour in the first row have the columns that those in the second have not. On other boards
//! there is one half, the board as it is, and a line is a row. A half is cut into strips of columns
//! and parts of lines; a block is where a strip and a part cross. Its words have the strip's own
//! columns, and on either side room for the columns that a leap crosses, which are other strips' own.

use super::LostKnight;
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::leaper::Leaps;
use tabuleiro_core::width::{Width, by_width};

/// The smallest side of a board that is worth cutting, and longer than two leaps.
const SIDE: u32 = 24;
/// The longest leap that is cared for.
pub(super) const LEAP: usize = 4;
/// The most lines of a block.
pub(super) const LINES: usize = 32;

/// The squares of a block, all other bits clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lines(pub(super) [u64; LINES]);

/// A block by its place among the strips and the parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockAt {
    pub(super) strip: u32,
    pub(super) part: u32,
}

/// Neighbouring columns, or lines: a strip or a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) length: u32,
    /// The spans beside it, if there are any.
    pub(super) before: Option<u32>,
    pub(super) behind: Option<u32>,
}

/// The piece, and whether the board is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    pub(super) folded: bool,
    pub(super) short: u32,
    pub(super) long: u32,
}

impl Steps {
    /// How many lines a leap crosses at most.
    #[inline(always)]
    pub(super) fn high(self) -> usize {
        (if self.folded { self.long.div_ceil(2) } else { self.long }) as usize
    }

    /// Which bits of a line of a half are of the first of its two rows. All, if it has but one.
    #[inline(always)]
    pub(super) fn first_row(self, half: usize) -> u64 {
        match (self.folded, (half + self.long as usize) % 2) {
            (false, _) => u64::MAX,
            // Strips start at even columns, and in words at the bit `long`.
            (true, 0) => 0x5555_5555_5555_5555,
            (true, _) => 0xAAAA_AAAA_AAAA_AAAA,
        }
    }

    /// The squares that are so many rows over the squares of a line, or under them.
    #[inline(always)]
    pub(super) fn away(self, lines: &[u64], line: usize, rows: u32, first_row: u64) -> u64 {
        let rows = rows as usize;
        if !self.folded {
            return lines[line - rows] | lines[line + rows];
        }
        // In lines it is less far down from the first row of a line than from the second.
        let (less, more) = (rows / 2, rows.div_ceil(2));
        let from_first = lines[line - more] | lines[line + less];
        let from_second = lines[line - less] | lines[line + more];
        from_first & first_row | from_second & !first_row
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
        let lines = if folded { size.rows.div_ceil(2) } else { size.rows };
        Some(Cut {
            board,
            steps,
            strips: spans(size.cols, 64 - 2 * long, columns_wrap),
            parts: spans(lines, LINES as u32, rows_wrap),
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

    /// The place of a block in its half.
    #[inline(always)]
    pub(super) fn index(&self, block: BlockAt) -> usize {
        block.part as usize * self.strips.len() + block.strip as usize
    }

    /// The block at a place in its half.
    pub(super) fn block(&self, index: usize) -> BlockAt {
        let (part, strip) = (index / self.strips.len(), index % self.strips.len());
        BlockAt { strip: strip as u32, part: part as u32 }
    }

    /// The block to the left, if there is one.
    #[inline(always)]
    pub(super) fn left(&self, block: BlockAt) -> Option<BlockAt> {
        self.strips[block.strip as usize].before.map(|strip| BlockAt { strip, ..block })
    }

    /// The block to the right, if there is one.
    #[inline(always)]
    pub(super) fn right(&self, block: BlockAt) -> Option<BlockAt> {
        self.strips[block.strip as usize].behind.map(|strip| BlockAt { strip, ..block })
    }

    /// The block over it, if there is one.
    #[inline(always)]
    pub(super) fn over(&self, block: BlockAt) -> Option<BlockAt> {
        self.parts[block.part as usize].before.map(|part| BlockAt { part, ..block })
    }

    /// The block under it, if there is one.
    #[inline(always)]
    pub(super) fn under(&self, block: BlockAt) -> Option<BlockAt> {
        self.parts[block.part as usize].behind.map(|part| BlockAt { part, ..block })
    }

    /// The half of a square, its block, its line there, and its bit.
    pub(super) fn place(&self, square: Square) -> (usize, BlockAt, usize, u64) {
        let (half, line) = if self.steps.folded {
            ((square.row + square.col) % 2, square.row / 2)
        } else {
            (0, square.row)
        };
        let find = |spans: &[Span], at: u32| spans.partition_point(|span| span.start <= at) - 1;
        let (strip, part) = (find(&self.strips, square.col), find(&self.parts, line));
        let line = line - self.parts[part].start;
        let bit = 1 << (square.col - self.strips[strip].start + self.steps.long);
        (half as usize, BlockAt { strip: strip as u32, part: part as u32 }, line as usize, bit)
    }

    /// Cuts a set of squares, or all others: the blocks of each half.
    pub(super) fn halves_of(&self, set: &Squares, others: bool) -> Vec<Vec<Lines>> {
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
    let start =
        |span: u32| side.min((u64::from(pairs) * u64::from(span) / u64::from(count)) as u32 * 2);
    let beside =
        |span: u32, step: u32, wall: u32| (span != wall || wraps).then_some((span + step) % count);
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
    fn pack(cut: &Cut<'_>, set: &Squares, flip: u64, halves: &mut [Vec<Lines>]) -> () = pack_body;
}

#[inline(always)]
fn pack_body(cut: &Cut<'_>, set: &Squares, flip: u64, halves: &mut [Vec<Lines>]) {
    let (size, long) = (cut.board.size(), cut.steps.long);
    let (fold, cols) = (halves.len(), size.cols as usize);
    let mut band = Vec::new();
    for part in &cut.parts {
        // All rows of the part, flipped, and a word behind them: read in order, they come fast.
        let first = part.start as usize * fold;
        let count = (part.length as usize * fold).min(size.rows as usize - first);
        let words = &set.words()[first * cols / 64..((first + count) * cols).div_ceil(64)];
        band.clear();
        band.extend(words.iter().map(|word| word ^ flip));
        band.push(0);
        for strip in &cut.strips {
            let own = u64::MAX >> (64 - strip.length) << long;
            // The first rows of the lines, and the second ones.
            let mut rows = [[0; LINES]; 2];
            for (second, rows) in rows[..fold].iter_mut().enumerate() {
                let mut at = first * cols % 64 + second * cols + strip.start as usize;
                for bits in &mut rows[..(count - second).div_ceil(fold)] {
                    let (word, shift) = (at / 64, at % 64);
                    *bits = band[word] >> shift | band[word + 1] << 1 << (63 - shift);
                    at += fold * cols;
                }
            }
            for (half, blocks) in halves.iter_mut().enumerate() {
                let first_row = cut.steps.first_row(half) >> long;
                let mut lines = [0; LINES];
                for line in 0..LINES {
                    let bits = rows[0][line] & first_row | rows[1][line] & !first_row;
                    lines[line] = bits << long & own;
                }
                blocks.push(Lines(lines));
            }
        }
    }
}
