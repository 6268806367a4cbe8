//! `play`: a board in the terminal, played by hand, with hints, checks and verdicts. Whatever can be done
//! on it comes from the contract.

mod round;
#[cfg(test)]
mod tests;
mod view;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::ArgMatches;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use tabuleiro::kind::Kind;
use tabuleiro::play::PlayState;
use tabuleiro::text::Diagnostic;

use crate::arguments::{Arguments, cancel};
use crate::batch;
use crate::exit::{Exit, Fault};
use crate::output::Output;

use round::Round;

/// Time between two looks at the signal to stop.
const BEAT: Duration = Duration::from_millis(100);

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Diagnostic::new("U0131").into());
    }
    let out = arguments.output.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let so_far = matches.get_one::<String>("so-far");
    let so_far = so_far.map(|path| arguments.source(path)).transpose()?;
    let item = batch::chosen(kind, &arguments, matches)?;
    let game = item.session.play(so_far.as_ref())?;
    let mut round = Round::new(kind, game, item.session.extent(), &arguments);
    show(&mut round)?;
    if let Some(mut out) = out {
        out.write_all(round.game.text().as_bytes())?;
        out.record(Exit::Yes);
        arguments.finish(out)?;
    }
    Ok(if round.game.state() == PlayState::Won { Exit::Yes } else { Exit::No })
}

/// Shows the round until it is left.
fn show(round: &mut Round) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let mut shown = || -> io::Result<()> {
        while !round.left && !cancel().load(Ordering::Relaxed) {
            terminal.draw(|frame| view::draw(frame, round))?;
            if event::poll(BEAT)?
                && let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                round.key(key);
            }
        }
        Ok(())
    };
    let shown = shown();
    ratatui::try_restore()?;
    shown
}
