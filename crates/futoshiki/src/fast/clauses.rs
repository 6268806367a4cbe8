//! Clause learning, for proofs that take a tree search too long: a literal for each candidate left
//! at the root, order literals for cells with signs, and the solver of the crate `batsat`.

use std::cell::{Cell, RefCell};

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, clause, lbool};
use search::limits::{PollState, Stop};
use search::{Ended, Limit, Meter, Stats};

use crate::{Futoshiki, Sign};

/// Clauses for a board, growing as solutions are forbidden.
pub(super) struct Clauses<'m, 'l> {
    solver: Solver<Polls<'m, 'l>>,
    /// For each cell its candidates and their literals.
    cells: Vec<Vec<(u8, Lit)>>,
}

/// What a solver was asked and found.
pub(super) enum Answer {
    /// A solution.
    Found(Vec<u8>),
    /// There is no more.
    Nothing,
    /// A limit fired.
    Stopped(Ended),
}

/// Asks the meter now and then. The solver asks once before each decision, so that the number of
/// questions is the number of decisions: exact and repeatable.
struct Polls<'m, 'l> {
    meter: RefCell<&'m mut Meter<'l>>,
    start: Stats,
    asked: Cell<u64>,
    next: Cell<u64>,
    stop: Cell<Option<Stop>>,
    /// Bytes of the clauses learned and not yet forgotten.
    learned: u64,
}

/// Bytes that the solver holds at its start; for a variable, in all its lists; and for a clause of two
/// literals: the clause, its reference and two watches, in lists that grow by doubling.
const BYTES: u64 = 4 << 20;
const BYTES_A_VARIABLE: u64 = 256;
const BYTES_A_PAIR: u64 = 64;

/// Bytes of a clause that was learned.
fn bytes_of(clause: &[Lit]) -> u64 {
    BYTES_A_PAIR + size_of_val(clause) as u64
}

/// Bytes that the clauses of a board whose cells may hold only `domains` take, before any is learned.
pub(super) fn bytes(board: &Futoshiki, domains: &[u64]) -> u64 {
    let n = board.order();
    let mut groups = vec![0u64; 2 * n * n];
    let (mut literals, mut pairs) = (0, 0);
    let pairs_of = |count: u64| count * count.saturating_sub(1) / 2;
    for (cell, &domain) in domains.iter().enumerate() {
        let count = u64::from(domain.count_ones());
        literals += count;
        pairs += pairs_of(count);
        for value in (0..n).filter(|value| domain >> value & 1 == 1) {
            groups[cell / n * n + value] += 1;
            groups[n * n + cell % n * n + value] += 1;
        }
    }
    pairs += groups.into_iter().map(pairs_of).sum::<u64>();
    // Order literals: no more than one a value for each of two cells, in four clauses each.
    let order = 2 * (board.signs().len() * n) as u64;
    let (variables, pairs) = (literals + order, pairs + 4 * order + literals);
    BYTES + BYTES_A_VARIABLE * variables + BYTES_A_PAIR * pairs
}

impl Polls<'_, '_> {
    fn stats(&self) -> Stats {
        let mut stats = self.start;
        let asked = self.asked.get();
        // Each decision is a step, taken back by the end, to a state that is judged.
        stats.nodes += asked + 1;
        stats.steps += asked;
        stats.backtracks += asked;
        stats
    }
}

impl Callbacks for Polls<'_, '_> {
    fn stop(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        if self.asked.get() >= self.next.get() {
            let standing = PollState { memory: self.learned, ..PollState::default() };
            match self.meter.borrow_mut().poll(self.stats(), standing) {
                Ok(more) => self.next.set(self.asked.get() + more.min(1 << 10)),
                Err(stop) => self.stop.set(Some(stop)),
            }
        }
        self.stop.get().is_some()
    }

    fn on_new_clause(&mut self, clause: &[Lit], _: clause::Kind) {
        self.learned += bytes_of(clause);
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.learned = self.learned.saturating_sub(bytes_of(clause));
    }
}

impl<'m, 'l> Clauses<'m, 'l> {
    /// The clauses of a board whose cells may hold only `domains`, as masks of values from 0. The
    /// [`bytes`] they take are claimed by the caller.
    pub(super) fn new(
        board: &Futoshiki,
        domains: &[u64],
        meter: &'m mut Meter<'l>,
    ) -> Result<Self, Limit> {
        let polls = Polls {
            start: meter.stats(),
            meter: RefCell::new(meter),
            asked: Cell::new(0),
            next: Cell::new(0),
            stop: Cell::new(None),
            learned: 0,
        };
        // Random values first, from a seed: on boards of order 25 with one solution the
        // worst cases are three to six times better than with the same value always.
        let options = SolverOpts { rnd_pol: true, ..SolverOpts::default() };
        let mut solver = Solver::new(options, polls);
        let n = board.order();
        let mut new = || Lit::new(solver.new_var_default(), true);
        let mut cells: Vec<Vec<(u8, Lit)>> = Vec::new();
        for &domain in domains {
            let values = (0..n as u8).filter(|value| domain >> value & 1 == 1);
            cells.push(values.map(|value| (value, new())).collect());
        }
        // `below[cell][k]`: the cell holds at most k.
        let mut below: Vec<Vec<Lit>> = vec![Vec::new(); n * n];
        for &Sign { less, more } in board.signs() {
            for cell in [less as usize, more as usize] {
                if below[cell].is_empty() {
                    below[cell] = (0..n).map(|_| new()).collect();
                }
            }
        }
        let mut clauses = Clauses { solver, cells };
        clauses.one_each(n)?;
        for (cell, below) in below.iter().enumerate() {
            if !below.is_empty() {
                clauses.order(cell, below);
            }
        }
        for &Sign { less, more } in board.signs() {
            clauses.check_limits()?;
            let (less, more) = (&below[less as usize], &below[more as usize]);
            clauses.add(&[!more[0]]);
            for at_most in 1..n {
                clauses.add(&[!more[at_most], less[at_most - 1]]);
            }
            if n == 1 {
                clauses.add(&[]);
            }
        }
        Ok(clauses)
    }

    fn check_limits(&self) -> Result<(), Limit> {
        self.solver.cb().meter.borrow_mut().check_limits()
    }

    fn add(&mut self, literals: &[Lit]) {
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }

    /// Exactly one value in a cell, and one place in each line for each value.
    fn one_each(&mut self, n: usize) -> Result<(), Limit> {
        let mut groups: Vec<Vec<Lit>> = vec![Vec::new(); 2 * n * n];
        for (cell, values) in self.cells.iter().enumerate() {
            for &(value, literal) in values {
                groups[cell / n * n + value as usize].push(literal);
                groups[n * n + cell % n * n + value as usize].push(literal);
            }
            groups.push(values.iter().map(|&(_, literal)| literal).collect());
        }
        for group in &groups {
            self.check_limits()?;
            self.add(group);
            for (at, &one) in group.iter().enumerate() {
                for &other in &group[..at] {
                    self.add(&[!one, !other]);
                }
            }
        }
        Ok(())
    }

    /// Ties the order literals of a cell to its candidates.
    fn order(&mut self, cell: usize, below: &[Lit]) {
        let mut holds = vec![None; below.len()];
        for &(value, literal) in &self.cells[cell] {
            holds[value as usize] = Some(literal);
        }
        for (at_most, &bound) in below.iter().enumerate() {
            let lower = at_most.checked_sub(1).map(|at| below[at]);
            if let Some(lower) = lower {
                self.add(&[!lower, bound]);
            }
            let mut reached = vec![!bound];
            reached.extend(lower);
            if let Some(literal) = holds[at_most] {
                self.add(&[!literal, bound]);
                if let Some(lower) = lower {
                    self.add(&[!literal, !lower]);
                }
                reached.push(literal);
            }
            self.add(&reached);
        }
        if let Some(&last) = below.last() {
            self.add(&[last]);
        }
    }

    /// Forbids a solution.
    pub(super) fn forbid(&mut self, grid: &[u8]) {
        let holds = |(values, &value): (&Vec<(u8, Lit)>, &u8)| {
            let found = values.iter().find(|&&(candidate, _)| candidate + 1 == value);
            found.map(|&(_, literal)| !literal)
        };
        // A solution outside the domains needs no clause; there is none.
        let literals: Option<Vec<Lit>> = self.cells.iter().zip(grid).map(holds).collect();
        if let Some(literals) = literals {
            self.add(&literals);
        }
    }

    /// Looks for a solution.
    pub(super) fn solve(&mut self) -> Answer {
        let found = self.solver.solve_limited(&[]);
        let polls = self.solver.cb();
        let stats = polls.stats();
        polls.meter.borrow_mut().settle(stats);
        if let Some(stop) = polls.stop.get() {
            return Answer::Stopped(stop.into());
        }
        if found != lbool::TRUE {
            return Answer::Nothing;
        }
        let is_true = |literal: Lit| self.solver.value_lit(literal) == lbool::TRUE;
        let value = |values: &Vec<(u8, Lit)>| {
            values.iter().find(|&&(_, literal)| is_true(literal)).map_or(0, |&(value, _)| value + 1)
        };
        Answer::Found(self.cells.iter().map(value).collect())
    }
}
