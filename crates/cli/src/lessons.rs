//! What the verbs that teach have in common: how they go through instances, the words for steps, verdicts and ends,
//! and how the program ends with them.

use std::io::{self, Write};

use clap::ArgMatches;
use search::{Limits, Outcome, Proof};
use serde_json::{Value, json};
use tabuleiro::contract::{Format, RunError};
use tabuleiro::explain::{Advice, Step};
use tabuleiro::game::Winnable;
use tabuleiro::kind::{Finding, Kind};
use tabuleiro::lesson::LessonEnd;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::play::{Fault as Broken, Move};
use tabuleiro::tell;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::Arguments;
use crate::batch::{self, Ending, Item, Job};
use crate::exit::{Exit, Fault};
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::refuse::is_given;

/// What is written about an instance, and how the program ends with it.
pub(crate) struct Reported {
    pub(crate) text: Vec<u8>,
    pub(crate) exit: Exit,
}

/// Tells something of every instance, or of one alone: of the first, or the one of `--instance`, where what was done
/// so far is about one board.
pub(crate) fn run(
    kind: &dyn Kind,
    arguments: &Arguments,
    matches: &ArgMatches,
    tell: impl Fn(&Item, Option<&Source>, &Limits) -> Result<Reported, RunError> + Sync,
) -> Result<Exit, Fault> {
    let mut out = Output::open(arguments.output.as_deref())?;
    let so_far = so_far(arguments, matches)?;
    let alone = so_far.is_some() || is_given(matches, "instance");
    let item = if alone { Some(batch::chosen(kind, arguments, matches)?) } else { None };
    let (progress, limits) = Progress::start(arguments, Scope::FirstSolution);
    let job = Teaching { arguments, work: |item: &Item| tell(item, so_far.as_ref(), &limits) };
    let exit = match item {
        Some(item) => batch::each(&[item], &job, arguments, &mut out, &progress)?,
        None => batch::run(kind, arguments, &job, &mut out, &progress)?,
    };
    drop(progress);
    arguments.finish(out)?;
    Ok(exit)
}

/// What was done so far, if that is told.
pub(crate) fn so_far(arguments: &Arguments, matches: &ArgMatches) -> Result<Option<Source>, Fault> {
    let path = matches.get_one::<String>("so-far");
    if path.is_some_and(|path| path == "-") && arguments.inputs.iter().any(|path| path == "-") {
        return Err(Diagnostic::new("U0106").into());
    }
    path.map(|path| arguments.source(path)).transpose()
}

struct Teaching<'a, F> {
    arguments: &'a Arguments,
    work: F,
}

impl<F: Fn(&Item) -> Result<Reported, RunError> + Sync> Job for Teaching<'_, F> {
    type Result = Result<Reported, RunError>;

    fn work(&self, item: &Item) -> Self::Result {
        (self.work)(item)
    }

    fn show(&self, _: &Item, result: &Self::Result, out: &mut dyn Write) -> io::Result<()> {
        result.as_ref().map_or(Ok(()), |told| out.write_all(&told.text))
    }

    fn end(&self, result: &Self::Result) -> Ending {
        ending(result, self.arguments)
    }
}

/// What people are told beside the steps, and how the program ends with them.
pub(crate) fn ending(result: &Result<Reported, RunError>, arguments: &Arguments) -> Ending {
    match result {
        Ok(told) => told.exit.into(),
        Err(RunError::Invalid(fault)) => {
            Ending { exit: Exit::from(fault), notes: Vec::new(), fault: Some(fault.clone()) }
        }
        Err(RunError::Limit(limit)) => {
            let reason = tell::limit_words(*limit, &arguments.limits);
            let cut = Message::new("play.cut").with("reason", reason);
            Ending { exit: (*limit).into(), notes: vec![cut], fault: None }
        }
    }
}

/// How the program ends where no other step is told.
pub(crate) fn exit(end: &LessonEnd) -> Exit {
    match end {
        LessonEnd::Enough | LessonEnd::Advice(Advice::Step(_) | Advice::Won) => Exit::Yes,
        LessonEnd::Advice(Advice::Faulty(_) | Advice::Lost) => Exit::No,
        LessonEnd::Advice(Advice::Nothing) => Exit::Limit,
        LessonEnd::Limit(limit) => (*limit).into(),
    }
}

/// The same with a verdict.
pub(crate) fn verdict_exit(found: &Winnable) -> Exit {
    match found.outcome {
        Outcome::Solved(_) => Exit::Yes,
        Outcome::Impossible(_) => Exit::No,
        Outcome::Unknown(limit) => limit.into(),
    }
}

/// The technique of a step and its cost.
pub(crate) fn title(puzzle: &str, step: &Step, lang: Lang) -> String {
    let name = lang.say(&format!("{puzzle}.technique.{}", step.technique));
    format!("{name} ({})", cost(step.cost, lang))
}

/// A cost, which is kept in tenths.
pub(crate) fn cost(tenths: u32, lang: Lang) -> String {
    lang.decimal(f64::from(tenths) / 10.0, 1)
}

/// Why there is no other step, in lines.
pub(crate) fn ended(
    end: &LessonEnd,
    lost: Option<&Winnable>,
    made: &[Move],
    (puzzle, limits, lang): (&str, &Limits, Lang),
) -> Vec<String> {
    match end {
        LessonEnd::Enough | LessonEnd::Advice(Advice::Step(_)) => Vec::new(),
        LessonEnd::Advice(Advice::Won) => vec![lang.say("play.state.won").to_owned()],
        LessonEnd::Advice(Advice::Faulty(faults)) => faulty(faults, lang),
        LessonEnd::Advice(Advice::Lost) => match lost {
            Some(lost) => verdict(lost, made, (puzzle, limits, lang)),
            None => vec![lang.say("play.lost").to_owned()],
        },
        LessonEnd::Advice(Advice::Nothing) => vec![lang.say("hint.nothing").to_owned()],
        LessonEnd::Limit(limit) => {
            let reason = tell::limit_words(*limit, limits);
            vec![Message::new("play.cut").with("reason", reason).text(lang)]
        }
    }
}

/// The rules that are broken, in lines.
pub(crate) fn faulty(faults: &[Broken], lang: Lang) -> Vec<String> {
    let said = |fault: &Broken| Message::new("hint.faulty").with("fault", fault.message.clone());
    faults.iter().map(|fault| said(fault).text(lang)).collect()
}

/// Whether a position can still be won, in lines.
pub(crate) fn verdict(
    found: &Winnable,
    made: &[Move],
    (puzzle, limits, lang): (&str, &Limits, Lang),
) -> Vec<String> {
    match &found.outcome {
        Outcome::Solved(moves) if moves.is_empty() => vec![lang.say("play.state.won").to_owned()],
        Outcome::Solved(moves) => {
            vec![Message::new("play.winnable").with("n", moves.len()).text(lang)]
        }
        Outcome::Unknown(limit) => {
            let reason = tell::limit_words(*limit, limits);
            vec![Message::new("play.cut").with("reason", reason).text(lang)]
        }
        Outcome::Impossible(_) => {
            let reason = tell::lost(found, limits, lang);
            let cause = found.since.and_then(|since| Some((since, made.get(since)?)));
            let since = match cause {
                Some((since, lost)) => {
                    let since = Message::new("play.since").with("n", since + 1);
                    Some(since.with("move", lost.message(puzzle)))
                }
                None if found.never && !made.is_empty() => Some(Message::new("play.never")),
                None => None,
            };
            // Where nothing was done, nothing was lost.
            let lost = (!made.is_empty()).then(|| lang.say("play.lost").to_owned());
            let since = since.map(|since| since.text(lang));
            lost.into_iter().chain(reason).chain(since).collect()
        }
    }
}

/// The same as data.
pub(crate) fn verdict_json(found: &Winnable, made: &[Move], lang: Lang) -> Value {
    let (outcome, moves, proof, limit) = match &found.outcome {
        Outcome::Solved(moves) => {
            let moves: Vec<Value> = moves.iter().map(Move::json).collect();
            ("winnable", Value::from(moves), Value::Null, None)
        }
        Outcome::Impossible(proof) => ("lost", Value::Null, proof_json(proof, lang), None),
        Outcome::Unknown(limit) => ("unknown", Value::Null, Value::Null, Some(limit.word())),
    };
    json!({
        "outcome": outcome,
        "moves": moves,
        "proof": proof,
        "limit": limit,
        "since": found.since.map(|since| since + 1),
        "move": found.since.and_then(|since| made.get(since)).map(Move::json),
    })
}

fn proof_json(proof: &Proof<Finding>, lang: Lang) -> Value {
    let Proof::Argument(argument) = proof else { return json!({ "kind": "exhaustion" }) };
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = argument.print(Format::Json, lang, &mut text);
    serde_json::from_slice(&text).unwrap_or_default()
}
