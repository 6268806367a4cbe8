//! How far every square is from the exits, and from the knights: the layers around them, by a plain
//! breadth-first search.

use search::{Limit, Meter};

use crate::{Labels, LostKnight};
use tabuleiro_core::board::Square;

/// Distances from the exits, with the fewest moves from any knight.
pub(super) struct ToExit {
    labels: Labels,
    /// The moves of a shortest path; nothing if there is none.
    pub(super) fewest: Option<u32>,
}

/// The distances from the nearest knight.
pub(super) fn layers(board: &LostKnight, meter: &mut Meter<'_>) -> Result<Labels, Limit> {
    meter.claim(Labels::BYTES * board.size().area())?;
    Labels::distances_within(board, meter)
}

impl ToExit {
    /// Looks from the exits.
    pub(super) fn new(board: &LostKnight, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let labels = layers(&board.clone().turned(), meter)?;
        let to_exit = ToExit { labels, fewest: None };
        let fewest = board.knights().iter().filter_map(|&knight| to_exit.at(board, knight)).min();
        Ok(ToExit { fewest, ..to_exit })
    }

    /// How far an exit is from a square, if there is a way.
    pub(super) fn at(&self, board: &LostKnight, square: Square) -> Option<u32> {
        let label = self.labels.at(board.size().index(square) as u32);
        (label != Labels::FAR).then_some(label)
    }

    /// Whether a path to an exit can go on through a square as its next and be a shortest one.
    pub(super) fn is_on_shortest(&self, board: &LostKnight, walked: usize, next: Square) -> bool {
        let there = self.at(board, next).map(|left| u64::from(left) + walked as u64);
        there.is_some() && there == self.fewest.map(u64::from)
    }
}
