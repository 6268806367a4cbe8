//! The searches that extend a path, on any board: other pieces, edges that touch, given numbers.
//! The same order of steps as [`Walk`](super::walk::Walk) has, square by square.
//!
//! A given number is a square that may be entered at one step only, and that must be entered then.
//! A careful search also closes states that hold no tour:
//! - the next given number is farther away than there are steps until then,
//! - a free square has fewer ways in and out than it needs. Only squares around the one that was
//!   left lose a way when the path goes on: the head is a way in for its own neighbours.

use search::{Limit, Meter, PruneReason, Tree, Verdict};

use super::Tour;
use super::degrees::SHUT;
use super::fewest_moves;
use super::graph::{Graph, NONE};
use super::order::Order;
use super::walk::{Queue, Rule};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::leaper::Leaps;

/// Warnsdorff's rule with ties in any order.
#[derive(Clone, Copy)]
pub(super) struct Ties(pub(super) Order);

impl Rule for Ties {
    fn list(&self, counts: [u8; 8]) -> Queue {
        let mut sorted = self.0.directions();
        sorted.sort_by_key(|&direction| counts[usize::from(direction)]);
        let mut queue = Queue::default();
        for &direction in sorted.iter().rev() {
            if counts[usize::from(direction)] < SHUT {
                queue.put_first(direction);
            }
        }
        queue
    }
}

/// A path on a board, growing.
#[derive(Clone)]
pub(super) struct GenericPath<R> {
    rule: R,
    /// Whether states without tours are closed early.
    careful: bool,
    graph: Graph,
    leaps: Leaps,
    size: Size,
    /// The free neighbours of each square, with [`SHUT`] added once it is taken.
    counts: Vec<u8>,
    /// The number given on each square, or 0. Empty if none is given but the ends.
    given: Vec<u32>,
    /// The given numbers with their squares, the least first; the end is one.
    numbers: Vec<(u32, Square)>,
    /// Which of them is the next.
    next: usize,
    squares: u32,
    /// The squares of the path.
    path: Vec<u32>,
    /// For each, the free square that can only be the last of the tour; [`NONE`] if there is none.
    last: Vec<u32>,
    /// The square that the last one must be joined to; [`NONE`] if any will do.
    home: u32,
    /// Where the path can go on; found by `judge`.
    queue: Queue,
}

impl<R: Rule> GenericPath<R> {
    /// Bytes held for each square.
    pub(super) const BYTES: u64 = Graph::BYTES + 16;

    /// The path that consists of `start`.
    pub(super) fn new(
        tour: &Tour,
        start: Square,
        rule: R,
        careful: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let graph = Graph::new(tour, meter)?;
        let places = graph.places() as u32;
        let mut counts = Vec::with_capacity(places as usize);
        for place in 0..places {
            meter.check_limits()?;
            counts.push(graph.around(place).count() as u8);
        }
        let mut numbers: Vec<(u32, Square)> = tour.clues().iter().collect();
        numbers.extend(tour.end().map(|end| (tour.squares() as u32, end)));
        let mut given = vec![0; if numbers.is_empty() { 0 } else { places as usize }];
        for &(number, square) in &numbers {
            given[tour.size().index(square)] = number;
        }
        let first = graph.place(start);
        let mut trail = GenericPath {
            rule,
            careful,
            leaps: tour.leaps(),
            size: tour.size(),
            counts,
            given,
            numbers,
            next: 0,
            squares: tour.squares() as u32,
            path: Vec::new(),
            last: Vec::new(),
            home: if tour.is_closed() { first } else { NONE },
            queue: Queue::default(),
            graph,
        };
        trail.enter(first);
        Ok(trail)
    }

    /// The squares in the order of the path.
    pub(super) fn squares(&self) -> Vec<Square> {
        self.path.iter().map(|&place| self.graph.square(place)).collect()
    }

    /// All that steps change and depend on.
    #[cfg(test)]
    pub(super) fn position(&self) -> (Vec<u8>, Vec<u32>, Vec<u32>, usize) {
        (self.counts.clone(), self.path.clone(), self.last.clone(), self.next)
    }

    fn head(&self) -> u32 {
        self.path[self.path.len() - 1]
    }

    fn number(&self, place: u32) -> u32 {
        self.given.get(place as usize).copied().unwrap_or(0)
    }

    fn enter(&mut self, place: u32) {
        self.counts[place as usize] |= SHUT;
        for near in self.graph.around(place) {
            self.counts[near as usize] -= 1;
        }
        self.path.push(place);
        self.last.push(self.last.last().copied().unwrap_or(NONE));
        self.next += usize::from(self.number(place) != 0);
    }

    /// Whether the head may stand where it stands.
    fn is_due(&self) -> bool {
        let (number, here) = (self.path.len() as u32, self.number(self.head()));
        let passed = self.numbers.get(self.next).is_some_and(|&(next, _)| next <= number);
        (here == 0 || here == number) && !passed
    }

    /// Whether the next given number is near enough.
    fn is_near(&self) -> bool {
        self.numbers.get(self.next).is_none_or(|&(next, square)| {
            let here = self.graph.square(self.head());
            fewest_moves(self.leaps, self.size, here, square) <= next - self.path.len() as u32
        })
    }

    /// How many ways in and out a free square has.
    fn ways(&self, place: u32) -> u8 {
        let head = self.head();
        let extra = self
            .graph
            .around(place)
            .map(|near| u8::from(near == head) + u8::from(near == self.home))
            .sum::<u8>();
        self.counts[place as usize] + extra
    }

    /// Whether the free squares around the one just left, or all at the beginning, have ways enough.
    /// Remembers the one that can only be the last.
    fn has_ways(&mut self) -> bool {
        let length = self.path.len();
        match length.checked_sub(2) {
            Some(before) => {
                let near = *self.graph.near(self.path[before]);
                near.into_iter().all(|place| place == NONE || self.suffices(place))
            }
            None => (0..self.graph.places() as u32).all(|place| self.suffices(place)),
        }
    }

    fn suffices(&mut self, place: u32) -> bool {
        let free = self.graph.has(place) && self.counts[place as usize] < SHUT;
        if !free || self.ways(place) >= 2 {
            return true;
        }
        // A tour with a home goes on from its last square, and so has no loose end.
        let level = self.last.len() - 1;
        let known = self.last[level];
        let is_end = match self.number(place) {
            0 => !self.has_end(),
            number => number == self.squares,
        };
        let can_be = self.ways(place) == 1 && (known == NONE || known == place);
        self.last[level] = place;
        can_be && is_end && self.home == NONE
    }

    fn has_end(&self) -> bool {
        self.numbers.last().is_some_and(|&(number, _)| number == self.squares)
    }
}

impl<R: Rule> Tree for GenericPath<R> {
    type Step = u8;
    type Choices = Queue;

    fn judge(&mut self) -> Verdict {
        let dead = Verdict::Closed(PruneReason::Dead);
        if !self.is_due() {
            return dead;
        }
        let head = self.head();
        if self.path.len() as u32 == self.squares {
            let home = self.home == NONE || self.graph.near(head).contains(&self.home);
            return if home { Verdict::Goal } else { dead };
        }
        if self.careful && !(self.is_near() && self.has_ways()) {
            return dead;
        }
        let number = self.path.len() as u32 + 1;
        let counts = self.graph.near(head).map(|place| match place {
            NONE => SHUT,
            _ if self.number(place) != 0 && self.number(place) != number => SHUT,
            _ => self.counts[place as usize],
        });
        self.queue = self.rule.list(counts);
        if self.queue == Queue::default() { dead } else { Verdict::Open }
    }

    fn choices(&mut self) -> Queue {
        self.queue
    }

    fn make(&mut self, direction: u8) {
        let to = self.graph.near(self.head())[usize::from(direction & 7)];
        self.enter(to);
    }

    fn unmake(&mut self, _: u8) {
        let Some(place) = self.path.pop() else { return };
        self.last.pop();
        self.next -= usize::from(self.number(place) != 0);
        self.counts[place as usize] &= !SHUT;
        for near in self.graph.around(place) {
            self.counts[near as usize] += 1;
        }
    }

    fn root(&self) -> u64 {
        self.graph.square(self.path[0]).into()
    }
}
