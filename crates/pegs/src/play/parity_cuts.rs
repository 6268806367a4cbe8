//! Parity cuts: valid inequalities from linear algebra over GF(2), which say of some sets of lines that one
//! must be jumped along.
//!
//! A cell that shall change changes an odd number of times, so that of the lines that meet a set of cells
//! in an odd number one is used, if an odd number of its cells shall change.
//!
//! A basis of lines makes such sets: what shall change is the sum of some of its lines, in one way, and
//! each of these lines stands for a set of cells that no other line of the basis meets in an odd number.

use tabuleiro_core::random::Rng;

use crate::cell_set::CellArray;

/// The most cells of a board here.
pub(crate) const MOST_CELLS: usize = 256;
const WORDS: usize = MOST_CELLS / 64;

/// Cells, or lines of a basis: there are no more of them than cells.
type Cells = CellArray<WORDS>;

/// Lines. A rectangle has fewer than two a cell.
pub(crate) type LineSet = CellArray<{ 2 * WORDS }>;

/// The parities of a problem, or what is left of them when some lines are settled.
#[derive(Clone, Debug)]
pub(crate) struct ParitySystem {
    lines: Vec<Cells>,
    /// Lines whose parity is settled.
    pub(crate) settled: LineSet,
    /// The cells that shall change an odd number of times, by lines that are not settled.
    wanted: Cells,
}

/// What a basis tells.
#[derive(Debug)]
pub(crate) enum ParityCuts {
    /// Of each of these sets some line must be used.
    Sets(Vec<LineSet>),
    /// What shall change is no sum of lines.
    Impossible,
}

impl ParitySystem {
    /// The parities of lines of cells, and of the cells that shall change.
    pub(crate) fn new(lines: &[[usize; 3]], changes: impl Iterator<Item = usize>) -> Self {
        let lines = lines.iter().map(|line| line.iter().copied().collect()).collect();
        ParitySystem { lines, settled: LineSet::EMPTY, wanted: changes.collect() }
    }

    /// Takes a line to be used an odd or an even number of times.
    pub(crate) fn settle(&mut self, line: usize, odd: bool) {
        self.settled.insert(line);
        if odd {
            self.wanted ^= self.lines[line];
        }
    }

    /// Sets of lines of which at least one must be used, though together they are used less than
    /// once by `uses`. The basis prefers lines that are used more, with some chance by `noise`.
    pub(crate) fn sets(&self, uses: &[f64], noise: f64, rng: &mut Rng) -> ParityCuts {
        let chance = |rng: &mut Rng| rng.below(1 << 20) as f64 / (1 << 20) as f64;
        let open = (0..self.lines.len()).filter(|&line| !self.settled.has(line));
        // Among lines that are not used chance alone decides.
        let mut order: Vec<(f64, usize)> =
            open.map(|line| (uses[line] + (noise + 1e-7) * chance(rng), line)).collect();
        order.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut basis = Basis { leads: vec![None; MOST_CELLS], size: 0 };
        let mut sums = Vec::with_capacity(order.len());
        for &(_, line) in &order {
            sums.push((line, basis.take(self.lines[line])));
        }
        let (rest, needed) = basis.reduce(self.wanted);
        if rest != Cells::EMPTY {
            return ParityCuts::Impossible;
        }
        let mut sets = Vec::new();
        for number in (0..basis.size).filter(|&number| needed.has(number)) {
            let (mut set, mut used) = (LineSet::EMPTY, 0.0);
            for &(line, sum) in &sums {
                if sum.has(number) {
                    set.insert(line);
                    used += uses[line];
                }
            }
            if used < 1.0 - 1e-3 {
                sets.push(set);
            }
        }
        ParityCuts::Sets(sets)
    }
}

/// Lines that are independent, reduced: by their leading cell, each with the lines it is the sum of.
struct Basis {
    leads: Vec<Option<(Cells, Cells)>>,
    size: usize,
}

impl Basis {
    /// What is left of cells when lines are taken away, and which lines.
    fn reduce(&self, mut cells: Cells) -> (Cells, Cells) {
        let (mut lines, mut bound) = (Cells::EMPTY, MOST_CELLS);
        while let Some(lead) = cells.greatest_below(bound) {
            if let Some((mask, sum)) = &self.leads[lead] {
                cells ^= *mask;
                lines ^= *sum;
            }
            bound = lead;
        }
        (cells, lines)
    }

    /// Takes a line in if it is no sum of the others; the lines of the basis that it is the sum of.
    fn take(&mut self, line: Cells) -> Cells {
        let (rest, mut sum) = self.reduce(line);
        let Some(lead) = rest.greatest_below(MOST_CELLS) else { return sum };
        let itself: Cells = [self.size].into_iter().collect();
        sum ^= itself;
        self.leads[lead] = Some((rest, sum));
        self.size += 1;
        itself
    }
}
