//! All tours of a board in an order of their own: any of them by its number, and the number of any.

use search::Meter;

use super::board::{Question, obstacle};
use super::unrank::RankIndex;
use crate::Tour;
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::RunError;

/// The tours of a board, numbered from 0.
pub(crate) struct Listed {
    tour: Tour,
    question: Question,
    atlas: RankIndex,
    bytes: u64,
}

impl Listed {
    /// The tours that a question is about. Its memory is not charged to a meter once it is made.
    pub(crate) fn new(
        tour: &Tour,
        question: Question,
        meter: &mut Meter<'_>,
    ) -> Result<Self, RunError> {
        let mut atlas = RankIndex::new(&question.line, meter).map_err(obstacle)?;
        let bytes = atlas.release();
        Ok(Listed { tour: tour.clone(), question, atlas, bytes })
    }

    /// Whether these are the tours of this board.
    pub(crate) fn is_of(&self, tour: &Tour) -> bool {
        self.tour == *tour
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How many tours there are.
    pub(crate) fn len(&self) -> u128 {
        // The atlas has fewer than 2^127 cycles, or no board would do.
        self.atlas.len().saturating_mul(self.question.tours.into())
    }

    /// The tour with a number below [`len`](Listed::len).
    pub(crate) fn tour(&self, number: u128) -> Vec<Square> {
        let Question { line, squares, is_open, tours, .. } = &self.question;
        let (cycle, direction) = (number / u128::from(*tours), number % u128::from(*tours));
        let mut near = vec![Vec::new(); line.steps.len()];
        for (vertex, links) in self.atlas.cycle(cycle).into_iter().enumerate() {
            for (slot, &other) in line.points(vertex).iter().enumerate() {
                if links >> slot & 1 == 1 {
                    near[vertex].push(other);
                    near[other].push(vertex);
                }
            }
        }
        near.iter_mut().for_each(|near| near.sort_unstable());
        let place = |square: Option<Square>| self.question.vertex(square?);
        let (start, end) = (place(self.tour.start()), place(self.tour.end()));
        // Every cycle is walked from a vertex to the lower of its neighbours.
        let first = if *is_open { 0 } else { start.or(end).unwrap_or(0) };
        let mut path = Vec::with_capacity(near.len());
        let (mut before, mut at) = (near[first][1], first);
        while path.len() < near.len() {
            path.push(at);
            let next = if near[at][0] == before { near[at][1] } else { near[at][0] };
            (before, at) = (at, next);
        }
        if *is_open {
            path.remove(0);
            let turned = direction == 1
                || start.is_some_and(|start| path[0] != start)
                || end.is_some_and(|end| path[0] == end);
            if turned {
                path.reverse();
            }
        } else {
            if direction == 1 {
                path[1..].reverse();
            }
            if start.is_none() && end.is_some() {
                path.rotate_left(1);
            }
        }
        let off = usize::from(*is_open);
        path.into_iter().map(|vertex| squares[vertex - off]).collect()
    }

    /// The number of a tour; nothing if it is none of these.
    pub(crate) fn number(&self, path: &[Square]) -> Option<u128> {
        let Question { line, squares, is_open, tours, .. } = &self.question;
        let path = path.iter().map(|&square| self.question.vertex(square));
        let path = path.collect::<Option<Vec<usize>>>()?;
        if path.len() != squares.len() {
            return None;
        }
        let joint = if *is_open { Some(0) } else { None };
        let cycle: Vec<usize> = joint.into_iter().chain(path.iter().copied()).collect();
        let mut links = vec![0u32; cycle.len()];
        for (&a, &b) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
            let (earlier, later) = (a.min(b), a.max(b));
            let slot = line.points(later).binary_search(&earlier).ok()?;
            links[later] |= 1 << slot;
        }
        let number = self.atlas.number(line, &links)?;
        // Beside the vertex that a cycle is walked from: the vertex before all squares, or the given end.
        let (first, last) = match (self.tour.start(), self.tour.end()) {
            _ if *is_open => (path.first(), path.last()),
            (Some(_), _) => (path.get(1), path.last()),
            _ => (path.first(), path.iter().rev().nth(1)),
        };
        let direction = *tours == 2 && first > last;
        Some(number * u128::from(*tours) + u128::from(direction))
    }
}
