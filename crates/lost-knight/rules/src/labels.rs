//! Distance labels: a number on every square, by which a path is proved to be a shortest one.

use super::LostKnight;
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::contract::{Limit, Meter};

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
        Labels::distances_within(board, &mut Meter::unlimited())
            .unwrap_or_else(|_| unreachable!("nothing limits it"))
    }

    /// Bytes that labels take for each square, the level that they come from included.
    pub const BYTES: u64 = 5;

    /// The same under the limits of a run, which has claimed the memory.
    pub fn distances_within(board: &LostKnight, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let moves = board.moves();
        let area = board.size().area() as usize;
        let mut labels = Vec::with_capacity(area);
        while labels.len() < area {
            meter.check_limits()?;
            labels.resize(area.min(labels.len() + (1 << 12)), Labels::FAR);
        }
        let mut level = board.places(board.knights());
        level.iter().for_each(|&place| labels[place as usize] = 0);
        let mut next = Vec::new();
        for distance in 1.. {
            for &place in &level {
                meter.check_limits()?;
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
        Ok(Labels(labels))
    }

    /// The first `most` squares that can be reached from these, with their distances, the nearest
    /// first.
    pub fn order(
        board: &LostKnight,
        from: &[Square],
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(u32, u32)>, Limit> {
        let moves = board.moves();
        let mut reached = Squares::none(board.size().area() as usize);
        let mut order: Vec<(u32, u32)> = board.places(from).into_iter().map(|p| (p, 0)).collect();
        order.iter().for_each(|&(place, _)| reached.insert(place as usize));
        let mut next = 0;
        while let Some(&(place, label)) = order.get(next).filter(|_| (order.len() as u64) < most) {
            meter.check_limits()?;
            next += 1;
            moves.each(place, |to| {
                if !reached.contains(to as usize) && board.is_free(to) {
                    reached.insert(to as usize);
                    order.push((to, label + 1));
                }
            });
        }
        order.truncate(most as usize);
        Ok(order)
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
