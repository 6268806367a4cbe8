//! Many pagoda functions at once, as a filter: a position whose pegs weigh less than the goal is lost. Kept
//! is only how much may still be lost, one small number a function; a jump takes its share.

use search::limits::{PollState, Watch};
use search::parallel::parallel;
use search::{Ended, Meter, Stats};

use crate::play::field::{Field, Leap};
use crate::play::grid::Direction;
use crate::play::pagoda::{self, LinearProgram};
use crate::play::position::Packed;

/// Functions in a pool.
pub const LANES: usize = 32;

/// What each function may still lose.
pub type Budget = [i16; LANES];

/// Linear programmes that random play may ask, a cell of the board.
const PROGRAMMES: usize = 6;
/// Positions by which functions are compared.
const SAMPLE: usize = 2048;

/// The weights of all cells together must fit the small numbers, twice.
const MOST: i64 = 16_000;

/// A pool of pagoda functions for one problem.
#[derive(Clone, Debug)]
pub struct Pool {
    /// What each jump of the field loses; as many as there are jumps.
    pub losses: Vec<Budget>,
    /// Whether a jump can be part of a solution at all.
    pub usable: Vec<bool>,
    /// What may be lost at the start.
    pub budget: Budget,
    /// What a set of eight cells weighs.
    bytes: Vec<[Budget; 256]>,
    /// What the goal weighs.
    goal: Budget,
    /// All functions found, those of the pool among them.
    pub(super) functions: Vec<Vec<i64>>,
}

impl Pool {
    /// Asks the linear programme about every jump, one of each kind that symmetry makes alike, and
    /// keeps the functions that leave the least to lose.
    pub fn new(field: &Field, meter: &mut Meter<'_>) -> Result<Self, Ended> {
        let mut usable = vec![true; field.leaps.len()];
        let mut functions: Vec<(i64, Vec<i64>)> = Vec::new();
        let mut asked = vec![false; field.leaps.len()];
        let programme = LinearProgram::new(field);
        for index in 0..field.leaps.len() {
            let Some(programme) = programme.as_ref().filter(|_| !asked[index]) else { continue };
            // A programme takes long: look at the clock at each, without counting it as a node.
            let stats: Stats = meter.stats();
            meter.poll(stats, PollState::default()).map_err(Ended::from)?;
            let leap = field.leaps[index];
            let found = programme.with(&leap);
            for image in &field.symmetries {
                let to = |cell: u32| image[cell as usize];
                let Some(alike) = field.find(to(leap.from), to(leap.to)) else { continue };
                let first = !std::mem::replace(&mut asked[alike], true);
                let Some((weights, useless)) = found.as_ref().filter(|_| first) else { continue };
                usable[alike] &= !useless;
                let mut turned = vec![0; weights.len()];
                for (cell, &weight) in weights.iter().enumerate() {
                    turned[image[cell] as usize] = weight;
                }
                let slack = pagoda::gain(field, &turned) * 1000
                    / pagoda::loss(&field.leaps[alike], &turned).max(1);
                if fits(&turned) {
                    functions.push((slack, turned));
                }
            }
        }
        functions.sort();
        functions.dedup_by(|one, two| one.1 == two.1);
        let mut functions: Vec<Vec<i64>> =
            functions.into_iter().map(|(_, weights)| weights).collect();
        let sample = train(field, &usable, &mut functions, meter)?;
        let weights = cover(field, Direction::Forward, &functions, &sample, meter.watch());
        Ok(Pool { functions, ..Pool::of(field, &weights, usable) })
    }

    /// The pool of given functions, at most [`LANES`].
    pub fn of(field: &Field, functions: &[Vec<i64>], usable: Vec<bool>) -> Self {
        let lanes = |value: &dyn Fn(&[i64]) -> i64| {
            let mut lanes = [0; LANES];
            for (lane, weights) in lanes.iter_mut().zip(functions) {
                *lane = value(weights).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
            lanes
        };
        let loss = |leap: &Leap| lanes(&|weights| pagoda::loss(leap, weights));
        let cell = |cell: usize| lanes(&|weights| weights.get(cell).copied().unwrap_or(0));
        let mut bytes = vec![[[0; LANES]; 256]; field.cells.len().div_ceil(8)];
        for (index, byte) in bytes.iter_mut().enumerate() {
            for set in 1..256_usize {
                let last = cell(8 * index + set.trailing_zeros() as usize);
                let others = byte[set & (set - 1)];
                byte[set] = std::array::from_fn(|lane| others[lane] + last[lane]);
            }
        }
        let mut goal = [0; LANES];
        for at in (0..field.cells.len()).filter(|&at| field.goal[at]) {
            let weight = cell(at);
            (0..LANES).for_each(|lane| goal[lane] += weight[lane]);
        }
        Pool {
            losses: field.leaps.iter().map(loss).collect(),
            usable,
            budget: lanes(&|weights| pagoda::gain(field, weights)),
            goal,
            bytes,
            functions: functions.to_vec(),
        }
    }

    /// Chooses anew by positions of one level: linear programmes refute some that the pool does not,
    /// and what lies one jump from them tells which functions refute the most.
    /// What a limit cuts short is not worth much, and the run ends at its next poll.
    pub fn adapt(
        &mut self,
        field: &Field,
        way: Direction,
        level: &[Vec<bool>],
        threads: usize,
        watch: Watch<'_>,
    ) {
        let ask = |positions: &[Vec<bool>]| -> Vec<Vec<i64>> {
            let mut between = Field { symmetries: field.symmetries[..1].to_vec(), ..field.clone() };
            let mut found = Vec::new();
            for position in positions {
                if watch.check().is_err() {
                    break;
                }
                match way {
                    Direction::Forward => between.start.clone_from(position),
                    Direction::Backward => between.goal.clone_from(position),
                }
                found.extend(pagoda::refute(&between).filter(|weights| fits(weights)));
            }
            found
        };
        let parts = level.chunks(level.len().div_ceil(threads).max(1));
        let found = parallel(parts.map(|part| || ask(part)).collect());
        self.functions.extend(found.into_iter().flatten());
        self.functions.sort();
        self.functions.dedup();
        let sample: Vec<Vec<bool>> =
            level.iter().flat_map(|at| nearby(field, &self.usable, way, at)).collect();
        let chosen = cover(field, way, &self.functions, &sample, watch);
        let functions = std::mem::take(&mut self.functions);
        *self = Pool { functions, ..Pool::of(field, &chosen, std::mem::take(&mut self.usable)) };
    }

    /// What a position may still lose.
    #[inline]
    pub fn left<P: Packed>(&self, position: P) -> Budget {
        let mut sum = self.goal.map(|goal| -goal);
        for (index, byte) in self.bytes.iter().enumerate() {
            let set = &byte[position.byte(index)];
            (0..LANES).for_each(|lane| sum[lane] += set[lane]);
        }
        sum
    }

    /// Whether a jump that loses this much may be made.
    #[inline]
    pub fn affords(budget: &Budget, loss: &Budget) -> bool {
        (0..LANES).fold(true, |fine, lane| fine & (loss[lane] <= budget[lane]))
    }
}

/// Plays at random, along jumps that no function rules out, and asks the linear programme about each
/// position: what it refutes adds a function. Returns all positions met next to the way.
fn train(
    field: &Field,
    usable: &[bool],
    functions: &mut Vec<Vec<i64>>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<bool>>, Ended> {
    let mut sample = Vec::new();
    let mut seed = 1_u64;
    let mut asked = 0;
    while asked < PROGRAMMES * field.cells.len() {
        let mut from = Field { symmetries: field.symmetries[..1].to_vec(), ..field.clone() };
        loop {
            let next = nearby(field, usable, Direction::Forward, &from.start);
            let fine = |at: &&Vec<bool>| {
                functions.iter().all(|weights| alive(field, Direction::Forward, weights, at))
            };
            let mut ways: Vec<Vec<bool>> = next.iter().filter(fine).cloned().collect();
            sample.extend(next);
            asked += 1;
            if ways.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            from.start = ways.swap_remove((seed >> 33) as usize % ways.len());
            let stats: Stats = meter.stats();
            meter.poll(stats, PollState::default()).map_err(Ended::from)?;
            if let Some(weights) = pagoda::refute(&from) {
                if fits(&weights) {
                    functions.push(weights);
                }
                break;
            }
        }
    }
    Ok(sample)
}

/// Whether the weights of a function are small enough.
pub(super) fn fits(weights: &[i64]) -> bool {
    weights.iter().map(|weight| weight.abs()).sum::<i64>() <= MOST
}

/// What lies one jump from a position.
fn nearby(field: &Field, usable: &[bool], way: Direction, at: &[bool]) -> Vec<Vec<bool>> {
    let full = way == Direction::Forward;
    let mut found = Vec::new();
    for (leap, _) in field.leaps.iter().zip(usable).filter(|(_, usable)| **usable) {
        let cells = [leap.from, leap.over, leap.to].map(|cell| cell as usize);
        if cells.map(|cell| at[cell] == full) == [true, true, false] {
            let mut after = at.to_vec();
            cells.iter().for_each(|&cell| after[cell] ^= true);
            found.push(after);
        }
    }
    found
}

/// Whether a position weighs as much as the goal, or no more than the start.
fn alive(field: &Field, way: Direction, weights: &[i64], position: &[bool]) -> bool {
    let (heavy, light) = match way {
        Direction::Forward => (position, field.goal.as_slice()),
        Direction::Backward => (field.start.as_slice(), position),
    };
    let sides = heavy.iter().zip(light).zip(weights);
    sides.map(|((&heavy, &light), w)| w * (i64::from(heavy) - i64::from(light))).sum::<i64>() >= 0
}

/// The functions that together refute the most of a sample, each chosen for what the others leave.
fn cover(
    field: &Field,
    way: Direction,
    functions: &[Vec<i64>],
    sample: &[Vec<bool>],
    watch: Watch<'_>,
) -> Vec<Vec<i64>> {
    let every = sample.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<&Vec<bool>> = sample.iter().step_by(every).collect();
    let refuted = |weights: &Vec<i64>| {
        let mut words = vec![0_u64; sample.len().div_ceil(64)];
        for (index, position) in sample.iter().enumerate() {
            words[index / 64] |= u64::from(!alive(field, way, weights, position)) << (index % 64);
        }
        (weights.clone(), words)
    };
    let in_time = |_: &&Vec<i64>| watch.check().is_ok();
    let mut functions: Vec<(Vec<i64>, Vec<u64>)> =
        functions.iter().take_while(in_time).map(refuted).collect();
    let mut chosen = Vec::new();
    while chosen.len() < LANES && !functions.is_empty() {
        let count = |words: &Vec<u64>| words.iter().map(|word| word.count_ones()).sum::<u32>();
        // The first of the best: they come in the order of what they leave to lose.
        let (mut best, mut most) = (0, 0);
        for (index, (_, words)) in functions.iter().enumerate() {
            if count(words) > most {
                (best, most) = (index, count(words));
            }
        }
        let (weights, words) = functions.remove(best);
        for (_, others) in &mut functions {
            others.iter_mut().zip(&words).for_each(|(other, word)| *other &= !word);
        }
        chosen.push(weights);
    }
    chosen
}
