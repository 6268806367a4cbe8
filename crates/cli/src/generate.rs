//! `generate`: instances by seed, each with a solution, or an argument that it has none, that was verified.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use search::Limit;
use tabuleiro::contract::{Format, Product, RunError};
use tabuleiro::kind::{Creation, Kind, Report};
use tabuleiro::locale::Message;
use tabuleiro::tell;

use crate::arguments::{Arguments, cancel};
use crate::bounded::Bounded;
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::threads;
use crate::units;

/// More are made at a time if all threads together took less.
const PERIOD: Duration = Duration::from_millis(20);

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let number = matches.get_one::<String>("number");
    let number = number.map_or(Ok(1), |value| units::whole("number", value, 1))?;
    let first = arguments.seed.unwrap_or(1);
    let mut out = Output::open(arguments.output.as_deref())?;
    let (progress, limits) = Progress::start(&arguments, Scope::FirstSolution);
    let mut exit = Exit::Yes;
    let mut done = 0;
    let mut shown = 0;
    let mut held: Option<Held> = None;
    let mut fault = None;
    let each = arguments.threads as u64;
    let mut size = each;
    while done < number && exit == Exit::Yes && fault.is_none() {
        let begin = Instant::now();
        let chunk = (number - done).min(size);
        let seeds: Vec<u64> = (done..done + chunk).map(|i| first.wrapping_add(i)).collect();
        let make = |&seed: &u64| kind.generate(&arguments.options, seed, &limits);
        let made = threads::map(arguments.threads, &seeds, make);
        for (seed, made) in seeds.into_iter().zip(made) {
            match made {
                Ok(report) => {
                    shown += 1;
                    let place = (shown, number);
                    if number > 1 && shown == 1 && tells_how_many(&arguments, &report.result) {
                        held = Some(Held { seed, report, rest: Vec::new() });
                        continue;
                    }
                    let out = held.as_mut().map_or(&mut out as &mut dyn Write, |h| &mut h.rest);
                    let mut out = Bounded::new(out, &arguments.limits);
                    let shown =
                        progress.aside(|| show(&mut out, kind, &arguments, place, seed, &report));
                    match out.fired {
                        Some(limit) => return Err(arguments.cut(limit)),
                        None => shown?,
                    }
                }
                Err(RunError::Invalid(diagnostic)) => {
                    fault = Some(diagnostic);
                    break;
                }
                Err(RunError::Limit(limit)) => {
                    let reason = tell::limit_words(limit, &arguments.limits, arguments.lang);
                    if exit == Exit::Yes {
                        arguments.note(&Message::new("generate.cut").with("reason", reason));
                    }
                    exit = limit.into();
                    // Other threads may have made some more before they were stopped.
                    if !matches!(limit, Limit::Time | Limit::Cancelled) {
                        break;
                    }
                }
            }
        }
        done += chunk;
        // What takes long is shown as soon as each thread has made one, and is not held.
        size = if begin.elapsed() < PERIOD { (2 * size).min(256 * each) } else { each };
        if cancel().load(Ordering::Relaxed) {
            exit = Exit::Interrupted;
        }
    }
    drop(progress);
    if let Some(Held { seed, report, rest }) = held {
        show(&mut out, kind, &arguments, (1, shown), seed, &report)?;
        out.write_all(&rest)?;
    }
    if let Some(diagnostic) = fault {
        return Err(diagnostic.into());
    }
    if shown > 0 {
        out.record(Exit::Yes);
    }
    arguments.finish(out)?;
    Ok(exit)
}

/// Instances whose text begins with how many there are: that is not known before the last is made,
/// for a limit may cut the making.
struct Held {
    seed: u64,
    /// The first of them.
    report: Report<Creation>,
    /// The text of the others.
    rest: Vec<u8>,
}

fn tells_how_many(arguments: &Arguments, first: &Creation) -> bool {
    arguments.format != Format::Json
        && first.product == Product::Instance
        && first.session.text_among(1, 1) != first.session.text_among(1, 2)
}

fn show(
    out: &mut dyn Write,
    kind: &dyn Kind,
    arguments: &Arguments,
    (place, of): (u64, u64),
    seed: u64,
    report: &Report<Creation>,
) -> Result<(), Fault> {
    let made = &report.result;
    match (arguments.format, made.product) {
        (Format::Json, _) => {
            let mut object = Object::begin(out)?;
            object.value("puzzle", kind.about().name)?;
            object.value("seed", seed)?;
            object.value("text", made.session.text())?;
            object.raw(made.subject.word(), |out| {
                made.finding.print(Format::Json, arguments.lang, out)
            })?;
            object.value("verified", true)?;
            object.end(report)?;
        }
        (_, Product::Instance) => {
            out.write_all(made.session.text_among(place, of).as_bytes())?;
        }
        (format, Product::Claim) => {
            if place > 1 {
                writeln!(out)?;
            }
            made.finding.print(format, arguments.lang, out)?;
        }
    }
    Ok(())
}
