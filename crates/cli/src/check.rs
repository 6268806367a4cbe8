//! `check`: is this a solution, or a proof that there is none? Answered by independent code.

use std::io::Write;

use clap::ArgMatches;
use tabuleiro::contract::Format;
use tabuleiro::kind::{Kind, Session, Subject};
use tabuleiro::locale::Message;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::output::Output;

pub(crate) fn run(kind: &dyn Kind, arguments: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
    let (session, claim) = open(kind, &arguments)?;
    let mut out = Output::open(arguments.output.as_deref())?;
    let ruling = session.check(&claim, &arguments.limits);
    let ruling = ruling.map_err(|obstacle| arguments.hindered(obstacle))?;
    let lang = arguments.lang;
    match arguments.format {
        Format::Json => {
            let mut object = Object::begin(&mut out)?;
            object.value("puzzle", kind.about().name)?;
            object.value("claim", claim.name())?;
            object.value("subject", ruling.subject.word())?;
            object.value("valid", ruling.flaw.is_none())?;
            object.value("flaw", ruling.flaw.as_ref().map(|flaw| flaw.text(lang)))?;
            object.close()?;
        }
        Format::Text | Format::Coursework => {
            let subject = match ruling.subject {
                Subject::Solution => "check.solution",
                Subject::Argument => "check.proof",
            };
            let text = match &ruling.flaw {
                None => Message::new(format!("{subject}.holds")),
                Some(flaw) => Message::new(format!("{subject}.fails")).with("flaw", flaw.clone()),
            };
            writeln!(out, "{}", text.text(lang))?;
        }
    }
    out.finish()?;
    Ok(if ruling.flaw.is_none() { Exit::Yes } else { Exit::No })
}

/// The instance and the claim: `check INPUT CLAIM`, or `check CLAIM` where options or the claim
/// itself tell the instance.
fn open(kind: &dyn Kind, arguments: &Arguments) -> Result<(Box<dyn Session>, Source), Fault> {
    let inputs: Vec<&str> = arguments.inputs.iter().map(String::as_str).collect();
    match inputs[..] {
        [] | [_] => {
            let claim = arguments.source(inputs.first().copied().unwrap_or("-"))?;
            let described = kind.described(&arguments.options, &arguments.limits);
            let session = match described.map_err(|obstacle| arguments.hindered(obstacle))? {
                Some(session) => session,
                None => kind.implied(&claim, &arguments.options)?,
            };
            Ok((session, claim))
        }
        ["-", "-"] => Err(Diagnostic::new("U0106").into()),
        [instance, claim] => {
            let (instance, claim) = (arguments.source(instance)?, arguments.source(claim)?);
            let first = kind.open(&instance, &arguments.options).next();
            let session = first.ok_or_else(|| Diagnostic::new("I0004").in_file(instance.name()))?;
            Ok((session?, claim))
        }
        _ => Err(Diagnostic::new("U0107").into()),
    }
}
