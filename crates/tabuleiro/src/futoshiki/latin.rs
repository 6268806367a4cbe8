//! Random Latin squares by the moves of Jacobson and Matthews, which reach every square; switching
//! cycles of rows, columns or values would never leave the cyclic group at prime orders.

use crate::random::Dice;

/// A Latin square, values from 1 in reading order; nearly every square alike.
pub(super) fn square(order: usize, dice: &mut Dice) -> Vec<u8> {
    let n = order;
    // An incidence cube: 1 where a row and a column meet in a value. An improper cube has one cell
    // at -1, which every line through it answers with a second 1.
    let mut cube = vec![0i8; n * n * n];
    let at = |row: usize, column: usize, value: usize| (row * n + column) * n + value;
    for row in 0..n {
        for column in 0..n {
            cube[at(row, column, (row + column) % n)] = 1;
        }
    }
    let mut improper: Option<[usize; 3]> = None;
    let mut moves = 0;
    while n > 1 && (moves < n * n * n || improper.is_some()) {
        moves += 1;
        let [row, column, value] = improper.unwrap_or_else(|| {
            loop {
                let cell = [dice.below(n), dice.below(n), dice.below(n)];
                if cube[at(cell[0], cell[1], cell[2])] == 0 {
                    return cell;
                }
            }
        });
        // One of the two 1s of a line through the improper cell, or the only one.
        let mut pick = |found: &mut dyn Iterator<Item = usize>| {
            let first = found.next().unwrap_or(0);
            match found.next() {
                Some(second) if dice.below(2) == 1 => second,
                _ => first,
            }
        };
        let other_row = pick(&mut (0..n).filter(|&r| cube[at(r, column, value)] == 1));
        let other_column = pick(&mut (0..n).filter(|&c| cube[at(row, c, value)] == 1));
        let other_value = pick(&mut (0..n).filter(|&v| cube[at(row, column, v)] == 1));
        for (row, column, value, change) in [
            (row, column, value, 1),
            (row, other_column, other_value, 1),
            (other_row, column, other_value, 1),
            (other_row, other_column, value, 1),
            (other_row, column, value, -1),
            (row, other_column, value, -1),
            (row, column, other_value, -1),
            (other_row, other_column, other_value, -1),
        ] {
            cube[at(row, column, value)] += change;
        }
        let corner = [other_row, other_column, other_value];
        improper = (cube[at(corner[0], corner[1], corner[2])] < 0).then_some(corner);
    }
    let value = |cell: usize| (0..n).find(|&v| cube[cell * n + v] == 1).unwrap_or(0);
    (0..n * n).map(|cell| value(cell) as u8 + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_latin_and_all_of_order_three_come() {
        let mut dice = Dice::new(1);
        let mut seen = std::collections::BTreeSet::new();
        for order in (1..=20).chain([3; 500]) {
            let grid = square(order, &mut dice);
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
