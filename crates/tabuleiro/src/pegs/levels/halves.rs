//! The half-space: levels from the start, and levels from the goal, until one jump joins them.
//!
//! To play backward from the goal is to play forward from the goal with pegs and holes swapped. So
//! the levels of the second half are levels of swapped positions; and where the goal is the start
//! swapped, they are those of the first half, and only these are made.

use crate::pegs::levels::effort::{Effort, Halt};
use crate::pegs::levels::open::{heap, open};
use crate::pegs::levels::reach::{awaited, root};
use crate::pegs::levels::run::Runs;
use crate::pegs::levels::space::{Frame, Space};
use crate::pegs::levels::weight::Weight;
use crate::pegs::levels::word::Word;

/// One half: the levels from one end on.
pub(crate) struct Half<P, K, W> {
    pub(crate) frames: [Frame<P, K>; 2],
    /// Positions after 0, 1, 2 ... jumps; empty where they are not kept.
    pub(crate) levels: Vec<Runs<K, W>>,
}

/// Both halves. Together they have as many levels as a game has positions, and one jump leads from
/// the last level of the first to the last of the second.
pub(crate) struct Halves<P, K, W> {
    pub(crate) jumps: u32,
    pub(crate) first: Half<P, K, W>,
    /// Nothing if it is the first half once more, perhaps without its last level.
    pub(crate) second: Option<Half<P, K, W>>,
}

impl<P: Word, K: Word, W: Weight> Half<P, K, W> {
    fn new(space: &Space<P, K>, from: u128, effort: &mut Effort<'_, '_>) -> Result<Self, Halt> {
        let levels = vec![root(space, from, effort)?];
        Ok(Half { frames: space.frames(from), levels })
    }

    /// Adds a level.
    fn grow(
        &mut self,
        space: &Space<P, K>,
        keep: usize,
        effort: &mut Effort<'_, '_>,
    ) -> Result<(), Halt> {
        let depth = self.levels.len() - 1;
        let frame = &self.frames[depth % 2];
        let before = depth.checked_sub(1).map_or(1, |before| self.levels[before].len());
        let awaited = awaited(before, self.width());
        let (level, _) = open(space, frame, &self.levels[depth], awaited, depth as u32, effort)?;
        self.levels.push(level.into_runs(heap::<P, K, W>(space, depth as u32 + 1), effort));
        if let Some(past) = (depth + 1).checked_sub(keep) {
            let past_bytes = self.levels[past].bytes(heap::<P, K, W>(space, past as u32));
            effort.release(past_bytes);
            self.levels[past] = Runs::none();
        }
        Ok(())
    }

    fn width(&self) -> usize {
        self.levels.last().map_or(0, |runs| runs.len())
    }
}

impl<P: Word, K: Word, W: Weight> Halves<P, K, W> {
    /// Plays both halves, `jumps` long together and at least 1; of each at least `keep` last levels
    /// are kept.
    pub(crate) fn new(
        space: &Space<P, K>,
        jumps: u32,
        keep: usize,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self, Halt> {
        let shape = &space.shape;
        let end = shape.goal ^ shape.all();
        let mut first = Half::new(space, shape.start, effort)?;
        if end == shape.start {
            while first.levels.len() <= jumps as usize / 2 {
                first.grow(space, keep, effort)?;
            }
            return Ok(Halves { jumps, first, second: None });
        }
        let mut second = Half::new(space, end, effort)?;
        while first.levels.len() + second.levels.len() <= jumps as usize {
            let narrow = if first.width() <= second.width() { &mut first } else { &mut second };
            narrow.grow(space, keep, effort)?;
        }
        Ok(Halves { jumps, first, second: Some(second) })
    }

    /// The half that the goal belongs to.
    pub(crate) fn second(&self) -> &Half<P, K, W> {
        self.second.as_ref().unwrap_or(&self.first)
    }

    /// The number of the second half's last level.
    pub(crate) fn second_last(&self) -> usize {
        self.jumps as usize - self.first.levels.len()
    }
}
