//! `count`: the exact number of solutions.

use std::io::Write;

use clap::ArgMatches;
use tabuleiro::contract::{CountEnd, Counted, Format};
use tabuleiro::kind::{Kind, Report};
use tabuleiro::locale::Message;

use crate::arguments::Arguments;
use crate::batch::{self, Item};
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::{solve, units};

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let up_to = matches.get_one::<String>("up-to");
    let up_to = up_to.map(|value| units::whole("up-to", value, 1)).transpose()?;
    let mut out = Output::open(arguments.output.as_deref())?;
    let (progress, limits) = Progress::start(&arguments, Scope::Everything);
    let exit = batch::run(
        kind,
        &arguments,
        |item| item.session.count(up_to, &limits),
        |item, report| {
            progress.aside(|| show(&mut out, kind, &arguments, item, &report))?;
            Ok(match report.result.ended {
                CountEnd::Exact | CountEnd::UpTo => Exit::Yes,
                CountEnd::Limit(limit) => limit.into(),
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
    item: &Item,
    report: &Report<Counted>,
) -> Result<(), Fault> {
    let counted = &report.result;
    let lang = arguments.lang;
    match arguments.format {
        Format::Json => {
            let mut object = Object::about(out, kind.about().name, item)?;
            object.value("count", counted.count.to_string())?;
            object.value("exact", counted.ended == CountEnd::Exact)?;
            object.value(
                "limit",
                match counted.ended {
                    CountEnd::Limit(limit) => Some(limit.word()),
                    CountEnd::Exact | CountEnd::UpTo => None,
                },
            )?;
            for &(name, value) in &counted.facts {
                object.value(name, value)?;
            }
            object.end(report)?;
        }
        Format::Coursework => writeln!(out, "{}", counted.count)?,
        Format::Text => {
            writeln!(out, "{}", text(report, arguments))?;
            let effort = solve::effort(&report.stats, report.elapsed, lang);
            writeln!(
                out,
                "= {}",
                Message::new("count.searched").with("effort", effort).text(lang)
            )?;
        }
    }
    Ok(out.deliver()?)
}

/// The number in words: exact, or at least, and why not more.
fn text(report: &Report<Counted>, arguments: &Arguments) -> String {
    let (counted, lang) = (&report.result, arguments.lang);
    let number = lang.number(&counted.count);
    let what = format!("{number} {}", counted.unit.text(lang));
    match counted.ended {
        CountEnd::Exact => what,
        CountEnd::UpTo => Message::new("count.at_least").with("what", what).text(lang),
        CountEnd::Limit(limit) => {
            let reason = solve::limit_words(limit, &arguments.limits, lang);
            Message::new("count.cut").with("what", what).with("reason", reason).text(lang)
        }
    }
}
