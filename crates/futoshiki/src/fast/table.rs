//! A hash table from sets of cells to numbers of ways, as narrow as the board allows.

/// A word that sets or numbers are kept in.
pub(super) trait Word: Copy + PartialEq + Default {
    /// The low bits of a wide word.
    fn narrow(wide: u128) -> Self;
    /// The same number in a wide word.
    fn wide(self) -> u128;
}

impl Word for u64 {
    #[inline(always)]
    fn narrow(wide: u128) -> Self {
        wide as u64
    }
    #[inline(always)]
    fn wide(self) -> u128 {
        self.into()
    }
}

impl Word for u128 {
    #[inline(always)]
    fn narrow(wide: u128) -> Self {
        wide
    }
    #[inline(always)]
    fn wide(self) -> u128 {
        self
    }
}

/// Numbers by set; the empty set is no key.
pub(super) struct Table<W> {
    slots: Vec<(W, W)>,
    used: usize,
}

impl<W: Word> Table<W> {
    /// An empty table.
    pub(super) fn new() -> Self {
        Table { slots: vec![(W::default(), W::default()); 1 << 10], used: 0 }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<(W, W)>()) as u64
    }

    /// Bytes held while the next key is added, old slots included.
    pub(super) fn bytes_to_grow(&self) -> u64 {
        if self.is_crowded() { 3 * self.bytes() } else { self.bytes() }
    }

    /// Every set with its number.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u128, u128)> + '_ {
        let full = self.slots.iter().filter(|slot| slot.0 != W::default());
        full.map(|&(set, ways)| (set.wide(), ways.wide()))
    }

    /// Adds to the number of a set.
    #[inline]
    pub(super) fn add(&mut self, set: u128, ways: u128) {
        if self.is_crowded() {
            let grown = vec![(W::default(), W::default()); self.slots.len() * 2];
            for (set, ways) in std::mem::replace(&mut self.slots, grown) {
                if set != W::default() {
                    let at = self.find(set);
                    self.slots[at] = (set, ways);
                }
            }
        }
        let at = self.find(W::narrow(set));
        let slot = &mut self.slots[at];
        if slot.0 == W::default() {
            slot.0 = W::narrow(set);
            self.used += 1;
        }
        slot.1 = W::narrow(slot.1.wide() + ways);
    }

    fn is_crowded(&self) -> bool {
        self.used * 4 >= self.slots.len() * 3
    }

    #[inline(always)]
    fn find(&self, set: W) -> usize {
        let wide = set.wide();
        let mixed = (wide as u64 ^ ((wide >> 64) as u64).rotate_left(32))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.slots.len() - 1;
        let mut at =
            (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) as usize >> 20 & mask;
        while self.slots[at].0 != W::default() && self.slots[at].0 != set {
            at = (at + 1) & mask;
        }
        at
    }
}

impl<W: Word> Default for Table<W> {
    fn default() -> Self {
        Self::new()
    }
}
