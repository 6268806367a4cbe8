//! What is watched, and where in it we are. Knows no terminal: keys and time come in, moments come
//! out.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::trace::Trace;

/// The fastest play: ten million events a second.
const FASTEST: u32 = 21;

/// Searches side by side, all at the same moment.
pub(crate) struct Stage {
    pub(crate) traces: Vec<Trace>,
    pub(crate) moment: u64,
    pub(crate) playing: bool,
    pub(crate) left: bool,
    /// Events a second: 1, 2, 5, 10 and so on.
    speed: u32,
    /// The part of an event that is still to be played.
    rest: f64,
}

impl Stage {
    /// The beginning, playing slowly enough to follow.
    pub(crate) fn new(traces: Vec<Trace>) -> Self {
        let mut stage =
            Stage { traces, moment: 0, playing: true, left: false, speed: 3, rest: 0.0 };
        stage.go(0);
        stage
    }

    /// The number of events of the longest search.
    pub(crate) fn events(&self) -> u64 {
        let events = self.traces.iter().map(|trace| trace.player.recording().events());
        events.max().unwrap_or(0)
    }

    /// Events a second.
    pub(crate) fn speed(&self) -> u64 {
        [1, 2, 5][self.speed as usize % 3] * 10u64.pow(self.speed / 3)
    }

    /// Lets time pass.
    pub(crate) fn tick(&mut self, passed: Duration) {
        if !self.playing {
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
        let tenth = (self.events() / 10).max(1);
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.left = true,
            KeyCode::Char('q') | KeyCode::Esc => self.left = true,
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
        let longest = self.traces.iter_mut().find(|trace| {
            trace.player.recording().events() >= asked && trace.player.recording().kept() < asked
        });
        if let Some(trace) = longest {
            if by > 0 {
                trace.player.forward();
            }
            let moment = trace.player.moment();
            self.go(moment);
        }
    }

    fn go(&mut self, moment: u64) {
        self.moment = moment.min(self.events());
        for trace in &mut self.traces {
            trace.player.seek(self.moment);
        }
    }
}
