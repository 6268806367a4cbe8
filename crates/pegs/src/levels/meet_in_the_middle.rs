//! Meet in the middle on the engine of layers: levels from the start, and levels from the goal, until one
//! jump joins them.
//!
//! To play backward from the goal is to play forward from the goal with pegs and holes swapped. So the
//! levels of the second half are levels of swapped positions; and where the goal is the start swapped, they
//! are those of the first half, and only these are made.

use search::layers::{Effort, Layers, Runs};
use tabuleiro_core::exact_sum::PathCount;

use crate::cell_set::CellWord;
use crate::levels::CountError;
use crate::levels::forward::{Forward, PackedKey};
use crate::levels::space::{Frame, Space};

/// One half: the levels from one end on.
pub(crate) struct Half<P, K, W> {
    pub(crate) frames: [Frame<P, K>; 2],
    /// Positions after 0, 1, 2 ... jumps; nothing where they are not kept.
    pub(crate) levels: Vec<Option<Runs<K, W>>>,
}

/// Both halves. Together they have as many levels as a game has positions, and one jump leads from
/// the last level of the first to the last of the second.
pub(crate) struct TwoEndedCount<P, K, W> {
    pub(crate) jumps: u32,
    pub(crate) first: Half<P, K, W>,
    /// Nothing if it is the first half once more, perhaps without its last level.
    pub(crate) second: Option<Half<P, K, W>>,
}

impl<P, K, W> Half<P, K, W> {
    /// A level that was kept.
    pub(crate) fn level(&self, depth: usize) -> &Runs<K, W> {
        let kept = self.levels[depth].as_ref();
        kept.unwrap_or_else(|| panic!("level {depth} was not kept"))
    }
}

/// A half that is being made.
struct Growth<'f, 's, P: CellWord, K: PackedKey, W: PathCount> {
    frames: [Frame<P, K>; 2],
    layers: Layers<'f, Forward<'s, P, K, W>>,
    levels: Vec<Option<Runs<K, W>>>,
    keep: usize,
}

impl<'f, 's, P: CellWord, K: PackedKey, W: PathCount> Growth<'f, 's, P, K, W> {
    fn new(
        play: &'f Forward<'s, P, K, W>,
        name: &str,
        keep: usize,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self, CountError> {
        let past = u32::try_from(keep - 1).unwrap_or(u32::MAX);
        let (layers, past) = Layers::with_past(play, name, past, effort)?;
        // A run that goes on has the last levels only; those before them are counted already.
        let mut levels = Vec::new();
        levels.resize_with(layers.depth() as usize - past.len(), || None);
        for layer in past {
            levels.push(Some(layer.into_runs(effort)?));
        }
        Ok(Growth { frames: play.frames, layers, levels, keep })
    }

    /// How many levels there are.
    fn len(&self) -> usize {
        self.layers.depth() as usize + 1
    }

    fn width(&self) -> u64 {
        self.layers.layer().len()
    }

    /// Adds a level.
    fn grow(&mut self, effort: &mut Effort<'_, '_>) -> Result<(), CountError> {
        let last = self.layers.step(effort)?;
        let kept = if self.keep > 1 { Some(last.into_runs(effort)?) } else { None };
        self.levels.push(kept);
        if let Some(past) = self.levels.len().checked_sub(self.keep) {
            self.levels[past] = None;
        }
        Ok(())
    }

    fn done(mut self, effort: &mut Effort<'_, '_>) -> Result<Half<P, K, W>, CountError> {
        self.levels.push(Some(self.layers.into_layer().into_runs(effort)?));
        Ok(Half { frames: self.frames, levels: self.levels })
    }
}

impl<P: CellWord, K: PackedKey, W: PathCount> TwoEndedCount<P, K, W> {
    /// Plays both halves, `jumps` long together and at least 1; of each at least `keep` last levels
    /// are kept.
    pub(crate) fn new(
        space: &Space<P, K>,
        jumps: u32,
        keep: usize,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Self, CountError> {
        let shape = &space.shape;
        let end = shape.goal ^ shape.all();
        let forward = Forward::new(space, shape.start);
        let alike = end == shape.start;
        effort.begin(u64::from(if alike { jumps / 2 } else { jumps - 1 }));
        let mut first = Growth::new(&forward, "first", keep, effort)?;
        if alike {
            while first.len() <= jumps as usize / 2 {
                first.grow(effort)?;
            }
            return Ok(TwoEndedCount { jumps, first: first.done(effort)?, second: None });
        }
        let backward = Forward::new(space, end);
        let mut second = Growth::new(&backward, "second", keep, effort)?;
        while first.len() + second.len() <= jumps as usize {
            let narrow = if first.width() <= second.width() { &mut first } else { &mut second };
            narrow.grow(effort)?;
        }
        let (first, second) = (first.done(effort)?, second.done(effort)?);
        Ok(TwoEndedCount { jumps, first, second: Some(second) })
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
