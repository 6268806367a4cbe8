//! Weights: what is added up where equal keys meet. No sum overflows unseen.

/// A number outgrew its words. A count begins again with wider ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

/// Something added up over all ways to a state, of a fixed number of bytes.
pub trait Weight: Copy + Default + Send + Sync + 'static {
    /// Bytes that it is written as.
    const BYTES: usize;
    /// Adds; whether the sum fits.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// Writes it to as many bytes.
    fn write(&self, to: &mut [u8]);
    /// Reads what was written.
    fn read(from: &[u8]) -> Self;
}

/// Nothing is counted: states are merged, and that is all.
impl Weight for () {
    const BYTES: usize = 0;
    #[inline]
    fn add(&mut self, (): &Self) -> bool {
        true
    }
    #[inline]
    fn write(&self, _: &mut [u8]) {}
    #[inline]
    fn read(_: &[u8]) -> Self {}
}

macro_rules! weight {
    ($($name:ident),*) => {$(
        impl Weight for $name {
            const BYTES: usize = size_of::<$name>();
            #[inline]
            fn add(&mut self, other: &Self) -> bool {
                let (sum, over) = self.overflowing_add(*other);
                *self = sum;
                !over
            }
            #[inline]
            fn write(&self, to: &mut [u8]) {
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

weight!(u32, u64, u128);

/// A number of so many words of 64 bits, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Wide([0; N])
    }
}

impl<const N: usize> From<u64> for Wide<N> {
    fn from(number: u64) -> Self {
        let mut wide = Wide::default();
        wide.0[0] = number;
        wide
    }
}

impl<const N: usize> Weight for Wide<N> {
    const BYTES: usize = 8 * N;
    #[inline]
    fn add(&mut self, other: &Self) -> bool {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            let (sum, over) = word.overflowing_add(*more);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, over | again);
        }
        !carry
    }
    fn write(&self, to: &mut [u8]) {
        to.chunks_exact_mut(8).zip(&self.0).for_each(|(to, word)| word.write(to));
    }
    fn read(from: &[u8]) -> Self {
        let mut words = from.chunks_exact(8).map(u64::read);
        Wide(std::array::from_fn(|_| words.next().unwrap_or(0)))
    }
}

/// What is added up over the states of a layer while they are expanded, in whatever order. Kept for
/// every layer, and in checkpoints.
pub trait Tally: Clone + Default + Send + Sync + 'static {
    /// Adds what another thread counted.
    fn add(&mut self, other: &Self) -> Result<(), Overflow>;
    /// Writes it behind what stands there.
    fn write(&self, to: &mut Vec<u8>);
    /// Reads what was written; nothing if that is not what it is.
    fn read(from: &[u8]) -> Option<Self>;
}

impl Tally for () {
    fn add(&mut self, (): &Self) -> Result<(), Overflow> {
        Ok(())
    }
    fn write(&self, _: &mut Vec<u8>) {}
    fn read(from: &[u8]) -> Option<Self> {
        from.is_empty().then_some(())
    }
}

/// A mere sum.
impl<W: Weight> Tally for (W,) {
    fn add(&mut self, other: &Self) -> Result<(), Overflow> {
        if self.0.add(&other.0) { Ok(()) } else { Err(Overflow) }
    }
    fn write(&self, to: &mut Vec<u8>) {
        let start = to.len();
        to.resize(start + W::BYTES, 0);
        self.0.write(&mut to[start..]);
    }
    fn read(from: &[u8]) -> Option<Self> {
        (from.len() == W::BYTES).then(|| (W::read(from),))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sum_overflows_unseen() {
        let (mut one, mut two) = (u64::MAX, u128::MAX);
        assert!(!one.add(&1) && !two.add(&1));
        let mut wide = Wide([u64::MAX, 6]);
        assert!(wide.add(&Wide::from(1)));
        assert_eq!(wide, Wide([0, 7]));
        let mut full = Wide([u64::MAX; 2]);
        assert!(!full.add(&Wide::from(1)));
    }

    #[test]
    fn what_is_written_is_read() {
        let wide = Wide([1, 2, u64::MAX]);
        let mut bytes = [0; 24];
        wide.write(&mut bytes);
        assert_eq!(Wide::<3>::read(&bytes), wide);
        let mut sum = Vec::new();
        (77u128,).write(&mut sum);
        assert_eq!(<(u128,)>::read(&sum), Some((77,)));
        assert_eq!(<(u64,)>::read(&sum), None);
    }
}
