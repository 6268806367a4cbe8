//! Bit-parallel flood fill of the verifier, independent of the solver: balls of squares that grow by one
//! move at a time.
//!
//! A ball remembers which squares it has not reached, and of its last level what the blocks need to know
//! that the next level may reach: an [`Entry`] has the squares of the last level that are in a block, and
//! those around it from where a move leads into it. So each block takes in what is new without a look at
//! any other; then blocks tell their neighbours what is new at their edges.
//!
//! It shares with the strategies nothing but the rules of the piece, so that a mistake would have to be
//! made twice.

use super::verify_blocks::{BlockAt, Cut, LEAP, LINES, Lines, Steps};
use super::verify_two_ended::two_balls;
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::contract::{Limit, Meter};
use tabuleiro_core::width::by_width;

/// So many blocks of a set are looked at together.
const SOME: usize = 64;

/// The squares of a level from where moves lead into a block: its own lines, and over and under them
/// as many as a leap can cross.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Entry([u64; LINES + 2 * LEAP]);

/// The squares that a ball reached last, for every block that they can reach.
#[derive(Default)]
struct FloodLevel {
    /// How many blocks there are. The lists may be longer.
    count: usize,
    blocks: Vec<BlockAt>,
    entries: Vec<Entry>,
    /// All lines of the block itself in one, as they were found.
    columns: Vec<u64>,
    /// Entries of which neighbours are to be told.
    marked: [Vec<u32>; 2],
}

/// All squares within so many moves of some.
pub(super) struct Ball {
    /// The free squares that are not in it: the blocks of each half.
    pub(super) outside: Vec<Vec<Lines>>,
    /// The half that the next level is in.
    half: usize,
    last: FloodLevel,
    next: FloodLevel,
    /// Where in a level a block stands; [`NOWHERE`] if it does not.
    slots: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Cut<'_> {
    /// Bytes that the balls of a check take.
    pub(super) fn bytes(&self) -> u64 {
        let blocks = self.strips.len() * self.parts.len();
        // Two balls; the levels of each hold an entry for a part of the blocks.
        (2 * blocks * (self.halves() * size_of::<Lines>() + size_of::<u32>())) as u64
    }

    /// The fewest moves from a knight to an exit; nothing if there is no way.
    pub(super) fn fewest(&self, meter: &mut Meter<'_>) -> Result<Option<u64>, Limit> {
        let mut has_exit = Squares::none(self.strips.len() * self.parts.len());
        let exits = self.board.exits().iter().map(|&exit| self.place(exit));
        let mut exits: Vec<_> = exits
            .map(|(half, block, line, bit)| (self.index(block), half, line, bit))
            .inspect(|exit| has_exit.insert(exit.0))
            .collect();
        exits.sort_unstable();
        let mut ball = Ball::around(self, self.board.knights());
        for distance in 1.. {
            meter.check_limits()?;
            if !ball.grow(self) {
                return Ok(None);
            }
            let reached = |&(block, half, line, bit): &(usize, usize, usize, u64)| {
                ball.outside[half][block].0[line] & bit == 0
            };
            let blocks = ball.last.blocks[..ball.last.count].iter().map(|&b| self.index(b));
            for block in blocks.filter(|&block| has_exit.contains(block)) {
                let first = exits.partition_point(|exit| exit.0 < block);
                if exits[first..].iter().take_while(|exit| exit.0 == block).any(reached) {
                    return Ok(Some(distance));
                }
            }
        }
        Ok(None)
    }

    /// Whether every path from a knight to an exit has at least so many moves, which are not none.
    ///
    /// A shorter path would have a square that is in both of two balls, around the knights and
    /// around the exits, whose radii add up to one less.
    pub(super) fn parts(&self, moves: u64, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        let near = (moves - 1) / 2;
        let (one, other) = two_balls(self, near, moves - 1 - near, meter)?;
        // No free square is inside both.
        let blocks = one.iter().flatten().zip(other.iter().flatten());
        let outside: u64 = blocks.map(|(one, other)| union(self.width, one, other)).sum();
        Ok(outside == self.board.free())
    }

    /// Whether a set holds free squares alone, and no move leads from it to a free square outside:
    /// whether a ball that is the set cannot grow.
    pub(super) fn is_closed(&self, set: &Squares, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        let set = self.halves_of(set, false);
        let mut ball = Ball::around(self, &[]);
        for (outside, set) in ball.outside.iter_mut().flatten().zip(set.iter().flatten()) {
            for (outside, set) in outside.0.iter_mut().zip(set.0) {
                if set & !*outside != 0 {
                    return Ok(false);
                }
                *outside ^= set;
            }
        }
        for (half, set) in set.iter().enumerate() {
            // Some blocks at a time, for a level takes memory.
            for first in (0..set.len()).step_by(SOME) {
                meter.check_limits()?;
                ball.half = self.other(half);
                for (index, lines) in (first..).zip(set[first..].iter().take(SOME)) {
                    for (line, &bits) in lines.0.iter().enumerate() {
                        ball.last.add(self, &mut ball.slots, self.block(index), line, bits);
                    }
                }
                ball.last.share(self, self.steps, &mut ball.slots);
                if ball.grow(self) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

by_width! {
    /// How many squares of a block are in one of two sets at least.
    fn union(one: &Lines, other: &Lines) -> u64 = union_body;
}

#[inline(always)]
fn union_body(one: &Lines, other: &Lines) -> u64 {
    one.0.iter().zip(other.0).map(|(one, other)| u64::from((one | other).count_ones())).sum()
}

impl Ball {
    /// These squares alone, all of one half.
    fn around(cut: &Cut<'_>, squares: &[Square]) -> Self {
        let mut ball = Ball {
            outside: cut.halves_of(&cut.board.blocked, true),
            half: 0,
            last: FloodLevel::default(),
            next: FloodLevel::default(),
            slots: vec![NOWHERE; cut.strips.len() * cut.parts.len()],
        };
        for &square in squares {
            let (half, block, line, bit) = cut.place(square);
            ball.half = cut.other(half);
            ball.outside[half][cut.index(block)].0[line] &= !bit;
            ball.last.add(cut, &mut ball.slots, block, line, bit);
        }
        ball.last.share(cut, cut.steps, &mut ball.slots);
        ball
    }

    /// All squares within so many moves of these, unless `pause` ends that.
    pub(super) fn of_radius<E>(
        cut: &Cut<'_>,
        squares: &[Square],
        radius: u64,
        mut pause: impl FnMut() -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut ball = Ball::around(cut, squares);
        for _ in 0..radius {
            pause()?;
            if !ball.grow(cut) {
                break;
            }
        }
        Ok(ball)
    }

    /// Takes the squares in that are one move further away. False if there are none.
    fn grow(&mut self, cut: &Cut<'_>) -> bool {
        let outside = &mut self.outside[self.half];
        reach(cut.width, cut, self.half, &self.last, &mut self.next, outside, &mut self.slots);
        std::mem::swap(&mut self.last, &mut self.next);
        self.half = cut.other(self.half);
        self.last.count > 0
    }
}

by_width! {
    /// Makes the next level from the last one.
    fn reach(
        cut: &Cut<'_>,
        half: usize,
        last: &FloodLevel,
        next: &mut FloodLevel,
        outside: &mut [Lines],
        slots: &mut [u32],
    ) -> () = reach_body;
}

#[inline(always)]
fn reach_body(
    cut: &Cut<'_>,
    half: usize,
    last: &FloodLevel,
    next: &mut FloodLevel,
    outside: &mut [Lines],
    slots: &mut [u32],
) {
    const FOLDED: Steps = Steps { folded: true, short: 1, long: 2 };
    const WHOLE: Steps = Steps { folded: false, short: 1, long: 2 };
    match (cut.steps, half) {
        // With all that is known this is far fewer instructions.
        (FOLDED, 0) => next.follow(cut, FOLDED, 0, last, outside, slots),
        (FOLDED, _) => next.follow(cut, FOLDED, 1, last, outside, slots),
        (WHOLE, _) => next.follow(cut, WHOLE, 0, last, outside, slots),
        (steps, half) => next.follow(cut, steps, half, last, outside, slots),
    }
}

impl FloodLevel {
    /// Becomes the level after the last one. Of the last one's slots all are written anew.
    #[inline(always)]
    fn follow(
        &mut self,
        cut: &Cut<'_>,
        steps: Steps,
        half: usize,
        last: &FloodLevel,
        outside: &mut [Lines],
        slots: &mut [u32],
    ) {
        self.make_room(last.count);
        let mut count = 0;
        for (&block, from) in last.blocks[..last.count].iter().zip(&last.entries) {
            let index = cut.index(block);
            let found = take(steps, half, from, &mut outside[index], &mut self.entries[count]);
            // No branch here: it would often be guessed wrong.
            self.blocks[count] = block;
            self.columns[count] = found;
            slots[index] = if found == 0 { NOWHERE } else { count as u32 };
            count += usize::from(found != 0);
        }
        self.count = count;
        self.share(cut, steps, slots);
    }

    /// Makes the lists long enough for so many entries, and one to spare.
    fn make_room(&mut self, count: usize) {
        if self.entries.len() <= count {
            let length = 2 * count + 16;
            self.blocks.resize(length, BlockAt::default());
            self.entries.resize(length, Entry::EMPTY);
            self.columns.resize(length, 0);
            self.marked.iter_mut().for_each(|marked| marked.resize(length, 0));
        }
    }

    /// Adds squares in one line of a block.
    fn add(&mut self, cut: &Cut<'_>, slots: &mut [u32], block: BlockAt, line: usize, bits: u64) {
        let slot = self.slot(cut, slots, block);
        self.entries[slot].0[LEAP + line] |= bits;
        self.columns[slot] |= bits;
    }

    /// The place of a block's entry, which is made if there is none.
    #[inline(always)]
    fn slot(&mut self, cut: &Cut<'_>, slots: &mut [u32], block: BlockAt) -> usize {
        let slot = &mut slots[cut.index(block)];
        if *slot == NOWHERE {
            self.make_room(self.count);
            *slot = self.count as u32;
            self.blocks[self.count] = block;
            self.entries[self.count] = Entry::EMPTY;
            self.columns[self.count] = 0;
            self.count += 1;
        }
        *slot as usize
    }

    /// Tells each block what is around it.
    #[inline(always)]
    fn share(&mut self, cut: &Cut<'_>, steps: Steps, slots: &mut [u32]) {
        let (wide, high) = (steps.long, steps.high());
        let low = (1 << wide) - 1;
        let width = |block: BlockAt| cut.strips[block.strip as usize].length;
        let height = |block: BlockAt| cut.parts[block.part as usize].length as usize;
        // Columns first: those that a leap crosses stand at either end of a word.
        let (lefts, rights) = self.mark(
            |_, columns, _| columns >> wide & low != 0,
            |block, columns, _| columns >> width(block) & low != 0,
        );
        for i in 0..lefts {
            let from = self.marked[0][i] as usize;
            if let Some(left) = cut.left(self.blocks[from]) {
                let (to, width) = (self.slot(cut, slots, left), width(left));
                self.tell(from, to, |bits| (bits & low << wide) << width);
            }
        }
        for i in 0..rights {
            let from = self.marked[1][i] as usize;
            if let Some(right) = cut.right(self.blocks[from]) {
                let (to, width) = (self.slot(cut, slots, right), width(self.blocks[from]));
                self.tell(from, to, |bits| bits >> width & low);
            }
        }
        // Then lines, with the columns that came from other strips.
        let any = |lines: &[u64]| lines.iter().fold(0, |any, line| any | line) != 0;
        let (ups, downs) = self.mark(
            |_, _, entry| any(&entry.0[LEAP..][..high]),
            |block, _, entry| any(&entry.0[LEAP + height(block) - high..][..high]),
        );
        for i in 0..ups {
            let from = self.marked[0][i] as usize;
            if let Some(over) = cut.over(self.blocks[from]) {
                let (to, height) = (self.slot(cut, slots, over), height(over));
                for line in LEAP..LEAP + high {
                    self.entries[to].0[height + line] |= self.entries[from].0[line];
                }
            }
        }
        for i in 0..downs {
            let from = self.marked[1][i] as usize;
            if let Some(under) = cut.under(self.blocks[from]) {
                let (to, height) = (self.slot(cut, slots, under), height(self.blocks[from]));
                for line in LEAP - high..LEAP {
                    self.entries[to].0[line] |= self.entries[from].0[height + line];
                }
            }
        }
    }

    /// Lists the entries of which one thing is true, and those of which another is. Gives how many.
    #[inline(always)]
    fn mark(
        &mut self,
        one: impl Fn(BlockAt, u64, &Entry) -> bool,
        other: impl Fn(BlockAt, u64, &Entry) -> bool,
    ) -> (usize, usize) {
        let mut counts = (0, 0);
        let entries = self.blocks.iter().zip(&self.columns).zip(&self.entries);
        let [ones, others] = &mut self.marked;
        for (slot, ((&block, &columns), entry)) in entries.take(self.count).enumerate() {
            ones[counts.0] = slot as u32;
            others[counts.1] = slot as u32;
            counts.0 += usize::from(one(block, columns, entry));
            counts.1 += usize::from(other(block, columns, entry));
        }
        counts
    }

    /// Adds the lines of one block, changed, to those of another.
    #[inline(always)]
    fn tell(&mut self, from: usize, to: usize, change: impl Fn(u64) -> u64) {
        for first in (LEAP..LEAP + LINES).step_by(8) {
            // A copy of some, for the two may be the same block.
            let mut lines = [0; 8];
            lines.copy_from_slice(&self.entries[from].0[first..first + 8]);
            for (to, line) in self.entries[to].0[first..first + 8].iter_mut().zip(lines) {
                *to |= change(line);
            }
        }
    }
}

impl Entry {
    const EMPTY: Entry = Entry([0; LINES + 2 * LEAP]);
}

/// Takes those squares of a block in that moves lead to and that are outside, and makes them the
/// block's entry. Gives all their lines in one.
#[inline(always)]
fn take(steps: Steps, half: usize, from: &Entry, outside: &mut Lines, entry: &mut Entry) -> u64 {
    let first_row = steps.first_row(half);
    let mut found = 0;
    entry.0[..LEAP].fill(0);
    for line in 0..LINES {
        let at = LEAP + line;
        let far = steps.away(&from.0, at, steps.long, first_row);
        let near = steps.away(&from.0, at, steps.short, first_row);
        let from_far = far << steps.short | far >> steps.short;
        let from_near = near << steps.long | near >> steps.long;
        let new = (from_far | from_near) & outside.0[line];
        outside.0[line] ^= new;
        entry.0[at] = new;
        found |= new;
    }
    entry.0[LEAP + LINES..].fill(0);
    found
}
