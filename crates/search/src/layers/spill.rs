//! External sorting: when a layer outgrows the memory, sorted runs on the disk, merged when the layer is
//! finished.
//!
//! Runs are in the order of their hashes, so that parts of a table are sorted one by one, by all threads,
//! and stand in a run one after another.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;
use std::sync::Mutex;

use super::disk::{FILES, Reader, Temporary, Writer};
use super::{Effort, Key, LayersError, Overflow, Part, Table, Weight};
use crate::parallel::parallel;

/// Bytes that are written at a time.
const ROOM: usize = 1 << 16;
/// A part of fewer slots is sorted before another thread has begun.
const SMALL: usize = 1 << 12;
/// States merged between two looks at the limits.
const STRETCH: u64 = 1 << 14;

/// What a layer has on the disk so far.
#[derive(Default)]
pub(crate) struct Spilled {
    runs: Vec<Temporary>,
}

/// A state that waits for its turn: ordered by hash and key, then by its run.
type Waiting<K> = Reverse<(u64, K, usize)>;

impl Spilled {
    pub(crate) fn is_empty(&self) -> bool {
        !FILES || self.runs.is_empty()
    }

    /// Bytes that sorting the parts of a table takes, so many at a time.
    fn sorting<K, W>(slots: usize, sorters: usize) -> u64 {
        (sorters * slots * size_of::<(K, W)>()) as u64 + ROOM as u64
    }

    /// Parts sorted at a time: no more of a table is taken for it than an eighth, and no thread is
    /// started for a small part.
    fn sorters(threads: usize, parts: usize, slots: usize) -> usize {
        if slots < SMALL { 1 } else { threads.min(parts / 8).max(1) }
    }

    /// Bytes that spilling a table of so many slots in so many parts takes beside it.
    pub(crate) fn needs<K, W>(slots: usize, parts: usize, threads: usize) -> u64 {
        Self::sorting::<K, W>(slots, Self::sorters(threads, parts, slots))
    }

    /// Writes a table as a run.
    pub(crate) fn spill<K: Key, W: Weight>(
        &mut self,
        table: &mut Table<K, W>,
        depth: u32,
        effort: &mut Effort<'_, '_>,
    ) -> Result<(), LayersError> {
        if !FILES {
            return Err(effort.refusal(table.bytes()));
        }
        let file = effort.scratch()?.file();
        let mut parts: Vec<Part<'_, K, W>> = table.parts().collect();
        let slots = parts.first().map_or(0, |part| part.keys.len());
        let sorters = Self::sorters(effort.threads(), parts.len(), slots);
        let _held = effort.claim(Self::sorting::<K, W>(slots, sorters))?;
        let mut writer = Writer::new(&file.0, &[], ROOM)?;
        for parts in parts.chunks_mut(sorters) {
            effort.poll(depth.into(), 0.0)?;
            let sorted = |part: &mut Part<'_, K, W>| {
                let taken = part.keys.iter().zip(&*part.values);
                let taken = taken.filter(|&(&key, _)| key != K::NONE);
                let mut states = Vec::with_capacity(part.len());
                states.extend(taken.map(|(&key, &weight)| (key, weight)));
                states.sort_unstable_by_key(|&(key, _)| (key.mix(), key));
                part.clear();
                states
            };
            let sorted: Vec<Vec<(K, W)>> = match parts {
                [part] => vec![sorted(part)],
                parts => parallel(parts.iter_mut().map(|part| || sorted(part)).collect()),
            };
            for (key, weight) in sorted.iter().flatten() {
                writer.put(*key, weight)?;
            }
        }
        writer.finish(false)?;
        self.runs.push(file);
        Ok(())
    }

    /// Merges all runs into one file; how many states it has.
    pub(crate) fn merge<K: Key, W: Weight>(
        self,
        depth: u32,
        effort: &mut Effort<'_, '_>,
    ) -> Result<(Temporary, u64), LayersError> {
        let file = effort.scratch()?.file();
        let files = self.runs.len() as u64 + 1;
        let room = (effort.spare() / 2 / files).clamp(1 << 10, 1 << 20) as usize;
        let _held = effort.claim(files * room as u64)?;
        let mut writer = Writer::new(&file.0, &[], room)?;
        let mut readers = Vec::with_capacity(self.runs.len());
        for run in &self.runs {
            readers.push(Reader::new(&run.0, room, 0)?.0);
        }
        let mut weights = vec![W::default(); readers.len()];
        let mut waiting: BinaryHeap<Waiting<K>> = BinaryHeap::new();
        for (at, reader) in readers.iter_mut().enumerate() {
            if let Some((key, weight)) = reader.next::<K, W>()? {
                weights[at] = weight;
                waiting.push(Reverse((key.mix(), key, at)));
            }
        }
        let mut present: Option<(K, W)> = None;
        let mut merged = 0u64;
        while let Some(mut top) = waiting.peek_mut() {
            let Reverse((_, key, at)) = *top;
            let weight = weights[at];
            match readers[at].next::<K, W>()? {
                Some((next, weight)) => {
                    weights[at] = weight;
                    *top = Reverse((next.mix(), next, at));
                }
                None => drop(std::collections::binary_heap::PeekMut::pop(top)),
            }
            match &mut present {
                Some((same, sum)) if *same == key => {
                    if !sum.add(&weight) {
                        return Err(Overflow.into());
                    }
                }
                other => {
                    if let Some((key, weight)) = other.replace((key, weight)) {
                        writer.put(key, &weight)?;
                    }
                }
            }
            merged += 1;
            if merged.is_multiple_of(STRETCH) {
                effort.poll(depth.into(), 1.0)?;
            }
        }
        if let Some((key, weight)) = present {
            writer.put(key, &weight)?;
        }
        let states = writer.finish(false)?;
        Ok((file, states))
    }
}

/// A layer on the disk.
pub(crate) struct Stored {
    path: PathBuf,
    /// The file, if it is not shared.
    _own: Option<Temporary>,
    len: u64,
    /// The states are by part of a table cut by so many bits, or by fewer.
    pub(crate) bits: u32,
    /// Where reading goes on, and the number of the state that comes next.
    reader: Mutex<Option<(Reader, u64)>>,
}

impl Stored {
    pub(crate) fn new(file: Temporary, len: u64, bits: u32) -> Self {
        Stored { path: file.0.clone(), _own: Some(file), len, bits, reader: Mutex::new(None) }
    }

    /// A file that somebody else keeps.
    pub(crate) fn kept(path: PathBuf, len: u64, bits: u32) -> Self {
        Stored { path, _own: None, len, bits, reader: Mutex::new(None) }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Fills up to so many states from this one on into vectors.
    pub(crate) fn fill<K: Key, W: Weight>(
        &self,
        from: u64,
        most: usize,
        keys: &mut Vec<K>,
        weights: &mut Vec<W>,
    ) -> Result<(), LayersError> {
        let mut kept = self.reader.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // A head that is kept was read, and found to be short, before this.
        let open = || Reader::new(&self.path, ROOM, u64::MAX).map(|(reader, _)| (reader, 0));
        let (mut reader, mut at) = match kept.take() {
            Some(kept) => kept,
            None => open()?,
        };
        // Who reads a layer once more begins anew.
        if at != from {
            reader.seek::<K, W>(from)?;
            at = from;
        }
        while keys.len() < most
            && let Some((key, weight)) = reader.next::<K, W>()?
        {
            keys.push(key);
            weights.push(weight);
            at += 1;
        }
        *kept = Some((reader, at));
        Ok(())
    }
}
