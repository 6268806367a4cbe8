//! Thin boards, link by link: the search for boards on which a growing path sees too little.
//!
//! The squares are taken along the long side, each choosing its links to squares taken before.
//! Those lie in the last two lines and a square, so all that matters of what was chosen is, for
//! each square of that frontier, how many links it has and where the piece of tour that ends there
//! has its other end. Partial tours that agree in this are searched once. There are so few
//! different frontiers on a thin board that the search takes time linear in its length, whether it
//! finds a tour or proves that there is none.

use rustc_hash::FxHashSet;
use search::{Tree, Verdict, Why};

use super::Tour;
use crate::board::Square;

/// The widest board whose frontier fits: 13 squares and one being taken, four bits each.
pub(super) const WIDEST: usize = 6;

/// What a square of the frontier has instead of the slot of its piece's other end:
/// its piece reaches an end of the tour.
const TIED: u64 = 14;
/// It has all its links, or takes no part.
const DONE: u64 = 15;
/// Where the number of ends not yet placed is kept.
const ENDS: u32 = 60;

/// Which of the four earlier neighbours a square is linked to, one bit each; the neighbour that
/// leaves the frontier first has the lowest.
pub(super) type Links = u8;

/// All ways of having at most two links. The order was found by trial: of many, the one that led to
/// tours of boards 4 to 6 wide in the fewest nodes.
const LINKS: [Links; 11] = [0b0101, 0b0001, 0b0011, 0b1100, 0b1010, 0b0010, 0b1000, 0b1001, 0b0100, 0b0000, 0b0110];

/// A set of [`LINKS`], by place.
#[derive(Clone, Copy)]
pub(super) struct Choices(u16);

impl Iterator for Choices {
    type Item = Links;

    fn next(&mut self) -> Option<Links> {
        let place = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        LINKS.get(place).copied()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.0.count_ones() as usize;
        (length, Some(length))
    }
}

/// A square as the search sees it.
#[derive(Clone, Copy, Default)]
struct Cell {
    takes_part: bool,
    /// Whether it is a given end of the tour.
    is_end: bool,
    /// Which of the four earlier neighbours there are.
    earlier: Links,
    /// For each slot of the frontier once this square is in it: how many neighbours come later.
    later: u64,
}

/// Pieces of tour on the first squares of a thin board.
pub(super) struct Frontier {
    cells: Vec<Cell>,
    /// How many squares back the four earlier neighbours are.
    back: [usize; 4],
    slots: usize,
    width: usize,
    turned: bool,
    closed: bool,
    /// The frontiers so far; the last is the present one.
    states: Vec<u64>,
    seen: FxHashSet<(u32, u64)>,
}

impl Frontier {
    /// Whether a board is thin enough.
    pub(super) fn fits(tour: &Tour) -> bool {
        tour.size().rows.min(tour.size().cols) as usize <= WIDEST
    }

    /// No square taken yet. The board must fit and have at least two squares, and the ends must be
    /// two if they are given.
    pub(super) fn new(tour: &Tour) -> Self {
        let (rows, cols) = (tour.size().rows as usize, tour.size().cols as usize);
        let turned = rows > cols;
        let (width, length) =
            if turned { (cols, rows) } else { (rows, cols) };
        let square = |at: usize| to_square(turned, (at % width, at / width));
        let slots = 2 * width + 1;
        let moves = [(-1, -2), (1, -2), (-2, -1), (2, -1)];
        let aside = |at: usize, (across, along): (isize, isize)| {
            let to = (
                (at % width).checked_add_signed(across)?,
                (at / width).checked_add_signed(along)?,
            );
            (to.0 < width && tour.has(to_square(turned, to))).then_some(to)
        };
        let mut cells = vec![Cell::default(); width * length];
        for at in (0..cells.len()).filter(|&at| tour.has(square(at))) {
            let cell = &mut cells[at];
            cell.takes_part = true;
            cell.is_end = !tour.is_closed() && [tour.start(), tour.end()].contains(&Some(square(at)));
            for (bit, by) in moves.into_iter().enumerate() {
                cell.earlier |= u8::from(aside(at, by).is_some()) << bit;
            }
            for by in moves.map(|(across, along)| (-across, -along)) {
                if let Some((across, along)) = aside(at, by) {
                    for cell in &mut cells[at..along * width + across] {
                        cell.later += 1 << (4 * (at % slots));
                    }
                }
            }
        }
        let last = cells.iter().rposition(|cell| cell.takes_part);
        cells.truncate(last.map_or(0, |last| last + 1));
        let given = cells.iter().filter(|cell| cell.is_end).count() as u64;
        let ends = if tour.is_closed() { 0 } else { 2 - given };
        let all_done = (1 << (4 * slots)) - 1;
        Frontier {
            cells,
            back: [2 * width + 1, (2 * width).wrapping_sub(1), width + 2, width.wrapping_sub(2)],
            slots,
            width,
            turned,
            closed: tour.is_closed(),
            states: vec![all_done | ends << ENDS],
            seen: FxHashSet::default(),
        }
    }

    /// The present frontier after the next square, with these links. `None` if it holds no tour.
    fn after(&self, links: Links) -> Option<u64> {
        let at = self.states.len() - 1;
        let cell = self.cells[at];
        if links & !cell.earlier != 0 {
            return None;
        }
        let (slots, slot) = (self.slots, at % self.slots);
        let mut state = *self.states.last()?;
        // The square leaving the frontier may be a neighbour of the one entering, which therefore
        // waits in one slot more.
        let new = if !cell.takes_part {
            DONE
        } else if cell.is_end {
            TIED
        } else {
            slots as u64
        };
        put(&mut state, slots, new);
        let mut complete = false;
        for (bit, back) in self.back.into_iter().enumerate() {
            if links >> bit & 1 == 1 {
                complete |= self.link(&mut state, (at - back) % slots, slots)?;
            }
        }
        let leaving = get(state, slot);
        if leaving != DONE {
            // One link is enough for an end of the tour.
            if leaving == slot as u64 || state >> ENDS == 0 {
                return None;
            }
            state -= 1 << ENDS;
            put(&mut state, slot, DONE);
            if leaving == TIED {
                complete = true;
            } else {
                put(&mut state, leaving as usize, TIED);
            }
        }
        let new = get(state, slots);
        put(&mut state, slots, 0);
        if new == slots as u64 {
            put(&mut state, slot, slot as u64);
        } else {
            put(&mut state, slot, new);
            if new < TIED {
                put(&mut state, new as usize, slot as u64);
            }
        }
        self.holds(state, complete).then_some(state)
    }

    /// Links two squares of the frontier. `None` if that cannot be; whether the tour is complete.
    fn link(&self, state: &mut u64, a: usize, b: usize) -> Option<bool> {
        let (far_a, far_b) = (get(*state, a), get(*state, b));
        if far_a == DONE || far_b == DONE {
            return None;
        }
        // A square without links is both ends of its piece.
        if far_a != a as u64 {
            put(state, a, DONE);
        }
        if far_b != b as u64 {
            put(state, b, DONE);
        }
        if far_a == b as u64 {
            return self.closed.then_some(true);
        }
        if far_a != TIED {
            put(state, far_a as usize, far_b);
        }
        if far_b != TIED {
            put(state, far_b as usize, far_a);
        }
        Some(far_a == TIED && far_b == TIED)
    }

    /// Whether tours may come of a frontier after the next square.
    fn holds(&self, state: u64, complete: bool) -> bool {
        let at = self.states.len() - 1;
        let is_last = at + 1 == self.cells.len();
        let mut ends = state >> ENDS;
        if complete && !is_last {
            return false;
        }
        let mut open = 0;
        for slot in 0..self.slots {
            let far = get(state, slot);
            if far == DONE {
                continue;
            }
            open += 1;
            let needs = if far == slot as u64 { 2 } else { 1 };
            let short = needs - get(self.cells[at].later, slot).min(needs);
            if short > ends {
                return false;
            }
            ends -= short;
        }
        // Pieces that are left at the last must be the one tour, with its ends not yet placed.
        !is_last || (if complete { open == 0 } else { open == state >> ENDS && open > 0 })
    }

    /// The tour that the links of all squares make, beginning at `start` or at either end.
    pub(super) fn squares(&self, links: impl Iterator<Item = Links>, start: Option<Square>) -> Vec<Square> {
        let mut near = vec![Vec::with_capacity(2); self.cells.len()];
        for (at, links) in links.enumerate() {
            for (bit, back) in self.back.into_iter().enumerate() {
                if links >> bit & 1 == 1 {
                    near[at].push(at - back);
                    near[at - back].push(at);
                }
            }
        }
        let index = |square: Square| {
            let (across, along) = to_place(self.turned, square);
            along * self.width + across
        };
        let ends = |near: &Vec<usize>| near.len() == 1;
        let first = start.map(index).or_else(|| near.iter().position(ends));
        let first = first.or_else(|| near.iter().position(|near| near.len() == 2)).unwrap_or(0);
        let (mut before, mut at) = (usize::MAX, first);
        let mut tour = Vec::with_capacity(self.cells.len());
        loop {
            tour.push(to_square(self.turned, (at % self.width, at / self.width)));
            let Some(&next) = near[at].iter().find(|&&next| next != before) else { break };
            if next == first {
                break;
            }
            (before, at) = (at, next);
        }
        tour
    }
}

impl Tree for Frontier {
    type Step = Links;
    type Choices = Choices;

    fn judge(&mut self) -> Verdict {
        let at = self.states.len() - 1;
        if at == self.cells.len() {
            Verdict::Goal
        } else if self.seen.insert((at as u32, self.states[at])) {
            Verdict::Open
        } else {
            Verdict::Closed(Why::Seen)
        }
    }

    fn choices(&mut self) -> Choices {
        let fits = |set, (place, &links)| set | u16::from(self.after(links).is_some()) << place;
        Choices(LINKS.iter().enumerate().fold(0, fits))
    }

    fn make(&mut self, links: Links) {
        let next = self.after(links).expect("only links that fit are offered");
        self.states.push(next);
    }

    fn unmake(&mut self, _: Links) {
        self.states.pop();
    }

    fn memory(&self) -> u64 {
        (self.seen.capacity() * (size_of::<(u32, u64)>() + 1)) as u64
    }
}

/// A square by its place across and along the board.
fn to_square(turned: bool, (across, along): (usize, usize)) -> Square {
    let (row, col) = if turned { (along, across) } else { (across, along) };
    Square { row: row as u32, col: col as u32 }
}

fn to_place(turned: bool, square: Square) -> (usize, usize) {
    let (row, col) = (square.row as usize, square.col as usize);
    if turned { (col, row) } else { (row, col) }
}

fn get(state: u64, slot: usize) -> u64 {
    state >> (4 * slot) & 15
}

fn put(state: &mut u64, slot: usize, far: u64) {
    *state = *state & !(15 << (4 * slot)) | far << (4 * slot);
}
