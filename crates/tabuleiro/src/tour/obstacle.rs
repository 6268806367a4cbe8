//! Arguments that are found without searching: the first that rules a tour out.

use super::{Argument, Tour};
use crate::board::{Size, Square};
use crate::contract::Verify;

/// A reason why there is no tour that is seen at once, if there is one. Looks at every square only
/// where that can matter: on boards with holes and on the smallest rectangles. On others that are
/// at least three squares wide every square has two neighbours, and all are joined.
pub(super) fn find(tour: &Tour) -> Option<Argument> {
    let holds = |argument: &Argument| tour.refute(argument).is_ok();
    let quick = [Argument::EndsApart, Argument::Colours, Argument::FourWide];
    if let Some(argument) = quick.into_iter().find(holds) {
        return Some(argument);
    }
    if !has_poor_squares(tour) {
        return None;
    }
    let crowded = || tour.each_square().map(Argument::Crowded).find(holds);
    Some(Argument::DeadEnds(dead_ends(tour)))
        .filter(holds)
        .or_else(|| Some(Argument::Pieces(Vec::new())).filter(holds))
        .or_else(crowded)
}

/// Whether squares may have fewer than two neighbours, or be cut off.
fn has_poor_squares(tour: &Tour) -> bool {
    let (rows, cols) = (tour.size().rows, tour.size().cols);
    tour.holes.is_some() || rows.min(cols) < 3 || rows.max(cols) < 4
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
    tour.each_square()
        .filter(move |&square| if dark(square) { darks >= lights } else { lights >= darks })
}

/// As few dead ends as prove something, if there are enough.
fn dead_ends(tour: &Tour) -> Vec<Square> {
    let mut found = Vec::new();
    let given = |square| [tour.start(), tour.end()].contains(&Some(square));
    for square in poor_squares(tour) {
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

/// The squares that may have fewer than two neighbours: without holes, only those in the corners.
fn poor_squares(tour: &Tour) -> Box<dyn Iterator<Item = Square> + '_> {
    match tour.holes {
        Some(_) => Box::new(tour.each_square()),
        None => {
            let Size { rows, cols } = tour.size();
            let ends = |side: u32| (0..side.min(2)).chain(side.saturating_sub(2).max(2)..side);
            Box::new(ends(rows).flat_map(move |row| ends(cols).map(move |col| Square { row, col })))
        }
    }
}
