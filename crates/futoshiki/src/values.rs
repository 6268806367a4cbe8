//! Sets of values, one bit each, and the values of a cell that are left to try.

pub(crate) use tabuleiro_futoshiki_rules::Placed;

/// All values of an order: bit `v - 1` is the value `v`.
#[inline]
pub(super) fn all(order: usize) -> u64 {
    u64::MAX >> (64 - order)
}

/// The set of one value.
#[inline]
pub(super) fn only(value: u8) -> u64 {
    1 << (value - 1)
}

/// The values below the greatest of a set that is not empty.
#[inline]
pub(super) fn below_greatest(set: u64) -> u64 {
    (1 << (63 - set.leading_zeros())) - 1
}

/// The values above the least of a set that is not empty.
#[inline]
pub(super) fn above_least(set: u64) -> u64 {
    let least = set & set.wrapping_neg();
    !(least | (least - 1))
}

/// The values of one cell that are left to try, the least first.
#[derive(Clone, Debug)]
pub(super) struct Untried {
    pub(super) cell: u16,
    pub(super) values: u64,
}

impl Iterator for Untried {
    type Item = Placed;

    #[inline]
    fn next(&mut self) -> Option<Placed> {
        if self.values == 0 {
            return None;
        }
        let value = self.values.trailing_zeros() as u8 + 1;
        self.values &= self.values - 1;
        Some(Placed { cell: self.cell, value })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.values.count_ones() as usize;
        (left, Some(left))
    }
}
