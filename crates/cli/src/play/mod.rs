//! `play`: a board in the terminal, played by hand, with hints, checks and verdicts. Whatever can be done on it comes
//! from the contract.

mod board;
mod round;
#[cfg(test)]
mod tests;
mod view;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use search::Limits;
use tabuleiro::kind::Kind;
use tabuleiro::locale::Message;
use tabuleiro::text::Diagnostic;

use crate::arguments::{Arguments, cancel};
use crate::exit::{Exit, Fault};
use crate::keys::{key, leave};
use crate::output::Output;
use crate::{batch, lessons};

use round::{Answer, Question, Request, Round};

/// Time between two looks at the signal to stop.
const BEAT: Duration = Duration::from_millis(100);
/// The same while a question is answered.
const SHORT_BEAT: Duration = Duration::from_millis(10);
/// How long an answer may take before it is said that it takes long.
const SOON: Duration = Duration::from_millis(200);

pub(crate) fn run(
    kind: &dyn Kind,
    arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Diagnostic::new("U0131").into());
    }
    let out = arguments.output.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let so_far = lessons::so_far(&arguments, matches)?;
    let item = batch::chosen(kind, &arguments, matches)?;
    let game = item.session.play(so_far.as_ref())?;
    let mut round = Round::new(kind, game, item.session.extent(), &arguments);
    let shown = show(&mut round);
    // What was done is written, however the game was left.
    let text = round.game.text();
    match out {
        Some(out) => write(out, &text, &arguments)?,
        None if round.game.history().made().is_empty() => {}
        None => write!(io::stdout(), "{text}")?,
    }
    shown?;
    Ok(if cancel().load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Yes })
}

/// Writes a position to a file that appears whole.
fn write(mut out: Output, text: &str, arguments: &Arguments) -> Result<(), Fault> {
    out.write_all(text.as_bytes())?;
    out.record(Exit::Yes);
    arguments.finish(out)
}

/// Shows the round until it is left.
fn show(round: &mut Round<'_>) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let mut shown = || -> io::Result<()> {
        while !round.left && !cancel().load(Ordering::Relaxed) {
            terminal.draw(|frame| view::draw(frame, round, None))?;
            let Some(key) = key(BEAT)? else { continue };
            match round.key(key) {
                Some(Request::Ask(question)) => think(&mut terminal, round, question)?,
                Some(Request::Save) => save(round),
                None => {}
            }
        }
        Ok(())
    };
    let shown = shown();
    leave(terminal)?;
    shown
}

/// Answers a question while the screen stays alive: Esc takes the question back.
fn think(
    terminal: &mut DefaultTerminal,
    round: &mut Round<'_>,
    question: Question,
) -> io::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { cancel: Some(stop.clone()), ..round.limits.clone() };
    let mut leaves = false;
    let answer = thread::scope(|scope| {
        let game = &*round.game;
        let asked = scope.spawn(|| round::ask(game, question, &limits));
        let waited = wait(terminal, round, &asked, &stop, &mut leaves);
        // Whatever happened to the screen, the answer is not needed any more.
        if waited.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        let answer: Answer = asked.join().expect("a panic ends the program");
        waited.map(|()| answer)
    })?;
    round.answer(answer);
    round.left |= leaves;
    Ok(())
}

/// Waits for an answer, and shows that it takes long.
fn wait(
    terminal: &mut DefaultTerminal,
    round: &Round<'_>,
    asked: &ScopedJoinHandle<'_, Answer>,
    stop: &AtomicBool,
    leaves: &mut bool,
) -> io::Result<()> {
    let begun = Instant::now();
    while !asked.is_finished() {
        if begun.elapsed() > SOON {
            terminal.draw(|frame| view::draw(frame, round, Some(begun.elapsed())))?;
        }
        let key = key(SHORT_BEAT)?;
        let control = |key: KeyEvent| key.modifiers.contains(KeyModifiers::CONTROL);
        match key.map(|key| (key.code, control(key))) {
            Some((KeyCode::Esc, _)) => stop.store(true, Ordering::Relaxed),
            Some((KeyCode::Char('q'), _) | (KeyCode::Char('c'), true)) => {
                *leaves = true;
                stop.store(true, Ordering::Relaxed);
            }
            _ if cancel().load(Ordering::Relaxed) => stop.store(true, Ordering::Relaxed),
            _ => {}
        }
    }
    Ok(())
}

/// Writes the position to the file that was named, now.
fn save(round: &mut Round<'_>) {
    let (arguments, lang) = (round.arguments, round.arguments.lang);
    let Some(path) = arguments.output.as_deref() else {
        round.said = vec![lang.say("play.no-file").to_owned()];
        return;
    };
    let text = round.game.text();
    let written = Output::open(Some(path)).map_err(Fault::from);
    round.said = match written.and_then(|out| write(out, &text, arguments)) {
        Ok(()) => vec![Message::new("play.saved").with("file", path).text(lang)],
        Err(Fault::Diagnostic(fault)) => vec![fault.message(lang)],
        Err(Fault::Limit(..) | Fault::ClosedPipe) => Vec::new(),
    };
}
