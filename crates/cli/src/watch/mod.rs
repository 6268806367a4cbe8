//! `watch`: searches in the terminal, played forward and back, one strategy beside another.

mod stage;
#[cfg(test)]
mod tests;
pub(crate) mod view;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use search::Meter;
use tabuleiro::kind::Kind;
use tabuleiro::text::Diagnostic;

use crate::arguments::{Arguments, cancel};
use crate::exit::{Exit, Fault};
use crate::halt::{self, DrawError};
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::trace::{self, Trace};
use crate::{batch, units};

use stage::Stage;

/// Pictures that `--plain` prints of each search unless told otherwise.
const FRAMES: u64 = 10;
/// Time between two looks at the keyboard.
const BEAT: Duration = Duration::from_millis(33);

pub(crate) fn run(
    kind: &dyn Kind,
    mut arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let plain = matches.get_flag("plain");
    let frames = matches.get_one::<String>("frames");
    let frames = frames.map_or(Ok(FRAMES), |value| units::whole("frames", value, 1))?;
    let terminal = io::stdout().is_terminal() && io::stdin().is_terminal();
    if !plain && !terminal {
        return Err(Diagnostic::new("U0110").into());
    }
    let out = plain.then(|| Output::open(arguments.output.as_deref())).transpose()?;
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
    if let Some(out) = out {
        let printed = print(traces, frames, &arguments, out, &mut meter);
        return printed.or_else(|halt| halt.tell(session.extent(), &arguments));
    }
    let title = arguments.lang.say(&format!("{}.title", kind.about().name));
    play(Stage::new(traces), title, &arguments)?;
    Ok(Exit::Yes)
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
            writeln!(out, "= {strategy}: {}", view::counters(player, arguments.lang))?;
            draw::text(player.scene(), false, meter, &mut out)?;
            Ok(writeln!(out)?)
        })?;
    }
    let exit = if cancel().load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Yes };
    out.record(exit);
    arguments.finish(out).map_err(DrawError::Fault)?;
    Ok(exit)
}

/// Shows the stage until it is left.
fn play(mut stage: Stage, title: &str, arguments: &Arguments) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let mut before = Instant::now();
    let mut shown = || -> io::Result<()> {
        while !stage.left && !cancel().load(Ordering::Relaxed) {
            terminal.draw(|frame| view::draw(frame, &stage, title, arguments))?;
            if event::poll(BEAT)?
                && let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                stage.key(key);
            }
            let now = Instant::now();
            stage.tick(now - before);
            before = now;
        }
        Ok(())
    };
    let shown = shown();
    ratatui::try_restore()?;
    shown
}
