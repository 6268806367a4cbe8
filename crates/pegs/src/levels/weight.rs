//! Numbers of ways that are shared out among the images of a position, and multiplied where both ends
//! meet.

use search::layers::Wide;
use tabuleiro_core::exact_sum::{ExactSum, PathCount};

/// A number of ways that leads to every image of a position alike.
pub(crate) trait SharedCount: PathCount {
    /// The number divided by a divisor of it.
    fn share(&self, divisor: u64) -> Self;
    /// The product, if it fits.
    fn times(&self, other: &Self) -> Option<u128>;
}

macro_rules! ways {
    ($($name:ident),*) => {$(
        impl SharedCount for $name {
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

impl SharedCount for WideCount {
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

/// Adds the product of two numbers.
#[inline]
pub(crate) fn add_product<W: SharedCount>(total: &mut ExactSum, one: &W, other: &W) {
    total.add(one.times(other), || one.big() * other.big());
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn products_of_all_widths_are_added() {
        let mut total = ExactSum::default();
        (0..3).for_each(|_| add_product(&mut total, &u128::MAX, &2));
        add_product(&mut total, &7u64, &6);
        add_product(&mut total, &WideCount::from(3), &WideCount::from(5));
        assert_eq!(total.big(), BigUint::from(u128::MAX) * 6u8 + 57u8);
    }
}
