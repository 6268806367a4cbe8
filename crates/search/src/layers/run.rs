//! The engine: one layer after another, each expanded by all threads, in rounds so short that a stop
//! takes milliseconds and so small that caches hold them.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::hand::Hand;
use super::{Effort, Halt, Layer, Layered, Table, Tally};

/// States handed to a thread at a time.
const BLOCK: usize = 1 << 9;
/// States expanded in a round, at most.
const ROUND: usize = 1 << 15;

/// A problem, and how far it is worked out.
pub struct Layers<'p, L: Layered> {
    problem: &'p L,
    layer: Layer<L::Key, L::Weight>,
    depth: u32,
    /// States of the layer before.
    before: u64,
    tallies: Vec<L::Tally>,
}

impl<'p, L: Layered> Layers<'p, L> {
    /// Begins at layer 0. The name tells this problem from others of the same count.
    pub fn new(problem: &'p L, _name: &str, effort: &mut Effort<'_, '_>) -> Result<Self, Halt> {
        let mut roots: Vec<(L::Key, L::Weight)> = Vec::new();
        problem.roots(&mut |key, weight| roots.push((key, weight)));
        let mut table = Table::new(roots.len(), effort)?;
        let mut hand = Hand::<L>::new(roots.len());
        hand.found = roots;
        hand.deal(table.bits());
        table.take_in(effort, hand.len(), |part, tell| tell(hand.part(part)))?;
        let layer = Layer::new(table.into_runs());
        Ok(Layers { problem, layer, depth: 0, before: 1, tallies: Vec::new() })
    }

    /// The number of the present layer.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The present layer.
    pub fn layer(&self) -> &Layer<L::Key, L::Weight> {
        &self.layer
    }

    /// Whether nothing is left to be expanded.
    pub fn is_done(&self) -> bool {
        self.layer.is_empty()
    }

    /// The present layer, and nothing else.
    pub fn into_layer(self) -> Layer<L::Key, L::Weight> {
        self.layer
    }

    /// What was counted of each layer that was expanded.
    pub fn tallies(&self) -> &[L::Tally] {
        &self.tallies
    }

    /// Expands the present layer, and hands it over: the one that comes of it takes its place.
    pub fn step(&mut self, effort: &mut Effort<'_, '_>) -> Result<Layer<L::Key, L::Weight>, Halt> {
        let runs = self.layer.runs();
        let total = runs.len();
        let fanout = self.problem.fanout().max(1);
        let awaited = awaited(self.before, total).min(total.saturating_mul(fanout));
        let mut table = Table::new(awaited, effort)?;
        // A thread takes a block only if it has room for whatever may come of it.
        let block = BLOCK * fanout;
        let threads = effort.threads().min(total.div_ceil(BLOCK)).max(1);
        let room = total.saturating_mul(fanout).min(block + ROUND / threads * 8);
        let _held = effort.claim(threads as u64 * Hand::<L>::bytes(room))?;
        let mut hands: Vec<Hand<L>> = (0..threads).map(|_| Hand::new(room)).collect();
        let mut done = 0;
        while done < total {
            let explored = done as f64 / total as f64;
            let left = usize::try_from(effort.poll(self.depth.into(), explored)?);
            let end = total.min(done + ROUND.min(left.unwrap_or(usize::MAX)));
            let blocks = (end - done).div_ceil(BLOCK);
            let next = AtomicUsize::new(0);
            let work = |hand: &mut Hand<L>| {
                while hand.found.is_empty() || hand.found.len() + block <= room {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= blocks {
                        break;
                    }
                    let states = done + at * BLOCK..end.min(done + (at + 1) * BLOCK);
                    let (keys, weights) = (&runs.keys[states.clone()], &runs.weights[states]);
                    hand.open(self.problem, self.depth, keys, weights);
                }
                hand.deal(table.bits());
            };
            match &mut hands[..] {
                [hand] => work(hand),
                hands => std::thread::scope(|scope| {
                    hands.iter_mut().for_each(|hand| drop(scope.spawn(|| work(hand))));
                }),
            }
            let now = (next.into_inner().min(blocks) * BLOCK).min(end - done);
            effort.expanded(now as u64, self.depth == 0);
            done += now;
            let found = hands.iter().map(Hand::len).sum();
            table.take_in(effort, found, |part, tell| {
                hands.iter().for_each(|hand| tell(hand.part(part)));
            })?;
        }
        let mut tally = L::Tally::default();
        for hand in &hands {
            hand.fits?;
            tally.add(&hand.tally)?;
        }
        self.tallies.push(tally);
        self.before = total as u64;
        self.depth += 1;
        Ok(std::mem::replace(&mut self.layer, Layer::new(table.into_runs())))
    }
}

/// How many states to await after two layers of so many: layers grow ever less.
fn awaited(before: u64, now: usize) -> usize {
    (now as u128 * now as u128 / u128::from(before.max(1))) as usize + 16
}
