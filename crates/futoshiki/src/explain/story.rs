//! A trial told line by line: what follows from an assumed value by single rules, traced back from the
//! contradiction and reduced by deletion of rules.

use search::{Limit, Meter};
use tabuleiro_core::random::Rng;

use super::marks::{Marks, bits};
use super::small::Piece;
use crate::values::{above_least, below_greatest};
use crate::{Futoshiki, Placed, Sign};

/// One conclusion: a rule takes values from a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Firing {
    pub(super) rule: Piece,
    pub(super) cell: usize,
    pub(super) lost: u64,
    /// The cell that it follows from, where it is one.
    pub(super) from: usize,
}

/// How a trial ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Contradiction {
    /// A cell has no value left.
    Empty(usize),
    /// A line has no place left for a value.
    NoPlace(usize, u64),
}

/// A trial that fails.
#[derive(Clone, Debug)]
pub(super) struct Story {
    pub(super) firings: Vec<Firing>,
    pub(super) end: Contradiction,
}

/// Orders of deletion that are tried.
const TRIES: u64 = 4;

/// The shortest story found of why a value cannot be.
pub(super) fn story(
    board: &Futoshiki,
    marks: &Marks<'_>,
    against: Placed,
    meter: &mut Meter<'_>,
) -> Result<Option<Story>, Limit> {
    let mut rules: Vec<Piece> = (0..board.signs().len()).map(Piece::Sign).collect();
    for line in 0..2 * marks.order {
        for value in 0..marks.order {
            rules.extend([Piece::Once(line, 1 << value), Piece::Has(line, 1 << value)]);
        }
    }
    let mut best: Option<Story> = None;
    for seed in 0..TRIES {
        let mut rng = Rng::new(seed);
        let mut rules = rules.clone();
        if seed > 0 {
            rng.shuffle(&mut rules);
        }
        let Some(mut story) = run(board, marks, against, &rules) else { return Ok(None) };
        let mut needed = story.rules();
        rng.shuffle(&mut needed);
        for rule in needed {
            meter.check_limits()?;
            let less: Vec<Piece> =
                story.rules().into_iter().filter(|other| *other != rule).collect();
            if let Some(shorter) = run(board, marks, against, &less) {
                story = shorter;
            }
        }
        let size = |story: &Story| (story.rules().len(), story.firings.len());
        if best.as_ref().is_none_or(|best| size(&story) < size(best)) {
            best = Some(story);
        }
    }
    Ok(best)
}

impl Story {
    /// The rules it needs, each once.
    pub(super) fn rules(&self) -> Vec<Piece> {
        let mut rules: Vec<Piece> = Vec::new();
        let end = match self.end {
            Contradiction::Empty(_) => None,
            Contradiction::NoPlace(line, value) => Some(Piece::Has(line, value)),
        };
        for rule in self.firings.iter().map(|firing| firing.rule).chain(end) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }
}

/// Follows rules from an assumed value until they contradict each other; what was in vain is left out.
fn run(board: &Futoshiki, marks: &Marks<'_>, against: Placed, rules: &[Piece]) -> Option<Story> {
    let mut can = marks.can.clone();
    can[usize::from(against.cell)] = 1 << (against.value - 1);
    let start = can.clone();
    let mut log: Vec<Firing> = Vec::new();
    loop {
        let before = log.len();
        for &rule in rules {
            let mut fire = |can: &mut [u64], cell: usize, keep: u64, from: usize| {
                let lost = can[cell] & !keep;
                if lost != 0 {
                    can[cell] &= keep;
                    log.push(Firing { rule, cell, lost, from });
                }
                can[cell] == 0
            };
            let emptied = match rule {
                Piece::Sign(at) => {
                    let Sign { less, more } = board.signs()[at];
                    let (less, more) = (usize::from(less), usize::from(more));
                    let below = below_greatest(can[more]);
                    if fire(&mut can, less, below, more) {
                        Some(less)
                    } else {
                        let above = above_least(can[less]);
                        fire(&mut can, more, above, less).then_some(more)
                    }
                }
                Piece::Once(line, value) => {
                    let cells = (0..marks.order).map(|i| marks.cell(line, i));
                    let holder = cells.clone().find(|&cell| can[cell] == value);
                    holder.and_then(|holder| {
                        let mut others = cells.filter(|&cell| cell != holder);
                        others.find(|&cell| fire(&mut can, cell, !value, holder))
                    })
                }
                Piece::Has(line, value) => {
                    let mut places = (0..marks.order)
                        .map(|i| marks.cell(line, i))
                        .filter(|&c| can[c] & value != 0);
                    match (places.next(), places.next()) {
                        (None, _) => {
                            let end = Contradiction::NoPlace(line, value);
                            return Some(traced(board, marks, &start, log, end));
                        }
                        (Some(only), None) => {
                            fire(&mut can, only, value, only);
                            None
                        }
                        _ => None,
                    }
                }
                Piece::Cell(_) => None,
            };
            if let Some(cell) = emptied {
                return Some(traced(board, marks, &start, log, Contradiction::Empty(cell)));
            }
        }
        if log.len() == before {
            return None;
        }
    }
}

/// Leaves only what the contradiction needs.
fn traced(
    board: &Futoshiki,
    marks: &Marks<'_>,
    start: &[u64],
    log: Vec<Firing>,
    end: Contradiction,
) -> Story {
    let mut need = vec![0u64; start.len()];
    let line_needs = |need: &mut [u64], line: usize, value: u64, but: Option<usize>| {
        for cell in (0..marks.order).map(|i| marks.cell(line, i)).filter(|&c| Some(c) != but) {
            need[cell] |= start[cell] & value;
        }
    };
    match end {
        Contradiction::Empty(cell) => need[cell] = start[cell],
        Contradiction::NoPlace(line, value) => line_needs(&mut need, line, value, None),
    }
    let mut firings = Vec::new();
    for mut firing in log.into_iter().rev() {
        firing.lost &= need[firing.cell];
        if firing.lost == 0 {
            continue;
        }
        need[firing.cell] &= !firing.lost;
        match firing.rule {
            Piece::Once(_, value) => need[firing.from] |= start[firing.from] & !value,
            Piece::Has(line, value) => line_needs(&mut need, line, value, Some(firing.cell)),
            Piece::Sign(at) => {
                let is_less = usize::from(board.signs()[at].less) == firing.cell;
                // The lesser cell loses a value because the other has nothing above it.
                let beyond =
                    if is_less { above_least(firing.lost) } else { below_greatest(firing.lost) };
                need[firing.from] |= start[firing.from] & beyond;
            }
            Piece::Cell(_) => {}
        }
        firings.push(firing);
    }
    firings.reverse();
    Story { firings, end }
}

/// The cells whose marks a story uses, beyond those that can hold everything.
pub(super) fn cells(marks: &Marks<'_>, story: &Story) -> Vec<usize> {
    let mut used = vec![false; marks.can.len()];
    let line_used = |used: &mut Vec<bool>, line: usize| {
        (0..marks.order).for_each(|i| used[marks.cell(line, i)] = true);
    };
    for firing in &story.firings {
        used[firing.from] = true;
        used[firing.cell] = true;
        if let Piece::Has(line, _) = firing.rule {
            line_used(&mut used, line);
        }
    }
    match story.end {
        Contradiction::Empty(cell) => used[cell] = true,
        Contradiction::NoPlace(line, _) => line_used(&mut used, line),
    }
    let all = u64::MAX >> (64 - marks.order);
    (0..used.len()).filter(|&cell| used[cell] && marks.can[cell] != all).collect()
}

/// The values of a set, from 1.
pub(super) fn listed(set: u64) -> Vec<i32> {
    bits(set).map(|value| value as i32 + 1).collect()
}
