//! Where a square's bit lies.
//!
//! A board is one *sheet*, or, when every move changes the colour of the square, four: the squares
//! of even and odd rows and columns apart ("folded"). Each level of a search then lives in two of
//! the four sheets, and a jump of two columns is a shift by one bit.
//!
//! A sheet is cut into *strips* of neighbouring columns, one 64-bit word a row, the words of a
//! strip one after another: the direction of the rows is the direction of vector instructions.
//! A word repeats the nearest columns of the strips beside it (the *halo*), a strip the rows over
//! its ends, so that a jump never looks outside its strip and no edge is a special case.

use crate::lost_knight::planes::geometry::{Leaper, Shape};

/// The longest leg of a leaper that the planes can carry: words repeat that many columns on both
/// sides, and a strip must be at least as wide as its halo.
pub(crate) const MAX_REACH: u32 = 16;

/// How the squares of one target sheet are reached from one source sheet: a target row gathers two
/// source rows, each shifted by two amounts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Jump {
    /// The sheet jumped from.
    pub source: usize,
    /// The source rows, counted from the target row.
    pub rows: [isize; 2],
    /// How far a source bit may go towards higher columns.
    pub left: u32,
    /// How far a source bit may go towards lower columns.
    pub right: u32,
}

/// How one square reaches two squares in one row of a target sheet.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tap {
    /// The sheet jumped to.
    pub target: usize,
    /// The target row, counted from the source row.
    pub row: isize,
    /// How much higher the one target column is.
    pub left: u32,
    /// How much lower the other target column is.
    pub right: u32,
}

/// One strip of columns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Strip {
    /// The first column of the sheet in it.
    pub start: u32,
    /// How many columns it owns.
    pub width: u32,
    /// The bits it owns, without the halo.
    pub own: u64,
    /// The owned bits that the strip to the left repeats.
    pub left_edge: u64,
    /// The owned bits that the strip to the right repeats.
    pub right_edge: u64,
    /// The strip to the left; `usize::MAX` at a wall.
    pub left: usize,
    /// The strip to the right; `usize::MAX` at a wall.
    pub right: usize,
}

/// The layout of one board.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub shape: Shape,
    /// Whether the piece is the knight, for which there are kernels of its own.
    pub knight: bool,
    /// 2 when folded into four sheets, 1 when whole.
    pub fold: u32,
    /// How many sheets there are.
    pub sheets: usize,
    /// How many planes tell the state of a square of one sheet.
    pub planes: usize,
    /// How many rows a sheet has.
    pub rows: usize,
    /// How many columns a sheet has.
    pub columns: u32,
    /// How many rows and columns are repeated on each side.
    pub halo: u32,
    pub strips: Vec<Strip>,
    /// Words from one strip to the next.
    pub stride: usize,
    /// Words in one plane of one sheet.
    pub plane_words: usize,
    /// Rows in a block; the last block of a strip has up to twice as many, less one.
    pub block_rows: usize,
    /// Blocks in a strip.
    pub blocks: usize,
    /// By target sheet.
    pub jumps: [[Jump; 2]; 4],
    /// By source sheet.
    pub taps: [[Tap; 4]; 4],
}

/// Rows in a block of a folded board.
pub(crate) const FOLDED_ROWS: usize = 16;
/// Rows in a block of a whole board.
pub(crate) const WHOLE_ROWS: usize = 32;

impl Layout {
    /// The layout for a shape; folded if that is possible and `fold` allows it.
    /// Nothing if the leaper is longer than [`MAX_REACH`].
    pub(crate) fn new(shape: Shape, fold: bool) -> Option<Layout> {
        let leaper = shape.leaper;
        if leaper.a.max(leaper.b) > MAX_REACH {
            return None;
        }
        let rows_fold = !shape.edges.rows_wrap() || shape.rows.is_multiple_of(2);
        let columns_fold = !shape.edges.columns_wrap() || shape.columns.is_multiple_of(2);
        let changes_colour = (leaper.a + leaper.b) % 2 == 1;
        let folded = fold && rows_fold && columns_fold && changes_colour;
        let (fold, sheets, planes) = if folded { (2, 4, 2) } else { (1, 1, 3) };
        let (jumps, halo) = if folded { folded_jumps(leaper) } else { whole_jumps(leaper) };
        let rows = shape.rows.div_ceil(fold) as usize;
        let columns = shape.columns.div_ceil(fold);
        let block_rows = if folded { FOLDED_ROWS } else { WHOLE_ROWS };
        // A multiple of eight words keeps every strip at the same place in a cache line.
        let stride = (rows + 2 * halo as usize).next_multiple_of(8);
        let strips = cut(columns, halo, shape.edges.columns_wrap());
        Some(Layout {
            shape,
            knight: leaper.a.min(leaper.b) == 1 && leaper.a.max(leaper.b) == 2,
            fold,
            sheets,
            planes,
            rows,
            columns,
            halo,
            stride,
            plane_words: stride * strips.len(),
            strips,
            block_rows,
            blocks: (rows / block_rows).max(1),
            jumps,
            taps: taps(&jumps, sheets),
        })
    }

    /// Whether the board lies in four sheets.
    pub(crate) fn folded(&self) -> bool {
        self.fold == 2
    }

    /// The first word of a plane.
    pub(crate) fn plane(&self, sheet: usize, plane: usize) -> usize {
        (sheet * self.planes + plane) * self.plane_words
    }

    /// The word of a row of a strip, counted from the start of a plane.
    pub(crate) fn word(&self, strip: usize, row: usize) -> usize {
        strip * self.stride + self.halo as usize + row
    }

    /// The strip that owns a column of a sheet.
    pub(crate) fn strip_of(&self, column: u32) -> usize {
        self.strips.partition_point(|strip| strip.start <= column) - 1
    }

    /// The plane that loses its bit when a square is reached at this distance.
    pub(crate) fn phase(&self, distance: u64) -> usize {
        if self.folded() { (distance >> 1 & 1) as usize } else { (distance % 3) as usize }
    }

    /// The block of a row.
    pub(crate) fn block_of(&self, row: usize) -> usize {
        (row / self.block_rows).min(self.blocks - 1)
    }

    /// The first row of a block, and how many it has.
    pub(crate) fn block_span(&self, block: usize) -> (usize, usize) {
        let first = block * self.block_rows;
        let count = if block + 1 == self.blocks { self.rows - first } else { self.block_rows };
        (first, count)
    }
}

/// Cuts the columns of a sheet into strips of nearly equal width, so that none is narrower than
/// the halo unless it is the only one.
fn cut(columns: u32, halo: u32, wraps: bool) -> Vec<Strip> {
    let room = 64 - 2 * halo;
    let count = columns.div_ceil(room);
    let (width, wider) = (columns / count, columns % count);
    let mut start = 0;
    (0..count)
        .map(|index| {
            let width = width + u32::from(index < wider);
            let own = (u64::MAX >> (64 - width)) << halo;
            let edge = (u64::MAX >> (64 - width.min(halo))) << halo;
            let at_wall = |wall: u32, beside: u32| {
                if index != wall {
                    beside as usize
                } else if wraps {
                    (count - 1 - wall) as usize
                } else {
                    usize::MAX
                }
            };
            let strip = Strip {
                start,
                width,
                own,
                left_edge: edge,
                right_edge: edge << (width - width.min(halo)),
                left: at_wall(0, index.wrapping_sub(1)),
                right: at_wall(count - 1, index + 1),
            };
            start += width;
            strip
        })
        .collect()
}

/// The jumps between the four sheets of a folded board, and the halo they need.
/// Sheet = 2 * (row odd) + (column odd).
pub(crate) const fn folded_jumps(leaper: Leaper) -> ([[Jump; 2]; 4], u32) {
    let Leaper { a, b } = leaper;
    let (even, odd) = if a.is_multiple_of(2) { (a, b) } else { (b, a) };
    let (half, below, above) = (even / 2, odd / 2, odd.div_ceil(2));
    let mut jumps = [[Jump { source: 0, rows: [0; 2], left: 0, right: 0 }; 2]; 4];
    let mut sheet = 0;
    while sheet < 4 {
        let (row_odd, column_odd) = (sheet >> 1 == 1, sheet & 1 == 1);
        let (up, down) = if row_odd { (below, above) } else { (above, below) };
        let (left, right) = if column_odd { (below, above) } else { (above, below) };
        let (up, down, middle) = (up as isize, down as isize, half as isize);
        jumps[sheet] = [
            Jump { source: sheet ^ 2, rows: [-up, down], left: half, right: half },
            Jump { source: sheet ^ 1, rows: [-middle, middle], left, right },
        ];
        sheet += 1;
    }
    (jumps, if half > above { half } else { above })
}

/// The jumps of a board in one sheet, and the halo they need.
fn whole_jumps(leaper: Leaper) -> ([[Jump; 2]; 4], u32) {
    let Leaper { a, b } = leaper;
    let jump = |down: u32, across: u32| Jump {
        source: 0,
        rows: [-(down as isize), down as isize],
        left: across,
        right: across,
    };
    let mut jumps = [[Jump::default(); 2]; 4];
    jumps[0] = [jump(a, b), jump(b, a)];
    (jumps, a.max(b).max(1))
}

/// The jumps seen from the square that jumps.
fn taps(jumps: &[[Jump; 2]; 4], sheets: usize) -> [[Tap; 4]; 4] {
    let mut taps = [[Tap::default(); 4]; 4];
    let mut filled = [0; 4];
    for (target, pair) in jumps.iter().enumerate().take(sheets) {
        for jump in pair {
            for row in jump.rows {
                let tap = Tap { target, row: -row, left: jump.left, right: jump.right };
                taps[jump.source][filled[jump.source]] = tap;
                filled[jump.source] += 1;
            }
        }
    }
    taps
}
