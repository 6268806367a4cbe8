//! `generate`: instances by seed, each with a solution, or an argument that it has none, that was verified.

use std::io::Write;
use std::sync::atomic::Ordering;

use clap::ArgMatches;
use tabuleiro::contract::{Format, Obstacle, Product};
use tabuleiro::kind::{Creation, Kind, Report};
use tabuleiro::locale::Message;
use tabuleiro::tell;

use crate::arguments::{Arguments, cancel};
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::threads::Threads;
use crate::units;

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
    let threads = Threads::new(arguments.threads);
    while done < number && exit == Exit::Yes {
        let chunk = (number - done).min(64 * arguments.threads as u64);
        let seeds: Vec<u64> = (done..done + chunk).map(|i| first.wrapping_add(i)).collect();
        let made = threads.map(&seeds, |&seed| kind.generate(&arguments.options, seed, &limits));
        for (i, (seed, made)) in seeds.iter().zip(made).enumerate() {
            match made {
                Ok(report) => {
                    let place = (done + i as u64 + 1, number);
                    progress.aside(|| show(&mut out, kind, &arguments, place, *seed, &report))?;
                }
                Err(Obstacle::Asked(diagnostic)) => return Err(diagnostic.into()),
                Err(Obstacle::Limit(limit)) => {
                    let reason = tell::limit_words(limit, &arguments.limits, arguments.lang);
                    arguments.note(&Message::new("generate.cut").with("reason", reason));
                    exit = limit.into();
                    break;
                }
            }
        }
        done += chunk;
        if cancel().load(Ordering::Relaxed) {
            exit = Exit::Interrupted;
        }
    }
    drop(progress);
    out.finish()?;
    Ok(exit)
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
