//! Random Latin squares by the moves of Jacobson and Matthews, which reach every square; switching
//! cycles of rows, columns or values would never leave the cyclic group at prime orders.

use crate::random::Rng;

/// A Latin square, values from 1 in reading order: so many moves from the cyclic one. After the cube
/// of the order nearly every square is alike.
pub fn square(order: usize, least_moves: usize, rng: &mut Rng) -> Vec<u8> {
    let n = order;
    // An incidence cube: 1 where a row and a column meet in a value, as the bits of its lines. An
    // improper cube has one cell at -1, which no bit tells; every line through it has two 1s.
    let mut cube = Cube { n, lines: [vec![0; n * n], vec![0; n * n], vec![0; n * n]] };
    for row in 0..n {
        for column in 0..n {
            cube.flip([row, column, (row + column) % n]);
        }
    }
    let mut improper: Option<[usize; 3]> = None;
    let mut moves = 0;
    while n > 1 && (moves < least_moves || improper.is_some()) {
        moves += 1;
        let here = improper.unwrap_or_else(|| {
            loop {
                let cell = [rng.below(n), rng.below(n), rng.below(n)];
                if !cube.holds(cell) {
                    return cell;
                }
            }
        });
        // One of the two 1s of each line through the cell, or the only one.
        let there = [0, 1, 2].map(|axis| {
            let ones = cube.line(axis, here);
            let others = ones & (ones - 1);
            let pick = if others != 0 && rng.below(2) == 1 { others } else { ones };
            pick.trailing_zeros() as usize
        });
        let [row, column, value] = here;
        let [other_row, other_column, other_value] = there;
        if improper.is_none() {
            cube.flip(here);
        }
        for cell in [
            [row, other_column, other_value],
            [other_row, column, other_value],
            [other_row, other_column, value],
            [other_row, column, value],
            [row, other_column, value],
            [row, column, other_value],
        ] {
            cube.flip(cell);
        }
        // The far corner loses 1: it had it, or is improper from now on.
        improper = (!cube.holds(there)).then_some(there);
        if improper.is_none() {
            cube.flip(there);
        }
    }
    cube.lines[2].iter().map(|values| values.trailing_zeros() as u8 + 1).collect()
}

/// The cells of a cube that are 1: along each axis, for each pair of the other two coordinates, one
/// bit a cell. The axes are row, column and value.
struct Cube {
    n: usize,
    lines: [Vec<u64>; 3],
}

impl Cube {
    fn place(&self, axis: usize, [row, column, value]: [usize; 3]) -> usize {
        match axis {
            0 => column * self.n + value,
            1 => row * self.n + value,
            _ => row * self.n + column,
        }
    }

    /// The 1s of the line through a cell along an axis.
    fn line(&self, axis: usize, cell: [usize; 3]) -> u64 {
        self.lines[axis][self.place(axis, cell)]
    }

    fn holds(&self, cell: [usize; 3]) -> bool {
        self.line(2, cell) >> cell[2] & 1 == 1
    }

    /// Makes 1 of 0, or 0 of 1.
    fn flip(&mut self, cell: [usize; 3]) {
        for (axis, coordinate) in cell.into_iter().enumerate() {
            let place = self.place(axis, cell);
            self.lines[axis][place] ^= 1 << coordinate;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_latin_and_all_of_order_three_come() {
        let mut rng = Rng::new(1);
        let mut seen = std::collections::BTreeSet::new();
        for order in (1..=20).chain([3; 500]) {
            let grid = square(order, order.pow(3), &mut rng);
            for line in 0..order {
                let row: std::collections::BTreeSet<u8> =
                    (0..order).map(|i| grid[line * order + i]).collect();
                let column: std::collections::BTreeSet<u8> =
                    (0..order).map(|i| grid[i * order + line]).collect();
                assert!(row.len() == order && column == row);
            }
            if order == 3 {
                seen.insert(grid);
            }
        }
        assert_eq!(seen.len(), 12);
    }
}
