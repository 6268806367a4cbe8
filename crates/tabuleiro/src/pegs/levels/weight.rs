//! What is added up when two jumps lead to the same position: nothing, or the number of ways, in
//! the fewest words that hold it.

use num_bigint::BigUint;

/// Something added up over all ways to a position.
pub(crate) trait Weight: Clone + Default + Send + Sync {
    /// One way.
    fn one() -> Self;
    /// Adds; whether the sum fits.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// The number.
    fn big(&self) -> BigUint;
    /// The number divided by a divisor of it.
    fn share(&self, divisor: u64) -> Self;
    /// The product, if it fits.
    fn times(&self, other: &Self) -> Option<u128>;
    /// Bytes outside the value for a number of so many bits.
    fn heap(_bits: u64) -> u64 {
        0
    }
}

/// Nothing is counted: positions are merged, and that is all.
impl Weight for () {
    fn one() -> Self {}
    #[inline]
    fn add(&mut self, (): &Self) -> bool {
        true
    }
    fn big(&self) -> BigUint {
        BigUint::ZERO
    }
    fn share(&self, _: u64) -> Self {}
    fn times(&self, (): &Self) -> Option<u128> {
        None
    }
}

macro_rules! weight {
    ($($name:ident),*) => {$(
        impl Weight for $name {
            fn one() -> Self {
                1
            }
            #[inline]
            fn add(&mut self, other: &Self) -> bool {
                let (sum, over) = self.overflowing_add(*other);
                *self = sum;
                !over
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

weight!(u64, u128);

impl Weight for BigUint {
    fn one() -> Self {
        BigUint::from(1u8)
    }
    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
    fn big(&self) -> BigUint {
        self.clone()
    }
    fn share(&self, divisor: u64) -> Self {
        self / divisor
    }
    fn times(&self, _: &Self) -> Option<u128> {
        None
    }
    fn heap(bits: u64) -> u64 {
        // A vector grows by doubling, and an allocation has a header.
        bits.div_ceil(64) * 16 + 48
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
    pub(crate) fn add<W: Weight>(&mut self, one: &W, other: &W) {
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
