//! `solve`: a solution, or a proof that there is none.

use std::io::{self, Write};
use std::time::Duration;

use clap::ArgMatches;
use search::{Limit, Limits, Outcome, Proof, Stats};
use tabuleiro::contract::Format;
use tabuleiro::kind::{Answer, Kind};
use tabuleiro::locale::{Lang, Message};

use crate::arguments::Arguments;
use crate::batch::{self, Item};
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::output::{self, Output};
use crate::progress::{Progress, Scope};
use crate::units;

pub(crate) fn run(kind: &dyn Kind, arguments: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
    let strategy = arguments.strategies.first().copied().unwrap_or(kind.best_strategy());
    let mut out = Output::open(arguments.output.as_deref())?;
    let (progress, limits) = Progress::start(&arguments, Scope::FirstSolution);
    let exit = batch::run(
        kind,
        &arguments,
        |item| item.session.solve(strategy, &arguments.options, &limits),
        |item, answer| {
            let answer = match answer {
                Ok(answer) => answer,
                Err(diagnostic) => {
                    progress.aside(|| output::report(&diagnostic, arguments.lang));
                    return Ok(Exit::Bad);
                }
            };
            progress.aside(|| show(&mut out, kind, &arguments, strategy, item, &answer))?;
            Ok(match answer.result {
                Outcome::Solved(_) => Exit::Yes,
                Outcome::Impossible(_) => Exit::No,
                Outcome::Unknown(limit) => limit.into(),
            })
        },
    )?;
    drop(progress);
    out.finish()?;
    Ok(exit)
}

fn show(
    out: &mut Output,
    kind: &dyn Kind,
    arguments: &Arguments,
    strategy: &str,
    item: &Item,
    answer: &Answer,
) -> Result<(), Fault> {
    for note in &answer.notes {
        arguments.note(note);
    }
    match arguments.format {
        Format::Text => {
            if let Some(input) = item.input.as_ref().filter(|_| arguments.inputs.len() > 1) {
                writeln!(out, "= {input}")?;
            }
            text(out, strategy, answer, &arguments.limits, arguments.lang)?;
        }
        Format::Json => json(out, kind, strategy, item, answer, arguments.lang)?,
        Format::Coursework => {
            let frame = kind.frame(item.number, &answer.result);
            out.write_all(frame.before.as_bytes())?;
            match &answer.result {
                Outcome::Solved(solution) => {
                    solution.print(Format::Coursework, arguments.lang, out)?;
                }
                other => {
                    if let Outcome::Impossible(Proof::Argument(argument)) = other {
                        argument.print(Format::Coursework, arguments.lang, out)?;
                    }
                    arguments.note(&verdict(other, &arguments.limits, arguments.lang));
                }
            }
            out.write_all(frame.after.as_bytes())?;
        }
    }
    Ok(out.deliver()?)
}

/// The answer for people: the solution or the reason, then the counters.
fn text(
    out: &mut dyn Write,
    strategy: &str,
    answer: &Answer,
    limits: &Limits,
    lang: Lang,
) -> io::Result<()> {
    if let Outcome::Solved(solution) = &answer.result {
        solution.print(Format::Text, lang, out)?;
    }
    remarks(out, strategy, answer, limits, lang)
}

/// What is said of an answer beside the solution: why there is none, and the counters.
pub(crate) fn remarks(
    out: &mut dyn Write,
    strategy: &str,
    answer: &Answer,
    limits: &Limits,
    lang: Lang,
) -> io::Result<()> {
    let key = match &answer.result {
        Outcome::Solved(_) => "answer.solved",
        Outcome::Impossible(Proof::Argument(_)) => "answer.argued",
        Outcome::Impossible(Proof::Exhaustion) | Outcome::Unknown(_) => "answer.searched",
    };
    if key != "answer.solved" {
        writeln!(out, "= {}", verdict(&answer.result, limits, lang).text(lang))?;
    }
    let effort = effort(&answer.stats, answer.elapsed, lang);
    let line = Message::new(key).with("strategy", strategy).with("effort", effort);
    writeln!(out, "= {}", line.text(lang))
}

/// Why there is no solution to show.
fn verdict<S>(
    outcome: &Outcome<S, tabuleiro::kind::Finding>,
    limits: &Limits,
    lang: Lang,
) -> Message {
    match outcome {
        Outcome::Solved(_) => Message::new("answer.word.solved"),
        Outcome::Impossible(Proof::Exhaustion) => Message::new("answer.exhausted"),
        Outcome::Impossible(Proof::Argument(argument)) => {
            let mut words = Vec::new();
            // Writing to memory does not fail.
            let _ = argument.print(Format::Text, lang, &mut words);
            let reason = String::from_utf8_lossy(&words).trim_end().to_owned();
            Message::new("answer.impossible").with("reason", reason)
        }
        Outcome::Unknown(limit) => {
            Message::new("answer.unknown").with("reason", limit_words(*limit, limits, lang))
        }
    }
}

/// A limit that fired, in words.
pub(crate) fn limit_words(limit: Limit, limits: &Limits, lang: Lang) -> Message {
    let message = Message::new(format!("limit.{}", limit.word()));
    match limit {
        Limit::Nodes => message.with("n", limits.nodes.unwrap_or_default()),
        Limit::Time => {
            message.with("time", units::show_duration(limits.time.unwrap_or_default(), lang))
        }
        Limit::Memory { needed } => message
            .with("needed", units::show_bytes(needed, lang))
            .with("limit", units::show_bytes(limits.memory.unwrap_or(u64::MAX), lang)),
        Limit::Steps { most } => message.with("n", most),
        Limit::Cancelled | Limit::Incomplete => message,
    }
}

/// The counters that people compare, and the time.
pub(crate) fn effort(stats: &Stats, elapsed: Duration, lang: Lang) -> String {
    let counted =
        |name: &str, n: u64| Message::new(format!("stats.{name}")).with("n", n).text(lang);
    [
        counted("nodes", stats.nodes),
        counted("steps", stats.steps),
        counted("backtracks", stats.backtracks),
        units::show_duration(elapsed, lang),
    ]
    .join(", ")
}

fn json(
    out: &mut dyn Write,
    kind: &dyn Kind,
    strategy: &str,
    item: &Item,
    answer: &Answer,
    lang: Lang,
) -> io::Result<()> {
    let mut object = Object::about(out, kind.about().name, item)?;
    object.value("strategy", strategy)?;
    let (word, limit) = match &answer.result {
        Outcome::Solved(_) => ("solved", None),
        Outcome::Impossible(_) => ("impossible", None),
        Outcome::Unknown(limit) => ("unknown", Some(limit.word())),
    };
    object.value("outcome", word)?;
    match &answer.result {
        Outcome::Solved(solution) => {
            object.raw("solution", |out| solution.print(Format::Json, lang, out))?;
        }
        _ => object.value("solution", ())?,
    }
    let verified = match &answer.result {
        Outcome::Impossible(Proof::Argument(argument)) => {
            object.raw("proof", |out| argument.print(Format::Json, lang, out))?;
            true
        }
        Outcome::Impossible(Proof::Exhaustion) => {
            object.value("proof", serde_json::json!({ "kind": "exhaustion" }))?;
            false
        }
        Outcome::Solved(_) | Outcome::Unknown(_) => {
            object.value("proof", ())?;
            matches!(answer.result, Outcome::Solved(_))
        }
    };
    object.value("limit", limit)?;
    if let Outcome::Unknown(Limit::Memory { needed }) = answer.result {
        object.value("memory_needed", needed)?;
    }
    object.value("verified", verified)?;
    object.end(answer)
}
