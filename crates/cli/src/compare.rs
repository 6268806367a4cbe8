//! `compare`: strategies against each other on the same instances, in one table. Counters first,
//! time last; runs in shuffled order after a warm-up, the median of each and its spread shown.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::ArgMatches;
use tabuleiro::contract::{Options, Role};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::measure::{NODES, Plan, RUNS, Row};
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::arguments::{Arguments, ResultFormat, cancel};
use crate::batch::{self, Item};
pub(crate) use crate::comparison::table;
use crate::comparison::{Comparison, exporter};
use crate::exit::{Exit, Fault};
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::units;

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

    let rows = arguments.strategies.len() as u64;
    let (items, read) =
        batch::readable(kind, &arguments, rows * bytes_a_row(kind, export.is_some()))?;
    let described = describe(kind, &arguments.options);
    let name = |item: &Item| match (&item.label, &item.input) {
        (Some(label), _) => label.clone(),
        (None, Some(input)) => input.to_string(),
        (None, None) => described.clone(),
    };
    let sessions: Vec<(String, &dyn Session)> =
        items.iter().map(|item| (name(item), &*item.session)).collect();
    let all = (sessions.len() * arguments.strategies.len()) as u64;
    let (progress, limits) =
        Progress::start(&arguments, Scope::Runs(all.saturating_mul(runs.saturating_add(1))));
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
    let left_out = (rows.len() as u64) < all;
    let fired = arguments.limits.fired().filter(|_| left_out);
    let exit = match fired {
        _ if cancel().load(Ordering::Relaxed) => Exit::Interrupted,
        Some(limit) => read.max(limit.into()),
        None => read,
    };
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
    if let Some(limit) = fired {
        let reason = tell::limit_words(limit, &arguments.limits);
        let compared = rows.len() / arguments.strategies.len();
        let note = Message::new("compare.left-out").with("done", compared).with("n", items.len());
        arguments.note(&note.with("reason", reason));
    }
    Ok(exit)
}

/// Bytes of a row, with its place in the order of the runs, its words in a table and what it becomes in a
/// file.
fn bytes_a_row(kind: &dyn Kind, exported: bool) -> u64 {
    const WORD: u64 = 48;
    const EXPORTED: u64 = 3 << 10;
    let words = 10 + kind.about().counters.len() as u64;
    2 * size_of::<Row>() as u64 + words * WORD + if exported { EXPORTED } else { 0 }
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
