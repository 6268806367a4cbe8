//! Arguments that are found without searching: the first that rules a tour out.

use super::{Argument, Tour};
use crate::board::Square;
use crate::contract::Verify;

/// A reason why there is no tour that is seen at once, if there is one. Looks at every square only
/// where that can matter: on boards with holes and on the smallest rectangles. On others that are
/// at least three squares wide every square has two neighbours, and all are joined.
pub(super) fn find(tour: &Tour) -> Option<Argument> {
    let (rows, cols) = (tour.size().rows, tour.size().cols);
    let mut found = vec![Argument::EndsApart, Argument::Colours];
    if tour.holes.is_some() || rows.min(cols) < 3 || rows.max(cols) < 4 {
        found.push(Argument::DeadEnds(dead_ends(tour)));
        found.push(Argument::Pieces(Vec::new()));
    }
    found.into_iter().find(|argument| tour.refute(argument).is_ok())
}

/// The squares that the colours allow a tour to start or end on.
pub(super) fn possible_ends(tour: &Tour) -> impl Iterator<Item = Square> + '_ {
    let dark = |square: Square| (square.row + square.col) % 2 == 1;
    let darks = match tour.holes {
        None => tour.size().area() / 2,
        Some(_) => tour.each_square().filter(|&square| dark(square)).count() as u64,
    };
    let lights = tour.squares() - darks;
    tour.each_square().filter(move |&square| if dark(square) { darks >= lights } else { lights >= darks })
}

/// As few dead ends as prove something, if there are enough.
fn dead_ends(tour: &Tour) -> Vec<Square> {
    let mut found = Vec::new();
    let given = |square| [tour.start(), tour.end()].contains(&Some(square));
    for square in tour.each_square() {
        match tour.neighbours(square).take(2).count() {
            0 => return vec![square],
            1 if tour.is_closed() => return vec![square],
            1 if !given(square) => found.push(square),
            _ => {}
        }
        if found.len() > 2 {
            break;
        }
    }
    found
}
