//! `solve`: a solution, or a proof that there is none.

use std::io::{self, Write};

use clap::ArgMatches;
use search::{Limit, Limits, Outcome, Proof};
use tabuleiro::contract::Format;
use tabuleiro::kind::{Answer, Kind};
use tabuleiro::locale::Lang;
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::arguments::Arguments;
use crate::batch::{self, Item, Job};
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::output::{self, Output};
use crate::progress::{Progress, Scope};

pub(crate) fn run(kind: &dyn Kind, arguments: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
    let strategy = arguments.strategies.first().copied().unwrap_or(kind.best_strategy());
    let mut out = Output::open(arguments.output.as_deref())?;
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
        let Arguments { format, lang, inputs, limits, .. } = self.arguments;
        match format {
            Format::Text => {
                if let Some(input) = item.input.as_ref().filter(|_| inputs.len() > 1) {
                    writeln!(out, "= {input}")?;
                }
                text(out, self.strategy, answer, limits, *lang)
            }
            Format::Json => json(out, self.kind, self.strategy, item, answer, *lang),
            Format::Coursework => {
                let frame = self.kind.frame(item.number, &answer.result).unwrap_or_default();
                out.write_all(frame.before.as_bytes())?;
                if let Outcome::Solved(found) | Outcome::Impossible(Proof::Argument(found)) =
                    &answer.result
                {
                    found.print(Format::Coursework, *lang, out)?;
                }
                out.write_all(frame.after.as_bytes())
            }
        }
    }

    fn speaks(&self, result: &Self::Result) -> bool {
        let Ok(answer) = result else { return true };
        let solved = matches!(answer.result, Outcome::Solved(_));
        !answer.notes.is_empty() || self.arguments.format == Format::Coursework && !solved
    }

    fn end(&self, result: &Self::Result) -> Exit {
        let answer = match result {
            Ok(answer) => answer,
            Err(diagnostic) => {
                output::report(diagnostic, self.arguments.lang);
                return Exit::Bad;
            }
        };
        for note in &answer.notes {
            self.arguments.note(note);
        }
        let Arguments { format, lang, limits, output, .. } = self.arguments;
        // A file that holds no answer is not written, and could not tell why.
        let untold = match answer.result {
            Outcome::Solved(_) => false,
            Outcome::Impossible(_) => *format == Format::Coursework,
            Outcome::Unknown(_) => *format == Format::Coursework || output.is_some(),
        };
        if untold {
            self.arguments.note(&tell::verdict(&answer.result, limits, *lang));
        }
        match answer.result {
            Outcome::Solved(_) => Exit::Yes,
            Outcome::Impossible(_) => Exit::No,
            Outcome::Unknown(limit) => limit.into(),
        }
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
    if !answer.notes.is_empty() {
        object
            .value("notes", answer.notes.iter().map(|note| note.json(lang)).collect::<Vec<_>>())?;
    }
    object.end(answer)
}
