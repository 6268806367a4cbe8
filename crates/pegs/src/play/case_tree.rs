//! The tree of a branch and bound over jump counts, from which its certificate is written.
//!
//! Every case keeps the inequalities by which it barred jumps, and the one that closed it. What the closing ones
//! do not need, directly or through others, is left out of the certificate, and numbers become as small as they
//! can be.

use std::collections::BTreeSet;

use crate::play::parity_cuts::{MOST_CELLS, ParityCut};
use crate::play::relaxation::{Reading, Relaxation};
use tabuleiro_pegs_rules::jump_counts::{CountStep, CountedLines, Cut, Inequality, JumpCounts};

/// Denominators to try: the corners of the programme are fractions of small numbers.
const SMALL: std::ops::RangeInclusive<i64> = 1..=120;

/// An inequality and the jumps that it bars.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub(crate) reading: Reading,
    pub(crate) bars: Vec<usize>,
}

/// A case that was taken up.
struct Node {
    /// The lines that were split on the way to it.
    splits: Vec<(usize, bool)>,
    lemmas: Vec<Lemma>,
    end: CaseEnd,
}

enum CaseEnd {
    Open,
    Closed(Reading),
    /// By this line, into these: even and odd.
    Split(usize, [usize; 2]),
}

/// All cases, each after the one that it was split from.
pub(crate) struct CaseTree<'a> {
    lines: &'a [[usize; 3]],
    nodes: Vec<Node>,
}

impl<'a> CaseTree<'a> {
    /// Nothing but the whole problem.
    pub(crate) fn new(root: &mut Relaxation<'a>) -> Self {
        let mut tree = CaseTree { lines: root.lines, nodes: Vec::new() };
        tree.add(Vec::new(), root);
        tree
    }

    fn add(&mut self, splits: Vec<(usize, bool)>, case: &mut Relaxation<'_>) -> usize {
        let lemmas = std::mem::take(&mut case.lemmas);
        let end = case.against.take().map_or(CaseEnd::Open, CaseEnd::Closed);
        self.nodes.push(Node { splits, lemmas, end });
        self.nodes.len() - 1
    }

    /// Splits a case by a line into two, even and odd, as far as they are known; bytes held by what they keep.
    pub(crate) fn split(
        &mut self,
        node: usize,
        line: usize,
        mut cases: [&mut Relaxation<'_>; 2],
    ) -> ([usize; 2], u64) {
        let children = [false, true].map(|odd| {
            let mut splits = self.nodes[node].splits.clone();
            splits.push((line, odd));
            self.add(splits, cases[usize::from(odd)])
        });
        self.nodes[node].end = CaseEnd::Split(line, children);
        let bytes = children.map(|child| self.nodes[child].bytes());
        (children, bytes.iter().sum())
    }

    /// The certificate, if all cases are closed.
    pub(crate) fn certificate(&self, lines: &CountedLines<'_>) -> Option<JumpCounts> {
        let mut needed: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.nodes.len()];
        let mut steps: Vec<Vec<CountStep>> = vec![Vec::new(); self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let (mut need, mut last) = match &node.end {
                CaseEnd::Open => return None,
                CaseEnd::Closed(reading) => {
                    let closing = self.inequality(reading, lines, &node.splits, &[])?;
                    (closing.1, vec![CountStep::Inequality(closing.0)])
                }
                CaseEnd::Split(line, children) => {
                    let mut need = std::mem::take(&mut needed[children[0]]);
                    need.append(&mut std::mem::take(&mut needed[children[1]]));
                    let [first, _, end] = self.lines[*line];
                    let mut last = vec![CountStep::Split([first as u32, end as u32])];
                    children.iter().for_each(|&child| last.append(&mut steps[child]));
                    (need, last)
                }
            };
            let mut before: Vec<CountStep> = Vec::new();
            for lemma in node.lemmas.iter().rev() {
                let wanted: Vec<usize> =
                    lemma.bars.iter().copied().filter(|jump| need.contains(jump)).collect();
                if wanted.is_empty() {
                    continue;
                }
                let (inequality, more) =
                    self.inequality(&lemma.reading, lines, &node.splits, &wanted)?;
                need.retain(|jump| !wanted.contains(jump));
                need.extend(more);
                before.push(CountStep::Inequality(inequality));
            }
            before.reverse();
            before.append(&mut last);
            (needed[at], steps[at]) = (need, before);
        }
        Some(JumpCounts { steps: steps.swap_remove(0) })
    }

    /// An inequality that bars these jumps, or closes a case if there are none, in small numbers if such will do; and
    /// the jumps that must be barred for it to hold.
    fn inequality(
        &self,
        reading: &Reading,
        lines: &CountedLines<'_>,
        splits: &[(usize, bool)],
        bars: &[usize],
    ) -> Option<(Inequality, BTreeSet<usize>)> {
        let prices = reading.prices.iter().filter(|(_, price)| *price > 0);
        let exact = Inequality {
            weights: reading.weights.clone(),
            prices: prices.map(|(cut, price)| (self.cut(cut), *price)).collect(),
        };
        // The jumps that pay more than they lose; none if it does not do its work.
        let below = |inequality: &Inequality| {
            let balance = lines.balance(inequality, splits)?;
            let works = match bars {
                [] => balance.left < 0,
                bars => bars.iter().all(|&jump| balance.each[jump] > balance.left),
            };
            let below = balance.each.iter().enumerate().filter(|(_, each)| **each < 0);
            works.then(|| below.map(|(jump, _)| jump).collect::<BTreeSet<usize>>())
        };
        let known = below(&exact)?;
        let worths = || exact.weights.iter().chain(exact.prices.iter().map(|(_, price)| price));
        let most =
            worths().map(|worth| worth.unsigned_abs()).max().filter(|&most| most > 0)? as f64;
        let small = SMALL.filter(|&scale| scale < most as i64).find_map(|scale| {
            let near = |worth: i64| worth as f64 / most * scale as f64;
            let close =
                |&worth: &i64| (near(worth) - near(worth).round()).abs() < 1e-4 * scale as f64;
            if !worths().all(close) {
                return None;
            }
            let whole = |worth: i64| near(worth).round() as i64;
            let prices = exact.prices.iter().map(|(cut, price)| (cut.clone(), whole(*price)));
            let inequality = Inequality {
                weights: exact.weights.iter().map(|&weight| whole(weight)).collect(),
                prices: prices.filter(|(_, price)| *price > 0).collect(),
            };
            let below = below(&inequality).filter(|below| below.is_subset(&known))?;
            Some((inequality, below))
        });
        Some(small.unwrap_or((exact, known)))
    }

    fn cut(&self, cut: &ParityCut) -> Cut {
        let cells: Vec<u32> =
            (0..MOST_CELLS).filter(|&cell| cut.cells.has(cell)).map(|cell| cell as u32).collect();
        let line = self.lines.iter().enumerate().find(|(line, _)| cut.lines.has(*line));
        match line {
            Some((_, &[first, _, last])) if cells.is_empty() => {
                Cut::Line([first as u32, last as u32])
            }
            _ => Cut::Cells(cells, cut.splits),
        }
    }
}

impl Node {
    fn bytes(&self) -> u64 {
        let reading = |reading: &Reading| {
            (reading.weights.len() + reading.beyond.len()) * size_of::<i64>()
                + reading.prices.len() * size_of::<(ParityCut, i64)>()
        };
        let closed = match &self.end {
            CaseEnd::Closed(closed) => reading(closed),
            _ => 0,
        };
        let lemmas = self.lemmas.iter().map(|lemma| reading(&lemma.reading));
        (closed + lemmas.sum::<usize>()) as u64
    }
}
