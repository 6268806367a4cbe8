//! A level: the positions of so many pegs and one class, a bit each.

use search::layers::{Effort, Held};

use super::cut::Cut;
use crate::levels::CountError;

/// The rows of one kind of high sets.
#[derive(Clone, Copy, Default)]
pub(super) struct Rows {
    /// Where they begin.
    pub(super) base: usize,
    /// The kind of the low sets; meaningless if there are none.
    pub(super) low: usize,
    /// Words of each.
    pub(super) stride: usize,
}

pub(super) struct DenseLevel {
    pub(super) pegs: i32,
    pub(super) class: u64,
    pub(super) bits: Vec<u64>,
    /// By the kind of the high set.
    pub(super) rows: Vec<Rows>,
    _held: Held,
}

impl DenseLevel {
    /// A level without positions.
    pub(super) fn new(
        cut: &Cut,
        pegs: i32,
        class: u64,
        effort: &mut Effort<'_, '_>,
    ) -> Result<DenseLevel, CountError> {
        let (mut rows, mut base) = (Vec::with_capacity(cut.high.len()), 0);
        for kind in 0..cut.high.len() {
            let (high, other) = cut.high.name(kind);
            let low = cut.low.find((pegs - high, class ^ other));
            let stride = low.map_or(0, |low| cut.low.words(low).len());
            rows.push(Rows { base, low: low.unwrap_or_default(), stride });
            base += stride * cut.high.span(kind).len();
        }
        let held = effort.claim(8 * base as u64)?;
        Ok(DenseLevel { pegs, class, bits: vec![0; base], rows, _held: held })
    }

    /// A row.
    #[inline]
    pub(super) fn row(&self, kind: usize, index: usize) -> &[u64] {
        let Rows { base, stride, .. } = self.rows[kind];
        &self.bits[base + index * stride..][..stride]
    }

    /// The place of the bit of a position; nothing if it cannot be of this level.
    fn place(&self, cut: &Cut, position: u64) -> Option<(usize, u64)> {
        let [low, high] = cut.parts(position);
        let Rows { base, low: kind, stride } = self.rows[cut.high.kind(high)];
        let fits = stride > 0 && cut.low.kind(low) == kind;
        let place = cut.low.place(low);
        let word = base + cut.high.place(high) * stride + place / 64;
        fits.then_some((word, 1 << (place % 64)))
    }

    pub(super) fn has(&self, cut: &Cut, position: u64) -> bool {
        self.place(cut, position).is_some_and(|(word, bit)| self.bits[word] & bit != 0)
    }

    pub(super) fn put(&mut self, cut: &Cut, position: u64) {
        if let Some((word, bit)) = self.place(cut, position) {
            self.bits[word] |= bit;
        }
    }
}
