//! `check`: are these solutions, or proofs that there is none? Answered by independent code, for every
//! answer of a text.

use std::io::Write;
use std::sync::Arc;

use clap::ArgMatches;
use tabuleiro::contract::{RunError, Written};
use tabuleiro::kind::{Kind, Ruling, Session, Subject};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::pairing::{self, Board, Pair};
use tabuleiro::shape::Manner;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::{Arguments, ResultFormat};
use crate::as_printed;
use crate::batch::{self, Item};
use crate::check_sums::Sums;
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::output::{self, Output};

pub(crate) fn run(kind: &dyn Kind, arguments: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
    let (claims, questions) = open(kind, &arguments)?;
    let mut out = Output::open(arguments.output.as_deref())?;
    if let [
        question @ CheckedAnswer {
            session: Some(session), answer: Some(answer), fault: None, ..
        },
    ] = &questions[..]
    {
        let ruling = question.ruling(&**session, answer, &arguments);
        let ruling = ruling.map_err(|obstacle| arguments.hindered(obstacle))?;
        match arguments.format {
            ResultFormat::Json => {
                let ruled = CheckResult::Ruled(ruling.clone());
                question.json(&mut out, kind, &ruled, &arguments)?;
            }
            _ => writeln!(out, "{}", text(&ruling, arguments.lang))?,
        }
        let exit = CheckResult::Ruled(ruling).exit();
        // Whatever was ruled is the answer to what was asked.
        out.record(Exit::Yes);
        arguments.finish(out)?;
        return Ok(exit);
    }
    let mut sums = Sums::default();
    for question in &questions {
        if let Some(limit) = arguments.limits.fired() {
            return Err(arguments.cut(limit));
        }
        let verdict = question.verdict(&arguments)?;
        if let CheckResult::Unreadable(fault) = &verdict {
            out.deliver()?;
            output::report(fault, arguments.lang);
        }
        sums.add(question.answer.is_some(), &verdict);
        match arguments.format {
            ResultFormat::Json => question.json(&mut out, kind, &verdict, &arguments)?,
            _ => {
                let (name, text) = (question.name(), verdict.text(arguments.lang));
                writeln!(out, "{name}: {text}")?;
            }
        }
    }
    match arguments.format {
        ResultFormat::Json => sums.json(&mut out, kind, &arguments)?,
        _ => writeln!(out, "= {}", sums.text(arguments.lang))?,
    }
    let exit = sums.exit();
    out.record(if exit == Exit::Bad { Exit::Bad } else { Exit::Yes });
    arguments.finish(out)?;
    for fault in sums.faults(claims.name()) {
        output::report(&fault, arguments.lang);
    }
    Ok(exit)
}

/// An instance with the answer about it; one of the two may be missing.
struct CheckedAnswer {
    session: Option<Arc<dyn Session>>,
    answer: Option<Source>,
    /// The text that the instance was read from, and its number in it, from 1; the answers and the
    /// number among them where the instance is not from a text.
    input: Arc<str>,
    number: usize,
    /// Why there is no instance, where the answer should tell it, or why the answer cannot be read.
    fault: Option<Diagnostic>,
    /// The answer, where it is in no format of ours.
    printed: Option<Written>,
}

/// The answers, and what they are about: `check INPUT... ANSWERS`, or `check ANSWERS` where options or
/// the answers themselves tell the instances.
fn open(kind: &dyn Kind, arguments: &Arguments) -> Result<(Source, Vec<CheckedAnswer>), Fault> {
    let (claims, boards) = match &arguments.inputs[..] {
        [] => ("-", &[][..]),
        [boards @ .., claims] => (claims.as_str(), boards),
    };
    if arguments.inputs.iter().filter(|path| *path == "-").count() > 1 {
        return Err(Diagnostic::new("U0106").into());
    }
    let boards = boards.iter().map(|path| arguments.source(path)).collect::<Result<Vec<_>, _>>()?;
    let claims = arguments.source(claims)?;
    if !boards.is_empty() {
        let items = batch::opened_all(kind, &boards, &arguments.options, BYTES_PAIRED)?;
        if items.is_empty() {
            return Err(Diagnostic::new("I0004").in_file(boards[0].name()).into());
        }
        let questions = paired(items, &claims, arguments)?;
        return Ok((claims, questions));
    }
    let described: Option<Arc<dyn Session>> = {
        let described = kind.described(&arguments.options, &arguments.limits);
        described.map_err(|obstacle| arguments.hindered(obstacle))?.map(Arc::from)
    };
    let answers = pairing::each(&claims, described.as_deref())?;
    let several = answers.len() > 1;
    let input: Arc<str> = claims.name().into();
    let mut held = 0;
    let mut questions = Vec::new();
    for (number, answer) in (1..).zip(answers) {
        let (session, fault) = match &described {
            Some(session) => (Some(session.clone()), None),
            None => match kind.implied(&answer, &arguments.options) {
                Ok(session) => (Some(Arc::from(session)), None),
                Err(fault) if several => (None, Some(fault.or_at(&answer))),
                Err(fault) => return Err(fault.into()),
            },
        };
        let own = session.as_ref().filter(|_| described.is_none());
        held += BYTES_ASKED + own.map_or(0, |session| session.memory());
        claims.allow(held)?;
        let (input, answer) = (input.clone(), Some(answer));
        questions.push(CheckedAnswer { session, answer, input, number, fault, printed: None });
    }
    Ok((claims, questions))
}

/// Bytes that an answer takes in a list that grows, with its place in the text and what is wrong with it.
const BYTES_ASKED: u64 = 3 * size_of::<CheckedAnswer>() as u64 + 512;

/// Bytes that are kept beside an instance while answers are found for it: three entries of an index, an
/// answer in a list that grows.
const BYTES_PAIRED: u64 = 512;

fn paired(
    items: Vec<Item>,
    claims: &Source,
    arguments: &Arguments,
) -> Result<Vec<CheckedAnswer>, Diagnostic> {
    let board = |item: &Item| -> (Arc<str>, usize) {
        (item.input.clone().unwrap_or_default(), item.number)
    };
    let names: Vec<(Arc<str>, usize)> = items.iter().map(board).collect();
    let boards: Vec<Board<'_>> = items
        .iter()
        .zip(&names)
        .map(|(item, (input, number))| Board { input, number: *number, session: &*item.session })
        .collect();
    let pairs = pairing::pair(claims, &boards)?;
    drop(boards);
    let sessions: Vec<Arc<dyn Session>> =
        items.into_iter().map(|item| Arc::from(item.session)).collect();
    let manner = Manner { zero_based: arguments.options.has("zero-based"), strict: false };
    if let Some(read) = as_printed::read(claims, &pairs, &sessions, manner)? {
        read.note.iter().for_each(|note| arguments.note(note));
        let all = read.answers.into_iter().zip(sessions).zip(names);
        let question = |((answer, session), (input, number))| {
            let (answer, printed) = as_printed::part(claims, answer);
            let (printed, fault) = match printed {
                Some(Err(fault)) => (None, Some(fault)),
                printed => (printed.and_then(Result::ok), None),
            };
            CheckedAnswer { session: Some(session), answer, input, number, fault, printed }
        };
        return Ok(all.map(question).collect());
    }
    let mut sessions: Vec<_> = sessions.into_iter().map(Some).collect();
    let question = |pair: Pair| {
        let (place, answer) = match pair {
            Pair::Answered(place, answer) => (place, Some(answer)),
            Pair::Unanswered(place) => (place, None),
            Pair::Stray(answer) => {
                let (input, number) = (claims.name().into(), answer.line());
                return CheckedAnswer {
                    session: None,
                    answer: Some(answer),
                    input,
                    number,
                    fault: None,
                    printed: None,
                };
            }
        };
        let (input, number) = names[place].clone();
        let session = sessions[place].take();
        CheckedAnswer { session, answer, input, number, fault: None, printed: None }
    };
    Ok(pairs.into_iter().map(question).collect())
}

/// The result of a check.
pub(crate) enum CheckResult {
    Ruled(Ruling),
    Unreadable(Diagnostic),
    /// There is no answer about the instance.
    Unanswered,
    /// There is no instance for the answer.
    Stray,
}

impl CheckedAnswer {
    fn verdict(&self, arguments: &Arguments) -> Result<CheckResult, Fault> {
        Ok(match (&self.session, &self.answer, &self.fault) {
            (_, _, Some(fault)) => CheckResult::Unreadable(fault.clone()),
            (Some(session), Some(answer), None) => match self.ruling(&**session, answer, arguments)
            {
                Ok(ruling) => CheckResult::Ruled(ruling),
                Err(RunError::Invalid(fault)) => CheckResult::Unreadable(fault.or_at(answer)),
                Err(RunError::Limit(limit)) => return Err(arguments.cut(limit)),
            },
            (_, None, None) => CheckResult::Unanswered,
            (None, Some(_), None) => CheckResult::Stray,
        })
    }

    fn ruling(
        &self,
        session: &dyn Session,
        answer: &Source,
        arguments: &Arguments,
    ) -> Result<Ruling, RunError> {
        match &self.printed {
            Some(written) => Ok(session.rule(written, &arguments.limits)?),
            None => session.check(answer, &arguments.limits),
        }
    }

    fn name(&self) -> String {
        format!("{}:{}", self.input, self.number)
    }

    fn json(
        &self,
        out: &mut dyn Write,
        kind: &dyn Kind,
        verdict: &CheckResult,
        arguments: &Arguments,
    ) -> Result<(), Fault> {
        let subject = self.session.as_deref();
        let subject = subject.map(|session| (Some(&*self.input), Some(self.number), session));
        let mut object = Object::of(out, kind.about().name, subject, arguments)?;
        object.origin(None, None)?;
        object.value("claim", self.answer.as_ref().map(Source::name))?;
        object.value("line", self.answer.as_ref().map(Source::line))?;
        let (code, ruling) = match verdict {
            CheckResult::Ruled(ruling) => (None, Some(ruling)),
            CheckResult::Unreadable(fault) => (Some(fault.code()), None),
            CheckResult::Unanswered => (Some("C0101"), None),
            CheckResult::Stray => (Some("C0102"), None),
        };
        ruled(&mut object, ruling, arguments.lang)?;
        object.value("code", code)?;
        Ok(object.close()?)
    }
}

/// The fields of a ruling.
fn ruled(object: &mut Object<'_>, ruling: Option<&Ruling>, lang: Lang) -> Result<(), Fault> {
    let (subject, valid, flaw) = match ruling {
        Some(Ruling::Valid(subject)) => (Some(subject.word()), Some(true), None),
        Some(Ruling::Flawed(subject, flaw)) => {
            (Some(subject.word()), Some(false), Some(flaw.text(lang)))
        }
        Some(Ruling::Unproved) => (Some("impossible"), None, None),
        Some(Ruling::Unknown) => (Some("unknown"), None, None),
        Some(Ruling::Unfinished(_)) => (Some("unfinished"), None, None),
        None => (None, None, None),
    };
    object.value("subject", subject)?;
    object.value("valid", valid)?;
    Ok(object.value("flaw", flaw)?)
}

fn text(ruling: &Ruling, lang: Lang) -> String {
    let key = |subject: &Subject| match subject {
        Subject::Solution => "check.solution",
        Subject::Argument => "check.proof",
    };
    let message = match ruling {
        Ruling::Valid(subject) => Message::new(format!("{}.holds", key(subject))),
        Ruling::Flawed(subject, flaw) => {
            Message::new(format!("{}.fails", key(subject))).with("flaw", flaw.clone())
        }
        Ruling::Unproved => Message::new("check.unproved"),
        Ruling::Unknown => Message::new("check.unknown"),
        Ruling::Unfinished(empty) => Message::new("check.unfinished").with("n", *empty),
    };
    message.text(lang)
}

impl CheckResult {
    fn text(&self, lang: Lang) -> String {
        match self {
            CheckResult::Ruled(ruling) => text(ruling, lang),
            CheckResult::Unreadable(fault) => {
                let message = Message::new("check.unreadable").with("code", fault.code());
                message.with("reason", fault.message(lang)).text(lang)
            }
            CheckResult::Unanswered => lang.say("check.unanswered").to_owned(),
            CheckResult::Stray => lang.say("check.stray").to_owned(),
        }
    }

    fn exit(&self) -> Exit {
        match self {
            CheckResult::Ruled(Ruling::Valid(_)) => Exit::Yes,
            CheckResult::Ruled(Ruling::Unproved | Ruling::Unknown | Ruling::Unfinished(_)) => {
                Exit::Limit
            }
            CheckResult::Ruled(Ruling::Flawed(..))
            | CheckResult::Unanswered
            | CheckResult::Stray => Exit::No,
            CheckResult::Unreadable(fault) => Exit::from(fault),
        }
    }
}
