//! A hash table with open addressing where states of equal keys are merged, partitioned by hash into parts
//! that fit into a cache. All parts stand in one piece of memory, so that what is claimed is what is held.

use std::sync::atomic::{AtomicBool, Ordering};

use super::spill::Spilled;
use super::{Effort, Held, Key, LayersError, Runs, Weight, share};

/// Keys with a value each, cut into as many parts as a power of two; a slot with the key
/// [`Key::NONE`] is free.
pub struct Table<K, V> {
    keys: Vec<K>,
    values: Vec<V>,
    /// Keys of each part.
    lens: Vec<usize>,
    /// Slots of each part, at least one.
    slots: usize,
    lay: KeyLayout,
    held: Held,
}

/// A part of a table.
pub struct Part<'l, K, V> {
    /// Its slots' keys.
    pub keys: &'l mut [K],
    /// Its slots' values.
    pub values: &'l mut [V],
    len: &'l mut usize,
    lay: KeyLayout,
}

/// A key with the first slot it may stand in, and what stands there.
#[derive(Clone, Copy)]
pub struct Slot<K> {
    key: K,
    there: K,
    part: usize,
    at: usize,
}

impl<K: Key> Default for Slot<K> {
    fn default() -> Self {
        Slot { key: K::NONE, there: K::NONE, part: 0, at: 0 }
    }
}

/// A part has about so many keys: its table and what goes into it stay in the cache.
const PART: usize = 1 << 13;
/// More parts than this would make dealing out slow.
const MOST_BITS: u32 = 10;
/// A table that may have to be spilled has so many parts, so that sorting takes little memory.
const LEAST_BITS: u32 = 5;
/// Keys that are sought in memory at the same time.
const AT_ONCE: usize = 16;
/// Slots of a part, however little memory there is.
const LEAST: usize = 64;

/// How the keys of a part are laid out. Keys with like hashes lead to keys with like hashes, so that a
/// layer that is read in their order fills a table from some places on. That is good for caches. But
/// a table that is too small for the layer would be full there, and empty elsewhere.
#[derive(Clone, Copy)]
struct KeyLayout {
    bits: u32,
    /// Nothing, or an odd number that takes keys with like hashes far apart.
    twist: u64,
}

impl KeyLayout {
    fn new(bits: u32, scattered: bool) -> Self {
        KeyLayout { bits, twist: if scattered { 0xD6E8_FEB8_6659_FD93 } else { 0 } }
    }

    /// Where a key is looked for first.
    #[inline]
    fn slot(self, mix: u64, slots: usize) -> usize {
        // The bits that chose the part are all alike in it.
        let mix = mix << self.bits;
        let mix = mix ^ (mix ^ mix >> 32).wrapping_mul(self.twist);
        (((mix >> 32) * slots as u64) >> 32) as usize
    }
}

/// Which part a key belongs to.
#[inline]
pub(crate) fn part(mix: u64, bits: u32) -> usize {
    // Two shifts, since one by all bits would be none.
    (mix >> 1 >> (63 - bits)) as usize
}

/// Bytes of a slot.
pub(crate) const fn entry<K, V>() -> u64 {
    (size_of::<K>() + size_of::<V>()) as u64
}

impl<K: Key, V: Copy> Part<'_, K, V> {
    /// How many keys it has.
    pub(crate) fn len(&self) -> usize {
        *self.len
    }

    /// Forgets all keys.
    pub(crate) fn clear(&mut self) {
        self.keys.fill(K::NONE);
        *self.len = 0;
    }

    /// Where a key is looked for first.
    #[inline]
    fn first(&self, key: K) -> usize {
        self.lay.slot(key.mix(), self.keys.len())
    }

    /// Adds a key that is first looked for here; what stood there before, if it did. There must be a
    /// free slot.
    #[inline]
    fn put(&mut self, key: K, value: &V, first: usize) -> Option<&mut V> {
        let mut at = first;
        while self.keys[at] != key {
            if self.keys[at] == K::NONE {
                self.keys[at] = key;
                self.values[at] = *value;
                *self.len += 1;
                return None;
            }
            at = if at + 1 == self.keys.len() { 0 } else { at + 1 };
        }
        Some(&mut self.values[at])
    }
}

impl<K: Key, W: Weight> Part<'_, K, W> {
    /// Adds these until the part is full; how many were taken, and whether all sums fit their
    /// words.
    #[inline]
    fn take_in(&mut self, found: &[(K, W)]) -> (usize, bool) {
        // One slot is free always, or a search would not end.
        let most = self.keys.len() - self.keys.len() / 8 - 1;
        let (mut taken, mut fits) = (0, true);
        for some in found.chunks(AT_ONCE) {
            // Memory answers for all of them at once; what it answers is not yet of interest.
            let mut seats = [0; AT_ONCE];
            let mut there = 0;
            for (seat, (key, _)) in seats.iter_mut().zip(some) {
                *seat = self.first(*key);
                there |= usize::from(self.keys[*seat] == K::NONE);
            }
            std::hint::black_box(there);
            for (&seat, (key, weight)) in seats.iter().zip(some) {
                if *self.len >= most {
                    return (taken, fits);
                }
                if let Some(sum) = self.put(*key, weight, seat) {
                    fits &= sum.add(weight);
                }
                taken += 1;
            }
        }
        (taken, fits)
    }
}

impl<K: Key, V: Copy + Default + Send + Sync> Table<K, V> {
    /// An empty table, claimed.
    fn empty(
        lay: KeyLayout,
        slots: usize,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self, LayersError> {
        let (parts, total) = (1 << lay.bits, slots << lay.bits);
        let held = effort.claim(total as u64 * entry::<K, V>())?;
        let (keys, values) = (vec![K::NONE; total], vec![V::default(); total]);
        Ok(Table { keys, values, lens: vec![0; parts], slots, lay, held })
    }

    /// The keys of runs, with a value for each.
    pub fn from_runs<W: Sync>(
        runs: &Runs<K, W>,
        effort: &mut Effort<'_, '_>,
        value: impl Fn(&W) -> V + Sync,
    ) -> Result<Self, LayersError> {
        let most = runs.parts().map(|(keys, _)| keys.len()).max().unwrap_or(0);
        let mut table = Self::empty(KeyLayout::new(runs.bits(), false), most * 3 / 2 + 1, effort)?;
        let mut pairs: Vec<_> = table.parts().zip(runs.parts()).collect();
        share(&mut pairs, effort.threads(), runs.len(), |(part, (keys, weights))| {
            for (&key, weight) in keys.iter().zip(*weights) {
                part.put(key, &value(weight), part.first(key));
            }
        });
        Ok(table)
    }

    /// The parts.
    pub fn parts(&mut self) -> impl Iterator<Item = Part<'_, K, V>> {
        let lay = self.lay;
        let keys = self.keys.chunks_mut(self.slots);
        let tables = keys.zip(self.values.chunks_mut(self.slots)).zip(&mut self.lens);
        tables.map(move |((keys, values), len)| Part { keys, values, len, lay })
    }

    /// The number of parts is a power of two; this is which.
    pub(crate) fn bits(&self) -> u32 {
        self.lay.bits
    }

    /// Where a key is looked for. To seek many keys before any of them is looked up lets memory
    /// answer all of them at once.
    #[inline]
    pub fn seek(&self, key: K) -> Slot<K> {
        let mix = key.mix();
        let part = part(mix, self.lay.bits);
        let at = self.lay.slot(mix, self.slots);
        Slot { key, there: self.keys[part * self.slots + at], part, at }
    }

    /// What stands at a key that was sought.
    #[inline]
    pub fn find(&self, seat: &Slot<K>) -> Option<&V> {
        let first = seat.part * self.slots;
        let (mut at, mut there) = (seat.at, seat.there);
        while there != seat.key {
            if there == K::NONE {
                return None;
            }
            at = if at + 1 == self.slots { 0 } else { at + 1 };
            there = self.keys[first + at];
        }
        Some(&self.values[first + at])
    }

    /// The keys without the free slots; what this saves is given back.
    pub fn into_runs(self) -> Runs<K, V> {
        let mut runs =
            Runs { keys: self.keys, weights: self.values, lens: self.lens, held: self.held };
        runs.squeeze();
        runs
    }
}

impl<K: Key, W: Weight> Table<K, W> {
    /// Adds what was found to each part, so much in all: `each(part, tell)` tells it. `taken` is how
    /// much of it each part has; whether that is all now.
    pub(crate) fn take_in(
        &mut self,
        effort: &mut Effort<'_, '_>,
        total: usize,
        taken: &mut [usize],
        each: impl Fn(usize, &mut dyn FnMut(&[(K, W)])) + Sync,
    ) -> Result<bool, LayersError> {
        let fits = AtomicBool::new(true);
        let mut parts: Vec<_> = self.parts().zip(&mut *taken).enumerate().collect();
        share(&mut parts, effort.threads(), total, |(at, (part, done))| {
            let mut skip = **done;
            each(*at, &mut |found| {
                let before = skip.min(found.len());
                skip -= before;
                let (taken, all) = part.take_in(&found[before..]);
                **done += taken;
                if !all {
                    fits.store(false, Ordering::Relaxed);
                }
            });
        });
        if !fits.into_inner() {
            return Err(LayersError::Overflow);
        }
        Ok(taken.iter().sum::<usize>() == total)
    }

    /// Whether there is memory for a table of so many slots in all, and for spilling it, if so much
    /// more is given back.
    fn room(bits: u32, slots: usize, back: u64, effort: &Effort<'_, '_>) -> bool {
        let table = ((slots as u64) << bits).saturating_mul(entry::<K, W>());
        let needs =
            table.saturating_add(Spilled::needs::<K, W>(slots, 1 << bits, effort.threads()));
        needs <= effort.spare().saturating_add(back)
    }

    /// Gives each part more slots, if there is memory for that. The old ones stand beside the new
    /// ones until all have moved.
    pub(crate) fn grow(&mut self, effort: &mut Effort<'_, '_>) -> Result<bool, LayersError> {
        let slots = self.slots * 4 / 3 + 16;
        if !Self::room(self.lay.bits, slots, 0, effort) {
            return Ok(false);
        }
        let mut wider = Self::empty(self.lay, slots, effort)?;
        let total = self.keys.len();
        let mut pairs: Vec<_> = wider.parts().zip(self.parts()).collect();
        share(&mut pairs, effort.threads(), total, |(part, old)| {
            for (&key, value) in old.keys.iter().zip(&*old.values) {
                if key != K::NONE {
                    part.put(key, value, part.first(key));
                }
            }
        });
        *self = wider;
        Ok(true)
    }

    /// Gives an empty table as many slots as there is memory for.
    pub(crate) fn renew(&mut self, effort: &mut Effort<'_, '_>) -> Result<(), LayersError> {
        let mut slots = self.slots;
        while Self::room(self.lay.bits, slots * 5 / 4 + 1, self.held.bytes(), effort) {
            slots = slots * 5 / 4 + 1;
        }
        if slots > self.slots {
            (self.keys, self.values) = (Vec::new(), Vec::new());
            self.held.shrink(0);
            *self = Self::empty(self.lay, slots, effort)?;
        }
        Ok(())
    }

    /// Whether there is memory for a table that so many keys are awaited in.
    pub(crate) fn fits(awaited: usize, effort: &Effort<'_, '_>) -> bool {
        let (bits, slots) = Self::cut(awaited);
        Self::room(bits, slots, 0, effort)
    }

    /// An empty table that about so many keys are awaited in, or as large a one as there is memory
    /// for.
    pub fn new(awaited: usize, effort: &mut Effort<'_, '_>) -> Result<Self, LayersError> {
        let (mut bits, mut slots) = Self::cut(awaited);
        let scattered = !Self::room(bits, slots, 0, effort);
        while slots > LEAST && !Self::room(bits, slots, 0, effort) {
            slots = slots * 3 / 4;
            // Small parts are full at very different times.
            if slots < PART / 2 && bits > LEAST_BITS {
                (bits, slots) = (bits - 1, slots * 2);
            }
        }
        Self::empty(KeyLayout::new(bits, scattered), slots, effort)
    }

    /// Into how many parts so many keys are cut, and the slots of each.
    fn cut(awaited: usize) -> (u32, usize) {
        let bits = (awaited / PART).next_power_of_two().trailing_zeros();
        let least = if awaited > PART / 2 { LEAST_BITS } else { 0 };
        let bits = bits.clamp(least, MOST_BITS);
        (bits, (awaited >> bits).saturating_mul(5) / 4 + 2)
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.held.bytes()
    }
}
