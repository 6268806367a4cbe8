//! What lies one jump from a position, with its symmetric images, and without what functions rule out.

use crate::play::field::{Field, Leap};
use crate::play::grid::Direction;
use crate::play::images::{ImageTables, MOST, Mirror};
use crate::play::parity_pool::ParityPool;
use crate::play::position::Packed;

/// What all threads of a search read.
pub(super) struct Board<P: Packed> {
    pub(super) leaps: Vec<(usize, P::Leap)>,
    pub(super) mirror: Mirror<P>,
    prism: ImageTables<P>,
    pub(super) full: P,
    pub(super) dual: bool,
}

impl<P: Packed> Board<P> {
    /// The board of a field that fits the words, with the jumps that functions leave.
    pub(super) fn new(field: &Field, pool: Option<&ParityPool<P>>) -> Self {
        let leap = |leap: &Leap| P::leap(leap.from, leap.over, leap.to);
        Board {
            leaps: match pool {
                Some(pool) => pool.leaps.clone(),
                None => field.leaps.iter().map(leap).enumerate().collect(),
            },
            mirror: Mirror::new(field),
            prism: ImageTables::new(field),
            full: P::of(&vec![true; field.cells.len()]),
            dual: field.is_dual(),
        }
    }

    /// Tells every jump that may be made from a position, or taken back, with the images before it.
    #[inline]
    pub(super) fn each(
        &self,
        pool: Option<&ParityPool<P>>,
        position: P,
        way: Direction,
        mut tell: impl FnMut(&[P; MOST], usize),
    ) {
        let images = self.prism.images(position);
        let left = pool.map(|pool| (pool, pool.left(position, way)));
        if left.as_ref().is_some_and(|(pool, left)| !pool.lives(left)) {
            return;
        }
        for (index, leap) in &self.leaps {
            let fits = match way {
                Direction::Forward => position.can(leap),
                Direction::Backward => position.could(leap),
            };
            if fits && left.as_ref().is_none_or(|(pool, left)| pool.affords(left, *index)) {
                tell(&images, *index);
            }
        }
    }

    /// The number under which a position stands in a table.
    pub(super) fn number(&self, position: P) -> P {
        self.mirror.least(&self.prism.images(position)).mix()
    }
}
