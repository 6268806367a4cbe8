//! Distance labels: a number on every square, by which a path is proved to be a shortest one.

use super::LostKnight;
use crate::board::{Square, Squares};

/// A number on every square, in reading order; [`Labels::FAR`] where no knight comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels(Vec<u32>);

impl Labels {
    /// The label of squares that cannot be reached.
    pub const FAR: u32 = u32::MAX;

    /// Labels in reading order. There are as many as the board has squares.
    pub fn new(labels: Vec<u32>) -> Self {
        Labels(labels)
    }

    /// The distances from the nearest knight, by a plain flood of its own. Nobody needs to believe
    /// them: [`LostKnight::proves`] checks them square by square.
    pub fn distances(board: &LostKnight) -> Self {
        let moves = board.moves();
        let mut labels = vec![Labels::FAR; board.size().area() as usize];
        let mut level = board.places(board.knights());
        level.iter().for_each(|&place| labels[place as usize] = 0);
        let mut next = Vec::new();
        for distance in 1.. {
            for &place in &level {
                moves.each(place, |to| {
                    if labels[to as usize] == Labels::FAR && board.is_free(to) {
                        labels[to as usize] = distance;
                        next.push(to);
                    }
                });
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
            if level.is_empty() {
                break;
            }
        }
        Labels(labels)
    }

    /// Every square that can be reached from these, with its distance, the nearest first.
    pub(super) fn order(board: &LostKnight, from: &[Square]) -> Vec<(u32, u32)> {
        let moves = board.moves();
        let mut reached = Squares::none(board.size().area() as usize);
        let mut order: Vec<(u32, u32)> = board.places(from).into_iter().map(|p| (p, 0)).collect();
        order.iter().for_each(|&(place, _)| reached.insert(place as usize));
        let mut next = 0;
        while let Some(&(place, label)) = order.get(next) {
            next += 1;
            moves.each(place, |to| {
                if !reached.contains(to as usize) && board.is_free(to) {
                    reached.insert(to as usize);
                    order.push((to, label + 1));
                }
            });
        }
        order
    }

    /// The label of the square at this place in reading order.
    #[inline]
    pub fn at(&self, place: u32) -> u32 {
        self.0[place as usize]
    }

    /// The squares that are not far.
    pub fn reached(&self) -> Squares {
        let mut reached = Squares::none(self.0.len());
        for (place, _) in self.0.iter().enumerate().filter(|&(_, &label)| label != Labels::FAR) {
            reached.insert(place);
        }
        reached
    }

    /// All labels, in reading order.
    pub fn all(&self) -> &[u32] {
        &self.0
    }
}
