//! `generate`: instances by seed, each with a solution, or an argument that it has none, that was verified.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use search::{Limit, parallel};
use tabuleiro::contract::{Format, Options, Product, RunError};
use tabuleiro::kind::{Creation, Kind, Report};
use tabuleiro::levels;
use tabuleiro::locale::Message;
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::arguments::{Arguments, ResultFormat, cancel};
use crate::bounded::Bounded;
use crate::exit::{Exit, Fault};
use crate::json::Object;
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::units;

/// More are made at a time if all threads together took less.
const PERIOD: Duration = Duration::from_millis(20);

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let series = Series::new(kind, &arguments.options, matches)?;
    let number = matches.get_one::<String>("number");
    let usual = Ok(series.levels.len().max(1) as u64);
    let number = number.map_or(usual, |value| units::whole("number", value, 1))?;
    let first = arguments.seed.unwrap_or(1);
    let mut out = Output::open(arguments.output.as_deref())?;
    let (progress, limits) = Progress::start(&arguments, Scope::Boards(number));
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
        let seeds: Vec<(u64, Options)> = (done..done + chunk)
            .map(|i| (first.wrapping_add(i), series.options(&arguments.options, i, number)))
            .collect();
        let made = parallel::map(arguments.threads, &seeds, |(seed, options)| {
            let made = kind.generate(options, *seed, &limits);
            progress.one_more();
            made
        });
        for ((seed, _), made) in seeds.into_iter().zip(made) {
            match made {
                Ok(report) => {
                    shown += 1;
                    let boards = report.result.product == Product::Instance;
                    if boards && arguments.format == ResultFormat::Coursework {
                        fault = Some(Diagnostic::new("U0117"));
                        break;
                    }
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
                    let reason = tell::limit_words(limit, &arguments.limits);
                    if exit == Exit::Yes {
                        arguments.note(&Message::new("limit.stopped").with("reason", reason));
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

/// The difficulties of a series of instances; none if all are alike.
struct Series {
    levels: Vec<&'static str>,
    is_rising: bool,
}

impl Series {
    fn new(kind: &dyn Kind, options: &Options, matches: &ArgMatches) -> Result<Self, Diagnostic> {
        let is_rising = matches!(matches.try_get_one::<bool>("rising"), Ok(Some(true)));
        let known = kind.levels();
        let asked = options.get("difficulty").filter(|_| !known.is_empty());
        let levels = match asked {
            None if is_rising => known.to_vec(),
            Some(value) if is_rising || value.contains("..") => levels::between(known, value)?,
            _ => Vec::new(),
        };
        Ok(Series { levels, is_rising })
    }

    /// The options of one of so many: the levels in turn, or all of one before those of the next.
    fn options(&self, options: &Options, place: u64, number: u64) -> Options {
        let mut options = options.clone();
        let levels = self.levels.len() as u64;
        if levels > 0 {
            let level = if self.is_rising { place * levels / number } else { place % levels };
            options.set("difficulty", self.levels[level as usize]);
        }
        options
    }
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
    arguments.format != ResultFormat::Json
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
    let lang = arguments.lang;
    match (arguments.format, made.product) {
        (ResultFormat::Json, _) => {
            let name = kind.about().name;
            // The seed tells it from the others.
            let subject = Some((None, None, &*made.session));
            let mut object = Object::of(out, name, subject, arguments)?;
            let rated = !kind.levels().is_empty();
            let rating = rated.then(|| made.session.rate(&arguments.limits).ok()).flatten();
            object.origin(Some(seed), rating.and_then(|rating| rating.result?.level))?;
            object.raw(made.subject.word(), |out| made.finding.print(Format::Json, lang, out))?;
            object.value("verified", true)?;
            object.end(report)?;
        }
        (_, Product::Instance) => {
            out.write_all(made.session.text_among(place, of).as_bytes())?;
        }
        (format, Product::Claim) => {
            if format == ResultFormat::Coursework {
                let number = usize::try_from(place).unwrap_or(usize::MAX);
                return Ok(made.finding.write_coursework(number, &report.stats, out)?);
            }
            if place > 1 {
                writeln!(out)?;
            }
            made.finding.print(Format::Text, lang, out)?;
        }
    }
    Ok(())
}
