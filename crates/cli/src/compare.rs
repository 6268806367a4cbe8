//! `compare`: strategies against each other on the same instances, in one table. Counters first,
//! time last; runs in shuffled order after a warm-up, the best and the median of each shown.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::ArgMatches;
use search::{Limit, Limits, Outcome, Stats};
use serde_json::{Value, json};
use tabuleiro::contract::{Counter, Format, Options, Role};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::random::Rng;
use tabuleiro::tell;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::{Arguments, cancel};
use crate::batch::{self, Item};
use crate::exit::{Exit, Fault};
use crate::json::milliseconds;
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::table::{Align, Table};
use crate::{totals, units};

/// States a strategy may judge on an instance unless a limit is given: enough for the coursework's
/// experiment, and an end for what would take years.
pub(crate) const NODES: u64 = 100_000_000;
/// Runs of each strategy on each instance unless told otherwise.
const RUNS: u64 = 5;
/// A run this long needs no warm-up and no company.
const LONG: Duration = Duration::from_secs(1);

/// One strategy on one instance.
pub(crate) struct Row {
    instance: String,
    pub(crate) strategy: &'static str,
    pub(crate) outcome: OutcomeKind,
    pub(crate) stats: Stats,
    /// The times that were measured.
    times: Vec<Duration>,
    /// Runs that were to be measured.
    runs: usize,
    /// What cut the measuring of a strategy that decides the instance: some runs are missing.
    cut: Option<&'static str>,
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

    let items = batch::all(kind, &arguments)?;
    let described = describe(kind, &arguments.options);
    let name = |item: &Item| match &item.input {
        Some(input) if item.number == 1 => input.to_string(),
        Some(input) => format!("{input}:{}", item.number),
        None => described.clone(),
    };
    let sessions: Vec<(String, &dyn Session)> =
        items.iter().map(|item| (name(item), &*item.session)).collect();
    let (progress, limits) = Progress::start(&arguments, Scope::FirstSolution);
    let plan = Plan {
        strategies: &arguments.strategies,
        options: &arguments.options,
        limits: &limits,
        runs,
        seed: arguments.seed.unwrap_or(1),
    };
    let rows = plan.measure(&sessions)?;
    drop(progress);

    let lang = arguments.lang;
    match arguments.format {
        Format::Text | Format::Coursework => {
            let made = if matches.get_flag("total") { totals::table } else { table };
            out.write_all(made(kind, &rows, lang).text().as_bytes())?;
        }
        Format::Json => {
            for value in data(kind, &rows) {
                writeln!(out, "{value}")?;
            }
        }
    }
    let exit = if cancel().load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Yes };
    // A comparison under a limit is one; what was interrupted is worth as much as it measured.
    let worth = if rows.iter().any(Row::finished) { Exit::Yes } else { exit };
    let exported = export.map(|(exporter, mut file)| -> Result<Output, Fault> {
        file.write_all(&exporter(kind, &rows, lang))?;
        Ok(file)
    });
    // Neither file is replaced before both are written.
    for mut file in [Some(out), exported.transpose()?].into_iter().flatten() {
        file.record(worth);
        arguments.finish(file)?;
    }
    Ok(exit)
}

/// The options that describe an instance, as they are typed.
fn describe(kind: &dyn Kind, options: &Options) -> String {
    let specs = kind.about().options.iter().filter(|spec| spec.role == Role::Instance);
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
        let mut rows = Vec::new();
        let mut order = Vec::new();
        for (name, session) in sessions {
            for &strategy in self.strategies {
                let left = self.strategies.len() * sessions.len() - rows.len();
                let answer = session.solve(strategy, self.options, &self.share(left))?;
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

impl Row {
    pub(crate) fn best(&self) -> Option<Duration> {
        self.times.first().copied()
    }

    fn median(&self) -> Option<Duration> {
        let middle = self.times.len() / 2;
        let upper = *self.times.get(middle)?;
        Some(match self.times.len() % 2 {
            1 => upper,
            _ => (self.times[middle - 1] + upper) / 2,
        })
    }

    /// Whether all its runs were measured.
    pub(crate) fn measured(&self) -> bool {
        self.times.len() == self.runs
    }

    /// Whether the search came to its own end, and all its runs were measured.
    fn finished(&self) -> bool {
        self.measured() && !self.limited()
    }

    /// Whether a limit ended the search. A strategy that searched all it searches ended by itself.
    fn limited(&self) -> bool {
        matches!(self.outcome, OutcomeKind::Unknown(limit) if limit != Limit::Incomplete.word())
    }

    /// The outcome for people.
    fn outcome(&self, lang: Lang) -> String {
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
    fn ratio(&self, rows: &[Row]) -> Option<f64> {
        let decided = |row: &&Row| {
            row.instance == self.instance && !matches!(row.outcome, OutcomeKind::Unknown(_))
        };
        let best = rows.iter().filter(decided).filter_map(Row::best).min()?;
        let own = self.best().filter(|_| !matches!(self.outcome, OutcomeKind::Unknown(_)))?;
        Some(own.as_secs_f64() / best.as_secs_f64().max(1e-9))
    }
}

/// The table for people. The instance has a column only if there are several.
pub(crate) fn table(kind: &dyn Kind, rows: &[Row], lang: Lang) -> Table {
    let about = kind.about();
    let several = rows.iter().any(|row| row.instance != rows[0].instance);
    let own = |counter: &Counter| lang.say(&format!("{}.counter.{}", about.name, counter.name));
    let title = |name: &str| lang.say(&format!("compare.{name}")).to_owned();
    let mut columns = Vec::new();
    if several {
        columns.push((title("instance"), Align::Left));
    }
    columns.extend(["strategy", "outcome"].map(|name| (title(name), Align::Left)));
    columns.extend(["nodes", "steps", "backtracks"].map(|name| (title(name), Align::Right)));
    columns.extend(about.counters.iter().map(|counter| (own(counter).to_owned(), Align::Right)));
    columns.extend(["best", "median", "ratio"].map(|name| (title(name), Align::Right)));
    let mut table = Table::new(columns);
    for row in rows {
        let mut words = Vec::new();
        if several {
            words.push(row.instance.clone());
        }
        words.push(row.strategy.to_owned());
        words.push(row.outcome(lang));
        let stats = [row.stats.nodes, row.stats.steps, row.stats.backtracks];
        let own = about.counters.iter().map(|counter| (counter.of)(&row.stats));
        words.extend(stats.into_iter().chain(own).map(|n| lang.number(n)));
        let ratio = row.ratio(rows).map(|ratio| format!("{}×", lang.decimal(ratio, 2)));
        let times = [row.best(), row.median()].map(|time| Some(tell::duration(time?, lang)));
        words.extend(times.into_iter().chain([ratio]).map(|word| word.unwrap_or("–".to_owned())));
        table.push(words);
    }
    table
}

/// The rows as data.
fn data(kind: &dyn Kind, rows: &[Row]) -> Vec<Value> {
    let value = |row: &Row| {
        let (outcome, limit) = match row.outcome {
            OutcomeKind::Solved => ("solved", row.cut),
            OutcomeKind::Impossible => ("impossible", row.cut),
            OutcomeKind::Unknown(limit) => ("unknown", Some(limit)),
        };
        let mut value = json!({
            "puzzle": kind.about().name,
            "instance": row.instance,
            "strategy": row.strategy,
            "outcome": outcome,
            "limit": limit,
            "nodes": row.stats.nodes,
            "steps": row.stats.steps,
            "backtracks": row.stats.backtracks,
        });
        for counter in kind.about().counters {
            value[counter.name] = (counter.of)(&row.stats).into();
        }
        value["finished"] = row.finished().into();
        value["runs"] = row.times.len().into();
        value["best_ms"] = row.best().map(milliseconds).into();
        value["median_ms"] = row.median().map(milliseconds).into();
        value["ratio"] = row.ratio(rows).into();
        value
    };
    rows.iter().map(value).collect()
}

/// Writes the rows as the bytes of a file.
type Exporter = fn(&dyn Kind, &[Row], Lang) -> Vec<u8>;

/// The format that the extension of a file asks for.
fn exporter(path: &str) -> Result<Exporter, Diagnostic> {
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("md") => Ok(|kind, rows, lang| table(kind, rows, lang).markdown().into_bytes()),
        Some("json") => {
            Ok(|kind, rows, _| format!("{:#}\n", Value::Array(data(kind, rows))).into_bytes())
        }
        Some("csv") => Ok(|kind, rows, _| csv(&data(kind, rows))),
        _ => Err(Source::option("export", path).diagnostic("U0108", 0..path.len())),
    }
}

/// Comma-separated values as RFC 4180 has them, but for line ends.
fn csv(rows: &[Value]) -> Vec<u8> {
    let word = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let quoted = |word: String| match word.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", word.replace('"', "\"\"")),
        false => word,
    };
    let objects: Vec<_> = rows.iter().filter_map(Value::as_object).collect();
    let head = objects.first().map(|object| object.keys().cloned().collect());
    let body = objects.iter().map(|object| object.values().map(word).collect());
    let line =
        |record: Vec<String>| record.into_iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
    head.into_iter().chain(body).map(line).collect::<String>().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::csv;

    #[test]
    fn a_value_with_commas_quotes_or_lines_is_one_field() {
        let rows = [
            serde_json::json!({"name": "a,b", "said": "\"x\"\ny", "nodes": 3}),
            serde_json::json!({"name": "plain", "said": null, "nodes": 0.5}),
        ];
        let expected = "name,said,nodes\n\"a,b\",\"\"\"x\"\"\ny\",3\nplain,,0.5\n";
        assert_eq!(String::from_utf8(csv(&rows)).unwrap(), expected);
    }
}
