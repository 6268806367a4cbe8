//! The dynamic programme as a layered DAG, kept whole for ranking and unranking.
//!
//! One side's layers, all of them kept, each state with those it comes from: every way to a state
//! has a number, and every number is a way.

use search::Limit;
use search::layers::{Effort, Held, LayersError};

/// Layers from one end of a line.
pub(super) struct LayerDag {
    layers: Vec<Stored>,
    /// Memory of all layers, to be given back when they are built.
    held: Vec<Held>,
}

/// A layer.
#[derive(Default)]
struct Stored {
    /// Its states, in order.
    keys: Vec<u64>,
    /// In how many ways each is reached.
    ways: Vec<u64>,
    /// Where the arrivals at each state begin, and where the last end.
    starts: Vec<u32>,
    /// Which state of the layer before leads to a state by which links, in order.
    arrivals: Vec<(u32, u32)>,
}

/// States opened between two looks at the limits.
const ROUND: usize = 1 << 12;

impl LayerDag {
    /// The first layer: one state, reached in one way.
    pub(super) fn new() -> Self {
        let first = Stored { keys: vec![0], ways: vec![1], ..Stored::default() };
        LayerDag { layers: vec![first], held: Vec::new() }
    }

    /// How many steps were made.
    pub(super) fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// How many steps were made, and to how many states.
    pub(super) fn standing(&self) -> (usize, u64) {
        (self.depth(), self.last().0.len() as u64)
    }

    /// The states of the last layer, in order, and in how many ways each is reached.
    pub(super) fn last(&self) -> (&[u64], &[u64]) {
        self.layers.last().map_or((&[], &[]), |last| (&last.keys, &last.ways))
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.held.iter().map(Held::bytes).sum()
    }

    /// Forgets what was claimed: somebody else answers for the memory.
    pub(super) fn release(&mut self) {
        self.held.clear();
    }

    /// Adds a layer; `open` tells the links and keys that come of a state.
    pub(super) fn step(
        &mut self,
        effort: &mut Effort<'_, '_>,
        open: impl Fn(u64, &mut dyn FnMut(u32, u64)),
    ) -> Result<(), LayersError> {
        let depth = self.depth() as u64;
        let Some(last) = self.layers.last() else { return Ok(()) };
        let mut found: Vec<(u64, u32, u32)> = Vec::new();
        let mut claims = Vec::new();
        for (at, keys) in last.keys.chunks(ROUND).enumerate() {
            let may_open = effort.poll(depth, 0.0)?;
            let keys =
                &keys[..usize::try_from(may_open).map_or(keys.len(), |most| most.min(keys.len()))];
            let mut more = 0;
            keys.iter().for_each(|&key| open(key, &mut |_, _| more += 1));
            // What was found stands beside what is kept of it.
            claims.push(effort.claim(more * (ENTRY + STATE + ARRIVAL))?);
            found.reserve_exact(more as usize);
            for (i, &key) in keys.iter().enumerate() {
                let from = (at * ROUND + i) as u32;
                open(key, &mut |links, key| found.push((key, from, links)));
            }
            effort.expanded(keys.len() as u64, depth == 0);
        }
        found.sort_unstable();
        let mut next = Stored::default();
        for same in found.chunk_by(|a, b| a.0 == b.0) {
            let mut ways = same.iter().map(|&(_, from, _)| last.ways[from as usize]);
            let ways = ways.try_fold(0u64, u64::checked_add);
            next.ways.push(ways.ok_or(LayersError::Overflow)?);
            next.keys.push(same[0].0);
            next.starts.push(next.arrivals.len() as u32);
            next.arrivals.extend(same.iter().map(|&(_, from, links)| (from, links)));
        }
        let arrivals = u32::try_from(next.arrivals.len()).map_err(|_| Limit::Incomplete)?;
        next.starts.push(arrivals);
        drop(claims);
        let bytes = next.keys.len() as u64 * STATE + u64::from(arrivals) * ARRIVAL;
        self.held.push(effort.claim(bytes)?);
        self.layers.push(next);
        Ok(())
    }

    /// The links of one of the ways to a state of the last layer, the first step's first.
    pub(super) fn way(&self, state: usize, mut number: u64) -> Vec<u32> {
        let mut links = Vec::with_capacity(self.depth());
        let mut state = state;
        for pair in self.layers.windows(2).rev() {
            let [before, layer] = pair else { continue };
            for &(from, by) in layer.arrivals(state) {
                let ways = before.ways[from as usize];
                if number < ways {
                    links.push(by);
                    state = from as usize;
                    break;
                }
                number -= ways;
            }
        }
        links.reverse();
        links
    }

    /// The state of the last layer that a way leads to, and its number among the ways to that state;
    /// nothing if it is none. `open` tells what comes of a state of a layer.
    pub(super) fn number(
        &self,
        links: impl Iterator<Item = u32>,
        open: impl Fn(usize, u64, &mut dyn FnMut(u32, u64)),
    ) -> Option<(usize, u64)> {
        let (mut state, mut key, mut number) = (0, 0, 0);
        let mut links = links;
        for (depth, pair) in self.layers.windows(2).enumerate() {
            let [before, layer] = pair else { continue };
            let wanted = links.next()?;
            let mut next = None;
            open(depth, key, &mut |by, key| {
                if by == wanted {
                    next = Some(key);
                }
            });
            key = next?;
            let to = layer.keys.binary_search(&key).ok()?;
            let arrivals = layer.arrivals(to);
            let own = arrivals.binary_search(&(state as u32, wanted)).ok()?;
            number +=
                arrivals[..own].iter().map(|&(from, _)| before.ways[from as usize]).sum::<u64>();
            state = to;
        }
        Some((state, number))
    }
}

/// Bytes of something found, of a state and of an arrival.
const ENTRY: u64 = size_of::<(u64, u32, u32)>() as u64;
const STATE: u64 = (2 * size_of::<u64>() + size_of::<u32>()) as u64;
const ARRIVAL: u64 = size_of::<(u32, u32)>() as u64;

impl Stored {
    fn arrivals(&self, state: usize) -> &[(u32, u32)] {
        &self.arrivals[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}
