//! Where a square's bit lies.
//!
//! A board is one *sheet*, or, when every move changes the colour of the square, four: the squares
//! of even and odd rows and columns apart ("folded"). Each level of a search then lives in two of
//! the four sheets, and a jump of two columns is a shift by one bit.
//!
//! A sheet is cut into *strips* of neighbouring columns, one 64-bit word a row. A word repeats the
//! nearest columns of the strips beside it (the *halo*), a strip the rows over its ends, so that a
//! jump never looks outside its strip and no edge is a special case.
//!
//! The rows of a strip are cut into *blocks*, and everything about a block lies together: for each
//! sheet and plane its rows, *woven*: first those of class 0 (`row % weave`), then class 1, and so
//! on, eight words each. A vector of eight words then holds eight rows that are `weave` apart, and
//! the rows over and under them are mostly other whole vectors instead of the same one shifted.
//! A block before the first and one behind the last hold repeated rows.

use crate::Rules;
use crate::planes::border::Border;
use tabuleiro_core::board::Size;
use tabuleiro_core::leaper::Leaper;

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
    /// The target columns, for a source in column 0; lower ones at the high end of the word.
    pub columns: u64,
    /// The target's word in the first plane of its sheet, counted from the block over the source's.
    pub at: u16,
    /// The target's [`Spot`](crate::planes::sparse::Spot), counted from the source's in the same column.
    pub step: i32,
    /// Where the two moves stand in the order of moves: to the higher column, to the lower.
    pub ranks: [u8; 2],
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
    /// The owned bits that the strip to the left repeats; none at a wall.
    pub left_edge: u64,
    /// The owned bits that the strip to the right repeats; none at a wall.
    pub right_edge: u64,
    /// The strip to the left; at a wall itself.
    pub left: usize,
    /// The strip to the right; at a wall itself.
    pub right: usize,
    /// The owned bits that no strip repeats.
    pub inner: u64,
}

/// The layout of one board.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub size: Size,
    /// Whether the top touches the bottom, and the left the right.
    pub wrap: (bool, bool),
    pub leaper: Leaper,
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
    /// For half of a board: what lies beyond its first and its last strip.
    pub borders: [Border; 2],
    /// How many classes the rows of a block are woven from.
    pub weave: usize,
    /// Rows in a block; the last block of a strip may have fewer.
    pub block_rows: usize,
    /// Blocks in a strip that own rows.
    pub blocks: usize,
    /// Words from one plane of a sheet to the next.
    pub plane_step: usize,
    /// Words from one sheet to the next.
    pub sheet_step: usize,
    /// Words from one block to the next.
    pub block_words: usize,
    /// Words from one strip to the next.
    pub strip_words: usize,
    /// The rows that a block owns, by class and lane, all bits or none: of the last block of a
    /// strip and of every other.
    pub owned_rows: [[[u64; LANES]; WHOLE_WEAVE]; 2],
    /// The rows over the ends of a sheet within their strip, each before the row it repeats.
    pub repeated: Vec<[usize; 2]>,
    /// By target sheet.
    pub jumps: [[Jump; 2]; 4],
    /// By the kind of the source.
    pub taps: Vec<[Tap; 4]>,
}

/// Words in three blocks of any kind, rounded up to a power of two.
pub(crate) const WINDOW: usize = 512;
/// Words of one row class in a block.
pub(crate) const LANES: usize = 8;
/// Row classes of a folded board.
pub(crate) const FOLDED_WEAVE: usize = 2;
/// Row classes of a whole board.
pub(crate) const WHOLE_WEAVE: usize = 4;

impl Layout {
    /// The layout for a board; folded if that is possible and `fold` allows it.
    /// Nothing if the leaper is longer than [`MAX_REACH`].
    pub(crate) fn new(size: Size, rules: Rules, fold: bool) -> Option<Layout> {
        let (leaper, wrap) = (rules.leaper, rules.edges.wrap());
        let (short, long) = leaper.sides();
        if long > MAX_REACH {
            return None;
        }
        let rows_fold = !wrap.0 || size.rows.is_multiple_of(2);
        let columns_fold = !wrap.1 || size.cols.is_multiple_of(2);
        let changes_colour = (short + long) % 2 == 1;
        let folded = fold && rows_fold && columns_fold && changes_colour;
        let (fold, sheets, planes) = if folded { (2, 4, 2) } else { (1, 1, 3) };
        let (jumps, halo) = if folded { folded_jumps(leaper) } else { whole_jumps(leaper) };
        let rows = size.rows.div_ceil(fold) as usize;
        let columns = size.cols.div_ceil(fold);
        let weave = if folded { FOLDED_WEAVE } else { WHOLE_WEAVE };
        let strips = cut(columns, halo, wrap.1);
        let block_rows = LANES * weave;
        let blocks = rows.div_ceil(block_rows);
        let block_words = block_rows * planes * sheets;
        let mut layout = Layout {
            size,
            wrap,
            leaper,
            knight: leaper == Leaper::KNIGHT,
            fold,
            sheets,
            planes,
            rows,
            columns,
            halo,
            strips,
            borders: Default::default(),
            weave,
            block_rows,
            blocks,
            plane_step: block_rows,
            sheet_step: block_rows * planes,
            block_words,
            strip_words: block_words * (blocks + 2),
            owned_rows: [[[u64::MAX; LANES]; WHOLE_WEAVE]; 2],
            repeated: Vec::new(),
            jumps,
            taps: Vec::new(),
        };
        if wrap.0 {
            let (halo, rows) = (halo as isize, rows as isize);
            for row in (-halo..0).chain(rows..rows + halo) {
                let pair = [layout.word(0, row), layout.word(0, row.rem_euclid(rows))];
                layout.repeated.push(pair);
            }
        }
        for row in layout.rows_in(blocks - 1)..block_rows {
            layout.owned_rows[0][row % weave][row / weave] = 0;
        }
        layout.fill_taps();
        Some(layout)
    }

    /// Whether the board lies in four sheets.
    pub(crate) fn folded(&self) -> bool {
        self.fold == 2
    }

    /// For how many levels there is room to note that they have one square: a byte a square, and 8 MB
    /// at most. A square is noted in 32 bits, which leave 20 for its block.
    pub(crate) fn narrow_levels(&self) -> usize {
        let fits = self.strips.len() * (self.blocks + 2) < 1 << 20;
        if fits { (self.size.area() as usize / 4 + 1).min(1 << 21) } else { 1 }
    }

    /// How many bytes a flood takes.
    pub(crate) fn bytes(&self) -> u64 {
        8 * self.words() as u64 + 4 * self.narrow_levels() as u64
    }

    /// How many words the whole board takes.
    pub(crate) fn words(&self) -> usize {
        // A window of three blocks is read as a power of two of words.
        self.strip_words * self.strips.len() + WINDOW
    }

    /// From the first plane of the first sheet to another plane.
    pub(crate) fn plane(&self, sheet: usize, plane: usize) -> usize {
        sheet * self.sheet_step + plane * self.plane_step
    }

    /// The word of a row of a strip in the first plane of the first sheet. The rows over the first
    /// count down from -1.
    pub(crate) fn word(&self, strip: usize, row: isize) -> usize {
        let row = (row + self.block_rows as isize) as usize;
        let within = row % self.block_rows;
        strip * self.strip_words
            + row / self.block_rows * self.block_words
            + within % self.weave * LANES
            + within / self.weave
    }

    /// One number for a sheet and a row within a block.
    pub(crate) fn kind(&self, sheet: usize, row: usize) -> usize {
        sheet * self.block_rows + row % self.block_rows
    }

    /// The jumps seen from the square that jumps.
    fn fill_taps(&mut self) {
        self.taps = vec![[Tap::default(); 4]; self.sheets * self.block_rows];
        let moves = self.leaper.moves();
        let fold = i64::from(self.fold);
        // The row and column of a sheet's first square on the board.
        let origin = |sheet: usize| ((sheet >> 1) as i64, (sheet & 1) as i64);
        let mut filled = [0; 4];
        for target in 0..self.sheets {
            for jump in self.jumps[target] {
                let (from_row, from_column) = origin(jump.source);
                let (to_row, to_column) = origin(target);
                for change in jump.rows {
                    let down = -(change as i64) * fold + to_row - from_row;
                    let rank = |columns: i64| {
                        let delta = (down, columns * fold + to_column - from_column);
                        let found = moves.iter().position(|&step| step == delta);
                        found.expect("a jump is a move") as u8
                    };
                    let ranks = [rank(i64::from(jump.left)), rank(-i64::from(jump.right))];
                    let columns = 1 << jump.left | 1u64.rotate_right(jump.right);
                    let index = filled[jump.source];
                    filled[jump.source] += 1;
                    for row in 0..self.block_rows {
                        let to = row as isize - change;
                        let row_to = to.rem_euclid(self.block_rows as isize) as usize;
                        let blocks = to.div_euclid(self.block_rows as isize) as i32;
                        let kind = self.kind(jump.source, row);
                        let kind_to = self.kind(target, row_to);
                        let step = blocks * 4096 + (kind_to as i32 - kind as i32) * 64;
                        self.taps[kind][index] = Tap {
                            columns,
                            at: (self.word(0, to) + self.plane(target, 0)) as u16,
                            ranks,
                            step,
                        };
                    }
                }
            }
        }
    }

    /// The strip that owns a column of a sheet.
    pub(crate) fn strip_of(&self, column: u32) -> usize {
        self.strips.partition_point(|strip| strip.start <= column) - 1
    }

    /// The plane that loses its bit when a square is reached at this distance.
    pub(crate) fn phase(&self, distance: u64) -> usize {
        if self.folded() { (distance >> 1 & 1) as usize } else { (distance % 3) as usize }
    }

    /// Whether the last block has fewer rows than a move may cross, so that a move may skip it.
    pub(crate) fn skips(&self) -> bool {
        self.rows_in(self.blocks - 1) < self.halo as usize
    }

    /// Whether moves lead from a block over an end of its strip.
    #[inline(always)]
    pub(crate) fn is_at_end(&self, block: usize) -> bool {
        block == 0 || block + 1 + usize::from(self.skips()) >= self.blocks
    }

    /// How many rows a block owns.
    pub(crate) fn rows_in(&self, block: usize) -> usize {
        self.block_rows.min(self.rows - block * self.block_rows)
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
            let far_edge = edge << (width - width.min(halo));
            // The strip beside, and all bits or none.
            let beside = |wall: u32, next: u32| {
                if index != wall {
                    (next as usize, u64::MAX)
                } else if wraps {
                    ((count - 1 - wall) as usize, u64::MAX)
                } else {
                    (index as usize, 0)
                }
            };
            let (left, to_left) = beside(0, index.wrapping_sub(1));
            let (right, to_right) = beside(count - 1, index + 1);
            let strip = Strip {
                start,
                width,
                own,
                left_edge: edge & to_left,
                right_edge: far_edge & to_right,
                left,
                right,
                inner: own & !(edge | far_edge),
            };
            start += width;
            strip
        })
        .collect()
}

/// The jumps between the four sheets of a folded board, and the halo they need.
/// Sheet = 2 * (row odd) + (column odd).
fn folded_jumps(leaper: Leaper) -> ([[Jump; 2]; 4], u32) {
    let (a, b) = leaper.sides();
    let (even, odd) = if a.is_multiple_of(2) { (a, b) } else { (b, a) };
    let (half, below, above) = (even / 2, odd / 2, odd.div_ceil(2));
    let mut jumps = [[Jump::default(); 2]; 4];
    for (sheet, jumps) in jumps.iter_mut().enumerate() {
        let (row_odd, column_odd) = (sheet >> 1 == 1, sheet & 1 == 1);
        let (up, down) = if row_odd { (below, above) } else { (above, below) };
        let (left, right) = if column_odd { (below, above) } else { (above, below) };
        let (up, down, middle) = (up as isize, down as isize, half as isize);
        *jumps = [
            Jump { source: sheet ^ 2, rows: [-up, down], left: half, right: half },
            Jump { source: sheet ^ 1, rows: [-middle, middle], left, right },
        ];
    }
    (jumps, half.max(above))
}

/// The jumps of a board in one sheet, and the halo they need.
fn whole_jumps(leaper: Leaper) -> ([[Jump; 2]; 4], u32) {
    let (a, b) = leaper.sides();
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
