//! When a search stops, and the meter that every search of a run charges its effort to.
//!
//! The only file of this crate that looks at the [clock](crate::clock).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::clock::Instant;
use crate::layers::{self, CheckpointFolder, Resources};
pub use crate::progress::SearchProgress;
use crate::{Ended, Limit, Stats};

/// What a run may use. Plain data; the outcome names the one that fired.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// States that may be judged; the search stops when exactly this many were.
    pub nodes: Option<u64>,
    /// Bytes that may be held.
    pub memory: Option<u64>,
    /// Time that may pass.
    pub time: Option<Duration>,
    /// When that time began: one instant for all runs of a command. Each run has the whole time
    /// otherwise.
    pub begun: Option<Instant>,
    /// Threads that may work; as many as the machine has otherwise.
    pub threads: Option<usize>,
    /// Set from outside to stop the search.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Where the search reports its progress.
    pub pulse: Option<Arc<SearchProgress>>,
    /// With what layers are worked out.
    pub resources: Resources,
}

impl Limits {
    /// The limit that has fired from outside, whatever a run has done: somebody asked to stop, or the
    /// time that began at [`begun`](Limits::begun) has passed. For work between runs.
    pub fn fired(&self) -> Option<Limit> {
        if self.is_cancelled() {
            return Some(Limit::Cancelled);
        }
        let passed = self.begun.zip(self.time).is_some_and(|(begun, time)| begun.elapsed() >= time);
        passed.then_some(Limit::Time)
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// The progress of a search, reported at a poll.
#[derive(Clone, Copy, Debug, Default)]
pub struct PollState {
    /// Depth of the present state.
    pub depth: u64,
    /// As [`SearchProgress::explored`].
    pub explored: f64,
    /// Bytes held by the search beyond what was claimed.
    pub memory: u64,
}

/// Why a poll says stop: the ends of a search that its meter decides. [`Ended`] has those that the
/// search decides, too, and is made of this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The stage's allowance is used up.
    Stage,
    /// A limit of the run fired.
    Limit(Limit),
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Stage => Ended::Spent,
            Stop::Limit(limit) => Ended::Cut(limit),
        }
    }
}

/// Counters and limits of one run; searches of the same run share it, so that a strategy made of
/// stages is counted and stopped as one.
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    stats: Stats,
    started: Instant,
    /// Time that this run may take.
    time: Option<Duration>,
    polled: Duration,
    claimed: u64,
    /// Nodes between two looks at the clock.
    chunk: u64,
    /// Nodes at the last look.
    polled_nodes: u64,
    /// The node count at which the present stage ends.
    stage_end: u64,
    /// Steps that may be made.
    most_steps: Option<u64>,
    /// The part of the run behind the present search, and the part that it makes up.
    portion: (f64, f64),
    /// The fingerprint of this run's question.
    question: u64,
    /// Calls of [`check_limits`](Meter::check_limits) until the next look at the clock, and between
    /// two of them; when the last was.
    calls_left: u32,
    calls: u32,
    checked: Duration,
    /// Who keeps finished layers, from the first that asks on.
    pub(crate) keeper: Option<CheckpointFolder>,
}

/// The limits that fire from outside, for threads that work for a run and have no meter.
#[derive(Clone, Copy, Debug)]
pub struct Watch<'a> {
    limits: &'a Limits,
    until: Option<Instant>,
}

impl Watch<'_> {
    /// Looks at the cancel flag and the clock. What fired stays: the next poll of the run sees it too.
    pub fn check(&self) -> Result<(), Limit> {
        if self.limits.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        match self.until {
            Some(until) if Instant::now() >= until => Err(Limit::Time),
            _ => Ok(()),
        }
    }
}

/// A poll is due after so many nodes at first, and at the most.
const CHUNK: std::ops::RangeInclusive<u64> = 64..=1 << 16;
/// Calls of [`Meter::check_limits`] between two looks at the clock, at the most.
const MOST_CALLS: u32 = 1 << 8;
/// Polls are kept this far apart, whatever a node costs, so that a stop takes far less than 100 ms.
const PERIOD: std::ops::Range<Duration> = Duration::from_micros(500)..Duration::from_millis(5);

impl<'a> Meter<'a> {
    /// A meter at zero; the time limit counts from here, unless it [began](Limits::begun) earlier.
    pub fn new(limits: &'a Limits) -> Self {
        let started = Instant::now();
        let before = limits.begun.map_or(Duration::ZERO, |begun| started - begun);
        Meter {
            limits,
            stats: Stats::default(),
            started,
            time: limits.time.map(|time| time.saturating_sub(before)),
            polled: Duration::ZERO,
            claimed: 0,
            chunk: *CHUNK.start(),
            polled_nodes: 0,
            stage_end: u64::MAX,
            most_steps: None,
            portion: (0.0, 1.0),
            question: 0,
            calls_left: 1,
            calls: 1,
            checked: Duration::ZERO,
            keeper: None,
        }
    }

    /// A meter that stops nothing.
    pub fn unlimited() -> Meter<'static> {
        static NONE: LazyLock<Limits> = LazyLock::new(Limits::default);
        Meter::new(&NONE)
    }

    /// With what layers are worked out.
    pub fn resources(&self) -> &'a Resources {
        &self.limits.resources
    }

    /// Tells what is asked in this run, in words that no other question has: what is kept of one run
    /// is of no use to another.
    pub fn asks(&mut self, question: &str) {
        self.question = layers::fingerprint(question);
    }

    /// The fingerprint of what is asked.
    pub fn question(&self) -> u64 {
        self.question
    }

    /// What was counted so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Time since the meter was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Lets the searches that follow judge `nodes` more states, after which they end as
    /// [`Ended::Spent`]; `None` takes the allowance back.
    pub fn stage(&mut self, nodes: Option<u64>) {
        self.stage_end = nodes.map_or(u64::MAX, |n| self.stats.nodes.saturating_add(n));
    }

    /// Lets the searches of this run make `most` steps in all, after which they end as cut by
    /// [`Limit::Steps`].
    pub fn limit_steps(&mut self, most: u64) {
        self.most_steps = Some(most);
    }

    /// How many threads may work, at least one.
    pub fn threads(&self) -> usize {
        // Asking the machine takes longer than small searches do.
        static MACHINE: LazyLock<usize> =
            LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
        self.limits.threads.unwrap_or_else(|| *MACHINE).max(1)
    }

    /// How much memory may still be claimed; as much as can be if that is not limited.
    pub fn spare(&self) -> u64 {
        self.limits.memory.map_or(u64::MAX, |most| most.saturating_sub(self.claimed))
    }

    /// What is left for another run beside what is claimed here. Of that, the other run counts so many
    /// bytes itself.
    pub fn rest(&self, counted: u64) -> Limits {
        let left = self.spare().saturating_add(counted);
        Limits { memory: self.limits.memory.map(|most| left.min(most)), ..self.limits.clone() }
    }

    /// Tells how many states the present layer has.
    pub(crate) fn width(&mut self, states: u64) {
        if let Some(pulse) = &self.limits.pulse {
            pulse.width.store(states, Ordering::Relaxed);
        }
    }

    /// Tells that a count by layers begins, of so many in all.
    pub(crate) fn begin_layers(&self, all: u64) {
        if let Some(pulse) = &self.limits.pulse {
            pulse.begin();
            pulse.layers.store(all, Ordering::Relaxed);
        }
    }

    /// Tells that so many more layers are finished, and how many of them by an earlier run.
    pub(crate) fn finished_layers(&self, finished: u64, resumed: u64) {
        if let Some(pulse) = &self.limits.pulse {
            pulse.finished.fetch_add(finished, Ordering::Relaxed);
            pulse.resumed.fetch_add(resumed, Ordering::Relaxed);
        }
    }

    /// How much memory is claimed.
    pub fn claimed(&self) -> u64 {
        self.claimed
    }

    /// Tells that the search that follows is one of `parts` alike, `done` of them being finished.
    pub fn part(&mut self, done: usize, parts: usize) {
        self.portion = (done as f64 / parts as f64, 1.0 / parts as f64);
    }

    /// Asks for memory before it is allocated. A refusal says how much would have been needed.
    pub fn claim(&mut self, bytes: u64) -> Result<(), Limit> {
        let needed = self.claimed.saturating_add(bytes);
        if self.limits.memory.is_some_and(|most| needed > most) {
            return Err(Limit::Memory { needed });
        }
        self.claimed = needed;
        Ok(())
    }

    /// Counts memory that is held already: there is nothing to refuse, but a run that exceeds its limit
    /// with it ends at its next poll or claim.
    pub fn hold(&mut self, bytes: u64) {
        self.claimed = self.claimed.saturating_add(bytes);
    }

    /// Gives claimed memory back.
    pub fn release(&mut self, bytes: u64) {
        self.claimed = self.claimed.saturating_sub(bytes);
    }

    /// Takes over the counters of a search and looks at every limit. `Ok` is the number of nodes
    /// that may be judged before the next poll, at least one.
    #[cold]
    pub fn poll(&mut self, stats: Stats, standing: PollState) -> Result<u64, Stop> {
        self.stats = stats;
        if let Some(pulse) = &self.limits.pulse {
            pulse.nodes.store(stats.nodes, Ordering::Relaxed);
            pulse.depth.store(standing.depth, Ordering::Relaxed);
            let explored = self.portion.0 + self.portion.1 * standing.explored;
            pulse.explored.store(explored.to_bits(), Ordering::Relaxed);
        }
        if self.limits.is_cancelled() {
            return Err(Stop::Limit(Limit::Cancelled));
        }
        let needed = self.claimed.saturating_add(standing.memory);
        if self.limits.memory.is_some_and(|most| needed > most) {
            return Err(Stop::Limit(Limit::Memory { needed }));
        }
        // A run that has done nothing and may take for ever need not know the time.
        let idle = stats.nodes == 0 && self.time.is_none();
        let elapsed = if idle { Duration::ZERO } else { self.elapsed() };
        if self.time.is_some_and(|most| elapsed >= most) {
            return Err(Stop::Limit(Limit::Time));
        }
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(stats.nodes));
        if left == 0 {
            return Err(Stop::Limit(Limit::Nodes));
        }
        // A root is no step, so the first one is judged even if no step may be made.
        let steps_left = self.most_steps.map_or(u64::MAX, |most| most.saturating_sub(stats.steps));
        if let Some(most) = self.most_steps.filter(|_| steps_left == 0 && stats.nodes > 0) {
            return Err(Stop::Limit(Limit::Steps { most }));
        }
        let left_of_stage = self.stage_end.saturating_sub(stats.nodes);
        if left_of_stage == 0 {
            return Err(Stop::Stage);
        }
        let since = elapsed - self.polled;
        // Many short searches under one meter say nothing of what a node costs in a long one.
        let whole = stats.nodes.saturating_sub(self.polled_nodes) >= self.chunk;
        if since < PERIOD.start && whole {
            self.chunk = (self.chunk * 2).min(*CHUNK.end());
        } else if since > PERIOD.end {
            self.chunk = (self.chunk / 4).max(1);
        }
        (self.polled, self.polled_nodes) = (elapsed, stats.nodes);
        Ok(self.chunk.min(left).min(left_of_stage).min(steps_left.max(1)))
    }

    /// Looks at time, memory and the cancel flag, for loops that judge no nodes: preparing a search,
    /// verifying, writing. Cheap enough for every turn of a loop, since most calls only count down to
    /// the next look, whose distance adapts to what a turn costs; counts nothing that anybody sees.
    #[inline]
    pub fn check_limits(&mut self) -> Result<(), Limit> {
        self.calls_left -= 1;
        if self.calls_left == 0 { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Limit> {
        self.calls_left = 1;
        if self.limits.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        if self.limits.memory.is_some_and(|most| self.claimed > most) {
            return Err(Limit::Memory { needed: self.claimed });
        }
        let elapsed = self.elapsed();
        if self.time.is_some_and(|most| elapsed >= most) {
            return Err(Limit::Time);
        }
        let since = elapsed.saturating_sub(self.checked);
        if since < PERIOD.start {
            self.calls = (self.calls * 2).min(MOST_CALLS);
        } else if since > PERIOD.end {
            self.calls = (self.calls / 4).max(1);
        }
        (self.calls_left, self.checked) = (self.calls, elapsed);
        Ok(())
    }

    /// What threads of this run look at.
    pub fn watch(&self) -> Watch<'a> {
        // A time that no clock can tell is no limit.
        let until = self.time.and_then(|time| self.started.checked_add(time));
        Watch { limits: self.limits, until }
    }

    /// How many nodes may be judged beyond `nodes` before a limit or the stage ends.
    pub fn left(&self, nodes: u64) -> u64 {
        // In one search a node is a step, but for the roots.
        let roots = self.stats.nodes - self.stats.steps;
        let steps_end = self.most_steps.map_or(u64::MAX, |most| most.saturating_add(roots));
        let end = self.limits.nodes.unwrap_or(u64::MAX).min(self.stage_end).min(steps_end);
        end.saturating_sub(nodes)
    }

    /// Takes over the final counters of a search.
    pub fn settle(&mut self, stats: Stats) {
        self.stats = stats;
    }
}
