//! The positions that lie on a way from the start to the goal: of each half those kept from which a
//! jump leads on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use search::layers::{Effort, Runs, Table};

use crate::cell_set::CellWord;
use crate::levels::CountError;
use crate::levels::forward::PackedKey;
use crate::levels::meet_in_the_middle::{Half, TwoEndedCount};
use crate::levels::space::{Frame, Space};

/// What there is after so many jumps on the way to the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// Positions.
    pub positions: u64,
    /// Positions, those that are alike up to symmetry counted once.
    pub classes: u64,
}

/// Strips both halves, all of whose levels are kept, of positions that do not lead to the goal.
pub(crate) fn winnow<P: CellWord, K: PackedKey>(
    space: &Space<P, K>,
    halves: &mut TwoEndedCount<P, K, ()>,
    effort: &mut Effort<'_, '_>,
) -> Result<Vec<Wins>, CountError> {
    let across = halves.second_last();
    let beyond = Table::from_runs(halves.second().level(across), effort, |_| ())?;
    let first = strip(space, &mut halves.first, beyond, effort)?;
    let second = match &mut halves.second {
        None => first[..=across].to_vec(),
        Some(second) => {
            let last = halves.first.level(halves.first.levels.len() - 1);
            let beyond = Table::from_runs(last, effort, |_| ())?;
            strip(space, second, beyond, effort)?
        }
    };
    Ok(first.into_iter().chain(second.into_iter().rev()).collect())
}

/// Strips a half; `beyond` is the last level of the other one.
fn strip<P: CellWord, K: PackedKey>(
    space: &Space<P, K>,
    half: &mut Half<P, K, ()>,
    beyond: Table<K, ()>,
    effort: &mut Effort<'_, '_>,
) -> Result<Vec<Wins>, CountError> {
    let depth = half.levels.len() - 1;
    let mut wins = vec![Wins::default(); half.levels.len()];
    let frame = half.frames[depth % 2];
    if let Some(last) = &mut half.levels[depth] {
        wins[depth] = sift(space, frame, last, depth, effort, (&beyond, true))?;
    }
    drop(beyond);
    for depth in (0..depth).rev() {
        let next = Table::from_runs(half.level(depth + 1), effort, |_| ())?;
        let frame = half.frames[depth % 2];
        if let Some(runs) = &mut half.levels[depth] {
            wins[depth] = sift(space, frame, runs, depth, effort, (&next, false))?;
        }
    }
    Ok(wins)
}

/// Keeps the positions with a jump into a level, which may hold its positions swapped.
fn sift<P: CellWord, K: PackedKey>(
    space: &Space<P, K>,
    frame: Frame<P, K>,
    runs: &mut Runs<K, ()>,
    depth: usize,
    effort: &mut Effort<'_, '_>,
    (into, swapped): (&Table<K, ()>, bool),
) -> Result<Wins, CountError> {
    let (positions, classes) = (AtomicU64::new(0), AtomicU64::new(0));
    runs.sift(depth as u64, effort, |key| {
        let (position, images) = space.unpack(&frame, key);
        let mut any = false;
        space.leading_into(position, &images, into, swapped, |_, ()| {
            any = true;
            ControlFlow::Break(())
        });
        if any {
            positions.fetch_add(space.orbit(&images), Ordering::Relaxed);
            classes.fetch_add(1, Ordering::Relaxed);
        }
        any
    })?;
    Ok(Wins { positions: positions.into_inner(), classes: classes.into_inner() })
}
