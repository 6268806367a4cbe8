//! All positions of one level, sorted: what is reached is collected, sorted and merged, so that memory
//! is read and written in order. Eight bytes a position up to 64 cells.

use crate::play::position::Packed;

/// Shelves of a level; the upper bits of a mixed position choose one. Merging needs room for one.
pub const SHELVES: usize = 1 << SHELF_BITS;
const SHELF_BITS: u32 = 8;

/// The shelf on which a mixed position belongs.
#[inline]
pub fn place<P: Packed>(mixed: P) -> usize {
    (mixed.top() >> (64 - SHELF_BITS)) as usize
}

/// A set of mixed positions.
#[derive(Clone, Debug)]
pub struct Level<P> {
    shelves: Vec<Vec<P>>,
}

impl<P> Default for Level<P> {
    fn default() -> Self {
        Level { shelves: (0..SHELVES).map(|_| Vec::new()).collect() }
    }
}

impl<P: Packed> Level<P> {
    /// How many positions are in the set.
    pub fn held(&self) -> usize {
        self.shelves.iter().map(Vec::len).sum()
    }

    /// The shelves, in the order of what stands on them.
    pub fn shelves(&self) -> &[Vec<P>] {
        &self.shelves
    }

    /// The shelves, to be filled by several hands at once, each with [`merge`].
    pub fn shelves_mut(&mut self) -> &mut [Vec<P>] {
        &mut self.shelves
    }

    /// Whether a mixed position is in the set.
    pub fn has(&self, mixed: P) -> bool {
        let shelf = &self.shelves[place(mixed)];
        // Mixed positions are spread evenly: the value tells nearly where to look.
        let guess = (u128::from(mixed.top() << SHELF_BITS) * shelf.len() as u128) >> 64;
        let (mut low, mut high) = (guess as usize, guess as usize);
        let mut step = 8;
        while low > 0 && shelf[low - 1] >= mixed {
            low = low.saturating_sub(step);
            step *= 2;
        }
        step = 8;
        while high < shelf.len() && shelf[high] < mixed {
            high = (high + step).min(shelf.len());
            step *= 2;
        }
        shelf[low..high.min(shelf.len())].binary_search(&mixed).is_ok()
            || shelf.get(high) == Some(&mixed)
    }
}

/// Adds positions to the shelf where they belong; they are sorted, each once. How many were new.
pub fn merge<P: Packed>(shelf: &mut Vec<P>, more: &[P]) -> u64 {
    let mut at = 0;
    let mut old = 0;
    for &mixed in more {
        while at < shelf.len() && shelf[at] < mixed {
            at += 1;
        }
        old += usize::from(at < shelf.len() && shelf[at] == mixed);
    }
    let new = more.len() - old;
    if new == 0 {
        return 0;
    }
    let mut merged = Vec::with_capacity(shelf.len() + new);
    let mut rest = shelf.as_slice();
    for &mixed in more {
        let before = rest.iter().take_while(|&&other| other < mixed).count();
        merged.extend_from_slice(&rest[..before]);
        rest = &rest[before..];
        if rest.first() != Some(&mixed) {
            merged.push(mixed);
        }
    }
    merged.extend_from_slice(rest);
    *shelf = merged;
    new as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_level_is_a_set() {
        let mut level = Level::<u64>::default();
        let mut seen = BTreeSet::new();
        let mut word = 1_u64;
        for _ in 0..40 {
            let mut more = Vec::new();
            for _ in 0..3000 {
                word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                more.push(((word >> 48) + 1).mix());
            }
            assert!(more.iter().all(|mixed| level.has(*mixed) == seen.contains(mixed)));
            more.sort_unstable();
            more.dedup();
            let mut new = 0;
            for part in more.chunk_by(|one, two| place(*one) == place(*two)) {
                new += merge(&mut level.shelves_mut()[place(part[0])], part);
            }
            let before = seen.len();
            seen.extend(more);
            assert_eq!((new as usize, level.held()), (seen.len() - before, seen.len()));
        }
        assert!(level.shelves().iter().flatten().eq(seen.iter()));
    }
}
