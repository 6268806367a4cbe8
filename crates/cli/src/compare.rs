//! `compare`: strategies against each other on the same instances, in one table. Counters first,
//! time last; runs in shuffled order after a warm-up, the median of each and its spread shown.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::ArgMatches;
use search::{Limit, Limits, Outcome, Stats};
use tabuleiro::contract::{Options, Role};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::random::Rng;
use tabuleiro::text::Diagnostic;

use crate::arguments::{Arguments, ResultFormat, cancel};
use crate::batch::{self, Item};
pub(crate) use crate::comparison::table;
use crate::comparison::{Comparison, exporter};
use crate::exit::{Exit, Fault};
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::units;

/// States a strategy may judge on an instance unless a limit is given: enough for the coursework's
/// experiment, and an end for what would take years.
pub(crate) const NODES: u64 = 100_000_000;
/// Runs of each strategy on each instance unless told otherwise.
const RUNS: u64 = 5;
/// A run this long needs no warm-up and no company.
const LONG: Duration = Duration::from_secs(1);

/// One strategy on one instance.
pub(crate) struct Row {
    pub(crate) instance: String,
    /// The place of the instance among all of them.
    pub(crate) place: usize,
    pub(crate) strategy: &'static str,
    pub(crate) outcome: OutcomeKind,
    pub(crate) stats: Stats,
    /// The times that were measured.
    pub(crate) times: Vec<Duration>,
    /// Runs that were to be measured.
    runs: usize,
    /// What cut the measuring of a strategy that decides the instance: some runs are missing.
    pub(crate) cut: Option<&'static str>,
}

/// An outcome without its solution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutcomeKind {
    Solved,
    Impossible,
    Unknown(&'static str),
}

pub(crate) fn run(
    kind: &dyn Kind,
    mut arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let runs = matches.get_one::<String>("runs");
    let runs = runs.map_or(Ok(RUNS), |value| units::whole("runs", value, 1))?;
    let export = matches.get_one::<String>("export");
    let export =
        export.map(|path| Ok::<_, Diagnostic>((exporter(path)?, Output::open(Some(path))?)));
    let export = export.transpose()?;
    let mut out = Output::open(arguments.output.as_deref())?;
    if arguments.limits.nodes.is_none() && arguments.limits.time.is_none() {
        arguments.limits.nodes = Some(NODES);
    }
    if arguments.strategies.is_empty() {
        arguments.strategies = kind.strategies().iter().map(|strategy| strategy.name).collect();
    }

    let (items, read) = batch::readable(kind, &arguments)?;
    let described = describe(kind, &arguments.options);
    let name = |item: &Item| match (&item.label, &item.input) {
        (Some(label), _) => label.clone(),
        (None, Some(input)) => input.to_string(),
        (None, None) => described.clone(),
    };
    let sessions: Vec<(String, &dyn Session)> =
        items.iter().map(|item| (name(item), &*item.session)).collect();
    let all = (sessions.len() * arguments.strategies.len()) as u64;
    let (progress, limits) = Progress::start(&arguments, Scope::Runs(all * (1 + runs)));
    let plan = Plan {
        strategies: &arguments.strategies,
        options: &arguments.options,
        limits: &limits,
        runs,
        seed: arguments.seed.unwrap_or(1),
    };
    let rows = plan.measure_each(&sessions, &|| progress.one_more())?;
    drop(progress);

    let lang = arguments.lang;
    let is_total = matches.get_flag("total");
    let comparison =
        Comparison { kind, rows: &rows, items: &items, arguments: &arguments, is_total };
    match arguments.format {
        ResultFormat::Text | ResultFormat::Coursework => {
            let room = arguments.output.is_none().then(crate::table::room).flatten();
            out.write_all(comparison.table().fitted(room).as_bytes())?;
            if let Some(sentence) = conclusion(&rows, runs, lang) {
                writeln!(out, "= {}", sentence.text(lang))?;
            }
        }
        ResultFormat::Json => {
            for value in comparison.data() {
                writeln!(out, "{value}")?;
            }
        }
        ResultFormat::Csv => out.write_all(&comparison.csv())?,
    }
    let exit = if cancel().load(Ordering::Relaxed) { Exit::Interrupted } else { read };
    // A comparison under a limit is one; what was interrupted is worth as much as it measured.
    let worth = if rows.iter().any(Row::finished) { Exit::Yes } else { exit };
    let exported = export.map(|(exporter, mut file)| -> Result<Output, Fault> {
        file.write_all(&exporter(&comparison))?;
        Ok(file)
    });
    // Neither file is replaced before both are written.
    for mut file in [Some(out), exported.transpose()?].into_iter().flatten() {
        file.record(worth);
        if read == Exit::Bad {
            file.record(read);
        }
        arguments.finish(file)?;
    }
    Ok(exit)
}

/// The options that describe an instance, as they are typed.
fn describe(kind: &dyn Kind, options: &Options) -> String {
    let described = [Role::Instance, Role::Given];
    let specs = kind.about().options.iter().filter(|spec| described.contains(&spec.role));
    let words = specs.filter_map(|spec| {
        let value = options.get(spec.name)?;
        Some(format!("--{} {value}", spec.name).trim_end().to_owned())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// What is to be run, and how.
pub(crate) struct Plan<'a> {
    pub(crate) strategies: &'a [&'static str],
    pub(crate) options: &'a Options,
    pub(crate) limits: &'a Limits,
    pub(crate) runs: u64,
    pub(crate) seed: u64,
}

impl Plan<'_> {
    /// Runs everything: a warm-up of each, which also tells the counters, then rounds of all in
    /// shuffled order. What is cut by a limit, and what takes long, is not run again. What Ctrl-C
    /// cuts has no time: how long it ran says nothing of the strategy.
    pub(crate) fn measure(
        &self,
        sessions: &[(String, &dyn Session)],
    ) -> Result<Vec<Row>, Diagnostic> {
        self.measure_each(sessions, &|| {})
    }

    /// The same; somebody is told of every run.
    fn measure_each(
        &self,
        sessions: &[(String, &dyn Session)],
        done: &dyn Fn(),
    ) -> Result<Vec<Row>, Diagnostic> {
        let mut rows = Vec::new();
        let mut order = Vec::new();
        for (place, (name, session)) in sessions.iter().enumerate() {
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
                });
            }
        }
        let mut rng = Rng::new(self.seed);
        for _ in 0..self.runs {
            rng.shuffle(&mut order);
            for &(row, session, strategy) in &order {
                if self.limits.fired().is_some() {
                    break;
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
            }
            if self.limits.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                break;
            }
        }
        for row in &mut rows {
            row.times.sort_unstable();
        }
        Ok(rows)
    }
}

impl Plan<'_> {
    /// The limits of one of so many searches to come: what is left of the time is dealt out, so that a
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
    pub(crate) fn best(&self) -> Option<Duration> {
        self.times.first().copied()
    }

    pub(crate) fn median(&self) -> Option<Duration> {
        median(&self.times)
    }

    /// The median absolute deviation: what half of the runs are at most away from the median. One run
    /// has none.
    pub(crate) fn deviation(&self) -> Option<Duration> {
        let middle = self.median().filter(|_| self.times.len() > 1)?;
        let mut away: Vec<Duration> = self.times.iter().map(|t| t.abs_diff(middle)).collect();
        away.sort_unstable();
        median(&away)
    }

    /// Whether all its runs were measured.
    pub(crate) fn measured(&self) -> bool {
        self.times.len() == self.runs
    }

    /// Whether the search came to its own end, and all its runs were measured.
    pub(crate) fn finished(&self) -> bool {
        self.measured() && !self.limited()
    }

    /// Whether a limit ended the search. A strategy that searched all it searches ended by itself.
    fn limited(&self) -> bool {
        matches!(self.outcome, OutcomeKind::Unknown(limit) if limit != Limit::Incomplete.word())
    }

    /// The outcome for people.
    pub(crate) fn outcome(&self, lang: Lang) -> String {
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
    pub(crate) fn ratio(&self, rows: &[Row]) -> Option<f64> {
        let decided = |row: &&Row| row.instance == self.instance && row.decided();
        let best = rows.iter().filter(decided).filter_map(Row::median).min()?;
        let own = self.median().filter(|_| self.decided())?;
        Some(own.as_secs_f64() / best.as_secs_f64().max(1e-9))
    }

    fn decided(&self) -> bool {
        !matches!(self.outcome, OutcomeKind::Unknown(_))
    }
}

/// The sentence at the end: the fastest strategy against the slowest, of those that decided all
/// instances.
fn conclusion(rows: &[Row], runs: u64, lang: Lang) -> Option<Message> {
    let mut totals: Vec<(&str, Option<Duration>)> = Vec::new();
    for row in rows {
        let time = row.median().filter(|_| row.decided());
        match totals.iter_mut().find(|(strategy, _)| *strategy == row.strategy) {
            Some((_, total)) => *total = total.zip(time).map(|(total, time)| total + time),
            None => totals.push((row.strategy, time)),
        }
    }
    let known = totals.into_iter().filter_map(|(strategy, time)| Some((time?, strategy)));
    let mut known: Vec<(Duration, &str)> = known.collect();
    known.sort();
    let [(least, fast), .., (most, slow)] = known[..] else { return None };
    let ratio = most.as_secs_f64() / least.as_secs_f64().max(1e-9);
    // What took long was run once.
    let most = rows.iter().map(|row| row.times.len()).max().unwrap_or_default() as u64;
    let all = rows.iter().all(|row| row.times.len() as u64 == most);
    let key = if all { "compare.method" } else { "compare.method.some" };
    let method = Message::new(key).with("n", most.min(runs));
    Some(
        match ratio {
            ratio if ratio < 1.05 => Message::new("compare.alike"),
            ratio if ratio < 10.0 => {
                Message::new("compare.faster").with("ratio", lang.decimal(ratio, 1))
            }
            ratio => Message::new("compare.faster").with("ratio", ratio.round() as u64),
        }
        .with("fast", fast)
        .with("slow", slow)
        .with("method", method),
    )
}
