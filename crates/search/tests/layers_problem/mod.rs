//! A problem of any size, and the shortest way to work it out.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use tabuleiro_search::layers::{Effort, Key, Layered, Layers, LayersError, Overflow};
use tabuleiro_search::{Limits, Meter, Stats};

/// States are numbers below a width, which lead to others that depend on a seed.
pub(crate) struct Maze<K> {
    pub(crate) seed: u64,
    pub(crate) width: u32,
    pub(crate) layers: u32,
    /// Steps from each state, at most; one that leads to the same state twice if it is 1.
    pub(crate) spread: u32,
    pub(crate) keys: PhantomData<K>,
}

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 31)).wrapping_mul(0x7FB5_D329_728E_A185);
    let x = (x ^ (x >> 27)).wrapping_mul(0x81DA_DEF4_BC2D_D44D);
    x ^ (x >> 33)
}

impl<K: Key + From<u32>> Maze<K> {
    pub(crate) fn new(seed: u64, width: u32, layers: u32) -> Self {
        Maze { seed, width, layers, spread: 9, keys: PhantomData }
    }

    fn number(key: K) -> u32 {
        let mut bytes = vec![0; K::BYTES];
        key.write(&mut bytes);
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// Whether no step leads from a state.
    pub(crate) fn is_dead(&self, key: K) -> bool {
        self.spread > 1 && mix(self.seed ^ u64::from(Self::number(key)) << 20).is_multiple_of(11)
    }

    fn steps(&self, layer: u32, key: K, mut put: impl FnMut(K)) {
        if self.is_dead(key) || layer + 1 >= self.layers {
            return;
        }
        if self.spread == 1 {
            return [key, key].into_iter().for_each(put);
        }
        let base = u64::from(Self::number(key)) << 8 ^ u64::from(layer) << 40 ^ self.seed << 50;
        for step in 0..mix(base) % u64::from(self.spread + 1) {
            put(K::from((mix(base + 1 + step) % u64::from(self.width)) as u32));
        }
    }
}

impl<K: Key + From<u32>> Layered for Maze<K> {
    type Key = K;
    type Weight = u64;
    type Tally = (u64,);

    fn fanout(&self) -> usize {
        self.spread.max(2) as usize
    }

    fn roots(&self, put: &mut dyn FnMut(K, u64)) {
        (0..20).for_each(|root| put(K::from(root * 7 % self.width), 1 + u64::from(root)));
    }

    fn expand(
        &self,
        layer: u32,
        key: K,
        weight: &u64,
        dead: &mut (u64,),
        mut put: impl FnMut(K, u64),
    ) -> Result<(), Overflow> {
        dead.0 += u64::from(self.is_dead(key));
        self.steps(layer, key, |next| put(next, *weight));
        Ok(())
    }
}

/// All layers but the empty one at the end.
pub(crate) fn naive<K: Key + From<u32>>(maze: &Maze<K>) -> Vec<BTreeMap<K, u64>> {
    let mut layer = BTreeMap::new();
    maze.roots(&mut |key, weight| *layer.entry(key).or_insert(0) += weight);
    let mut layers = Vec::new();
    while !layer.is_empty() {
        let mut next = BTreeMap::new();
        for (&key, weight) in &layer {
            let depth = layers.len() as u32;
            maze.steps(depth, key, |key| *next.entry(key).or_insert(0) += weight);
        }
        layers.push(std::mem::replace(&mut layer, next));
    }
    layers
}

/// All layers, what was counted of each, and all counters.
pub(crate) type Worked<K> = (Vec<BTreeMap<K, u64>>, Vec<u64>, Stats);

/// All layers by the engine; or why not, and the states expanded until then.
pub(crate) fn worked<K: Key + From<u32>>(
    maze: &Maze<K>,
    limits: &Limits,
) -> Result<Worked<K>, (LayersError, u64)> {
    let question = format!("maze {} {} {}", maze.seed, maze.width, maze.layers);
    answered(&question, maze, limits)
}

/// The same as the answer to a question.
pub(crate) fn answered<K: Key + From<u32>>(
    question: &str,
    maze: &Maze<K>,
    limits: &Limits,
) -> Result<Worked<K>, (LayersError, u64)> {
    let mut meter = Meter::new(limits);
    meter.asks(question);
    let mut effort = Effort::new(&mut meter);
    let work = |effort: &mut Effort<'_, '_>| {
        let mut layers = Layers::new(maze, "maze", effort)?;
        let mut found = Vec::new();
        while !layers.is_done() {
            let mut states = BTreeMap::new();
            layers.layer().each(effort, |key, weight| {
                assert!(states.insert(key, *weight).is_none(), "a key stands twice");
            })?;
            found.push(states);
            layers.step(effort)?;
        }
        Ok((found, layers.tallies().iter().map(|dead| dead.0).collect()))
    };
    let worked = work(&mut effort);
    drop(effort);
    let stats = meter.stats();
    match worked {
        Ok((found, tallies)) => Ok((found, tallies, stats)),
        Err(halt) => Err((halt, stats.nodes)),
    }
}
