//! The coursework's search on boards of up to 128 cells, as bitboards: shifts find all jumps of a position
//! at once. They are tried in scan order from the top left: peg by peg, and for each peg up, right, down,
//! left. Nothing is remembered.

use search::{PruneReason, Tree, Verdict};

use super::{Ground, Jump};
use crate::cell_set::{CellWord, word_of};

/// What stays the same on a board.
#[derive(Clone, Debug)]
pub(super) struct ScanMasks<W> {
    /// From where a line of three leads up, right, down and left.
    ways: [W; 4],
    /// The neighbours up and left of where a line leads up and left.
    first: [W; 2],
    goal: W,
    columns: u32,
}

/// A jump by the place where it begins, and its direction: 0 up, 1 right, 2 down, 3 left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Hop {
    from: u8,
    direction: u8,
}

impl<W: CellWord> ScanMasks<W> {
    /// The shape of a board that fits.
    pub(super) fn new(ground: &Ground) -> Self {
        let mut ways = [W::default(); 4];
        for [first, middle, last] in ground.lines() {
            // On a board one column wide all lines lead down.
            let forward = if middle == first + 1 && ground.columns > 1 { 1 } else { 2 };
            ways[forward] = ways[forward] | W::bit(first as u32);
            ways[(forward + 2) % 4] = ways[(forward + 2) % 4] | W::bit(last as u32);
        }
        // On fewer than three rows no peg jumps along a column, and a shift by two rows might be
        // wider than the word.
        let columns = if ground.rows < 3 { 1 } else { ground.columns as u32 };
        let first = [ways[0] >> columns, ways[3] >> 1];
        ScanMasks { ways, first, goal: word_of(&ground.goal), columns }
    }

    /// The jump as others know it.
    pub(super) fn jump(&self, hop: Hop) -> Jump {
        let from = u32::from(hop.from);
        let to = match hop.direction {
            0 => from - 2 * self.columns,
            1 => from + 2,
            2 => from + 2 * self.columns,
            _ => from - 2,
        };
        Jump { from, to }
    }

    /// The three places that a jump changes.
    #[inline]
    fn line(&self, hop: Hop) -> W {
        let from = u32::from(hop.from);
        let across = W::bit(0) | W::bit(1) | W::bit(2);
        let down = W::bit(0) | W::bit(self.columns) | W::bit(2 * self.columns);
        match hop.direction {
            0 => down << (from - 2 * self.columns),
            1 => across << from,
            2 => down << from,
            _ => across << (from - 2),
        }
    }
}

/// Whether a board fits into a word.
pub(super) fn fits<W: CellWord>(ground: &Ground) -> bool {
    ground.inside.len() <= W::BITS as usize
}

/// A position.
#[derive(Clone, Copy)]
pub(super) struct Stack<'a, W> {
    shape: &'a ScanMasks<W>,
    pegs: W,
}

impl<'a, W: CellWord> Stack<'a, W> {
    /// The start of a board of this shape.
    pub(super) fn new(ground: &Ground, shape: &'a ScanMasks<W>) -> Self {
        Stack { shape, pegs: word_of(&ground.start) }
    }

    /// The pegs that can jump up, right, down and left.
    #[inline]
    fn jumpers(&self) -> [W; 4] {
        let ScanMasks { ways: [up, right, down, left], columns, .. } = *self.shape;
        let (pegs, holes) = (self.pegs, !self.pegs);
        [
            up & pegs & pegs << columns & holes << (2 * columns),
            right & pegs & pegs >> 1 & holes >> 2,
            down & pegs & pegs >> columns & holes >> (2 * columns),
            left & pegs & pegs << 1 & holes << 2,
        ]
    }

    /// Whether no peg can jump.
    #[inline]
    fn is_stuck(&self) -> bool {
        // Of two neighbours one jumps over the other, and both ways are asked of the first.
        let ScanMasks { ways: [_, right, down, _], first: [up, left], columns, .. } = *self.shape;
        let (pegs, holes) = (self.pegs, !self.pegs);
        let (beside, below) = (pegs & pegs >> 1, pegs & pegs >> columns);
        let across = beside & (holes >> 2 & right | holes << 1 & left);
        let along = below & (holes >> (2 * columns) & down | holes << columns & up);
        (across | along).is_empty()
    }

    /// Of pegs that jump in one direction those whose jumps lead to living states. `line` gives the
    /// three places that a jump changes; all the pegs are added to `found`.
    #[inline]
    fn alive(&self, jumpers: W, found: &mut u64, line: impl Fn(W) -> W) -> W {
        let (mut alive, mut left) = (jumpers, jumpers);
        while !left.is_empty() {
            *found += 1;
            let peg = left.only_least();
            left ^= peg;
            let after = Stack { shape: self.shape, pegs: self.pegs ^ line(peg) };
            if after.is_stuck() && after.pegs != self.shape.goal {
                alive ^= peg;
            }
        }
        alive
    }
}

impl<W: CellWord> Tree for Stack<'_, W> {
    type Step = Hop;
    type Choices = Scan<W>;

    const STRIDES: bool = true;

    #[inline]
    fn judge(&mut self) -> Verdict {
        if self.pegs == self.shape.goal {
            return Verdict::Goal;
        }
        if self.is_stuck() { Verdict::Closed(PruneReason::Dead) } else { Verdict::Open }
    }

    #[inline]
    fn choices(&mut self) -> Scan<W> {
        Scan { jumpers: self.jumpers() }
    }

    #[inline]
    fn living(&mut self) -> (Scan<W>, u64) {
        let (columns, mut found) = (self.shape.columns, 0);
        let [up, right, down, left] = self.jumpers();
        // What is done to a peg depends on nothing but its direction, so each has a loop of its own.
        let jumpers = [
            self.alive(up, &mut found, |peg| peg | peg >> columns | peg >> (2 * columns)),
            self.alive(right, &mut found, |peg| peg | peg << 1 | peg << 2),
            self.alive(down, &mut found, |peg| peg | peg << columns | peg << (2 * columns)),
            self.alive(left, &mut found, |peg| peg | peg >> 1 | peg >> 2),
        ];
        (Scan { jumpers }, found)
    }

    #[inline]
    fn make(&mut self, hop: Hop) {
        self.pegs ^= self.shape.line(hop);
    }

    #[inline]
    fn unmake(&mut self, hop: Hop) {
        self.make(hop);
    }
}

/// Jumps in the order of a scan.
#[derive(Clone, Copy)]
pub(super) struct Scan<W> {
    /// The pegs that jump up, right, down and left.
    jumpers: [W; 4],
}

impl<W: CellWord> Iterator for Scan<W> {
    type Item = Hop;

    #[inline]
    fn next(&mut self) -> Option<Hop> {
        let [up, right, down, left] = self.jumpers;
        let any = up | right | down | left;
        if any.is_empty() {
            return None;
        }
        let from = any.least();
        let peg = any.only_least();
        let take = |jumpers: &mut W| *jumpers ^= peg;
        let [up, right, down, left] = &mut self.jumpers;
        let direction = if !(*up & peg).is_empty() {
            take(up);
            0
        } else if !(*right & peg).is_empty() {
            take(right);
            1
        } else if !(*down & peg).is_empty() {
            take(down);
            2
        } else {
            take(left);
            3
        };
        Some(Hop { from: from as u8, direction })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let [up, right, down, left] = self.jumpers;
        if (up | right | down | left).is_empty() {
            return (0, Some(0));
        }
        // That it is at least one spares those who ask for nothing else the counting.
        let count = self.jumpers.iter().map(|jumpers| jumpers.len() as usize).sum::<usize>().max(1);
        (count, Some(count))
    }
}
