//! Playing forward as layers: what jumps make of each position, and what is counted on the way.

use search::layers::{Effort, Key, Layered, Layers, Overflow, Tally};
use tabuleiro_core::exact_sum::PathCount;

use crate::cell_set::CellWord;
use crate::levels::CountError;
use crate::levels::space::{Frame, Space};

/// A packed position.
pub(crate) trait PackedKey: CellWord + Key {}
impl<K: CellWord + Key> PackedKey for K {}

/// What is counted of a level while it is expanded.
#[derive(Clone, Default)]
pub(crate) struct Opened<W> {
    /// Positions, positions up to symmetry, and of both those without a jump.
    pub(crate) count: Count,
    /// The ways that end in positions without a jump.
    pub(crate) ended: W,
}

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

impl Count {
    fn numbers(&mut self) -> [&mut u64; 4] {
        [&mut self.positions, &mut self.classes, &mut self.dead, &mut self.dead_classes]
    }
}

impl<W: PathCount> Tally for Opened<W> {
    fn add(&mut self, other: &Self) -> Result<(), Overflow> {
        let mut more = other.count;
        self.count.numbers().into_iter().zip(more.numbers()).for_each(|(sum, one)| *sum += *one);
        if self.ended.add(&other.ended) { Ok(()) } else { Err(Overflow) }
    }

    fn write(&self, to: &mut Vec<u8>) {
        let mut count = self.count;
        count.numbers().into_iter().for_each(|number| to.extend(number.to_le_bytes()));
        (self.ended,).write(to);
    }

    fn read(from: &[u8]) -> Option<Self> {
        let (mut numbers, ended) = from.split_at_checked(32)?;
        let mut count = Count::default();
        for number in count.numbers() {
            let (first, rest) = numbers.split_first_chunk()?;
            (*number, numbers) = (u64::from_le_bytes(*first), rest);
        }
        Some(Opened { count, ended: <(W,)>::read(ended)?.0 })
    }
}

/// The play from one position on.
pub(crate) struct Forward<'s, P, K, W> {
    space: &'s Space<P, K>,
    pub(crate) frames: [Frame<P, K>; 2],
    one: W,
    /// Where play ends: after so many jumps, with the ways to this position counted.
    end: Option<(u32, K)>,
}

impl<'s, P: CellWord, K: PackedKey, W: PathCount> Forward<'s, P, K, W> {
    pub(crate) fn new(space: &'s Space<P, K>, from: u128) -> Self {
        Forward { space, frames: space.frames(from), one: W::one(), end: None }
    }

    /// The same play, ended after so many jumps; the ways to one position are counted there.
    pub(crate) fn until(self, jumps: u32, goal: u128) -> Self {
        let key = self.space.least(&self.space.rooted(&self.space.frames(goal)[0]).1);
        Forward { end: Some((jumps, key)), ..self }
    }

    /// The layers, from the first on; the name tells them from others of the same count.
    pub(crate) fn layers(
        &self,
        name: &str,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Layers<'_, Self>, CountError> {
        Ok(Layers::new(self, name, effort)?)
    }
}

impl<P: CellWord, K: PackedKey, W: PathCount> Layered for Forward<'_, P, K, W> {
    type Key = K;
    type Weight = W;
    type Tally = Opened<W>;

    fn fanout(&self) -> usize {
        self.space.most_jumps()
    }

    fn roots(&self, put: &mut dyn FnMut(K, W)) {
        put(self.space.least(&self.space.rooted(&self.frames[0]).1), self.one);
    }

    #[inline]
    fn expand(
        &self,
        layer: u32,
        key: K,
        weight: &W,
        tally: &mut Opened<W>,
        mut put: impl FnMut(K, W),
    ) -> Result<(), Overflow> {
        let space = self.space;
        let (position, images) = space.unpack(&self.frames[layer as usize % 2], key);
        let orbit = space.orbit(&images);
        let ends = match self.end {
            Some((last, goal)) if layer == last => key == goal,
            _ => !space.each(position, &images, |images| put(space.least(&images), *weight)),
        };
        tally.count.positions += orbit;
        tally.count.classes += 1;
        if ends {
            tally.count.dead += orbit;
            tally.count.dead_classes += 1;
            if !tally.ended.add(weight) {
                return Err(Overflow);
            }
        }
        Ok(())
    }
}
