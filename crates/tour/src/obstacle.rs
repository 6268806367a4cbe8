//! Arguments that are found without searching: the first that rules a tour out.

use super::{Argument, Tour};
use crate::board::{Size, Square};
use crate::contract::Verify;

/// A reason why there is no tour that is seen at once, if there is one. Looks at every square only
/// where that can matter: on boards with holes and on the smallest rectangles. On others that are
/// at least three squares wide every square has two neighbours, and all are joined.
pub(super) fn find(tour: &Tour) -> Option<Argument> {
    let holds = |argument: &Argument| tour.refute(argument).is_ok();
    if let Some(argument) = at_once(tour) {
        return Some(argument);
    }
    if !has_poor_squares(tour) {
        return None;
    }
    let poor = poor_squares(tour);
    let crowded = || {
        // Whoever is crowded has several such neighbours.
        let mut around: Vec<Square> = poor.iter().flat_map(|&(s, _)| tour.neighbours(s)).collect();
        around.sort_unstable();
        let twice = around.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]);
        twice.map(Argument::Crowded).find(holds)
    };
    Some(Argument::DeadEnds(dead_ends(tour, &poor)))
        .filter(holds)
        .or_else(|| Some(Argument::Pieces(Vec::new())).filter(holds))
        .or_else(crowded)
}

/// The same, of those that look at no square's neighbours.
pub(super) fn at_once(tour: &Tour) -> Option<Argument> {
    let quick = [Argument::EndsApart, Argument::Colours, Argument::FourWide, Argument::Numbers];
    quick.into_iter().find(|argument| tour.refute(argument).is_ok())
}

/// Whether squares may have fewer than two neighbours, or be cut off.
fn has_poor_squares(tour: &Tour) -> bool {
    let (rows, cols) = (tour.size().rows, tour.size().cols);
    tour.holes.is_some() || !tour.is_a_knights() || rows.min(cols) < 3 || rows.max(cols) < 4
}

/// The same tour with squares that have a single neighbour for the ends that are not given: no
/// others can be, if there are such.
pub(super) fn with_loose_ends(tour: &Tour) -> Tour {
    let mut tour = tour.clone();
    if tour.is_closed() || !has_poor_squares(&tour) {
        return tour;
    }
    let is_loose = |&square: &Square| tour.neighbours(square).take(2).count() == 1;
    let loose: Vec<Square> = tour.each_square().filter(is_loose).take(3).collect();
    for square in loose.into_iter().map(Some) {
        if tour.start != square && tour.end != square {
            if tour.start.is_none() {
                tour.start = square;
            } else if tour.end.is_none() {
                tour.end = square;
            }
        }
    }
    tour
}

/// The squares that the colours allow a tour to start or end on.
pub(super) fn possible_ends(tour: &Tour) -> impl Iterator<Item = Square> + '_ {
    let dark = |square: Square| (square.row + square.col) % 2 == 1;
    let darks = match tour.holes {
        None => tour.size().area() / 2,
        Some(_) => tour.each_square().filter(|&square| dark(square)).count() as u64,
    };
    let lights = tour.squares() - darks;
    let any = !tour.leaps().alternate(tour.size());
    tour.each_square()
        .filter(move |&square| any || if dark(square) { darks >= lights } else { lights >= darks })
}

/// As few dead ends as prove something, if there are enough.
fn dead_ends(tour: &Tour, poor: &[(Square, usize)]) -> Vec<Square> {
    let mut found = Vec::new();
    let given = |square| [tour.start(), tour.end()].contains(&Some(square));
    for &(square, neighbours) in poor {
        match neighbours {
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

/// The squares with at most two neighbours, in reading order, and how many they have. On a whole
/// rectangle those are in the corners, or everywhere on boards narrower than three.
fn poor_squares(tour: &Tour) -> Vec<(Square, usize)> {
    let Size { rows, cols } = tour.size();
    let counted = |square| (square, tour.neighbours(square).take(3).count());
    let is_poor = |&(_, neighbours): &(Square, usize)| neighbours < 3;
    if tour.holes.is_some() || !tour.is_a_knights() {
        return tour.each_square().map(counted).filter(is_poor).collect();
    }
    let ends = |side: u32| (0..side.min(2)).chain(side.saturating_sub(2).max(2)..side);
    let corners = ends(rows).flat_map(|row| ends(cols).map(move |col| Square { row, col }));
    corners.map(counted).filter(is_poor).collect()
}
