//! What a run of layers may use: the meter, memory that is given back when it is let go, threads.

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::CheckpointFolder;
use super::disk::{FILES, Scratch};
use super::{Fault, Overflow};
use crate::limits::{PollState, Stop};
use crate::parallel::{Task, run_all};
use crate::{Limit, Meter, Stats};

/// Why layers did not end. More than a [`Stop`]: sums outgrow their words, and files are damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayersError {
    /// A limit fired.
    Stop(Stop),
    /// A number outgrew its words.
    Overflow,
    /// A file is not what it should be.
    Fault(Fault),
}

impl From<Fault> for LayersError {
    fn from(fault: Fault) -> Self {
        LayersError::Fault(fault)
    }
}

impl From<Stop> for LayersError {
    fn from(stop: Stop) -> Self {
        LayersError::Stop(stop)
    }
}

impl From<Limit> for LayersError {
    fn from(limit: Limit) -> Self {
        LayersError::Stop(Stop::Limit(limit))
    }
}

impl From<Overflow> for LayersError {
    fn from(_: Overflow) -> Self {
        LayersError::Overflow
    }
}

/// With what layers are worked out. The answer does not depend on it.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    /// Where finished layers are kept, so that a run can go on after it was interrupted.
    pub checkpoint: Option<Checkpoint>,
    /// The other processes that work on the same problem.
    pub net: Option<Arc<dyn Net>>,
}

/// A folder for finished layers.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The folder.
    pub folder: PathBuf,
    /// Whether to go on from what is there.
    pub resume: bool,
}

/// Processes that work out layers together. Each has the states whose keys fall to it, and all of
/// them ask for the same exchanges in the same order.
pub trait Net: Debug + Send + Sync {
    /// The number of this process, from 0.
    fn index(&self) -> usize;
    /// How many processes there are.
    fn peers(&self) -> usize;
    /// Gives bytes to each process, and gets from each what it gives to this one. `wait` is asked
    /// now and then whether to go on waiting.
    fn exchange(
        &self,
        out: Vec<Vec<u8>>,
        wait: &mut dyn FnMut() -> Result<(), LayersError>,
    ) -> Result<Vec<Vec<u8>>, LayersError>;
}

/// Memory that the layers of one run hold.
#[derive(Debug)]
struct MemoryLedger {
    most: u64,
    held: AtomicU64,
}

/// Memory that was asked for; given back when it is dropped.
#[derive(Debug)]
pub struct Held {
    ledger: Arc<MemoryLedger>,
    bytes: u64,
}

impl Held {
    /// How much it is.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Gives back what is not needed.
    pub fn shrink(&mut self, bytes: u64) {
        let spared = self.bytes.saturating_sub(bytes);
        self.ledger.held.fetch_sub(spared, Ordering::Relaxed);
        self.bytes -= spared;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.shrink(0);
    }
}

/// The effort of one count.
pub struct Effort<'m, 'l> {
    meter: &'m mut Meter<'l>,
    ledger: Arc<MemoryLedger>,
    stats: Stats,
    threads: usize,
    /// Where the run stands: depth, and the part of the layer that is behind.
    standing: (u64, f64),
    scratch: Option<Arc<Scratch>>,
    /// Exchanges made so far.
    turn: u64,
}

impl<'m, 'l> Effort<'m, 'l> {
    /// An effort that is charged to a meter.
    pub fn new(meter: &'m mut Meter<'l>) -> Self {
        let ledger = Arc::new(MemoryLedger { most: meter.spare(), held: AtomicU64::new(0) });
        let (stats, threads) = (meter.stats(), meter.threads());
        let standing = (0, 0.0);
        Effort { meter, ledger, stats, threads, standing, scratch: None, turn: 0 }
    }

    /// How many threads work.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Asks for memory before it is taken.
    pub fn claim(&mut self, bytes: u64) -> Result<Held, LayersError> {
        if bytes > self.spare() {
            return Err(self.refusal(bytes));
        }
        self.ledger.held.fetch_add(bytes, Ordering::Relaxed);
        Ok(Held { ledger: self.ledger.clone(), bytes })
    }

    /// That so much more memory may not be had.
    pub(crate) fn refusal(&self, bytes: u64) -> LayersError {
        let held = self.ledger.held.load(Ordering::Relaxed);
        let needed = self.meter.claimed().saturating_add(held).saturating_add(bytes);
        Limit::Memory { needed }.into()
    }

    /// Tells how many states the present layer has.
    pub(crate) fn width(&mut self, states: u64) {
        self.meter.width(states);
    }

    /// Reports that a count begins, of this many layers in all, if that is known.
    pub fn begin(&mut self, layers: u64) {
        self.meter.begin_layers(layers);
    }

    /// Tells that a layer is finished, or that so many were by an earlier run.
    pub(crate) fn finished(&mut self, layers: u64, resumed: bool) {
        self.meter.finished_layers(layers, if resumed { layers } else { 0 });
    }

    /// How much memory may still be asked for.
    pub fn spare(&self) -> u64 {
        self.ledger.most.saturating_sub(self.ledger.held.load(Ordering::Relaxed))
    }

    /// The processes that work together, if there are others.
    pub fn net(&self) -> Option<&'l dyn Net> {
        let net = if FILES { self.meter.resources().net.as_deref() } else { None };
        net.filter(|net| net.peers() > 1)
    }

    /// Exchanges bytes with the other processes. Each message is marked with the question and the
    /// turn: one that belongs to another count is never taken for one of this, and who sends it is
    /// not with this process any more.
    pub fn exchange(&mut self, mut out: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, LayersError> {
        let Some(net) = self.net() else { return Ok(out) };
        let mark = [self.meter.question(), self.turn].map(u64::to_le_bytes);
        let mark = mark.as_flattened();
        self.turn += 1;
        out.iter_mut().for_each(|bytes| bytes.extend(mark));
        let mut found = net.exchange(out, &mut || self.look())?;
        for (process, bytes) in found.iter_mut().enumerate() {
            let Some(body) = bytes.strip_suffix(mark).map(<[u8]>::len) else {
                return Err(Limit::Lost { process: process as u32 }.into());
            };
            bytes.truncate(body);
        }
        Ok(found)
    }

    /// A folder for what does not fit into memory.
    pub(crate) fn scratch(&mut self) -> Result<Arc<Scratch>, LayersError> {
        if !FILES {
            return Err(self.refusal(0));
        }
        if let Some(scratch) = &self.scratch {
            return Ok(scratch.clone());
        }
        let scratch = match self.keeper()? {
            Some(keeper) => keeper.scratch()?,
            None => Scratch::new(&std::env::temp_dir(), "")?,
        };
        let scratch = Arc::new(scratch);
        self.scratch = Some(scratch.clone());
        Ok(scratch)
    }

    /// Who keeps finished layers, if anybody does: the same for all of a count, which may begin
    /// anew with wider numbers.
    pub(crate) fn keeper(&mut self) -> Result<Option<CheckpointFolder>, LayersError> {
        if !FILES {
            return Ok(None);
        }
        if let (None, Some(keep)) = (&self.meter.keeper, &self.meter.resources().checkpoint) {
            let whose = self.net().map(|net| (net.index(), net.peers()));
            self.meter.keeper = Some(CheckpointFolder::new(keep, self.meter.question(), whose)?);
        }
        Ok(self.meter.keeper.clone())
    }

    /// What was counted so far.
    pub(crate) fn stats(&self) -> Stats {
        self.stats
    }

    /// Takes over the counters of a run that is gone on with.
    pub(crate) fn restore(&mut self, stats: Stats) {
        if stats.nodes > self.stats.nodes {
            self.stats = stats;
        }
    }

    /// Looks at every limit but that of nodes, where none are expanded.
    pub(crate) fn look(&mut self) -> Result<(), LayersError> {
        let (depth, explored) = self.standing;
        match self.poll(depth, explored) {
            Err(LayersError::Stop(Stop::Stage | Stop::Limit(Limit::Nodes))) | Ok(_) => Ok(()),
            Err(halt) => Err(halt),
        }
    }

    /// Looks at every limit, and says how many states may be expanded before one fires. `explored`
    /// is the part of the work behind, from 0 to 1, as far as that is known.
    pub fn poll(&mut self, depth: u64, explored: f64) -> Result<u64, LayersError> {
        self.standing = (depth, explored);
        self.stats.deepest = self.stats.deepest.max(depth);
        let memory = self.ledger.held.load(Ordering::Relaxed);
        self.meter.poll(self.stats, PollState { depth, explored, memory })?;
        Ok(self.meter.left(self.stats.nodes))
    }

    /// Counts states expanded, each found by one step but for the roots.
    pub fn expanded(&mut self, states: u64, roots: bool) {
        self.stats.nodes += states;
        self.stats.steps += if roots { 0 } else { states };
    }
}

impl Drop for Effort<'_, '_> {
    fn drop(&mut self) {
        self.meter.settle(self.stats);
    }
}

/// Fewer than these pieces of work are done before other threads have begun.
const FEW: usize = 1 << 14;

/// Works on each item, on all threads if there is much to do; `pieces` says how much.
pub fn share<T: Send>(
    items: &mut [T],
    threads: usize,
    pieces: usize,
    work: impl Fn(&mut T) + Sync,
) {
    if pieces < FEW || threads == 1 {
        return items.iter_mut().for_each(work);
    }
    let portion = items.len().div_ceil(threads).max(1);
    let work = &work;
    let task = |items| -> Task<'_> {
        let items: &mut [T] = items;
        Box::new(move || items.iter_mut().for_each(work))
    };
    run_all(items.chunks_mut(portion).map(task).collect());
}
