//! Depth-first search with a transposition table: positions that were seen are refused, and those that
//! differ by a symmetry are one.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::ops::ControlFlow;

use search::{Ended, Mapped, Meter, Observer, PruneReason, Tree, Verdict, depth_first};

use crate::Jump;
use crate::play::field::Field;
use crate::play::images::{MOST, Mirror};
use crate::play::pool::{Budget, LANES, Pool};
use crate::play::position::{Packed, Position};
use crate::play::table::Table;

/// In which order the jumps of a position are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the eye scans the board: from the top left.
    Forward,
    /// From the bottom right.
    Reversed,
}

/// Searches all positions, each once. The jumps are given if the goal was reached.
pub fn search<O: Observer<Jump>>(
    field: &Field,
    order: Order,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    filtered(field, order, None, meter, observer)
}

/// The same with positions left out that a pool of pagoda functions rules out.
pub fn filtered<O: Observer<Jump>>(
    field: &Field,
    order: Order,
    pool: Option<&Pool>,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    match field.cells.len() {
        0..=64 => packed::<u64, O>(field, order, pool, meter, observer),
        65..=128 => packed::<u128, O>(field, order, pool, meter, observer),
        _ => {
            // Every jump in two lists.
            let lists = size_of::<(u32, [u32; 3])>() + size_of::<[u32; 3]>();
            let bytes = (field.leaps.len() * lists) as u64;
            if let Err(limit) = meter.claim(bytes) {
                return (None, Ended::Cut(limit));
            }
            let plain = Plain::new(meter.spare());
            let found = walk::<Box<[u64]>, _, O>(field, order, pool, plain, meter, observer);
            meter.release(bytes);
            found
        }
    }
}

fn packed<P: Packed, O: Observer<Jump>>(
    field: &Field,
    order: Order,
    pool: Option<&Pool>,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    let mirror = Mirror::<P>::new(field);
    let merged = Merged {
        mirror: &mirror,
        images: [P::of(&field.start); MOST],
        table: Table::default(),
        most: meter.spare(),
        bytes: Table::<P>::default().bytes(),
        wanted: 0,
    };
    walk::<P, _, O>(field, order, pool, merged, meter, observer)
}

fn walk<P: Position, M: Memory<P>, O: Observer<Jump>>(
    field: &Field,
    order: Order,
    pool: Option<&Pool>,
    memory: M,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    let Some(length) = field.length() else { return (None, Ended::Exhausted) };
    let usable = |&index: &usize| pool.is_none_or(|pool| pool.usable[index]);
    let leap = |index: usize| {
        let leap = field.leaps[index];
        (index as u32, P::leap(leap.from, leap.over, leap.to))
    };
    let mut leaps: Vec<(u32, P::Leap)> = (0..field.leaps.len()).filter(usable).map(leap).collect();
    let flips: Vec<P::Leap> = (0..field.leaps.len()).map(|index| leap(index).1).collect();
    if order == Order::Reversed {
        leaps.reverse();
    }
    let mut tree = Walk {
        leaps: &leaps,
        flips: &flips,
        pool,
        position: P::of(&field.start),
        goal: &P::of(&field.goal),
        left: length,
        budget: pool.map_or([0; LANES], |pool| pool.budget),
        depth: 0,
        memory,
    };
    let jump = |index: u32| field.jump(field.leaps[index as usize]);
    let mut found = None;
    let mut seen = Mapped::new(observer, |event: search::Event<u32>| event.map(jump));
    let ended = depth_first(&mut tree, meter, &mut seen, |path| {
        found = Some(path.steps().map(jump).collect());
        ControlFlow::Break(())
    });
    (found, ended)
}

/// What is remembered of the positions met.
trait Memory<P>: Clone {
    /// A jump was made or taken back.
    fn flip(&mut self, leap: u32);
    /// Remembers the position; false if it was, or an image of it.
    fn remember(&mut self, position: &P) -> bool;
    /// Bytes held; more than there may be if more would be needed.
    fn bytes(&self) -> u64;
}

/// One table, symmetric positions merged.
#[derive(Clone)]
struct Merged<'a, P> {
    mirror: &'a Mirror<P>,
    /// Symmetries keep the start, so all images begin alike.
    images: [P; MOST],
    table: Table<P>,
    most: u64,
    bytes: u64,
    wanted: u64,
}

impl<P: Packed> Memory<P> for Merged<'_, P> {
    #[inline]
    fn flip(&mut self, leap: u32) {
        let lines = &self.mirror.lines[leap as usize];
        for (image, line) in self.images[..self.mirror.count].iter_mut().zip(lines) {
            *image ^= *line;
        }
    }

    #[inline]
    fn remember(&mut self, _: &P) -> bool {
        let mixed = self.mirror.least(&self.images).mix();
        let bucket = &mut self.table.buckets_mut()[Table::place(mixed)];
        let growth = bucket.growth(1);
        if growth == 0 {
            return bucket.add(mixed);
        }
        if self.bytes + growth > self.most {
            // No room to remember it. The next poll sees what is wanted and ends the search.
            self.wanted = self.bytes + growth;
            return !bucket.has(mixed);
        }
        let before = bucket.bytes();
        let new = bucket.add(mixed);
        self.bytes += bucket.bytes() - before;
        new
    }

    fn bytes(&self) -> u64 {
        self.bytes.max(self.wanted)
    }
}

/// Positions of many words, as they are.
#[derive(Clone)]
struct Plain {
    seen: HashSet<Box<[u64]>, BuildHasherDefault<DefaultHasher>>,
    most: u64,
    each: u64,
    wanted: u64,
}

impl Plain {
    fn new(most: u64) -> Self {
        Plain { seen: HashSet::default(), most, each: 0, wanted: 0 }
    }
}

impl Memory<Box<[u64]>> for Plain {
    fn flip(&mut self, _: u32) {}

    fn remember(&mut self, position: &Box<[u64]>) -> bool {
        // A box and its share of a table that may be growing: two and a half slots.
        self.each = position.heap() + 16 + 40;
        let bytes = self.each * (self.seen.len() as u64 + 1);
        if bytes > self.most {
            self.wanted = bytes;
            return !self.seen.contains(position);
        }
        self.seen.insert(position.clone())
    }

    fn bytes(&self) -> u64 {
        (self.each * self.seen.len() as u64).max(self.wanted)
    }
}

/// The game, played and taken back.
#[derive(Clone)]
struct Walk<'a, P: Position, M> {
    /// The jumps to try, in order, each with its index.
    leaps: &'a [(u32, P::Leap)],
    /// All jumps by index.
    flips: &'a [P::Leap],
    pool: Option<&'a Pool>,
    position: P,
    goal: &'a P,
    /// Jumps to be made still.
    left: usize,
    budget: Budget,
    depth: u64,
    memory: M,
}

/// The jumps of a position, found one by one.
#[derive(Clone)]
struct JumpScan<'a, P: Position> {
    position: P,
    rest: std::slice::Iter<'a, (u32, P::Leap)>,
}

impl<P: Position> Iterator for JumpScan<'_, P> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let position = &self.position;
        self.rest.find(|(_, leap)| position.can(leap)).map(|&(index, _)| index)
    }
}

impl<'a, P: Position, M: Memory<P>> Tree for Walk<'a, P, M> {
    type Step = u32;
    type Choices = JumpScan<'a, P>;

    fn judge(&mut self) -> Verdict {
        if self.left == 0 {
            return if self.position == *self.goal {
                Verdict::Goal
            } else {
                Verdict::Closed(PruneReason::Dead)
            };
        }
        if self.pool.is_some() && !Pool::affords(&self.budget, &[0; LANES]) {
            return Verdict::Closed(PruneReason::Dead);
        }
        if self.memory.remember(&self.position) {
            Verdict::Open
        } else {
            Verdict::Closed(PruneReason::Seen)
        }
    }

    fn choices(&mut self) -> JumpScan<'a, P> {
        JumpScan { position: self.position.clone(), rest: self.leaps.iter() }
    }

    fn make(&mut self, step: u32) {
        self.position.flip(&self.flips[step as usize]);
        self.memory.flip(step);
        self.left -= 1;
        self.depth += 1;
        if let Some(pool) = self.pool {
            let loss = &pool.losses[step as usize];
            (0..LANES).for_each(|lane| self.budget[lane] -= loss[lane]);
        }
    }

    fn unmake(&mut self, step: u32) {
        self.position.flip(&self.flips[step as usize]);
        self.memory.flip(step);
        self.left += 1;
        self.depth -= 1;
        if let Some(pool) = self.pool {
            let loss = &pool.losses[step as usize];
            (0..LANES).for_each(|lane| self.budget[lane] += loss[lane]);
        }
    }

    fn memory(&self) -> u64 {
        // Every level of the stack holds the position of its choices, twice.
        self.memory.bytes() + 2 * self.depth * self.position.heap()
    }
}
