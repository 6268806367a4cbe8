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

/// A product, folded and multiplied again, so that patterns of the board do not show in the high
/// bits and parts of a level come out equally large.
#[inline]
fn spread(x: u64) -> u64 {
    let once = x.wrapping_mul(GOLD);
    (once ^ (once >> 32)).wrapping_mul(GOLD)
}

word! {
    // The high half of this product depends on all bits of so short a word: parts of the English
    // board's levels are equally large, and a second product would cost a quarter of the time.
    u32: |x| u64::from(x).wrapping_mul(GOLD),
    u64: spread,
    u128: |x| spread(x as u64 ^ spread((x >> 64) as u64))
}
