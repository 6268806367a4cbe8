//! A layer that is finished: its states without room between them.

use super::table::entry;
use super::{Effort, Halt, Held, Key, share};

/// States by the part of the table they were in, and in no order otherwise.
pub struct Runs<K, W> {
    pub(crate) keys: Vec<K>,
    pub(crate) weights: Vec<W>,
    /// How many states each part has.
    pub(crate) lens: Vec<usize>,
    pub(crate) held: Held,
}

impl<K: Key, W> Runs<K, W> {
    /// How many states there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The keys.
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// The weights, as the keys.
    pub fn weights(&self) -> &[W] {
        &self.weights
    }

    /// The number of parts is a power of two; this is which.
    pub(crate) fn bits(&self) -> u32 {
        self.lens.len().trailing_zeros()
    }

    /// The parts, cut by hash: two runs of as many parts have equal keys in equal parts.
    pub fn parts(&self) -> impl Iterator<Item = (&[K], &[W])> {
        self.lens.iter().scan(0, |start, &len| {
            let part = *start..*start + len;
            *start += len;
            Some((&self.keys[part.clone()], &self.weights[part]))
        })
    }

    /// Drops slots that are free, and gives back what this saves.
    pub(crate) fn squeeze(&mut self) {
        let mut taken = self.keys.iter().map(|&key| key != K::NONE);
        self.weights.retain(|_| taken.next().unwrap_or(false));
        self.keys.retain(|&key| key != K::NONE);
        self.weights.shrink_to_fit();
        self.keys.shrink_to_fit();
        self.held.shrink(self.keys.len() as u64 * entry::<K, W>());
    }

    /// Drops states that `good` does not hold of, on all threads.
    pub fn sift(
        &mut self,
        depth: u64,
        effort: &mut Effort<'_, '_>,
        good: impl Fn(K) -> bool + Sync,
    ) -> Result<(), Halt> {
        let threads = effort.threads();
        let mut rest = &mut self.keys[..];
        for lens in self.lens.chunks_mut(PARTS * threads) {
            effort.poll(depth, 0.0)?;
            let mut parts = Vec::with_capacity(lens.len());
            let mut pieces = 0;
            for len in lens {
                pieces += *len;
                let (part, others) = rest.split_at_mut(*len);
                parts.push((part, len));
                rest = others;
            }
            share(&mut parts, threads, pieces, |(keys, len)| {
                for key in keys.iter_mut() {
                    if !good(*key) {
                        *key = K::NONE;
                        **len -= 1;
                    }
                }
            });
        }
        self.squeeze();
        Ok(())
    }
}

/// Parts that each thread works on between two looks at the limits.
pub const PARTS: usize = 4;

/// A finished layer.
pub struct Layer<K, W> {
    runs: Runs<K, W>,
}

impl<K: Key, W> Layer<K, W> {
    pub(crate) fn new(runs: Runs<K, W>) -> Self {
        Layer { runs }
    }

    /// How many states there are.
    pub fn len(&self) -> u64 {
        self.runs.len() as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Tells each state, in no order.
    pub fn each(
        &self,
        _effort: &mut Effort<'_, '_>,
        mut tell: impl FnMut(K, &W),
    ) -> Result<(), Halt> {
        self.runs.keys.iter().zip(&self.runs.weights).for_each(|(&key, weight)| tell(key, weight));
        Ok(())
    }

    /// The states in memory.
    pub fn into_runs(self, _effort: &mut Effort<'_, '_>) -> Result<Runs<K, W>, Halt> {
        Ok(self.runs)
    }

    pub(crate) fn runs(&self) -> &Runs<K, W> {
        &self.runs
    }
}
