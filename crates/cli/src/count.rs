//! `count`: the exact number of solutions.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ArgMatches;
use search::Limits;
use search::layers::Checkpoint;
use serde_json::Value;
use tabuleiro::contract::{Counted, Ended, Fact};
use tabuleiro::kind::{Kind, Report};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::arguments::{Arguments, ResultFormat};
use crate::batch::{self, Ending, Item, Job};
use crate::exit::{Exit, Fault};
use crate::json::{self, Object};
use crate::output::Output;
use crate::progress::{Progress, ProgressMode, Scope};
use crate::table::{Align, Table};
use crate::together::Together;
use crate::units;

pub(crate) fn run(
    kind: &dyn Kind,
    mut arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let up_to = matches.get_one::<String>("up-to");
    let up_to = up_to.map(|value| units::whole("up-to", value, 1)).transpose()?;
    arguments.limits.resources.checkpoint = keep(matches);
    let mut together = Together::new(kind, &mut arguments, matches, up_to)?;
    let tells = together.as_ref().is_none_or(Together::tells);
    if !tells {
        arguments.output = None;
        arguments.progress = ProgressMode::Never;
    }
    let mut out = Output::open(arguments.output.as_deref())?;
    if arguments.format == ResultFormat::Csv && tells {
        let own = ["count", "exact", "limit", "way"].map(str::to_owned).into();
        json::csv_row(&mut out, &[json::csv_head(), own, json::csv_tail()].concat())?;
    }
    let (progress, limits) = Progress::start(&arguments, Scope::Everything);
    let pulse = limits.pulse.clone();
    let by_level = matches.get_flag("by-level");
    let job = Counting { kind, arguments: &arguments, up_to, by_level, limits, tells };
    let exit = match &together {
        Some(together) => batch::each(together.items(), &job, &arguments, &mut out, &progress)?,
        None => batch::run(kind, &arguments, &job, &mut out, &progress)?,
    };
    drop((progress, job));
    arguments.limits.resources.net = None;
    if let Some(note) = together.as_ref().and_then(|together| together.effort(arguments.lang)) {
        arguments.note(&note);
    }
    if let Some(together) = &mut together {
        together.finish(exit);
    }
    let saved = arguments.limits.resources.checkpoint.is_some()
        && pulse.is_some_and(|pulse| pulse.finished() > 0);
    if saved && tells && matches!(exit, Exit::Limit | Exit::Interrupted) {
        arguments.note(&Message::new("note.resume").with("command", resuming()));
    }
    arguments.finish(out)?;
    Ok(exit)
}

/// The command that goes on where this one stopped, as it is typed. Nodes are counted from the first
/// layer on, so that the same limit of nodes would stop it again at once.
fn resuming() -> String {
    let mut words = vec!["tabuleiro".to_owned()];
    let mut typed = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = typed.next() {
        let (name, value) =
            word.split_once('=').map_or((word.as_str(), None), |(n, v)| (n, Some(v)));
        match (name, value) {
            ("--max-nodes", Some(_)) => {}
            ("--max-nodes", None) => drop(typed.next()),
            ("--checkpoint", Some(folder)) => words.push(quoted(&format!("--resume={folder}"))),
            ("--checkpoint", None) => words.push("--resume".to_owned()),
            _ => words.push(quoted(&word)),
        }
    }
    words.join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=.,:/+@%".contains(c);
    let is_plain = !word.is_empty() && word.chars().all(plain);
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Where finished layers are kept.
fn keep(matches: &ArgMatches) -> Option<Checkpoint> {
    let folder = |name: &str| matches.get_one::<String>(name).map(PathBuf::from);
    let resumed = folder("resume").map(|folder| Checkpoint { folder, resume: true });
    resumed.or_else(|| folder("checkpoint").map(|folder| Checkpoint { folder, resume: false }))
}

struct Counting<'a> {
    kind: &'a dyn Kind,
    arguments: &'a Arguments,
    up_to: Option<u64>,
    /// Whether tables of levels are told to people.
    by_level: bool,
    limits: Limits,
    /// Whether this process tells the answer, of several that have it.
    tells: bool,
}

impl Job for Counting<'_> {
    type Result = Result<Report<Counted>, Diagnostic>;

    fn work(&self, item: &Item) -> Self::Result {
        item.session.count(&self.arguments.options, self.up_to, &self.limits)
    }

    fn show(&self, item: &Item, report: &Self::Result, out: &mut dyn Write) -> io::Result<()> {
        match report {
            Ok(report) if self.tells => {
                show(out, self.kind, self.arguments, item, report)?;
                if self.by_level && self.arguments.format == ResultFormat::Text {
                    levels(out, &report.result, self.arguments.lang)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn end(&self, report: &Self::Result) -> Ending {
        let report = match report {
            Ok(report) => report,
            Err(diagnostic) => return diagnostic.into(),
        };
        match report.result.ended {
            Ended::Exhausted | Ended::Satisfied | Ended::Spent => Exit::Yes.into(),
            Ended::Cut(limit) => {
                let Arguments { limits, output, .. } = self.arguments;
                // A file that holds no number is not written, and could not tell why.
                let untold = !self.tells || output.is_some();
                let notes = untold.then(|| tell::limit_words(limit, limits));
                Ending { exit: limit.into(), notes: notes.into_iter().collect(), fault: None }
            }
        }
    }
}

fn show(
    out: &mut dyn Write,
    kind: &dyn Kind,
    arguments: &Arguments,
    item: &Item,
    report: &Report<Counted>,
) -> io::Result<()> {
    let counted = &report.result;
    let lang = arguments.lang;
    let name = kind.about().name;
    let exact = counted.ended == Ended::Exhausted;
    let limit = match counted.ended {
        Ended::Cut(limit) => Some(limit.word()),
        Ended::Exhausted | Ended::Satisfied | Ended::Spent => None,
    };
    match arguments.format {
        ResultFormat::Json => {
            let mut object = Object::about(out, name, Some(item), arguments)?;
            object.origin(None, None)?;
            object.value("count", counted.count.to_string())?;
            object.value("exact", exact)?;
            object.value("limit", limit)?;
            object.value("way", counted.way)?;
            for (name, fact) in &counted.facts {
                object.value(name, fact_value(fact))?;
            }
            object.end(report)?;
        }
        ResultFormat::Csv => {
            let (number, limit) = (counted.count.to_string(), limit.unwrap_or_default());
            let own = [number.as_str(), if exact { "true" } else { "false" }, limit, counted.way];
            let own = own.map(str::to_owned).into();
            let head = json::csv_about(name, item);
            json::csv_row(out, &[head, own, json::csv_effort(report)].concat())?;
        }
        ResultFormat::Coursework => writeln!(out, "{}", counted.count)?,
        ResultFormat::Text => {
            if let Some(label) = &item.label {
                writeln!(out, "= {label}")?;
            }
            writeln!(out, "{}", text(report, arguments))?;
            let effort = tell::effort(&report.stats, report.elapsed, lang);
            writeln!(out, "= {}", tell::way(counted).with("effort", effort).text(lang))?;
        }
    }
    Ok(())
}

fn fact_value(fact: &Fact) -> Value {
    match fact {
        Fact::Is(holds) => (*holds).into(),
        Fact::Number(number) => (*number).into(),
        Fact::Words(words) => words.clone().into(),
        Fact::Table(columns) => {
            let named = |(name, numbers): &(&str, Vec<u64>)| {
                (name.replace('-', "_"), Value::from(numbers.clone()))
            };
            Value::Object(columns.iter().map(named).collect())
        }
    }
}

/// The tables of a count.
fn levels(out: &mut dyn Write, counted: &Counted, lang: Lang) -> io::Result<()> {
    for (_, fact) in &counted.facts {
        let Fact::Table(columns) = fact else { continue };
        let title =
            |name: &str| (lang.say(&format!("count.column.{name}")).to_owned(), Align::Right);
        let mut table = Table::new(columns.iter().map(|(name, _)| title(name)));
        for row in 0..columns.first().map_or(0, |(_, numbers)| numbers.len()) {
            table.push(columns.iter().map(|(_, numbers)| lang.number(numbers[row])).collect());
        }
        write!(out, "{}", table.text())?;
    }
    Ok(())
}

/// The number in words: exact, or at least, and why not more.
fn text(report: &Report<Counted>, arguments: &Arguments) -> String {
    let (counted, lang) = (&report.result, arguments.lang);
    let number = lang.number(&counted.count);
    let what = format!("{number} {}", counted.unit.text(lang));
    match counted.ended {
        Ended::Exhausted => what,
        Ended::Satisfied | Ended::Spent => {
            Message::new("count.at_least").with("what", what).text(lang)
        }
        Ended::Cut(limit) => {
            let reason = tell::limit_words(limit, &arguments.limits);
            // To have counted none says nothing.
            let key = if counted.count.bits() == 0 { "count.unknown" } else { "count.cut" };
            Message::new(key).with("what", what).with("reason", reason).text(lang)
        }
    }
}
