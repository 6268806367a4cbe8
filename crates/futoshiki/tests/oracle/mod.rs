//! A small program that is obviously right, to hold the clever ones against.

use tabuleiro_futoshiki::Futoshiki;

/// How many solutions a board has: every cell with every value, the rules checked as they stand.
pub(crate) fn count_solutions(board: &Futoshiki) -> u64 {
    fn go_on(board: &Futoshiki, grid: &mut Vec<u8>) -> u64 {
        let (cell, order) = (grid.len(), board.order());
        if cell == order * order {
            return 1;
        }
        let mut found = 0;
        for value in 1..=order as u8 {
            grid.push(value);
            let given = board.given(cell).is_none_or(|given| given == value);
            let in_line =
                |&other: &usize| other / order == cell / order || other % order == cell % order;
            let alone = !(0..cell).filter(in_line).any(|other| grid[other] == value);
            let at = |cell: u16| grid.get(usize::from(cell));
            let obeyed = board.signs().iter().all(|sign| match (at(sign.less), at(sign.more)) {
                (Some(less), Some(more)) => less < more,
                _ => true,
            });
            if given && alone && obeyed {
                found += go_on(board, grid);
            }
            grid.pop();
        }
        found
    }
    go_on(board, &mut Vec::new())
}
