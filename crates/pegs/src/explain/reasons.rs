//! Why jumps lose, as far as a person can see it without a search: a stranded peg, or weights.

use search::{Limit, Meter};

use super::weights;
use crate::Pegs;
use crate::play::field::Field;
use crate::play::prune::MOST_CELLS;
use tabuleiro_core::board::Square;
use tabuleiro_core::explain::Assertion;
use tabuleiro_pegs_rules::explain_check::{ONLY, SEARCH, STRANDED, Stranding, WEIGHTS};

/// Why other jumps lose.
#[derive(Debug, Default)]
pub(super) struct Refutations {
    /// Stranded pegs and weights, with the jumps they refute.
    pub(super) premises: Vec<Assertion>,
    /// Jumps of which nothing is known.
    pub(super) open: Vec<[Square; 2]>,
}

impl Refutations {
    /// What is seen of all jumps but one.
    pub(super) fn of(
        board: &Pegs,
        pegs: &[bool],
        jump: [Square; 2],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let others = board.legal_jumps(pegs).filter(|&other| other != jump);
        let cells = board.ground().inside.iter().filter(|&&inside| inside).count();
        let mut found = Refutations::default();
        if cells > MOST_CELLS {
            found.open = others.collect();
            return Ok(found);
        }
        for other in others {
            meter.check_limits()?;
            found.add(board, pegs, other, meter)?;
        }
        Ok(found)
    }

    /// Looks for what is wrong with a jump.
    fn add(
        &mut self,
        board: &Pegs,
        pegs: &[bool],
        jump: [Square; 2],
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let Some(after) = board.pegs_after(pegs, jump) else { return Ok(()) };
        if let Some(cell) = Stranding::new(board.ground(), &after, meter)?.first() {
            let squares = [&jump[..], &[board.size().square(cell)]].concat();
            self.premises.push(Assertion { rule: STRANDED, squares, values: Vec::new() });
            return Ok(());
        }
        // Weights that refute one jump often refute more.
        let mut known = self.premises.iter_mut().filter(|premise| premise.rule == WEIGHTS);
        let goal = &board.ground().goal;
        let lighter = |of: &&mut Assertion| weight(&after, &of.values) < weight(goal, &of.values);
        if let Some(premise) = known.find(lighter) {
            premise.squares.extend(jump);
            return Ok(());
        }
        match against(board, &after) {
            Some(values) => {
                let squares = jump.to_vec();
                self.premises.push(Assertion { rule: WEIGHTS, squares, values });
            }
            None => self.open.push(jump),
        }
        Ok(())
    }

    /// The technique by which one jump among several is told from the others.
    pub(super) fn technique(&self) -> &'static str {
        match () {
            () if !self.open.is_empty() => SEARCH,
            () if self.premises.is_empty() => ONLY,
            () if self.premises.iter().all(|premise| premise.rule == STRANDED) => STRANDED,
            () => WEIGHTS,
        }
    }
}

/// What pegs weigh.
pub(super) fn weight(pegs: &[bool], weights: &[i32]) -> i64 {
    let weights = weights.iter().zip(pegs).filter(|(_, peg)| **peg);
    weights.map(|(&weight, _)| i64::from(weight)).sum()
}

/// Weights by which a position is lost, if there are such and they are small.
fn against(board: &Pegs, pegs: &[bool]) -> Option<Vec<i32>> {
    let rest = board.with_pegs(pegs);
    let found = weights::smallest(rest.ground(), &Field::new(rest.ground()))?;
    found.into_iter().map(|weight| i32::try_from(weight).ok()).collect()
}
