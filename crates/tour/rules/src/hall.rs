//! Hall's condition as an argument (Hall 1935; Ore 1957 for more than one link): some squares need more
//! links than those around them can give. Imports no solver.
//!
//! Every square of a tour is linked to two others, its ends to one. Take squares of which no two are
//! neighbours. All their links lead to squares around them, and a square around them can take no more than
//! its own two, nor more than it has neighbours among them. If they need more than that, there is no tour.
//!
//! Or take any squares at all. Each but the end of a tour has a next square, all of them different: if
//! there are fewer around them, there is no tour.

use super::Tour;
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::contract::{Limit, Meter};

/// Whether the squares are such.
pub(super) fn too_much_demand(
    tour: &Tour,
    squares: &[Square],
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    // Two squares a move apart are a closed tour that uses its one move twice.
    if tour.squares() < 3 {
        return Ok(false);
    }
    let bytes = tour.size().area() / 4;
    meter.claim(bytes)?;
    let index = |square: Square| tour.size().index(square);
    let mut those = Squares::none(tour.size().area() as usize);
    for &square in squares {
        if !tour.has(square) || those.contains(index(square)) {
            meter.release(bytes);
            return Ok(false);
        }
        those.insert(index(square));
    }
    let mut around = Squares::none(tour.size().area() as usize);
    let mut joined = false;
    for near in squares.iter().flat_map(|&square| tour.neighbours(square)) {
        meter.check_limits()?;
        around.insert(index(near));
        joined |= those.contains(index(near));
    }
    let is_open = !tour.is_closed();
    let ends = [tour.start(), tour.end()];
    let given = |square| is_open && ends.contains(&Some(square));
    if joined {
        let has_end = is_open && tour.end().is_none_or(|end| those.contains(index(end)));
        let from = tour.start().filter(|&start| is_open && around.contains(index(start)));
        meter.release(bytes);
        return Ok(squares.len() - usize::from(has_end && !squares.is_empty())
            > around.len() - usize::from(from.is_some()));
    }
    let needs = |square| if given(square) { 1 } else { 2 };
    let needed: u64 = squares.iter().map(|&square| needs(square)).sum();
    let mut offered = 0u64;
    for place in around.iter() {
        meter.check_limits()?;
        let near = tour.size().square(place);
        let among = tour.neighbours(near).filter(|&back| those.contains(index(back)));
        offered += needs(near).min(among.count() as u64);
    }
    meter.release(bytes);
    Ok(needed > offered + free_ends(tour, squares, meter)?)
}

/// How many ends that are not given may be among some squares, of which no two are neighbours.
fn free_ends(tour: &Tour, squares: &[Square], meter: &mut Meter<'_>) -> Result<u64, Limit> {
    let free = [tour.start(), tour.end()].iter().filter(|end| end.is_none()).count() as i64;
    let same = squares.windows(2).all(|two| two[0].same_colour(two[1]));
    match squares.first() {
        _ if tour.is_closed() => Ok(0),
        // Light and dark squares take turns, so that the colours of the ends are known.
        Some(&first) if same && tour.leaps().alternate(tour.size()) => {
            let given = |square| [tour.start(), tour.end()].contains(&Some(square));
            let needs = |square| if given(square) { 1 } else { 2 };
            let mut of_both = 0i64;
            for square in tour.each_square() {
                meter.check_limits()?;
                of_both += if square.same_colour(first) { needs(square) } else { -needs(square) };
            }
            Ok(((free + of_both) / 2).clamp(0, free) as u64)
        }
        _ => Ok(free as u64),
    }
}
