//! Random numbers that are the same on every platform and in every version: a seed gives a puzzle.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Limit, Meter};

/// A seeded source of chance.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The dice that belong to a seed.
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `sides`, each as likely as the others. `sides` is not zero.
    pub fn below(&mut self, sides: usize) -> usize {
        let sides = sides as u64;
        // Lemire's method: the product's upper half is uniform once the few low halves that would
        // favour some numbers are rejected. They are below `sides`, so a division is hardly ever
        // needed.
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(sides);
            let low = product as u64;
            if low >= sides || low >= sides.wrapping_neg() % sides {
                return (product >> 64) as usize;
            }
        }
    }

    /// The same for numbers of any size.
    pub fn below_wide(&mut self, sides: u128) -> u128 {
        if let Ok(sides) = usize::try_from(sides) {
            return self.below(sides) as u128;
        }
        // Numbers of as many bits are drawn until one is small enough: at most every other is not.
        let spare = sides.leading_zeros();
        loop {
            let drawn = u128::from(self.0.next_u64()) << 64 | u128::from(self.0.next_u64());
            if drawn >> spare < sides {
                return drawn >> spare;
            }
        }
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }

    /// The same with a long list, under the limits of a run.
    pub fn shuffle_within<T>(
        &mut self,
        list: &mut [T],
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        for i in (1..list.len()).rev() {
            meter.check_limits()?;
            list.swap(i, self.below(i + 1));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_promise() {
        let mut rng = Rng::new(7);
        let throws: Vec<usize> = (0..8).map(|_| rng.below(100)).collect();
        assert_eq!(throws, [5, 17, 71, 42, 96, 46, 72, 32]);
    }
}
