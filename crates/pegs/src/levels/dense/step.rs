//! From a level to the next. Each row of the next level is gathered from the rows that jumps lead
//! from, so that threads have rows of their own to write, and order does not matter.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use search::layers::Effort;

use super::cut::{Change, Cut};
use super::level::{DenseLevel, Rows};
use super::square::transpose;
use crate::levels::CountError;

/// What there is in some rows.
#[derive(Clone, Copy, Default)]
pub(super) struct LevelCounts {
    pub(super) positions: u64,
    /// Positions without a jump.
    pub(super) dead: u64,
}

impl std::ops::AddAssign for LevelCounts {
    fn add_assign(&mut self, other: LevelCounts) {
        self.positions += other.positions;
        self.dead += other.dead;
    }
}

/// Neighbouring rows of a kind, 64 at most: a piece of work of a millisecond or less.
struct Piece<'b> {
    kind: usize,
    first: usize,
    rows: &'b mut [u64],
}

/// The rows of a level that no thread has taken.
struct Queue<'b> {
    rest: &'b mut [u64],
    kind: usize,
    first: usize,
}

impl<'b> Queue<'b> {
    fn next(&mut self, cut: &Cut, rows: &[Rows]) -> Option<Piece<'b>> {
        while self.kind < rows.len() {
            let (kind, first, stride) = (self.kind, self.first, rows[self.kind].stride);
            let left = cut.high.span(kind).len() - first;
            if left == 0 || stride == 0 {
                (self.kind, self.first) = (kind + 1, 0);
                continue;
            }
            let count = left.min(64);
            let (rows, rest) = std::mem::take(&mut self.rest).split_at_mut(count * stride);
            (self.rest, self.first) = (rest, first + count);
            return Some(Piece { kind, first, rows });
        }
        None
    }
}

/// Levels with fewer words are done before another thread has begun.
const FEW: usize = 1 << 12;

/// The level after another, and what there is in it.
pub(super) fn next(
    cut: &Cut,
    from: &DenseLevel,
    depth: u64,
    effort: &mut Effort<'_, '_>,
) -> Result<(DenseLevel, LevelCounts), CountError> {
    let mut level = DenseLevel::new(cut, from.pegs - 1, from.class, effort)?;
    let (rows, words) = (&level.rows[..], level.bits.len());
    let threads = if words < FEW { 1 } else { effort.threads() };
    let _held = effort.claim((threads * Scratch::bytes(cut)) as u64)?;
    let (mut found, mut halt) = (LevelCounts::default(), None);
    let queue = Mutex::new(Queue { rest: &mut level.bits, kind: 0, first: 0 });
    let stop = AtomicBool::new(false);
    // `look` is told how many words are left.
    let work = |look: &mut dyn FnMut(usize) -> bool| {
        let (mut room, mut found) = (Scratch::new(cut), LevelCounts::default());
        loop {
            let mut waiting = queue.lock().unwrap_or_else(PoisonError::into_inner);
            let piece = waiting.next(cut, rows);
            let left = waiting.rest.len();
            drop(waiting);
            let Some(piece) = piece.filter(|_| look(left)) else { break found };
            found += room.fill(cut, from, rows[piece.kind], piece);
        }
    };
    std::thread::scope(|scope| {
        let other = || work(&mut |_| !stop.load(Ordering::Relaxed));
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(other)).collect();
        found += work(&mut |left| {
            halt = effort.poll(depth, 1.0 - left as f64 / words as f64).err();
            stop.store(halt.is_some(), Ordering::Relaxed);
            halt.is_none()
        });
        for other in others {
            found += other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    match halt {
        Some(halt) => Err(halt.into()),
        None => Ok((level, found)),
    }
}

/// A jump across, seen from the rows it leads to.
struct Link<'c> {
    above: Change,
    /// The rows it is made from.
    base: usize,
    stride: usize,
    /// Of their places those it can be made from, and where it leads to.
    open: &'c [u64],
    to: &'c [u16],
}

/// Where a thread works.
struct Scratch<'c> {
    /// Of 64 rows before and after: for each place a bit a row.
    before: Vec<u64>,
    after: Vec<u64>,
    links: Vec<Link<'c>>,
}

impl<'c> Scratch<'c> {
    fn places(cut: &Cut) -> usize {
        (0..cut.low.len()).map(|kind| cut.low.words(kind).len() * 64).max().unwrap_or(0)
    }

    fn bytes(cut: &Cut) -> usize {
        16 * Scratch::places(cut)
    }

    fn new(cut: &Cut) -> Self {
        let places = Scratch::places(cut);
        Scratch { before: vec![0; places], after: vec![0; places], links: Vec::new() }
    }

    /// Gathers rows, and tells what is in them.
    fn fill(
        &mut self,
        cut: &'c Cut,
        from: &DenseLevel,
        own: Rows,
        piece: Piece<'_>,
    ) -> LevelCounts {
        let Piece { kind, first, rows } = piece;
        self.leap(cut, from, own, kind, first, rows);
        self.link(cut, from, own, kind);
        let (pegs, class) = cut.high.name(kind);
        let above = cut.high.find((pegs + 1, class)).map(|above| from.rows[above]);
        let mut found = LevelCounts::default();
        let highs = &cut.high.of(kind)[first..];
        for (&high, row) in highs.iter().zip(rows.chunks_exact_mut(own.stride)) {
            if let Some(Rows { base, stride, .. }) = above {
                for jump in cut.inner.iter().filter(|jump| high & jump.cells == jump.after()) {
                    let at = base + cut.high.place(high ^ jump.cells) * stride;
                    let source = &from.bits[at..at + stride];
                    row.iter_mut().zip(source).for_each(|(to, from)| *to |= from);
                }
            }
            for link in &self.links {
                if high & link.above.cells == link.above.after() {
                    let at = link.base + cut.high.place(high ^ link.above.cells) * link.stride;
                    scatter(&from.bits[at..at + link.stride], link, row);
                }
            }
            let positions = row.iter().map(|word| u64::from(word.count_ones())).sum();
            if positions > 0 {
                found += LevelCounts { positions, dead: dead(cut, own.low, high, row) };
            }
        }
        found
    }

    /// Jumps within the low half, which are the same in all rows: made in 64 rows at once.
    fn leap(
        &mut self,
        cut: &Cut,
        from: &DenseLevel,
        own: Rows,
        kind: usize,
        first: usize,
        rows: &mut [u64],
    ) {
        let Rows { base, low, stride } = from.rows[kind];
        let count = rows.len() / own.stride;
        let source = &from.bits[base + first * stride..][..count * stride];
        if source.iter().all(|&word| word == 0) {
            return;
        }
        let mut square = [0; 64];
        for (word, columns) in self.before.chunks_exact_mut(64).take(stride).enumerate() {
            for (row, to) in square[..count].iter_mut().enumerate() {
                *to = source[row * stride + word];
            }
            square[count..].fill(0);
            transpose(&mut square);
            columns.copy_from_slice(&square);
        }
        self.after[..own.stride * 64].fill(0);
        for &(place, to) in cut.leaps(low) {
            self.after[to as usize] |= self.before[place as usize];
        }
        for (word, columns) in self.after.chunks_exact(64).take(own.stride).enumerate() {
            square.copy_from_slice(columns);
            transpose(&mut square);
            for (row, from) in square[..count].iter().enumerate() {
                rows[row * own.stride + word] = *from;
            }
        }
    }

    /// Finds where jumps across lead from to rows of this kind.
    fn link(&mut self, cut: &'c Cut, from: &DenseLevel, own: Rows, kind: usize) {
        self.links.clear();
        let (high_name, low_name) = (cut.high.name(kind), cut.low.name(own.low));
        for (above, shift) in &cut.across {
            let shift = &cut.shifts[*shift];
            let class = high_name.1 ^ cut.high_class(above.cells);
            let high = cut.high.find((high_name.0 + above.lost(), class));
            let class = low_name.1 ^ cut.low_class(shift.change.cells);
            let low = cut.low.find((low_name.0 + shift.change.lost(), class));
            let (Some(high), Some(low)) = (high, low) else { continue };
            let Rows { base, stride, .. } = from.rows[high];
            let (open, to) = (&shift.open[cut.low.words(low)], &shift.to[cut.low.span(low)]);
            self.links.push(Link { above: *above, base, stride, open, to });
        }
    }
}

/// Makes a jump across from every position of a row that has it.
#[inline]
fn scatter(source: &[u64], link: &Link<'_>, row: &mut [u64]) {
    for ((word, open), to) in source.iter().zip(link.open).zip(link.to.chunks(64)) {
        let mut rest = word & open;
        while rest != 0 {
            let to = to[rest.trailing_zeros() as usize];
            row[usize::from(to / 64)] |= 1 << (to % 64);
            rest &= rest - 1;
        }
    }
}

/// How many positions of a row have no jump.
fn dead(cut: &Cut, low: usize, high: u32, row: &[u64]) -> u64 {
    if cut.inner.iter().any(|jump| high & jump.cells == jump.before) {
        return 0;
    }
    let words = cut.low.words(low);
    let can = |(above, _): &&(Change, usize)| high & above.cells == above.before;
    let dead = |(at, word): (usize, &u64)| {
        let mut rest = word & !cut.lively[words.start + at];
        for (_, shift) in cut.across.iter().filter(can) {
            rest &= !cut.shifts[*shift].open[words.start + at];
        }
        u64::from(rest.count_ones())
    };
    row.iter().enumerate().map(dead).sum()
}
