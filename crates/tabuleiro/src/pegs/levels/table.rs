//! Positions of a level, each once: open addressing, cut by hash into parts that fit into a cache.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::pegs::levels::effort::{Effort, Halt, share};
use crate::pegs::levels::weight::Weight;
use crate::pegs::levels::word::Word;

/// Keys with a value each; a slot with the key `K::ALL` is free.
pub(crate) struct Table<K, V> {
    pub(crate) keys: Vec<K>,
    pub(crate) values: Vec<V>,
    len: usize,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Table { keys: Vec::new(), values: Vec::new(), len: 0 }
    }
}

/// Positions in no order.
#[derive(Clone, Default)]
pub(crate) struct Run<K, W> {
    pub(crate) keys: Vec<K>,
    pub(crate) weights: Vec<W>,
}

/// A key with the first slot it may stand in, and what stands there.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seat<K> {
    key: K,
    there: K,
    part: usize,
    at: usize,
}

/// A level, cut into as many parts as a power of two.
pub(crate) struct Level<K, W> {
    pub(crate) tables: Vec<Table<K, W>>,
    bits: u32,
}

/// A part has about so many positions: its table and what goes into it stay in the cache.
const PART: usize = 1 << 13;
/// More parts than this would make dealing out slow.
const MOST_BITS: u32 = 10;

impl<K: Word, V: Clone + Default> Table<K, V> {
    /// Puts a key that is not there at the first free slot. There must be one.
    fn place(&mut self, key: K, bits: u32, value: V) {
        let mut at = slot(key.mix(), bits, self.keys.len());
        while self.keys[at] != K::ALL {
            at = if at + 1 == self.keys.len() { 0 } else { at + 1 };
        }
        self.keys[at] = key;
        self.values[at] = value;
        self.len += 1;
    }

    /// Makes room for so many slots.
    fn grow(&mut self, slots: usize, bits: u32) {
        let (keys, values) = (vec![K::ALL; slots], vec![V::default(); slots]);
        let old = std::mem::replace(self, Table { keys, values, len: 0 });
        for (key, value) in old.keys.into_iter().zip(old.values) {
            if key != K::ALL {
                self.place(key, bits, value);
            }
        }
    }
}

impl<K: Word, W: Weight> Table<K, W> {
    /// Adds to what stands at a key; whether the sum fits its words. There must be a free slot.
    #[inline]
    fn add(&mut self, key: K, at: usize, weight: &W) -> bool {
        let mut at = at;
        loop {
            let there = self.keys[at];
            if there == key {
                return self.values[at].add(weight);
            }
            if there == K::ALL {
                self.keys[at] = key;
                self.values[at] = weight.clone();
                self.len += 1;
                return true;
            }
            at += 1;
            if at == self.keys.len() {
                at = 0;
            }
        }
    }
}

/// Where a key is looked for first.
#[inline]
fn slot(mix: u64, bits: u32, slots: usize) -> usize {
    // The bits that chose the part are all alike in it.
    (((mix << bits) >> 32) * slots as u64 >> 32) as usize
}

/// Which part a key belongs to.
#[inline]
pub(crate) fn part(mix: u64, bits: u32) -> usize {
    // Two shifts, since one by all bits would be none.
    (mix >> 1 >> (63 - bits)) as usize
}

impl<K: Word, V: Clone + Default + Send + Sync> Level<K, V> {
    /// The positions of runs that were parts of a level, with a value for each.
    pub(crate) fn from_runs<W: Sync>(
        runs: &[Run<K, W>],
        heap: u64,
        effort: &mut Effort<'_, '_>,
        value: impl Fn(&W) -> V + Sync,
    ) -> Result<Self, Halt> {
        let bits = runs.len().trailing_zeros();
        let slots = |run: &Run<K, W>| run.keys.len() * 3 / 2 + 1;
        let total: usize = runs.iter().map(slots).sum();
        effort.claim(total as u64 * entry::<K, V>(heap))?;
        let mut tables: Vec<Table<K, V>> = Vec::new();
        tables.resize_with(runs.len(), Table::default);
        let mut pairs: Vec<_> = tables.iter_mut().zip(runs).collect();
        share(&mut pairs, effort.threads, count(runs), |(table, run)| {
            table.grow(slots(run), bits);
            for (&key, weight) in run.keys.iter().zip(&run.weights) {
                table.place(key, bits, value(weight));
            }
        });
        Ok(Level { tables, bits })
    }

    /// Where a key is looked for. To seek many keys before any of them is looked up lets memory answer
    /// all of them at once.
    #[inline]
    pub(crate) fn seek(&self, key: K) -> Seat<K> {
        let mix = key.mix();
        let part = part(mix, self.bits);
        let keys = &self.tables[part].keys;
        let at = slot(mix, self.bits, keys.len());
        Seat { key, there: keys.get(at).copied().unwrap_or(K::ALL), part, at }
    }

    /// What stands at a key that was sought.
    #[inline]
    pub(crate) fn find(&self, seat: &Seat<K>) -> Option<&V> {
        let (mut at, mut there) = (seat.at, seat.there);
        let table = &self.tables[seat.part];
        while there != seat.key {
            if there == K::ALL {
                return None;
            }
            at = if at + 1 == table.keys.len() { 0 } else { at + 1 };
            there = table.keys[at];
        }
        Some(&table.values[at])
    }

    /// Bytes held, where a weight holds at most `heap` elsewhere.
    pub(crate) fn bytes(&self, heap: u64) -> u64 {
        let slots: usize = self.tables.iter().map(|table| table.keys.len()).sum();
        slots as u64 * entry::<K, V>(heap)
    }
}

impl<K: Word, W: Weight> Level<K, W> {
    /// An empty level that about so many positions are awaited in.
    pub(crate) fn new(awaited: usize) -> Self {
        let bits = (awaited / PART).next_power_of_two().trailing_zeros().min(MOST_BITS);
        let mut tables = Vec::new();
        tables.resize_with(1 << bits, Table::default);
        Level { tables, bits }
    }

    /// The number of parts is a power of two; this is which.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.tables.iter().map(|table| table.len).sum()
    }

    /// Adds what was dealt to each part: `dealt(part)` tells how many, and `each(part, tell)` which.
    /// `heap` are the bytes that a weight holds elsewhere, at most.
    pub(crate) fn take_in(
        &mut self,
        heap: u64,
        effort: &mut Effort<'_, '_>,
        dealt: impl Fn(usize) -> usize,
        each: impl Fn(usize, &mut dyn FnMut(&[(K, W)])) + Sync,
    ) -> Result<(), Halt> {
        let (bits, threads) = (self.bits, effort.threads);
        let mut wanted = Vec::with_capacity(self.tables.len());
        let (mut more, mut widest) = (0, 0);
        for (part, table) in self.tables.iter().enumerate() {
            let need = table.len + dealt(part);
            let slots = table.keys.len();
            let enough = if need * 8 <= slots * 7 { slots } else { need * 5 / 4 + slots / 4 + 2 };
            wanted.push(enough);
            more += enough - slots;
            widest = widest.max(slots);
        }
        let bytes = entry::<K, W>(heap);
        // While a part grows, its old table stands beside the new one.
        let beside = if more > 0 { (widest * threads) as u64 * bytes } else { 0 };
        effort.claim(more as u64 * bytes + beside)?;
        let mut work: Vec<_> = self.tables.iter_mut().zip(wanted).enumerate().collect();
        let total = (0..work.len()).map(&dealt).sum();
        let fits = AtomicBool::new(true);
        share(&mut work, threads, total, |(part, (table, wanted))| {
            if *wanted > table.keys.len() {
                table.grow(*wanted, bits);
            }
            let slots = table.keys.len();
            each(*part, &mut |dealt| {
                let mut all = true;
                for (key, weight) in dealt {
                    all &= table.add(*key, slot(key.mix(), bits, slots), weight);
                }
                if !all {
                    fits.store(false, Ordering::Relaxed);
                }
            });
        });
        effort.release(beside);
        if fits.into_inner() { Ok(()) } else { Err(Halt::Overflow) }
    }

    /// The positions without the free slots; what this saves is given back.
    pub(crate) fn into_runs(self, heap: u64, effort: &mut Effort<'_, '_>) -> Vec<Run<K, W>> {
        let before = self.bytes(heap);
        let squeeze = |table: Table<K, W>| {
            let Table { mut keys, values: mut weights, .. } = table;
            let mut taken = keys.iter().map(|&key| key != K::ALL);
            weights.retain(|_| taken.next().unwrap_or(false));
            keys.retain(|&key| key != K::ALL);
            weights.shrink_to_fit();
            keys.shrink_to_fit();
            Run { keys, weights }
        };
        let runs: Vec<Run<K, W>> = self.tables.into_iter().map(squeeze).collect();
        effort.release(before - bytes(&runs, heap));
        runs
    }
}

/// Bytes of a slot.
fn entry<K, W>(heap: u64) -> u64 {
    (size_of::<K>() + size_of::<W>()) as u64 + heap
}

/// Bytes that runs hold.
pub(crate) fn bytes<K, W>(runs: &[Run<K, W>], heap: u64) -> u64 {
    count(runs) as u64 * entry::<K, W>(heap)
}

/// Positions in runs.
pub(crate) fn count<K, W>(runs: &[Run<K, W>]) -> usize {
    runs.iter().map(|run| run.keys.len()).sum()
}
