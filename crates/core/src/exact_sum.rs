//! Numbers of ways, in the fewest words that hold them, and sums of their products, which are exact.

use num_bigint::BigUint;
use search::layers::{Weight, Wide};

/// A number of ways, added up over all that lead to the same state; nothing where only states are
/// counted.
pub trait PathCount: Weight {
    /// One way.
    fn one() -> Self;
    /// The number.
    fn big(&self) -> BigUint;
}

impl PathCount for () {
    fn one() -> Self {}
    fn big(&self) -> BigUint {
        BigUint::ZERO
    }
}

macro_rules! words {
    ($($name:ident),*) => {$(
        impl PathCount for $name {
            fn one() -> Self {
                1
            }
            fn big(&self) -> BigUint {
                BigUint::from(*self)
            }
        }
    )*};
}

words!(u32, u64, u128);

impl<const N: usize> PathCount for Wide<N> {
    fn one() -> Self {
        Wide::from(1)
    }
    fn big(&self) -> BigUint {
        let halves = self.0.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        BigUint::from_slice(&halves.collect::<Vec<u32>>())
    }
}

/// A sum of products that is a machine word as long as it can be.
#[derive(Clone, Debug, Default)]
pub struct ExactSum {
    small: u128,
    large: BigUint,
}

impl ExactSum {
    /// Adds a product: as a word where it fits one, else as `big` computes it.
    #[inline]
    pub fn add(&mut self, product: Option<u128>, big: impl FnOnce() -> BigUint) {
        match product.and_then(|product| self.small.checked_add(product)) {
            Some(sum) => self.small = sum,
            None => self.large += big(),
        }
    }

    /// The sum.
    pub fn big(self) -> BigUint {
        self.large + self.small
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_numbers_grow_beyond_words() {
        let mut sum = ExactSum::default();
        (0..3).for_each(|_| sum.add(None, || u128::MAX.big() * 2u8));
        sum.add(Some(42), || panic!("it fits a word"));
        (0..3).for_each(|_| sum.add(Some(u128::MAX), || u128::MAX.big()));
        assert_eq!(sum.big(), BigUint::from(u128::MAX) * 9u8 + 42u8);
        assert_eq!(Wide([5, 0, 1 << 40]).big(), (BigUint::from(1u8) << 168u32) + 5u8);
        assert_eq!((u32::one().big(), ().big()), (1u8.into(), 0u8.into()));
    }
}
