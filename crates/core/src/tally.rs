//! The events of a search, counted by sort: what is said of a moment of it.

use search::{Event, PruneReason};

/// How many events of each sort there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Searches begun.
    pub roots: u64,
    /// Steps made.
    pub steps: u64,
    /// Steps taken back.
    pub backtracks: u64,
    /// States closed because no solution can lie below them.
    pub dead: u64,
    /// States closed because an equal state was explored before.
    pub seen: u64,
    /// States closed because nothing below them can better what is known.
    pub bound: u64,
    /// Solutions met.
    pub goals: u64,
    /// States that a breadth-first search reached.
    pub reached: u64,
    /// States that a breadth-first search looked beyond.
    pub expanded: u64,
}

impl Tally {
    /// Every counter with its name, in the order in which people read them.
    pub fn named(&self) -> [(&'static str, u64); 9] {
        [
            ("roots", self.roots),
            ("steps", self.steps),
            ("backtracks", self.backtracks),
            ("dead", self.dead),
            ("seen", self.seen),
            ("bound", self.bound),
            ("goals", self.goals),
            ("reached", self.reached),
            ("expanded", self.expanded),
        ]
    }

    /// All events together: the number of the moment.
    pub fn events(&self) -> u64 {
        self.named().into_iter().map(|(_, count)| count).sum()
    }

    /// Takes note of an event.
    #[inline]
    pub fn add(&mut self, event: Event<()>) {
        let counter = match event {
            Event::Root(_) => &mut self.roots,
            Event::Make(()) => &mut self.steps,
            Event::Unmake(()) => &mut self.backtracks,
            Event::Close(PruneReason::Dead) => &mut self.dead,
            Event::Close(PruneReason::Seen) => &mut self.seen,
            Event::Close(PruneReason::Bound) => &mut self.bound,
            Event::Goal => &mut self.goals,
            Event::Queue(()) => &mut self.reached,
            Event::Expand(()) => &mut self.expanded,
        };
        *counter += 1;
    }
}
