//! Explanations: the next step from a position and why it follows, and how hard an instance is.
//!
//! A [`Step`] is data: premises, a conclusion, and words for both. It is shown only after
//! [`Play::entails`], which knows no finder, has confirmed that the premises hold and entail the
//! conclusion.

use std::sync::Arc;

use search::Outcome;
use serde_json::{Value, json};

use crate::board::Square;
use crate::canvas::Canvas;
use crate::contract::{Limit, Meter, Puzzle, Show};
use crate::game::{Game, Playing};
use crate::locale::{Lang, Message};
use crate::play::{Action, Fault, Move, Play};
use crate::run::search_default;
use crate::scene::Tone;
use crate::text::{Diagnostic, Source};

/// A way of reasoning. Its title is `NAME.technique.X`, what it is `NAME.technique.X.about`.
#[derive(Debug, PartialEq, Eq)]
pub struct Technique {
    /// Its name.
    pub name: &'static str,
    /// What it costs a person, in tenths: the scale of Sudoku Explainer.
    pub cost: u32,
}

/// Something that is said of a position: a premise, or a conclusion. In words it is
/// `NAME.assertion.RULE` with `squares` and `values`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// What is said.
    pub rule: &'static str,
    /// Of which squares, in an order that the rule knows.
    pub squares: Vec<Square>,
    /// With which numbers.
    pub values: Vec<i32>,
}

impl Assertion {
    /// In words.
    pub fn message(&self, puzzle: &str) -> Message {
        let squares: Vec<String> = self.squares.iter().map(|at| format!("({at})")).collect();
        let values: Vec<String> = self.values.iter().map(i32::to_string).collect();
        Message::new(format!("{puzzle}.assertion.{}", self.rule))
            .with("squares", squares.join(", "))
            .with("values", values.join(", "))
    }

    /// As data: squares as (row, column), from 1.
    pub fn json(&self) -> Value {
        let square = |at: &Square| json!([u64::from(at.row) + 1, u64::from(at.col) + 1]);
        let squares: Vec<Value> = self.squares.iter().map(square).collect();
        json!({ "rule": self.rule, "squares": squares, "values": self.values })
    }
}

/// What a square has to do with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SquareRole {
    /// A premise speaks of it.
    Premise,
    /// The conclusion speaks of it.
    Conclusion,
}

impl SquareRole {
    /// How it is painted.
    pub fn tone(self) -> Tone {
        match self {
            SquareRole::Premise => Tone::Premise,
            SquareRole::Conclusion => Tone::Conclusion,
        }
    }
}

/// One step of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name of its [`Technique`].
    pub technique: &'static str,
    /// What it costs in tenths: that of its technique, or more where it has more premises.
    pub cost: u32,
    /// What it follows from: clues, facts of the board, earlier conclusions.
    pub premises: Vec<Assertion>,
    /// What follows.
    pub conclusion: Vec<Assertion>,
    /// What a person does about it: the conclusion as moves.
    pub moves: Vec<Move>,
    /// The squares it speaks of; a square that both speak of belongs to the conclusion.
    pub squares: Vec<(Square, SquareRole)>,
    /// Where to look, without saying why.
    pub place: Message,
    /// Why the conclusion follows.
    pub message: Message,
    /// The argument line by line, where one sentence is too short for it.
    pub story: Vec<Message>,
}

impl Step {
    /// The square that is concluded, if the conclusion, the moves and the squares say the same: that this
    /// rule holds of one square, and that the move is the one to there.
    pub fn concluded(&self, rule: &str, go: fn(Square) -> Move) -> Option<Square> {
        let [said] = &self.conclusion[..] else { return None };
        let &[to] = &said.squares[..] else { return None };
        let mut marked = self.squares.iter().filter(|(_, role)| *role == SquareRole::Conclusion);
        let same = said.rule == rule
            && said.values.is_empty()
            && self.moves == [go(to)]
            && marked.next() == Some(&(to, SquareRole::Conclusion))
            && marked.next().is_none();
        same.then_some(to)
    }

    /// As data, with its words in a language.
    pub fn json(&self, puzzle: &str, lang: Lang) -> Value {
        let said = |list: &[Assertion]| -> Vec<Value> {
            let one = |each: &Assertion| {
                let mut value = each.json();
                value["text"] = each.message(puzzle).text(lang).into();
                value
            };
            list.iter().map(one).collect()
        };
        let squares = |role: SquareRole| -> Vec<Value> {
            let of_role = self.squares.iter().filter(|(_, is)| *is == role);
            of_role.map(|(at, _)| json!([u64::from(at.row) + 1, u64::from(at.col) + 1])).collect()
        };
        json!({
            "technique": self.technique,
            "cost": f64::from(self.cost) / 10.0,
            "where": self.place.text(lang),
            "why": self.message.text(lang),
            "story": self.story.iter().map(|line| line.text(lang)).collect::<Vec<_>>(),
            "premises": said(&self.premises),
            "conclusion": said(&self.conclusion),
            "moves": self.moves.iter().map(Move::json).collect::<Vec<_>>(),
            "squares": {
                "premise": squares(SquareRole::Premise),
                "conclusion": squares(SquareRole::Conclusion),
            },
        })
    }
}

/// What there is to say to somebody who asks for the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// This one.
    Step(Box<Step>),
    /// None is needed: the puzzle is solved.
    Won,
    /// Rules are broken.
    Faulty(Vec<Fault>),
    /// No rule is broken, but the position cannot be won: a [verdict](Game::verdict) says why.
    Lost,
    /// Nothing that the puzzle knows applies.
    Nothing,
}

impl Advice {
    /// The word used in data formats.
    pub fn word(&self) -> &'static str {
        match self {
            Advice::Step(_) => "step",
            Advice::Won => "won",
            Advice::Faulty(_) => "faulty",
            Advice::Lost => "lost",
            Advice::Nothing => "nothing",
        }
    }
}

/// How hard an instance is for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// One of [`Generate::LEVELS`](crate::contract::Generate::LEVELS); nothing if there are none, or if
    /// this instance cannot be rated.
    pub level: Option<&'static str>,
    /// What makes it so hard, or why it cannot be rated.
    pub reason: Message,
    /// The steps of its solution, where techniques find them.
    pub ladder: Option<Climb>,
    /// What else is known of its difficulty.
    pub facts: Vec<Message>,
}

/// What a solution takes, by techniques.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Climb {
    /// The name of the hardest technique that is needed; nothing where none is.
    pub hardest: Option<&'static str>,
    /// The cost of the hardest step, in tenths.
    pub cost: u32,
    /// The cost of all rounds, in tenths. Steps of one technique that can be taken together are one
    /// round, so that the order of steps does not matter.
    pub effort: u64,
    /// How many rounds each technique was used in, the easiest first.
    pub rounds: Vec<(&'static str, u64)>,
}

/// Explaining. All of it obeys the limits of the meter.
pub trait Explain<L>: Play + Show<L> {
    /// From the easiest to the hardest.
    const TECHNIQUES: &'static [Technique] = &[];

    /// Adds what a person has done so far to the picture of the instance.
    fn show(&self, position: &Self::Position, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit>;

    /// The easiest next step from a position.
    fn advise(&self, _: &Self::Position, _: &mut Meter<'_>) -> Result<Advice, Limit> {
        Ok(Advice::Nothing)
    }

    /// Adds a step to the picture of the position it is a step from.
    fn illustrate(
        &self,
        _: &Self::Position,
        step: &Step,
        canvas: &mut Canvas<'_, '_>,
    ) -> Result<(), Limit> {
        step.squares.iter().try_for_each(|&(at, role)| canvas.tone(at, role.tone()))
    }

    /// Why a move from a position loses: a step whose conclusion the move contradicts. Nothing where no
    /// technique shows it.
    fn why_not(
        &self,
        _: &Self::Position,
        _: Move,
        _: &mut Meter<'_>,
    ) -> Result<Option<Step>, Limit> {
        Ok(None)
    }

    /// Whether a position can still be won: the moves that win, or why there are none. What is said
    /// is verified before anybody sees it.
    fn winnable(
        &self,
        position: &Self::Position,
        meter: &mut Meter<'_>,
    ) -> Outcome<Vec<Move>, Self::Argument> {
        let Some(rest) = self.remaining(position) else {
            return Outcome::Unknown(Limit::Incomplete);
        };
        match search_default(&rest, meter) {
            Outcome::Solved(solution) => Outcome::Solved(self.continuation(position, &solution)),
            Outcome::Impossible(proof) => Outcome::Impossible(proof),
            Outcome::Unknown(limit) => Outcome::Unknown(limit),
        }
    }

    /// The same without a reason.
    fn is_winnable(&self, position: &Self::Position, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        match self.winnable(position, meter) {
            Outcome::Solved(_) => Ok(true),
            Outcome::Impossible(_) => Ok(false),
            Outcome::Unknown(limit) => Err(limit),
        }
    }
}

/// Opens a game from the beginning, or from where a text says.
type Opener<P> = fn(&Arc<P>, Option<&Source>) -> Result<Box<dyn Game>, Diagnostic>;

/// How a puzzle is played and explained, as a value: what [`Show::LESSONS`] holds.
pub struct Lessons<P: Puzzle> {
    /// What frontends need to know.
    pub about: AboutLessons,
    pub(crate) play: Opener<P>,
    pub(crate) moves: fn(&P, &P::Solution) -> Vec<Move>,
}

impl<P: Puzzle> Lessons<P> {
    /// The lessons of a puzzle that implements [`Play`] and [`Explain`].
    pub const fn new<L: 'static>() -> Self
    where
        P: Explain<L>,
    {
        Lessons {
            about: AboutLessons { actions: P::ACTIONS, techniques: P::TECHNIQUES },
            play: Playing::<P, L>::open,
            moves: |puzzle, solution| puzzle.continuation(&puzzle.begin(), solution),
        }
    }
}

/// What frontends need to know of a puzzle that can be played.
#[derive(Clone, Copy, Debug)]
pub struct AboutLessons {
    /// What can be done.
    pub actions: &'static [Action],
    /// The techniques of its explanations, from the easiest to the hardest.
    pub techniques: &'static [Technique],
}

impl AboutLessons {
    /// The name of an action, if there is such an action.
    pub fn action(&self, name: &str) -> Result<&'static str, Diagnostic> {
        let known = self.actions.iter().find(|action| action.name == name);
        known.map(|action| action.name).ok_or_else(|| {
            let words: Vec<&str> = self.actions.iter().map(|action| action.name).collect();
            Diagnostic::new("B0110").with("name", name).with("known", words.join(", "))
        })
    }
}
