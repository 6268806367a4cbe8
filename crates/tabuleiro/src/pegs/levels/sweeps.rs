//! The fewest sweeps: the jumps that one peg makes in a row count as one move.
//!
//! From the goal back, each position on a way to it gets the fewest sweeps that it needs if a new one
//! must begin, and the pegs that can begin such a play. To a peg that moved last its next jump is free.
//! Then the position needs one sweep less if that peg is among them, and the same number if not: a
//! play that goes on with it is, begun anew, one sweep longer, so nothing better than that can be.

use crate::pegs::Jump;
use crate::pegs::levels::effort::{Effort, Halt, share};
use crate::pegs::levels::halves::Halves;
use crate::pegs::levels::space::{Frame, Images, Leap, Space};
use crate::pegs::levels::table::{Level, Run, count};
use crate::pegs::levels::winning::winnow;
use crate::pegs::levels::word::Word;

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
    levels: Vec<Level<K, Need<P>>>,
    jumps: usize,
}

impl<P: Word, K: Word> Needs<'_, P, K> {
    /// What is still needed after a jump that led to this position at this level, by the peg that
    /// stands there now; nothing if the goal cannot be reached.
    #[inline]
    fn after(&self, depth: usize, leap: &Leap<K>) -> Option<u8> {
        let mut images = leap.images;
        if depth >= self.half {
            images = self.space.swapped_images(&images);
        }
        let key = self.space.least(&images);
        let need = self.levels[self.jumps - depth].find(key)?;
        let turn = images.iter().position(|&image| image == key)?;
        let free = need.movers & P::bit(self.space.turned(turn, leap.to)) != P::default();
        Some(need.sweeps - u8::from(free))
    }

    /// What a position at this level needs, from the level after it.
    fn need(&self, depth: usize, position: P, images: &Images<K>) -> Need<P> {
        let mut need = Need { sweeps: u8::MAX, movers: P::default() };
        self.space.leaps(position, images, |leap| {
            let Some(after) = self.after(depth + 1, &leap) else { return };
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
        runs: &[Run<K, ()>],
        effort: &mut Effort<'_, '_>,
    ) -> Result<(), Halt> {
        let mut level = Level::from_runs(runs, 0, effort, |()| Need::default())?;
        if depth < self.jumps {
            let threads = effort.threads;
            let (parts, pieces) = (PARTS * threads, count(runs) / level.tables.len() * PARTS);
            for tables in level.tables.chunks_mut(parts) {
                effort.poll(depth as u64)?;
                share(tables, threads, pieces * threads, |table| {
                    for (&key, need) in table.keys.iter().zip(&mut table.values) {
                        if key != K::ALL {
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
        let frame = &self.frames[0][0];
        let (mut position, mut images) = self.space.rooted(frame);
        let mut game = Sweeps { jumps: Vec::new(), sweeps: 0 };
        let mut last = None;
        for depth in 0..self.jumps {
            let mut best: Option<((u8, bool), Leap<K>)> = None;
            self.space.leaps(position, &images, |leap| {
                let Some(after) = self.after(depth + 1, &leap) else { return };
                let cost = (after, Some(leap.from) != last);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, leap));
                }
            });
            let Some(((_, begins), leap)) = best else { break };
            let jump = self.space.jump(leap.from, leap.to);
            game.jumps.push(jump);
            game.sweeps += u32::from(begins);
            position = self.space.after(position, jump);
            (images, last) = (leap.images, Some(leap.to));
        }
        game
    }
}

/// Parts of a level that are filled between two looks at the limits, by each thread.
const PARTS: usize = 4;

/// A game of so many jumps, at least one, with the fewest sweeps; nothing if there is no game.
pub(crate) fn fewest<P: Word, K: Word>(
    space: &Space<P, K>,
    jumps: u32,
    effort: &mut Effort<'_, '_>,
) -> Result<Option<Sweeps>, Halt> {
    let mut halves = Halves::new(space, jumps, usize::MAX, effort)?;
    winnow(space, &mut halves, effort)?;
    if count(&halves.first.levels[0]) == 0 {
        return Ok(None);
    }
    let (half, jumps) = (halves.first.levels.len(), jumps as usize);
    let frames = [halves.first.frames, halves.second().frames];
    let mut needs = Needs { space, frames, half, levels: Vec::new(), jumps };
    for depth in (0..=jumps).rev() {
        let runs = match depth < half {
            true => &halves.first.levels[depth],
            false => &halves.second().levels[jumps - depth],
        };
        needs.add(depth, runs, effort)?;
    }
    Ok(Some(needs.play()))
}
