//! Whether the premises of a step hold in a position and entail its conclusion. Knows no finder of
//! steps: premises are rules of the board, clues, or what the position says of cells; the negated
//! conclusion is refuted from them alone, by propagation and a search of its own (DPLL).

use super::position::{PLACE, Position, UNMARK, values};
use super::{Futoshiki, Sign};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Examined, Limit, Meter};
use tabuleiro_core::explain::{Assertion, Step};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::Move;

/// What premises say, as constraints. Nothing else is known of the board but that each cell holds one
/// value.
#[derive(Clone, Debug)]
pub(super) struct Known {
    order: usize,
    /// The values that each cell can hold.
    can: Vec<u64>,
    /// For each row, then each column: the values that stand in it at most once, and at least once.
    once: Vec<u64>,
    has: Vec<u64>,
    signs: Vec<Sign>,
}

impl Known {
    /// Nothing.
    pub(super) fn new(order: usize) -> Self {
        Known {
            order,
            can: vec![u64::MAX >> (64 - order); order * order],
            once: vec![0; 2 * order],
            has: vec![0; 2 * order],
            signs: Vec::new(),
        }
    }

    /// Adds an assertion, if it is one.
    fn add(&mut self, said: &Assertion) -> Option<()> {
        let set = set_of(&said.values, self.order)?;
        let cells = said.squares.iter().map(|&square| self.cell(square));
        let cells = cells.collect::<Option<Vec<usize>>>()?;
        match (said.rule, &cells[..]) {
            ("once", &[first, last]) => {
                let line = self.line(first, last)?;
                self.once[line] |= set;
            }
            ("has", &[first, last]) => {
                let line = self.line(first, last)?;
                self.has[line] |= set;
            }
            ("only" | "is", &[cell]) => self.can[cell] &= set,
            ("not", cells) => cells.iter().for_each(|&cell| self.can[cell] &= !set),
            _ => return None,
        }
        Some(())
    }

    /// Tells the same as [`add`](Known::add) without words.
    pub(super) fn add_once(&mut self, line: usize, set: u64) {
        self.once[line] |= set;
    }

    pub(super) fn add_has(&mut self, line: usize, set: u64) {
        self.has[line] |= set;
    }

    pub(super) fn add_sign(&mut self, sign: Sign) {
        self.signs.push(sign);
    }

    pub(super) fn keep(&mut self, cell: usize, set: u64) {
        self.can[cell] &= set;
    }

    fn cell(&self, square: Square) -> Option<usize> {
        let (row, col) = (square.row as usize, square.col as usize);
        (row < self.order && col < self.order).then_some(row * self.order + col)
    }

    /// The line from one edge of the board to the other: rows, then columns.
    fn line(&self, first: usize, last: usize) -> Option<usize> {
        let order = self.order;
        let (row, col) = (first / order, first % order);
        if first == row * order && last == first + order - 1 {
            Some(row)
        } else if first == col && last == order * (order - 1) + col {
            Some(order + col)
        } else {
            None
        }
    }

    fn cell_of(&self, line: usize, i: usize) -> usize {
        if line < self.order { line * self.order + i } else { i * self.order + line - self.order }
    }

    /// Follows every constraint until nothing changes; false if no values are left somewhere.
    fn propagate(&self, can: &mut [u64]) -> bool {
        loop {
            let mut changed = false;
            let mut keep = |can: &mut [u64], cell: usize, set: u64| {
                changed |= can[cell] & !set != 0;
                can[cell] &= set;
                can[cell] != 0
            };
            for &Sign { less, more } in &self.signs {
                let (less, more) = (usize::from(less), usize::from(more));
                let below = (1u64 << (63 - can[more].leading_zeros())) - 1;
                let least = can[less] & can[less].wrapping_neg();
                if less == more
                    || !keep(can, less, below)
                    || !keep(can, more, !(least | (least - 1)))
                {
                    return false;
                }
            }
            for line in 0..2 * self.order {
                if self.once[line] | self.has[line] == 0 {
                    continue;
                }
                let (mut seen, mut twice) = (0, 0);
                for i in 0..self.order {
                    let cell = self.cell_of(line, i);
                    let set = can[cell];
                    if set.is_power_of_two() && set & self.once[line] != 0 {
                        for other in (0..self.order).filter(|&other| other != i) {
                            if !keep(can, self.cell_of(line, other), !set) {
                                return false;
                            }
                        }
                    }
                    twice |= seen & set;
                    seen |= set;
                }
                if self.has[line] & !seen != 0 {
                    return false;
                }
                let alone = seen & !twice & self.has[line];
                for i in 0..self.order {
                    let cell = self.cell_of(line, i);
                    // Two values with this cell alone leave it none.
                    for value in values(can[cell] & alone) {
                        if !keep(can, cell, 1 << (value - 1)) {
                            return false;
                        }
                    }
                }
            }
            if !changed {
                return (0..2 * self.order).all(|line| self.fits(line, can));
            }
        }
    }

    /// Whether the cells of a line can hold different values where none may stand twice, and whether its
    /// values have different places where each must stand: without it, a search would count pigeons.
    fn fits(&self, line: usize, can: &[u64]) -> bool {
        let cells = (0..self.order).map(|i| can[self.cell_of(line, i)]);
        let once: Vec<u64> = cells.clone().filter(|set| set & !self.once[line] == 0).collect();
        let has = values(self.has[line]).map(|value| {
            let here = cells.clone().enumerate().filter(|(_, set)| set >> (value - 1) & 1 == 1);
            here.fold(0u64, |places, (i, _)| places | 1 << i)
        });
        are_matched(&once) && are_matched(&has.collect::<Vec<u64>>())
    }

    /// Whether no values of the cells obey the constraints, within so many nodes of the search.
    pub(super) fn is_refuted(&self, most: u64, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        if self.can.contains(&0) {
            return Ok(true);
        }
        let mut open = vec![self.can.clone()];
        let mut nodes = 0;
        while let Some(mut can) = open.pop() {
            meter.check_limits()?;
            nodes += 1;
            if nodes > most {
                return Ok(false);
            }
            if !self.propagate(&mut can) {
                continue;
            }
            let Some(cases) = self.cases(&can) else { return Ok(false) };
            for (cell, value) in cases {
                let mut tried = can.clone();
                tried[cell] = 1 << (value - 1);
                open.push(tried);
            }
        }
        Ok(true)
    }

    /// Cases of which one must hold: the places of a value that a line must have, and once all those
    /// are settled the values of a cell; nothing if the constraints are obeyed.
    fn cases(&self, can: &[u64]) -> Option<Vec<(usize, u8)>> {
        let wanted =
            (0..2 * self.order).flat_map(|line| values(self.has[line]).map(move |v| (line, v)));
        let settled = |line: usize, value: u8| {
            (0..self.order).any(|i| can[self.cell_of(line, i)] == 1 << (value - 1))
        };
        let wanted = wanted.filter(|&(line, value)| !settled(line, value));
        let places = wanted.map(|(line, value)| {
            let cells = (0..self.order).map(|i| self.cell_of(line, i));
            let here = cells.filter(|&cell| can[cell] >> (value - 1) & 1 == 1);
            here.map(|cell| (cell, value)).collect::<Vec<_>>()
        });
        if let Some(fewest) = places.filter(|places| places.len() > 1).min_by_key(Vec::len) {
            return Some(fewest);
        }
        let bound = |&cell: &usize| can[cell].count_ones() > 1 && self.is_bound(cell, can[cell]);
        let next = (0..can.len()).filter(bound).min_by_key(|&cell| can[cell].count_ones())?;
        Some(values(can[next]).map(|value| (next, value)).collect())
    }

    /// Whether it matters what a cell holds: it does not where it has no sign and can hold a value that
    /// may stand twice in its lines.
    fn is_bound(&self, cell: usize, can: u64) -> bool {
        let once = self.once[cell / self.order] | self.once[self.order + cell % self.order];
        can & !once == 0
            || self.signs.iter().any(|s| usize::from(s.less) == cell || usize::from(s.more) == cell)
    }
}

/// Whether each set can be given an element of its own (a bipartite matching, by augmenting paths).
fn are_matched(sets: &[u64]) -> bool {
    let mut holder = [usize::MAX; 64];
    (0..sets.len()).all(|first| {
        // Elements in the order in which they are reached, each with the set that reached it.
        let mut from = [usize::MAX; 64];
        let mut reached = 0u64;
        let mut queue = vec![first];
        while let Some(set) = queue.pop() {
            for element in values(sets[set] & !reached).map(|value| usize::from(value) - 1) {
                reached |= 1 << element;
                from[element] = set;
                if holder[element] != usize::MAX {
                    queue.push(holder[element]);
                    continue;
                }
                // Each set on the way back gives up its element to the one before it.
                let mut free = element;
                loop {
                    let set = from[free];
                    let before = holder.iter().position(|&held| held == set);
                    holder[free] = set;
                    match before {
                        Some(element) => free = element,
                        None => return true,
                    }
                }
            }
        }
        false
    })
}

/// Values as a set, if all are values of this order.
fn set_of(list: &[i32], order: usize) -> Option<u64> {
    let one = |set: u64, &value: &i32| {
        let fits = (1..=order as i32).contains(&value);
        fits.then(|| set | 1 << (value - 1))
    };
    list.iter().try_fold(0, one).filter(|set| *set != 0)
}

/// Checks a step.
pub(super) fn entails(
    board: &Futoshiki,
    position: &Position,
    step: &Step,
    meter: &mut Meter<'_>,
) -> Examined {
    let order = board.order();
    let flaw = |key: &str, said: &Assertion| {
        Ok(Err(
            Message::new(format!("futoshiki.flaw.{key}")).with("said", said.message("futoshiki"))
        ))
    };
    let mut known = Known::new(order);
    let now = position.candidates(order);
    for premise in &step.premises {
        let holds = match premise.rule {
            // Every line has every value once: that is what a Latin square is.
            "once" | "has" => true,
            "sign" => {
                let ends = premise.squares.iter().map(|&at| known.cell(at).map(|c| c as u16));
                match ends.collect::<Option<Vec<u16>>>().as_deref() {
                    Some(&[less, more]) => board.signs().contains(&Sign { less, more }),
                    _ => false,
                }
            }
            "is" | "only" | "not" => set_of(&premise.values, order).is_some_and(|set| {
                let is_so = |&at: &Square| {
                    known.cell(at).is_some_and(|cell| match premise.rule {
                        "is" => position.digit(cell) > 0 && now[cell] == set,
                        "only" => now[cell] & !set == 0,
                        _ => now[cell] & set == 0,
                    })
                };
                premise.squares.iter().all(is_so)
            }),
            _ => false,
        };
        // A premise about a sign names the values of none.
        let added = match premise.rule {
            "sign" if holds => premise.squares.get(..2).and_then(|ends| {
                let (less, more) = (known.cell(ends[0])?, known.cell(ends[1])?);
                known.add_sign(Sign { less: less as u16, more: more as u16 });
                Some(())
            }),
            _ => known.add(premise),
        };
        if !holds || added.is_none() {
            return flaw("premise", premise);
        }
    }
    if step.conclusion.is_empty() {
        return Ok(Err(Message::new("futoshiki.flaw.conclusion")));
    }
    let mut moves: Vec<Move> = Vec::new();
    for conclusion in &step.conclusion {
        let cells = conclusion.squares.iter().map(|&at| known.cell(at));
        let cells = cells.collect::<Option<Vec<usize>>>();
        let (Some(set), Some(cells)) = (set_of(&conclusion.values, order), cells) else {
            return flaw("entailed", conclusion);
        };
        for &cell in &cells {
            let against = match conclusion.rule {
                "is" if set.is_power_of_two() => !set,
                "not" => set,
                _ => return flaw("entailed", conclusion),
            };
            let mut denied = known.clone();
            denied.keep(cell, against);
            if !denied.is_refuted(u64::MAX, meter)? {
                return flaw("entailed", conclusion);
            }
            let action = if conclusion.rule == "is" { PLACE } else { UNMARK };
            let at = board.size().square(cell);
            // Where a cell cannot hold a value already, there is nothing to take away.
            let told = values(set).filter(|v| action == PLACE || now[cell] >> (v - 1) & 1 == 1);
            moves.extend(told.map(|v| Move { action, at, to: None, value: Some(v.into()) }));
        }
    }
    let mut told = step.moves.clone();
    let by_place = |made: &Move| (made.at, made.action, made.value);
    told.sort_unstable_by_key(by_place);
    moves.sort_unstable_by_key(by_place);
    if told != moves || moves.is_empty() {
        return Ok(Err(Message::new("futoshiki.flaw.moves")));
    }
    Ok(Ok(()))
}
