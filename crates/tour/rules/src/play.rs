//! A tour walked by hand, square by square; where numbers are given, numbers can be put anywhere, too.
//! Knows no way of solving.

use std::ops::Range;

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{BrushInput, Examined, Meter};
use tabuleiro_core::explain::Step;
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Action, Fault, Move, Play, PlayState};
use tabuleiro_core::text::{Diagnostic, Source};

use crate::{Numbers, Tour, TourPosition, explain_check};

/// The names of what there is to do.
const GO: &str = "go";
const PUT: &str = "put";

/// The move to a square.
pub fn go(to: Square) -> Move {
    Move { action: GO, at: to, to: None, value: None }
}

/// The move that puts a number on a square.
pub fn put(number: u32, at: Square) -> Move {
    Move { action: PUT, at, to: None, value: Some(number) }
}

/// A rule that is broken at a square, in words.
fn told(name: &str, square: Square) -> Message {
    Message::new(format!("tour.illegal.{name}")).with("square", square)
}

impl Tour {
    /// Which rule forbids it to go to a square.
    fn forbids(&self, position: &TourPosition, to: Square) -> Option<Message> {
        let number = position.path().len() as u32 + 1;
        if !self.has(to) {
            return Some(told("outside", to));
        }
        if position.has(to) {
            return Some(told("visited", to));
        }
        if let Some(&last) = position.path().last()
            && !self.joins(last, to)
        {
            return Some(told("far", to).with("from", last));
        }
        let number_words = |message: Message| message.with("number", u64::from(number));
        if let Some(given) = self.number_of(position, to).filter(|&given| given != number) {
            return Some(number_words(told("number", to).with("given", u64::from(given))));
        }
        let at = self.square_of(position, number).filter(|&at| at != to)?;
        Some(number_words(told("due", to).with("at", at)))
    }

    /// Which rule forbids a number on a square.
    fn forbids_number(&self, position: &TourPosition, number: u32, at: Square) -> Option<Message> {
        let words = |name: &str| told(name, at).with("number", u64::from(number));
        if !self.takes_numbers() {
            return Some(words("unclued"));
        }
        if !self.has(at) {
            return Some(words("outside"));
        }
        if !(1..=self.squares()).contains(&u64::from(number)) {
            return Some(words("range").with("last", self.squares()));
        }
        if let Some(given) = self.number_of(position, at) {
            return Some(words("taken").with("given", u64::from(given)));
        }
        if let Some(known) = self.square_of(position, number) {
            return Some(words("placed").with("at", known));
        }
        let beside = [number - 1, number + 1].into_iter().find_map(|other| {
            let known = self.square_of(position, other)?;
            (!self.joins(known, at)).then_some((other, known))
        });
        let (other, known) = beside?;
        Some(words("apart").with("other", u64::from(other)).with("at", known))
    }

    /// The squares to which the path can go on. A path not begun can begin almost anywhere.
    pub fn ways_on(&self, position: &TourPosition) -> Vec<Square> {
        let Some(&last) = position.path().last() else { return Vec::new() };
        self.neighbours(last).filter(|&to| self.forbids(position, to).is_none()).collect()
    }

    /// Whether some number can be put somewhere.
    fn can_put(&self, position: &TourPosition) -> bool {
        if !self.takes_numbers() {
            return false;
        }
        let open = |number: &u32| self.square_of(position, *number).is_none();
        let fits = |number: u32, at: Square| self.forbids_number(position, number, at).is_none();
        (1..=self.squares() as u32).filter(open).any(|number| {
            let known = [number - 1, number + 1].into_iter();
            match known.filter_map(|other| self.square_of(position, other)).next() {
                Some(beside) => self.neighbours(beside).any(|at| fits(number, at)),
                None => self.each_square().any(|at| fits(number, at)),
            }
        })
    }
}

impl Play for Tour {
    type Position = TourPosition;
    const ACTIONS: &'static [Action] =
        &[Action { name: GO, of: BrushInput::Cell }, Action { name: PUT, of: BrushInput::Value }];

    fn begin(&self) -> TourPosition {
        let mut position = TourPosition::default();
        self.start.into_iter().for_each(|start| position.walk(start));
        position
    }

    /// Squares of the path, and `number=square` for a number that was put.
    fn moves_of(&self, source: &Source) -> Result<Vec<Move>, Diagnostic> {
        let mut moves = Vec::new();
        source.allow((source.bytes().len() / 4 * 2 * size_of::<Move>()) as u64)?;
        for line in source.lines()?.iter().filter(|line| !line.text.starts_with('=')) {
            for (word, at) in line.words() {
                let made = match word.split_once('=') {
                    None => go(Square::of_word(source, word, at)?),
                    Some((number, square)) => {
                        let from = at.start + number.len() + 1;
                        let told = Square::of_word(source, square, from..at.end)?;
                        put(parsed(source, number, at.start..from - 1)?, told)
                    }
                };
                // The start that is given may be told again.
                if !(moves.is_empty() && made.action == GO && self.start == Some(made.at)) {
                    moves.push(made);
                }
            }
        }
        Ok(moves)
    }

    fn written(&self, position: &TourPosition) -> String {
        let path = position.path().iter().map(Square::to_string);
        let put = position.put().map(|(number, square)| format!("{number}={square}"));
        let words: Vec<String> = path.chain(put).collect();
        words.chunks(12).map(|line| line.join(" ") + "\n").collect()
    }

    fn moves(&self, position: &TourPosition, at: Square) -> Vec<Move> {
        let walk = self.forbids(position, at).is_none().then_some(go(at));
        let last = if self.takes_numbers() { self.squares() as u32 } else { 0 };
        let fits = |&number: &u32| self.forbids_number(position, number, at).is_none();
        walk.into_iter().chain((1..=last).filter(fits).map(|number| put(number, at))).collect()
    }

    fn make(&self, position: &mut TourPosition, made: Move) -> Result<(), Diagnostic> {
        let number = made.value.unwrap_or_default();
        let forbidden = match made.action {
            PUT => self.forbids_number(position, number, made.at),
            _ => self.forbids(position, made.at),
        };
        if let Some(reason) = forbidden {
            return Err(Diagnostic::new("B0122").with("reason", reason));
        }
        match made.action {
            PUT => position.insert(number, made.at),
            _ => position.walk(made.at),
        }
        Ok(())
    }

    /// None: a move that breaks a rule is not made.
    fn faults(&self, _: &TourPosition) -> Vec<Fault> {
        Vec::new()
    }

    fn state(&self, position: &TourPosition) -> PlayState {
        match () {
            () if self.is_full(position) && self.is_tour(position) => PlayState::Won,
            () if self.squares() == 0 => PlayState::Stuck,
            () if position.path().is_empty() => PlayState::Going,
            () if !self.ways_on(position).is_empty() || self.can_put(position) => PlayState::Going,
            () => PlayState::Stuck,
        }
    }

    fn remaining(&self, position: &TourPosition) -> Option<Self> {
        self.rest(position)
    }

    fn continuation(&self, position: &TourPosition, solution: &Numbers) -> Vec<Move> {
        let walked = position.path().len();
        let path = solution.path(&mut Meter::unlimited()).unwrap_or_default();
        let left = (self.squares() as usize).saturating_sub(walked);
        // The first is where the path stands; the last of a closed tour may be its first once more.
        path.into_iter().skip(walked.min(1)).take(left).map(go).collect()
    }

    fn entails(&self, position: &TourPosition, step: &Step, meter: &mut Meter<'_>) -> Examined {
        explain_check::entails(self, position, step, meter)
    }
}

/// A number in a text.
fn parsed(source: &Source, word: &str, at: Range<usize>) -> Result<u32, Diagnostic> {
    let fault = || source.diagnostic("U0101", at).with("least", 1u64);
    word.parse::<u32>().ok().filter(|&number| number > 0).ok_or_else(fault)
}
