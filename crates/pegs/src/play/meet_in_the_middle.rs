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
use crate::play::image_board::Board;
use crate::play::level::{self, BUCKETS, BucketTable, Level};
use crate::play::memo::{self, Order};
use crate::play::parity_pool::ParityPool;
use crate::play::pool::Pool;
use crate::play::position::Packed;

/// Positions that are expanded between two looks at the limits.
const CHUNK: usize = 1 << 14;
/// A level of so many positions is worth functions of its own, chosen by so many of them.
const MANY: usize = 2000;
const SAMPLE: usize = 200;
/// And one in so many is asked about, at most.
const ASKED: usize = 100;
/// Positions that are collected before they are put into tables, at least.
const BATCH: usize = 1 << 20;

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
    let pool = pool.map(|pool| ParityPool::new(field, pool, meter.watch()));
    let board = Board::new(field, pool.as_ref());
    // Threads must be worth their start; a watched search tells its events in order.
    let threads = if O::WATCHES { 1 } else { meter.threads().min(BUCKETS) };
    let mut halves = TwoEndedSearch {
        field,
        board: &board,
        pool,
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

struct TwoEndedSearch<'a, 'b, 'm, P: Packed, O> {
    field: &'a Field,
    board: &'a Board<P>,
    /// Functions that fit the levels searched; they are chosen anew as the levels grow.
    pool: Option<ParityPool<P>>,
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
                self.levels[end][0].buckets_mut()[level::place(number)].push(number);
            }
        }
        if length == 0 || goal.is_empty() {
            // No jump leaves an empty board.
            let won = start == goal;
            self.toll.stats.goals += u64::from(won);
            return Ok(won.then(Vec::new));
        }
        // What is collected, and buckets twice while they are sorted.
        self.claim((4 * BATCH * size_of::<P>()) as u64)?;
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
        let asked = (level.held() / ASKED).min(SAMPLE);
        let sample = level.buckets().iter().flatten().step_by(level.held() / asked);
        let sample: Vec<P> = sample.take(asked).map(|mixed| mixed.unmix()).collect();
        pool.adapt(way, &sample, self.threads, self.toll.meter().watch());
    }

    /// Finds all that lies one jump from a level.
    fn fill(&mut self, last: &Level<P>, way: Direction, next: &mut Level<P>) -> Result<(), Ended> {
        let mut parents = last.buckets().iter().flatten().copied();
        let mut chunk = Vec::with_capacity(CHUNK);
        // What is reached, by who found it and where it belongs.
        let mut bins: Vec<Vec<Vec<P>>> = vec![vec![Vec::new(); BUCKETS]; self.threads];
        let mut tables = vec![BucketTable::default(); BUCKETS];
        let ended = loop {
            chunk.clear();
            chunk.extend(parents.by_ref().take(CHUNK));
            let done = chunk.is_empty();
            self.expand(&chunk, way, &mut bins);
            if done || bins.iter().flatten().map(Vec::len).sum::<usize>() >= BATCH {
                let ended = self.merge(&mut bins, &mut tables);
                if ended.is_err() || done {
                    break ended;
                }
            }
            if let Err(stop) = self.toll.look() {
                break Err(Ended::from(stop));
            }
        };
        let share = BUCKETS.div_ceil(self.threads);
        let slots: u64 = tables.iter().map(BucketTable::bytes).sum();
        let owners = next.buckets_mut().chunks_mut(share).zip(tables.chunks_mut(share));
        let sort = |(buckets, tables): (&mut [Vec<P>], &mut [BucketTable<P>])| {
            for (bucket, table) in buckets.iter_mut().zip(tables) {
                *bucket = std::mem::take(table).into_bucket();
            }
        };
        let sort = &sort;
        parallel(owners.map(|owner| move || sort(owner)).collect());
        let unused = slots - (next.held() * size_of::<P>()) as u64;
        self.toll.meter().release(unused);
        self.claimed -= unused;
        ended
    }

    /// Collects what lies one jump from some positions.
    fn expand(&mut self, chunk: &[P], way: Direction, bins: &mut [Vec<Vec<P>>]) {
        let (board, pool) = (self.board, self.pool.as_ref());
        let reach = |parents: &[P], bins: &mut [Vec<P>], tell: &mut dyn FnMut(usize)| {
            for &parent in parents {
                board.each(pool, parent.unmix(), way, |images, leap| {
                    let mixed = board.mirror.least_after(images, leap).mix();
                    bins[level::place(mixed)].push(mixed);
                    if O::WATCHES {
                        tell(leap);
                    }
                });
            }
        };
        if bins.len() == 1 || chunk.len() < 256 {
            let (field, observer) = (self.field, &mut *self.observer);
            reach(chunk, &mut bins[0], &mut |leap| {
                observer.on(Event::Queue(field.jump(field.leaps[leap])));
            });
        } else {
            let parts = chunk.chunks(chunk.len().div_ceil(bins.len())).zip(bins);
            let reach = &reach;
            let work = parts.map(|(part, bins)| move || reach(part, bins, &mut |_| {}));
            parallel(work.collect());
        }
    }

    /// Puts what was reached into tables.
    fn merge(
        &mut self,
        bins: &mut [Vec<Vec<P>>],
        tables: &mut [BucketTable<P>],
    ) -> Result<(), Ended> {
        let more = |bucket: usize| bins.iter().map(|bins| bins[bucket].len()).sum::<usize>();
        let before: u64 = tables.iter().map(BucketTable::bytes).sum();
        let most = tables.iter().enumerate().map(|(bucket, table)| table.bytes_with(more(bucket)));
        let most = most.sum::<u64>() - before;
        self.claim(most)?;
        let share = BUCKETS.div_ceil(self.threads);
        let shared = &*bins;
        let add = |owner: usize, tables: &mut [BucketTable<P>]| -> u64 {
            let mut new = 0;
            for (bucket, table) in (owner * share..).zip(tables) {
                for mixed in shared.iter().flat_map(|bins| &bins[bucket]) {
                    new += u64::from(table.insert(*mixed));
                }
            }
            new
        };
        let add = &add;
        let owners = tables.chunks_mut(share).enumerate();
        let work = owners.map(|(owner, tables)| move || add(owner, tables));
        let new: u64 = parallel(work.collect()).into_iter().sum();
        bins.iter_mut().flatten().for_each(Vec::clear);
        let unused = most + before - tables.iter().map(BucketTable::bytes).sum::<u64>();
        self.toll.meter().release(unused);
        self.claimed -= unused;
        self.toll.pay(new).map_err(Ended::from)
    }

    /// A position of the last level from the start, and a jump from it into the other half.
    fn meet(&mut self, near: usize, far: usize) -> Result<Option<(P, usize)>, Stop> {
        let (board, pool, levels) = (self.board, self.pool.as_ref(), &self.levels);
        let others = if board.dual { &levels[0][far] } else { &levels[1][far] };
        // In the middle of a dual problem what is left to play is told by the same level, with pegs and holes exchanged.
        // A search without functions has small levels, which one look more would not spare much.
        let twins = (board.dual && pool.is_some() && near == far + 1).then(|| &levels[0][near]);
        let try_all = |parents: &[P]| -> (u64, Option<(P, usize)>) {
            let mut met = None;
            let mut tried = 0;
            for &parent in parents {
                let position = parent.unmix();
                if let Some(twins) = twins {
                    tried += 1;
                    if !twins.has(board.number(position ^ board.full)) {
                        continue;
                    }
                }
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
        let mut parents = levels[0][near].buckets().iter().flatten().copied();
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
