//! Checking tours and arguments, knowing the board and nothing of any solver.
//!
//! A tour is checked by a local rule: all N numbers lie in 1..=N, 1 occurs, and every k < N has a
//! neighbour holding k + 1. Then the numbers that occur are closed under "plus one" up to N, so all
//! N of them occur, each once, and consecutive ones are a knight move apart. The rule looks two
//! rows up and two rows down, so five rows of memory are enough for a board of any length.

use std::ops::Range;

use super::halt::CheckEnd;
use super::{Argument, Numbers, Tour, clues, coursework, hall, verify_leapers, written};
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::contract::{Claim, Examined, Limit, Meter, Verify};
use tabuleiro_core::locale::Message;

impl Verify for Tour {
    fn verify(&self, solution: &Numbers) -> Result<(), Message> {
        solves(self, solution, &mut Meter::unlimited()).map_err(CheckEnd::flaw)
    }

    fn so_far(&self, cells: &[Option<u32>]) -> Result<(), Message> {
        written::so_far(self, cells)
    }

    fn refute(&self, argument: &Argument) -> Result<(), Message> {
        proves(self, argument, &mut Meter::unlimited()).map_err(CheckEnd::flaw)
    }

    fn examine(&self, claim: &Claim<Self>, meter: &mut Meter<'_>) -> Examined {
        let held = match claim {
            Claim::Solution(solution) => solves(self, solution, meter),
            Claim::Argument(argument) => proves(self, argument, meter),
        };
        match held {
            Ok(()) => Ok(Ok(())),
            Err(CheckEnd::Flaw(flaw)) => Ok(Err(flaw)),
            Err(CheckEnd::Limit(limit)) => Err(limit),
        }
    }
}

/// Whether numbers are the tour that is asked for, and what is said of the effort can be true.
fn solves(tour: &Tour, solution: &Numbers, meter: &mut Meter<'_>) -> Result<(), CheckEnd> {
    is_tour(tour, solution, meter)?;
    Ok(coursework::counters_fit(tour, solution)?)
}

fn is_tour(tour: &Tour, solution: &Numbers, meter: &mut Meter<'_>) -> Result<(), CheckEnd> {
    meter.check_limits()?;
    let size = tour.size();
    if solution.size() != size {
        let given = solution.size().to_string();
        return Err(flaw("size").with("given", given).with("asked", size.to_string()).into());
    }
    if tour.is_a_knights() {
        // The rows that are looked at, and the one that comes next.
        meter.claim(24 * u64::from(size.cols))?;
        let mut checker = Checker::new(tour);
        solution.each_row_within(meter, |row, meter| checker.take(row, meter))?;
        checker.end(meter)?;
        if tour.clues().is_empty() {
            return Ok(());
        }
    }
    let numbers = solution.all_within(meter)?;
    if !tour.is_a_knights() {
        verify_leapers::check(tour, &numbers, meter)?;
        let place = |number| numbers.iter().position(|&known| known == number);
        let square = |number| place(number).map(|place| size.square(place));
        ends_fit(tour, square(1), square(tour.squares() as u32))?;
    }
    let stands = |square: Square| numbers[size.index(square)];
    match tour.clues().iter().find(|&(number, square)| stands(square) != number) {
        None => Ok(()),
        Some((number, square)) => {
            let told = flaw("clue").with("square", square.to_string());
            let found = u64::from(stands(square));
            Err(told.with("number", u64::from(number)).with("found", found).into())
        }
    }
}

/// Whether an argument proves that there is no tour.
fn proves(tour: &Tour, argument: &Argument, meter: &mut Meter<'_>) -> Result<(), CheckEnd> {
    if rules_out(tour, argument, meter)? {
        Ok(())
    } else {
        Err(flaw("argument").with("name", argument.word()).into())
    }
}

/// Whether an argument proves that there is no tour, as a plain answer.
pub fn rules_out(tour: &Tour, argument: &Argument, meter: &mut Meter<'_>) -> Result<bool, Limit> {
    meter.check_limits()?;
    match argument {
        Argument::Colours => colours_do_not_fit(tour, meter),
        Argument::DeadEnds(squares) => Ok(too_many_dead_ends(tour, squares)),
        Argument::Pieces(removed) => too_many_pieces(tour, removed, meter),
        Argument::Crowded(square) => is_crowded(tour, *square, meter),
        Argument::FourWide => Ok(four_wide(tour)),
        Argument::EndsApart => {
            let ends = tour.start().zip(tour.end());
            Ok(tour.is_closed() && ends.is_some_and(|(start, end)| !tour.joins(start, end)))
        }
        Argument::Hall(squares) => hall::too_much_demand(tour, squares, meter),
        Argument::Numbers => Ok(numbers_do_not_fit(tour)),
    }
}

pub(super) fn flaw(name: &str) -> Message {
    Message::new(format!("tour.flaw.{name}"))
}

/// Whether the first and the last square are there, and as they are asked for.
fn ends_fit(tour: &Tour, first: Option<Square>, last: Option<Square>) -> Result<(), Message> {
    let (Some(first), Some(last)) = (first, last) else { return Err(flaw("first")) };
    let told = |name, asked: Square, found: Square| {
        flaw(name).with("asked", asked.to_string()).with("found", found.to_string())
    };
    match (tour.start(), tour.end()) {
        (Some(start), _) if start != first => Err(told("start", start, first)),
        (_, Some(end)) if end != last => Err(told("end", end, last)),
        _ if tour.is_closed() && !tour.joins(first, last) => {
            Err(flaw("closed").with("first", first.to_string()).with("last", last.to_string()))
        }
        _ => Ok(()),
    }
}

/// Squares of a row that are looked at between two looks at the limits.
const PART: usize = 1 << 14;

/// Checks a tour row by row, in five rows of memory.
struct Checker<'a> {
    tour: &'a Tour,
    last: u32,
    /// The latest five rows, each with two zeros on either side; row `r` is `window[r % 5]`.
    window: [Vec<u32>; 5],
    pushed: u32,
    first_at: Option<Square>,
    last_at: Option<Square>,
}

impl<'a> Checker<'a> {
    /// A checker for tours of a board of at most 2^32 - 1 squares.
    fn new(tour: &'a Tour) -> Self {
        let cols = tour.size().cols as usize;
        Checker {
            tour,
            last: u32::try_from(tour.squares()).expect("a numbered board"),
            window: std::array::from_fn(|_| vec![0; cols + 4]),
            pushed: 0,
            first_at: None,
            last_at: None,
        }
    }

    /// Takes the next row, as long as the board is wide.
    fn take(&mut self, row: &[u32], meter: &mut Meter<'_>) -> Result<(), CheckEnd> {
        let last = self.last;
        let slot = &mut self.window[self.pushed as usize % 5];
        let mut ends = 0;
        for (into, part) in slot[2..].chunks_mut(PART).zip(row.chunks(PART)) {
            meter.check_limits()?;
            into[..part.len()].copy_from_slice(part);
            // A look at many squares at once tells whether one is worth a search.
            let is_end = |number: u32| u32::from((number == 1) | (number == last));
            ends |= part.iter().fold(0, |ends, &number| ends | is_end(number));
        }
        if ends != 0 {
            let place = |number: u32| row.iter().position(|&n| n == number).map(|i| i as u32);
            let at = |number| place(number).map(|col| Square { row: self.pushed, col });
            self.first_at = at(1).or(self.first_at);
            self.last_at = at(last).or(self.last_at);
        }
        self.pushed += 1;
        if self.pushed > 2 { self.check(self.pushed - 3, meter) } else { Ok(()) }
    }

    /// Says whether all rows together are a tour.
    fn end(mut self, meter: &mut Meter<'_>) -> Result<(), CheckEnd> {
        let rows = self.pushed;
        for row in rows..rows + 2 {
            self.window[row as usize % 5].fill(0);
            if row >= 2 {
                self.check(row - 2, meter)?;
            }
        }
        Ok(ends_fit(self.tour, self.first_at, self.last_at)?)
    }

    /// Checks one row, the two rows before and after it being in the window.
    fn check(&self, row: u32, meter: &mut Meter<'_>) -> Result<(), CheckEnd> {
        let at = |offset: u32| &self.window[(row + 5 + offset - 2) as usize % 5][..];
        let here = at(2);
        let cols = here.len() - 4;
        for from in (0..cols).step_by(PART) {
            meter.check_limits()?;
            if self.is_bad(row, from..cols.min(from + PART)) || self.tour.holes.is_some() {
                return self.find_flaw(row, here, meter);
            }
        }
        Ok(())
    }

    /// Whether a square of a part of a row breaks a rule, if the board has no holes.
    fn is_bad(&self, row: u32, part: Range<usize>) -> bool {
        let at = |offset: u32| &self.window[(row + 5 + offset - 2) as usize % 5][..];
        let (last, cols) = (self.last, part.len());
        // Slices of one length and no early exit, so that the compiler compares many squares at once.
        let shifted = |offset, by: usize| &at(offset)[part.start + by..part.end + by];
        let numbers = shifted(2, 2);
        let [n0, n1, n2, n3] = [shifted(0, 1), shifted(0, 3), shifted(1, 0), shifted(1, 4)];
        let [n4, n5, n6, n7] = [shifted(3, 0), shifted(3, 4), shifted(4, 1), shifted(4, 3)];
        let mut bad = 0;
        for col in 0..cols {
            let number = numbers[col];
            let next = number.wrapping_add(1);
            let followed = (n0[col] == next)
                | (n1[col] == next)
                | (n2[col] == next)
                | (n3[col] == next)
                | (n4[col] == next)
                | (n5[col] == next)
                | (n6[col] == next)
                | (n7[col] == next);
            // Less one, 0 is more than any number.
            let within = next.wrapping_sub(2) < last;
            bad |= u32::from(!(within & (followed | (number == last))));
        }
        bad != 0
    }

    /// The first flaw of a row that may have one, because of holes or because it has.
    fn find_flaw(&self, row: u32, here: &[u32], meter: &mut Meter<'_>) -> Result<(), CheckEnd> {
        for col in 0..here.len() as u32 - 4 {
            meter.check_limits()?;
            let square = Square { row, col };
            let number = here[col as usize + 2];
            let told = |name| {
                flaw(name).with("square", square.to_string()).with("number", u64::from(number))
            };
            if !self.tour.has(square) {
                if number != 0 {
                    return Err(told("hole").into());
                }
                continue;
            }
            if number == 0 || number > self.last {
                return Err(told("range").with("last", u64::from(self.last)).into());
            }
            let value = |to: Square| self.window[to.row as usize % 5][to.col as usize + 2];
            let followed = self.tour.size().knight_moves(square).any(|to| value(to) == number + 1);
            if number < self.last && !followed {
                return Err(told("next").with("next", u64::from(number) + 1).into());
            }
        }
        Ok(())
    }
}

/// Whether colours alone rule a tour out.
fn colours_do_not_fit(tour: &Tour, meter: &mut Meter<'_>) -> Result<bool, Limit> {
    if !tour.leaps().alternate(tour.size()) {
        return Ok(false);
    }
    let dark = |square: Square| (square.row + square.col) % 2 == 1;
    let mut darks = tour.size().area() / 2;
    if tour.holes.is_some() {
        darks = 0;
        for square in tour.each_square() {
            meter.check_limits()?;
            darks += u64::from(dark(square));
        }
    }
    let lights = tour.squares() - darks;
    let ends = || tour.start().into_iter().chain(tour.end());
    Ok(if darks == lights {
        // The last square has the other colour than the first.
        let ends = tour.start().zip(tour.end());
        ends.is_some_and(|(start, end)| start.same_colour(end))
    } else {
        // The first and the last square have the colour that has one square more.
        darks.abs_diff(lights) > 1
            || tour.is_closed()
            || ends().any(|end| dark(end) != (darks > lights))
    })
}

/// Whether the squares are all dead ends, and more than a tour has ends to spare.
fn too_many_dead_ends(tour: &Tour, squares: &[Square]) -> bool {
    let mut distinct = squares.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let degree = |square: Square| tour.neighbours(square).count();
    let dead_ends = distinct.len() == squares.len()
        && squares.iter().all(|&square| tour.has(square) && degree(square) <= 1);
    if !dead_ends {
        return false;
    }
    if tour.is_closed() {
        // Two squares a move apart are a closed tour, though each has but one neighbour.
        let lonely = squares.iter().any(|&square| degree(square) == 0);
        return lonely || (!squares.is_empty() && tour.squares() > 2);
    }
    let is_given = |square: &Square| [tour.start(), tour.end()].contains(&Some(*square));
    let inner = squares.iter().filter(|square| !is_given(square)).count();
    let spare = [tour.start(), tour.end()].iter().filter(|end| end.is_none()).count();
    inner > spare || (tour.squares() > 1 && squares.iter().any(|&square| degree(square) == 0))
}

/// Whether the board without some squares has more pieces than a tour can join through them.
fn too_many_pieces(tour: &Tour, removed: &[Square], meter: &mut Meter<'_>) -> Result<bool, Limit> {
    let index = |square: Square| tour.size().index(square);
    // A bit for each square, and a place on the stack of those whose neighbours are not looked at.
    let bytes = tour.size().area() / 8 + tour.squares().saturating_mul(8);
    meter.claim(bytes)?;
    let mut gone = Squares::none(tour.size().area() as usize);
    for &square in removed {
        if !tour.has(square) || gone.contains(index(square)) {
            meter.release(bytes);
            return Ok(false);
        }
        gone.insert(index(square));
    }
    let mut pieces = 0;
    let mut open = Vec::new();
    for square in tour.each_square() {
        meter.check_limits()?;
        if gone.contains(index(square)) {
            continue;
        }
        pieces += 1;
        gone.insert(index(square));
        open.push(square);
        while let Some(from) = open.pop() {
            meter.check_limits()?;
            for to in
                tour.neighbours(from).filter(|&to| !gone.contains(index(to))).collect::<Vec<_>>()
            {
                gone.insert(index(to));
                open.push(to);
            }
        }
    }
    // A path that loses k squares falls into k + 1 pieces at the most, a cycle into k.
    let joined = if tour.is_closed() { removed.len().max(1) } else { removed.len() + 1 };
    meter.release(bytes);
    Ok(pieces > joined)
}

/// Whether more neighbours of a square need the link to it than it can have.
fn is_crowded(tour: &Tour, square: Square, meter: &mut Meter<'_>) -> Result<bool, Limit> {
    let degree = |square: Square| tour.neighbours(square).take(3).count();
    let is_given = |square| [tour.start(), tour.end()].contains(&Some(square));
    // A square with one neighbour is an end, given or not, and an end needs one link.
    let is_end = |square| !tour.is_closed() && (is_given(square) || degree(square) == 1);
    let needs = |square| if is_end(square) { 1 } else { 2 };
    let forced = tour.neighbours(square).filter(|&near| degree(near) == needs(near)).count();
    if !tour.has(square) || forced <= needs(square) {
        return Ok(false);
    }
    // Any other end may be anywhere, and then needs one of its links only.
    let mut spare = if tour.is_closed() { 0usize } else { 2 };
    for square in tour.each_square() {
        meter.check_limits()?;
        if spare == 0 {
            break;
        }
        spare -= usize::from(is_end(square));
    }
    Ok(forced > needs(square) + spare)
}

/// Whether a board four wide is asked for a tour that only a wider one can have.
fn four_wide(tour: &Tour) -> bool {
    let (rows, cols) = (tour.size().rows, tour.size().cols);
    let is_middle = |at: u32, side: u32| side == 4 && (at == 1 || at == 2);
    let mut ends = [tour.start(), tour.end()].into_iter().flatten();
    tour.is_a_knights()
        && tour.holes.is_none()
        && ((tour.is_closed() && (rows == 4 || cols == 4))
            || ends.any(|end| is_middle(end.row, rows) || is_middle(end.col, cols)))
}

/// Whether two given numbers are too near to each other for the squares they stand on, or their
/// squares have colours that do not fit.
fn numbers_do_not_fit(tour: &Tour) -> bool {
    let mut before: Option<(u32, Square)> = None;
    tour.all_given().any(|(number, square)| {
        let (one, from) = before.replace((number, square)).unwrap_or((number, square));
        let moves = number - one;
        let colours = tour.leaps().alternate(tour.size());
        clues::fewest_moves(tour.leaps(), tour.size(), from, square) > moves
            || (moves == 1 && !tour.joins(from, square))
            || (colours && (moves % 2 == 0) != from.same_colour(square))
    })
}
