//! Numbers of ways, in the fewest words that hold them, their sums and their products.

use num_bigint::BigUint;
use search::layers::{Weight, Wide};

/// A number of ways, added up over all that lead to the same state.
pub(super) trait PathCount: Weight {
    /// What the ways of as many states as there may be are added up in: no overflow.
    type Sum: Clone + Default + Send;
    /// One way.
    fn one() -> Self;
    /// The number as a sum.
    fn sum(&self) -> Self::Sum;
    /// Adds sums.
    fn add_sum(sum: &mut Self::Sum, other: &Self::Sum);
    /// Adds the product of a number and a sum to a total.
    fn multiply(&self, sum: &Self::Sum, total: &mut Total);
    /// The number.
    fn big(&self) -> BigUint;
}

macro_rules! words {
    ($($name:ident, $wide:ident;)*) => {$(
        impl PathCount for $name {
            type Sum = $wide;
            fn one() -> Self {
                1
            }
            #[inline]
            fn sum(&self) -> $wide {
                $wide::from(*self)
            }
            #[inline]
            fn add_sum(sum: &mut $wide, other: &$wide) {
                *sum += other;
            }
            #[inline]
            fn multiply(&self, sum: &$wide, total: &mut Total) {
                let product = u128::from(*sum).checked_mul(u128::from(*self));
                match product.and_then(|product| total.small.checked_add(product)) {
                    Some(sum) => total.small = sum,
                    None => total.large += BigUint::from(*sum) * *self,
                }
            }
            fn big(&self) -> BigUint {
                BigUint::from(*self)
            }
        }
    )*};
}

words!(u32, u64; u64, u128;);

impl<const N: usize> PathCount for Wide<N> {
    type Sum = BigUint;
    fn one() -> Self {
        Wide::from(1)
    }
    fn sum(&self) -> BigUint {
        self.big()
    }
    fn add_sum(sum: &mut BigUint, other: &BigUint) {
        *sum += other;
    }
    fn multiply(&self, sum: &BigUint, total: &mut Total) {
        total.large += self.big() * sum;
    }
    fn big(&self) -> BigUint {
        let halves = self.0.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        BigUint::from_slice(&halves.collect::<Vec<u32>>())
    }
}

/// A sum of products that is a machine word as long as it can be.
#[derive(Clone, Debug, Default)]
pub(super) struct Total {
    small: u128,
    large: BigUint,
}

impl Total {
    /// The sum.
    pub(super) fn big(self) -> BigUint {
        self.large + self.small
    }
}
