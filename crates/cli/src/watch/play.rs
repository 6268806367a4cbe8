//! The loop of `watch`: a screen, a look at the keyboard, and the time that passed.

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyEventKind};
use tabuleiro::text::Diagnostic;

use super::stage::Stage;
use super::view;
use crate::arguments::{Arguments, cancel};
use crate::trace::Trace;

/// Time between two looks at the keyboard.
const BEAT: Duration = Duration::from_millis(33);

/// The terminal.
pub(super) struct Screen(());

impl Screen {
    /// The terminal that input and output are.
    pub(super) fn new() -> Result<Self, Diagnostic> {
        match io::stdout().is_terminal() && io::stdin().is_terminal() {
            true => Ok(Screen(())),
            false => Err(Diagnostic::new("U0110")),
        }
    }

    /// Shows searches until they are left.
    pub(super) fn play(
        self,
        traces: Vec<Trace>,
        puzzle: &str,
        arguments: &Arguments,
    ) -> io::Result<()> {
        let title = arguments.lang.say(&format!("{puzzle}.title"));
        let mut stage = Stage::new(traces);
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
}
