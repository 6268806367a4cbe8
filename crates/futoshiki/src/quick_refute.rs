//! Arguments that are found without searching: the first that rules a solution out.

use super::{Argument, Futoshiki, Sign};

/// A reason why there is no solution that is seen at once, if there is one.
pub(super) fn find(board: &Futoshiki) -> Option<Argument> {
    twice(board).or_else(|| signs(board))
}

/// Two equal givens in a line.
fn twice(board: &Futoshiki) -> Option<Argument> {
    let order = board.order();
    let mut rows = vec![None; order * (order + 1)];
    let mut columns = rows.clone();
    for index in 0..order * order {
        let Some(value) = board.given(index) else { continue };
        let (row, column) = (index / order, index % order);
        for (seen, line) in [(&mut rows, row), (&mut columns, column)] {
            let place = line * (order + 1) + usize::from(value);
            if let Some(first) = seen[place].replace(index) {
                let size = board.size();
                return Some(Argument::Twice([size.square(first), size.square(index)]));
            }
        }
    }
    None
}

/// A sign, or several in a row, that no values obey.
fn signs(board: &Futoshiki) -> Option<Argument> {
    let cells = board.order() * board.order();
    let mut greater: Vec<Vec<usize>> = vec![Vec::new(); cells];
    let mut lesser_left = vec![0; cells];
    for &Sign { less, more } in board.signs() {
        if less == more {
            return Some(Argument::Itself(board.size().square(usize::from(less))));
        }
        greater[usize::from(less)].push(usize::from(more));
        lesser_left[usize::from(more)] += 1;
    }
    let mut ready: Vec<usize> = (0..cells).filter(|&cell| lesser_left[cell] == 0).collect();
    // The least value that each cell can hold, and the lesser cell that forces it.
    let mut least: Vec<(usize, Option<usize>)> =
        (0..cells).map(|cell| (board.given(cell).map_or(1, usize::from), None)).collect();
    let mut settled = 0;
    let mut crushed = None;
    while let Some(cell) = ready.pop() {
        settled += 1;
        for &above in &greater[cell] {
            if least[cell].0 + 1 > least[above].0 {
                least[above] = (least[cell].0 + 1, Some(cell));
                let most = board.given(above).map_or(board.order(), usize::from);
                if least[above].0 > most {
                    crushed = crushed.or(Some(above));
                }
            }
            lesser_left[above] -= 1;
            if lesser_left[above] == 0 {
                ready.push(above);
            }
        }
    }
    if settled < cells {
        return Some(Argument::Cycle(board.squares(&cycle(board, &lesser_left))));
    }
    let mut chain = vec![crushed?];
    while let Some(below) = least[chain[chain.len() - 1]].1 {
        chain.push(below);
    }
    chain.reverse();
    let (first, last) = (board.given(chain[0]), board.given(chain[chain.len() - 1]));
    let squares = board.squares(&chain);
    Some(match (first, last, &squares[..]) {
        (None, None, _) => Argument::Chain(squares),
        (Some(_), Some(_), &[less, more]) => Argument::Against([less, more]),
        _ => Argument::Squeezed(squares),
    })
}

/// A cycle among the cells that have a lesser one among themselves, in ascending order.
fn cycle(board: &Futoshiki, lesser_left: &[usize]) -> Vec<usize> {
    let is_left = |cell: usize| lesser_left[cell] > 0;
    let mut lesser = vec![None; lesser_left.len()];
    for &Sign { less, more } in board.signs() {
        if is_left(usize::from(less)) && is_left(usize::from(more)) {
            lesser[usize::from(more)] = Some(usize::from(less));
        }
    }
    // Every cell that is left has a lesser one that is left, so going down ends in a cycle.
    let mut seen = vec![false; lesser_left.len()];
    let mut cell = lesser_left.iter().position(|&left| left > 0).unwrap_or(0);
    while !std::mem::replace(&mut seen[cell], true) {
        cell = lesser[cell].unwrap_or(cell);
    }
    let mut found = vec![cell];
    let mut below = lesser[cell];
    while let Some(next) = below.filter(|&next| next != cell) {
        found.push(next);
        below = lesser[next];
    }
    found.reverse();
    found
}
