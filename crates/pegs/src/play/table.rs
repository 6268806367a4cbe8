//! A compact set of positions: many small sorted arrays with gaps, each grown on its own and by little, so
//! that no moment needs twice the memory.

use crate::play::position::Packed;

/// Buckets in a table; the upper bits of a mixed position choose one.
pub const BUCKETS: usize = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 8;

/// Mixed positions in rising order, with gaps so that most stand where their value says.
#[derive(Clone, Debug)]
pub struct Bucket<P> {
    /// Zero where nothing stands.
    slots: Vec<P>,
    /// Values are spread over so many slots; the few beyond take what the last ones push out.
    spread: usize,
    held: usize,
}

impl<P: Packed> Bucket<P> {
    /// A bucket for so many positions is this long: 82 of 100 slots are taken after it grew.
    fn length(held: usize) -> usize {
        held * 50 / 41 + 4
    }

    /// Bytes that the bucket holds.
    pub fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<P>()) as u64
    }

    /// How many positions stand here.
    pub fn held(&self) -> usize {
        self.held
    }

    /// Bytes by which the bucket may grow while `more` positions are added.
    pub fn growth(&self, more: usize) -> u64 {
        if self.has_room(more) {
            return 0;
        }
        // Twice the ends, for values that crowd the last slots.
        let length = Self::length(self.held + more) + 64;
        (length * size_of::<P>()) as u64 - self.bytes().min((length * size_of::<P>()) as u64)
    }

    /// Whether fewer than 15 of 16 slots are taken after that.
    fn has_room(&self, more: usize) -> bool {
        (self.held + more) * 16 <= self.spread * 15
    }

    fn home(&self, mixed: P) -> usize {
        ((u128::from(mixed.top() << BUCKET_BITS) * self.spread as u128) >> 64) as usize
    }

    /// Whether the position stands here.
    pub fn has(&self, mixed: P) -> bool {
        if self.held == 0 {
            return false;
        }
        let from = self.home(mixed);
        for &slot in &self.slots[from..] {
            if slot >= mixed {
                return slot == mixed;
            }
            if slot.is_empty() {
                return false;
            }
        }
        false
    }

    /// Adds a position; false if it stood here.
    pub fn add(&mut self, mixed: P) -> bool {
        if !self.has_room(1) {
            if self.has(mixed) {
                return false;
            }
            self.grow();
        }
        loop {
            let from = self.home(mixed);
            let mut at = from;
            while at < self.slots.len() && !self.slots[at].is_empty() && self.slots[at] < mixed {
                at += 1;
            }
            if at < self.slots.len() {
                if self.slots[at] == mixed {
                    return false;
                }
                let gap = self.slots[at..].iter().position(|slot| slot.is_empty());
                if let Some(gap) = gap {
                    self.slots.copy_within(at..at + gap, at + 1);
                    self.slots[at] = mixed;
                    self.held += 1;
                    return true;
                }
            }
            self.grow();
        }
    }

    fn grow(&mut self) {
        let spread = Self::length(self.held + 1).max(self.spread + 1);
        let old = std::mem::take(&mut self.slots);
        self.spread = spread;
        let mut slots = Vec::with_capacity(spread + 8);
        for &mixed in old.iter().filter(|slot| !slot.is_empty()) {
            let home = self.home(mixed).max(slots.len());
            slots.resize(home, P::empty(0));
            slots.push(mixed);
        }
        let end = (spread + 8).max(slots.len());
        slots.resize(end, P::empty(0));
        self.slots = slots;
    }

    /// The mixed positions, in rising order.
    pub fn iter(&self) -> impl Iterator<Item = P> + '_ {
        self.slots.iter().copied().filter(|slot| !slot.is_empty())
    }
}

/// A set of positions.
#[derive(Clone, Debug)]
pub struct Table<P> {
    buckets: Vec<Bucket<P>>,
}

impl<P: Packed> Default for Table<P> {
    fn default() -> Self {
        let bucket = Bucket { slots: Vec::new(), spread: 0, held: 0 };
        Table { buckets: vec![bucket; BUCKETS] }
    }
}

impl<P: Packed> Table<P> {
    /// The bucket to which a mixed position belongs.
    #[inline]
    pub fn place(mixed: P) -> usize {
        (mixed.top() >> (64 - BUCKET_BITS)) as usize
    }

    /// The buckets, in the order of their contents.
    pub fn buckets(&self) -> &[Bucket<P>] {
        &self.buckets
    }

    /// The buckets, to be filled by several threads at once.
    pub fn buckets_mut(&mut self) -> &mut [Bucket<P>] {
        &mut self.buckets
    }

    /// Whether a mixed position is in the set.
    #[inline]
    pub fn has(&self, mixed: P) -> bool {
        self.buckets[Self::place(mixed)].has(mixed)
    }

    /// How many positions are in the set.
    pub fn held(&self) -> usize {
        self.buckets.iter().map(Bucket::held).sum()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.buckets.iter().map(Bucket::bytes).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_table_is_a_set_in_ten_bytes_a_position() {
        let mut table = Table::<u64>::default();
        let mut seen = HashSet::new();
        let mut word = 1_u64;
        for round in 0..400_000_u64 {
            word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let mixed = ((word >> 45) + 1).mix();
            let place = Table::place(mixed);
            assert_eq!(table.has(mixed), seen.contains(&mixed));
            assert_eq!(table.buckets_mut()[place].add(mixed), seen.insert(mixed));
            if round % 50_000 == 49_999 {
                assert_eq!(table.held(), seen.len());
                assert!(table.bytes() <= 10 * seen.len() as u64 + 64 * BUCKETS as u64);
            }
        }
        let all: Vec<u64> = table.buckets().iter().flat_map(Bucket::iter).collect();
        assert!(all.is_sorted() && all.len() == seen.len());
    }
}
