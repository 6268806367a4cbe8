//! A node of the branch and bound: the linear-programming relaxation with its cuts.
//!
//! A case of a proof by counting: jumps that may be made any number of times, as a linear programme,
//! with what parity asks of them. What the programme finds is told again in integers before it counts.

use search::limits::Stop;

use crate::Ground;
use crate::play::case_tree::Lemma;
use crate::play::dual_simplex::{End, Tableau};
use crate::play::parity_cuts::{LineSet, ParityCut, ParityCuts, ParitySystem};
use tabuleiro_core::random::Rng;

/// Bases made a round.
const BASES: usize = 4;
/// How much less even the lines of a basis are chosen each time.
const NOISE: f64 = 0.1;
/// Pivots of one look.
pub(crate) const PIVOTS: usize = 400;
/// A bound that is as good as zero before it is exact.
const NEAR: f64 = 1e-4;
/// What the largest weight becomes before all are rounded; sums of as many as there are cells fit.
const SCALE: f64 = (1u64 << 36) as f64;

/// The state of a case after its relaxation was tightened by cuts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CaseStatus {
    Refuted,
    Open,
    /// Rounding errors are too large for a conclusion, or a limit was reached.
    GivenUp,
}

/// What a row of the programme says of every game.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// What all jumps together lose beyond what is asked of them: less than nothing is impossible.
    pub(crate) left: i64,
    /// The same for each jump.
    pub(crate) beyond: Vec<i64>,
    /// What each cell weighs, and what each cut asks.
    pub(crate) weights: Vec<i64>,
    pub(crate) prices: Vec<(ParityCut, i64)>,
}

/// A case: some lines are settled.
#[derive(Clone)]
pub(crate) struct Relaxation<'a> {
    ground: &'a Ground,
    pub(crate) lines: &'a [[usize; 3]],
    pub(crate) table: Tableau,
    pub(crate) parity: ParitySystem,
    /// The sets asked for, by the number of their variable; those out of use are empty.
    sets: Vec<ParityCut>,
    /// Jumps that no game of this case makes: the first and the second of a line.
    pub(crate) barred: [LineSet; 2],
    rng: Rng,
    pub(crate) depth: usize,
    /// By what jumps were barred, since the case was split from another.
    pub(crate) lemmas: Vec<Lemma>,
    /// What tells that there is no game, once something does.
    pub(crate) against: Option<Reading>,
    /// Whether jumps may be barred by what is known of this start alone.
    pub(crate) bars: bool,
    /// A jump that is taken to be made at least once.
    probed: Option<usize>,
}

impl<'a> Relaxation<'a> {
    /// The whole problem. Variables are the jumps, two a line, then how much more of the goal could
    /// be had, then what is used of each set beyond what is asked.
    pub(crate) fn new(
        ground: &'a Ground,
        lines: &'a [[usize; 3]],
        barred: [LineSet; 2],
        poll: &mut impl FnMut() -> Result<(), Stop>,
    ) -> Result<Option<Self>, Stop> {
        let value = |pegs: &[bool], cell: usize| f64::from(u8::from(pegs[cell]));
        let free = 2 * lines.len() as u32;
        let mut equations: Vec<(Vec<(u32, f64)>, f64)> = Vec::with_capacity(ground.inside.len());
        for cell in 0..ground.inside.len() {
            let goal = value(&ground.goal, cell);
            equations.push((vec![(free, -goal)], goal - value(&ground.start, cell)));
        }
        for (line, &[first, over, last]) in lines.iter().enumerate() {
            for (way, from, into) in [(0, first, last), (1, last, first)] {
                for (cell, by) in [(from, -1.0), (over, -1.0), (into, 1.0)] {
                    equations[cell].0.push((2 * line as u32 + way, by));
                }
            }
        }
        let open = |jump: u32| jump == free || !barred[jump as usize % 2].has(jump as usize / 2);
        let Some((table, end)) = Tableau::new(&equations, free, open, poll)? else {
            return Ok(None);
        };
        let changes =
            (0..ground.inside.len()).filter(|&cell| ground.start[cell] != ground.goal[cell]);
        let parity = ParitySystem::new(lines, changes);
        let (sets, rng) = (Vec::new(), Rng::new(1));
        let (depth, lemmas, against, bars, probed) = (0, Vec::new(), None, true, None);
        let mut root = Relaxation {
            ground,
            lines,
            table,
            parity,
            sets,
            barred,
            rng,
            depth,
            lemmas,
            against,
            bars,
            probed,
        };
        let lost = matches!(end, End::Infeasible(row) if !root.is_against(row));
        Ok((!lost).then_some(root))
    }

    /// How much more of the goal could be had, as far as is known.
    pub(crate) fn bound(&self) -> f64 {
        self.table.value(0)
    }

    /// Asks for sets until nothing comes of it, or so many times.
    pub(crate) fn tighten(
        &mut self,
        rounds: usize,
        pivots: usize,
        poll: &mut impl FnMut() -> Result<(), Stop>,
    ) -> Result<CaseStatus, Stop> {
        if self.against.is_some() {
            return Ok(CaseStatus::Refuted);
        }
        for round in 0..=rounds {
            match self.table.dual_simplex(pivots, &mut *poll)? {
                End::Infeasible(row) if self.is_against(row) => return Ok(CaseStatus::Refuted),
                End::Infeasible(_) => return Ok(CaseStatus::GivenUp),
                End::PivotLimit => return Ok(CaseStatus::Open),
                End::Optimal if self.bound() < NEAR && self.ends_sharply() => {
                    return Ok(CaseStatus::Refuted);
                }
                End::Optimal => {}
            }
            if round == rounds {
                break;
            }
            if self.bars {
                self.bar();
            }
            let uses = self.uses();
            let mut found: Vec<ParityCut> = Vec::new();
            for basis in 0..BASES {
                let noise = if basis == 0 { 0.0 } else { NOISE };
                match self.parity.sets(&uses, noise, &mut self.rng) {
                    ParityCuts::Impossible(cells) => {
                        let cut = self.parity.cut(cells, LineSet::EMPTY);
                        self.against = Some(Reading {
                            left: -1,
                            beyond: vec![0; 2 * self.lines.len()],
                            weights: vec![0; self.ground.inside.len()],
                            prices: vec![(cut, 1)],
                        });
                        return Ok(CaseStatus::Refuted);
                    }
                    ParityCuts::Sets(sets) => found.extend(sets),
                }
            }
            found.dedup();
            if found.is_empty() {
                break;
            }
            self.forget();
            found.into_iter().for_each(|set| self.ask(set));
        }
        Ok(CaseStatus::Open)
    }

    /// How often each line is used.
    pub(crate) fn uses(&self) -> Vec<f64> {
        let mut uses = vec![0.0; self.lines.len()];
        for (row, &variable) in self.table.rows.iter().enumerate().skip(1) {
            if let Some(uses) = uses.get_mut(variable as usize / 2) {
                *uses += self.table.value(row);
            }
        }
        uses
    }

    /// The variable of the first set.
    fn first_set(&self) -> usize {
        2 * self.lines.len() + 1
    }

    /// Asks that some line of a set be used.
    pub(crate) fn ask(&mut self, set: ParityCut) {
        let slot = self.sets.iter().position(|other| *other == ParityCut::NONE);
        let slot = slot.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        self.sets[slot] = set;
        let jumps = 2 * self.lines.len() as u32;
        let variable = (self.first_set() + slot) as u32;
        self.table.add(variable, |other| other < jumps && set.lines.has(other as usize / 2));
    }

    /// Takes a jump to be made at least once.
    pub(crate) fn probe(&mut self, jump: usize) {
        let cells = [0].into_iter().collect();
        let variable = (self.first_set() + self.sets.len()) as u32;
        self.sets.push(self.parity.cut(cells, LineSet::EMPTY));
        self.table.add(variable, |other| other as usize == jump);
        self.probed = Some(jump);
    }

    /// Forgets sets of which more is used than is asked.
    fn forget(&mut self) {
        let first = self.first_set();
        for row in (1..self.table.rows.len()).rev() {
            let slot = (self.table.rows[row] as usize).checked_sub(first);
            // A line that is settled as odd is in a set of its own, which nothing would find again.
            let idle =
                |slot: &usize| self.table.value(row) > 1e-6 && self.sets[*slot].lines.len() > 1;
            if let Some(slot) = slot.filter(idle) {
                self.table.remove_row(row);
                self.sets[slot] = ParityCut::NONE;
            }
        }
    }

    /// What a row says, in integers. What its columns are worth together is its value, in every
    /// game: weights of cells and prices of sets are read from that.
    fn reading(&self, row: usize) -> Reading {
        let jumps = 2 * self.lines.len();
        let mut losses = vec![0.0; jumps];
        let mut prices: Vec<(ParityCut, f64)> = Vec::new();
        let itself = (row > 0).then_some((self.table.rows[row], 1.0));
        let columns = self.table.columns.iter().copied().zip(self.table.row(row).iter().copied());
        for (variable, worth) in columns.chain(itself) {
            let variable = variable as usize;
            let set = variable.checked_sub(self.first_set());
            let set = set.filter(|&slot| slot < self.sets.len());
            if variable < jumps {
                losses[variable] += worth;
            } else if let Some(slot) = set.filter(|_| worth > 0.0) {
                // What is asked of a jump that is probed is not asked of a game.
                if self.sets[slot].lines != LineSet::EMPTY {
                    prices.push((self.sets[slot], worth));
                }
            }
        }
        for (set, price) in &prices {
            for line in (0..self.lines.len()).filter(|&line| set.lines.has(line)) {
                losses[2 * line] += price;
                losses[2 * line + 1] += price;
            }
        }
        let weights = self.weights(&losses);
        let worths = weights.iter().chain(prices.iter().map(|(_, price)| price));
        let most = worths.fold(0.0f64, |most, worth| most.max(worth.abs()));
        let whole = |number: f64| (number / most * SCALE).round() as i64;
        let mut weights: Vec<i64> = weights.into_iter().map(whole).collect();
        let prices: Vec<(ParityCut, i64)> =
            prices.into_iter().map(|(set, price)| (set, whole(price))).collect();
        let mut beyond = Vec::with_capacity(jumps);
        for (line, &[first, over, last]) in self.lines.iter().enumerate() {
            let asked =
                prices.iter().filter(|(set, _)| set.lines.has(line)).map(|(_, price)| price);
            let least = weights[over] - asked.sum::<i64>();
            let more = weights[first] - weights[last];
            beyond.extend([least + more, least - more]);
        }
        // As much more on every cell makes up for what a jump loses less than it is asked.
        let open = (0..jumps).filter(|&jump| !self.barred(jump)).map(|jump| beyond[jump]);
        let lacks = open.min().unwrap_or(0).min(0);
        beyond.iter_mut().for_each(|beyond| *beyond -= lacks);
        let mut left = -prices.iter().map(|(_, price)| price).sum::<i64>();
        for (cell, weight) in weights.iter().enumerate() {
            let change = i64::from(self.ground.start[cell]) - i64::from(self.ground.goal[cell]);
            left += change * (weight - lacks);
        }
        weights.iter_mut().for_each(|weight| *weight -= lacks);
        Reading { left, beyond, weights, prices }
    }

    /// Whether a row tells that there is no game.
    fn is_against(&mut self, row: usize) -> bool {
        let reading = self.reading(row);
        let against = reading.left < self.probed.map_or(0, |jump| reading.beyond[jump].max(0));
        self.against = against.then_some(reading);
        against
    }

    /// Whether the bound is less than nothing by its true costs.
    fn ends_sharply(&mut self) -> bool {
        let kept = self.table.clone();
        let ends = self.table.sharpen(PIVOTS) && self.is_against(0);
        self.table = kept;
        ends
    }

    fn barred(&self, jump: usize) -> bool {
        self.barred[jump % 2].has(jump / 2)
    }

    /// Bars the jumps that lose too much to be made even once.
    fn bar(&mut self) {
        let reading = self.reading(0);
        let mut bars = Vec::new();
        for line in 0..self.lines.len() {
            for way in [0, 1] {
                let jump = 2 * line + way;
                let too_much = reading.beyond[jump] > reading.left;
                if !self.barred(jump) && too_much && self.table.bar(jump as u32) {
                    self.barred[way].insert(line);
                    bars.push(jump);
                }
            }
            let settled = self.parity.settled.has(line);
            if !settled && self.barred(2 * line) && self.barred(2 * line + 1) {
                self.parity.settle(line, false);
            }
        }
        if !bars.is_empty() {
            self.lemmas.push(Lemma { reading, bars });
        }
    }

    /// The weights of which each jump loses so much.
    fn weights(&self, losses: &[f64]) -> Vec<f64> {
        let mut weights: Vec<Option<f64>> = vec![None; self.ground.inside.len()];
        for (line, &[_, over, _]) in self.lines.iter().enumerate() {
            weights[over] = Some((losses[2 * line] + losses[2 * line + 1]) / 2.0);
        }
        // Cells that nothing jumps over are told by the other end of a line.
        for (line, &[first, _, last]) in self.lines.iter().enumerate() {
            let difference = (losses[2 * line] - losses[2 * line + 1]) / 2.0;
            match (weights[first], weights[last]) {
                (None, Some(last)) => weights[first] = Some(last + difference),
                (Some(first), None) => weights[last] = Some(first - difference),
                (None, None) => {
                    (weights[first], weights[last]) = (Some(difference), Some(0.0));
                }
                (Some(_), Some(_)) => {}
            }
        }
        weights.into_iter().map(|weight| weight.unwrap_or(0.0)).collect()
    }
}
