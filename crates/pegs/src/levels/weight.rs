//! Numbers of ways: what is added up where jumps lead to the same position, in the fewest words that
//! hold it.

use num_bigint::BigUint;
use search::layers::{Weight, Wide};

/// A number of ways, or nothing where only positions are counted.
pub(crate) trait PathCount: Weight {
    /// One way.
    fn one() -> Self;
    /// The number.
    fn big(&self) -> BigUint;
    /// The number divided by a divisor of it.
    fn share(&self, divisor: u64) -> Self;
    /// The product, if it fits.
    fn times(&self, other: &Self) -> Option<u128>;
}

impl PathCount for () {
    fn one() -> Self {}
    fn big(&self) -> BigUint {
        BigUint::ZERO
    }
    fn share(&self, _: u64) -> Self {}
    fn times(&self, (): &Self) -> Option<u128> {
        None
    }
}

macro_rules! ways {
    ($($name:ident),*) => {$(
        impl PathCount for $name {
            fn one() -> Self {
                1
            }
            fn big(&self) -> BigUint {
                BigUint::from(*self)
            }
            #[inline]
            fn share(&self, divisor: u64) -> Self {
                self / $name::from(divisor)
            }
            #[inline]
            fn times(&self, other: &Self) -> Option<u128> {
                u128::from(*self).checked_mul(u128::from(*other))
            }
        }
    )*};
}

ways!(u64, u128);

/// A number that no board outgrows: of 128 cells at most 127 jumps are made, each one of less than
/// 256.
pub(crate) type WideCount = Wide<16>;

impl PathCount for WideCount {
    fn one() -> Self {
        Wide::from(1)
    }
    fn big(&self) -> BigUint {
        self.0.iter().rev().fold(BigUint::ZERO, |sum, &word| (sum << 64) + word)
    }
    fn share(&self, divisor: u64) -> Self {
        let mut rest = 0u128;
        let mut shared = *self;
        for word in shared.0.iter_mut().rev() {
            let part = (rest << 64) | u128::from(*word);
            *word = (part / u128::from(divisor)) as u64;
            rest = part % u128::from(divisor);
        }
        shared
    }
    fn times(&self, _: &Self) -> Option<u128> {
        None
    }
}

/// A sum of products that is a machine word as long as it can be.
#[derive(Clone, Default)]
pub(crate) struct Total {
    small: u128,
    large: BigUint,
}

impl Total {
    /// Adds a product.
    #[inline]
    pub(crate) fn add<W: PathCount>(&mut self, one: &W, other: &W) {
        match one.times(other).and_then(|product| self.small.checked_add(product)) {
            Some(sum) => self.small = sum,
            None => self.large += one.big() * other.big(),
        }
    }

    /// The sum.
    pub(crate) fn big(self) -> BigUint {
        self.large + self.small
    }
}
