//! A search for a tour at a moment: the ways on from each square that the knight could go to.

use search::{Event, Limit};
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::locale::Message;
use tabuleiro_core::narrate::{Narrator, Plain};
use tabuleiro_core::scene::Tone;

use super::Tour;

/// Follows the path.
pub(crate) struct Ways<'a> {
    tour: &'a Tour,
    path: Vec<Square>,
    visited: Squares,
    last: Option<Event<u8>>,
    /// The square that was left last.
    left: Option<Square>,
    plain: Plain,
}

impl<'a> Ways<'a> {
    pub(crate) fn new(tour: &'a Tour) -> Self {
        let visited = Squares::none(tour.size().area() as usize);
        Ways { tour, path: Vec::new(), visited, last: None, left: None, plain: Plain::default() }
    }

    /// The squares one move from a square that were not visited, `but` counting as such.
    fn ways(&self, from: Square, but: Option<Square>) -> Vec<Square> {
        let mut ways: Vec<Square> = Vec::new();
        for to in (0..8).filter_map(|step| self.tour.leaps().lead(self.tour.size(), from, step)) {
            let free = !self.visited.contains(self.tour.size().index(to)) || but == Some(to);
            if free && to != from && self.tour.has(to) && !ways.contains(&to) {
                ways.push(to);
            }
        }
        ways
    }

    fn visit(&mut self, square: Square) {
        self.path.push(square);
        self.visited.insert(self.tour.size().index(square));
    }

    /// What a step from one square to another was.
    fn step(&self, from: Square, to: Square) -> Message {
        let choices = self.ways(from, Some(to));
        let ways = |choice: Square| self.ways(choice, Some(to).filter(|_| choice != to)).len();
        let (here, key) = (
            ways(to),
            match () {
                () if self.path.len() as u64 == self.tour.squares() => "last",
                () if choices.len() == 1 => "only",
                () if choices.iter().all(|&other| ways(to) <= ways(other)) => "fewest",
                () => "make",
            },
        );
        let message = Message::new(format!("tour.moment.{key}")).with("n", here as u64);
        message.with("from", from).with("to", to)
    }
}

impl Narrator<u8> for Ways<'_> {
    fn follow(&mut self, event: Event<u8>) {
        self.plain.follow(event);
        match event {
            Event::Root(root) => {
                for square in std::mem::take(&mut self.path) {
                    self.visited.remove(self.tour.size().index(square));
                }
                self.visit(Square::from(root));
            }
            Event::Make(step) => {
                let from = self.path.last();
                let to =
                    from.and_then(|&from| self.tour.leaps().lead(self.tour.size(), from, step));
                if let Some(to) = to {
                    self.visit(to);
                }
            }
            Event::Unmake(_) => {
                self.left = self.path.pop();
                if let Some(left) = self.left {
                    self.visited.remove(self.tour.size().index(left));
                }
            }
            Event::Close(_) | Event::Goal | Event::Queue(_) | Event::Expand(_) => {}
        }
        self.last = Some(event);
    }

    fn sentence(&self) -> Message {
        let said = |key: &str| {
            let said = Message::new(format!("tour.moment.{key}"));
            self.path.last().into_iter().fold(said, |said, &here| said.with("at", here))
        };
        match (self.last, &self.path[..]) {
            (Some(Event::Root(_)), [_]) => said("root"),
            (Some(Event::Make(_)), &[.., from, to]) => self.step(from, to),
            (Some(Event::Unmake(_)), [.., _]) => {
                self.left.into_iter().fold(said("unmake"), |said, left| said.with("left", left))
            }
            (Some(Event::Close(_)), [.., _]) => said("dead"),
            (Some(Event::Goal), _) => said("goal"),
            _ => Narrator::<u8>::sentence(&self.plain),
        }
    }

    /// On each square that can be gone to, how many ways lead on from it.
    fn overlay(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let Some(&at) = self.path.last() else { return Ok(()) };
        self.ways(at, None).into_iter().try_for_each(|to| {
            canvas.tone(to, Tone::Frontier)?;
            canvas.number(to, Some(self.ways(to, None).len() as i32))
        })
    }
}
