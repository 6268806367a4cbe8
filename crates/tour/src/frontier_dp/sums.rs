//! Numbers of ways, the sums they are added up in before they are multiplied, and their products.

use num_bigint::BigUint;
use search::layers::Wide;
use tabuleiro_core::exact_sum::{ExactSum, PathCount};

/// A number of ways that is added up over many states, and multiplied once.
pub(super) trait SummedCount: PathCount {
    /// What the ways of as many states as there may be are added up in: no overflow.
    type Sum: Clone + Default + Send;
    /// The number as a sum.
    fn sum(&self) -> Self::Sum;
    /// Adds sums.
    fn add_sum(sum: &mut Self::Sum, other: &Self::Sum);
    /// Adds the product of a number and a sum to a total.
    fn multiply(&self, sum: &Self::Sum, total: &mut ExactSum);
}

macro_rules! words {
    ($($name:ident, $wide:ident;)*) => {$(
        impl SummedCount for $name {
            type Sum = $wide;
            #[inline]
            fn sum(&self) -> $wide {
                $wide::from(*self)
            }
            #[inline]
            fn add_sum(sum: &mut $wide, other: &$wide) {
                *sum += other;
            }
            #[inline]
            fn multiply(&self, sum: &$wide, total: &mut ExactSum) {
                let product = u128::from(*sum).checked_mul(u128::from(*self));
                total.add(product, || BigUint::from(*sum) * *self);
            }
        }
    )*};
}

words!(u32, u64; u64, u128;);

impl<const N: usize> SummedCount for Wide<N> {
    type Sum = BigUint;
    fn sum(&self) -> BigUint {
        self.big()
    }
    fn add_sum(sum: &mut BigUint, other: &BigUint) {
        *sum += other;
    }
    fn multiply(&self, sum: &BigUint, total: &mut ExactSum) {
        total.add(None, || self.big() * sum);
    }
}
