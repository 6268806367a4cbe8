//! All positions that a board can be played to, level by level, and all ways to play until no jump
//! is left.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use search::layers::Effort;
use tabuleiro_core::exact_sum::PathCount;

use crate::cell_set::CellWord;
use crate::levels::CountError;
use crate::levels::forward::{Count, Forward, PackedKey};
use crate::levels::space::Space;

/// The number of games of so many jumps, all levels on the way played once: what is left to several
/// processes, of which none has a whole level to join with another.
pub(crate) fn arriving<P: CellWord, K: PackedKey, W: PathCount>(
    space: &Space<P, K>,
    jumps: u32,
    effort: &mut Effort<'_, '_>,
) -> Result<BigUint, CountError> {
    let play = Forward::<P, K, W>::new(space, space.shape.start).until(jumps, space.shape.goal);
    effort.begin(u64::from(jumps) + 1);
    let mut layers = play.layers("arriving", effort)?;
    while !layers.is_done() {
        layers.step(effort)?;
    }
    Ok(layers.tallies().get(jumps as usize).map_or(BigUint::ZERO, |tally| tally.ended.big()))
}

/// The cells of the board where the last peg can stand.
pub(crate) fn last_cells<P: CellWord, K: PackedKey>(
    space: &Space<P, K>,
    effort: &mut Effort<'_, '_>,
) -> Result<Vec<u32>, CountError> {
    let play = Forward::<P, K, ()>::new(space, space.shape.start);
    let jumps = space.shape.start.count_ones().saturating_sub(1);
    effort.begin(jumps.into());
    let mut layers = play.layers("finishes", effort)?;
    while layers.depth() < jumps && !layers.is_done() {
        layers.step(effort)?;
    }
    let mut cells = BTreeSet::new();
    if layers.depth() == jumps {
        let last = layers.into_layer().into_runs(effort)?;
        for &key in last.keys() {
            let (position, images) = space.unpack(&play.frames[jumps as usize % 2], key);
            let turned = |image| space.shape.cells[space.turned(image, position.least()) as usize];
            cells.extend((0..images.len()).map(turned));
        }
    }
    Ok(cells.into_iter().collect())
}

/// The whole space of a board: its levels, and the ways to play to an end if they were asked for.
pub(crate) fn whole<P: CellWord, K: PackedKey, W: PathCount>(
    space: &Space<P, K>,
    effort: &mut Effort<'_, '_>,
) -> Result<(Vec<Count>, BigUint), CountError> {
    let play = Forward::<P, K, W>::new(space, space.shape.start);
    let mut layers = play.layers("whole", effort)?;
    while !layers.is_done() {
        layers.step(effort)?;
    }
    let tallies = layers.tallies();
    let ways = tallies.iter().map(|tally| tally.ended.big()).sum();
    Ok((tallies.iter().map(|tally| tally.count).collect(), ways))
}
