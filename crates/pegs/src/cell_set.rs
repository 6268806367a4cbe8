//! Sets of cells as bits: a machine word where a board fits into one, and an array of words where it
//! does not. Every search has its positions, masks and lines in one of these, but the coursework's on boards
//! of any size ([`wide`](super::wide)), whose length is known when it runs.

use std::ops::{BitAnd, BitOr, BitXor, BitXorAssign, Not, Shl, Shr};

/// A machine word as a set of cells: 32 of them where keys are packed, 64, or 128.
pub trait CellWord:
    Copy
    + Ord
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many cells it can hold.
    const BITS: u32;
    /// The set of this one.
    fn bit(cell: u32) -> Self;
    /// The least cell of a set that has one.
    fn least(self) -> u32;
    /// The set of the least cell alone.
    fn only_least(self) -> Self;
    /// The set without the least cell.
    fn rest(self) -> Self;
    /// How many cells are in the set.
    fn len(self) -> u32;
    /// Whether none is.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::default()
    }
    /// Eight cells, as a number.
    fn byte(self, at: usize) -> usize;
    /// As much of a wide set as fits.
    fn cut(wide: u128) -> Self;
}

macro_rules! cell_words {
    ($($word:ident),*) => {$(
        impl CellWord for $word {
            const BITS: u32 = $word::BITS;
            #[inline]
            fn bit(cell: u32) -> Self {
                1 << cell
            }
            #[inline]
            fn least(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn only_least(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn byte(self, at: usize) -> usize {
                (self >> (8 * at)) as u8 as usize
            }
            #[inline]
            fn cut(wide: u128) -> Self {
                wide as $word
            }
        }
    )*};
}

cell_words!(u32, u64, u128);

/// The pegs, or whatever else is marked, of a board that fits into a word.
pub(crate) fn word_of<W: CellWord>(marked: &[bool]) -> W {
    let cells = (0..marked.len()).filter(|&cell| marked[cell]);
    cells.fold(W::default(), |set, cell| set | W::bit(cell as u32))
}

/// A set of up to `64 * W` cells, or of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CellArray<const W: usize>([u64; W]);

impl<const W: usize> CellArray<W> {
    pub(crate) const EMPTY: Self = CellArray([0; W]);

    /// Those of the first `size` cells that `holds` is true of.
    pub(crate) fn of(size: usize, holds: impl Fn(usize) -> bool) -> Self {
        (0..size).filter(|&cell| holds(cell)).collect()
    }

    pub(crate) fn words(&self) -> &[u64; W] {
        &self.0
    }

    #[inline]
    pub(crate) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    #[inline]
    pub(crate) fn toggle(&mut self, cell: usize) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The greatest cell below `bound`.
    pub(crate) fn greatest_below(&self, bound: usize) -> Option<usize> {
        let (full, part) = (bound / 64, bound % 64);
        let masked = |word: usize| match word {
            _ if word < full => self.0[word],
            _ if part > 0 => self.0[word] & ((1 << part) - 1),
            _ => 0,
        };
        let mut words = (0..W.min(full + 1)).rev().map(|word| (word, masked(word)));
        let (word, bits) = words.find(|&(_, bits)| bits != 0)?;
        Some(64 * word + 63 - bits.leading_zeros() as usize)
    }

    /// All cells moved to higher numbers; what passes the end is lost.
    #[inline]
    pub(crate) fn up(&self, by: usize) -> Self {
        let (words, by) = (by / 64, by % 64);
        let word = |i: usize| i.checked_sub(words).map_or(0, |i| self.0[i]);
        CellArray(std::array::from_fn(|i| {
            word(i) << by | if by > 0 && i > 0 { word(i - 1) >> (64 - by) } else { 0 }
        }))
    }

    /// All cells moved to lower numbers; what passes the end is lost.
    #[inline]
    pub(crate) fn down(&self, by: usize) -> Self {
        let (words, by) = (by / 64, by % 64);
        let word = |i: usize| self.0.get(i + words).copied().unwrap_or(0);
        CellArray(std::array::from_fn(|i| {
            word(i) >> by | if by > 0 { word(i + 1) << (64 - by) } else { 0 }
        }))
    }
}

impl<const W: usize> FromIterator<usize> for CellArray<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> BitAnd for CellArray<W> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        CellArray(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const W: usize> BitOr for CellArray<W> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        CellArray(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const W: usize> BitXorAssign for CellArray<W> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        (0..W).for_each(|word| self.0[word] ^= other.0[word]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_the_set_that_a_list_is() {
        let cells = [0, 1, 63, 64, 100, 127];
        let set: CellArray<2> = cells.into_iter().collect();
        assert_eq!((0..128).filter(|&cell| set.has(cell)).collect::<Vec<_>>(), cells);
        assert_eq!(set.len(), 6);
        for by in [0, 1, 27, 28, 63, 64, 65, 127] {
            let above = cells.iter().map(|cell| cell + by).filter(|&cell| cell < 128);
            assert_eq!(set.up(by), above.collect(), "up by {by}");
            let below = cells.iter().filter_map(|cell| cell.checked_sub(by));
            assert_eq!(set.down(by), below.collect(), "down by {by}");
        }
        for bound in 0..=128 {
            let greatest = cells.into_iter().rev().find(|&cell| cell < bound);
            assert_eq!(set.greatest_below(bound), greatest, "below {bound}");
        }
    }

    #[test]
    fn words_of_all_widths_are_the_same_sets() {
        fn told<W: CellWord>() -> Vec<u32> {
            let mut set: W = word_of(&[false, true, true, false, true]);
            assert_eq!((set.len(), set.byte(0)), (3, 0b10110));
            assert!(set == W::cut(0b10110) && set.only_least() == W::bit(1));
            let mut cells = Vec::new();
            while set != W::default() {
                cells.push(set.least());
                set = set.rest();
            }
            cells
        }
        assert_eq!(told::<u32>(), [1, 2, 4]);
        assert_eq!((told::<u64>(), told::<u128>()), (vec![1, 2, 4], vec![1, 2, 4]));
    }
}
