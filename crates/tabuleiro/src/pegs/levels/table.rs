//! Positions of a level, each once: open addressing, cut by hash into parts that fit into a cache.
//! All parts stand in one piece of memory, so that what is claimed is what is held.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::pegs::levels::effort::{Effort, Halt, share};
use crate::pegs::levels::run::Runs;
use crate::pegs::levels::weight::Weight;
use crate::pegs::levels::word::Word;

/// Keys with a value each, cut into as many parts as a power of two; a slot with the key `K::ALL`
/// is free.
pub(crate) struct Level<K, V> {
    keys: Vec<K>,
    values: Vec<V>,
    /// Positions of each part.
    lens: Vec<usize>,
    /// Slots of each part, at least one.
    slots: usize,
    bits: u32,
}

/// A part of a level.
pub(crate) struct Part<'l, K, V> {
    pub(crate) keys: &'l mut [K],
    pub(crate) values: &'l mut [V],
    len: &'l mut usize,
    bits: u32,
}

/// A key with the first slot it may stand in, and what stands there.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seat<K> {
    key: K,
    there: K,
    part: usize,
    at: usize,
}

/// A part has about so many positions: its table and what goes into it stay in the cache.
const PART: usize = 1 << 13;
/// More parts than this would make dealing out slow.
const MOST_BITS: u32 = 10;

/// Where a key is looked for first.
#[inline]
fn slot(mix: u64, bits: u32, slots: usize) -> usize {
    // The bits that chose the part are all alike in it.
    ((((mix << bits) >> 32) * slots as u64) >> 32) as usize
}

/// Which part a key belongs to.
#[inline]
pub(crate) fn part(mix: u64, bits: u32) -> usize {
    // Two shifts, since one by all bits would be none.
    (mix >> 1 >> (63 - bits)) as usize
}

/// Bytes of a slot, where a value holds at most `heap` elsewhere.
pub(crate) fn entry<K, V>(heap: u64) -> u64 {
    (size_of::<K>() + size_of::<V>()) as u64 + heap
}

impl<K: Word, V: Clone> Part<'_, K, V> {
    /// The slot of a key, or the free one where it belongs. There must be one.
    #[inline]
    fn slot(&self, key: K) -> usize {
        let mut at = slot(key.mix(), self.bits, self.keys.len());
        while self.keys[at] != key && self.keys[at] != K::ALL {
            at = if at + 1 == self.keys.len() { 0 } else { at + 1 };
        }
        at
    }

    /// Adds a key; what stood there before, if it did.
    #[inline]
    fn put(&mut self, key: K, value: &V) -> Option<&mut V> {
        let at = self.slot(key);
        if self.keys[at] == key {
            return Some(&mut self.values[at]);
        }
        self.keys[at] = key;
        self.values[at] = value.clone();
        *self.len += 1;
        None
    }
}

impl<K: Word, W: Weight> Part<'_, K, W> {
    /// Adds these until the part is full; how many were taken, and whether all sums fit their
    /// words.
    #[inline]
    fn take_in(&mut self, dealt: &[(K, W)]) -> (usize, bool) {
        // One slot is free always, or a search would not end.
        let most = self.keys.len() - self.keys.len() / 8 - 1;
        let mut fits = true;
        for (taken, (key, weight)) in dealt.iter().enumerate() {
            if *self.len >= most {
                return (taken, fits);
            }
            if let Some(sum) = self.put(*key, weight) {
                fits &= sum.add(weight);
            }
        }
        (dealt.len(), fits)
    }
}

impl<K: Word, V: Clone + Default + Send + Sync> Level<K, V> {
    /// An empty level, claimed.
    fn empty(
        bits: u32,
        slots: usize,
        heap: u64,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self, Halt> {
        let (parts, total) = (1 << bits, slots << bits);
        effort.claim(total as u64 * entry::<K, V>(heap))?;
        let (keys, values) = (vec![K::ALL; total], vec![V::default(); total]);
        Ok(Level { keys, values, lens: vec![0; parts], slots, bits })
    }

    /// An empty level that about so many positions are awaited in.
    pub(crate) fn new(
        awaited: usize,
        heap: u64,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self, Halt> {
        let bits = (awaited / PART).next_power_of_two().trailing_zeros().min(MOST_BITS);
        Self::empty(bits, (awaited >> bits) * 5 / 4 + 2, heap, effort)
    }

    /// The positions of runs, with a value for each.
    pub(crate) fn from_runs<W: Sync>(
        runs: &Runs<K, W>,
        heap: u64,
        effort: &mut Effort<'_, '_>,
        value: impl Fn(&W) -> V + Sync,
    ) -> Result<Self, Halt> {
        let most = runs.parts().map(|(keys, _)| keys.len()).max().unwrap_or(0);
        let mut level = Self::empty(runs.bits(), most * 3 / 2 + 1, heap, effort)?;
        let mut pairs: Vec<_> = level.parts().zip(runs.parts()).collect();
        share(&mut pairs, effort.threads, runs.len(), |(part, (keys, weights))| {
            for (&key, weight) in keys.iter().zip(*weights) {
                part.put(key, &value(weight));
            }
        });
        Ok(level)
    }

    /// The parts.
    pub(crate) fn parts(&mut self) -> impl Iterator<Item = Part<'_, K, V>> {
        let bits = self.bits;
        let keys = self.keys.chunks_mut(self.slots);
        let tables = keys.zip(self.values.chunks_mut(self.slots)).zip(&mut self.lens);
        tables.map(move |((keys, values), len)| Part { keys, values, len, bits })
    }

    /// The number of parts is a power of two; this is which.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Bytes held.
    pub(crate) fn bytes(&self, heap: u64) -> u64 {
        self.keys.len() as u64 * entry::<K, V>(heap)
    }

    /// Where a key is looked for. To seek many keys before any of them is looked up lets memory
    /// answer all of them at once.
    #[inline]
    pub(crate) fn seek(&self, key: K) -> Seat<K> {
        let mix = key.mix();
        let part = part(mix, self.bits);
        let at = slot(mix, self.bits, self.slots);
        Seat { key, there: self.keys[part * self.slots + at], part, at }
    }

    /// What stands at a key that was sought.
    #[inline]
    pub(crate) fn find(&self, seat: &Seat<K>) -> Option<&V> {
        let first = seat.part * self.slots;
        let (mut at, mut there) = (seat.at, seat.there);
        while there != seat.key {
            if there == K::ALL {
                return None;
            }
            at = if at + 1 == self.slots { 0 } else { at + 1 };
            there = self.keys[first + at];
        }
        Some(&self.values[first + at])
    }

    /// The positions without the free slots; what this saves is given back.
    pub(crate) fn into_runs(self, heap: u64, effort: &mut Effort<'_, '_>) -> Runs<K, V> {
        let before = self.bytes(heap);
        let mut runs = Runs { keys: self.keys, weights: self.values, lens: self.lens };
        runs.squeeze(|&key| key != K::ALL);
        effort.release(before - runs.bytes(heap));
        runs
    }
}

impl<K: Word, W: Weight> Level<K, W> {
    /// Adds what was dealt to each part, so much in all: `each(part, tell)` tells it.
    pub(crate) fn take_in(
        &mut self,
        heap: u64,
        effort: &mut Effort<'_, '_>,
        total: usize,
        each: impl Fn(usize, &mut dyn FnMut(&[(K, W)])) + Sync,
    ) -> Result<(), Halt> {
        let fits = AtomicBool::new(true);
        let mut done = vec![0; self.lens.len()];
        loop {
            let mut parts: Vec<_> = self.parts().zip(&mut done).enumerate().collect();
            share(&mut parts, effort.threads, total, |(at, (part, done))| {
                let mut skip = **done;
                each(*at, &mut |dealt| {
                    let before = skip.min(dealt.len());
                    skip -= before;
                    let (taken, all) = part.take_in(&dealt[before..]);
                    **done += taken;
                    if !all {
                        fits.store(false, Ordering::Relaxed);
                    }
                });
            });
            if done.iter().sum::<usize>() == total {
                break;
            }
            self.grow(self.slots * 4 / 3 + 16, heap, effort)?;
        }
        if fits.into_inner() { Ok(()) } else { Err(Halt::Overflow) }
    }

    /// Gives each part so many slots. The old ones stand beside the new ones until all have moved.
    fn grow(&mut self, slots: usize, heap: u64, effort: &mut Effort<'_, '_>) -> Result<(), Halt> {
        let mut wider = Self::empty(self.bits, slots, heap, effort)?;
        let total = self.keys.len();
        let mut pairs: Vec<_> = wider.parts().zip(self.parts()).collect();
        share(&mut pairs, effort.threads, total, |(part, old)| {
            for (&key, value) in old.keys.iter().zip(&*old.values) {
                if key != K::ALL {
                    part.put(key, value);
                }
            }
        });
        effort.release(self.bytes(heap));
        *self = wider;
        Ok(())
    }
}
