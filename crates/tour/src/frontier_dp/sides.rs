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
/// side and its mirror image have as many ways to go on: they are one.
pub(super) struct Half<'l, W, const FAR: bool>(
    pub(super) &'l VertexOrder,
    pub(super) PhantomData<fn() -> W>,
);

impl<W: SummedCount, const FAR: bool> Layered for Half<'_, W, FAR> {
    type Key = u64;
    type Weight = W;
    type Tally = ();

    fn fanout(&self) -> usize {
        self.0.fanout()
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
        if !FAR {
            self.0.steps[layer as usize].forward(key, |_, key| put(key, *ways));
            return Ok(());
        }
        let step = &self.0.steps[self.0.steps.len() - 1 - layer as usize];
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
