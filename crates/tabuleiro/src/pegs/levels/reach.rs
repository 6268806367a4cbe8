//! All positions that a board can be played to, level by level, and all ways to play until no jump
//! is left.

use num_bigint::BigUint;
use search::layers::Effort;

use crate::pegs::levels::Halt;
use crate::pegs::levels::forward::{Count, Forward, Packed};
use crate::pegs::levels::space::Space;
use crate::pegs::levels::weight::Ways;
use crate::pegs::levels::word::Word;

/// The whole space of a board: its levels, and the ways to play to an end if they were asked for.
pub(crate) fn whole<P: Word, K: Packed, W: Ways>(
    space: &Space<P, K>,
    effort: &mut Effort<'_, '_>,
) -> Result<(Vec<Count>, BigUint), Halt> {
    let play = Forward::<P, K, W>::new(space, space.shape.start);
    let mut layers = play.layers("whole", effort)?;
    while !layers.is_done() {
        layers.step(effort)?;
    }
    let tallies = layers.tallies();
    let ways = tallies.iter().map(|tally| tally.ended.big()).sum();
    Ok((tallies.iter().map(|tally| tally.count).collect(), ways))
}
