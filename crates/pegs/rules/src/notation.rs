//! The ways in which a board is written.

use super::ground::Ground;
use super::{coursework, drawing, game_id};
use tabuleiro_core::text::{Diagnostic, one_of};

/// A way of writing a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Drawn with `o`, `.` and `#`.
    #[default]
    Drawing,
    /// The coursework's numbers.
    Coursework,
    /// A game ID of Simon Tatham's `Pegs`.
    GameId,
}

/// The line after which the goal is written, where it is not the complement of the start.
pub(super) const GOAL: &str = "goal";

/// What is at a place of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellState {
    Outside,
    Hole,
    Peg,
}

impl Notation {
    /// Every notation with its word, as people type it.
    pub const ALL: [(Notation, &'static str); 3] = [
        (Notation::Drawing, "drawing"),
        (Notation::Coursework, "coursework"),
        (Notation::GameId, "id"),
    ];

    /// The notation of that word, the value of an option.
    pub fn parse(option: &str, value: &str) -> Result<Notation, Diagnostic> {
        one_of(option, value, &Notation::ALL.map(|(notation, word)| (word, notation)))
    }

    /// The board as text, and the goal after it where it is not the complement.
    pub(super) fn write(self, ground: &Ground) -> String {
        let mut text = self.position(ground, &ground.start);
        if !ground.is_complement() {
            text += GOAL;
            text.push('\n');
            text += &self.position(ground, &ground.goal);
        }
        text
    }

    fn position(self, ground: &Ground, pegs: &[bool]) -> String {
        let places = (0..pegs.len()).map(|cell| match (ground.inside[cell], pegs[cell]) {
            (false, _) => CellState::Outside,
            (true, false) => CellState::Hole,
            (true, true) => CellState::Peg,
        });
        let places: Vec<CellState> = places.collect();
        match self {
            Notation::Drawing => drawing::write(ground.columns, &places),
            Notation::Coursework => coursework::write(ground.columns, &places),
            Notation::GameId => game_id::write(ground.columns, &places),
        }
    }
}
