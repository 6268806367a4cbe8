//! A game in play, and what is said of it. Knows no terminal: keys come in, a position and words come out.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tabuleiro::board::{Size, Square};
use tabuleiro::contract::BrushInput;
use tabuleiro::explain::{Advice, Step};
use tabuleiro::game::{Game, Winnable};
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::play::{Action, Move, PlayState};
use tabuleiro::{Limit, Limits, Outcome, tell};

use crate::arguments::Arguments;
use crate::lessons;

/// How long a question may take unless told otherwise: a person waits for the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Digits of the longest number that is typed.
const DIGITS: usize = 4;

/// How much of a hint was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hinted {
    /// Where to look.
    Where,
    /// Why, and what follows.
    Why,
}

/// What a key asks of the owner of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// An answer that may take long.
    Ask(Question),
    /// The position in a file.
    Save,
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// What comes next?
    Advice,
    /// Can it still be won? Good news are told only where they were asked for.
    Verdict { asked: bool },
}

/// An answer to one.
pub(crate) enum Answer {
    Advice(Result<Advice, Limit>),
    Verdict { found: Winnable, asked: bool },
}

/// Answers a question about a position.
pub(crate) fn ask(game: &dyn Game, question: Question, limits: &Limits) -> Answer {
    match question {
        Question::Advice => Answer::Advice(game.advise(limits).map(|report| report.result)),
        Question::Verdict { asked } => {
            Answer::Verdict { found: game.verdict(limits).result, asked }
        }
    }
}

/// A game, a cursor, and the latest words about it.
pub(crate) struct Round<'a> {
    pub(crate) game: Box<dyn Game>,
    pub(crate) kind: &'a dyn Kind,
    pub(crate) arguments: &'a Arguments,
    pub(crate) size: Size,
    /// The limits of one question.
    pub(crate) limits: Limits,
    pub(crate) cursor: Square,
    /// Where a move from one square to another begins.
    pub(crate) from: Option<Square>,
    /// The digits typed so far.
    pub(crate) typed: String,
    /// The hint being told.
    pub(crate) hint: Option<(Step, Hinted)>,
    pub(crate) said: Vec<String>,
    /// Whether every move is followed by a verdict.
    pub(crate) warns: bool,
    pub(crate) left: bool,
    actions: &'static [Action],
    /// Which of them is chosen.
    action: usize,
}

impl<'a> Round<'a> {
    pub(crate) fn new(
        kind: &'a dyn Kind,
        game: Box<dyn Game>,
        size: Size,
        arguments: &'a Arguments,
    ) -> Self {
        let time = arguments.limits.time.unwrap_or(PATIENCE);
        let actions = kind.lessons().map_or(&[][..], |lessons| lessons.actions);
        Round {
            game,
            kind,
            arguments,
            size,
            // Each question has the time to itself.
            limits: Limits { time: Some(time), begun: None, ..arguments.limits.clone() },
            cursor: Square { row: size.rows / 2, col: size.cols / 2 },
            from: None,
            typed: String::new(),
            hint: None,
            said: Vec::new(),
            warns: false,
            left: false,
            actions,
            action: 0,
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.kind.about().name
    }

    fn lang(&self) -> Lang {
        self.arguments.lang
    }

    /// What is to be done with the next square, as it is called.
    pub(crate) fn action(&self) -> &'static str {
        let action = self.actions.get(self.action);
        let key = action.map(|action| format!("{}.action.{}", self.name(), action.name));
        key.map_or("", |key| self.lang().say(&key))
    }

    /// What the chosen action can do at the cursor, shortly: numbers, squares to go to, or that it can be done.
    pub(crate) fn here(&self) -> String {
        let Some(action) = self.actions.get(self.action) else { return String::new() };
        let begin = self.from.unwrap_or(self.cursor);
        let moves = self.game.moves(begin).into_iter().filter(|made| made.action == action.name);
        let told: Vec<String> = moves
            .map(|made| match (action.of, made.value, made.to) {
                (BrushInput::Value, Some(value), _) => value.to_string(),
                (BrushInput::Pair, _, Some(to)) => to.to_string(),
                _ => made.message(self.name()).text(self.lang()),
            })
            .collect();
        let gap = if action.of == BrushInput::Value { " " } else { "; " };
        if told.is_empty() { "–".to_owned() } else { told.join(gap) }
    }

    /// The squares that a move with the chosen action leads to from the cursor.
    pub(crate) fn targets(&self) -> Vec<Square> {
        let Some(action) = self.actions.get(self.action) else { return Vec::new() };
        let moves = self.game.moves(self.from.unwrap_or(self.cursor)).into_iter();
        moves.filter(|made| made.action == action.name).filter_map(|made| made.to).collect()
    }

    /// Whether the chosen action, if it is about a square alone, can be done there.
    pub(crate) fn can_act(&self, at: Square) -> bool {
        let action = self.actions.get(self.action).filter(|action| action.of == BrushInput::Cell);
        let can = |name: &str| self.game.moves(at).iter().any(|made| made.action == name);
        action.is_some_and(|action| can(action.name))
    }

    /// Does what a key asks for, or says what else is to be done.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Option<Request> {
        if let KeyCode::Char(digit @ '0'..='9') = key.code {
            return self.digit(digit);
        }
        let Square { row, col } = self.cursor;
        let mut request = None;
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => self.left = true,
            KeyCode::Char('q') => self.left = true,
            KeyCode::Esc => (self.from, self.hint) = (None, None),
            KeyCode::Up => self.cursor.row = row.saturating_sub(1),
            KeyCode::Down => self.cursor.row = (row + 1).min(self.size.rows - 1),
            KeyCode::Left => self.cursor.col = col.saturating_sub(1),
            KeyCode::Right => self.cursor.col = (col + 1).min(self.size.cols - 1),
            KeyCode::Home => self.cursor.col = 0,
            KeyCode::End => self.cursor.col = self.size.cols - 1,
            KeyCode::PageUp => self.cursor.row = 0,
            KeyCode::PageDown => self.cursor.row = self.size.rows - 1,
            KeyCode::Tab if !self.actions.is_empty() => {
                self.action = (self.action + 1) % self.actions.len();
                self.from = None;
            }
            KeyCode::Enter | KeyCode::Char(' ') => request = self.act(),
            KeyCode::Char('u') | KeyCode::Backspace => {
                let undone = self.game.undo();
                self.told_move("play.undone", undone);
            }
            KeyCode::Char('r') => {
                let redone = self.game.redo();
                self.told_move("play.redone", redone);
            }
            KeyCode::Char('h' | '?') => request = self.hint(),
            KeyCode::Char('c') => self.check(),
            KeyCode::Char('v') => request = Some(Request::Ask(Question::Verdict { asked: true })),
            KeyCode::Char('w') => {
                self.warns = !self.warns;
                let key = if self.warns { "play.warns" } else { "play.warns-not" };
                self.said = vec![self.lang().say(key).to_owned()];
            }
            KeyCode::Char('s') => request = Some(Request::Save),
            _ => {}
        }
        self.typed.clear();
        request
    }

    /// Acts on the cursor: the first of two squares is remembered, a number is awaited.
    fn act(&mut self) -> Option<Request> {
        let action = self.actions.get(self.action)?;
        let made = Move { action: action.name, at: self.cursor, to: None, value: None };
        match (action.of, self.from) {
            (BrushInput::Cell, _) => return self.make(made),
            (BrushInput::Pair, None) => self.from = Some(self.cursor),
            (BrushInput::Pair, Some(from)) if from == self.cursor => self.from = None,
            (BrushInput::Pair, Some(from)) => {
                self.from = None;
                return self.make(Move { at: from, to: Some(self.cursor), ..made });
            }
            (BrushInput::Value, _) => match self.typed.parse() {
                Ok(value) => return self.make(Move { value: Some(value), ..made }),
                Err(_) => self.said = vec![self.lang().say("play.number").to_owned()],
            },
        }
        None
    }

    /// Takes a digit; a number that no legal move goes on from is made at once.
    fn digit(&mut self, digit: char) -> Option<Request> {
        let action = self.actions.get(self.action)?;
        if action.of != BrushInput::Value {
            return None;
        }
        self.typed.push(digit);
        let longer = self.game.moves(self.cursor).into_iter().any(|made| {
            let value = made.value.map(|value| value.to_string()).unwrap_or_default();
            made.action == action.name
                && value.len() > self.typed.len()
                && value.starts_with(&self.typed)
        });
        if longer && self.typed.len() < DIGITS {
            return None;
        }
        let request = self.act();
        self.typed.clear();
        request
    }

    fn make(&mut self, made: Move) -> Option<Request> {
        match self.game.make(made) {
            Ok(()) => self.told_move("play.made", Some(made)),
            Err(fault) => {
                let help = fault.help(self.lang());
                self.said = [fault.message(self.lang())].into_iter().chain(help).collect();
                return None;
            }
        }
        let goes_on = self.warns && self.game.state() == PlayState::Going;
        goes_on.then_some(Request::Ask(Question::Verdict { asked: false }))
    }

    /// Says that a move was made or taken back, and how the position stands then.
    fn told_move(&mut self, key: &str, made: Option<Move>) {
        self.hint = None;
        let Some(made) = made else {
            self.said = vec![self.lang().say("play.none").to_owned()];
            return;
        };
        self.cursor = made.to.unwrap_or(made.at);
        let words = made.message(self.name());
        self.said = vec![Message::new(key).with("move", words).text(self.lang())];
        if self.game.state() != PlayState::Going {
            self.said.push(self.state());
        }
    }

    /// How the position stands, in words.
    pub(crate) fn state(&self) -> String {
        self.lang().say(&format!("play.state.{}", self.game.state().word())).to_owned()
    }

    /// A hint in three steps: where, why, and then the step is taken.
    fn hint(&mut self) -> Option<Request> {
        match self.hint.take() {
            None => return Some(Request::Ask(Question::Advice)),
            Some((step, Hinted::Where)) => self.tell(step, Hinted::Why),
            Some((step, Hinted::Why)) => {
                let mut request = None;
                for made in step.moves {
                    request = self.make(made);
                }
                return request;
            }
        }
        None
    }

    fn tell(&mut self, step: Step, told: Hinted) {
        let lang = self.lang();
        let mut said = match told {
            Hinted::Where => vec![step.place.text(lang)],
            Hinted::Why => vec![lessons::title(self.name(), &step, lang), step.message.text(lang)],
        };
        let more = if told == Hinted::Where { "play.hint.why" } else { "play.hint.do" };
        // A long story may leave no room for what comes after it.
        said.insert(1, lang.say(more).to_owned());
        if told == Hinted::Why {
            said.extend(step.story.iter().map(|line| line.text(lang)));
            self.cursor = step.moves.first().map_or(self.cursor, |first| first.at);
        }
        (self.said, self.hint) = (said, Some((step, told)));
    }

    /// Takes an answer.
    pub(crate) fn answer(&mut self, answer: Answer) {
        match answer {
            Answer::Advice(Ok(Advice::Step(step))) => self.tell(*step, Hinted::Where),
            Answer::Advice(Ok(Advice::Won)) => self.said = vec![self.state()],
            Answer::Advice(Ok(Advice::Faulty(_))) => self.check(),
            Answer::Advice(Ok(Advice::Lost)) => {
                self.said = vec![
                    self.lang().say("play.lost").to_owned(),
                    self.lang().say("play.lost.why").to_owned(),
                ];
            }
            Answer::Advice(Ok(Advice::Nothing)) => {
                self.said = vec![self.lang().say("hint.nothing").to_owned()];
            }
            Answer::Advice(Err(limit)) => self.said = vec![self.cut(limit)],
            Answer::Verdict { found, asked } => self.judged(&found, asked),
        }
    }

    fn cut(&self, limit: Limit) -> String {
        let reason = tell::limit_words(limit, &self.limits);
        Message::new("play.cut").with("reason", reason).text(self.lang())
    }

    /// The rules that are broken.
    fn check(&mut self) {
        let faults = self.game.faults();
        let mut said = lessons::faulty(&faults, self.lang());
        if said.is_empty() {
            said.push(self.lang().say("play.no-faults").to_owned());
        }
        said.push(self.state());
        (self.said, self.hint) = (said, None);
    }

    fn judged(&mut self, found: &Winnable, asked: bool) {
        if !asked && !matches!(found.outcome, Outcome::Impossible(_)) {
            return;
        }
        self.hint = None;
        if asked {
            self.said.clear();
        }
        let made = self.game.history().made();
        self.said.extend(lessons::verdict(found, made, (self.name(), &self.limits, self.lang())));
    }
}
