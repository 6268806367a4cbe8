//! All positions of one level, partitioned into buckets by their upper bits. A bucket is filled as a table that fits
//! into a cache, and kept sorted: eight bytes a position up to 64 cells.

use crate::play::position::Packed;

/// Buckets of a level; the upper bits of a mixed position choose one. Merging needs room for one.
pub const BUCKETS: usize = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 8;

/// The bucket to which a mixed position belongs.
#[inline]
pub fn place<P: Packed>(mixed: P) -> usize {
    (mixed.top() >> (64 - BUCKET_BITS)) as usize
}

/// A set of mixed positions.
#[derive(Clone, Debug)]
pub struct Level<P> {
    buckets: Vec<Vec<P>>,
}

impl<P> Default for Level<P> {
    fn default() -> Self {
        Level { buckets: (0..BUCKETS).map(|_| Vec::new()).collect() }
    }
}

impl<P: Packed> Level<P> {
    /// How many positions are in the set.
    pub fn held(&self) -> usize {
        self.buckets.iter().map(Vec::len).sum()
    }

    /// The buckets, in the order of their contents.
    pub fn buckets(&self) -> &[Vec<P>] {
        &self.buckets
    }

    /// The buckets, to be filled by several threads at once, each with a [`BucketTable`].
    pub fn buckets_mut(&mut self) -> &mut [Vec<P>] {
        &mut self.buckets
    }

    /// Whether a mixed position is in the set.
    pub fn has(&self, mixed: P) -> bool {
        let bucket = &self.buckets[place(mixed)];
        // Mixed positions are spread evenly: the value tells nearly where to look.
        let guess = (u128::from(mixed.top() << BUCKET_BITS) * bucket.len() as u128) >> 64;
        let (mut low, mut high) = (guess as usize, guess as usize);
        let mut step = 8;
        while low > 0 && bucket[low - 1] >= mixed {
            low = low.saturating_sub(step);
            step *= 2;
        }
        step = 8;
        while high < bucket.len() && bucket[high] < mixed {
            high = (high + step).min(bucket.len());
            step *= 2;
        }
        bucket[low..high.min(bucket.len())].binary_search(&mixed).is_ok()
            || bucket.get(high) == Some(&mixed)
    }
}

/// A bucket while it is filled: an open-addressing table, small enough for a cache. A position stands where its
/// bits after those of the bucket say, or as soon after as there is room: so that what is in it is nearly sorted.
#[derive(Clone, Debug)]
pub struct BucketTable<P> {
    slots: Vec<P>,
    held: usize,
}

impl<P> Default for BucketTable<P> {
    fn default() -> Self {
        BucketTable { slots: Vec::new(), held: 0 }
    }
}

impl<P: Packed> BucketTable<P> {
    /// How many positions are in it.
    pub fn held(&self) -> usize {
        self.held
    }

    /// Bytes of its slots.
    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<P>()) as u64
    }

    /// Bytes that it has at most, once so many more are in it.
    pub fn bytes_with(&self, more: usize) -> u64 {
        self.bytes().max((Self::room(self.held + more) * size_of::<P>()) as u64)
    }

    /// Slots for so many positions: three of four are taken at most.
    fn room(held: usize) -> usize {
        (held * 4 / 3 + 1).next_power_of_two()
    }

    /// Puts a mixed position in; whether it is new.
    #[inline]
    pub fn insert(&mut self, mixed: P) -> bool {
        if Self::room(self.held + 1) > self.slots.len() {
            self.grow();
        }
        let mut at = self.home(mixed);
        while !self.slots[at].is_empty() {
            if self.slots[at] == mixed {
                return false;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = mixed;
        self.held += 1;
        true
    }

    fn home(&self, mixed: P) -> usize {
        let bits = mixed.top() << BUCKET_BITS;
        ((u128::from(bits) * self.slots.len() as u128) >> 64) as usize
    }

    fn grow(&mut self) {
        let room = Self::room(self.held + 1);
        let old = std::mem::replace(&mut self.slots, vec![P::empty(0); room]);
        self.held = 0;
        old.into_iter().filter(|mixed| !mixed.is_empty()).for_each(|mixed| {
            self.insert(mixed);
        });
    }

    /// The positions in order.
    pub fn into_bucket(self) -> Vec<P> {
        let mut bucket = Vec::with_capacity(self.held);
        bucket.extend(self.slots.into_iter().filter(|mixed| !mixed.is_empty()));
        bucket.sort_unstable();
        bucket
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_level_is_a_set() {
        let mut tables = vec![BucketTable::<u64>::default(); BUCKETS];
        let mut seen = BTreeSet::new();
        let mut word = 1_u64;
        for _ in 0..120_000 {
            word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mixed = ((word >> 48) + 1).mix();
            let bytes = tables[place(mixed)].bytes_with(1);
            assert_eq!(tables[place(mixed)].insert(mixed), seen.insert(mixed));
            assert!(tables[place(mixed)].bytes() <= bytes);
        }
        assert_eq!(tables.iter().map(BucketTable::held).sum::<usize>(), seen.len());
        let mut level = Level::<u64>::default();
        for (bucket, table) in level.buckets_mut().iter_mut().zip(tables) {
            *bucket = table.into_bucket();
        }
        assert_eq!(level.held(), seen.len());
        assert!(level.buckets().iter().flatten().eq(seen.iter()));
        assert!((1..=1 << 16).all(|word: u64| level.has(word.mix()) == seen.contains(&word.mix())));
    }
}
