//! `watch`: searches in the terminal, played forward and back, one strategy beside another.

#[cfg(feature = "watch")]
mod play;
#[cfg(feature = "watch")]
mod stage;
#[cfg(all(test, feature = "watch"))]
mod tests;
#[cfg(feature = "watch")]
mod view;

use std::io::Write;
use std::sync::atomic::Ordering;

use clap::ArgMatches;
use search::Meter;
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::recorder::Player;

use crate::arguments::{Arguments, cancel};
use crate::exit::{Exit, Fault};
use crate::halt::{self, DrawError};
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::trace::{self, Trace};
use crate::{batch, units};

#[cfg(not(feature = "watch"))]
use crate::left_out::Screen;
#[cfg(feature = "watch")]
use play::Screen;

/// Pictures that `--plain` prints of each search unless told otherwise.
const FRAMES: u64 = 10;

pub(crate) fn run(
    kind: &dyn Kind,
    mut arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let plain = matches.get_flag("plain");
    let frames = matches.get_one::<String>("frames");
    let frames = frames.map_or(Ok(FRAMES), |value| units::whole("frames", value, 1))?;
    let shown = if plain {
        Shown::Text(Output::open(arguments.output.as_deref())?)
    } else {
        Shown::Screen(Screen::new()?)
    };
    trace::bounded(&mut arguments);
    let item = batch::chosen(kind, &arguments, matches)?;
    let strategies = match &arguments.strategies[..] {
        [] => vec![kind.best_strategy()],
        named => named.to_vec(),
    };
    let (progress, limits) = Progress::start(&arguments, Scope::FirstSolution);
    let pictures = halt::of_pictures(&arguments.limits);
    let mut meter = Meter::new(&pictures);
    let (session, among) = (&*item.session, strategies.len());
    meter.hold(session.footprint());
    let record =
        |&strategy| Trace::record(session, strategy, &arguments, &limits, &mut meter, among);
    let traces = strategies.iter().map(record).collect::<Result<Vec<Trace>, _>>();
    drop(progress);
    let traces = match traces {
        Ok(traces) => traces,
        Err(obstacle) => return DrawError::from(obstacle).tell(session.extent(), &arguments),
    };
    match shown {
        Shown::Text(out) => print(traces, frames, &arguments, out, &mut meter)
            .or_else(|halt| halt.tell(session.extent(), &arguments)),
        Shown::Screen(screen) => {
            screen.play(traces, kind.about().name, &arguments)?;
            Ok(Exit::Yes)
        }
    }
}

/// Where searches are shown.
enum Shown {
    Text(Output),
    Screen(Screen),
}

/// Some moments of each search as text, one after another.
fn print(
    traces: Vec<Trace>,
    frames: u64,
    arguments: &Arguments,
    mut out: Output,
    meter: &mut Meter<'_>,
) -> Result<Exit, DrawError> {
    for mut trace in traces {
        let strategy = trace.strategy;
        trace.player.moments(frames, |player| -> Result<(), DrawError> {
            writeln!(out, "= {strategy}: {}", counters(player, arguments.lang))?;
            draw::text(player.scene(), false, meter, &mut out)?;
            Ok(writeln!(out)?)
        })?;
    }
    let exit = if cancel().load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Yes };
    out.record(exit);
    arguments.finish(out).map_err(DrawError::Fault)?;
    Ok(exit)
}

/// The moment and all counters that are not zero.
fn counters(player: &Player, lang: Lang) -> String {
    let moment = Message::new("watch.event").with("n", player.moment()).text(lang);
    let tally = player.tally().named();
    let counted = tally
        .into_iter()
        .filter(|&(_, count)| count > 0)
        .map(|(name, count)| Message::new(format!("tally.{name}")).with("n", count).text(lang));
    [moment].into_iter().chain(counted).collect::<Vec<_>>().join(" · ")
}
