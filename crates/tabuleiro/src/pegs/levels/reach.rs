//! All positions that a board can be played to, level by level, and all ways to play until no jump
//! is left.

use num_bigint::BigUint;

use crate::pegs::levels::effort::{Effort, Halt};
use crate::pegs::levels::open::{heap, open};
use crate::pegs::levels::run::Runs;
use crate::pegs::levels::space::Space;
use crate::pegs::levels::weight::Weight;
use crate::pegs::levels::word::Word;

/// What there is after so many jumps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions.
    pub positions: u64,
    /// Positions, those that are alike up to symmetry counted once.
    pub classes: u64,
    /// Positions without a jump.
    pub dead: u64,
    /// Positions without a jump, those that are alike up to symmetry counted once.
    pub dead_classes: u64,
}

/// The whole space of a board: its levels, and the ways to play to an end if they were asked for.
pub(crate) fn whole<P: Word, K: Word, W: Weight>(
    space: &Space<P, K>,
    effort: &mut Effort<'_, '_>,
) -> Result<(Vec<Count>, BigUint), Halt> {
    let frames = space.frames(space.shape.start);
    let mut runs: Runs<K, W> = root(space, space.shape.start, effort)?;
    let mut before = 1;
    let (mut counts, mut ways) = (Vec::new(), BigUint::ZERO);
    for depth in 0.. {
        let (level, tally) = open(
            space,
            &frames[depth as usize % 2],
            &runs,
            awaited(before, runs.len()),
            depth,
            effort,
        )?;
        effort.release(runs.bytes(heap::<P, K, W>(space, depth)));
        before = runs.len();
        drop(runs);
        let (positions, classes) = (tally.positions, tally.classes);
        let (dead, dead_classes) = (tally.dead, tally.dead_classes);
        counts.push(Count { positions, classes, dead, dead_classes });
        ways += tally.ended.big();
        runs = level.into_runs(heap::<P, K, W>(space, depth + 1), effort);
        if runs.len() == 0 {
            break;
        }
    }
    Ok((counts, ways))
}

/// How many positions to await after two levels of so many: levels grow ever less.
pub(crate) fn awaited(before: usize, now: usize) -> usize {
    (now as u128 * now as u128 / before.max(1) as u128) as usize + 16
}

/// The level of one position, reached in one way.
pub(crate) fn root<P: Word, K: Word, W: Weight>(
    space: &Space<P, K>,
    root: u128,
    effort: &mut Effort<'_, '_>,
) -> Result<Runs<K, W>, Halt> {
    let frame = space.frames(root)[0];
    let key = space.least(&space.rooted(&frame).1);
    let runs = Runs { keys: vec![key], weights: vec![W::one()], lens: vec![1] };
    effort.claim(runs.bytes(heap::<P, K, W>(space, 0)))?;
    Ok(runs)
}
