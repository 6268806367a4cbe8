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

    /// Bytes held while room is made for so many keys more, old slots included.
    pub(super) fn bytes_to_grow(&self, more: usize) -> u64 {
        match self.length_for(more) {
            length if length == self.slots.len() => self.bytes(),
            length => self.bytes() + (length * size_of::<(W, W)>()) as u64,
        }
    }

    /// Makes room for so many keys more. `pause` is asked every some thousand slots, for a large table
    /// takes seconds to grow; where it ends that, the table is of no more use.
    pub(super) fn reserve<E>(
        &mut self,
        more: usize,
        mut pause: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let length = self.length_for(more);
        if length == self.slots.len() {
            return Ok(());
        }
        let grown = vec![(W::default(), W::default()); length];
        let slots = std::mem::replace(&mut self.slots, grown);
        for slots in slots.chunks(1 << 12) {
            pause()?;
            for &(set, ways) in slots.iter().filter(|slot| slot.0 != W::default()) {
                let at = self.find(set);
                self.slots[at] = (set, ways);
            }
        }
        Ok(())
    }

    /// The number of slots that hold so many keys more, three of four taken at the most.
    fn length_for(&self, more: usize) -> usize {
        let mut length = self.slots.len();
        while (self.used + more) * 4 > length * 3 {
            length *= 2;
        }
        length
    }

    /// Every set with its number.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u128, u128)> + '_ {
        let full = self.slots.iter().filter(|slot| slot.0 != W::default());
        full.map(|&(set, ways)| (set.wide(), ways.wide()))
    }

    /// Adds to the number of a set, for which there is room.
    #[inline]
    pub(super) fn add(&mut self, set: u128, ways: u128) {
        let at = self.find(W::narrow(set));
        let slot = &mut self.slots[at];
        if slot.0 == W::default() {
            slot.0 = W::narrow(set);
            self.used += 1;
        }
        slot.1 = W::narrow(slot.1.wide() + ways);
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
