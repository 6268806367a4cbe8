//! A layer that is finished: its states without room between them, in memory or on the disk.

use super::disk::Writer;
use super::spill::Stored;
use super::table::{entry, part};
use super::{Effort, Held, Key, LayersError, Weight, share};

/// States in memory, by part of the table they were in, and in no order otherwise.
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
    ) -> Result<(), LayersError> {
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

/// States read between two looks at the limits.
const STRETCH: usize = 1 << 13;

/// A finished layer.
pub struct Layer<K, W>(Place<K, W>);

enum Place<K, W> {
    Memory(Runs<K, W>),
    Disk(Stored),
}

/// Where states from the disk stand while they are expanded.
pub(crate) struct ReadBuffer<K, W> {
    /// The number of the first of them.
    first: u64,
    keys: Vec<K>,
    weights: Vec<W>,
}

impl<K, W> ReadBuffer<K, W> {
    /// Bytes of a tray for so many states.
    pub(crate) fn bytes(room: usize) -> u64 {
        room as u64 * entry::<K, W>()
    }

    pub(crate) fn new() -> Self {
        ReadBuffer { first: 0, keys: Vec::new(), weights: Vec::new() }
    }
}

impl<K: Key, W: Weight> Layer<K, W> {
    pub(crate) fn new(runs: Runs<K, W>) -> Self {
        Layer(Place::Memory(runs))
    }

    /// No states.
    pub(crate) fn none(effort: &mut Effort<'_, '_>) -> Result<Self, LayersError> {
        let held = effort.claim(0)?;
        Ok(Layer::new(Runs { keys: Vec::new(), weights: Vec::new(), lens: vec![0], held }))
    }

    pub(crate) fn stored(stored: Stored) -> Self {
        Layer(Place::Disk(stored))
    }

    /// How many states there are, of those that this process has.
    pub fn len(&self) -> u64 {
        match &self.0 {
            Place::Memory(runs) => runs.len() as u64,
            Place::Disk(stored) => stored.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that it holds in memory.
    pub(crate) fn held(&self) -> u64 {
        match &self.0 {
            Place::Memory(runs) => runs.held.bytes(),
            Place::Disk(_) => 0,
        }
    }

    /// Some states from this one on, at most so many and at least one if there is one.
    pub(crate) fn some<'s>(
        &'s self,
        from: u64,
        most: usize,
        tray: &'s mut ReadBuffer<K, W>,
    ) -> Result<(&'s [K], &'s [W]), LayersError> {
        match &self.0 {
            Place::Memory(runs) => {
                let states = from as usize..runs.len().min(from as usize + most);
                Ok((&runs.keys[states.clone()], &runs.weights[states]))
            }
            Place::Disk(stored) => {
                // Not all that was read was worked on: what is left comes first.
                if !(tray.first..tray.first + tray.keys.len() as u64).contains(&from) {
                    tray.keys.clear();
                    tray.weights.clear();
                    // Exactly what was claimed.
                    tray.keys.reserve_exact(most);
                    tray.weights.reserve_exact(most);
                    stored.fill(from, most, &mut tray.keys, &mut tray.weights)?;
                    tray.first = from;
                }
                let start = (from - tray.first) as usize;
                let rest = start..tray.keys.len().min(start + most);
                Ok((&tray.keys[rest.clone()], &tray.weights[rest]))
            }
        }
    }

    /// The states are by part of a table cut by so many bits.
    pub(crate) fn bits(&self) -> u32 {
        match &self.0 {
            Place::Memory(runs) => runs.bits(),
            Place::Disk(stored) => stored.bits,
        }
    }

    /// Tells each state, in no order.
    pub fn each(
        &self,
        effort: &mut Effort<'_, '_>,
        mut tell: impl FnMut(K, &W),
    ) -> Result<(), LayersError> {
        self.try_each(effort, |key, weight| {
            tell(key, weight);
            Ok(())
        })
    }

    /// Tells each state until somebody fails.
    pub(crate) fn try_each(
        &self,
        effort: &mut Effort<'_, '_>,
        mut tell: impl FnMut(K, &W) -> Result<(), LayersError>,
    ) -> Result<(), LayersError> {
        let mut tray = ReadBuffer::new();
        let mut at = 0;
        while at < self.len() {
            effort.look()?;
            let (keys, weights) = self.some(at, STRETCH, &mut tray)?;
            keys.iter().zip(weights).try_for_each(|(&key, weight)| tell(key, weight))?;
            at += keys.len() as u64;
        }
        Ok(())
    }

    /// Makes room: a layer is read once more, from its first state to its last, and that can be
    /// done from the disk.
    pub(crate) fn evict(&mut self, effort: &mut Effort<'_, '_>) -> Result<(), LayersError> {
        if let Place::Memory(_) = self.0 {
            let file = effort.scratch()?.file();
            let mut writer = Writer::new(&file.0, &[], 1 << 16)?;
            self.try_each(effort, |key, weight| Ok(writer.put(key, weight)?))?;
            let len = writer.finish(false)?;
            self.0 = Place::Disk(Stored::new(file, len, self.bits()));
        }
        Ok(())
    }

    /// The states in memory, if there is enough of it.
    pub fn into_runs(self, effort: &mut Effort<'_, '_>) -> Result<Runs<K, W>, LayersError> {
        let stored = match self.0 {
            Place::Memory(runs) => return Ok(runs),
            Place::Disk(stored) => stored,
        };
        let len = stored.len() as usize;
        let held = effort.claim(len as u64 * entry::<K, W>())?;
        let bits = (len >> 13).next_power_of_two().trailing_zeros();
        let bits = bits.min(stored.bits).min(10);
        let (mut keys, mut weights) = (Vec::with_capacity(len), Vec::with_capacity(len));
        while keys.len() < len {
            effort.look()?;
            let (at, most) = (keys.len(), len.min(keys.len() + STRETCH));
            stored.fill(at as u64, most, &mut keys, &mut weights)?;
        }
        let mut lens = vec![0; 1 << bits];
        keys.iter().for_each(|key: &K| lens[part(key.mix(), bits)] += 1);
        Ok(Runs { keys, weights, lens, held })
    }
}
