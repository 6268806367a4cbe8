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
pub(crate) const MOST_CELLS: usize = tabuleiro_pegs_rules::jump_counts::MOST_COUNTED;
const WORDS: usize = MOST_CELLS / 64;

/// Cells, or lines of a basis: there are no more of them than cells.
pub(crate) type Cells = CellArray<WORDS>;

/// Lines. A rectangle has fewer than two a cell.
pub(crate) type LineSet = CellArray<{ 2 * WORDS }>;

/// The parities of a problem, or what is left of them when some lines are settled.
#[derive(Clone, Debug)]
pub(crate) struct ParitySystem {
    lines: Vec<Cells>,
    /// Lines whose parity is settled.
    pub(crate) settled: LineSet,
    /// How many were settled by a case that was taken up.
    splits: u32,
    /// The cells that shall change an odd number of times, by lines that are not settled.
    wanted: Cells,
}

/// Some line of a set must be used, since an odd number of these cells shall change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParityCut {
    /// The cells; of a line that is itself used an odd number of times, none.
    pub(crate) cells: Cells,
    /// The lines that meet the cells oddly.
    pub(crate) lines: LineSet,
    /// How many lines were settled by cases when it was found.
    pub(crate) splits: u32,
}

impl ParityCut {
    /// No cut.
    pub(crate) const NONE: Self =
        ParityCut { cells: Cells::EMPTY, lines: LineSet::EMPTY, splits: 0 };
}

/// What a basis tells.
#[derive(Debug)]
pub(crate) enum ParityCuts {
    /// Of each of these sets some line must be used.
    Sets(Vec<ParityCut>),
    /// What shall change is no sum of lines: an odd number of these cells shall, but every line meets them
    /// evenly.
    Impossible(Cells),
}

impl ParitySystem {
    /// The parities of lines of cells, and of the cells that shall change.
    pub(crate) fn new(lines: &[[usize; 3]], changes: impl Iterator<Item = usize>) -> Self {
        let lines = lines.iter().map(|line| line.iter().copied().collect()).collect();
        ParitySystem { lines, settled: LineSet::EMPTY, splits: 0, wanted: changes.collect() }
    }

    /// Takes a line to be used an odd or an even number of times.
    pub(crate) fn settle(&mut self, line: usize, odd: bool) {
        self.settled.insert(line);
        if odd {
            self.wanted ^= self.lines[line];
        }
    }

    /// Takes up a case: the same of a line that splits it.
    pub(crate) fn split(&mut self, line: usize, odd: bool) {
        self.settle(line, odd);
        self.splits += 1;
    }

    /// Some line of these must be used, by the parity of these cells.
    pub(crate) fn cut(&self, cells: Cells, lines: LineSet) -> ParityCut {
        ParityCut { cells, lines, splits: self.splits }
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
            return ParityCuts::Impossible(basis.apart(rest));
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
                sets.push(self.cut(basis.dual(number), set));
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

    /// Cells that one line of the basis meets oddly, and the others evenly.
    fn dual(&self, number: usize) -> Cells {
        let mut dual = Cells::EMPTY;
        for (lead, vector) in self.leads.iter().enumerate() {
            if let Some((cells, lines)) = vector
                && ((*cells & dual).len() % 2 == 1) != lines.has(number)
            {
                dual.insert(lead);
            }
        }
        dual
    }

    /// Cells that every line of the basis meets evenly, and oddly what is left of others.
    fn apart(&self, rest: Cells) -> Cells {
        let mut apart: Cells = rest.greatest_below(MOST_CELLS).into_iter().collect();
        for (lead, vector) in self.leads.iter().enumerate() {
            if let Some((cells, _)) = vector
                && (*cells & apart).len() % 2 == 1
            {
                apart.insert(lead);
            }
        }
        apart
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
