//! Too little to go round: the argument that some squares need more links than those around them
//! can give. Imports no solver.
//!
//! Every square of a tour is linked to two others, its ends to one. Take squares of which no two are
//! neighbours. All their links lead to squares around them, and a square around them can take no
//! more than its own two, nor more than it has neighbours among them. If they need more than that,
//! there is no tour (Hall 1935, as Ore 1957 has it for more than one link).

use super::Tour;
use crate::board::{Square, Squares};

/// Whether the squares are such.
pub(super) fn too_much_demand(tour: &Tour, squares: &[Square]) -> bool {
    // Two squares a move apart are a closed tour that uses its one move twice.
    if tour.squares() < 3 {
        return false;
    }
    let index = |square: Square| tour.size().index(square);
    let mut those = Squares::none(tour.size().area() as usize);
    for &square in squares {
        if !tour.has(square) || those.contains(index(square)) {
            return false;
        }
        those.insert(index(square));
    }
    let given = |square| [tour.start(), tour.end()].contains(&Some(square)) && !tour.is_closed();
    let needs = |square| if given(square) { 1 } else { 2 };
    let mut needed: u64 = squares.iter().map(|&square| needs(square)).sum();
    // Ends that are not given may be among the squares, and then need one link less each.
    if !tour.is_closed() {
        let free = [tour.start(), tour.end()].iter().filter(|end| end.is_none()).count();
        needed = needed.saturating_sub(free as u64);
    }
    let mut counted = Squares::none(tour.size().area() as usize);
    let mut offered = 0;
    for &square in squares {
        for near in tour.neighbours(square) {
            if those.contains(index(near)) {
                return false;
            }
            if !counted.contains(index(near)) {
                counted.insert(index(near));
                let among = tour.neighbours(near).filter(|&back| those.contains(index(back)));
                offered += needs(near).min(among.count() as u64);
            }
        }
    }
    needed > offered
}
