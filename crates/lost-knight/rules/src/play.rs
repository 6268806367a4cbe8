//! A way out walked by hand: the squares from a knight on. Knows no way of solving.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{BrushInput, Examined, Meter, Verify};
use tabuleiro_core::explain::Step;
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Action, Fault, Move, Play, PlayState};
use tabuleiro_core::text::{Diagnostic, Source};

use crate::{LostKnight, Route, explain_check};

/// The name of the one thing to do.
const GO: &str = "go";

/// The squares of the path, a knight's first. The only knight of a board is there from the beginning; of
/// several one is chosen by the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    path: Vec<Square>,
}

impl Prefix {
    /// The squares of the path, in order.
    pub fn path(&self) -> &[Square] {
        &self.path
    }
}

/// The move to a square.
pub fn go(to: Square) -> Move {
    Move { action: GO, at: to, to: None, value: None }
}

impl LostKnight {
    fn is_exit(&self, square: Square) -> bool {
        self.exits().binary_search(&square).is_ok()
    }

    /// Which rule forbids it to go to a square, in words.
    fn forbids(&self, path: &[Square], to: Square) -> Option<Message> {
        let told = |name: &str| {
            let square = to.to_string();
            Some(Message::new(format!("lost-knight.illegal.{name}")).with("square", square))
        };
        let place = |square| self.size().index(square) as u32;
        match path.last() {
            _ if !self.size().holds(to) || !self.is_free(place(to)) => told("blocked"),
            None if self.knights().binary_search(&to).is_err() => told("knight"),
            Some(&last) if self.is_exit(last) => told("over"),
            Some(&last) if self.moves().between(place(last), place(to)).is_none() => {
                told("far").map(|message| message.with("from", last.to_string()))
            }
            _ => None,
        }
    }

    /// The squares to which the path can go on: knights, where it is not begun.
    pub fn ways_on(&self, path: &[Square]) -> Vec<Square> {
        let Some(&last) = path.last() else { return self.knights().to_vec() };
        if self.is_exit(last) {
            return Vec::new();
        }
        let from = self.moves().from(self.size().index(last) as u32);
        let mut ways: Vec<Square> =
            from.into_iter().filter(|&to| self.is_free(to)).map(|to| self.square(to)).collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }
}

impl Play for LostKnight {
    type Position = Prefix;
    const ACTIONS: &'static [Action] = &[Action { name: GO, of: BrushInput::Cell }];

    fn begin(&self) -> Prefix {
        let only = (self.knights().len() == 1).then(|| self.knights()[0]);
        Prefix { path: only.into_iter().collect() }
    }

    fn moves_of(&self, source: &Source) -> Result<Vec<Move>, Diagnostic> {
        let squares = Square::all_of(source)?;
        // The only knight may be told again.
        let told =
            usize::from(self.knights().len() == 1 && squares.first() == self.knights().first());
        Ok(squares.into_iter().skip(told).map(go).collect())
    }

    fn written(&self, position: &Prefix) -> String {
        let words: Vec<String> = position.path.iter().map(Square::to_string).collect();
        words.chunks(12).map(|line| line.join(" ") + "\n").collect()
    }

    fn moves(&self, position: &Prefix, at: Square) -> Vec<Move> {
        let legal = self.forbids(&position.path, at).is_none();
        legal.then_some(go(at)).into_iter().collect()
    }

    fn make(&self, position: &mut Prefix, made: Move) -> Result<(), Diagnostic> {
        if let Some(reason) = self.forbids(&position.path, made.at) {
            return Err(Diagnostic::new("B0122").with("reason", reason));
        }
        position.path.push(made.at);
        Ok(())
    }

    /// None: a move that breaks a rule is not made.
    fn faults(&self, _: &Prefix) -> Vec<Fault> {
        Vec::new()
    }

    /// Won at an exit by a shortest path; a longer one comes to an exit too, and solves nothing.
    fn state(&self, Prefix { path }: &Prefix) -> PlayState {
        let at_exit = path.last().is_some_and(|&last| self.is_exit(last));
        match at_exit {
            true if self.verify(&Route::along(path.clone())).is_ok() => PlayState::Won,
            false if !self.ways_on(path).is_empty() => PlayState::Going,
            true | false => PlayState::Stuck,
        }
    }

    /// The board itself as long as no choice was made. What is left of a path begun is not a board of
    /// its own: that it is as short as can be depends on all of it.
    fn remaining(&self, position: &Prefix) -> Option<Self> {
        (position.path == self.begin().path).then(|| self.clone())
    }

    fn continuation(&self, position: &Prefix, solution: &Route) -> Vec<Move> {
        let path = solution.path().unwrap_or_default();
        path.iter().skip(position.path.len()).map(|&to| go(to)).collect()
    }

    fn entails(&self, position: &Prefix, step: &Step, meter: &mut Meter<'_>) -> Examined {
        explain_check::entails(self, position, step, meter)
    }
}
