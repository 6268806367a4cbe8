//! `rate`: how hard instances are for people.

use std::io::{self, Write};
use std::sync::Mutex;

use clap::ArgMatches;
use search::{Limit, Limits};
use serde_json::{Value, json};
use tabuleiro::contract::Rating;
use tabuleiro::explain::Climb;
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
        let own = CSV.map(str::to_owned).into();
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

/// The fields of a row beside those that every row has.
const CSV: [&str; 7] = ["difficulty", "reason", "hardest", "cost", "effort", "rounds", "limit"];

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

impl Rate<'_> {
    /// The ladder, technique by technique, and what else is known.
    fn details(&self, rating: &Rating, out: &mut dyn Write) -> io::Result<()> {
        let (name, lang) = (self.kind.about().name, self.arguments.lang);
        let rounds = rating.ladder.iter().flat_map(|ladder| &ladder.rounds);
        let told = rounds.map(|&(technique, n)| {
            let title = lang.say(&format!("{name}.technique.{technique}"));
            Message::new("rate.rounds").with("n", n).with("technique", title)
        });
        let mut told = told.chain(rating.facts.iter().cloned());
        told.try_for_each(|line| writeln!(out, "= {}", line.text(lang)))
    }
}

/// How many rounds there are in all.
fn all_rounds(ladder: &Climb) -> u64 {
    ladder.rounds.iter().map(|(_, rounds)| rounds).sum()
}

/// The rounds of each technique as data.
fn rounds(ladder: &Climb) -> Value {
    let round =
        |&(technique, rounds): &(&str, u64)| json!({ "technique": technique, "rounds": rounds });
    ladder.rounds.iter().map(round).collect()
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
                let ladder = rating.and_then(|rating| rating.ladder.as_ref());
                object.value("hardest", ladder.and_then(|ladder| ladder.hardest))?;
                object.value("cost", ladder.map(|ladder| f64::from(ladder.cost) / 10.0))?;
                object.value("effort", ladder.map(|ladder| ladder.effort as f64 / 10.0))?;
                object.value("rounds", ladder.map(rounds))?;
                let facts = rating.map_or(&[][..], |rating| &rating.facts);
                let facts: Vec<Value> = facts.iter().map(|fact| fact.json(*lang)).collect();
                object.value("facts", facts)?;
                object.value("limit", limit)?;
                match result {
                    Ok(report) => object.end(report),
                    Err(_) => object.close(),
                }
            }
            ResultFormat::Csv => {
                let ladder = rating.and_then(|rating| rating.ladder.as_ref());
                let number = |of: fn(&Climb) -> String| ladder.map(of).unwrap_or_default();
                let own = vec![
                    level.unwrap_or_default().to_owned(),
                    reason,
                    number(|ladder| ladder.hardest.unwrap_or_default().to_owned()),
                    number(|ladder| (f64::from(ladder.cost) / 10.0).to_string()),
                    number(|ladder| (ladder.effort as f64 / 10.0).to_string()),
                    number(|ladder| all_rounds(ladder).to_string()),
                    limit.unwrap_or_default().to_owned(),
                ];
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
                let ladder = rating.and_then(|rating| rating.ladder.as_ref());
                let effort = ladder.filter(|ladder| ladder.hardest.is_some()).map(|ladder| {
                    let effort = lang.decimal(ladder.effort as f64 / 10.0, 1);
                    let effort = Message::new("rate.effort").with("effort", effort);
                    effort.with("n", all_rounds(ladder)).text(*lang)
                });
                let rated = message.with("reason", reason).text(*lang);
                let line: Vec<String> = [rated].into_iter().chain(effort).collect();
                writeln!(out, "{}", line.join("; "))?;
                match (rating, &item.label) {
                    // Of one board all is told that is known.
                    (Some(rating), None) => self.details(rating, out),
                    _ => Ok(()),
                }
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
