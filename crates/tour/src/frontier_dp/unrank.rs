//! Ranking and unranking of Hamiltonian cycles: the cycle with a given number, and the number of a given
//! cycle. A cycle is told by the links of each vertex to earlier ones.
//!
//! The order is lexicographic by: the state of the near side where the sides meet, the state of the far
//! side that closes one cycle with it, the way to the latter, the way to the former.

use search::Meter;
use search::layers::{Effort, LayersError};

use super::layer_dag::LayerDag;
use super::mate_state::{PAIRING_BITS, State, pairing, pairs};
use super::pairing_contraction::{Contractions, Joint};
use super::vertex_order::VertexOrder;

/// Both sides of a line, with everything that led to where they meet.
pub(super) struct RankIndex {
    near: LayerDag,
    far: LayerDag,
    /// How many cycles come before those of each state of the near side; last, how many there are.
    before: Vec<u128>,
    points: u32,
}

/// States joined between two looks at the limits.
const ROUND: usize = 1 << 10;

impl RankIndex {
    /// The atlas of a line of at least three vertices.
    pub(super) fn new(line: &VertexOrder, meter: &mut Meter<'_>) -> Result<Self, LayersError> {
        let mut effort = Effort::new(meter);
        let (mut near, mut far) = (LayerDag::new(), LayerDag::new());
        while let Some(is_near) = line.goes_on(near.standing(), far.standing()) {
            if is_near {
                let step = &line.steps[near.depth()];
                near.step(&mut effort, |key, tell| step.forward(key, tell))?;
            } else {
                let step = &line.steps[line.steps.len() - 1 - far.depth()];
                far.step(&mut effort, |key, tell| step.backward(key, tell))?;
            }
        }
        let points = line.points(near.depth()).len() as u32;
        let before = numbered(&near, &far, points, &mut effort)?;
        Ok(RankIndex { near, far, before, points })
    }

    /// How many cycles there are.
    pub(super) fn len(&self) -> u128 {
        self.before.last().copied().unwrap_or(0)
    }

    /// Bytes held, no longer charged to the meter that it was built with.
    pub(super) fn release(&mut self) -> u64 {
        let bytes = self.near.bytes() + self.far.bytes() + size_of_val(&self.before[..]) as u64;
        self.near.release();
        self.far.release();
        bytes
    }

    /// The cycle with a number below [`len`](Atlas::len): the links of each vertex to earlier ones.
    pub(super) fn cycle(&self, number: u128) -> Vec<u32> {
        let near = self.before.partition_point(|&before| before <= number) - 1;
        let ways = u128::from(self.near.last().1[near]);
        let rest = number - self.before[near];
        // Both are below the number of ways of one state.
        let (mut of_far, of_near) = (rest / ways, (rest % ways) as u64);
        let mut links = self.near.way(near, of_near);
        for (far, ways) in self.fitting(near) {
            if of_far < u128::from(ways) {
                let back = self.far.way(far, of_far as u64);
                links.extend(back.into_iter().rev());
                break;
            }
            of_far -= u128::from(ways);
        }
        links
    }

    /// The number of a cycle, if it is one.
    pub(super) fn number(&self, line: &VertexOrder, links: &[u32]) -> Option<u128> {
        let forward = |at: usize, key: u64, tell: &mut dyn FnMut(u32, u64)| {
            line.steps[at].forward(key, tell);
        };
        let last = line.steps.len() - 1;
        let backward = |at: usize, key: u64, tell: &mut dyn FnMut(u32, u64)| {
            line.steps[last - at].backward(key, tell);
        };
        let (near, of_near) = self.near.number(links.iter().copied(), forward)?;
        let (far, of_far) = self.far.number(links.iter().rev().copied(), backward)?;
        let mut fitting = self.fitting(near);
        let mut earlier = 0;
        loop {
            let (other, ways) = fitting.next()?;
            if other == far {
                break;
            }
            earlier += u128::from(ways);
        }
        let ways = u128::from(self.near.last().1[near]);
        Some(self.before[near] + (earlier + u128::from(of_far)) * ways + u128::from(of_near))
    }

    /// The states of the far side that close one cycle with one of the near side, and their ways.
    fn fitting(&self, near: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let key = self.near.last().0[near];
        let state = State::of(key, self.points);
        let (keys, ways) = self.far.last();
        let first = keys.partition_point(|far| far >> PAIRING_BITS < key >> PAIRING_BITS);
        let same =
            keys[first..].iter().take_while(move |&far| far >> PAIRING_BITS == key >> PAIRING_BITS);
        let all = same.enumerate().map(move |(i, &far)| (first + i, far));
        let whole = all.filter(move |&(_, far)| state.closes(&State::of(far, self.points)));
        whole.map(|(far, _)| (far, ways[far]))
    }
}

/// How many cycles come before those of each state of the near side, and how many there are.
fn numbered(
    near: &LayerDag,
    far: &LayerDag,
    points: u32,
    effort: &mut Effort<'_, '_>,
) -> Result<Vec<u128>, LayersError> {
    let (near_keys, near_ways) = near.last();
    let (far_keys, far_ways) = far.last();
    let tables = Contractions::bytes(points);
    let _held = effort.claim(tables + (near_keys.len() * size_of::<u128>()) as u64)?;
    let depth = near.depth() as u64;
    let contractions = Contractions::new(points, || effort.poll(depth, 0.0).map(|_| ()))?;
    let mut joint = Joint::<u64>::new(&contractions);
    let mut sums = vec![0u128; near_keys.len()];
    let links = |key: u64| key >> PAIRING_BITS;
    let (mut at, mut polled) = (0, 0);
    while at < near_keys.len() {
        if at >= polled {
            effort.poll(depth, at as f64 / near_keys.len() as f64)?;
            polled = at + ROUND;
        }
        let own = links(near_keys[at]);
        let end = at + near_keys[at..].partition_point(|&key| links(key) == own);
        let first = far_keys.partition_point(|&key| links(key) < own);
        let last = first + far_keys[first..].partition_point(|&key| links(key) == own);
        let pairings: Vec<(u32, usize)> = (at..end).map(|i| (pairing(near_keys[i]), i)).collect();
        let others = (first..last).map(|i| (pairing(far_keys[i]), u128::from(far_ways[i])));
        joint.join(pairs(near_keys[at], points), &pairings, others, &mut |&i, &sum| sums[i] = sum);
        at = end;
    }
    let mut before = Vec::with_capacity(sums.len() + 1);
    let mut total = 0u128;
    before.push(total);
    for (sum, &ways) in sums.into_iter().zip(near_ways) {
        let more = sum.checked_mul(u128::from(ways)).ok_or(LayersError::Overflow)?;
        total = total.checked_add(more).ok_or(LayersError::Overflow)?;
        before.push(total);
    }
    Ok(before)
}
