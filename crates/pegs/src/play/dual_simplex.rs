//! The dual simplex method on a dense tableau.
//!
//! Beside microlp, whose sparse simplex finds pagoda functions: branch and bound goes on from copies of a
//! solved tableau, each with one more row, thousands of times. Here a copy is one piece of memory, and
//! the tableau of a board so small that a pivot takes microseconds.
//!
//! Every row says what a variable is worth in terms of the others: `value - sum(cell * other)`. All
//! variables but the one of row 0 are at least zero, and that one is to be maximised. The arithmetic is
//! floating point, so that what comes out is a hint to be checked, never a proof.

use tabuleiro_core::random::Rng;

/// What is too small to count.
const TINY: f64 = 1e-9;
/// Pivots after which costs that are equal must have gone in a circle.
const MOST_PIVOTS: usize = 20_000;
/// Infeasibilities below this are rounding errors.
const LITTLE: f64 = 1e-7;
/// What is too small to divide by: cells are fractions of small numbers, or noise.
const SMALL: f64 = 1e-5;
/// By how much costs are set apart, so that no two columns are equally good and none is free.
const APART: f64 = 1e-7;

/// Rows in terms of columns.
#[derive(Clone, Debug)]
pub(crate) struct Tableau {
    /// The variable that each row tells, and the one that each column stands for.
    pub(crate) rows: Vec<u32>,
    pub(crate) columns: Vec<u32>,
    /// The cells row by row, each row followed by its value.
    cells: Vec<f64>,
    /// What each column costs; none less than zero once the programme is solved.
    costs: Vec<f64>,
    /// A row while it is at work.
    spare: Vec<f64>,
}

/// How a programme ended. No end of a search: nothing was explored, and what was found is a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Optimal,
    /// This row cannot be what it must.
    Infeasible(usize),
    /// So many pivots were not enough.
    PivotLimit,
}

impl Tableau {
    /// Solves a programme given by equations, each a list of variables with their factors and what
    /// they add up to; variables are numbered up to `free`, which is the one to be large. Those that are not
    /// open stay at zero. `None` if this is not to be had.
    pub(crate) fn new<E>(
        equations: &[(Vec<(u32, f64)>, f64)],
        free: u32,
        open: impl Fn(u32) -> bool,
        mut poll: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<(Self, End)>, E> {
        let width = free as usize + 1;
        let mut table = Tableau {
            rows: vec![u32::MAX; equations.len()],
            columns: (0..=free).collect(),
            cells: vec![0.0; equations.len() * (width + 1)],
            costs: vec![0.0; width + 1],
            spare: Vec::new(),
        };
        for (row, (terms, sum)) in equations.iter().enumerate() {
            let cells = &mut table.cells[row * (width + 1)..][..width + 1];
            terms.iter().for_each(|&(variable, factor)| cells[variable as usize] = factor);
            cells[width] = *sum;
        }
        // Each equation gives one variable; the free one comes first and stays.
        let Some(first) = (0..equations.len()).find(|&row| table.at(row, width - 1) != 0.0) else {
            return Ok(None);
        };
        table.swap_rows(0, first);
        table.pivot(0, width - 1);
        table.remove_column(width - 1);
        let mut row = 1;
        while row < table.rows.len() {
            poll()?;
            let cells = table.row(row);
            let large =
                |&one: &usize, other: &usize| cells[one].abs().total_cmp(&cells[*other].abs());
            let usable = (0..table.columns.len()).filter(|&column| open(table.columns[column]));
            let best = usable.max_by(|one, other| large(one, other));
            match best.filter(|&column| cells[column].abs() > 1e-6) {
                Some(column) => {
                    table.pivot(row, column);
                    table.remove_column(column);
                    row += 1;
                }
                None if table.value(row).abs() > 1e-6 => {
                    if table.value(row) > 0.0 {
                        let stride = table.stride();
                        table.cells[row * stride..][..stride]
                            .iter_mut()
                            .for_each(|cell| *cell = -*cell);
                    }
                    return Ok(Some((table, End::Infeasible(row))));
                }
                None => table.remove_row(row),
            }
        }
        // With costs of its own any table can be made feasible; then the true ones count.
        let mut rng = Rng::new(1);
        let chance = |rng: &mut Rng| 1.0 + rng.below(1 << 20) as f64 / (1 << 20) as f64;
        let cost = |rng: &mut Rng, variable: u32| {
            let cost = chance(rng);
            if open(variable) { cost } else { f64::INFINITY }
        };
        table.costs = table.columns.iter().map(|&variable| cost(&mut rng, variable)).collect();
        table.costs.push(0.0);
        match table.dual_simplex(usize::MAX, &mut poll)? {
            End::Optimal => {}
            End::Infeasible(row) => return Ok(Some((table, End::Infeasible(row)))),
            End::PivotLimit => return Ok(None),
        }
        table.costs = table.row(0).to_vec();
        for variable in 0..free {
            let cost = APART * cost(&mut rng, variable);
            if let Some(column) = table.columns.iter().position(|&other| other == variable) {
                table.costs[column] += cost;
            } else if let Some(row) = table.rows.iter().position(|&other| other == variable) {
                let cells = &table.cells[row * table.stride()..][..table.stride()];
                table.costs.iter_mut().zip(cells).for_each(|(sum, cell)| *sum -= cost * cell);
            }
        }
        Ok(table.improve(usize::MAX, &mut poll)?.then_some((table, End::Optimal)))
    }

    fn stride(&self) -> usize {
        self.columns.len() + 1
    }

    /// A row and its value.
    pub(crate) fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.stride()..][..self.stride()]
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.stride() + column]
    }

    /// What the variable of a row is worth.
    pub(crate) fn value(&self, row: usize) -> f64 {
        self.at(row, self.columns.len())
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (self.cells.len() * size_of::<f64>()) as u64
    }

    fn swap_rows(&mut self, one: usize, other: usize) {
        let stride = self.stride();
        self.rows.swap(one, other);
        for column in 0..stride {
            self.cells.swap(one * stride + column, other * stride + column);
        }
    }

    /// Forgets a row, whose variable is in no other.
    pub(crate) fn remove_row(&mut self, row: usize) {
        let last = self.rows.len() - 1;
        self.swap_rows(row, last);
        self.rows.pop();
        self.cells.truncate(last * self.stride());
    }

    fn remove_column(&mut self, column: usize) {
        let (stride, last) = (self.stride(), self.columns.len() - 1);
        for row in 0..self.rows.len() {
            let cells = row * stride;
            self.cells.swap(cells + column, cells + last);
            self.cells.copy_within(cells..cells + last, row * (stride - 1));
            // The value follows the last column.
            self.cells[row * (stride - 1) + last] = self.cells[cells + last + 1];
        }
        self.cells.truncate(self.rows.len() * (stride - 1));
        self.columns.swap_remove(column);
        self.costs.swap(column, last);
        self.costs.remove(last);
    }

    /// Adds a row: a new variable that is worth the sum of some, less one. `chosen` tells them.
    pub(crate) fn add(&mut self, variable: u32, chosen: impl Fn(u32) -> bool) {
        let stride = self.stride();
        let mut sum = vec![0.0; stride];
        for (column, &other) in self.columns.iter().enumerate() {
            sum[column] = if chosen(other) { -1.0 } else { 0.0 };
        }
        sum[stride - 1] = -1.0;
        for row in (1..self.rows.len()).filter(|&row| chosen(self.rows[row])) {
            let cells = &self.cells[row * stride..][..stride];
            sum.iter_mut().zip(cells).for_each(|(sum, cell)| *sum += cell);
        }
        self.rows.push(variable);
        self.cells.extend(sum);
    }

    /// Keeps a variable at zero for ever, if it is in no row.
    pub(crate) fn bar(&mut self, variable: u32) -> bool {
        let column = self.columns.iter().position(|&other| other == variable);
        column.is_some_and(|column| {
            self.costs[column] = f64::INFINITY;
            true
        })
    }

    /// Exchanges the variable of a row and that of a column.
    fn pivot(&mut self, row: usize, column: usize) {
        let stride = self.stride();
        let by = 1.0 / self.at(row, column);
        let mut new = std::mem::take(&mut self.spare);
        new.clear();
        new.extend(self.cells[row * stride..][..stride].iter().map(|cell| cell * by));
        new[column] = by;
        let spread = |cells: &mut [f64]| {
            let factor = cells[column];
            if factor.abs() < 1e-12 {
                cells[column] = 0.0;
                return;
            }
            cells[column] = 0.0;
            cells.iter_mut().zip(&new).for_each(|(cell, new)| *cell -= factor * new);
        };
        self.cells.chunks_exact_mut(stride).for_each(spread);
        self.cells[row * stride..][..stride].copy_from_slice(&new);
        let factor = std::mem::replace(&mut self.costs[column], 0.0);
        self.costs.iter_mut().zip(&new).for_each(|(cost, new)| *cost -= factor * new);
        std::mem::swap(&mut self.rows[row], &mut self.columns[column]);
        self.spare = new;
    }

    /// Makes every row at least zero again, at no less cost than needed.
    pub(crate) fn dual_simplex<E>(
        &mut self,
        most: usize,
        mut poll: impl FnMut() -> Result<(), E>,
    ) -> Result<End, E> {
        for turn in 0..most.min(MOST_PIVOTS) {
            if turn % 16 == 0 {
                poll()?;
            }
            let worst = (1..self.rows.len())
                .min_by(|&one, &other| self.value(one).total_cmp(&self.value(other)));
            let Some(row) = worst.filter(|&row| self.value(row) < -LITTLE) else {
                return Ok(End::Optimal);
            };
            // Of the columns that cost least, nearly, the one with the largest cell: small ones
            // spoil the numbers.
            let cells = &self.row(row)[..self.columns.len()];
            let fit = || {
                cells.iter().zip(&self.costs).enumerate().filter(|(_, (cell, _))| **cell < -SMALL)
            };
            let ratio = |cell: f64, cost: f64| cost.max(0.0) / -cell;
            let least = fit().map(|(_, (&cell, &cost))| ratio(cell, cost + TINY));
            let least = least.fold(f64::INFINITY, f64::min);
            let near = fit()
                .filter(|(_, (cell, cost))| cost.is_finite() && ratio(**cell, **cost) <= least);
            let best = near
                .min_by(|(_, one), (_, other)| one.0.total_cmp(other.0))
                .map(|(column, _)| column);
            let Some(column) = best else { return Ok(End::Infeasible(row)) };
            self.pivot(row, column);
        }
        Ok(End::PivotLimit)
    }

    /// Lets the true costs count, once those that were set apart have led here; whether that ended.
    pub(crate) fn sharpen(&mut self, most: usize) -> bool {
        let stride = self.stride();
        let costs = self.costs.iter_mut().zip(&self.cells[..stride]);
        costs.filter(|(cost, _)| cost.is_finite()).for_each(|(cost, cell)| *cost = *cell);
        self.improve(most, || Ok::<(), ()>(())) == Ok(true)
    }

    /// Makes the variable of row 0 as large as it can be, from rows that are at least zero; whether
    /// it has a limit.
    fn improve<E>(
        &mut self,
        most: usize,
        mut poll: impl FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        for turn in 0..most.min(MOST_PIVOTS) {
            if turn % 16 == 0 {
                poll()?;
            }
            let width = self.columns.len();
            let cheapest =
                (0..width).min_by(|&one, &other| self.costs[one].total_cmp(&self.costs[other]));
            let Some(column) = cheapest.filter(|&column| self.costs[column] < -TINY) else {
                return Ok(true);
            };
            let (mut best, mut least) = (None, f64::INFINITY);
            for row in 1..self.rows.len() {
                let cell = self.at(row, column);
                if cell > SMALL {
                    let ratio = self.value(row).max(0.0) / cell;
                    if ratio < least - TINY
                        || ratio < least + TINY
                            && best.is_some_and(|best| cell > self.at(best, column))
                    {
                        (best, least) = (Some(row), least.min(ratio));
                    }
                }
            }
            let Some(row) = best else { return Ok(false) };
            self.pivot(row, column);
        }
        Ok(false)
    }
}
