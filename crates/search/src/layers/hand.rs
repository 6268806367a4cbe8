//! What one thread finds in a round, dealt out by part.

use super::table::part;
use super::{Key, Layered, Overflow};

/// The states that come of some states.
pub(crate) struct Hand<L: Layered> {
    pub(crate) found: Vec<(L::Key, L::Weight)>,
    /// The same by part, and where each part ends.
    dealt: Vec<(L::Key, L::Weight)>,
    ends: Vec<usize>,
    pub(crate) tally: L::Tally,
    pub(crate) fits: Result<(), Overflow>,
}

impl<L: Layered> Hand<L> {
    /// Bytes of a hand with room for so many states.
    pub(crate) fn bytes(room: usize) -> u64 {
        (2 * room * size_of::<(L::Key, L::Weight)>()) as u64
    }

    pub(crate) fn new(room: usize) -> Self {
        let dealt = vec![(L::Key::NONE, L::Weight::default()); room];
        let (found, ends) = (Vec::with_capacity(room), Vec::new());
        Hand { found, dealt, ends, tally: L::Tally::default(), fits: Ok(()) }
    }

    pub(crate) fn open(&mut self, problem: &L, layer: u32, keys: &[L::Key], weights: &[L::Weight]) {
        for (&key, weight) in keys.iter().zip(weights) {
            let put = |key: L::Key, weight| {
                assert!(key != L::Key::NONE, "a state has the key of no state");
                self.found.push((key, weight));
            };
            let ended = problem.expand(layer, key, weight, &mut self.tally, put);
            self.fits = self.fits.and(ended);
        }
    }

    /// Sorts what was found by part.
    pub(crate) fn deal(&mut self, bits: u32) {
        self.ends.clear();
        self.ends.resize((1 << bits) + 1, 0);
        for (key, _) in &self.found {
            self.ends[part(key.mix(), bits) + 1] += 1;
        }
        for part in 0..1 << bits {
            self.ends[part + 1] += self.ends[part];
        }
        for (key, weight) in self.found.drain(..) {
            let end = &mut self.ends[part(key.mix(), bits)];
            self.dealt[*end] = (key, weight);
            *end += 1;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    pub(crate) fn part(&self, part: usize) -> &[(L::Key, L::Weight)] {
        let start = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.dealt[start..self.ends[part]]
    }
}
