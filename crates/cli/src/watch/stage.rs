//! What is watched, and where in it we are. Knows no terminal: keys and time come in, moments come
//! out.

use std::cell::Cell;
use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tabuleiro::board::Square;
use tabuleiro::recorder::Player;
use tabuleiro::scene::Scene;

use super::live::Snapshot;
use crate::trace::Trace;

/// The fastest play: ten million events a second.
const FASTEST: u32 = 21;
/// Seconds that a film lasts unless somebody changes its speed.
const LASTS: f64 = 15.0;

/// A search that is finished.
pub(crate) struct Film {
    pub(crate) trace: Trace,
    /// The picture of the solution, if there is one: the search ends with it.
    pub(crate) found: Option<Scene>,
    /// The solution step by step.
    pub(crate) solution: Option<Player>,
}

/// A search on the stage, running or finished.
pub(crate) struct Pane {
    pub(crate) strategy: &'static str,
    pub(crate) live: Snapshot,
    pub(crate) film: Option<Film>,
    /// Of a board larger than the screen, the corner that is shown, and for how many frames.
    pub(crate) window: Cell<Option<(Square, u32)>>,
    /// Characters that the widest cell had so far: boards do not become narrower while they are watched.
    pub(crate) breadth: Cell<usize>,
}

/// Which film is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The searches while they run.
    Live,
    /// The searches, recorded.
    Search,
    /// The solutions.
    Solution,
}

/// Searches side by side, all at the same moment.
pub(crate) struct Stage {
    pub(crate) panes: Vec<Pane>,
    pub(crate) shown: Shown,
    pub(crate) moment: u64,
    pub(crate) playing: bool,
    pub(crate) left: bool,
    /// Whether the searches are to end, so that what there is of them can be played.
    pub(crate) enough: bool,
    /// Events a second: 1, 2, 5, 10 and so on.
    speed: u32,
    /// The part of an event that is still to be played.
    rest: f64,
}

impl Pane {
    /// What is played of it at the moment.
    fn player(&mut self, shown: Shown) -> Option<&mut Player> {
        let film = self.film.as_mut()?;
        match shown {
            Shown::Live => None,
            Shown::Search => Some(&mut film.trace.player),
            Shown::Solution => film.solution.as_mut(),
        }
    }

    /// The same, to be looked at.
    pub(crate) fn played(&self, shown: Shown) -> Option<&Player> {
        let film = self.film.as_ref()?;
        match shown {
            Shown::Live => None,
            Shown::Search => Some(&film.trace.player),
            Shown::Solution => film.solution.as_ref(),
        }
    }
}

impl Stage {
    /// The beginning: searches that are about to run, on the picture of the instance.
    pub(crate) fn new(panes: Vec<Pane>) -> Self {
        Stage {
            panes,
            shown: Shown::Live,
            moment: 0,
            playing: true,
            left: false,
            enough: false,
            speed: 0,
            rest: 0.0,
        }
    }

    /// Plays a film from its beginning, as fast as makes it last about a quarter of a minute.
    pub(crate) fn play(&mut self, shown: Shown) {
        (self.shown, self.playing, self.rest) = (shown, true, 0.0);
        let wanted = (self.events() as f64 / LASTS).max(1.0);
        let apart = |speed: &u32| (rate(*speed) as f64 / wanted).ln().abs();
        let nearest = (0..=FASTEST).min_by(|one, two| apart(one).total_cmp(&apart(two)));
        self.speed = nearest.unwrap_or(0);
        self.go(0);
    }

    /// Whether all searches are finished.
    pub(crate) fn finished(&self) -> bool {
        self.panes.iter().all(|pane| pane.film.is_some())
    }

    /// Whether there is a solution to be played.
    pub(crate) fn solved(&self) -> bool {
        let solution = |pane: &Pane| pane.film.as_ref().is_some_and(|film| film.solution.is_some());
        self.panes.iter().any(solution)
    }

    /// The number of events of the longest film.
    pub(crate) fn events(&self) -> u64 {
        let events = |pane: &Pane| Some(pane.played(self.shown)?.recording().events());
        self.panes.iter().filter_map(events).max().unwrap_or(0)
    }

    /// Events a second.
    pub(crate) fn speed(&self) -> u64 {
        rate(self.speed)
    }

    /// Lets time pass.
    pub(crate) fn tick(&mut self, passed: Duration) {
        if self.shown == Shown::Live || !self.playing {
            return;
        }
        self.rest += passed.as_secs_f64() * self.speed() as f64;
        let whole = self.rest.floor();
        self.rest -= whole;
        if whole >= 1.0 {
            self.go(self.moment.saturating_add(whole as u64));
        }
        if self.moment == self.events() {
            self.playing = false;
        }
    }

    /// Does what a key asks for.
    pub(crate) fn key(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.left = true,
            KeyCode::Char('q') | KeyCode::Esc => self.left = true,
            KeyCode::Char(' ') if self.shown == Shown::Live => self.enough = true,
            _ if self.shown == Shown::Live => {}
            KeyCode::Char('s') if self.shown == Shown::Solution => self.play(Shown::Search),
            KeyCode::Char('s') if self.solved() => self.play(Shown::Solution),
            _ => self.seek(key.code),
        }
    }

    /// Goes where a key asks for in the film.
    fn seek(&mut self, code: KeyCode) {
        let tenth = (self.events() / 10).max(1);
        match code {
            KeyCode::Char(' ') => {
                // At the end there is nothing to play but all of it again.
                if !self.playing && self.moment == self.events() {
                    self.go(0);
                }
                self.playing = !self.playing;
            }
            KeyCode::Right | KeyCode::Char('l') => self.step(1),
            KeyCode::Left | KeyCode::Char('h') => self.step(-1),
            KeyCode::Up | KeyCode::Char('+' | 'k') => self.speed = (self.speed + 1).min(FASTEST),
            KeyCode::Down | KeyCode::Char('-' | 'j') => self.speed = self.speed.saturating_sub(1),
            KeyCode::PageDown => self.go(self.moment.saturating_add(tenth)),
            KeyCode::PageUp => self.go(self.moment.saturating_sub(tenth)),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(u64::MAX),
            KeyCode::Char(digit @ '0'..='9') => {
                let tenths = u128::from(u32::from(digit) - u32::from('0'));
                self.go((u128::from(self.events()) * tenths / 10) as u64);
            }
            _ => {}
        }
    }

    /// Pauses, and goes on or back by one event; by one picture where events were not kept.
    fn step(&mut self, by: i64) {
        self.playing = false;
        let asked = self.moment.saturating_add_signed(by);
        self.go(asked);
        // A search whose events were not all kept shows the nearest moment before the one asked for.
        let shown = self.shown;
        let longest = self.panes.iter_mut().filter_map(|pane| pane.player(shown)).find(|player| {
            player.recording().events() >= asked && player.recording().kept() < asked
        });
        if let Some(player) = longest {
            if by > 0 {
                player.forward();
            }
            let moment = player.moment();
            self.go(moment);
        }
    }

    fn go(&mut self, moment: u64) {
        self.moment = moment.min(self.events());
        for pane in &mut self.panes {
            if let Some(player) = pane.player(self.shown) {
                player.seek(self.moment);
            }
        }
    }
}

/// Events a second by the number of a speed.
fn rate(speed: u32) -> u64 {
    [1, 2, 5][speed as usize % 3] * 10u64.pow(speed / 3)
}
