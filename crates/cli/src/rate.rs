//! `rate`: how hard instances are for people.

use std::io::{self, Write};
use std::sync::Mutex;

use clap::ArgMatches;
use search::{Limit, Limits};
use tabuleiro::contract::Rating;
use tabuleiro::kind::{Kind, Report};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::tell;

use crate::arguments::{Arguments, ResultFormat};
use crate::batch::{self, Ending, Item, Job};
use crate::exit::{Exit, Fault};
use crate::json::{self, Object};
use crate::output::Output;
use crate::progress::{Progress, Scope};

pub(crate) fn run(kind: &dyn Kind, arguments: Arguments, _: &ArgMatches) -> Result<Exit, Fault> {
    let mut out = Output::open(arguments.output.as_deref())?;
    if arguments.format == ResultFormat::Csv {
        let own = ["difficulty", "reason", "limit"].map(str::to_owned).into();
        json::csv_row(&mut out, &[json::csv_head(), own].concat())?;
    }
    let (progress, limits) = Progress::start(&arguments, Scope::FirstSolution);
    let counts = Mutex::new(vec![0; kind.levels().len() + 1]);
    let job = Rate { kind, arguments: &arguments, limits, counts };
    let exit = batch::run(kind, &arguments, &job, &mut out, &progress)?;
    drop(progress);
    if arguments.format == ResultFormat::Text {
        out.write_all(job.sum(arguments.lang).as_bytes())?;
    }
    arguments.finish(out)?;
    Ok(exit)
}

struct Rate<'a> {
    kind: &'a dyn Kind,
    arguments: &'a Arguments,
    limits: Limits,
    /// How many instances have each level, and how many have none.
    counts: Mutex<Vec<usize>>,
}

impl Rate<'_> {
    /// How many there are of each level, if there are several.
    fn sum(&self, lang: Lang) -> String {
        let counts = self.counts.lock().map(|counts| counts.clone()).unwrap_or_default();
        let all: usize = counts.iter().sum();
        let level =
            |(&n, level): (&usize, &&str)| (n > 0).then(|| format!("{} {level}", lang.number(n)));
        let levels = counts.iter().zip(self.kind.levels()).filter_map(level);
        let none = counts.last().copied().filter(|&n| n > 0);
        let none = none.map(|n| Message::new("rate.sum.unrated").with("n", n).text(lang));
        let told: Vec<String> = levels.chain(none).collect();
        let sum = Message::new("rate.sum").with("n", all).with("counts", told.join(", "));
        if all > 1 { format!("= {}\n", sum.text(lang)) } else { String::new() }
    }
}

impl Job for Rate<'_> {
    type Result = Result<Report<Option<Rating>>, Limit>;

    fn work(&self, item: &Item) -> Self::Result {
        item.session.rate(&self.limits)
    }

    fn show(&self, item: &Item, result: &Self::Result, out: &mut dyn Write) -> io::Result<()> {
        let Arguments { lang, limits, .. } = self.arguments;
        let name = self.kind.about().name;
        let rating = result.as_ref().ok().and_then(|report| report.result.as_ref());
        let level = rating.and_then(|rating| rating.level);
        let (reason, limit) = match result {
            Ok(_) => (rating.map(|rating| rating.reason.clone()), None),
            Err(limit) => (Some(tell::limit_words(*limit, limits)), Some(limit.word())),
        };
        let reason = reason.map(|reason| reason.text(*lang)).unwrap_or_default();
        match self.arguments.format {
            ResultFormat::Json => {
                let mut object = Object::about(out, name, Some(item), self.arguments)?;
                object.origin(None, level)?;
                object.value("reason", reason)?;
                object.value("limit", limit)?;
                match result {
                    Ok(report) => object.end(report),
                    Err(_) => object.close(),
                }
            }
            ResultFormat::Csv => {
                let own = [level.unwrap_or_default(), &reason, limit.unwrap_or_default()];
                let own = own.map(str::to_owned).into();
                json::csv_row(out, &[json::csv_about(name, item), own].concat())
            }
            ResultFormat::Text | ResultFormat::Coursework => {
                if let Some(label) = &item.label {
                    write!(out, "{label}: ")?;
                }
                let message = match level {
                    Some(level) => Message::new("rate.rated").with("level", level),
                    None => Message::new("rate.unrated"),
                };
                writeln!(out, "{}", message.with("reason", reason).text(*lang))
            }
        }
    }

    fn end(&self, result: &Self::Result) -> Ending {
        let levels = self.kind.levels();
        let level = result.as_ref().ok().and_then(|report| report.result.as_ref()?.level);
        let place = levels.iter().position(|known| Some(*known) == level).unwrap_or(levels.len());
        if let Ok(mut counts) = self.counts.lock() {
            counts[place] += 1;
        }
        match result {
            Ok(_) if level.is_some() => Exit::Yes.into(),
            // That it has no rating is the answer.
            Ok(_) => Exit::No.into(),
            Err(limit) => Exit::from(*limit).into(),
        }
    }
}
