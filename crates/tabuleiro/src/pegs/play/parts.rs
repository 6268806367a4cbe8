//! A board divided into parts, each a problem of its own: how parts are cut out, moved and joined.

use search::Meter;

use crate::pegs::play::class;
use crate::pegs::{Ground, Jump};

/// Who goes when: a part is solved with cells of its neighbours, lent as they are at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Turn {
    /// Before its neighbours.
    First,
    /// With no cell but its own.
    Alone,
    /// After its neighbours.
    Last,
}

/// A part cut out of a board: the problem in its own rectangle, and where that lies.
pub(crate) struct Piece {
    pub(crate) ground: Ground,
    /// The row and column of the board where the rectangle begins.
    corner: (usize, usize),
}

impl Piece {
    /// Cuts `cells` out of a board, with what is lent to them at their turn.
    pub(crate) fn new(board: &Ground, cells: &[u32], turn: Turn) -> Self {
        let reach = if turn == Turn::Alone { 0 } else { 1 };
        let places =
            || cells.iter().map(|&c| (c as usize / board.columns, c as usize % board.columns));
        let bounds = |of: fn((usize, usize)) -> usize, end: usize| {
            let least = places().map(of).min().unwrap_or(0).saturating_sub(reach);
            let most = places().map(of).max().unwrap_or(0) + reach;
            (least, most.min(end - 1) + 1)
        };
        let (top, bottom) = bounds(|p| p.0, board.rows);
        let (left, right) = bounds(|p| p.1, board.columns);
        let (rows, columns) = (bottom - top, right - left);
        let empty = vec![false; rows * columns];
        let mut ground =
            Ground { rows, columns, inside: empty.clone(), start: empty.clone(), goal: empty };
        if turn != Turn::Alone {
            for (row, column) in places() {
                for near in [
                    (row.saturating_sub(1), column),
                    (row + 1, column),
                    (row, column.saturating_sub(1)),
                    (row, column + 1),
                ] {
                    if near.0 < bottom && near.1 < right {
                        let (at, from) = (
                            (near.0 - top) * columns + near.1 - left,
                            near.0 * board.columns + near.1,
                        );
                        let lent = if turn == Turn::First { &board.start } else { &board.goal };
                        ground.inside[at] = board.inside[from];
                        ground.start[at] = lent[from];
                        ground.goal[at] = lent[from];
                    }
                }
            }
        }
        for &cell in cells {
            let (row, column) = (cell as usize / board.columns, cell as usize % board.columns);
            let at = (row - top) * columns + column - left;
            ground.inside[at] = true;
            ground.start[at] = board.start[cell as usize];
            ground.goal[at] = board.goal[cell as usize];
        }
        Piece { ground, corner: (top, left) }
    }

    /// A jump of the piece as one of the board.
    pub(crate) fn on_board(&self, board: &Ground, jump: Jump) -> Jump {
        let place = |cell: u32| {
            let (row, column) =
                (cell as usize / self.ground.columns, cell as usize % self.ground.columns);
            ((self.corner.0 + row) * board.columns + self.corner.1 + column) as u32
        };
        Jump { from: place(jump.from), to: place(jump.to) }
    }
}

/// The four neighbours of a cell.
pub(crate) fn around(board: &Ground, cell: u32) -> impl Iterator<Item = u32> + use<> {
    let (rows, columns) = (board.rows as u32, board.columns as u32);
    let (row, column) = (cell / columns, cell % columns);
    [
        (row > 0).then(|| cell - columns),
        (column > 0).then(|| cell - 1),
        (column + 1 < columns).then(|| cell + 1),
        (row + 1 < rows).then(|| cell + columns),
    ]
    .into_iter()
    .flatten()
}

/// Whether cells hang together.
pub(crate) fn connected(board: &Ground, cells: &[u32]) -> bool {
    let Some(&first) = cells.first() else { return false };
    let mut left: Vec<bool> = vec![true; cells.len()];
    let mut open = vec![first];
    left[0] = false;
    let mut met = 1;
    while let Some(cell) = open.pop() {
        for near in around(board, cell) {
            if let Ok(at) = cells.binary_search(&near)
                && left[at]
            {
                left[at] = false;
                met += 1;
                open.push(near);
            }
        }
    }
    met == cells.len()
}

/// Whether a part may be solvable alone, as far as counting and the rule of three can tell: it has
/// pegs to arrive, more to leave, and no parity against it.
pub(crate) fn hopeful(board: &Ground, cells: &[u32], meter: &mut Meter) -> bool {
    let count = |of: &[bool]| cells.iter().filter(|&&c| of[c as usize]).count();
    let (pegs, rest) = (count(&board.start), count(&board.goal));
    rest > 0
        && pegs > rest
        && class::refute(&Piece::new(board, cells, Turn::Alone).ground, meter) == Ok(None)
}

/// Divides a board by straight cuts until no part is larger than `most` or no cut is left where both
/// parts are hopeful. Cuts go where pegs and holes are shared out most evenly.
pub(crate) fn guillotine(board: &Ground, most: usize, meter: &mut Meter) -> Vec<Vec<u32>> {
    let all: Vec<u32> =
        (0..board.inside.len() as u32).filter(|&c| board.inside[c as usize]).collect();
    let mut open = vec![all];
    let mut done = Vec::new();
    while let Some(cells) = open.pop() {
        match if cells.len() > most { split(board, &cells, meter) } else { None } {
            Some((one, other)) => open.extend([one, other]),
            None => done.push(cells),
        }
    }
    done
}

/// The best straight cut of a part.
fn split(board: &Ground, cells: &[u32], meter: &mut Meter) -> Option<(Vec<u32>, Vec<u32>)> {
    let columns = board.columns as u32;
    let holes = |cells: &[u32]| cells.iter().filter(|&&c| board.goal[c as usize]).count();
    let whole = holes(cells);
    let mut cuts = Vec::new();
    for (by_rows, end) in [(true, board.rows as u32), (false, columns)] {
        let place = |cell: u32| if by_rows { cell / columns } else { cell % columns };
        let mut sizes = vec![(0, 0); end as usize];
        for &cell in cells {
            sizes[place(cell) as usize].0 += 1;
            sizes[place(cell) as usize].1 += usize::from(board.goal[cell as usize]);
        }
        let (mut size, mut held) = (0, 0);
        for at in 1..end {
            size += sizes[at as usize - 1].0;
            held += sizes[at as usize - 1].1;
            if held > 0 && held < whole {
                // Uneven sharing of holes hurts most, uneven sizes less.
                let unfair = (held * cells.len()).abs_diff(size * whole);
                let uneven = (2 * size).abs_diff(cells.len()) * whole;
                cuts.push((2 * unfair + uneven, by_rows, at));
            }
        }
    }
    cuts.sort_unstable();
    cuts.into_iter().find_map(|(_, by_rows, at)| {
        let before =
            |cell: &&u32| if by_rows { **cell / columns < at } else { **cell % columns < at };
        let (one, other): (Vec<&u32>, Vec<&u32>) = cells.iter().partition(before);
        let (one, other): (Vec<u32>, Vec<u32>) =
            (one.into_iter().copied().collect(), other.into_iter().copied().collect());
        (hopeful(board, &one, meter) && hopeful(board, &other, meter)).then_some((one, other))
    })
}
