//! Beam search, meeting a backward search from the goal: level by level, keeping the positions whose pegs
//! are nearest to where they shall be.
//!
//! All positions a few jumps from the goal are found first, by playing backward, so that the search ends as
//! soon as it meets any of them. Boards of any size; finding nothing proves nothing.

use search::ledger::Ledger;
use search::limits::Stop;
use search::{Ended, Event, Meter, Observer};

use crate::play::field::Field;
use crate::play::grid::{Code, Direction, DistanceWeight, Grid};
use crate::play::pool::{Budget, LANES, Pool};
use crate::{Ground, Jump};

/// How wide a beam is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// Positions kept of each level.
    pub kept: usize,
    /// Positions that the last level of the endgame may have.
    pub ending: usize,
    /// Which positions are the best.
    pub pull: DistanceWeight,
}

/// Positions of one level.
#[derive(Clone, Debug, Default)]
struct BeamLevel {
    positions: Vec<u64>,
    keys: Vec<u64>,
    scores: Vec<i32>,
    /// What the pool's functions may still lose; empty without a pool.
    budgets: Vec<Budget>,
}

/// Candidates met more than once are rarely more than three of four.
const ENOUGH: usize = 4;

/// Where a position came from: the index in the level before, and the jump.
type Parents = Vec<(u32, Code)>;

/// A position that may be kept: score and key in one number, and where it came from.
type BeamCandidate = (u64, u32, Code);

struct Beam<'a, 'b, 'm, O> {
    grid: &'a Grid,
    pool: Option<(&'a Pool, Vec<u32>)>,
    pull: DistanceWeight,
    toll: Ledger<'b, 'm>,
    observer: &'b mut O,
}

/// Looks for the goal; the jumps are given if it was met.
pub fn search<O: Observer<Jump>>(
    ground: &Ground,
    width: Width,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    let claimed = meter.claimed();
    let prepared = Field::within(ground, meter).and_then(|field| {
        let grid = Grid::within(ground, &field, meter)?;
        Ok((field, grid))
    });
    let found = match prepared {
        Ok((field, grid)) => filtered(ground, &field, &grid, width, None, meter, observer),
        Err(limit) => (None, Ended::Cut(limit)),
    };
    meter.release(meter.claimed() - claimed);
    found
}

/// The same on a grid at hand, with positions left out that a pool of pagoda functions rules out.
pub fn filtered<O: Observer<Jump>>(
    ground: &Ground,
    field: &Field,
    grid: &Grid,
    width: Width,
    pool: Option<&Pool>,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    let Some(length) = field.length() else { return (None, Ended::Exhausted) };
    // The pool knows a jump by its index.
    let pool = pool.map(|pool| {
        let mut index = vec![u32::MAX; 4 * ground.inside.len()];
        let mut numbers = vec![0; ground.inside.len()];
        for (number, &cell) in field.cells.iter().enumerate() {
            numbers[cell as usize] = number as u32;
        }
        for code in 0..index.len() as u32 {
            let [from, _, to] = grid.cells(code);
            if to < numbers.len() && from < numbers.len() {
                let found = field.find(numbers[from], numbers[to]);
                index[code as usize] = found.map_or(u32::MAX, |found| found as u32);
            }
        }
        (pool, index)
    });
    let mut beam = Beam { grid, pool, pull: width.pull, toll: Ledger::new(meter), observer };
    let found = beam.run(ground, length, width);
    beam.toll.settle();
    match found {
        Ok(Some(jumps)) => (Some(jumps), Ended::Satisfied),
        Ok(None) => (None, Ended::Exhausted),
        Err(stop) => (None, stop.into()),
    }
}

impl<O: Observer<Jump>> Beam<'_, '_, '_, O> {
    fn run(
        &mut self,
        ground: &Ground,
        length: usize,
        width: Width,
    ) -> Result<Option<Vec<Jump>>, Stop> {
        self.toll.root()?;
        self.observer.on(Event::Root(0));
        let mut level = self.root(&ground.start);
        let goal = self.grid.position(&ground.goal);
        if length == 0 {
            let won = level.positions == goal;
            if won {
                self.won();
            }
            return Ok(won.then(Vec::new));
        }
        let (ending, tails) = self.ending(&ground.goal, length - 1, width.ending)?;
        let mut trails: Vec<Parents> = Vec::with_capacity(length);
        let mut candidates = Vec::new();
        for depth in 1..length - tails.len() {
            self.expand(&level, Direction::Forward, width.kept, &mut candidates)?;
            keep(&mut candidates, width.kept);
            if candidates.is_empty() {
                return Ok(None);
            }
            level = self.next(&level, &candidates);
            trails.push(candidates.iter().map(|&(_, parent, code)| (parent, code)).collect());
            self.toll.stats.deepest = self.toll.stats.deepest.max(depth as u64);
            self.toll.standing.depth = depth as u64;
            self.toll.standing.explored = depth as f64 / length as f64;
        }
        let Some((parent, code, met)) = self.meet(&level, &ending)? else { return Ok(None) };
        self.won();
        let mut position = level.positions[parent * self.grid.words..][..self.grid.words].to_vec();
        self.grid.flip(&mut position, code);
        let mut jumps = self.unroll(&trails, parent);
        jumps.reverse();
        jumps.push(self.grid.jump(code));
        let other = &ending.positions[met * self.grid.words..][..self.grid.words];
        let turn = self.turn(&position, other).expect("a meeting was checked");
        // The endgame lies under a symmetry; it is turned back.
        let mut back = vec![0; self.grid.symmetries[turn].len()];
        for (cell, &image) in self.grid.symmetries[turn].iter().enumerate() {
            back[image as usize] = cell as u32;
        }
        let tail = self.unroll(&tails, met);
        jumps.extend(
            tail.iter()
                .map(|jump| Jump { from: back[jump.from as usize], to: back[jump.to as usize] }),
        );
        Ok(Some(jumps))
    }

    fn won(&mut self) {
        self.toll.stats.goals += 1;
        self.observer.on(Event::Goal);
    }

    fn root(&self, pegs: &[bool]) -> BeamLevel {
        let count = self.grid.symmetries.len();
        BeamLevel {
            positions: self.grid.position(pegs),
            keys: (0..count).map(|turn| self.grid.key(pegs, turn)).collect(),
            scores: vec![self.grid.score(self.pull, pegs)],
            budgets: self.pool.iter().map(|(pool, _)| pool.budget).collect(),
        }
    }

    /// All positions so many jumps from the goal, as many jumps as keep them few, and at most
    /// `most`; and where they came from.
    fn ending(
        &mut self,
        goal: &[bool],
        most: usize,
        few: usize,
    ) -> Result<(BeamLevel, Vec<Parents>), Stop> {
        let mut level = self.root(goal);
        let mut trails = Vec::new();
        let mut candidates = Vec::new();
        // What may be lost is counted from the start: backward play is not filtered.
        let pool = self.pool.take();
        level.budgets.clear();
        while trails.len() < most {
            let end = self.expand(&level, Direction::Backward, usize::MAX / 8, &mut candidates);
            if end.is_err() {
                self.pool = pool;
                return end.map(|()| (level, trails));
            }
            keep(&mut candidates, usize::MAX / 4);
            if candidates.is_empty() || candidates.len() > few {
                break;
            }
            level = self.next(&level, &candidates);
            trails.push(candidates.iter().map(|&(_, parent, code)| (parent, code)).collect());
        }
        self.pool = pool;
        Ok((level, trails))
    }

    /// Finds what lies one jump from a level; more than `most` of it, the best, if there is more.
    fn expand(
        &mut self,
        level: &BeamLevel,
        way: Direction,
        most: usize,
        candidates: &mut Vec<BeamCandidate>,
    ) -> Result<(), Stop> {
        let Beam { grid, pool, pull, toll, observer } = self;
        let count = grid.symmetries.len();
        candidates.clear();
        let mut worst = u64::MAX;
        for (parent, position) in level.positions.chunks_exact(grid.words).enumerate() {
            let keys = &level.keys[parent * count..][..count];
            let score = level.scores[parent];
            let mut reached = 0;
            grid.each(position, way, |code| {
                if let Some((pool, index)) = pool {
                    let leap = index[code as usize] as usize;
                    let affords = Pool::affords(&level.budgets[parent], &pool.losses[leap]);
                    if !pool.usable[leap] || !affords {
                        return;
                    }
                }
                reached += 1;
                if O::WATCHES {
                    observer.on(Event::Queue(grid.jump(code)));
                }
                // Half a key tells candidates of one score apart; the endgame has no scores.
                let rank = match way {
                    Direction::Forward => ((score + grid.change(*pull, code)).max(0) as u64) << 32,
                    Direction::Backward => 0,
                };
                if rank > worst {
                    return;
                }
                let key = grid.least(keys, code);
                let rank = if way == Direction::Forward { rank | key >> 32 } else { key };
                candidates.push((rank, parent as u32, code));
            });
            toll.pay(reached)?;
            if candidates.len() >= 8 * most {
                candidates.select_nth_unstable(ENOUGH * most);
                worst = candidates[ENOUGH * most].0;
                candidates.truncate(ENOUGH * most);
            }
        }
        toll.standing.memory = (candidates.capacity() * size_of::<BeamCandidate>()
            + 8 * (level.positions.capacity() + level.keys.capacity()))
            as u64;
        Ok(())
    }

    /// The positions of the candidates.
    fn next(&mut self, level: &BeamLevel, candidates: &[BeamCandidate]) -> BeamLevel {
        let (words, count) = (self.grid.words, self.grid.symmetries.len());
        let mut next = BeamLevel::default();
        next.positions.reserve_exact(words * candidates.len());
        next.keys.reserve_exact(count * candidates.len());
        for &(_, parent, code) in candidates {
            let parent = parent as usize;
            let at = next.positions.len();
            next.positions.extend_from_slice(&level.positions[parent * words..][..words]);
            self.grid.flip(&mut next.positions[at..], code);
            let at = next.keys.len();
            next.keys.extend_from_slice(&level.keys[parent * count..][..count]);
            self.grid.mark(&mut next.keys[at..], code);
            next.scores.push(level.scores[parent] + self.grid.change(self.pull, code));
            if let (Some((pool, index)), Some(budget)) = (&self.pool, level.budgets.get(parent)) {
                let loss = &pool.losses[index[code as usize] as usize];
                next.budgets
                    .push(std::array::from_fn::<_, LANES, _>(|lane| budget[lane] - loss[lane]));
            }
            self.observer.on(Event::Expand(self.grid.jump(code)));
        }
        next
    }

    /// A jump from a level to the endgame.
    fn meet(
        &mut self,
        level: &BeamLevel,
        ending: &BeamLevel,
    ) -> Result<Option<(usize, Code, usize)>, Stop> {
        let (grid, count) = (self.grid, self.grid.symmetries.len());
        let key = |keys: &[u64]| keys.iter().copied().min().unwrap_or(0);
        let mut met: Vec<(u64, u32)> = ending.keys.chunks_exact(count).map(key).zip(0..).collect();
        met.sort_unstable();
        let mut codes = Vec::new();
        for (parent, position) in level.positions.chunks_exact(grid.words).enumerate() {
            let keys = &level.keys[parent * count..][..count];
            codes.clear();
            grid.each(position, Direction::Forward, |code| codes.push(code));
            self.toll.pay(codes.len() as u64)?;
            for &code in &codes {
                let least = grid.least(keys, code);
                let first = met.partition_point(|&(key, _)| key < least);
                for &(_, other) in met[first..].iter().take_while(|&&(key, _)| key == least) {
                    let mut after = position.to_vec();
                    grid.flip(&mut after, code);
                    let there = &ending.positions[other as usize * grid.words..][..grid.words];
                    if self.turn(&after, there).is_some() {
                        return Ok(Some((parent, code, other as usize)));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The symmetry that turns one position into the other.
    fn turn(&self, one: &[u64], other: &[u64]) -> Option<usize> {
        let pegs = |words: &[u64]| words.iter().map(|word| word.count_ones()).sum::<u32>();
        let has = |words: &[u64], cell: usize| words[cell / 64] >> (cell % 64) & 1 != 0;
        let fits = |image: &Vec<u32>| {
            (0..image.len()).all(|cell| !has(one, cell) || has(other, image[cell] as usize))
        };
        if pegs(one) != pegs(other) {
            return None;
        }
        self.grid.symmetries.iter().position(fits)
    }

    /// The jumps that led to a position of the last level, the last one first.
    fn unroll(&self, trails: &[Parents], mut index: usize) -> Vec<Jump> {
        let step = |trail: &Parents| {
            let (parent, code) = trail[index];
            index = parent as usize;
            self.grid.jump(code)
        };
        trails.iter().rev().map(step).collect()
    }
}

/// Keeps the best candidates, each once.
fn keep(candidates: &mut Vec<BeamCandidate>, most: usize) {
    let enough = ENOUGH * most;
    if candidates.len() > enough {
        candidates.select_nth_unstable(enough);
        candidates.truncate(enough);
    }
    candidates.sort_unstable();
    candidates.dedup_by_key(|candidate| candidate.0);
    candidates.truncate(most);
}
