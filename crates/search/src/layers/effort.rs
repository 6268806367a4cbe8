//! What a run of layers may use: the meter, memory that is given back when it is let go, threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Overflow;
use crate::limits::{Standing, Stop};
use crate::{Limit, Meter, Stats};

/// Why layers did not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A limit fired.
    Stop(Stop),
    /// A number outgrew its words.
    Overflow,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Self {
        Halt::Stop(Stop::Limit(limit))
    }
}

impl From<Overflow> for Halt {
    fn from(_: Overflow) -> Self {
        Halt::Overflow
    }
}

/// With what layers are worked out. The answer does not depend on it.
#[derive(Clone, Debug, Default)]
pub struct Means {
    /// How many threads work; as many as there are cores if nothing is said.
    pub threads: Option<usize>,
}

/// Memory that the layers of one run hold.
#[derive(Debug)]
struct Ledger {
    most: u64,
    held: AtomicU64,
}

/// Memory that was asked for; given back when it is dropped.
#[derive(Debug)]
pub struct Held {
    ledger: Arc<Ledger>,
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
    ledger: Arc<Ledger>,
    stats: Stats,
    threads: usize,
}

impl<'m, 'l> Effort<'m, 'l> {
    /// An effort that is charged to a meter.
    pub fn new(meter: &'m mut Meter<'l>) -> Self {
        let ledger = Arc::new(Ledger { most: meter.spare(), held: AtomicU64::new(0) });
        let stats = meter.stats();
        // To ask the system takes longer than many a search: only who needs to know asks.
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = meter.means().threads.unwrap_or_else(cores).max(1);
        Effort { meter, ledger, stats, threads }
    }

    /// How many threads work.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Asks for memory before it is taken.
    pub fn claim(&mut self, bytes: u64) -> Result<Held, Halt> {
        if bytes > self.spare() {
            let held = self.ledger.held.load(Ordering::Relaxed);
            let before = self.meter.claimed();
            let needed = before.saturating_add(held).saturating_add(bytes);
            return Err(Limit::Memory { needed }.into());
        }
        self.ledger.held.fetch_add(bytes, Ordering::Relaxed);
        Ok(Held { ledger: self.ledger.clone(), bytes })
    }

    /// How much memory may still be asked for.
    pub fn spare(&self) -> u64 {
        self.ledger.most.saturating_sub(self.ledger.held.load(Ordering::Relaxed))
    }

    /// Looks at every limit, and says how many states may be expanded before one fires. `explored`
    /// is the part of the work behind, from 0 to 1, as far as that is known.
    pub fn poll(&mut self, depth: u64, explored: f64) -> Result<u64, Halt> {
        self.stats.deepest = self.stats.deepest.max(depth);
        let memory = self.ledger.held.load(Ordering::Relaxed);
        self.meter.poll(self.stats, Standing { depth, explored, memory })?;
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
const FEW: usize = 1 << 12;

/// Works on each item, on all threads if there is much to do; `pieces` tells how much.
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
    std::thread::scope(|scope| {
        for items in items.chunks_mut(portion) {
            scope.spawn(|| items.iter_mut().for_each(&work));
        }
    });
}
