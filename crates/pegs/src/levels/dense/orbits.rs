//! Orbits of positions under the symmetries, counted by the Cauchy-Frobenius lemma (Burnside's): there are
//! as many as positions that a symmetry keeps, on average over all symmetries.

use std::collections::BTreeSet;

use search::layers::Effort;

use super::step::LevelCounts;
use crate::levels::CountError;
use crate::levels::shape::{Shape, moved, set};

/// A symmetry that moves some cells, as the sets of cells it carries round.
struct CellCycle {
    rings: Vec<u64>,
    /// How many symmetries keep as many positions as this one.
    like: u64,
}

/// The symmetries of a board.
pub(super) struct Alike {
    turns: Vec<CellCycle>,
    /// How many move nothing, and how many there are.
    still: u64,
    all: u64,
}

/// Sets between two looks at the limits.
const CHUNK: u64 = 1 << 16;

impl Alike {
    /// The board has at most 64 cells.
    pub(super) fn new(shape: &Shape) -> Alike {
        let (mut turns, mut still): (Vec<CellCycle>, u64) = (Vec::new(), 0);
        for turn in &shape.turns {
            let rings = rings(turn);
            if rings.len() == turn.len() {
                still += 1;
                continue;
            }
            // Where the board is turned so that rings become the rings of another symmetry, so do
            // the positions that are kept.
            let turned = shape.turns.iter().map(|other| {
                let moved = rings.iter().map(|&ring| moved(other, ring.into()) as u64);
                moved.collect::<BTreeSet<u64>>()
            });
            let images: Vec<BTreeSet<u64>> = turned.collect();
            let is_image =
                |known: &CellCycle| images.contains(&known.rings.iter().copied().collect());
            match turns.iter_mut().find(|known| is_image(known)) {
                Some(known) => known.like += 1,
                None => turns.push(CellCycle { rings, like: 1 }),
            }
        }
        Alike { turns, still, all: shape.turns.len() as u64 }
    }

    /// How many of these there are up to symmetry. `look` tells whether a position of so many pegs
    /// is one of them.
    pub(super) fn classes(
        &self,
        found: LevelCounts,
        pegs: i32,
        depth: u64,
        effort: &mut Effort<'_, '_>,
        look: impl Fn(u64) -> LevelCounts,
    ) -> Result<LevelCounts, CountError> {
        let [mut positions, mut dead] = [found.positions, found.dead].map(|all| all * self.still);
        for turn in &self.turns {
            let mut position = 0u64;
            // Each number differs from the one before by a ring put on or taken off (Gray).
            for number in 0..1u64 << turn.rings.len() {
                if number % CHUNK == 0 {
                    effort.poll(depth, 1.0)?;
                }
                if number > 0 {
                    position ^= turn.rings[number.trailing_zeros() as usize];
                }
                if position.count_ones() as i32 == pegs {
                    let one = look(position);
                    positions += turn.like * one.positions;
                    dead += turn.like * one.dead;
                }
            }
        }
        Ok(LevelCounts { positions: positions / self.all, dead: dead / self.all })
    }
}

/// The cells that a symmetry carries round, ring by ring.
fn rings(turn: &[u32]) -> Vec<u64> {
    let (mut rings, mut seen) = (Vec::new(), 0u64);
    for cell in 0..turn.len() as u32 {
        let (mut ring, mut at) = (0, cell);
        while (ring | seen) >> at & 1 == 0 {
            ring |= set(&[at]) as u64;
            at = turn[at as usize];
        }
        if ring != 0 {
            rings.push(ring);
        }
        seen |= ring;
    }
    rings
}
