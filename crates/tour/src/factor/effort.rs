//! What the strategy counts: a node is a link looked at, a step a link made, a backtrack a link
//! taken away again; the depth is the number of links there are.

use search::Meter;
use search::ledger::Ledger;
use search::limits::Stop;

/// The counters of a run, in terms of links.
pub(super) struct Effort<'m, 'l> {
    ledger: Ledger<'m, 'l>,
    /// How deep the searches before it stood when they were given up.
    before: u64,
}

impl<'m, 'l> Effort<'m, 'l> {
    /// Goes on counting where the meter stands; looks at the limits once.
    pub(super) fn new(meter: &'m mut Meter<'l>) -> Result<Self, Stop> {
        let mut ledger = Ledger::new(meter);
        ledger.look()?;
        let before = ledger.stats.steps - ledger.stats.backtracks;
        Ok(Effort { ledger, before })
    }

    /// A link is looked at.
    #[inline]
    pub(super) fn look(&mut self) -> Result<(), Stop> {
        if self.ledger.is_empty() {
            self.poll()?;
        }
        self.ledger.visit();
        Ok(())
    }

    /// Looks at the limits, where much is done besides looking at links.
    #[cold]
    pub(super) fn poll(&mut self) -> Result<(), Stop> {
        self.ledger.standing.depth = self.depth();
        self.ledger.look()
    }

    /// The meter, for what is done before and after links are looked at.
    pub(super) fn meter(&mut self) -> &mut Meter<'l> {
        self.ledger.meter()
    }

    /// Looks at the limits where no links are looked at.
    #[inline]
    pub(super) fn check(&mut self) -> Result<(), Stop> {
        self.ledger.meter().check_limits().map_err(Stop::Limit)
    }

    /// Links are made.
    #[inline]
    pub(super) fn made(&mut self, links: u64) {
        self.ledger.stats.steps += links;
        self.ledger.stats.deepest = self.ledger.stats.deepest.max(self.depth());
    }

    fn depth(&self) -> u64 {
        self.ledger.stats.steps - self.ledger.stats.backtracks - self.before
    }

    /// Links are taken away.
    #[inline]
    pub(super) fn unmade(&mut self, links: u64) {
        self.ledger.stats.backtracks += links;
    }

    /// An attempt is given up, with all its links.
    pub(super) fn unmake_all(&mut self) {
        self.ledger.stats.backtracks = self.ledger.stats.steps - self.before;
    }

    /// A tour is found.
    pub(super) fn goal(&mut self) {
        self.ledger.stats.goals += 1;
    }
}

impl Drop for Effort<'_, '_> {
    /// However it ends, what was counted counts.
    fn drop(&mut self) {
        self.ledger.settle();
    }
}
