//! A tour walked by hand: the squares visited so far, in order. Knows no way of solving.

use crate::explain::explain_check;
use crate::{Clues, Numbers, Tour};
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::contract::{BrushInput, Examined, Meter};
use tabuleiro_core::explain::Step;
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Action, Fault, Move, Play, PlayState};
use tabuleiro_core::text::{Diagnostic, Source};

/// The name of the one thing to do.
pub(super) const GO: &str = "go";

/// Squares of the largest board of which what remains is made an instance.
const MOST: u64 = 1 << 24;

/// The squares visited, the first first. A given start is visited from the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    pub(super) path: Vec<Square>,
}

/// The move to a square.
pub(super) fn go(to: Square) -> Move {
    Move { action: GO, at: to, to: None, value: None }
}

impl Tour {
    /// Which rule forbids it to go to a square, in words.
    fn forbids(&self, path: &[Square], to: Square) -> Option<Message> {
        let told = |name: &str| {
            let square = to.to_string();
            Some(Message::new(format!("tour.illegal.{name}")).with("square", square))
        };
        let number = path.len() as u32 + 1;
        if !self.has(to) {
            return told("outside");
        }
        if path.contains(&to) {
            return told("visited");
        }
        if let Some(&last) = path.last()
            && !self.joins(last, to)
        {
            return told("far").map(|message| message.with("from", last.to_string()));
        }
        if let Some(given) = self.given(to).filter(|&given| given != number) {
            let message = told("number")?.with("given", u64::from(given));
            return Some(message.with("number", u64::from(number)));
        }
        let due = self.all_given().find(|&(given, at)| given == number && at != to);
        let (_, at) = due?;
        told("due")
            .map(|message| message.with("number", u64::from(number)).with("at", at.to_string()))
    }

    /// The squares to which the path can go on. A path not begun can begin almost anywhere.
    pub(super) fn ways_on(&self, path: &[Square]) -> Vec<Square> {
        let Some(&last) = path.last() else { return Vec::new() };
        self.neighbours(last).filter(|&to| self.forbids(path, to).is_none()).collect()
    }

    /// What is left of the tour once this path is walked: visited squares are no longer part of the
    /// board, and the last of them is the start. A closed tour comes back to its first square, which
    /// is then the end.
    pub(super) fn after(&self, path: &[Square]) -> Option<Tour> {
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else {
            return Some(self.clone());
        };
        // A closed tour whose end is not a move from where the path began has no ends that fit.
        let apart = self.closed && self.end.is_some_and(|end| !self.joins(first, end));
        if path.len() == 1 || apart {
            return Some(Tour { start: Some(first), ..self.clone() });
        }
        if self.size.area() > MOST {
            return None;
        }
        let home = (self.closed && self.end.is_none()).then_some(first);
        let mut holes = self.holes.clone();
        let holes = holes.get_or_insert_with(|| Squares::none(self.size.area() as usize));
        let gone = path[..path.len() - 1].iter().filter(|&&square| Some(square) != home);
        gone.for_each(|&square| holes.insert(self.size.index(square)));
        let walked = path.len() as u32;
        let later = self.clues.iter().filter(|&(number, _)| number > walked);
        let later: Vec<(u32, Square)> =
            later.map(|(number, square)| (number - walked + 1, square)).collect();
        let rest = Tour {
            start: Some(last),
            // A path that has come to its end has nothing left but this square.
            end: home.or(self.end),
            closed: false,
            clues: Clues::default(),
            ..self.clone()
        };
        Some(rest.without(holes.clone()).with_numbers(later))
    }
}

impl Play for Tour {
    type Position = Prefix;
    const ACTIONS: &'static [Action] = &[Action { name: GO, of: BrushInput::Cell }];

    fn begin(&self) -> Prefix {
        Prefix { path: self.start.into_iter().collect() }
    }

    fn moves_of(&self, source: &Source) -> Result<Vec<Move>, Diagnostic> {
        let squares = Square::all_of(source)?;
        // The start that is given may be told again.
        let told = usize::from(self.start.is_some() && squares.first() == self.start.as_ref());
        Ok(squares.into_iter().skip(told).map(go).collect())
    }

    fn written(&self, position: &Prefix) -> String {
        let words: Vec<String> = position.path.iter().map(Square::to_string).collect();
        let lines = words.chunks(12).map(|line| line.join(" ") + "\n");
        lines.collect()
    }

    fn moves(&self, position: &Prefix, at: Square) -> Vec<Move> {
        let legal = self.forbids(&position.path, at).is_none();
        legal.then_some(go(at)).into_iter().collect()
    }

    fn make(&self, position: &mut Prefix, made: Move) -> Result<(), Diagnostic> {
        if let Some(reason) = self.forbids(&position.path, made.at) {
            return Err(Diagnostic::new("T0501").with("reason", reason));
        }
        position.path.push(made.at);
        Ok(())
    }

    /// None: a move that breaks a rule is not made.
    fn faults(&self, _: &Prefix) -> Vec<Fault> {
        Vec::new()
    }

    fn state(&self, Prefix { path }: &Prefix) -> PlayState {
        let (Some(&first), Some(&last)) = (path.first(), path.last()) else {
            return PlayState::Going;
        };
        match path.len() as u64 == self.squares() {
            true if !self.closed || self.joins(first, last) => PlayState::Won,
            false if !self.ways_on(path).is_empty() => PlayState::Going,
            true | false => PlayState::Stuck,
        }
    }

    fn remaining(&self, position: &Prefix) -> Option<Self> {
        self.after(&position.path)
    }

    fn continuation(&self, position: &Prefix, solution: &Numbers) -> Vec<Move> {
        let walked = position.path.len();
        let path = solution.path(&mut Meter::unlimited()).unwrap_or_default();
        let left = (self.squares() as usize).saturating_sub(walked);
        // The first is where the path stands; the last of a closed tour may be its first once more.
        path.into_iter().skip(walked.min(1)).take(left).map(go).collect()
    }

    fn entails(&self, position: &Prefix, step: &Step, meter: &mut Meter<'_>) -> Examined {
        explain_check::entails(self, position, step, meter)
    }
}
