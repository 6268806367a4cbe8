//! `solve`: a solution, or a proof that there is none.

use std::io::{self, Write};

use clap::ArgMatches;
use search::{Limit, Limits, Outcome, Proof};
use tabuleiro::contract::Format;
use tabuleiro::kind::{Answer, Kind};
use tabuleiro::locale::Lang;
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::arguments::{Arguments, ResultFormat};
use crate::batch::{self, Ending, Item, Job};
use crate::exit::{Exit, Fault};
use crate::json::{self, Object};
use crate::output::Output;
use crate::progress::{Progress, Scope};

pub(crate) fn run(kind: &dyn Kind, arguments: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
    let strategy = arguments.strategies.first().copied().unwrap_or(kind.best_strategy());
    let mut out = Output::open(arguments.output.as_deref())?;
    if arguments.format == ResultFormat::Csv {
        let own = ["strategy", "outcome", "limit", "verified"].map(str::to_owned).into();
        json::csv_row(&mut out, &[json::csv_head(), own, json::csv_tail()].concat())?;
    }
    let (progress, limits) = Progress::start(&arguments, Scope::FirstSolution);
    let job = Solving { kind, arguments: &arguments, strategy, limits };
    let exit = batch::run(kind, &arguments, &job, &mut out, &progress)?;
    drop(progress);
    arguments.finish(out)?;
    Ok(exit)
}

struct Solving<'a> {
    kind: &'a dyn Kind,
    arguments: &'a Arguments,
    strategy: &'static str,
    limits: Limits,
}

impl Job for Solving<'_> {
    type Result = Result<Answer, Diagnostic>;

    fn work(&self, item: &Item) -> Self::Result {
        item.session.solve(self.strategy, &self.arguments.options, &self.limits)
    }

    fn show(&self, item: &Item, result: &Self::Result, out: &mut dyn Write) -> io::Result<()> {
        let Ok(answer) = result else { return Ok(()) };
        let Arguments { format, lang, limits, .. } = self.arguments;
        match format {
            ResultFormat::Text => {
                if let Some(label) = &item.label {
                    writeln!(out, "= {label}")?;
                }
                text(out, self.strategy, answer, limits, *lang)
            }
            ResultFormat::Json => json(out, self.kind, self.strategy, item, answer, self.arguments),
            ResultFormat::Csv => {
                let (outcome, limit, verified) = words(answer);
                let limit = limit.unwrap_or_default();
                let own = [self.strategy, outcome, limit, if verified { "true" } else { "false" }];
                let head = json::csv_about(self.kind.about().name, item);
                let own = own.map(str::to_owned).into();
                json::csv_row(out, &[head, own, json::csv_effort(answer)].concat())
            }
            ResultFormat::Coursework => {
                // Without one the format was refused.
                let coursework = self.kind.coursework();
                coursework.map_or(Ok(()), |format| format.write(item.number, answer, out))
            }
        }
    }

    fn end(&self, result: &Self::Result) -> Ending {
        let answer = match result {
            Ok(answer) => answer,
            Err(diagnostic) => return diagnostic.into(),
        };
        let Arguments { format, lang, limits, output, .. } = self.arguments;
        // An object has the notes on its answer.
        let is_json = *format == ResultFormat::Json;
        let mut notes = if is_json { Vec::new() } else { answer.notes.clone() };
        // A file that holds no answer is not written, and could not tell why.
        let bare = *format == ResultFormat::Coursework;
        let (exit, untold) = match answer.result {
            Outcome::Solved(_) => (Exit::Yes, false),
            Outcome::Impossible(_) => (Exit::No, bare),
            Outcome::Unknown(limit) => (limit.into(), bare || output.is_some()),
        };
        if untold {
            notes.push(tell::verdict(&answer.result, limits, *lang));
        }
        Ending { exit, notes, fault: None }
    }
}

/// The outcome, the limit that fired, and whether the answer was verified.
fn words(answer: &Answer) -> (&'static str, Option<&'static str>, bool) {
    match &answer.result {
        Outcome::Solved(_) => ("solved", None, true),
        Outcome::Impossible(proof) => ("impossible", None, matches!(proof, Proof::Argument(_))),
        Outcome::Unknown(limit) => ("unknown", Some(limit.word()), false),
    }
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
    for line in tell::remarks(answer, strategy, limits, lang) {
        writeln!(out, "= {line}")?;
    }
    Ok(())
}

fn json(
    out: &mut dyn Write,
    kind: &dyn Kind,
    strategy: &str,
    item: &Item,
    answer: &Answer,
    arguments: &Arguments,
) -> io::Result<()> {
    let lang = arguments.lang;
    let mut object = Object::about(out, kind.about().name, Some(item), arguments)?;
    object.origin(None, None)?;
    object.value("strategy", strategy)?;
    let (outcome, limit, verified) = words(answer);
    object.value("outcome", outcome)?;
    match &answer.result {
        Outcome::Solved(solution) => {
            object.raw("solution", |out| solution.print(Format::Json, lang, out))?;
        }
        _ => object.value("solution", ())?,
    }
    match &answer.result {
        Outcome::Impossible(Proof::Argument(argument)) => {
            object.raw("proof", |out| argument.print(Format::Json, lang, out))?;
        }
        Outcome::Impossible(Proof::Exhaustion) => {
            object.value("proof", serde_json::json!({ "kind": "exhaustion" }))?;
        }
        Outcome::Solved(_) | Outcome::Unknown(_) => object.value("proof", ())?,
    }
    object.value("limit", limit)?;
    if let Outcome::Unknown(Limit::Memory { needed }) = answer.result {
        object.value("memory_needed", needed)?;
    }
    object.value("verified", verified)?;
    if !answer.notes.is_empty() {
        object
            .value("notes", answer.notes.iter().map(|note| note.json(lang)).collect::<Vec<_>>())?;
    }
    object.end(answer)
}
