//! The positions that lie on a way from the start to the goal: of each half those kept from which a
//! jump leads on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::pegs::levels::effort::{Effort, Halt};
use crate::pegs::levels::halves::{Half, Halves};
use crate::pegs::levels::run::Runs;
use crate::pegs::levels::space::{Frame, Space};
use crate::pegs::levels::table::Level;
use crate::pegs::levels::word::Word;

/// What there is after so many jumps on the way to the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// Positions.
    pub positions: u64,
    /// Positions, those that are alike up to symmetry counted once.
    pub classes: u64,
}

/// Strips both halves, all of whose levels are kept, of positions that do not lead to the goal.
pub(crate) fn winnow<P: Word, K: Word>(
    space: &Space<P, K>,
    halves: &mut Halves<P, K, ()>,
    effort: &mut Effort<'_, '_>,
) -> Result<Vec<Wins>, Halt> {
    let across = halves.second_last();
    let beyond = Level::from_runs(&halves.second().levels[across], 0, effort, |_| ())?;
    let first = strip(space, &mut halves.first, beyond, effort)?;
    let second = match &mut halves.second {
        None => first[..=across].to_vec(),
        Some(second) => {
            let last = &halves.first.levels[halves.first.levels.len() - 1];
            let beyond = Level::from_runs(last, 0, effort, |_| ())?;
            strip(space, second, beyond, effort)?
        }
    };
    Ok(first.into_iter().chain(second.into_iter().rev()).collect())
}

/// Strips a half; `beyond` is the last level of the other one.
fn strip<P: Word, K: Word>(
    space: &Space<P, K>,
    half: &mut Half<P, K, ()>,
    beyond: Level<K, ()>,
    effort: &mut Effort<'_, '_>,
) -> Result<Vec<Wins>, Halt> {
    let depth = half.levels.len() - 1;
    let mut wins = vec![Wins::default(); half.levels.len()];
    let frame = half.frames[depth % 2];
    wins[depth] = sift(space, frame, &mut half.levels[depth], depth, effort, (&beyond, true))?;
    effort.release(beyond.bytes(0));
    drop(beyond);
    for depth in (0..depth).rev() {
        let next = Level::from_runs(&half.levels[depth + 1], 0, effort, |_| ())?;
        let frame = half.frames[depth % 2];
        wins[depth] = sift(space, frame, &mut half.levels[depth], depth, effort, (&next, false))?;
        effort.release(next.bytes(0));
    }
    Ok(wins)
}

/// Keeps the positions with a jump into a level, which may hold its positions swapped.
fn sift<P: Word, K: Word>(
    space: &Space<P, K>,
    frame: Frame<P, K>,
    runs: &mut Runs<K, ()>,
    depth: usize,
    effort: &mut Effort<'_, '_>,
    (into, swapped): (&Level<K, ()>, bool),
) -> Result<Wins, Halt> {
    let before = runs.bytes(0);
    let (positions, classes) = (AtomicU64::new(0), AtomicU64::new(0));
    let threads = effort.threads;
    let look = || effort.poll(depth as u64).map(|_| ());
    runs.sift(threads, look, |key| {
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
    effort.release(before - runs.bytes(0));
    Ok(Wins { positions: positions.into_inner(), classes: classes.into_inner() })
}
