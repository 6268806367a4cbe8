//! `check`: are these solutions, or proofs that there is none? Answered by independent code, for every
//! answer of a text.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::ArgMatches;
use tabuleiro::contract::RunError;
use tabuleiro::kind::{Kind, Ruling, Session, Subject};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::pairing::{self, Board, Pair};
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::{Arguments, ResultFormat, cancel};
use crate::batch::{self, Item};
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::output::{self, Output};

pub(crate) fn run(kind: &dyn Kind, arguments: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
    let (claims, questions) = open(kind, &arguments)?;
    let mut out = Output::open(arguments.output.as_deref())?;
    if let [question @ Question { session: Some(session), answer: Some(answer), .. }] =
        &questions[..]
    {
        let ruling = session.check(answer, &arguments.limits);
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
        if cancel().load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
        let verdict = question.verdict(&arguments)?;
        if let CheckResult::Unreadable(fault) = &verdict {
            out.deliver()?;
            output::report(fault, arguments.lang);
        }
        sums.add(question, &verdict);
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
struct Question {
    session: Option<Arc<dyn Session>>,
    answer: Option<Source>,
    /// The text that the instance was read from, and its number in it, from 1; the answers and the
    /// number among them where the instance is not from a text.
    input: Arc<str>,
    number: usize,
    /// Why there is no instance, where the answer should tell it.
    fault: Option<Diagnostic>,
}

/// The answers, and what they are about: `check INPUT... ANSWERS`, or `check ANSWERS` where options or
/// the answers themselves tell the instances.
fn open(kind: &dyn Kind, arguments: &Arguments) -> Result<(Source, Vec<Question>), Fault> {
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
        let items = batch::opened_all(kind, &boards, &arguments.options)?;
        if items.is_empty() {
            return Err(Diagnostic::new("I0004").in_file(boards[0].name()).into());
        }
        let questions = paired(items, &claims)?;
        return Ok((claims, questions));
    }
    let described: Option<Arc<dyn Session>> = {
        let described = kind.described(&arguments.options, &arguments.limits);
        described.map_err(|obstacle| arguments.hindered(obstacle))?.map(Arc::from)
    };
    let answers = pairing::each(&claims, described.as_deref())?;
    let several = answers.len() > 1;
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
        let input = claims.name().into();
        questions.push(Question { session, answer: Some(answer), input, number, fault });
    }
    Ok((claims, questions))
}

fn paired(items: Vec<Item>, claims: &Source) -> Result<Vec<Question>, Diagnostic> {
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
    let mut sessions: Vec<Option<Arc<dyn Session>>> =
        items.into_iter().map(|item| Some(Arc::from(item.session))).collect();
    let question = |pair: Pair| {
        let (place, answer) = match pair {
            Pair::Answered(place, answer) => (place, Some(answer)),
            Pair::Unanswered(place) => (place, None),
            Pair::Stray(answer) => {
                let (input, number) = (claims.name().into(), answer.line());
                return Question {
                    session: None,
                    answer: Some(answer),
                    input,
                    number,
                    fault: None,
                };
            }
        };
        let (input, number) = names[place].clone();
        Question { session: sessions[place].take(), answer, input, number, fault: None }
    };
    Ok(pairs.into_iter().map(question).collect())
}

/// What came of a question.
enum CheckResult {
    Ruled(Ruling),
    Unreadable(Diagnostic),
    /// There is no answer about the instance.
    Unanswered,
    /// There is no instance for the answer.
    Stray,
}

impl Question {
    fn verdict(&self, arguments: &Arguments) -> Result<CheckResult, Fault> {
        Ok(match (&self.session, &self.answer, &self.fault) {
            (_, _, Some(fault)) => CheckResult::Unreadable(fault.clone()),
            (Some(session), Some(answer), None) => match session.check(answer, &arguments.limits) {
                Ok(ruling) => CheckResult::Ruled(ruling),
                Err(RunError::Invalid(fault)) => CheckResult::Unreadable(fault.or_at(answer)),
                Err(RunError::Limit(limit)) => return Err(arguments.cut(limit)),
            },
            (_, None, None) => CheckResult::Unanswered,
            (None, Some(_), None) => CheckResult::Stray,
        })
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
            CheckResult::Ruled(Ruling::Unproved | Ruling::Unknown) => Exit::Limit,
            CheckResult::Ruled(Ruling::Flawed(..))
            | CheckResult::Unanswered
            | CheckResult::Stray => Exit::No,
            CheckResult::Unreadable(fault) => Exit::from(fault),
        }
    }
}

/// How many answers came out how.
#[derive(Default)]
struct Sums {
    boards: usize,
    answers: usize,
    /// By the names of [`Sums::NAMES`].
    counts: [usize; 7],
}

impl Sums {
    const NAMES: [&'static str; 7] =
        ["valid", "invalid", "unreadable", "unproved", "unknown", "unanswered", "stray"];

    fn add(&mut self, question: &Question, verdict: &CheckResult) {
        self.boards += usize::from(!matches!(verdict, CheckResult::Stray));
        self.answers += usize::from(question.answer.is_some());
        let name = match verdict {
            CheckResult::Ruled(Ruling::Valid(_)) => 0,
            CheckResult::Ruled(Ruling::Flawed(..)) => 1,
            CheckResult::Unreadable(_) => 2,
            CheckResult::Ruled(Ruling::Unproved) => 3,
            CheckResult::Ruled(Ruling::Unknown) => 4,
            CheckResult::Unanswered => 5,
            CheckResult::Stray => 6,
        };
        self.counts[name] += 1;
    }

    /// One answer that is wrong, or missing, decides; then one that cannot be read; then one that
    /// leaves it open.
    fn exit(&self) -> Exit {
        let [_, invalid, unreadable, unproved, unknown, unanswered, stray] = self.counts;
        match () {
            () if invalid + unanswered + stray > 0 => Exit::No,
            () if unreadable > 0 => Exit::Bad,
            () if unproved + unknown > 0 => Exit::Limit,
            () => Exit::Yes,
        }
    }

    /// The sum in words, without what did not occur.
    fn text(&self, lang: Lang) -> String {
        let told = |(name, &n): (&str, &usize)| {
            let count = Message::new(format!("check.sum.{name}")).with("n", n);
            (n > 0).then(|| count.text(lang))
        };
        let parts: Vec<String> =
            Self::NAMES.into_iter().zip(&self.counts).filter_map(told).collect();
        let boards = Message::new("check.sum.boards").with("n", self.boards);
        let answers = Message::new("check.sum.answers").with("n", self.answers);
        let sum = Message::new("check.sum").with("boards", boards).with("answers", answers);
        sum.with("counts", parts.join(", ")).text(lang)
    }

    fn json(
        &self,
        out: &mut dyn Write,
        kind: &dyn Kind,
        arguments: &Arguments,
    ) -> Result<(), Fault> {
        let mut object = Object::about(out, kind.about().name, None, arguments)?;
        object.origin(None, None)?;
        object.value("boards", self.boards)?;
        object.value("answers", self.answers)?;
        for (name, &count) in Self::NAMES.into_iter().zip(&self.counts) {
            object.value(name, count)?;
        }
        Ok(object.close()?)
    }

    /// Fewer answers than instances, or more.
    fn faults(&self, claims: &str) -> Vec<Diagnostic> {
        let [.., unanswered, stray] = self.counts;
        let fault = |code: &'static str, n: usize| {
            let fault = Diagnostic::new(code).in_file(claims).with("n", n);
            fault.with("answers", self.answers).with("boards", self.boards)
        };
        let fewer = (unanswered > 0).then(|| fault("C0101", unanswered));
        let more = (stray > 0).then(|| fault("C0102", stray));
        fewer.into_iter().chain(more).collect()
    }
}
