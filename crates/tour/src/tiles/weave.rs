//! One path through all squares of a small rectangle, from a given square to a given square; at
//! given places it leaves the rectangle and comes back elsewhere, so that it falls into runs.
//!
//! Warnsdorff's order with Roth's tie-break, and the cut that its counts give for free: the square
//! the path stands on is a link for its neighbours only until the next step, so that a neighbour
//! with one free neighbour must be next, and two such neighbours are too many. A run's end and the
//! next run's start are neighbours that are always next to each other. A search that takes long took
//! a wrong turn early: the next one breaks ties another way.

use std::ops::ControlFlow;

use search::{Ended, Limit, Meter, PruneReason, Tree, Verdict, depth_first};

use super::tile::{Cell, Tile};
use tabuleiro_core::board::KNIGHT;
use tabuleiro_core::random::Rng;

/// The most squares of a rectangle: a square is a byte, and one more stands for none.
pub(super) const MOST: u32 = 255;
const SQUARES: usize = MOST as usize;
const NONE: u8 = 255;
/// What the count of a square on the path is raised by.
const TAKEN: u8 = 64;
/// Searches before a rectangle is given up: the caller has other squares to try.
const TRIES: usize = 24;

/// Looks for runs that together visit every square of a rectangle, each from its first square to its
/// second. `None` if there are none, or none that are found soon.
pub(super) fn weave(
    (height, width): (u32, u32),
    runs: &[(Cell, Cell)],
    meter: &mut Meter<'_>,
) -> Result<Option<Tile>, Limit> {
    let squares = (height * width) as usize;
    debug_assert!(squares <= SQUARES);
    let index = |cell: Cell| (u32::from(cell.row) * width + u32::from(cell.col)) as u8;
    let runs: Vec<(u8, u8)> = runs.iter().map(|&(from, to)| (index(from), index(to))).collect();
    let distinct = |i: usize| {
        let (from, to) = runs[i];
        runs[..i].iter().all(|run| ![run.0, run.1].contains(&from) && ![run.0, run.1].contains(&to))
    };
    if !(0..runs.len()).all(distinct) {
        return Ok(None);
    }
    let graph = TileGraph::new(height, width, &runs);
    let mut rng = Rng::new(1);
    let mut centre = (height as i32 - 1, width as i32 - 1);
    let mut allowance = 2 * squares as u64 + 100;
    for _ in 0..TRIES {
        let mut tree = PathSearch::new(&graph, runs[0].0, centre);
        let mut found = None;
        meter.stage(Some(allowance));
        let ended = depth_first(&mut tree, meter, &mut (), |path| {
            let cells: Vec<u8> = [runs[0].0].into_iter().chain(path.steps()).collect();
            found = Some(Tile::new(width, cells, &runs));
            ControlFlow::Break(())
        });
        meter.stage(None);
        match ended {
            Ended::Cut(limit) => return Err(limit),
            Ended::Spent => allowance += allowance / 8,
            Ended::Exhausted | Ended::Satisfied => return Ok(found),
        }
        let mut within = |side: u32| rng.below(2 * side as usize + 1) as i32 - 1;
        centre = (within(height), within(width));
    }
    Ok(None)
}

/// The squares of a rectangle and what joins them.
struct TileGraph {
    squares: usize,
    width: i32,
    /// The neighbours of each square, the other side of its gap last.
    near: [[u8; 9]; SQUARES],
    count: [u8; SQUARES],
    /// Where the path comes back after it left at a square.
    back: [u8; SQUARES],
    /// What must be on the path before a square is entered by a move: where a run ends, the end of
    /// the run before; where one begins, itself, for it is entered from the other side of its gap.
    waits: [u8; SQUARES],
    end: u8,
}

impl TileGraph {
    fn new(height: u32, width: u32, runs: &[(u8, u8)]) -> Self {
        let squares = (height * width) as usize;
        let (height, width) = (height as i32, width as i32);
        let end = runs.last().map_or(NONE, |run| run.1);
        let mut graph = TileGraph {
            squares,
            width,
            near: [[NONE; 9]; SQUARES],
            count: [0; SQUARES],
            back: [NONE; SQUARES],
            waits: [NONE; SQUARES],
            end,
        };
        for row in 0..height {
            for col in 0..width {
                for (down, right) in KNIGHT {
                    let (to_row, to_col) = (row + down, col + right);
                    if (0..height).contains(&to_row) && (0..width).contains(&to_col) {
                        graph.join((row * width + col) as u8, (to_row * width + to_col) as u8);
                    }
                }
            }
        }
        for pair in runs.windows(2) {
            let (leaves, lands) = (pair[0].1, pair[1].0);
            graph.join(leaves, lands);
            graph.join(lands, leaves);
            graph.back[usize::from(leaves)] = lands;
            graph.waits[usize::from(lands)] = lands;
            graph.waits[usize::from(pair[1].1)] = leaves;
        }
        graph
    }

    fn join(&mut self, from: u8, to: u8) {
        let count = &mut self.count[usize::from(from)];
        self.near[usize::from(from)][usize::from(*count)] = to;
        *count += 1;
    }

    fn near(&self, square: u8) -> &[u8] {
        &self.near[usize::from(square)][..usize::from(self.count[usize::from(square)])]
    }
}

/// A path, growing.
#[derive(Clone)]
struct PathSearch<'a> {
    graph: &'a TileGraph,
    /// How many free neighbours each square has; more than [`TAKEN`] if it is on the path.
    counts: [u8; SQUARES],
    /// The squares of the path but the last.
    behind: Vec<u8>,
    head: u8,
    free: usize,
    /// Where the centre is taken to be, in half squares.
    centre: (i32, i32),
}

/// Squares, a byte each, the first lowest. Nine are never a choice: the ninth neighbour is forced.
#[derive(Clone, Copy)]
struct SquareList {
    list: u64,
    length: u8,
}

impl Iterator for SquareList {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.length = self.length.checked_sub(1)?;
        let square = self.list as u8;
        self.list >>= 8;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.length), Some(usize::from(self.length)))
    }
}

const NO_SQUARES: SquareList = SquareList { list: 0, length: 0 };

fn only(square: u8) -> SquareList {
    SquareList { list: u64::from(square), length: 1 }
}

impl<'a> PathSearch<'a> {
    fn new(graph: &'a TileGraph, start: u8, centre: (i32, i32)) -> Self {
        let free = graph.squares - 1;
        let behind = Vec::with_capacity(graph.squares);
        let mut weave =
            PathSearch { graph, counts: graph.count, behind, head: start, free, centre };
        weave.take(start);
        weave
    }

    fn take(&mut self, square: u8) {
        self.counts[usize::from(square)] += TAKEN;
        for &near in self.graph.near(square) {
            self.counts[usize::from(near)] -= 1;
        }
    }

    fn give_back(&mut self, square: u8) {
        self.counts[usize::from(square)] -= TAKEN;
        for &near in self.graph.near(square) {
            self.counts[usize::from(near)] += 1;
        }
    }

    /// Whether a square cannot be entered yet.
    fn waits(&self, square: u8) -> bool {
        let first = self.graph.waits[usize::from(square)];
        first != NONE && self.counts[usize::from(first)] < TAKEN
    }

    /// The square's claim to be next: the smallest is the strongest.
    fn rank(&self, square: u8, count: u8) -> u64 {
        let (row, col) =
            (i32::from(square) / self.graph.width, i32::from(square) % self.graph.width);
        let (down, right) = (2 * row - self.centre.0, 2 * col - self.centre.1);
        let away = (down * down + right * right) as u64;
        u64::from(count) << 32 | (0xFFFF - away) << 8 | u64::from(square)
    }
}

impl Tree for PathSearch<'_> {
    type Step = u8;
    type Choices = SquareList;

    fn judge(&mut self) -> Verdict {
        match (self.free, self.head == self.graph.end) {
            (0, true) => Verdict::Goal,
            (0, false) | (_, true) => Verdict::Closed(PruneReason::Dead),
            _ => Verdict::Open,
        }
    }

    fn choices(&mut self) -> SquareList {
        let graph = self.graph;
        let back = graph.back[usize::from(self.head)];
        // Where the path must go now, if it has no choice.
        let mut forced = back;
        let mut ranks = [0; 9];
        let mut length = 0;
        for &near in graph.near(self.head) {
            let count = self.counts[usize::from(near)];
            if count >= TAKEN || near == back {
                continue;
            }
            if near == graph.end {
                if self.free == 1 && back == NONE {
                    return only(near);
                }
                // It keeps a neighbour to come from, or is out of reach.
                if count == 0 {
                    return NO_SQUARES;
                }
            } else if self.waits(near) {
                // Entered later, and so by a link that is left then.
                if count < 2 {
                    return NO_SQUARES;
                }
            } else if count < 2 {
                if count == 0 || forced != NONE {
                    return NO_SQUARES;
                }
                forced = near;
            } else {
                let rank = self.rank(near, count);
                let mut at = length;
                while at > 0 && ranks[at - 1] > rank {
                    ranks[at] = ranks[at - 1];
                    at -= 1;
                }
                ranks[at] = rank;
                length += 1;
            }
        }
        if forced != NONE {
            return only(forced);
        }
        let list = ranks[..length].iter().rev().fold(0, |list, rank| list << 8 | rank & 0xFF);
        SquareList { list, length: length as u8 }
    }

    fn make(&mut self, square: u8) {
        self.behind.push(self.head);
        self.head = square;
        self.take(square);
        self.free -= 1;
    }

    fn unmake(&mut self, square: u8) {
        self.give_back(square);
        self.head = self.behind.pop().unwrap_or(NONE);
        self.free += 1;
    }
}
