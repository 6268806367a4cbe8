//! How many games lead from the start to the goal: ways to the last level of each half, multiplied
//! over the jumps that join them.

use std::ops::ControlFlow;
use std::sync::Mutex;

use num_bigint::BigUint;

use search::layers::{Effort, Overflow, PARTS, Table, share};
use tabuleiro_core::exact_sum::ExactSum;

use crate::cell_set::CellWord;
use crate::levels::CountError;
use crate::levels::forward::PackedKey;
use crate::levels::meet_in_the_middle::TwoEndedCount;
use crate::levels::space::Space;
use crate::levels::weight::{SharedCount, add_product};

/// The number of games of so many jumps, at least one.
///
/// The weight of a position up to symmetry is the number of ways to all that are like it. So a
/// position of the first half brings all that are like it, and one of the second only its share.
pub(crate) fn solutions<P: CellWord, K: PackedKey, W: SharedCount>(
    space: &Space<P, K>,
    jumps: u32,
    effort: &mut Effort<'_, '_>,
) -> Result<BigUint, CountError> {
    // Where both halves are one, the last two of its levels may be the last of each.
    let halves = TwoEndedCount::<P, K, W>::new(space, jumps, 2, effort)?;
    let across = halves.second_last();
    let beyond = Table::from_runs(halves.second().level(across), effort, W::clone)?;
    let depth = halves.first.levels.len() - 1;
    let frame = halves.first.frames[depth % 2];
    let result = Mutex::new((BigUint::ZERO, true));
    let threads = effort.threads();
    let mut parts: Vec<_> = halves.first.level(depth).parts().collect();
    for parts in parts.chunks_mut(PARTS * threads) {
        effort.poll(depth as u64, 0.0)?;
        let pieces = parts.iter().map(|(keys, _)| keys.len()).sum();
        share(parts, threads, pieces, |(keys, weights)| {
            let (mut total, mut fits) = (ExactSum::default(), true);
            for (&key, weight) in keys.iter().zip(*weights) {
                let (position, images) = space.unpack(&frame, key);
                let mut ways = W::default();
                space.leading_into(position, &images, &beyond, true, |leap, weight| {
                    fits &= ways.add(&weight.share(space.orbit(&leap.images)));
                    ControlFlow::Continue(())
                });
                add_product(&mut total, weight, &ways);
            }
            if let Ok(mut result) = result.lock() {
                result.0 += total.big();
                result.1 &= fits;
            }
        });
    }
    match result.into_inner() {
        Ok((games, true)) => Ok(games),
        _ => Err(Overflow.into()),
    }
}
