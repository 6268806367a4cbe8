//! Counting by values: the cells that hold 1 to k, for every k, instead of the solutions themselves.
//!
//! The cells with the values 1 to k are k in every row and in every column, and with a cell they hold
//! every cell that must hold less: an ideal of the order that the signs make. A solution is a way
//! from the empty set to the whole board, a permutation at a time; all solutions that share a set
//! go on alike, so they are counted together.

use search::limits::{Standing, Stop};
use search::{Limit, Meter, Stats};

use super::{Futoshiki, Sign};

/// Sets of cells are bits of a word, and no board of this order has more solutions than fit into
/// one.
pub(super) const GREATEST: usize = 10;

/// Cells in reading order, one bit each.
type Cells = u128;

/// Sets with the number of ways to them, in order, each once.
type Layer = Vec<(Cells, u128)>;

/// Sets gathered before they are sorted.
const GATHERED: usize = 1 << 20;

/// What the board asks of the cells that take a value.
struct Rules {
    order: usize,
    /// For each cell, those that must hold less.
    lesser: Vec<Cells>,
    /// For each value from 1, the cells it is given to; for 0, those that nothing is given to.
    given: Vec<Cells>,
}

impl Rules {
    fn new(board: &Futoshiki) -> Self {
        let order = board.order();
        let mut rules = Rules { order, lesser: vec![0; order * order], given: vec![0; order + 1] };
        for &Sign { less, more } in board.signs() {
            rules.lesser[usize::from(more)] |= 1 << less;
        }
        for (cell, &value) in board.givens().iter().enumerate() {
            rules.given[usize::from(value)] |= 1 << cell;
        }
        rules
    }

    /// Tells every set that comes of giving a value to cells beside those of `filled`.
    fn each(&self, filled: Cells, value: usize, mut tell: impl FnMut(Cells)) {
        // For every row the columns that are left to try, and those taken above.
        let mut open = [0u32; GREATEST];
        let mut taken = [0u32; GREATEST + 1];
        let mut sets = [filled; GREATEST + 1];
        let may: Vec<u32> = (0..self.order).map(|row| self.columns(filled, value, row)).collect();
        let mut row = 0;
        open[0] = may[0];
        loop {
            if open[row] == 0 {
                if row == 0 {
                    return;
                }
                row -= 1;
                continue;
            }
            let column = open[row].trailing_zeros();
            open[row] &= open[row] - 1;
            let cell = row * self.order + column as usize;
            sets[row + 1] = sets[row] | 1 << cell;
            taken[row + 1] = taken[row] | 1 << column;
            if row + 1 == self.order {
                tell(sets[row + 1]);
            } else {
                row += 1;
                open[row] = may[row] & !taken[row];
            }
        }
    }

    /// The columns of a row in which a value may stand next.
    fn columns(&self, filled: Cells, value: usize, row: usize) -> u32 {
        let line = (1 << self.order) - 1;
        let here = |cells: Cells| (cells >> (row * self.order)) as u32 & line;
        let free = here((self.given[0] | self.given[value]) & !filled);
        let must = here(self.given[value]);
        let mut columns = if must != 0 { free & must } else { free };
        let mut left = columns;
        while left != 0 {
            let column = left.trailing_zeros();
            left &= left - 1;
            if self.lesser[row * self.order + column as usize] & !filled != 0 {
                columns &= !(1 << column);
            }
        }
        columns
    }
}

/// The number of solutions. Every set is a node; memory is claimed as it grows.
pub(super) fn count(board: &Futoshiki, meter: &mut Meter<'_>) -> Result<u128, Limit> {
    let rules = Rules::new(board);
    let mut stats = meter.stats();
    let mut layer: Layer = vec![(0, 1)];
    let mut fuel = 0;
    for value in 1..=rules.order {
        let mut next: Layer = Vec::new();
        let mut fresh: Layer = Vec::new();
        for &(filled, ways) in &layer {
            if fuel == 0 {
                let sets = layer.len() + 2 * next.len() + fresh.capacity();
                fuel = poll(meter, stats, value, sets)?;
            }
            fuel -= 1;
            stats.nodes += 1;
            rules.each(filled, value, |set| fresh.push((set, ways)));
            if fresh.len() >= GATHERED {
                next = merged(next, &mut fresh);
            }
        }
        layer = merged(next, &mut fresh);
    }
    let all: u128 = layer.iter().map(|&(_, ways)| ways).sum();
    meter.settle(stats);
    Ok(all)
}

fn poll(meter: &mut Meter<'_>, stats: Stats, value: usize, sets: usize) -> Result<u64, Limit> {
    let memory = (sets * size_of::<(Cells, u128)>()) as u64;
    let standing = Standing { depth: value as u64, explored: 0.0, memory };
    match meter.poll(stats, standing) {
        // A set leads to many others, so memory is looked at often.
        Ok(fuel) => Ok(fuel.min(1 << 10)),
        Err(Stop::Limit(limit)) => Err(limit),
        Err(Stop::Stage) => Err(Limit::Nodes),
    }
}

/// One list in order of two, the second of which is not, and is left empty. Ways to equal sets add
/// up.
fn merged(sorted: Layer, fresh: &mut Layer) -> Layer {
    fresh.sort_unstable_by_key(|&(set, _)| set);
    fresh.dedup_by(|from, into| {
        let same = from.0 == into.0;
        into.1 += if same { from.1 } else { 0 };
        same
    });
    if sorted.is_empty() {
        return std::mem::take(fresh);
    }
    let mut out = Vec::with_capacity(sorted.len() + fresh.len());
    let (mut left, mut right) = (sorted.into_iter().peekable(), fresh.drain(..).peekable());
    loop {
        let first_is_left = match (left.peek(), right.peek()) {
            (Some(one), Some(other)) if one.0 == other.0 => {
                let ways = one.1 + other.1;
                out.push((one.0, ways));
                left.next();
                right.next();
                continue;
            }
            (Some(one), Some(other)) => one.0 < other.0,
            (left, _) => left.is_some(),
        };
        match if first_is_left { left.next() } else { right.next() } {
            Some(entry) => out.push(entry),
            None => return out,
        }
    }
}
