//! The two sides of a cut that moves: layers of states from the first vertex on, and from the last
//! one back.
//!
//! Behind the near side's cut nothing is known, so it makes only links between vertices before it:
//! a tenth of the states that there would be with the links across the cut. Those the far side
//! makes.

use std::marker::PhantomData;

use search::layers::{Layered, Overflow};

use super::mate_state::State;
use super::sums::SummedCount;
use super::vertex_order::VertexOrder;

/// One of the sides. From the first vertex on, layer `k` is the cut before vertex `k`; from the last
/// one back, the cut before the last `k` vertices. Where the line can be mirrored, a state of the far
/// side and its mirror image have as many ways to go on: they are one. Both sides are of one type, so that
/// the engine of layers is compiled for them once.
pub(super) struct Half<'l, W> {
    pub(super) line: &'l VertexOrder,
    pub(super) is_far: bool,
    pub(super) weight: PhantomData<fn() -> W>,
}

impl<W: SummedCount> Layered for Half<'_, W> {
    type Key = u64;
    type Weight = W;
    type Tally = ();

    fn fanout(&self) -> usize {
        self.line.fanout()
    }

    fn roots(&self, put: &mut dyn FnMut(u64, W)) {
        put(0, W::one());
    }

    #[inline]
    fn expand(
        &self,
        layer: u32,
        key: u64,
        ways: &W,
        (): &mut (),
        mut put: impl FnMut(u64, W),
    ) -> Result<(), Overflow> {
        let steps = &self.line.steps;
        if !self.is_far {
            steps[layer as usize].forward(key, |_, key| put(key, *ways));
            return Ok(());
        }
        let step = &steps[steps.len() - 1 - layer as usize];
        step.backward(key, |_, key| match &step.mirror {
            None => put(key, *ways),
            Some(to) => {
                let mirrored = State::of(key, step.own).moved(to).key(step.own);
                put(key.min(mirrored), *ways);
            }
        });
        Ok(())
    }
}
