//! The transpose of 64 x 64 bits: sixty-four rows turned into columns.

/// Bit `j` of word `i` becomes bit `i` of word `j`: halves change places, then quarters, and so on.
#[inline]
pub(super) fn transpose(square: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width != 0 {
        let mut row = 0;
        while row < 64 {
            let other = row | width;
            let apart = ((square[row] >> width) ^ square[other]) & mask;
            square[row] ^= apart << width;
            square[other] ^= apart;
            row = (other + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let bit = |row: usize, column: usize| (row * row + 7 * column * row + column) % 5 < 2;
        let word = |row: usize| (0..64).map(|column| u64::from(bit(row, column)) << column).sum();
        let mut square: [u64; 64] = std::array::from_fn(word);
        transpose(&mut square);
        for (column, word) in square.iter().enumerate() {
            assert!((0..64).all(|row| (word >> row & 1 == 1) == bit(row, column)));
        }
    }
}
