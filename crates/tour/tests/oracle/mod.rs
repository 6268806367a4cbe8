//! Small programs that are obviously right, to hold the clever ones against.

use tabuleiro_core::board::Square;
use tabuleiro_core::leaper::Edges;
use tabuleiro_tour::Tour;

/// Whether a move joins two squares, by the definition: so far one way and so far across, sides that
/// touch being gone round.
fn joined(tour: &Tour, one: Square, other: Square) -> bool {
    let (size, leaps) = (tour.size(), tour.leaps());
    let (short, long) = leaps.leaper.sides();
    let apart = |from: u32, to: u32, side: u32, wraps: bool, by: u32| {
        let (from, to, side, by) = (i64::from(from), i64::from(to), i64::from(side), i64::from(by));
        let hits = |end: i64| if wraps { (end - to) % side == 0 } else { end == to };
        hits(from + by) || hits(from - by)
    };
    let (rows, cols) = (leaps.edges == Edges::Torus, leaps.edges != Edges::Plane);
    let leads = |down, right| {
        apart(one.row, other.row, size.rows, rows, down)
            && apart(one.col, other.col, size.cols, cols, right)
    };
    one != other && (leads(short, long) || leads(long, short))
}

/// How many tours a board has, directed, each start and direction counted: plain recursion.
pub(crate) fn count_tours(tour: &Tour) -> u64 {
    fn go_on(tour: &Tour, path: &mut Vec<Square>) -> u64 {
        let here = path[path.len() - 1];
        if path.len() as u64 == tour.squares() {
            let ends = tour.end().is_none_or(|end| end == here);
            return u64::from(ends && (!tour.is_closed() || joined(tour, path[0], here)));
        }
        let mut found = 0;
        // A given number and its square come together or not at all.
        if tour.clues().iter().any(|(k, at)| (k as usize == path.len()) != (at == here)) {
            return 0;
        }
        for next in tour.size().squares().filter(|&next| joined(tour, here, next)) {
            if tour.has(next) && !path.contains(&next) {
                path.push(next);
                found += go_on(tour, path);
                path.pop();
            }
        }
        found
    }
    tour.size()
        .squares()
        .filter(|&start| tour.has(start) && tour.start().is_none_or(|given| given == start))
        .map(|start| go_on(tour, &mut vec![start]))
        .sum()
}
