//! What a person has done on a board: the path walked so far, and numbers put on squares that it has
//! not come to.

use std::collections::{BTreeMap, HashMap};

use tabuleiro_core::board::{Square, Squares};

use crate::{Clues, Tour};

/// A path from the first square on, and numbers put ahead of it. A given start is visited from the
/// beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TourPosition {
    path: Vec<Square>,
    /// Numbers put, without those that the path has come to.
    put: BTreeMap<u32, Square>,
    /// The number of each square that was visited or has a number put.
    numbers: HashMap<Square, u32>,
}

impl TourPosition {
    /// The squares visited, in order.
    pub fn path(&self) -> &[Square] {
        &self.path
    }

    /// The numbers put on squares that the path has not come to, the least first.
    pub fn put(&self) -> impl Iterator<Item = (u32, Square)> + '_ {
        self.put.iter().map(|(&number, &square)| (number, square))
    }

    /// The number on a square, if it was visited or a number was put there.
    pub fn number(&self, square: Square) -> Option<u32> {
        self.numbers.get(&square).copied()
    }

    /// Whether the path has come to a square.
    pub fn has(&self, square: Square) -> bool {
        self.number(square).is_some_and(|number| number as usize <= self.path.len())
    }

    /// The square of a number, if it was visited or put.
    pub fn square(&self, number: u32) -> Option<Square> {
        let walked = number.checked_sub(1).and_then(|place| self.path.get(place as usize));
        walked.or_else(|| self.put.get(&number)).copied()
    }

    /// The path goes on to a square.
    pub(super) fn walk(&mut self, to: Square) {
        self.path.push(to);
        let number = self.path.len() as u32;
        self.put.remove(&number);
        self.numbers.insert(to, number);
    }

    /// A number is put.
    pub(super) fn insert(&mut self, number: u32, square: Square) {
        self.put.insert(number, square);
        self.numbers.insert(square, number);
    }
}

/// Squares of the largest board on which numbers are put by hand.
const MOST_PUT: u64 = 4096;
/// Squares of the largest board of which what remains is made an instance.
const MOST: u64 = 1 << 24;

impl Tour {
    /// Whether numbers are put by hand, besides a path that is walked.
    pub fn takes_numbers(&self) -> bool {
        !self.clues().is_empty() && self.squares() <= MOST_PUT
    }

    /// The square of a number that was given, visited or put.
    pub fn square_of(&self, position: &TourPosition, number: u32) -> Option<Square> {
        position.square(number).or_else(|| self.square_given(number))
    }

    /// The number of a square that was given, visited or put.
    pub fn number_of(&self, position: &TourPosition, square: Square) -> Option<u32> {
        position.number(square).or_else(|| self.given(square))
    }

    /// Whether every number has its square.
    pub(super) fn is_full(&self, position: &TourPosition) -> bool {
        let walked = position.path.len() as u64;
        let later = self.given_after(walked as u32) as u64;
        walked + position.put.len() as u64 + later == self.squares()
    }

    /// Whether numbers that follow one another are a move apart, all of them.
    pub(super) fn is_tour(&self, position: &TourPosition) -> bool {
        let last = self.squares() as u32;
        let mut before = self.square_of(position, 1);
        let ends = before.zip(self.square_of(position, last));
        (2..=last).all(|number| {
            let next = self.square_of(position, number);
            let joined = before.zip(next).is_some_and(|(one, other)| self.joins(one, other));
            before = next;
            joined
        }) && ends.is_some_and(|(one, other)| !self.is_closed() || self.joins(one, other))
    }

    /// What is left of the tour in a position: visited squares are no longer part of the board, and
    /// the last of them is the start; numbers put are given. A closed tour comes back to its first
    /// square, which is then the end.
    pub(super) fn rest(&self, position: &TourPosition) -> Option<Tour> {
        if position.put.is_empty() {
            return self.after(&position.path);
        }
        self.clone().with_numbers(position.put()).after(&position.path)
    }

    fn after(&self, path: &[Square]) -> Option<Tour> {
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
