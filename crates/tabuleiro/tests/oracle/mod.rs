//! Small programs that are obviously right, to hold the clever ones against.

use tabuleiro::board::Square;
use tabuleiro::tour::Tour;

/// How many tours a board has, directed, each start and direction counted: plain recursion.
pub(crate) fn count_tours(tour: &Tour) -> u64 {
    fn go_on(tour: &Tour, path: &mut Vec<Square>) -> u64 {
        let here = path[path.len() - 1];
        if path.len() as u64 == tour.squares() {
            let ends = tour.end().is_none_or(|end| end == here);
            return u64::from(ends && (!tour.is_closed() || path[0].is_knight_move(here)));
        }
        let mut found = 0;
        for next in tour.size().squares().filter(|next| here.is_knight_move(*next)) {
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
