//! `demo`: an example of every puzzle, solved, drawn and counted; the strategies side by side. Nothing in it
//! takes long, and no line is longer than the terminal.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use ::draw::Stop;
use search::{Limits, Meter};
use tabuleiro::KINDS;
use tabuleiro::contract::{Example, Options};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::measure::{self, Plan};
use tabuleiro::tell;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::cancel;
use crate::compare;
use crate::exit::{Exit, Fault};
use crate::solve;
use crate::table::{room, wrapped};

/// States that a strategy may examine where all are compared: the slow ones show that they are slow without
/// making anybody wait.
const NODES: u64 = 100_000;
/// Columns where there is no terminal that tells.
const COLUMNS: usize = 80;

pub(crate) fn run(lang: Lang) -> Result<Exit, Fault> {
    let mut out = anstream::AutoStream::auto(io::stdout());
    let limits =
        Limits { nodes: Some(measure::NODES), cancel: Some(cancel()), ..Limits::default() };
    let few = Limits { nodes: Some(NODES), ..limits.clone() };
    let columns = room().unwrap_or(COLUMNS);
    for &kind in KINDS {
        let name = kind.about().name;
        writeln!(out, "{}\n", lang.say(&format!("{name}.title")).to_uppercase())?;
        for example in kind.about().examples {
            show(&mut out, kind, example, &limits, columns, lang)?;
        }
        let heading = Message::new("demo.compare").with("nodes", NODES).text(lang);
        writeln!(out, "{}", wrapped(&heading, columns))?;
        let first = open(kind, &kind.about().examples[0])?;
        let strategies: Vec<&str> =
            kind.strategies().iter().map(|strategy| strategy.name).collect();
        let options = Options::default();
        let plan =
            Plan { strategies: &strategies, options: &options, limits: &few, runs: 3, seed: 1 };
        let rows = plan.measure(&[(name.to_owned(), &*first)])?;
        writeln!(out, "{}", compare::table(kind, &rows, lang).fitted(Some(columns)))?;
    }
    write!(out, "{}", wrapped(lang.say("demo.next"), columns))?;
    out.flush()?;
    Ok(if cancel().load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Yes })
}

fn show(
    out: &mut dyn Write,
    kind: &dyn Kind,
    example: &Example,
    limits: &Limits,
    columns: usize,
    lang: Lang,
) -> Result<(), Fault> {
    let title = format!("{}.example.{}", kind.about().name, example.name);
    writeln!(out, "{}\n", lang.say(&title))?;
    let session = open(kind, example)?;
    let strategy = kind.best_strategy();
    let answer = session.solve(strategy, &Options::default(), limits)?;
    let mut meter = Meter::new(limits);
    let found = answer.finding().map(|finding| finding.scene(&mut meter));
    let scene = found.unwrap_or_else(|| session.scene(&mut meter));
    // After an interrupt, a missing picture needs no remark.
    let drawn = scene.map_err(Stop::from);
    match drawn.and_then(|scene| ::draw::text(&scene, kind.signs(), true, &mut meter, out)) {
        Err(Stop::Write(error)) => return Err(error.into()),
        Ok(_) | Err(Stop::Limit(_)) => {}
    }
    let mut remarks = Vec::new();
    solve::remarks(&mut remarks, strategy, &answer, limits, lang)?;
    write!(out, "{}", wrapped(&String::from_utf8_lossy(&remarks), columns))?;
    if example.countable {
        let report = session.count(&Options::default(), None, limits)?;
        let count = lang.number(&report.result.count);
        let effort = tell::effort(&report.stats, report.elapsed, lang);
        let searched = tell::way(&report.result).with("effort", effort).text(lang);
        let unit = report.result.unit.text(lang);
        write!(out, "{}", wrapped(&format!("= {count} {unit}\n= {searched}"), columns))?;
    }
    Ok(writeln!(out)?)
}

fn open(kind: &dyn Kind, example: &Example) -> Result<Box<dyn Session>, Diagnostic> {
    let source = Source::new(example.name, example.text);
    let options = Options::default();
    let first = kind.open(&source, &options).next();
    first.unwrap_or_else(|| Err(Diagnostic::new("I0004").in_file(example.name)))
}
