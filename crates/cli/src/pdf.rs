//! PDF: one picture, and sheets of many boards.

use std::io::Write;

use ::draw::{Layout, POSITIONS, Theme};
use clap::ArgMatches;
use print::{Board, Grid, Paper, Sheets, positions, sheets as begin};
use search::{Meter, Outcome};
use tabuleiro::board::Size;
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::scene::Scene;
use tabuleiro::tell;
use tabuleiro::text::Source;

use crate::arguments::Arguments;
use crate::batch::{self, Item};
use crate::exit::{Exit, Fault};
use crate::halt::{self, DrawError};
use crate::output::Output;
use crate::progress::{Progress, Scope};

/// A scene where a layout puts it.
pub(crate) fn picture(
    scene: &Scene,
    layout: &Layout,
    theme: &Theme,
    title: &str,
    lang: Lang,
    meter: &mut Meter<'_>,
    out: &mut impl Write,
) -> Result<(), DrawError> {
    let bytes = print::picture(scene, layout, theme, title, lang, meter)?;
    Ok(out.write_all(&bytes)?)
}

/// Boards on a sheet, at most: more are no sheet that anybody could read.
const MOST: u64 = 400;

/// The instances of all files on sheets, or their solutions.
pub(crate) fn sheets(
    kind: &dyn Kind,
    arguments: &Arguments,
    matches: &ArgMatches,
    theme: &Theme,
    shown: &str,
) -> Result<Exit, Fault> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let size = Size::parse("sheet", text("sheet").unwrap_or("2x2"))?;
    if size.area() > MOST {
        let given = size.to_string();
        let source = Source::option("sheet", &given);
        return Err(source.diagnostic("D0204", 0..given.len()).with("most", MOST).into());
    }
    let grid = Grid { rows: size.rows, cols: size.cols };
    let paper = text("paper").map_or(Ok(Paper::A4), |value| Paper::parse("paper", value))?;
    let mut out = Output::open(arguments.output.as_deref())?;
    let items = batch::all(kind, arguments)?;
    let title = arguments.lang.say(&format!("{}.title", kind.about().name));
    let limits = halt::of_pictures(&arguments.limits);
    let mut meter = Meter::new(&limits);
    let (progress, _) = Progress::start(arguments, Scope::Boards(items.len() as u64));
    let mut sheets = begin(grid, paper, theme, title, arguments.lang, items.len());
    let mut exit = Exit::Yes;
    let made = || -> Result<Vec<u8>, DrawError> {
        for (number, item) in (1u64..).zip(&items) {
            let unanswered = place(kind, item, number, arguments, shown, &mut meter, &mut sheets)?;
            exit = exit.max(unanswered);
            progress.one_more();
        }
        Ok(sheets.finish(&mut meter)?)
    };
    let made = made();
    drop(progress);
    match made {
        Ok(bytes) => out.write_all(&bytes)?,
        Err(DrawError::Fault(fault)) => return Err(fault),
        Err(DrawError::Limit(limit)) => {
            let reason = tell::limit_words(limit, &arguments.limits);
            arguments.note(&Message::new("print.cut").with("reason", reason));
            return Ok(limit.into());
        }
    }
    out.record(exit);
    arguments.finish(out)?;
    Ok(exit)
}

/// Puts an instance on the sheet, solved if that is asked for; tells how that came out.
fn place(
    kind: &dyn Kind,
    item: &Item,
    number: u64,
    arguments: &Arguments,
    shown: &str,
    meter: &mut Meter<'_>,
    sheets: &mut Sheets<'_>,
) -> Result<Exit, DrawError> {
    let session = &*item.session;
    let (mut label, mut exit) = (number.to_string(), Exit::Yes);
    // A scene is let go as soon as it stands on its page.
    let rest = meter.rest(session.footprint());
    let mut own = Meter::new(&rest);
    let scene = if shown == "instance" {
        session.scene(&mut own)?
    } else {
        let strategy = arguments.strategies.first().copied().unwrap_or(kind.best_strategy());
        let answer = session.solve(strategy, &arguments.options, &arguments.limits)?;
        match (&answer.result, answer.finding()) {
            (Outcome::Solved(_), Some(found)) if shown == "steps" || kind.is_game() => {
                positions(session, found, POSITIONS, &mut own)?.positions
            }
            (Outcome::Solved(_), Some(found)) => found.scene(&mut own)?,
            (Outcome::Unknown(limit), _) => return Err((*limit).into()),
            (_, found) => {
                exit = Exit::No;
                label = format!("{label} · {}", arguments.lang.say("print.impossible"));
                match found {
                    Some(found) => found.scene(&mut own)?,
                    None => session.scene(&mut own)?,
                }
            }
        }
    };
    let layout = Layout::sheet(&[&scene], None)?;
    sheets.add(&Board { label, scene, layout }, meter)?;
    Ok(exit)
}
