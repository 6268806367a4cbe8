//! Pagoda functions with parity terms: valid inequalities of the jump-count relaxation as functions of positions.
//!
//! Weights of cells, less a price for each of some sets of cells whose pegs are odd where those of the
//! goal are even, or the reverse. A jump changes the parity of the sets that meet its line oddly, and pays at least their
//! prices: so no jump raises the function, and a position that has less of it than the goal is lost. A
//! pagoda function is one without prices.

use search::limits::{Stop, Watch};

use crate::Ground;
use crate::play::field::Field;
use crate::play::parity_cuts::LineSet;
use crate::play::position::Packed;
use crate::play::relaxation::{CaseStatus, PIVOTS, Relaxation};

/// Rounds of cuts of a position, and of a jump that is probed.
const ROUNDS: [usize; 2] = [60, 6];
/// Denominators to try: the corners of the programme are fractions of small numbers.
const SMALL: std::ops::RangeInclusive<i64> = 1..=120;
/// What weights may come to together, and prices too: all sums fit small numbers.
pub(crate) const MOST: i64 = 8000;

/// A function of positions that no jump raises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Potential<P> {
    /// What each cell weighs.
    pub(crate) weights: Vec<i64>,
    /// Sets of cells and their prices.
    pub(crate) prices: Vec<(P, i64)>,
}

impl<P: Packed> Potential<P> {
    /// What pegs weigh.
    pub(crate) fn weigh(&self, mut position: P) -> i64 {
        let mut sum = 0;
        while !position.is_empty() {
            sum += self.weights[position.least() as usize];
            position = position.rest();
        }
        sum
    }

    /// What may be lost between two positions: less than nothing if no game leads from one to the other.
    pub(crate) fn slack(&self, from: P, to: P) -> i64 {
        let odd = |set: P| (set & (from ^ to)).len() % 2 == 1;
        let asked = self.prices.iter().filter(|(set, _)| odd(*set)).map(|(_, price)| price);
        self.weigh(from) - self.weigh(to) - asked.sum::<i64>()
    }

    /// Whether all sums fit small numbers.
    pub(crate) fn fits(&self) -> bool {
        self.weights.iter().map(|weight| weight.abs()).sum::<i64>() <= MOST
            && self.prices.iter().map(|(_, price)| price).sum::<i64>() <= MOST
    }
}

/// The jumps of a board, which are counted between any two positions.
#[derive(Clone, Debug)]
pub(crate) struct JumpCounts {
    /// The board, its cells in one row, with start and goal.
    board: Ground,
    lines: Vec<[usize; 3]>,
    /// Jumps that no game makes: the first and the second of a line.
    barred: [LineSet; 2],
}

impl JumpCounts {
    /// The jumps of a field that may be of use.
    pub(crate) fn new(field: &Field, usable: &[bool]) -> Self {
        let (start, goal) = (field.start.clone(), field.goal.clone());
        let inside = vec![true; start.len()];
        let board = Ground { rows: 1, columns: inside.len(), inside, start, goal };
        let first = |leap: &&crate::play::field::Leap| leap.from < leap.to;
        let lines: Vec<[usize; 3]> = field
            .leaps
            .iter()
            .filter(first)
            .map(|leap| [leap.from, leap.over, leap.to].map(|cell| cell as usize))
            .collect();
        let mut barred = [LineSet::EMPTY; 2];
        for (line, &[first, _, last]) in lines.iter().enumerate() {
            for (way, from, to) in [(0, first, last), (1, last, first)] {
                if field.find(from as u32, to as u32).is_none_or(|index| !usable[index]) {
                    barred[way].insert(line);
                }
            }
        }
        JumpCounts { board, lines, barred }
    }

    /// How many cells the board has.
    pub(crate) fn cells(&self) -> usize {
        self.board.inside.len()
    }

    /// The jumps that may be of use: from, over, to.
    pub(crate) fn usable(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        let ways = self.lines.iter().enumerate().flat_map(|(line, &[first, over, last])| {
            [(0, [first, over, last]), (1, [last, over, first])]
                .map(|(way, jump)| (line, way, jump))
        });
        ways.filter(|&(line, way, _)| !self.barred[way].has(line)).map(|(_, _, jump)| jump)
    }

    fn relaxed<'a>(
        &'a self,
        board: &'a Ground,
        poll: &mut impl FnMut() -> Result<(), Stop>,
    ) -> Option<Relaxation<'a>> {
        let mut root = Relaxation::new(board, &self.lines, self.barred, poll).ok()??;
        for line in 0..self.lines.len() {
            if self.barred[0].has(line) && self.barred[1].has(line) {
                root.parity.settle(line, false);
            }
        }
        Some(root)
    }

    /// Bars every jump that no game makes, as far as this is seen by taking it to be made once. What a limit cuts
    /// short bars nothing more.
    pub(crate) fn bar(&mut self, watch: Watch<'_>) {
        let mut poll = || watch.check().map_err(Stop::Limit);
        loop {
            let known = self.barred[0].len() + self.barred[1].len();
            let Some(mut root) = self.relaxed(&self.board, &mut poll) else { return };
            if root.tighten(ROUNDS[0], PIVOTS, &mut poll) != Ok(CaseStatus::Open) {
                return;
            }
            let mut barred = root.barred;
            for line in 0..self.lines.len() {
                for way in [0, 1] {
                    if barred[way].has(line) {
                        continue;
                    }
                    let mut case = root.clone();
                    case.probe(2 * line + way);
                    if case.tighten(ROUNDS[1], PIVOTS, &mut poll) == Ok(CaseStatus::Refuted) {
                        barred[way].insert(line);
                    }
                }
            }
            self.barred = barred;
            if barred[0].len() + barred[1].len() == known {
                return;
            }
        }
    }

    /// A function by which no game leads from one position to the other.
    pub(crate) fn refute<P: Packed>(
        &self,
        from: P,
        to: P,
        watch: Watch<'_>,
    ) -> Option<Potential<P>> {
        let pegs = |position: P| (0..self.board.inside.len()).map(move |cell| position.holds(cell));
        let (start, goal) = (pegs(from).collect(), pegs(to).collect());
        let board = Ground { start, goal, ..self.board.clone() };
        let mut poll = || watch.check().map_err(Stop::Limit);
        let mut root = self.relaxed(&board, &mut poll)?;
        // What is barred for these positions alone would make a function for them alone.
        root.bars = false;
        root.tighten(ROUNDS[0], PIVOTS, &mut poll).ok()?;
        let reading = root.against?;
        let prices: Vec<(P, i64)> = reading
            .prices
            .iter()
            .map(|(cut, price)| {
                let mut set = P::empty(0);
                (0..board.inside.len())
                    .filter(|&cell| cut.cells.has(cell))
                    .for_each(|cell| set.toggle(cell));
                (set, *price)
            })
            .filter(|(_, price)| *price > 0)
            .collect();
        self.small(&Potential { weights: reading.weights, prices }, from, to)
    }

    /// A function of small numbers near to multiples of a given one, which tells two positions apart.
    fn small<P: Packed>(&self, near: &Potential<P>, from: P, to: P) -> Option<Potential<P>> {
        let worths =
            near.weights.iter().copied().chain(near.prices.iter().map(|(_, price)| *price));
        let most = worths.clone().map(i64::abs).max().filter(|&most| most > 0)? as f64;
        let close = |scale: f64| {
            worths.clone().all(|worth| {
                let scaled = worth as f64 / most * scale;
                (scaled - scaled.round()).abs() < 1e-4 * scale
            })
        };
        let weights: f64 = near.weights.iter().map(|weight| weight.abs() as f64 / most).sum();
        let prices: f64 = near.prices.iter().map(|(_, price)| *price as f64 / most).sum();
        let large = (0.9 * MOST as f64 / weights.max(prices)).floor();
        let small =
            SMALL.map(|scale| scale as f64).filter(|&scale| close(scale)).map(|scale| (scale, 0.0));
        // Prices are rounded down, so that jumps can pay them.
        small.chain([(large, 0.5)]).find_map(|(scale, down)| {
            let whole = |worth: i64, down: f64| (worth as f64 / most * scale - down).round() as i64;
            let prices = near.prices.iter().map(|&(set, price)| (set, whole(price, down).max(0)));
            let mut function = Potential {
                weights: near.weights.iter().map(|&weight| whole(weight, 0.0)).collect(),
                prices: prices.filter(|(_, price)| *price > 0).collect(),
            };
            // As much more on every cell makes up for what a jump loses less than it is asked.
            let lacks = self.lacks(&function);
            function.weights.iter_mut().for_each(|weight| *weight += lacks);
            (function.slack(from, to) < 0 && function.fits()).then_some(function)
        })
    }

    /// By how much some usable jump loses less than it is asked.
    pub(crate) fn lacks<P: Packed>(&self, function: &Potential<P>) -> i64 {
        let lacks = self.usable().map(|[from, over, to]| {
            let weights = &function.weights;
            let line = P::leap(from as u32, over as u32, to as u32).0;
            let odd = |set: P| (set & line).len() % 2 == 1;
            let asked = function.prices.iter().filter(|(set, _)| odd(*set)).map(|(_, price)| price);
            asked.sum::<i64>() - (weights[from] + weights[over] - weights[to])
        });
        lacks.max().unwrap_or(0).max(0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use search::{Limits, Meter};

    use super::*;
    use crate::play::position::Position;
    use tabuleiro_core::random::Rng;

    /// All that is reached from a position by jumps, made or taken back.
    fn reached(jumps: &[(u64, u64)], root: u64, forward: bool) -> BTreeSet<u64> {
        let (mut found, mut fresh) = (BTreeSet::from([root]), vec![root]);
        while let Some(at) = fresh.pop() {
            for (line, pegs) in jumps {
                if at & line == if forward { *pegs } else { line ^ pegs } && found.insert(at ^ line)
                {
                    fresh.push(at ^ line);
                }
            }
        }
        found
    }

    #[test]
    fn no_jump_raises_a_function_and_none_of_a_game_is_barred() {
        let limits = Limits::default();
        let (mut barred, mut priced, mut games) = (0, 0, 0);
        let mut rng = Rng::new(4);
        for _ in 0..60 {
            let cells = 16 + rng.below(2) * 4;
            let inside: Vec<bool> = (0..cells).map(|_| rng.below(10) > 0).collect();
            let start = inside.iter().map(|&cell| cell && rng.below(4) > 0).collect();
            let goal = vec![false; cells];
            let ground = Ground { rows: 4, columns: cells / 4, inside, start, goal }.complemented();
            let field = Field::new(&ground);
            let (start, goal) = (u64::of(&field.start), u64::of(&field.goal));
            let meter = Meter::new(&limits);
            let mut counts = JumpCounts::new(&field, &vec![true; field.leaps.len()]);
            let word =
                |[from, over, to]: [usize; 3]| u64::leap(from as u32, over as u32, to as u32);
            let all: Vec<(u64, u64)> = counts.usable().map(word).collect();
            counts.bar(meter.watch());
            let usable: Vec<(u64, u64)> = counts.usable().map(word).collect();
            let (forward, backward) = (reached(&all, start, true), reached(&all, goal, false));
            for (line, pegs) in &all {
                let played = |at: &u64| at & line == *pegs && backward.contains(&(at ^ line));
                let played = forward.iter().any(played);
                games += usize::from(played);
                let kept = usable.contains(&(*line, *pegs));
                assert!(kept || !played, "{ground:?}");
                barred += usize::from(!kept);
            }
            for at in forward.iter().copied().filter(|_| rng.below(20) == 0) {
                let Some(function) = counts.refute(at, goal, meter.watch()) else { continue };
                assert!(
                    !backward.contains(&at) && function.slack(at, goal) < 0,
                    "{ground:?} {at:x}"
                );
                assert!(function.fits());
                priced += usize::from(!function.prices.is_empty());
                for at in &forward {
                    for (line, _) in usable.iter().filter(|(line, pegs)| at & line == *pegs) {
                        assert!(function.slack(at ^ line, goal) <= function.slack(*at, goal));
                        assert!(function.slack(start, at ^ line) >= function.slack(start, *at));
                    }
                }
            }
        }
        assert!(barred > 5 && priced > 100 && games > 10, "{barred} {priced} {games}");
    }
}
