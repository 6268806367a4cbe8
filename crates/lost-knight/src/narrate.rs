//! A search for the way out at a moment: how far the squares are that it has reached.

use search::{Event, Limit};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::leaper::Moves;
use tabuleiro_core::locale::Message;
use tabuleiro_core::narrate::{Narrator, Plain};

use super::LostKnight;

/// An unknown distance.
const UNKNOWN: u32 = u32::MAX;

/// Follows the squares that are reached.
pub(crate) struct Distances<'a> {
    board: &'a LostKnight,
    /// Of each square from the root that it was reached from.
    distances: Vec<u32>,
    moves: Moves,
    /// What is being looked beyond.
    present: Option<u32>,
    last: Option<Event<u32>>,
    plain: Plain,
}

impl<'a> Distances<'a> {
    pub(crate) fn new(board: &'a LostKnight) -> Self {
        let distances = vec![UNKNOWN; board.size().area() as usize];
        let moves = board.moves();
        Distances { board, distances, moves, present: None, last: None, plain: Plain::default() }
    }

    fn distance(&mut self, place: u32) -> &mut u32 {
        &mut self.distances[place as usize]
    }

    /// How far a square is that was just reached: one move from what is being looked beyond; or from
    /// the nearest square, where whole levels are reached at once.
    fn reached(&self, place: u32) -> u32 {
        let near = self.present.filter(|&from| self.moves.between(from, place).is_some());
        let mut least = near.map_or(UNKNOWN, |from| self.distances[from as usize]);
        if near.is_none() {
            self.moves.each(place, |from| least = least.min(self.distances[from as usize]));
        }
        least.saturating_add(1)
    }
}

impl Narrator<u32> for Distances<'_> {
    fn follow(&mut self, event: Event<u32>) {
        self.plain.follow(event);
        match event {
            // A root is the name of a square.
            Event::Root(place) => *self.distance(place as u32) = 0,
            Event::Expand(place) => self.present = Some(place),
            Event::Queue(place) => *self.distance(place) = self.reached(place),
            Event::Make(_) | Event::Unmake(_) | Event::Close(_) | Event::Goal => {}
        }
        self.last = Some(event);
    }

    fn sentence(&self) -> Message {
        let said = |key: &str, place: u32| {
            let away = self.distances[place as usize];
            let message = Message::new(format!("lost-knight.moment.{key}"));
            message.with("at", self.board.square(place).to_string()).with("n", u64::from(away))
        };
        match self.last {
            Some(Event::Root(place)) => said("root", place as u32),
            Some(Event::Expand(place)) if self.distances[place as usize] == 0 => {
                said("first", place)
            }
            Some(Event::Expand(place)) => said("expand", place),
            Some(Event::Queue(place)) => said("queue", place),
            Some(Event::Goal) => Message::new("lost-knight.moment.goal"),
            _ => Narrator::<u32>::sentence(&self.plain),
        }
    }

    /// On each square that was reached, how many moves lead to it.
    fn overlay(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let mut known = (0..).zip(&self.distances).filter(|&(_, &away)| away != UNKNOWN);
        known.try_for_each(|(place, &away)| {
            canvas.number(self.board.square(place), i32::try_from(away).ok())
        })
    }
}
