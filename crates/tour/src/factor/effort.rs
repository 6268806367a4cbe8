//! What the strategy counts: a node is a link looked at, a step a link made, a backtrack a link
//! taken away again; the depth is the number of links there are.

use search::limits::{PollState, Stop};
use search::{Meter, Stats};

/// The counters of a run, and how many nodes may pass before the next look at its limits.
pub(super) struct Effort<'m, 'l> {
    meter: &'m mut Meter<'l>,
    stats: Stats,
    fuel: u64,
    /// How deep the searches before it stood when they were given up.
    before: u64,
}

impl<'m, 'l> Effort<'m, 'l> {
    /// Goes on counting where the meter stands; looks at the limits once.
    pub(super) fn new(meter: &'m mut Meter<'l>) -> Result<Self, Stop> {
        let stats = meter.stats();
        let fuel = meter.poll(stats, PollState::default())?;
        Ok(Effort { meter, stats, fuel, before: stats.steps - stats.backtracks })
    }

    /// A link is looked at.
    #[inline]
    pub(super) fn look(&mut self) -> Result<(), Stop> {
        if self.fuel == 0 {
            self.poll()?;
        }
        self.fuel -= 1;
        self.stats.nodes += 1;
        Ok(())
    }

    /// Looks at the limits, where much is done besides looking at links.
    #[cold]
    pub(super) fn poll(&mut self) -> Result<(), Stop> {
        let depth = self.depth();
        self.fuel = self.meter.poll(self.stats, PollState { depth, ..PollState::default() })?;
        Ok(())
    }

    /// The meter, for what is done before and after links are looked at.
    pub(super) fn meter(&mut self) -> &mut Meter<'l> {
        self.meter
    }

    /// Looks at the limits where no links are looked at.
    #[inline]
    pub(super) fn check(&mut self) -> Result<(), Stop> {
        self.meter.check_limits().map_err(Stop::Limit)
    }

    /// Links are made.
    #[inline]
    pub(super) fn made(&mut self, links: u64) {
        self.stats.steps += links;
        self.stats.deepest = self.stats.deepest.max(self.depth());
    }

    fn depth(&self) -> u64 {
        self.stats.steps - self.stats.backtracks - self.before
    }

    /// Links are taken away.
    #[inline]
    pub(super) fn unmade(&mut self, links: u64) {
        self.stats.backtracks += links;
    }

    /// An attempt is given up, with all its links.
    pub(super) fn unmake_all(&mut self) {
        self.stats.backtracks = self.stats.steps - self.before;
    }

    /// A tour is found.
    pub(super) fn goal(&mut self) {
        self.stats.goals += 1;
    }
}

impl Drop for Effort<'_, '_> {
    /// However it ends, what was counted counts.
    fn drop(&mut self) {
        self.meter.settle(self.stats);
    }
}
