//! The fewest sweeps: the jumps that one peg makes in a row count as one move.
//!
//! From the goal back, each position on a way to it gets the fewest sweeps that it needs if a new
//! one must begin, and the pegs that can begin such a play. To a peg that moved last its next jump
//! is free. Then the position needs one sweep less if that peg is among them, and the same number
//! if not: a play that goes on with it is, begun anew, one sweep longer, so nothing better than
//! that can be.

use std::ops::ControlFlow;

use search::layers::{Effort, PARTS, Runs, Table, share};

use crate::Jump;
use crate::cell_set::CellWord;
use crate::levels::CountError;
use crate::levels::forward::PackedKey;
use crate::levels::meet_in_the_middle::TwoEndedCount;
use crate::levels::space::{Frame, Images, PackedJump, Space};
use crate::levels::winning::winnow;

/// A game of the fewest sweeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweeps {
    /// The jumps, in order.
    pub jumps: Vec<Jump>,
    /// How many sweeps they make.
    pub sweeps: u32,
}

/// What a position needs.
#[derive(Clone, Copy, Default)]
struct Need<P> {
    /// Sweeps, if a new one must begin.
    sweeps: u8,
    /// The pegs that the best of them begin with.
    movers: P,
}

/// All levels of a game, filled from the last to the first.
struct Needs<'s, P, K> {
    space: &'s Space<P, K>,
    /// The frames of each half.
    frames: [[Frame<P, K>; 2]; 2],
    /// Levels of the first half; those that follow hold positions swapped.
    half: usize,
    /// The levels from this one on, the last first.
    levels: Vec<Table<K, Need<P>>>,
    jumps: usize,
}

impl<P: CellWord, K: PackedKey> Needs<'_, P, K> {
    /// Tells each jump from a position at this level on a way to the goal, and what is still needed
    /// after it, by the peg that has jumped.
    #[inline]
    fn each(
        &self,
        depth: usize,
        position: P,
        images: &Images<K>,
        mut tell: impl FnMut(&PackedJump<K>, u8),
    ) {
        let (space, next) = (self.space, depth + 1);
        let (level, swapped) = (&self.levels[self.jumps - next], next >= self.half);
        space.leading_into(position, images, level, swapped, |leap, need| {
            let key = space.least(&leap.images);
            let turn = leap.images.iter().position(|&image| image == key).unwrap_or(0);
            let free = need.movers & P::bit(space.turned(turn, leap.to)) != P::default();
            tell(leap, need.sweeps - u8::from(free));
            ControlFlow::Continue(())
        });
    }

    /// What a position at this level needs, from the level after it.
    fn need(&self, depth: usize, position: P, images: &Images<K>) -> Need<P> {
        let mut need = Need { sweeps: u8::MAX, movers: P::default() };
        self.each(depth, position, images, |leap, after| {
            if after + 1 < need.sweeps {
                need = Need { sweeps: after + 1, movers: P::default() };
            }
            if after + 1 == need.sweeps {
                need.movers = need.movers | P::bit(leap.from);
            }
        });
        need
    }

    /// The position with a key at a level, and its images.
    fn unpack(&self, depth: usize, key: K) -> (P, Images<K>) {
        let space = self.space;
        if depth < self.half {
            return space.unpack(&self.frames[0][depth % 2], key);
        }
        let (position, images) = space.unpack(&self.frames[1][(self.jumps - depth) % 2], key);
        (space.swapped(position), space.swapped_images(&images))
    }

    /// Adds the level before those that are known.
    fn add(
        &mut self,
        depth: usize,
        runs: &Runs<K, ()>,
        effort: &mut Effort<'_, '_>,
    ) -> Result<(), CountError> {
        let mut level = Table::from_runs(runs, effort, |()| Need::default())?;
        if depth < self.jumps {
            let threads = effort.threads();
            let mut parts: Vec<_> = level.parts().collect();
            let pieces = runs.len() / parts.len() * PARTS * threads;
            for parts in parts.chunks_mut(PARTS * threads) {
                effort.poll(depth as u64, 0.0)?;
                share(parts, threads, pieces, |part| {
                    for (&mut key, need) in part.keys.iter_mut().zip(&mut *part.values) {
                        if key != K::NONE {
                            let (position, images) = self.unpack(depth, key);
                            *need = self.need(depth, position, &images);
                        }
                    }
                });
            }
        }
        self.levels.push(level);
        Ok(())
    }

    /// Plays a best game from the start; of equal jumps the first.
    fn play(&self) -> Sweeps {
        let space = self.space;
        let (mut position, mut images) = space.rooted(&self.frames[0][0]);
        let mut game = Sweeps { jumps: Vec::new(), sweeps: 0 };
        let mut last = None;
        for depth in 0..self.jumps {
            let mut best: Option<((u8, bool), u32, u32)> = None;
            self.each(depth, position, &images, |leap, after| {
                let cost = (after, Some(leap.from) != last);
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, leap.from, leap.to));
                }
            });
            let Some(((_, begins), from, to)) = best else { break };
            let jump = space.jump(from, to);
            game.jumps.push(jump);
            game.sweeps += u32::from(begins);
            (position, images) = space.after(position, &images, from, to);
            last = Some(to);
        }
        game
    }
}

/// A game of so many jumps, at least one, with the fewest sweeps; nothing if there is no game.
pub(crate) fn fewest<P: CellWord, K: PackedKey>(
    space: &Space<P, K>,
    jumps: u32,
    effort: &mut Effort<'_, '_>,
) -> Result<Option<Sweeps>, CountError> {
    let mut halves = TwoEndedCount::new(space, jumps, usize::MAX, effort)?;
    winnow(space, &mut halves, effort)?;
    if halves.first.level(0).is_empty() {
        return Ok(None);
    }
    let (half, jumps) = (halves.first.levels.len(), jumps as usize);
    let frames = [halves.first.frames, halves.second().frames];
    let mut needs = Needs { space, frames, half, levels: Vec::new(), jumps };
    for depth in (0..=jumps).rev() {
        let runs = match depth < half {
            true => halves.first.level(depth),
            false => halves.second().level(jumps - depth),
        };
        needs.add(depth, runs, effort)?;
    }
    Ok(Some(needs.play()))
}
