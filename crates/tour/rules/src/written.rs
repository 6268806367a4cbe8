//! Tours as people's programs print them, whole or not.

use std::collections::HashMap;

use super::verify::flaw;
use super::{Numbers, Tour};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::Written;
use tabuleiro_core::locale::Message;

/// The tour, if every square of the board has a number; else how many have none.
pub(super) fn assembled(tour: &Tour, written: &Written) -> Result<Numbers, usize> {
    let Written::Grid(cells, effort) = written else { return Err(0) };
    if cells.len() as u64 != tour.size().area() {
        return Err(0);
    }
    let empty = cells.iter().zip(tour.size().squares());
    let empty = empty.filter(|(cell, square)| cell.is_none() && tour.has(*square)).count();
    if empty > 0 {
        return Err(empty);
    }
    let numbers = cells.iter().map(|cell| cell.unwrap_or_default()).collect();
    let counters = effort.as_slice().try_into().ok();
    Ok(Numbers::new(tour.size(), numbers).with_leaper(tour.leaps()).counted(counters))
}

/// Whether the numbers that are there break a rule.
pub(super) fn so_far(tour: &Tour, cells: &[Option<u32>]) -> Result<(), Message> {
    let mut places: HashMap<u32, Square> = HashMap::new();
    let numbered = cells.iter().zip(tour.size().squares());
    for (number, square) in numbered.filter_map(|(cell, square)| Some(((*cell)?, square))) {
        let told = |name: &str| {
            flaw(name).with("number", u64::from(number)).with("square", square.to_string())
        };
        if u64::from(number) > tour.squares() || !tour.has(square) {
            return Err(told("so-far.range").with("last", tour.squares()));
        }
        if let Some(first) = places.insert(number, square) {
            return Err(told("so-far.twice").with("first", first.to_string()));
        }
        let ends = [(1, tour.start()), (tour.squares(), tour.end())];
        let is_end = |(end, asked): &(u64, Option<Square>)| {
            asked.is_some_and(|asked| (asked == square) != (*end == u64::from(number)))
        };
        let is_clue = |&(clue, at): &(u32, Square)| (clue == number) != (at == square);
        if ends.iter().any(is_end) || tour.clues().iter().any(|clue| is_clue(&clue)) {
            return Err(told("so-far.given"));
        }
    }
    // In the order of the board, so that the same fault is told every time.
    for (number, square) in cells.iter().zip(tour.size().squares()) {
        let Some(next) = number.and_then(|number| places.get(&number.checked_add(1)?)) else {
            continue;
        };
        if !tour.joins(square, *next) {
            let told = flaw("so-far.apart").with("number", u64::from(number.unwrap_or_default()));
            return Err(told.with("square", square.to_string()).with("next", next.to_string()));
        }
    }
    Ok(())
}
