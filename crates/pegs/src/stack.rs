//! The coursework's search on boards of up to 128 places: pegs are bits, and shifts find all jumps of
//! a position at once. They are tried in the order of a scan from the top left: peg by peg, and for
//! each peg up, right, down, left. Nothing is remembered.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use search::{PruneReason, Tree, Verdict};

use super::{Ground, Jump};

/// A word that holds a whole board, a bit a place.
pub(super) trait BoardWord:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Its number of bits.
    const BITS: usize;
    /// No bit.
    const NONE: Self;
    /// The lowest bit.
    const ONE: Self;

    /// The place of the lowest bit; it has one.
    fn lowest(self) -> u32;
    /// How many bits it has.
    fn count(self) -> usize;
    /// Its negative: its lowest bit, and all above that it lacks.
    fn negated(self) -> Self;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl BoardWord for $word {
            const BITS: usize = <$word>::BITS as usize;
            const NONE: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn negated(self) -> Self {
                self.wrapping_neg()
            }
        }
    )*};
}

words!(u64, u128);

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

impl<W: BoardWord> ScanMasks<W> {
    /// The shape of a board that fits.
    pub(super) fn new(ground: &Ground) -> Self {
        let mut ways = [W::NONE; 4];
        for [first, middle, last] in ground.lines() {
            // On a board one column wide all lines lead down.
            let forward = if middle == first + 1 && ground.columns > 1 { 1 } else { 2 };
            ways[forward] = ways[forward] | W::ONE << first as u32;
            ways[(forward + 2) % 4] = ways[(forward + 2) % 4] | W::ONE << last as u32;
        }
        // On fewer than three rows nobody jumps along a column, and a shift by two rows might be
        // wider than the word.
        let columns = if ground.rows < 3 { 1 } else { ground.columns as u32 };
        let first = [ways[0] >> columns, ways[3] >> 1];
        ScanMasks { ways, first, goal: bits(&ground.goal), columns }
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
        let across = W::ONE | W::ONE << 1 | W::ONE << 2;
        let down = W::ONE | W::ONE << self.columns | W::ONE << (2 * self.columns);
        match hop.direction {
            0 => down << (from - 2 * self.columns),
            1 => across << from,
            2 => down << from,
            _ => across << (from - 2),
        }
    }
}

/// Whether a board fits into a word.
pub(super) fn fits<W: BoardWord>(ground: &Ground) -> bool {
    ground.inside.len() <= W::BITS
}

fn bits<W: BoardWord>(pegs: &[bool]) -> W {
    let set = |word, cell| word | W::ONE << cell as u32;
    (0..pegs.len()).filter(|&cell| pegs[cell]).fold(W::NONE, set)
}

/// A position.
#[derive(Clone, Copy)]
pub(super) struct Stack<'a, W> {
    shape: &'a ScanMasks<W>,
    pegs: W,
}

impl<'a, W: BoardWord> Stack<'a, W> {
    /// The start of a board of this shape.
    pub(super) fn new(ground: &Ground, shape: &'a ScanMasks<W>) -> Self {
        Stack { shape, pegs: bits(&ground.start) }
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

    /// Whether nobody can jump.
    #[inline]
    fn is_stuck(&self) -> bool {
        // Of two neighbours one jumps over the other, and both ways are asked of the first.
        let ScanMasks { ways: [_, right, down, _], first: [up, left], columns, .. } = *self.shape;
        let (pegs, holes) = (self.pegs, !self.pegs);
        let (beside, below) = (pegs & pegs >> 1, pegs & pegs >> columns);
        let across = beside & (holes >> 2 & right | holes << 1 & left);
        let along = below & (holes >> (2 * columns) & down | holes << columns & up);
        across | along == W::NONE
    }

    /// Of pegs that jump in one direction those whose jumps lead to living states. `line` gives the
    /// three places that a jump changes; all the pegs are added to `found`.
    #[inline]
    fn alive(&self, jumpers: W, found: &mut u64, line: impl Fn(W) -> W) -> W {
        let (mut alive, mut left) = (jumpers, jumpers);
        while left != W::NONE {
            *found += 1;
            let peg = left & left.negated();
            left = left ^ peg;
            let after = Stack { shape: self.shape, pegs: self.pegs ^ line(peg) };
            if after.is_stuck() && after.pegs != self.shape.goal {
                alive = alive ^ peg;
            }
        }
        alive
    }
}

impl<W: BoardWord> Tree for Stack<'_, W> {
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
        self.pegs = self.pegs ^ self.shape.line(hop);
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

impl<W: BoardWord> Iterator for Scan<W> {
    type Item = Hop;

    #[inline]
    fn next(&mut self) -> Option<Hop> {
        let [up, right, down, left] = self.jumpers;
        let any = up | right | down | left;
        if any == W::NONE {
            return None;
        }
        let from = any.lowest();
        let peg = any & any.negated();
        let take = |jumpers: &mut W| *jumpers = *jumpers ^ peg;
        let [up, right, down, left] = &mut self.jumpers;
        let direction = if *up & peg != W::NONE {
            take(up);
            0
        } else if *right & peg != W::NONE {
            take(right);
            1
        } else if *down & peg != W::NONE {
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
        if up | right | down | left == W::NONE {
            return (0, Some(0));
        }
        // That it is at least one spares those who ask for nothing else the counting.
        let count = self.jumpers.iter().map(|jumpers| jumpers.count()).sum::<usize>().max(1);
        (count, Some(count))
    }
}
