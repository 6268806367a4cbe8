//! Hamiltonian cycles counted by frontier-based dynamic programming (Knuth's Simpath), from both ends of
//! the vertex order, meeting in the middle.
//!
//! A closed tour is a cycle through all squares; an open one is a cycle through all squares and one extra
//! vertex, which is adjacent to its two ends. So there is one question: how many Hamiltonian cycles has a
//! graph? The vertices are put in a [`vertex_order`], which is cut in two. Each side of a cut is a set of
//! paths, and all that the other side needs to know of it is the degree of each vertex at the cut and which
//! of them are the two ends of one path: a [`mate_state`]. States are kept in layers with their counts,
//! from both [`sides`], until these meet; there, the products over all pairs of states that close one cycle
//! are summed ([`join`], [`pairing_contraction`]).

mod board;
mod join;
mod layer_dag;
mod mate_state;
mod pairing_contraction;
mod partition;
mod ranked_tours;
#[cfg(test)]
mod resource_tests;
mod sides;
mod sums;
#[cfg(test)]
mod tests;
mod unrank;
mod vertex_order;

pub(super) use board::Question;
pub(super) use ranked_tours::Listed;

use std::marker::PhantomData;

use num_bigint::BigUint;
use search::Meter;
use search::layers::{Effort, Layers, LayersError, Wide};

use sides::Half;
use sums::SummedCount;
use vertex_order::VertexOrder;

/// The number of cycles through all vertices of a line.
fn cycles(line: &VertexOrder, meter: &mut Meter<'_>) -> Result<BigUint, LayersError> {
    type Count = fn(&VertexOrder, &mut Meter<'_>) -> Result<BigUint, LayersError>;
    // Short words first: they take less memory, and a number that outgrows them is seen.
    let widths: [Count; 4] =
        [counted::<u32>, counted::<u64>, counted::<Wide<4>>, counted::<Wide<32>>];
    for count in widths {
        match count(line, meter) {
            Err(LayersError::Overflow) => {}
            done => return done,
        }
    }
    counted::<Wide<256>>(line, meter)
}

fn counted<W: SummedCount>(
    line: &VertexOrder,
    meter: &mut Meter<'_>,
) -> Result<BigUint, LayersError> {
    let mut effort = Effort::new(meter);
    effort.begin(line.steps.len() as u64);
    let half = |is_far: bool| Half::<W> { line, is_far, weight: PhantomData };
    let (near, far) = (half(false), half(true));
    let mut near = Layers::new(&near, "near", &mut effort)?;
    let mut far = Layers::new(&far, "far", &mut effort)?;
    let standing = |depth: u32, states: u64| (depth as usize, states);
    while let Some(is_near) =
        line.goes_on(standing(near.depth(), near.width()), standing(far.depth(), far.width()))
    {
        if is_near {
            near.step(&mut effort)?;
        } else {
            far.step(&mut effort)?;
        }
    }
    let at = near.depth();
    let points = line.points(at as usize).len() as u32;
    let states = near.width() + far.width();
    join::join((near.into_layer(), far.into_layer()), states, points, &mut effort, at.into())
}
