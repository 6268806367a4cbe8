//! Positions of a level without room between them: what a level is kept as when none is added.

use crate::pegs::levels::effort::share;
use crate::pegs::levels::table::entry;
use crate::pegs::levels::word::Word;

/// Positions by the part of the level they were in, and in no order otherwise.
pub(crate) struct Runs<K, W> {
    pub(crate) keys: Vec<K>,
    pub(crate) weights: Vec<W>,
    /// How many positions each part has, or had.
    pub(crate) lens: Vec<usize>,
}

impl<K: Word, W> Runs<K, W> {
    /// Nothing, as a level.
    pub(crate) fn none() -> Self {
        Runs { keys: Vec::new(), weights: Vec::new(), lens: vec![0] }
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The number of parts is a power of two; this is which.
    pub(crate) fn bits(&self) -> u32 {
        self.lens.len().trailing_zeros()
    }

    /// Bytes held, where a weight holds at most `heap` elsewhere.
    pub(crate) fn bytes(&self, heap: u64) -> u64 {
        self.keys.len() as u64 * entry::<K, W>(heap)
    }

    /// The parts.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (&[K], &[W])> {
        self.lens.iter().scan(0, |start, &len| {
            let part = *start..*start + len;
            *start += len;
            Some((&self.keys[part.clone()], &self.weights[part]))
        })
    }

    /// Drops what is not good. The number of positions of each part must be known.
    pub(crate) fn squeeze(&mut self, good: impl Fn(&K) -> bool) {
        let mut taken = self.keys.iter().map(&good);
        self.weights.retain(|_| taken.next().unwrap_or(false));
        self.keys.retain(good);
        self.weights.shrink_to_fit();
        self.keys.shrink_to_fit();
    }

    /// Marks what `good` does not hold of, and drops it, on all threads; `looked` is asked before
    /// each batch of parts, and ends all if it fails.
    pub(crate) fn sift<E>(
        &mut self,
        threads: usize,
        mut looked: impl FnMut() -> Result<(), E>,
        good: impl Fn(K) -> bool + Sync,
    ) -> Result<(), E> {
        let mut rest = &mut self.keys[..];
        for lens in self.lens.chunks_mut(PARTS * threads) {
            looked()?;
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
                        *key = K::ALL;
                        **len -= 1;
                    }
                }
            });
        }
        self.squeeze(|&key| key != K::ALL);
        Ok(())
    }
}

/// Parts that each thread works on between two looks at the limits.
pub(crate) const PARTS: usize = 4;
