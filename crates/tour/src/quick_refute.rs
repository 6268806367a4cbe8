//! Quick refutation without a search: colour counts, degrees, cut sets. The first argument that rules a
//! tour out.

use search::{Limit, Meter};

use super::{Argument, Tour, rules_out};
use tabuleiro_core::board::{Size, Square};

/// Bytes for each square where every one is looked at: the poor ones, and how many are around each.
const BYTES_A_SQUARE: u64 = 17;

/// A reason why there is no tour that is seen at once, if there is one. Looks at every square only
/// where that can matter: on boards with holes and on the smallest rectangles. On others that are
/// at least three squares wide every square has two neighbours, and all are joined.
pub(super) fn find(tour: &Tour, meter: &mut Meter<'_>) -> Result<Option<Argument>, Limit> {
    if let Some(argument) = at_once(tour, meter)? {
        return Ok(Some(argument));
    }
    if !has_poor_squares(tour) {
        return Ok(None);
    }
    let all = looks_everywhere(tour);
    let bytes = if all { tour.size().area().saturating_mul(BYTES_A_SQUARE) } else { 0 };
    meter.claim(bytes)?;
    let found = among_squares(tour, meter);
    meter.release(bytes);
    found
}

/// The same, of those that are about squares with few neighbours.
fn among_squares(tour: &Tour, meter: &mut Meter<'_>) -> Result<Option<Argument>, Limit> {
    let poor = poor_squares(tour, meter)?;
    for argument in [Argument::DeadEnds(dead_ends(tour, &poor)), Argument::Pieces(Vec::new())] {
        if rules_out(tour, &argument, meter)? {
            return Ok(Some(argument));
        }
    }
    if poor.is_empty() {
        return Ok(None);
    }
    // A crowded square has several such neighbours.
    let mut around = vec![0u8; tour.size().area() as usize];
    for &(square, _) in &poor {
        meter.check_limits()?;
        tour.neighbours(square).for_each(|near| around[tour.size().index(near)] += 1);
    }
    for (place, &poor) in around.iter().enumerate() {
        meter.check_limits()?;
        let argument = Argument::Crowded(tour.size().square(place));
        if poor > 1 && rules_out(tour, &argument, meter)? {
            return Ok(Some(argument));
        }
    }
    Ok(None)
}

/// The same, of those that look at no square's neighbours.
pub(super) fn at_once(tour: &Tour, meter: &mut Meter<'_>) -> Result<Option<Argument>, Limit> {
    for argument in [Argument::EndsApart, Argument::Colours, Argument::FourWide, Argument::Numbers]
    {
        if rules_out(tour, &argument, meter)? {
            return Ok(Some(argument));
        }
    }
    Ok(None)
}

/// Whether squares may have fewer than two neighbours, or be cut off.
fn has_poor_squares(tour: &Tour) -> bool {
    let (rows, cols) = (tour.size().rows, tour.size().cols);
    looks_everywhere(tour) || rows.min(cols) < 3 || rows.max(cols) < 4
}

/// Whether such squares may be anywhere, not in the corners alone.
fn looks_everywhere(tour: &Tour) -> bool {
    tour.has_holes() || !tour.is_a_knights()
}

/// The same tour with squares that have a single neighbour for the ends that are not given: no
/// others can be, if there are such.
pub(super) fn with_loose_ends(tour: &Tour, meter: &mut Meter<'_>) -> Result<Tour, Limit> {
    let tour = tour.clone();
    if tour.is_closed() || !has_poor_squares(&tour) {
        return Ok(tour);
    }
    let mut loose = Vec::new();
    for square in tour.each_square() {
        meter.check_limits()?;
        if tour.neighbours(square).take(2).count() == 1 {
            loose.push(square);
        }
        if loose.len() == 3 {
            break;
        }
    }
    let (mut start, mut end) = (tour.start(), tour.end());
    for square in loose.into_iter().map(Some) {
        if start != square && end != square {
            if start.is_none() {
                start = square;
            } else if end.is_none() {
                end = square;
            }
        }
    }
    Ok(tour.with_ends(start, end))
}

/// The squares that the colours allow a tour to start or end on.
pub(super) fn possible_ends(tour: &Tour, meter: &mut Meter<'_>) -> Result<Vec<Square>, Limit> {
    let dark = |square: Square| (square.row + square.col) % 2 == 1;
    let mut darks = tour.size().area() / 2;
    if tour.has_holes() {
        darks = 0;
        for square in tour.each_square() {
            meter.check_limits()?;
            darks += u64::from(dark(square));
        }
    }
    let lights = tour.squares() - darks;
    let any = !tour.leaps().alternate(tour.size());
    let mut ends = Vec::new();
    for square in tour.each_square() {
        meter.check_limits()?;
        if any || if dark(square) { darks >= lights } else { lights >= darks } {
            ends.push(square);
        }
    }
    Ok(ends)
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
fn poor_squares(tour: &Tour, meter: &mut Meter<'_>) -> Result<Vec<(Square, usize)>, Limit> {
    let Size { rows, cols } = tour.size();
    let counted = |square| (square, tour.neighbours(square).take(3).count());
    let is_poor = |&(_, neighbours): &(Square, usize)| neighbours < 3;
    if looks_everywhere(tour) {
        let mut poor = Vec::new();
        for square in tour.each_square() {
            meter.check_limits()?;
            poor.extend(Some(counted(square)).filter(is_poor));
        }
        return Ok(poor);
    }
    let ends = |side: u32| (0..side.min(2)).chain(side.saturating_sub(2).max(2)..side);
    let corners = ends(rows).flat_map(|row| ends(cols).map(move |col| Square { row, col }));
    Ok(corners.map(counted).filter(is_poor).collect())
}
