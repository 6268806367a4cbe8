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
    /// The set of all of them.
    const ALL: Self;
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
    /// A number whose high bits depend on all of the set.
    fn mix(self) -> u64;
}

/// The golden ratio: odd, with no pattern in its bits.
const GOLD: u64 = 0x9E37_79B9_7F4A_7C15;

macro_rules! word {
    ($($name:ident: $mix:expr),*) => {$(
        impl Word for $name {
            const BITS: u32 = $name::BITS;
            const ALL: Self = $name::MAX;
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
            #[inline]
            fn mix(self) -> u64 {
                let mix: fn(Self) -> u64 = $mix;
                mix(self)
            }
        }
    )*};
}

word! {
    u32: |x| u64::from(x).wrapping_mul(GOLD),
    // The low half of a product depends on few bits of its factor, and the high ones on all: folded
    // in, they make keys that differ only in their high bits fall apart too.
    u64: |x| (x ^ (x >> 31)).wrapping_mul(GOLD),
    u128: |x| {
        let high = ((x >> 64) as u64).wrapping_mul(GOLD);
        ((x as u64) ^ high ^ (high >> 29)).wrapping_mul(GOLD)
    }
}
