//! A board as a line of vertices: squares along its long side, and before them, if the tour is
//! open, the vertex that its ends are linked to.

use num_bigint::BigUint;
use search::layers::LayersError;
use search::limits::Stop;
use search::{Limit, Meter};

use super::vertex_order::{CutGraph, VertexOrder};
use crate::Tour;
use crate::quick_refute::possible_ends;
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::contract::RunError;
use tabuleiro_core::kept::refused;

/// How many tours a board has, as a question about cycles.
pub(crate) struct Question {
    pub(super) line: VertexOrder,
    /// The squares in their order.
    pub(super) squares: Vec<Square>,
    /// Whether there is a vertex before them that the ends of the tour are linked to.
    pub(super) is_open: bool,
    /// Tours that a cycle stands for.
    pub(super) tours: u32,
    size: Size,
}

/// Boards with more squares have more tours than the widest numbers hold.
const MOST_SQUARES: u64 = 1 << 15;
/// Cuts with more points than this make a board wide.
const FEW_POINTS: usize = 14;

impl Question {
    /// The question, if it is a plain one and cuts of the board have few enough points. No obstacle stands against a tour,
    /// which has at least three squares.
    pub(crate) fn new(tour: &Tour, meter: &mut Meter<'_>) -> Result<Option<Self>, Limit> {
        let is_open = !tour.is_closed() || tour.start().is_some() && tour.end().is_some();
        if !tour.is_plain() || tour.squares() > MOST_SQUARES {
            return Ok(None);
        }
        let squares = order(tour);
        let first = usize::from(is_open);
        let mut graph = CutGraph::default();
        if is_open {
            graph.earlier.push(Vec::new());
            graph.mirrored.push(0);
        }
        let place = |square: Square| vertex(tour.size(), &squares, is_open, square);
        let given = [tour.start(), tour.end()];
        let mut ends = ends(tour, meter)?;
        ends.sort_unstable();
        for (at, &square) in squares.iter().enumerate() {
            meter.check_limits()?;
            let at = at + first;
            let mut earlier: Vec<usize> = tour.neighbours(square).filter_map(place).collect();
            earlier.retain(|&other| other < at);
            if is_open && ends.binary_search(&square).is_ok() {
                earlier.push(0);
                if given.contains(&Some(square)) {
                    graph.musts.push((0, at));
                }
            }
            earlier.sort_unstable();
            graph.earlier.push(earlier);
            graph.mirrored.extend(place(mirrored(tour.size(), square)));
        }
        let Some(line) = graph.line() else { return Ok(None) };
        // A path with no end given is two tours, one a direction, and so is a cycle with one given.
        let directions = is_open == (given == [None, None]);
        let (size, tours) = (tour.size(), 1 + u32::from(directions));
        Ok(Some(Question { line, squares, is_open, tours, size }))
    }

    /// The vertex of a square.
    pub(super) fn vertex(&self, square: Square) -> Option<usize> {
        vertex(self.size, &self.squares, self.is_open, square)
    }

    /// Whether the count takes little time, whatever it is.
    pub(crate) fn is_easy(&self) -> bool {
        self.line.most_points() <= FEW_POINTS
    }

    /// The number of tours.
    pub(crate) fn count(&self, meter: &mut Meter<'_>) -> Result<BigUint, RunError> {
        super::cycles(&self.line, meter).map(|cycles| cycles * self.tours).map_err(obstacle)
    }
}

/// What ended a count.
pub(super) fn obstacle(halt: LayersError) -> RunError {
    match halt {
        LayersError::Stop(Stop::Limit(limit)) => limit.into(),
        LayersError::Fault(fault) => refused(&fault).into(),
        LayersError::Stop(Stop::Stage) | LayersError::Overflow => Limit::Incomplete.into(),
    }
}

/// The squares of a board along its long side.
fn order(tour: &Tour) -> Vec<Square> {
    let mut squares: Vec<Square> = tour.each_square().collect();
    squares.sort_unstable_by_key(|&square| key(tour.size(), square));
    squares
}

/// What squares are put in order by.
fn key(size: Size, square: Square) -> (u32, u32) {
    if size.rows >= size.cols { (square.row, square.col) } else { (square.col, square.row) }
}

/// The vertex of a square.
fn vertex(size: Size, squares: &[Square], is_open: bool, square: Square) -> Option<usize> {
    let place = squares.binary_search_by_key(&key(size, square), |&square| key(size, square));
    place.ok().map(|place| place + usize::from(is_open))
}

/// The square across the middle of the long side.
fn mirrored(size: Size, square: Square) -> Square {
    if size.rows >= size.cols {
        Square { col: size.cols - 1 - square.col, ..square }
    } else {
        Square { row: size.rows - 1 - square.row, ..square }
    }
}

/// Squares that an open tour may start or end on: what is given, and what the colours allow.
fn ends(tour: &Tour, meter: &mut Meter<'_>) -> Result<Vec<Square>, Limit> {
    Ok(match (tour.start(), tour.end()) {
        (Some(start), Some(end)) => vec![start, end],
        (Some(given), None) | (None, Some(given)) => {
            let is_even = tour.squares().is_multiple_of(2);
            let fits = |&square: &Square| square == given || square.same_colour(given) != is_even;
            tour.each_square().filter(fits).collect()
        }
        (None, None) => possible_ends(tour, meter)?,
    })
}
