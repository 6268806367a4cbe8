//! What a count may use: the meter, with all claims given back at the end, and the threads.

use search::limits::{Standing, Stop};
use search::{Meter, Stats};

/// Why a count did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A limit fired.
    Stop(Stop),
    /// More than 128 cells of the board can change.
    TooLarge,
    /// A number outgrew its words. Counts begin again with wider ones: nobody outside sees it.
    Overflow,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

/// The effort of one count. What it holds is given back when it is dropped.
pub(crate) struct Effort<'m, 'l> {
    meter: &'m mut Meter<'l>,
    held: u64,
    stats: Stats,
    /// How many threads work.
    pub(crate) threads: usize,
}

impl<'m, 'l> Effort<'m, 'l> {
    pub(crate) fn new(meter: &'m mut Meter<'l>) -> Self {
        let (threads, stats) = (meter.threads(), meter.stats());
        Effort { meter, held: 0, stats, threads }
    }

    /// Asks for memory before it is taken.
    pub(crate) fn claim(&mut self, bytes: u64) -> Result<(), Halt> {
        self.meter.claim(bytes).map_err(Stop::Limit)?;
        self.held += bytes;
        Ok(())
    }

    /// Gives memory back.
    pub(crate) fn release(&mut self, bytes: u64) {
        self.meter.release(bytes);
        self.held -= bytes;
    }

    /// Does work, and gives back all that it claimed.
    pub(crate) fn within<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let before = self.held;
        let done = work(self);
        self.release(self.held - before);
        done
    }

    /// Looks at every limit, and says how many positions may be opened before one fires.
    pub(crate) fn poll(&mut self, depth: u64) -> Result<u64, Halt> {
        self.stats.deepest = self.stats.deepest.max(depth);
        self.meter.poll(self.stats, Standing { depth, explored: 0.0, memory: 0 })?;
        Ok(self.meter.left(self.stats.nodes))
    }

    /// Counts positions opened, each found by one jump but the first.
    pub(crate) fn opened(&mut self, positions: u64, roots: u64) {
        self.stats.nodes += positions;
        self.stats.steps += positions - roots.min(positions);
    }
}

impl Drop for Effort<'_, '_> {
    fn drop(&mut self) {
        self.meter.release(self.held);
        self.meter.settle(self.stats);
    }
}

/// Fewer than these pieces of work are done before other threads have begun.
const FEW: usize = 1 << 12;

/// Works on each item, on all threads if there is much to do; `pieces` tells how much.
pub(crate) fn share<T: Send>(
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
