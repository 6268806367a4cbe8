//! Playing: what a person does on a board by hand, one move after another.
//!
//! A *position* is an instance and the moves made on it. Whatever is made is made by [`Play::make`], so
//! that moves alone are its history, and undo and redo are data: see [`Game`](crate::game::Game).

use std::fmt;

use serde_json::{Value, json};

use crate::board::Square;
use crate::contract::{Examined, Meter, Verify};
use crate::explain::Step;
use crate::locale::Message;
use crate::text::{Diagnostic, Source};
use crate::touch::BrushInput;

/// Something a person can do on a board. Its title is `NAME.action.X`, a move by it is told by
/// `NAME.move.X` with `at`, `to` and `value`.
#[derive(Debug)]
pub struct Action {
    /// Its name.
    pub name: &'static str,
    /// What a move consists of.
    pub of: BrushInput,
}

/// One move, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The name of its [`Action`].
    pub action: &'static str,
    /// The square it is made on, or from.
    pub at: Square,
    /// Where it leads.
    pub to: Option<Square>,
    /// The number that goes with it.
    pub value: Option<u32>,
}

impl Move {
    /// The move in words.
    pub fn message(&self, puzzle: &str) -> Message {
        Message::new(format!("{puzzle}.move.{}", self.action))
            .with("at", self.at)
            .with("to", self.to.unwrap_or(self.at))
            .with("value", u64::from(self.value.unwrap_or_default()))
    }

    /// The move as data: squares as (row, column), from 1.
    pub fn json(&self) -> Value {
        let square = |at: Square| json!([u64::from(at.row) + 1, u64::from(at.col) + 1]);
        json!({
            "action": self.action,
            "at": square(self.at),
            "to": self.to.map(square),
            "value": self.value,
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.action, self.at)?;
        self.to.map_or(Ok(()), |to| write!(f, " {to}"))?;
        self.value.map_or(Ok(()), |value| write!(f, " {value}"))
    }
}

/// A rule that is broken in a position, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which rule, in words.
    pub message: Message,
    /// The squares that break it.
    pub squares: Vec<Square>,
}

/// How a position stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayState {
    /// Something can be done, and something is left to do.
    Going,
    /// The puzzle is solved.
    Won,
    /// It is not solved, and no move is left.
    Stuck,
}

impl PlayState {
    /// The word used in data formats, and after `play.state.` in the locale files.
    pub fn word(self) -> &'static str {
        match self {
            PlayState::Going => "going",
            PlayState::Won => "won",
            PlayState::Stuck => "stuck",
        }
    }
}

/// Playing by the rules. Knows no way of solving, as [`Verify`].
pub trait Play: Verify {
    /// What a person has done so far.
    type Position: Clone + Send + Sync + 'static;
    /// What can be done.
    const ACTIONS: &'static [Action];

    /// The position before the first move.
    fn begin(&self) -> Self::Position;
    /// The moves that a text describes, from the first on: it is what [`written`](Play::written) writes,
    /// or whatever else people write down while they play. Whether each is legal is for
    /// [`make`](Play::make) to say.
    fn moves_of(&self, source: &Source) -> Result<Vec<Move>, Diagnostic>;
    /// The position as text; the moves read from it lead to the same position.
    fn written(&self, position: &Self::Position) -> String;
    /// The moves that are legal at a square, or from it.
    fn moves(&self, position: &Self::Position, at: Square) -> Vec<Move>;
    /// Makes a move, or says which rule forbids it and changes nothing. The action is one of
    /// [`ACTIONS`](Play::ACTIONS); squares and numbers may be anything.
    fn make(&self, position: &mut Self::Position, made: Move) -> Result<(), Diagnostic>;
    /// Whether a position that cannot be won stays so after this move: all that only adds to what was
    /// done, but nothing that takes something back.
    fn commits(_: &Move) -> bool {
        true
    }
    /// The rules that are broken.
    fn faults(&self, position: &Self::Position) -> Vec<Fault>;
    /// How it stands.
    fn state(&self, position: &Self::Position) -> PlayState;
    /// The instance that is left to solve, where what is left is one: its solutions are the ways to
    /// win, and an argument that it has none is an argument that the position is lost.
    fn remaining(&self, _: &Self::Position) -> Option<Self> {
        None
    }
    /// The moves that lead to a solution of what [remains](Play::remaining).
    fn continuation(&self, _: &Self::Position, _: &Self::Solution) -> Vec<Move> {
        Vec::new()
    }
    /// Checks a step of an explanation without knowing who found it: every premise holds in this
    /// position, the premises entail the conclusion, and the moves do no more than it says. The flaw
    /// says what is wrong.
    fn entails(&self, position: &Self::Position, step: &Step, meter: &mut Meter<'_>) -> Examined;

    /// Checks that moves win from a position.
    fn wins(&self, position: &Self::Position, moves: &[Move]) -> bool {
        let mut position = position.clone();
        moves.iter().all(|&made| self.make(&mut position, made).is_ok())
            && self.state(&position) == PlayState::Won
    }
}
