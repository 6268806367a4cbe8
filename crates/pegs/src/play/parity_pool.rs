//! Many functions with parity terms at once, as a filter of the positions of one level after the other.
//!
//! As in [`pool`](super::pool), each function is one lane of small numbers. The weights of a position are summed by
//! its bytes; the parities of all sets are the sum over GF(2) of what its bytes change, one bit a
//! set; and what the sets ask is summed by the bytes of that.

use search::limits::Watch;
use search::parallel::parallel;

use crate::play::field::Field;
use crate::play::grid::Direction;
use crate::play::pool::{Budget, LANES, Pool};
use crate::play::position::Packed;
use crate::play::potential::{JumpCounts, Potential};

/// Sets of all functions together, one a bit.
type Parities = u128;
/// Positions that are asked about at the same time, whatever the number of threads.
const WAVE: usize = 16;
/// Positions by which functions are compared.
const COMPARED: usize = 2048;

/// What is left of each function at a position, and the parities of all sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left {
    plain: Budget,
    odd: Parities,
}

const NOTHING: Left = Left { plain: [0; LANES], odd: 0 };

/// Functions for one problem, chosen anew as the levels grow.
#[derive(Clone, Debug)]
pub(crate) struct ParityPool<P: Packed> {
    counts: JumpCounts,
    /// The jumps that may be of use, by their index.
    pub(crate) leaps: Vec<(usize, P::Leap)>,
    start: P,
    goal: P,
    /// The sums of start and goal.
    ends: [Left; 2],
    /// All functions found.
    functions: Vec<Potential<P>>,
    /// What eight cells weigh; the sets that they change; what eight sets ask.
    weights: Vec<[Budget; 256]>,
    changes: Vec<[Parities; 256]>,
    prices: Vec<[Budget; 256]>,
    /// What each jump loses, and the sets that it changes.
    losses: Vec<(Budget, Parities)>,
}

impl<P: Packed> ParityPool<P> {
    /// The functions of a pool, and the jumps that it leaves, without those that counting jumps rules out.
    pub(crate) fn new(field: &Field, pool: &Pool, watch: Watch<'_>) -> Self {
        let mut counts = JumpCounts::new(field, &pool.usable);
        counts.bar(watch);
        let number = |[from, over, to]: [usize; 3]| {
            let index = field.find(from as u32, to as u32).expect("a jump of the field");
            (index, P::leap(from as u32, over as u32, to as u32))
        };
        let mut leaps: Vec<(usize, P::Leap)> = counts.usable().map(number).collect();
        leaps.sort_by_key(|(index, _)| *index);
        let function =
            |weights: &Vec<i64>| Potential { weights: weights.clone(), prices: Vec::new() };
        let functions = pool.functions.iter().map(function).filter(Potential::fits).collect();
        let mut made = ParityPool {
            counts,
            leaps,
            start: P::of(&field.start),
            goal: P::of(&field.goal),
            ends: [NOTHING; 2],
            functions,
            weights: Vec::new(),
            changes: Vec::new(),
            prices: Vec::new(),
            losses: vec![([0; LANES], 0); field.leaps.len()],
        };
        made.take(&[]);
        made
    }

    /// The positions between which games lead past one.
    fn ends(&self, position: P, way: Direction) -> (P, P) {
        match way {
            Direction::Forward => (position, self.goal),
            Direction::Backward => (self.start, position),
        }
    }

    /// Chooses anew by some positions of a level: functions are looked for that refute them, and what
    /// lies one jump further tells which functions refute the most.
    pub(crate) fn adapt(&mut self, way: Direction, level: &[P], threads: usize, watch: Watch<'_>) {
        let first = self.functions.len();
        let mut rest = level.to_vec();
        while !rest.is_empty() && watch.check().is_ok() {
            let wave = rest.split_off(rest.len().saturating_sub(WAVE));
            let counts = &self.counts;
            let ask = |&position: &P| {
                let (from, to) = self.ends(position, way);
                counts.refute(from, to, watch)
            };
            let ask = &ask;
            let parts = wave.chunks(wave.len().div_ceil(threads));
            let parts = parts.map(|part| move || part.iter().filter_map(ask).collect::<Vec<_>>());
            let found: Vec<Potential<P>> = parallel(parts.collect()).concat();
            rest.retain(|&position| {
                let (from, to) = self.ends(position, way);
                found.iter().all(|function| function.slack(from, to) >= 0)
            });
            for function in found {
                if !self.functions[first..].contains(&function) {
                    self.functions.push(function);
                }
            }
        }
        let mut sample: Vec<P> = level.iter().flat_map(|&at| self.nearby(way, at)).collect();
        sample.sort_unstable();
        sample.dedup();
        let every = sample.len().div_ceil(COMPARED).max(1);
        let sample: Vec<(P, P)> =
            sample.into_iter().step_by(every).map(|position| self.ends(position, way)).collect();
        let chosen = self.cover(&sample, watch);
        self.take(&chosen);
    }

    /// What lies one jump from a position.
    fn nearby(&self, way: Direction, at: P) -> impl Iterator<Item = P> {
        let fits = move |leap: &P::Leap| match way {
            Direction::Forward => at.can(leap),
            Direction::Backward => at.could(leap),
        };
        self.leaps.iter().filter(move |(_, leap)| fits(leap)).map(move |(_, leap)| at ^ leap.0)
    }

    /// The functions that together refute the most of a sample, each chosen for what the others leave.
    fn cover(&self, sample: &[(P, P)], watch: Watch<'_>) -> Vec<Potential<P>> {
        let refuted = |function: &Potential<P>| {
            let mut words = vec![0_u64; sample.len().div_ceil(64)];
            for (index, &(from, to)) in sample.iter().enumerate() {
                words[index / 64] |= u64::from(function.slack(from, to) < 0) << (index % 64);
            }
            words
        };
        let in_time = |_: &&Potential<P>| watch.check().is_ok();
        let functions = self.functions.iter().take_while(in_time);
        let mut left: Vec<(&Potential<P>, Vec<u64>)> =
            functions.map(|function| (function, refuted(function))).collect();
        let (mut chosen, mut sets): (Vec<Potential<P>>, Vec<P>) = (Vec::new(), Vec::new());
        while chosen.len() < LANES {
            let count = |words: &Vec<u64>| words.iter().map(|word| word.count_ones()).sum::<u32>();
            let mut most = (0, 0);
            for (index, (_, words)) in left.iter().enumerate() {
                if count(words) > most.0 {
                    most = (count(words), index);
                }
            }
            if most.0 == 0 {
                break;
            }
            let (function, words) = left.remove(most.1);
            let new = function.prices.iter().filter(|(set, _)| !sets.contains(set));
            let new: Vec<P> = new.map(|(set, _)| *set).collect();
            if sets.len() + new.len() > Parities::BITS as usize {
                continue;
            }
            sets.extend(new);
            for (_, others) in &mut left {
                others.iter_mut().zip(&words).for_each(|(other, word)| *other &= !word);
            }
            chosen.push(function.clone());
        }
        chosen
    }

    /// Makes the tables of some functions.
    fn take(&mut self, functions: &[Potential<P>]) {
        let mut sets: Vec<P> =
            functions.iter().flat_map(|f| &f.prices).map(|(set, _)| *set).collect();
        sets.sort_unstable();
        sets.dedup();
        let cells = self.counts.cells();
        let lanes = |value: &dyn Fn(&Potential<P>) -> i64| {
            let mut lanes = [0; LANES];
            lanes.iter_mut().zip(functions).for_each(|(lane, f)| *lane = value(f) as i16);
            lanes
        };
        let price = |set: usize| {
            lanes(&|f| {
                let asks = |of: &&(P, i64)| Some(of.0) == sets.get(set).copied();
                f.prices.iter().filter(asks).map(|(_, price)| price).sum()
            })
        };
        let weight = |cell: usize| lanes(&|f| f.weights.get(cell).copied().unwrap_or(0));
        let odd = |position: P| -> Parities {
            let odd = |set: &P| (*set & position).len() % 2 == 1;
            sets.iter().enumerate().map(|(bit, set)| Parities::from(odd(set)) << bit).sum()
        };
        let add = |one: Budget, other: Budget| std::array::from_fn(|lane| one[lane] + other[lane]);
        let bytes = cells.div_ceil(8);
        self.weights =
            (0..bytes).map(|at| subsets([0; LANES], |bit| weight(8 * at + bit), add)).collect();
        let one = |cell: usize| if cell < cells { odd(P::bit(cell as u32)) } else { 0 };
        self.changes = (0..bytes)
            .map(|at| subsets(0, |bit| one(8 * at + bit), |one, other| one ^ other))
            .collect();
        let bytes = sets.len().div_ceil(8);
        self.prices =
            (0..bytes).map(|at| subsets([0; LANES], |bit| price(8 * at + bit), add)).collect();
        for (index, leap) in &self.leaps {
            let into = leap.0 ^ leap.1;
            let loss = lanes(&|f| f.weigh(leap.1) - f.weigh(into));
            self.losses[*index] = (loss, odd(leap.0));
        }
        self.ends = [self.sum(self.start), self.sum(self.goal)];
    }

    #[inline]
    fn sum(&self, position: P) -> Left {
        let mut left = NOTHING;
        for (index, (weights, changes)) in self.weights.iter().zip(&self.changes).enumerate() {
            let set = position.byte(index);
            (0..LANES).for_each(|lane| left.plain[lane] += weights[set][lane]);
            left.odd ^= changes[set];
        }
        left
    }

    /// What may be lost between a position and the end that a search leads to.
    #[inline]
    pub(crate) fn left(&self, position: P, way: Direction) -> Left {
        let (here, there) = match way {
            Direction::Forward => (self.sum(position), self.ends[1]),
            Direction::Backward => (self.ends[0], self.sum(position)),
        };
        Left {
            plain: std::array::from_fn(|lane| here.plain[lane] - there.plain[lane]),
            odd: here.odd ^ there.odd,
        }
    }

    /// Whether what is left does for what the sets ask.
    #[inline]
    pub(crate) fn lives(&self, left: &Left) -> bool {
        self.pays(&left.plain, left.odd)
    }

    /// Whether a jump may be made or taken back.
    #[inline]
    pub(crate) fn affords(&self, left: &Left, leap: usize) -> bool {
        let (loss, change) = &self.losses[leap];
        let rest: Budget = std::array::from_fn(|lane| left.plain[lane] - loss[lane]);
        rest.iter().fold(true, |fine, rest| fine & (*rest >= 0))
            && self.pays(&rest, left.odd ^ change)
    }

    #[inline]
    fn pays(&self, plain: &Budget, odd: Parities) -> bool {
        let mut asked = [0; LANES];
        for (index, prices) in self.prices.iter().enumerate() {
            let set = (odd >> (8 * index)) as usize & 0xff;
            (0..LANES).for_each(|lane| asked[lane] += prices[set][lane]);
        }
        (0..LANES).fold(true, |fine, lane| fine & (asked[lane] <= plain[lane]))
    }
}

/// Of each set of eight things the sum of what they are worth.
fn subsets<T: Copy>(none: T, worth: impl Fn(usize) -> T, add: impl Fn(T, T) -> T) -> [T; 256] {
    let mut sums = [none; 256];
    for set in 1..256_usize {
        sums[set] = add(sums[set & (set - 1)], worth(set.trailing_zeros() as usize));
    }
    sums
}

#[cfg(test)]
mod tests {
    use search::{Limits, Meter};

    use super::*;
    use crate::Ground;
    use crate::play::position::Position;
    use tabuleiro_core::random::Rng;

    #[test]
    fn tables_say_what_functions_say() {
        let limits = Limits::default();
        let mut rng = Rng::new(2);
        let (mut priced, mut lost) = (0, 0);
        for _ in 0..60 {
            let inside = vec![true; 30];
            let start = inside.iter().map(|_| rng.below(6) > 0).collect();
            let goal = vec![false; 30];
            let ground = Ground { rows: 5, columns: 6, inside, start, goal }.complemented();
            let field = Field::new(&ground);
            let mut meter = Meter::new(&limits);
            let pool = Pool::new(&field, &mut meter).expect("no limit");
            let mut pool = ParityPool::<u64>::new(&field, &pool, meter.watch());
            for way in [Direction::Forward, Direction::Backward] {
                let root = if way == Direction::Forward { pool.start } else { pool.goal };
                let mut level = vec![root];
                for _ in 0..4 {
                    level = level.iter().flat_map(|&at| pool.nearby(way, at)).collect();
                    level.sort_unstable();
                    level.dedup();
                    level.truncate(40);
                }
                pool.adapt(way, &level, 2, meter.watch());
                let sample: Vec<(u64, u64)> = level.iter().map(|&at| pool.ends(at, way)).collect();
                let chosen = pool.cover(&sample, meter.watch());
                priced += chosen.iter().filter(|function| !function.prices.is_empty()).count();
                pool.take(&chosen);
                let says = |at: u64| {
                    let (from, to) = pool.ends(at, way);
                    chosen.iter().all(|function| function.slack(from, to) >= 0)
                };
                for &at in &level {
                    let left = pool.left(at, way);
                    assert_eq!(pool.lives(&left), says(at));
                    lost += usize::from(!says(at));
                    for (index, leap) in pool.leaps.iter().filter(|(_, leap)| match way {
                        Direction::Forward => at.can(leap),
                        Direction::Backward => at.could(leap),
                    }) {
                        let after = says(at ^ leap.0);
                        assert!(pool.affords(&left, *index) == after, "{at:x}");
                    }
                }
            }
        }
        assert!(priced > 50 && lost > 50, "{priced} {lost}");
    }
}
