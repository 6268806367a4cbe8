//! `watch`: searches in the terminal, shown while they run, then played forward and back, one strategy
//! beside another.

mod live;
mod stage;
#[cfg(test)]
mod tests;
mod view;

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use search::{Limits, Meter};
use tabuleiro::contract::RunError;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::recorder::Tally;
use tabuleiro::scene::Scene;
use tabuleiro::strokes::numbered;
use tabuleiro::text::Diagnostic;

use crate::arguments::{Arguments, cancel};
use crate::exit::{Exit, Fault};
use crate::halt::{self, DrawError};
use crate::keys::{key, leave};
use crate::output::Output;
use crate::progress::{Progress, Scope};
use crate::trace::{self, Trace};
use crate::{batch, units};

use live::{Searches, SharedState, Snapshot};
use stage::{Film, Pane, Shown, Stage};
use view::Words;

pub(crate) use view::converted;

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
    let session = &*item.session;
    let strategies = match &arguments.strategies[..] {
        [] => vec![kind.best_strategy()],
        named => named.to_vec(),
    };
    let pictures = halt::of_pictures(&arguments.limits);
    let shown = match out {
        Some(out) => {
            let shown = Plain { kind, session, strategies: &strategies, pictures: &pictures };
            shown.print(frames, &arguments, out)
        }
        None => play(kind, session, &strategies, &pictures, &arguments),
    };
    shown.or_else(|halt| halt.tell(session.extent(), &arguments))
}

/// Searches that are printed.
struct Plain<'a> {
    kind: &'a dyn Kind,
    session: &'a dyn Session,
    strategies: &'a [&'static str],
    pictures: &'a Limits,
}

impl Plain<'_> {
    /// Some moments of each search as text, one after another.
    fn print(
        &self,
        frames: u64,
        arguments: &Arguments,
        mut out: Output,
    ) -> Result<Exit, DrawError> {
        let (progress, limits) = Progress::start(arguments, Scope::FirstSolution);
        let mut meter = Meter::new(self.pictures);
        meter.hold(self.session.footprint());
        let among = self.strategies.len();
        let mut traces = Vec::new();
        for strategy in self.strategies {
            let (session, meter) = (self.session, &mut meter);
            traces.push(Trace::record(session, strategy, arguments, &limits, meter, among)?);
        }
        drop(progress);
        for Trace { strategy, mut player, .. } in traces {
            player.moments(frames, |player| -> Result<(), DrawError> {
                let counters = view::counters(player.moment(), player.tally(), arguments.lang);
                writeln!(out, "= {strategy}: {counters}")?;
                draw::text(player.scene(), self.kind.signs(), false, &mut meter, &mut out)?;
                Ok(writeln!(out)?)
            })?;
        }
        let exit = if cancel().load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Yes };
        out.record(exit);
        arguments.finish(out).map_err(DrawError::Fault)?;
        Ok(exit)
    }
}

/// Shows the searches while they run, and plays them until the screen is left.
fn play(
    kind: &dyn Kind,
    session: &dyn Session,
    strategies: &[&'static str],
    pictures: &Limits,
    arguments: &Arguments,
) -> Result<Exit, DrawError> {
    numbered(session.extent())?;
    let mut meter = Meter::new(pictures);
    meter.hold(session.footprint());
    let scene = session.scene(&mut meter)?;
    let mut stage = Stage::new(strategies.iter().map(|name| pane(name, &scene)).collect());
    let title = arguments.lang.say(&format!("{}.title", kind.about().name));
    let words = Words { title, signs: kind.signs(), arguments };
    let shared = SharedState::default();
    let limits = Limits { cancel: Some(shared.stop.clone()), ..arguments.limits.clone() };
    let options = &arguments.options;
    // A search that was left early has its pictures written all the same.
    let searches = Searches { session, strategies, options, limits: &limits, pictures };
    let (sender, receiver) = mpsc::channel();
    let shown = std::thread::scope(|scope| {
        scope.spawn(|| searches.run(&shared, &sender));
        let shown = screen(&mut stage, &words, &shared, &receiver);
        shared.stop.store(true, Ordering::Relaxed);
        shown
    });
    for note in stage.panes.iter().filter_map(|pane| pane.film.as_ref()?.trace.dropped()) {
        arguments.note(&note);
    }
    shown.map(|()| Exit::Yes)
}

/// A search that has not begun.
fn pane(strategy: &'static str, scene: &Scene) -> Pane {
    let live = Snapshot { scene: scene.clone(), tally: Tally::default(), changed: None };
    Pane { strategy, live, film: None, window: Cell::new(None), breadth: Cell::new(1) }
}

/// The terminal, until it is left or a search fails.
fn screen(
    stage: &mut Stage,
    words: &Words<'_>,
    shared: &SharedState,
    done: &Receiver<Result<Film, RunError>>,
) -> Result<(), DrawError> {
    let mut terminal = ratatui::try_init()?;
    let mut before = Instant::now();
    let mut shown = || -> Result<(), DrawError> {
        while !stage.left && !cancel().load(Ordering::Relaxed) {
            terminal.draw(|frame| view::draw(frame, stage, words))?;
            if let Some(key) = key(BEAT)? {
                stage.key(key);
            }
            if stage.shown == Shown::Live {
                shared.stop.fetch_or(stage.enough, Ordering::Relaxed);
                follow(stage, shared, done)?;
            }
            let now = Instant::now();
            stage.tick(now - before);
            before = now;
        }
        Ok(())
    };
    let shown = shown();
    leave(terminal)?;
    shown
}

/// Brings the stage up to date with searches that run; when all are finished they are played.
fn follow(
    stage: &mut Stage,
    shared: &SharedState,
    done: &Receiver<Result<Film, RunError>>,
) -> Result<(), RunError> {
    if let Some((number, picture)) = shared.picture() {
        stage.panes[number].live = picture;
    }
    while let Ok(film) = done.try_recv() {
        let film = film?;
        let waiting = stage.panes.iter_mut().find(|pane| pane.film.is_none());
        if let Some(pane) = waiting {
            pane.film = Some(film);
        }
    }
    if stage.finished() {
        stage.play(Shown::Search);
    }
    Ok(())
}
