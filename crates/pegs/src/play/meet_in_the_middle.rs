//! Meet in the middle: bidirectional breadth-first search over levels of jumps, all positions of the first
//! half of the game, and all from which the second half leads to the goal.
//!
//! A solution passes through both. Where the goal is the complement of the start, the second half is the
//! first with pegs and holes exchanged, and is not searched at all. Levels are sets, so what is found does
//! not depend on who finds it first: any number of threads gives the same answer and the same counters.

use search::ledger::Ledger;
use search::limits::Stop;
use search::parallel::parallel;
use search::{Ended, Event, Meter, Observer};

use crate::Jump;
use crate::play::field::Field;
use crate::play::grid::Direction;
use crate::play::images::{ImageTables, MOST, Mirror};
use crate::play::level::{self, Level, SHELVES};
use crate::play::memo::{self, Order};
use crate::play::pool::{LANES, Pool};
use crate::play::position::Packed;

/// Positions that are expanded between two looks at the limits.
const CHUNK: usize = 1 << 13;
/// A level of so many positions is worth functions of its own, chosen by so many of them.
const MANY: usize = 20_000;
const SAMPLE: usize = 200;
/// Positions that are collected before they are merged, at least, and up to eight times as many.
const BATCH: usize = 1 << 18;

/// Searches both halves on all threads, without positions that the pool rules out. The jumps
/// are given if the halves meet. A board of more than 128 cells is searched from one end, with
/// memory.
pub fn search<O: Observer<Jump>>(
    field: &Field,
    pool: Option<&Pool>,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    match field.cells.len() {
        0..=64 => packed::<u64, O>(field, pool, meter, observer),
        65..=128 => packed::<u128, O>(field, pool, meter, observer),
        _ => memo::filtered(field, Order::Reversed, pool, meter, observer),
    }
}

fn packed<P: Packed, O: Observer<Jump>>(
    field: &Field,
    pool: Option<&Pool>,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    let Some(length) = field.length() else { return (None, Ended::Exhausted) };
    let usable = |&index: &usize| pool.is_none_or(|pool| pool.usable[index]);
    let leap = |index: usize| {
        let leap = field.leaps[index];
        (index, P::leap(leap.from, leap.over, leap.to))
    };
    let board = Board {
        leaps: (0..field.leaps.len()).filter(usable).map(leap).collect(),
        mirror: Mirror::new(field),
        prism: ImageTables::new(field),
        full: P::of(&vec![true; field.cells.len()]),
        dual: field.is_dual(),
    };
    // Threads must be worth their start; a watched search tells its events in order.
    let threads = if O::WATCHES { 1 } else { meter.threads().min(SHELVES) };
    let mut halves = TwoEndedSearch {
        field,
        board: &board,
        pool: pool.cloned(),
        threads,
        levels: [vec![Level::default()], vec![Level::default()]],
        toll: Ledger::new(meter),
        claimed: 0,
        observer,
    };
    let found = halves.run(P::of(&field.start), P::of(&field.goal), length);
    let TwoEndedSearch { mut toll, claimed, .. } = halves;
    toll.meter().release(claimed);
    toll.settle();
    match found {
        Ok(Some(jumps)) => (Some(jumps), Ended::Satisfied),
        Ok(None) => (None, Ended::Exhausted),
        Err(ended) => (None, ended),
    }
}

/// What all threads read.
struct Board<P: Packed> {
    leaps: Vec<(usize, P::Leap)>,
    mirror: Mirror<P>,
    prism: ImageTables<P>,
    full: P,
    dual: bool,
}

impl<P: Packed> Board<P> {
    /// Tells every jump that may be made from a position, or taken back, with the images before it.
    #[inline]
    fn each(
        &self,
        pool: Option<&Pool>,
        position: P,
        way: Direction,
        mut tell: impl FnMut(&[P; MOST], usize),
    ) {
        let images = self.prism.images(position);
        let left = pool.map(|pool| {
            let left = pool.left(position);
            match way {
                Direction::Forward => left,
                // Backward, what was lost since the start is what may be won back.
                Direction::Backward => std::array::from_fn(|lane| pool.budget[lane] - left[lane]),
            }
        });
        for (index, leap) in &self.leaps {
            let fits = match way {
                Direction::Forward => position.can(leap),
                Direction::Backward => position.could(leap),
            };
            if fits
                && pool.zip(left.as_ref()).is_none_or(|(pool, left): (_, &[i16; LANES])| {
                    Pool::affords(left, &pool.losses[*index])
                })
            {
                tell(&images, *index);
            }
        }
    }

    /// The number under which a position stands in a table.
    fn number(&self, position: P) -> P {
        self.mirror.least(&self.prism.images(position)).mix()
    }
}

struct TwoEndedSearch<'a, 'b, 'm, P: Packed, O> {
    field: &'a Field,
    board: &'a Board<P>,
    /// Functions that fit the levels searched; they are chosen anew as the levels grow.
    pool: Option<Pool>,
    threads: usize,
    /// The levels from the start, and those from the goal; of a dual problem the first serve both.
    levels: [Vec<Level<P>>; 2],
    toll: Ledger<'b, 'm>,
    claimed: u64,
    observer: &'b mut O,
}

impl<P: Packed, O: Observer<Jump>> TwoEndedSearch<'_, '_, '_, P, O> {
    fn run(&mut self, start: P, goal: P, length: usize) -> Result<Option<Vec<Jump>>, Ended> {
        let roots = [start, goal].into_iter().take(if self.board.dual { 1 } else { 2 });
        for (end, root) in roots.enumerate() {
            self.toll.root().map_err(Ended::from)?;
            self.observer.on(Event::Root(end as u64));
            let number = self.board.number(root);
            if !root.is_empty() {
                self.levels[end][0].shelves_mut()[level::place(number)].push(number);
            }
        }
        if length == 0 || goal.is_empty() {
            // No jump leaves an empty board.
            let won = start == goal;
            self.toll.stats.goals += u64::from(won);
            return Ok(won.then(Vec::new));
        }
        // What is collected before it is merged, and one shelf twice while it is.
        self.claim((16 * BATCH * size_of::<P>()) as u64)?;
        // The last jump between the halves is tried without a table for what it leads to.
        let (mut near, mut far) = (0, 0);
        while near + far + 1 < length {
            let forward = if self.board.dual {
                near <= far
            } else {
                self.levels[0][near].held() <= self.levels[1][far].held()
            };
            if forward {
                self.level(0)?;
                near += 1;
                if self.levels[0][near].held() == 0 {
                    return Ok(None);
                }
            } else if self.board.dual {
                far += 1;
            } else {
                self.level(1)?;
                far += 1;
                if self.levels[1][far].held() == 0 {
                    return Ok(None);
                }
            }
        }
        let Some((position, leap)) = self.meet(near, far).map_err(Ended::from)? else {
            return Ok(None);
        };
        self.toll.stats.goals += 1;
        self.observer.on(Event::Goal);
        Ok(Some(self.unroll(position, leap, near, far)))
    }

    fn claim(&mut self, bytes: u64) -> Result<(), Ended> {
        self.toll.meter().claim(bytes).map_err(Ended::Cut)?;
        self.claimed += bytes;
        Ok(())
    }

    /// Adds a level at an end.
    fn level(&mut self, end: usize) -> Result<(), Ended> {
        let way = if end == 0 { Direction::Forward } else { Direction::Backward };
        let last = self.levels[end].pop().unwrap_or_default();
        let mut next = Level::default();
        let ended = self.fill(&last, way, &mut next);
        if ended.is_ok() && next.held() >= MANY {
            self.adapt(&next, way);
        }
        let depth = (self.levels[0].len() + self.levels[1].len()) as u64;
        // Only a level that holds something is deeper than the one before.
        self.toll.stats.deepest = self.toll.stats.deepest.max(depth * u64::from(next.held() > 0));
        self.toll.standing.depth = depth;
        self.levels[end].push(last);
        self.levels[end].push(next);
        ended
    }

    /// Chooses the functions that fit a level, by a sample of it.
    fn adapt(&mut self, level: &Level<P>, way: Direction) {
        let Some(pool) = &mut self.pool else { return };
        let every = level.held() / SAMPLE;
        let sample = level.shelves().iter().flatten().step_by(every.max(1)).map(|mixed| {
            let position = mixed.unmix();
            (0..self.field.cells.len()).map(|cell| position.holds(cell)).collect()
        });
        let watch = self.toll.meter().watch();
        pool.adapt(self.field, way, &sample.collect::<Vec<_>>(), self.threads, watch);
    }

    /// Finds all that lies one jump from a level.
    fn fill(&mut self, last: &Level<P>, way: Direction, next: &mut Level<P>) -> Result<(), Ended> {
        let mut parents = last.shelves().iter().flatten().copied();
        let mut chunk = Vec::with_capacity(CHUNK);
        // What is reached, by who will merge it.
        let mut bins: Vec<Vec<P>> = vec![Vec::new(); self.threads];
        loop {
            chunk.clear();
            chunk.extend(parents.by_ref().take(CHUNK));
            let done = chunk.is_empty();
            self.expand(&chunk, way, &mut bins);
            // Merging reads the whole level: the larger it is, the more is merged at once.
            let batch = (next.held() / 4).clamp(BATCH, 8 * BATCH);
            if done || bins.iter().map(Vec::len).sum::<usize>() >= batch {
                self.merge(&mut bins, next)?;
            }
            if done {
                return Ok(());
            }
            self.toll.look().map_err(Ended::from)?;
        }
    }

    /// Collects what lies one jump from some positions.
    fn expand(&mut self, chunk: &[P], way: Direction, bins: &mut [Vec<P>]) {
        let (board, pool, threads) = (self.board, self.pool.as_ref(), bins.len());
        let share = SHELVES.div_ceil(threads);
        let reach = |parents: &[P], tell: &mut dyn FnMut(usize)| {
            let mut bins = vec![Vec::new(); threads];
            for &parent in parents {
                board.each(pool, parent.unmix(), way, |images, leap| {
                    let mixed = board.mirror.least_after(images, leap).mix();
                    bins[level::place(mixed) / share].push(mixed);
                    if O::WATCHES {
                        tell(leap);
                    }
                });
            }
            bins
        };
        let found = if threads == 1 || chunk.len() < 256 {
            let (field, observer) = (self.field, &mut *self.observer);
            vec![reach(chunk, &mut |leap| observer.on(Event::Queue(field.jump(field.leaps[leap]))))]
        } else {
            let parts = chunk.chunks(chunk.len().div_ceil(threads));
            parallel(parts.map(|part| || reach(part, &mut |_| {})).collect())
        };
        for part in found {
            bins.iter_mut().zip(part).for_each(|(bin, part)| bin.extend(part));
        }
    }

    /// Merges what was reached into a level.
    fn merge(&mut self, bins: &mut [Vec<P>], next: &mut Level<P>) -> Result<(), Ended> {
        let sort = |bin: &mut Vec<P>| {
            bin.sort_unstable();
            bin.dedup();
        };
        parallel(bins.iter_mut().map(|bin| || sort(bin)).collect());
        let most = (bins.iter().map(Vec::len).sum::<usize>() * size_of::<P>()) as u64;
        self.claim(most)?;
        let share = SHELVES.div_ceil(bins.len());
        let add = |shelves: &mut [Vec<P>], owner: usize, bin: &[P]| -> u64 {
            let parts = bin.chunk_by(|one, two| level::place(*one) == level::place(*two));
            parts
                .map(|part| level::merge(&mut shelves[level::place(part[0]) - owner * share], part))
                .sum()
        };
        let owners = next.shelves_mut().chunks_mut(share).enumerate().zip(&*bins);
        let add = &add;
        let work = owners.map(|((owner, shelves), bin)| move || add(shelves, owner, bin));
        let new: u64 = parallel(work.collect()).into_iter().sum();
        bins.iter_mut().for_each(Vec::clear);
        let unused = most - new * size_of::<P>() as u64;
        self.toll.meter().release(unused);
        self.claimed -= unused;
        self.toll.pay(new).map_err(Ended::from)
    }

    /// A position of the last level from the start, and a jump from it into the other half.
    fn meet(&mut self, near: usize, far: usize) -> Result<Option<(P, usize)>, Stop> {
        let (board, pool, levels) = (self.board, self.pool.as_ref(), &self.levels);
        let others = if board.dual { &levels[0][far] } else { &levels[1][far] };
        let try_all = |parents: &[P]| -> (u64, Option<(P, usize)>) {
            let mut met = None;
            let mut tried = 0;
            for &parent in parents {
                let position = parent.unmix();
                board.each(pool, position, Direction::Forward, |images, leap| {
                    tried += 1;
                    let after = if board.dual {
                        let lines = &board.mirror.lines[leap];
                        let turned = images.iter().zip(lines).take(board.mirror.count);
                        turned.map(|(&image, &line)| image ^ line ^ board.full).min()
                    } else {
                        Some(board.mirror.least_after(images, leap))
                    };
                    if met.is_none() && after.is_some_and(|after| others.has(after.mix())) {
                        met = Some((position, leap));
                    }
                });
                if met.is_some() {
                    break;
                }
            }
            (tried, met)
        };
        let mut parents = levels[0][near].shelves().iter().flatten().copied();
        let mut chunk = Vec::with_capacity(CHUNK);
        loop {
            chunk.clear();
            chunk.extend(parents.by_ref().take(CHUNK));
            if chunk.is_empty() {
                return Ok(None);
            }
            let threads = if chunk.len() < 256 { 1 } else { self.threads };
            // Parts of a fixed size, so that the counters do not depend on the threads.
            for wave in chunk.chunks(512 * threads) {
                let parts = wave.chunks(512);
                let try_all = &try_all;
                let results = parallel(parts.map(|part| move || try_all(part)).collect());
                for (tried, met) in results {
                    self.toll.pay(tried)?;
                    if met.is_some() {
                        return Ok(met);
                    }
                }
            }
        }
    }

    /// The whole game through a jump that joins the halves.
    fn unroll(&self, position: P, leap: usize, near: usize, far: usize) -> Vec<Jump> {
        let board = self.board;
        let jump = |leap: usize| self.field.jump(self.field.leaps[leap]);
        let mut jumps = Vec::with_capacity(near + far + 1);
        let mut at = position;
        for depth in (0..near).rev() {
            let level = &self.levels[0][depth];
            let back = board
                .leaps
                .iter()
                .find(|(_, leap)| at.could(leap) && level.has(board.number(at ^ leap.0)));
            let (index, leap) = back.expect("every position of a level was reached");
            jumps.push(jump(*index));
            at.flip(leap);
        }
        jumps.reverse();
        jumps.push(jump(leap));
        let mut at = position ^ board.mirror.lines[leap][0];
        for depth in (0..far).rev() {
            let level = if board.dual { &self.levels[0][depth] } else { &self.levels[1][depth] };
            let on = board.leaps.iter().find(|(_, leap)| {
                let after = at ^ leap.0;
                let mirrored = if board.dual { after ^ board.full } else { after };
                at.can(leap) && level.has(board.number(mirrored))
            });
            let (index, leap) = on.expect("every position of a level was reached");
            jumps.push(jump(*index));
            at.flip(leap);
        }
        jumps
    }
}
