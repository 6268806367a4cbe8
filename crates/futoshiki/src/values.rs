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

/// The values below the greatest of a set; none if it is empty, as a cell of a position played by hand may be.
#[inline]
pub(super) fn below_greatest(set: u64) -> u64 {
    u64::MAX.checked_shr(set.leading_zeros() + 1).unwrap_or(0)
}

/// The values above the least of a set; none if it is empty.
#[inline]
pub(super) fn above_least(set: u64) -> u64 {
    let least = set & set.wrapping_neg();
    !(least | least.wrapping_sub(1))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_below_and_above_are_those_of_a_list() {
        let values = |set: u64| (1..=64).filter(move |value| set & only(*value) != 0);
        let set = |keep: &dyn Fn(u8) -> bool| {
            (1..=64).filter(|&value| keep(value)).fold(0, |set, value| set | only(value))
        };
        let ends = [1, 2, 3, 31, 32, 33, 63, 64].map(only);
        let pairs = ends.iter().flat_map(|one| ends.map(|other| one | other));
        for of in pairs.chain([0, all(9), all(64), all(64) & !only(1)]) {
            let greatest = values(of).max();
            assert_eq!(below_greatest(of), set(&|value| Some(value) < greatest), "{of:b}");
            let least = values(of).min();
            assert_eq!(above_least(of), set(&|value| least.is_some_and(|l| value > l)), "{of:b}");
        }
    }
}
