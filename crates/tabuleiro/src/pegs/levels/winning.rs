//! The positions that lie on a way from the start to the goal: of each half those kept from which a
//! jump leads on.

use std::ops::ControlFlow;
use std::sync::Mutex;

use crate::pegs::levels::effort::{Effort, Halt, share};
use crate::pegs::levels::halves::{Half, Halves};
use crate::pegs::levels::space::{Frame, Space};
use crate::pegs::levels::table::{Level, Run, bytes, count};
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

/// Parts of a level that are stripped between two looks at the limits, by each thread.
const PARTS: usize = 4;

/// Keeps the positions with a jump into a level, which may hold its positions swapped.
fn sift<P: Word, K: Word>(
    space: &Space<P, K>,
    frame: Frame<P, K>,
    runs: &mut [Run<K, ()>],
    depth: usize,
    effort: &mut Effort<'_, '_>,
    (into, swapped): (&Level<K, ()>, bool),
) -> Result<Wins, Halt> {
    let before = bytes(runs, 0);
    let wins = Mutex::new(Wins::default());
    let threads = effort.threads;
    for runs in runs.chunks_mut(PARTS * threads) {
        effort.poll(depth as u64)?;
        let pieces = count(runs);
        share(runs, threads, pieces, |run| {
            let mut found = Wins::default();
            run.keys.retain(|&key| {
                let (position, images) = space.unpack(&frame, key);
                let mut any = false;
                space.into_level(position, &images, into, swapped, |_, ()| {
                    any = true;
                    ControlFlow::Break(())
                });
                if any {
                    found.positions += space.orbit(&images);
                    found.classes += 1;
                }
                any
            });
            run.keys.shrink_to_fit();
            run.weights.truncate(run.keys.len());
            if let Ok(mut wins) = wins.lock() {
                wins.positions += found.positions;
                wins.classes += found.classes;
            }
        });
    }
    effort.release(before - bytes(runs, 0));
    Ok(wins.into_inner().unwrap_or_default())
}
