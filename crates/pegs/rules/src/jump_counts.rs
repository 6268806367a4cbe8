//! Certificates by jump counts: a finished branch and bound, whose cases are closed by weights and parity cuts.
//!
//! How often each line of three is jumped along, whatever the order. Weights of the cells tell what each jump
//! loses, and all jumps together lose what the start weighs more than the goal. A parity cut says that of
//! some lines one is jumped along; it has a price, which jumps along these lines pay from what they lose.
//! If no jump pays more than it loses, a game in which all jumps together have less to lose than all
//! prices does not exist; and a jump that alone has more left than all of them is not made. Where that is not enough, a
//! line is jumped along an even or an odd number of times: two cases.

use super::ground::Ground;
use tabuleiro_core::contract::{Limit, Meter};

/// The most places of a board that is refuted by jump counts.
pub const MOST_COUNTED: usize = 256;

/// A refutation by jump counts, its cases one after the other, depth first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpCounts {
    /// What is shown of each case, and where it falls into two.
    pub steps: Vec<CountStep>,
}

/// A step of a refutation, about the case that is open now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountStep {
    /// What holds of all its games: closes the case, or bars jumps in it.
    Inequality(Inequality),
    /// From here on the line with these ends is jumped along an even number of times; when that case is closed,
    /// the same begins again with an odd number.
    Split([u32; 2]),
}

/// Weights of all places, and prices of parity cuts, none below zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inequality {
    /// What each place weighs.
    pub weights: Vec<i64>,
    /// The cuts with their prices.
    pub prices: Vec<(Cut, i64)>,
}

/// Some line of a set is jumped along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The lines that hold an odd number of these cells, without the lines of so many first splits: together they
    /// are jumped along an odd number of times, since that many cells of the set change.
    Cells(Vec<u32>, u32),
    /// The line with these ends, which an earlier split has jumped along an odd number of times.
    Line([u32; 2]),
}

/// A case: the lines that were split on the way to it, and the jumps that are known not to be made.
#[derive(Clone, Debug)]
struct Case {
    splits: Vec<(usize, bool)>,
    barred: Vec<bool>,
}

/// What an inequality says of a case.
#[derive(Clone, Debug)]
pub struct Balance {
    /// What all jumps together have left when all prices are paid.
    pub left: i128,
    /// What each jump has left of its own, two jumps a line: along it and back.
    pub each: Vec<i128>,
}

/// The lines of a board, by which jumps are counted.
#[derive(Clone, Debug)]
pub struct CountedLines<'a> {
    ground: &'a Ground,
    lines: Vec<[usize; 3]>,
}

impl<'a> CountedLines<'a> {
    /// Those of a board; none if it has too many places.
    pub fn new(ground: &'a Ground) -> Option<Self> {
        let few = ground.inside.len() <= MOST_COUNTED;
        few.then(|| CountedLines { ground, lines: ground.lines().collect() })
    }

    /// The line with these ends.
    fn line(&self, [first, last]: [u32; 2]) -> Option<usize> {
        let ends = (first as usize, last as usize);
        self.lines.iter().position(|line| (line[0], line[2]) == ends)
    }

    /// The lines that a cut speaks of; none if it does not hold where these lines were split.
    fn cut(&self, cut: &Cut, splits: &[(usize, bool)]) -> Option<Vec<usize>> {
        let (cells, number) = match cut {
            Cut::Line(ends) => {
                let line = self.line(*ends)?;
                return splits.contains(&(line, true)).then(|| vec![line]);
            }
            Cut::Cells(cells, number) => (cells, *number as usize),
        };
        let splits = splits.get(..number)?;
        let mut set = vec![false; self.ground.inside.len()];
        for &cell in cells {
            match set.get_mut(cell as usize) {
                Some(known) if !*known => *known = true,
                _ => return None,
            }
        }
        let is_odd =
            |line: &usize| self.lines[*line].iter().filter(|&&cell| set[cell]).count() % 2 == 1;
        let changes = |cell: usize| self.ground.start[cell] != self.ground.goal[cell];
        let changes = (0..set.len()).filter(|&cell| set[cell] && changes(cell)).count();
        let settled = splits.iter().filter(|(line, odd)| *odd && is_odd(line)).count();
        let open = |line: &usize| splits.iter().all(|(split, _)| split != line);
        let lines = (0..self.lines.len()).filter(|line| is_odd(line) && open(line));
        ((changes + settled) % 2 == 1).then(|| lines.collect())
    }

    /// What an inequality says where these lines were split, each with whether it is jumped along an odd number of
    /// times; none if its parts do not hold there.
    pub fn balance(&self, inequality: &Inequality, splits: &[(usize, bool)]) -> Option<Balance> {
        let Inequality { weights, prices } = inequality;
        if weights.len() != self.ground.inside.len() {
            return None;
        }
        // In integers twice as wide: nothing can overflow.
        let weight = |cell: usize| i128::from(weights[cell]);
        let loses = |&[first, over, last]: &[usize; 3]| {
            let (along, over) = (weight(first) - weight(last), weight(over));
            [over + along, over - along]
        };
        let mut each: Vec<i128> = self.lines.iter().flat_map(loses).collect();
        let total = |pegs: &[bool]| -> i128 {
            (0..pegs.len()).filter(|&cell| pegs[cell]).map(weight).sum()
        };
        let mut left = total(&self.ground.start) - total(&self.ground.goal);
        for (cut, price) in prices {
            let price = i128::from(*price);
            if price < 0 {
                return None;
            }
            left -= price;
            for line in self.cut(cut, splits)? {
                each[2 * line] -= price;
                each[2 * line + 1] -= price;
            }
        }
        Some(Balance { left, each })
    }

    /// Whether the steps close all cases.
    pub(super) fn holds(&self, counts: &JumpCounts, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        let mut open = vec![Case { splits: Vec::new(), barred: vec![false; 2 * self.lines.len()] }];
        for step in &counts.steps {
            meter.check_limits()?;
            let Some(case) = open.last_mut() else { return Ok(false) };
            match step {
                CountStep::Split(ends) => {
                    let Some(line) = self.line(*ends) else { return Ok(false) };
                    if case.splits.iter().any(|(split, _)| *split == line) {
                        return Ok(false);
                    }
                    let mut even = case.clone();
                    case.splits.push((line, true));
                    even.splits.push((line, false));
                    open.push(even);
                }
                CountStep::Inequality(inequality) => {
                    let Some(Balance { left, each }) = self.balance(inequality, &case.splits)
                    else {
                        return Ok(false);
                    };
                    let jumps = || case.barred.iter().zip(&each);
                    if jumps().any(|(barred, each)| !barred && *each < 0) {
                        return Ok(false);
                    }
                    if left < 0 {
                        open.pop();
                        continue;
                    }
                    for (barred, each) in case.barred.iter_mut().zip(&each) {
                        *barred |= *each > left;
                    }
                }
            }
        }
        Ok(open.is_empty())
    }
}

impl JumpCounts {
    /// How many cases are closed.
    pub fn cases(&self) -> usize {
        1 + self.steps.iter().filter(|step| matches!(step, CountStep::Split(_))).count()
    }

    /// The only inequality, where there is no other.
    pub fn alone(&self) -> Option<&Inequality> {
        match &self.steps[..] {
            [CountStep::Inequality(inequality)] => Some(inequality),
            _ => None,
        }
    }
}
