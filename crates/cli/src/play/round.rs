//! A game in play, and what is said of it. Knows no terminal: keys come in, a position and words come
//! out.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tabuleiro::board::{Size, Square};
use tabuleiro::contract::BrushInput;
use tabuleiro::explain::{Advice, Step};
use tabuleiro::game::Game;
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::play::{Action, Move, PlayState};
use tabuleiro::{Limits, Outcome, tell};

use crate::arguments::Arguments;

/// How long a question may take unless told otherwise: a person waits for the answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// How much of a hint was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// Where to look.
    Where,
    /// Why, and what follows.
    Why,
}

/// A game, a cursor, and the latest words about it.
pub(crate) struct Round {
    pub(crate) game: Box<dyn Game>,
    pub(crate) size: Size,
    pub(crate) title: &'static str,
    pub(crate) lang: Lang,
    pub(crate) limits: Limits,
    pub(crate) cursor: Square,
    /// Where a move from one square to another begins.
    pub(crate) from: Option<Square>,
    /// The digits typed so far.
    pub(crate) typed: String,
    /// The hint being told.
    pub(crate) hint: Option<(Step, Told)>,
    pub(crate) said: Vec<String>,
    /// Whether every move is followed by a verdict.
    pub(crate) warns: bool,
    pub(crate) left: bool,
    name: &'static str,
    actions: &'static [Action],
    /// Which of them is chosen.
    action: usize,
}

impl Round {
    pub(crate) fn new(
        kind: &dyn Kind,
        game: Box<dyn Game>,
        size: Size,
        arguments: &Arguments,
    ) -> Self {
        let name = kind.about().name;
        let lang = arguments.lang;
        let time = arguments.limits.time.unwrap_or(PATIENCE);
        let actions = kind.lessons().map_or(&[][..], |lessons| lessons.actions);
        Round {
            game,
            size,
            title: lang.say(&format!("{name}.title")),
            lang,
            // Each question has the time to itself.
            limits: Limits { time: Some(time), begun: None, ..arguments.limits.clone() },
            cursor: Square { row: size.rows / 2, col: size.cols / 2 },
            from: None,
            typed: String::new(),
            hint: None,
            said: Vec::new(),
            warns: false,
            left: false,
            name,
            actions,
            action: 0,
        }
    }

    /// What is to be done with the next square, as it is called.
    pub(crate) fn action(&self) -> &'static str {
        let action = self.actions.get(self.action);
        action.map_or("", |action| self.lang.say(&format!("{}.action.{}", self.name, action.name)))
    }

    /// The moves that are legal at the cursor, in words.
    pub(crate) fn here(&self) -> Vec<String> {
        let moves = self.game.moves(self.cursor);
        moves.iter().map(|made| made.message(self.name).text(self.lang)).collect()
    }

    /// Does what a key asks for.
    pub(crate) fn key(&mut self, key: KeyEvent) {
        let Square { row, col } = self.cursor;
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.left = true,
            KeyCode::Char('q') => self.left = true,
            KeyCode::Esc => (self.from, self.hint) = (None, None),
            KeyCode::Up => self.cursor.row = row.saturating_sub(1),
            KeyCode::Down => self.cursor.row = (row + 1).min(self.size.rows - 1),
            KeyCode::Left => self.cursor.col = col.saturating_sub(1),
            KeyCode::Right => self.cursor.col = (col + 1).min(self.size.cols - 1),
            KeyCode::Tab if !self.actions.is_empty() => {
                self.action = (self.action + 1) % self.actions.len();
                self.from = None;
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.act(),
            KeyCode::Char(digit @ '0'..='9') => return self.digit(digit),
            KeyCode::Char('u') => {
                let undone = self.game.undo();
                self.told_move("play.undone", undone);
            }
            KeyCode::Char('r') => {
                let redone = self.game.redo();
                self.told_move("play.redone", redone);
            }
            KeyCode::Char('h') => self.advise(),
            KeyCode::Char('c') => self.check(),
            KeyCode::Char('v') => self.verdict(true),
            KeyCode::Char('w') => {
                self.warns = !self.warns;
                let key = if self.warns { "play.warns" } else { "play.warns-not" };
                self.said = vec![self.lang.say(key).to_owned()];
            }
            _ => {}
        }
        self.typed.clear();
    }

    /// Acts on the cursor: the first of two squares is remembered, a number is awaited.
    fn act(&mut self) {
        let Some(action) = self.actions.get(self.action) else { return };
        let made = Move { action: action.name, at: self.cursor, to: None, value: None };
        match (action.of, self.from) {
            (BrushInput::Cell, _) => self.make(made),
            (BrushInput::Pair, None) => self.from = Some(self.cursor),
            (BrushInput::Pair, Some(from)) if from == self.cursor => self.from = None,
            (BrushInput::Pair, Some(from)) => {
                self.from = None;
                self.make(Move { at: from, to: Some(self.cursor), ..made });
            }
            (BrushInput::Value, _) => match self.typed.parse() {
                Ok(value) => self.make(Move { value: Some(value), ..made }),
                Err(_) => self.said = vec![self.lang.say("play.number").to_owned()],
            },
        }
    }

    /// Takes a digit; a number that no legal move goes on from is made at once.
    fn digit(&mut self, digit: char) {
        let Some(action) = self.actions.get(self.action) else { return };
        if action.of != BrushInput::Value {
            return;
        }
        self.typed.push(digit);
        let longer = self.game.moves(self.cursor).into_iter().any(|made| {
            let value = made.value.map(|value| value.to_string()).unwrap_or_default();
            value.len() > self.typed.len() && value.starts_with(&self.typed)
        });
        if !longer || self.typed.len() > 4 {
            self.act();
            self.typed.clear();
        }
    }

    fn make(&mut self, made: Move) {
        match self.game.make(made) {
            Ok(()) => self.told_move("play.made", Some(made)),
            Err(fault) => {
                let help = fault.help(self.lang);
                self.said = [fault.message(self.lang)].into_iter().chain(help).collect();
            }
        }
        if self.warns && self.game.state() == PlayState::Going {
            self.verdict(false);
        }
    }

    /// Says that a move was made or taken back, and how the position stands then.
    fn told_move(&mut self, key: &str, made: Option<Move>) {
        self.hint = None;
        let Some(made) = made else {
            self.said = vec![self.lang.say("play.none").to_owned()];
            return;
        };
        self.cursor = made.to.unwrap_or(made.at);
        let words = made.message(self.name);
        self.said = vec![Message::new(key).with("move", words).text(self.lang)];
        if self.game.state() != PlayState::Going {
            self.said.push(self.state());
        }
    }

    /// How the position stands, in words.
    pub(crate) fn state(&self) -> String {
        self.lang.say(&format!("play.state.{}", self.game.state().word())).to_owned()
    }

    /// A hint in three steps: where, why, and then the move is made.
    fn advise(&mut self) {
        if let Some((step, told)) = self.hint.take() {
            match told {
                Told::Where => self.tell(step, Told::Why),
                Told::Why => step.moves.into_iter().for_each(|made| self.make(made)),
            }
            return;
        }
        let key = match self.game.advise(&self.limits) {
            Ok(report) => match report.result {
                Advice::Step(step) => return self.tell(*step, Told::Where),
                Advice::Won => "play.state.won",
                Advice::Faulty(_) => return self.check(),
                Advice::Lost => return self.verdict(true),
                Advice::Nothing => "play.no-hint",
            },
            Err(limit) => {
                let words = tell::limit_words(limit, &self.limits, self.lang);
                self.said = vec![Message::new("play.cut").with("reason", words).text(self.lang)];
                return;
            }
        };
        self.said = vec![self.lang.say(key).to_owned()];
    }

    fn tell(&mut self, step: Step, told: Told) {
        let lang = self.lang;
        let technique = lang.say(&format!("{}.technique.{}", self.name, step.technique));
        self.said = match told {
            Told::Where => vec![step.place.text(lang)],
            Told::Why => {
                let reason = [format!("{technique}: {}", step.message.text(lang))];
                reason.into_iter().chain(step.story.iter().map(|line| line.text(lang))).collect()
            }
        };
        let more = if told == Told::Where { "play.hint.why" } else { "play.hint.do" };
        self.said.insert(1, lang.say(more).to_owned());
        self.hint = Some((step, told));
    }

    /// The rules that are broken.
    fn check(&mut self) {
        let faults = self.game.faults();
        let mut said: Vec<String> =
            faults.iter().map(|fault| fault.message.text(self.lang)).collect();
        if said.is_empty() {
            said.push(self.lang.say("play.no-faults").to_owned());
        }
        said.push(self.state());
        (self.said, self.hint) = (said, None);
    }

    /// Whether it can still be won; good news are told only where they were asked for.
    fn verdict(&mut self, asked: bool) {
        let (lang, limits) = (self.lang, &self.limits);
        let report = self.game.verdict(limits);
        self.hint = None;
        let found = report.result;
        let said = match &found.outcome {
            Outcome::Solved(_) | Outcome::Unknown(_) if !asked => return,
            Outcome::Solved(moves) => {
                vec![Message::new("play.winnable").with("n", moves.len()).text(lang)]
            }
            Outcome::Unknown(limit) => {
                let words = tell::limit_words(*limit, limits, lang);
                vec![Message::new("play.cut").with("reason", words).text(lang)]
            }
            outcome @ Outcome::Impossible(_) => {
                let made = self.game.history().made();
                let since = match found.since.and_then(|since| made.get(since).map(|m| (since, m)))
                {
                    Some((since, lost)) => Message::new("play.since")
                        .with("n", since + 1)
                        .with("move", lost.message(self.name)),
                    None => Message::new("play.never"),
                };
                vec![
                    lang.say("play.lost").to_owned(),
                    tell::verdict(outcome, limits, lang).text(lang),
                    since.text(lang),
                ]
            }
        };
        if asked {
            self.said.clear();
        }
        self.said.extend(said);
    }
}
