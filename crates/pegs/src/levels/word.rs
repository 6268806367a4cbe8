//! Machine words as sets of cells: one for boards of up to 64 cells, one for up to 128, and a short
//! one for keys that are packed.

use std::ops::{BitAnd, BitOr, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of small numbers.
pub(crate) trait Word:
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
    /// How many numbers it can hold.
    const BITS: u32;
    /// The set of this one.
    fn bit(at: u32) -> Self;
    /// The least one.
    fn least(self) -> u32;
    /// The set without the least one.
    fn rest(self) -> Self;
    /// Eight of them, as a number.
    fn byte(self, at: usize) -> usize;
    /// As much of a wide set as fits.
    fn cut(wide: u128) -> Self;
}

macro_rules! word {
    ($($name:ident),*) => {$(
        impl Word for $name {
            const BITS: u32 = $name::BITS;
            #[inline]
            fn bit(at: u32) -> Self {
                1 << at
            }
            #[inline]
            fn least(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn byte(self, at: usize) -> usize {
                (self >> (8 * at)) as u8 as usize
            }
            #[inline]
            fn cut(wide: u128) -> Self {
                wide as $name
            }
        }
    )*};
}

word!(u32, u64, u128);
