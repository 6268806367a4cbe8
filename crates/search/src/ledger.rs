//! A ledger of effort: what a search that drives itself owes its meter. Every state is paid for when it
//! is reached, exactly; the clock is looked at when the fuel that the meter gave is used up.

use crate::limits::{PollState, Stop};
use crate::{Meter, Stats};

/// Counters of a search and the states it may count before the next poll.
#[derive(Debug)]
pub struct Ledger<'a, 'm> {
    meter: &'a mut Meter<'m>,
    /// What was counted.
    pub stats: Stats,
    /// Where the search stands.
    pub standing: PollState,
    fuel: u64,
}

impl<'a, 'm> Ledger<'a, 'm> {
    /// Begins to count on a meter.
    pub fn new(meter: &'a mut Meter<'m>) -> Self {
        let stats = meter.stats();
        Ledger { meter, stats, standing: PollState::default(), fuel: 0 }
    }

    /// The meter, for memory to be claimed.
    pub fn meter(&mut self) -> &mut Meter<'m> {
        self.meter
    }

    /// Counts a root.
    pub fn root(&mut self) -> Result<(), Stop> {
        self.pay(1)?;
        self.stats.steps -= 1;
        Ok(())
    }

    /// Counts states reached by a step each.
    #[inline]
    pub fn pay(&mut self, mut states: u64) -> Result<(), Stop> {
        loop {
            let paid = states.min(self.fuel);
            self.stats.nodes += paid;
            self.stats.steps += paid;
            self.fuel -= paid;
            states -= paid;
            if states == 0 {
                return Ok(());
            }
            self.look()?;
        }
    }

    /// Whether the next state needs a look at the limits.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.fuel == 0
    }

    /// Counts a state that no step led to. There is fuel for it.
    #[inline]
    pub fn visit(&mut self) {
        self.fuel -= 1;
        self.stats.nodes += 1;
    }

    /// Looks at every limit now.
    pub fn look(&mut self) -> Result<(), Stop> {
        self.fuel = self.meter.poll(self.stats, self.standing)?;
        Ok(())
    }

    /// Hands the counters over.
    pub fn settle(&mut self) {
        self.meter.settle(self.stats);
    }
}

/// Counts states reached by a step each, as many as the limits allow, and looks at every limit: for
/// searches that find many states at once.
pub fn charge(
    meter: &mut Meter<'_>,
    stats: &mut Stats,
    states: u64,
    standing: PollState,
) -> Result<(), Stop> {
    let paid = states.min(meter.left(stats.nodes));
    stats.nodes += paid;
    stats.steps += paid;
    meter.poll(*stats, standing)?;
    Ok(())
}
