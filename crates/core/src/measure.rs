//! Strategies measured against each other: exact counters, and times of runs in shuffled order after a
//! warm-up. What `compare` and all that is like it is made of.

use std::time::Duration;

use search::{Limit, Limits, Outcome, Stats};
use serde_json::{Map, Value};

use crate::contract::Options;
use crate::kind::{Kind, Session};
use crate::locale::{Lang, Message};
use crate::random::Rng;
use crate::text::Diagnostic;

/// States a strategy may judge on an instance unless a limit is given: enough for the coursework's
/// experiment, and an end for what would take years.
pub const NODES: u64 = 100_000_000;
/// Runs of each strategy on each instance by default.
pub const RUNS: u64 = 5;
/// A run this long needs no warm-up and no company.
const LONG: Duration = Duration::from_secs(1);

/// One strategy on one instance.
#[derive(Clone, Debug)]
pub struct Row {
    /// What the instance is called.
    pub instance: String,
    /// The place of the instance among all of them.
    pub place: usize,
    /// The strategy by its name.
    pub strategy: &'static str,
    /// Its result.
    pub outcome: OutcomeKind,
    /// What it took.
    pub stats: Stats,
    /// The times that were measured.
    pub times: Vec<Duration>,
    /// Runs that were to be measured.
    runs: usize,
    /// What cut the measuring of a strategy that decides the instance: some runs are missing.
    pub cut: Option<&'static str>,
    /// The median of the fastest strategy that decided the same instance.
    fastest: Option<Duration>,
}

/// An outcome without its solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// There is a solution.
    Solved,
    /// There is none.
    Impossible,
    /// The limit by its word.
    Unknown(&'static str),
}

/// What is to be run, and how.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Which strategies.
    pub strategies: &'a [&'static str],
    /// With which options.
    pub options: &'a Options,
    /// Within which limits.
    pub limits: &'a Limits,
    /// How often each is run to be measured.
    pub runs: u64,
    /// By which the order is shuffled.
    pub seed: u64,
}

impl Plan<'_> {
    /// Runs everything: a warm-up of each, which also yields the counters, then rounds of all in
    /// shuffled order. What is cut by a limit, and what takes long, is not run again. What Ctrl-C
    /// cuts has no time: how long it ran says nothing of the strategy.
    pub fn measure(&self, sessions: &[(String, &dyn Session)]) -> Result<Vec<Row>, Diagnostic> {
        self.measure_each(sessions, &|| {})
    }

    /// The same, with a callback for every run.
    pub fn measure_each(
        &self,
        sessions: &[(String, &dyn Session)],
        done: &dyn Fn(),
    ) -> Result<Vec<Row>, Diagnostic> {
        let mut rows = Vec::new();
        let mut order = Vec::new();
        for (place, (name, session)) in sessions.iter().enumerate() {
            // Of the first instance the limit is told; of the others nothing is known.
            if place > 0 && self.limits.fired().is_some() {
                break;
            }
            for &strategy in self.strategies {
                let left = self.strategies.len() * sessions.len() - rows.len();
                let answer = session.solve(strategy, self.options, &self.share(left))?;
                done();
                let outcome = match answer.result {
                    Outcome::Solved(_) => OutcomeKind::Solved,
                    Outcome::Impossible(_) => OutcomeKind::Impossible,
                    Outcome::Unknown(limit) => OutcomeKind::Unknown(limit.word()),
                };
                let decided = !matches!(outcome, OutcomeKind::Unknown(_));
                let again = decided && answer.elapsed < LONG;
                if again {
                    order.push((rows.len(), *session, strategy));
                }
                let timed = !again && !matches!(answer.result, Outcome::Unknown(Limit::Cancelled));
                rows.push(Row {
                    instance: name.clone(),
                    place,
                    strategy,
                    outcome,
                    stats: answer.stats,
                    times: timed.then_some(answer.elapsed).into_iter().collect(),
                    runs: if again { self.runs as usize } else { 1 },
                    cut: None,
                    fastest: None,
                });
            }
        }
        let mut rng = Rng::new(self.seed);
        let mut measured = 0;
        // Of what is not run again there are no rounds.
        let mut ended = None;
        'rounds: for _ in 0..if order.is_empty() { 0 } else { self.runs } {
            rng.shuffle(&mut order);
            for &(row, session, strategy) in &order {
                ended = self.limits.fired().or_else(|| self.is_full(measured));
                if ended.is_some() {
                    break 'rounds;
                }
                let answer = session.solve(strategy, self.options, self.limits)?;
                done();
                let row = &mut rows[row];
                if let Outcome::Unknown(limit) = answer.result {
                    row.cut = Some(limit.word());
                    continue;
                }
                assert_eq!(answer.stats, row.stats, "two runs of {strategy} counted differently");
                row.times.push(answer.elapsed);
                measured += 1;
            }
        }
        if let Some(limit) = ended {
            let missing = order.iter().filter(|(row, ..)| rows[*row].times.len() < rows[*row].runs);
            let missing: Vec<usize> = missing.map(|(row, ..)| *row).collect();
            for row in missing {
                rows[row].cut.get_or_insert(limit.word());
            }
        }
        for of_one in rows.chunks_mut(self.strategies.len().max(1)) {
            of_one.iter_mut().for_each(|row| row.times.sort_unstable());
            let decided = of_one.iter().filter(|row| row.decided());
            let fastest = decided.filter_map(Row::median).min();
            of_one.iter_mut().for_each(|row| row.fastest = fastest);
        }
        Ok(rows)
    }
}

impl Plan<'_> {
    /// Whether so many times fill the memory: they lie in lists that are copied when they grow, and once more
    /// while their deviation is reported.
    fn is_full(&self, measured: u64) -> Option<Limit> {
        let needed = measured.saturating_mul(3 * size_of::<Duration>() as u64);
        let is_full = self.limits.memory.is_some_and(|most| needed > most);
        is_full.then_some(Limit::Memory { needed })
    }

    /// The limits of one of so many searches to come: what is left of the time is divided, so that a
    /// strategy that does not end leaves some to those after it.
    fn share(&self, left: usize) -> Limits {
        let limits = self.limits.clone();
        let Some((begun, time)) = limits.begun.zip(limits.time) else { return limits };
        let rest = time.saturating_sub(begun.elapsed());
        let time = Some(rest / u32::try_from(left.max(1)).unwrap_or(u32::MAX));
        Limits { begun: None, time, ..limits }
    }
}

/// The median of times in order.
fn median(times: &[Duration]) -> Option<Duration> {
    let middle = times.len() / 2;
    let upper = *times.get(middle)?;
    Some(match times.len() % 2 {
        1 => upper,
        _ => (times[middle - 1] + upper) / 2,
    })
}

impl Row {
    /// The shortest time.
    pub fn best(&self) -> Option<Duration> {
        self.times.first().copied()
    }

    /// The median time.
    pub fn median(&self) -> Option<Duration> {
        median(&self.times)
    }

    /// The median absolute deviation: what half of the runs are at most away from the median. One run
    /// has none.
    pub fn deviation(&self) -> Option<Duration> {
        let middle = self.median().filter(|_| self.times.len() > 1)?;
        let mut away: Vec<Duration> = self.times.iter().map(|t| t.abs_diff(middle)).collect();
        away.sort_unstable();
        median(&away)
    }

    /// Whether all its runs were measured.
    pub fn measured(&self) -> bool {
        self.times.len() == self.runs
    }

    /// Whether the search came to its own end, and all its runs were measured.
    pub fn finished(&self) -> bool {
        self.measured() && !self.limited()
    }

    /// Whether a limit ended the search. A strategy that searched all it searches ended by itself.
    fn limited(&self) -> bool {
        matches!(self.outcome, OutcomeKind::Unknown(limit) if limit != Limit::Incomplete.word())
    }

    /// The outcome for people.
    pub fn outcome(&self, lang: Lang) -> String {
        let outcome = match self.outcome {
            OutcomeKind::Solved => Message::new("answer.word.solved"),
            OutcomeKind::Impossible => Message::new("answer.word.impossible"),
            OutcomeKind::Unknown(limit) => {
                let limit = Message::new(format!("limit.word.{limit}"));
                Message::new("answer.word.unknown").with("limit", limit)
            }
        };
        if self.finished() || self.limited() {
            return outcome.text(lang);
        }
        let counts = Message::new("compare.unfinished").with("outcome", outcome);
        counts.with("done", self.times.len()).with("runs", self.runs).text(lang)
    }

    /// How many times as long as the fastest that decided the same instance.
    pub fn ratio(&self) -> Option<f64> {
        let best = self.fastest?;
        let own = self.median().filter(|_| self.decided())?;
        Some(own.as_secs_f64() / best.as_secs_f64().max(1e-9))
    }

    /// Whether it was decided whether there is a solution.
    pub fn decided(&self) -> bool {
        !matches!(self.outcome, OutcomeKind::Unknown(_))
    }
}

impl Row {
    /// The row as data.
    pub fn data(&self, kind: &dyn Kind) -> Map<String, Value> {
        let (outcome, limit) = match self.outcome {
            OutcomeKind::Solved => ("solved", self.cut),
            OutcomeKind::Impossible => ("impossible", self.cut),
            OutcomeKind::Unknown(limit) => ("unknown", Some(limit)),
        };
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        put("strategy", self.strategy.into());
        put("outcome", outcome.into());
        put("limit", limit.into());
        for (name, counter) in counters(kind, &self.stats) {
            put(name, counter.into());
        }
        put("finished", self.finished().into());
        put("runs", self.times.len().into());
        put("best_ms", self.best().map(|time| time.as_nanos() as f64 / 1e6).into());
        put("median_ms", self.median().map(|time| time.as_nanos() as f64 / 1e6).into());
        put("deviation_ms", self.deviation().map(|time| time.as_nanos() as f64 / 1e6).into());
        put("ratio", self.ratio().into());
        fields
    }
}

/// The counters of a comparison by their names, those of the puzzle's tradition last.
pub fn counters(kind: &dyn Kind, stats: &Stats) -> Vec<(&'static str, u64)> {
    let own = kind.about().counters.iter().map(|counter| (counter.name, (counter.of)(stats)));
    let common = [("nodes", stats.nodes), ("steps", stats.steps), ("backtracks", stats.backtracks)];
    common.into_iter().chain(own).collect()
}
