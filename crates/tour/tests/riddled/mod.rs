//! Boards with random holes, for tests and benches of tours.

use tabuleiro_core::board::Squares;
use tabuleiro_core::random::Rng;
use tabuleiro_tour::Tour;

/// The board with so many holes in a hundred squares, as many light as dark ones, none of which
/// leaves a square around it with fewer than three neighbours.
pub(crate) fn with_holes(tour: Tour, percent: usize, rng: &mut Rng) -> Tour {
    let size = tour.size();
    let area = size.area() as usize;
    let mut holes = Squares::none(area);
    let mut made = 0;
    while made < area * percent / 100 / 2 * 2 {
        let place = rng.below(area);
        let square = size.square(place);
        let is_dark = (square.row + square.col) % 2 == 1;
        let left = |near| size.knight_moves(near).filter(|&s| !holes.contains(size.index(s)));
        let taken = holes.contains(place) || is_dark != (made % 2 == 1);
        if !taken && size.knight_moves(square).all(|near| left(near).count() > 3) {
            holes.insert(place);
            made += 1;
        }
    }
    tour.without(holes)
}
