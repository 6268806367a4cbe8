//! Keys: they identify the states of a layer, packed into as few bytes as will do.

use std::fmt::Debug;
use std::hash::Hash;

/// A packed key, of a fixed number of bytes.
pub trait Key: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// No state has this key: it marks a free slot.
    const NONE: Self;
    /// Bytes that it is written as.
    const BYTES: usize;
    /// A number whose high bits depend on all of the key.
    fn mix(self) -> u64;
    /// Writes it to as many bytes.
    fn write(self, to: &mut [u8]);
    /// Reads what was written.
    fn read(from: &[u8]) -> Self;
}

/// The golden ratio: odd, with no pattern in its bits.
const GOLD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A product, folded and multiplied again, so that patterns of a key do not show in the high bits
/// and parts of a layer come out equally large.
#[inline]
fn spread(x: u64) -> u64 {
    let once = x.wrapping_mul(GOLD);
    (once ^ (once >> 32)).wrapping_mul(GOLD)
}

macro_rules! key {
    ($($name:ident: $mix:expr),*) => {$(
        impl Key for $name {
            const NONE: Self = $name::MAX;
            const BYTES: usize = size_of::<$name>();
            #[inline]
            fn mix(self) -> u64 {
                let mix: fn(Self) -> u64 = $mix;
                mix(self)
            }
            #[inline]
            fn write(self, to: &mut [u8]) {
                to.copy_from_slice(&self.to_le_bytes());
            }
            #[inline]
            fn read(from: &[u8]) -> Self {
                let mut bytes = [0; size_of::<$name>()];
                bytes.copy_from_slice(from);
                $name::from_le_bytes(bytes)
            }
        }
    )*};
}

key! {
    // The high half of this product depends on all bits of so short a word: parts of the English
    // board's levels are equally large, and a second product would cost a quarter of the time.
    u32: |x| u64::from(x).wrapping_mul(GOLD),
    u64: spread,
    u128: |x| spread(x as u64 ^ spread((x >> 64) as u64))
}

/// Bytes, where a word would waste some of its own.
impl<const N: usize> Key for [u8; N] {
    const NONE: Self = [u8::MAX; N];
    const BYTES: usize = N;
    #[inline]
    fn mix(self) -> u64 {
        self.chunks(8).fold(0, |mixed, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            spread(mixed ^ u64::from_le_bytes(word))
        })
    }
    #[inline]
    fn write(self, to: &mut [u8]) {
        to.copy_from_slice(&self);
    }
    #[inline]
    fn read(from: &[u8]) -> Self {
        let mut bytes = [0; N];
        bytes.copy_from_slice(from);
        bytes
    }
}
