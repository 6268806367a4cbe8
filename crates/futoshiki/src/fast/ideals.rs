//! Counting by values: the cells that hold the values up to some k are an order ideal of the signs
//! with k cells in each line, and how they came to be filled does not matter. So the ways to fill
//! each such set are added up value by value.

use search::limits::{Standing, Stop};
use search::{Limit, Meter};

use super::table::{Table, Word};
use crate::{Futoshiki, Sign};

/// Why a count by values was given up.
pub(super) enum Failure {
    /// The sets do not fit in the memory allowed.
    Memory,
    /// A limit of the run fired.
    Limit(Limit),
}

/// A board prepared for counting by values; order 10 at most.
struct Ideals {
    n: usize,
    /// Cells that may hold each value, and cells that can hold no greater one.
    allowed: Vec<u128>,
    last_call: Vec<u128>,
    /// For each cell the cells that must be filled before.
    before: Vec<u128>,
    /// Rows without clues: any two may change places.
    alike: Vec<usize>,
}

/// The number of solutions. `domains` are values that cells may hold in any solution, as masks.
pub(super) fn count(
    board: &Futoshiki,
    domains: &[u64],
    memory: u64,
    meter: &mut Meter<'_>,
) -> Result<u128, Failure> {
    let n = board.order();
    let mut clued = (vec![false; n], vec![false; n]);
    let signed = board.signs().iter().flat_map(|sign| [sign.less as usize, sign.more as usize]);
    let given = (0..n * n).filter(|&cell| board.given(cell).is_some());
    for cell in signed.chain(given) {
        clued.0[cell / n] = true;
        clued.1[cell % n] = true;
    }
    let free = |lines: &[bool]| lines.iter().filter(|&&clued| !clued).count();
    // Columns become rows if more of them are alike.
    let turned = free(&clued.1) > free(&clued.0);
    let place = |cell: usize| if turned { cell % n * n + cell / n } else { cell };
    let rows = if turned { &clued.1 } else { &clued.0 };
    let mut ideals = Ideals {
        n,
        allowed: vec![0; n],
        last_call: vec![0; n],
        before: vec![0; n * n],
        alike: (0..n).filter(|&y| !rows[y]).collect(),
    };
    for (cell, &domain) in domains.iter().enumerate() {
        for value in 0..n {
            ideals.allowed[value] |= u128::from(domain >> value & 1) << place(cell);
            ideals.last_call[value] |= u128::from(domain >> value <= 1) << place(cell);
        }
    }
    for &Sign { less, more } in board.signs() {
        ideals.before[place(more as usize)] |= 1 << place(less as usize);
    }
    // Fewer than 2^64 squares of order 7, but not of order 8.
    if n <= 7 { ideals.run::<u64>(memory, meter) } else { ideals.run::<u128>(memory, meter) }
}

impl Ideals {
    fn run<W: Word>(&self, memory: u64, meter: &mut Meter<'_>) -> Result<u128, Failure> {
        let mut layer = Table::<W>::new();
        self.fill(0, 0, &mut |set| layer.add(self.canonical(set), 1));
        let mut fuel = 0;
        for value in 1..self.n {
            let mut next = Table::<W>::new();
            for (set, ways) in layer.iter() {
                if fuel == 0 {
                    let held = layer.bytes() + next.bytes();
                    let standing = Standing { memory: held, ..Standing::default() };
                    fuel = match meter.poll(meter.stats(), standing) {
                        Ok(more) => more.min(1 << 12),
                        Err(Stop::Limit(limit)) => return Err(Failure::Limit(limit)),
                        Err(Stop::Stage) => return Err(Failure::Memory),
                    };
                }
                if layer.bytes() + next.bytes_to_grow() > memory {
                    return Err(Failure::Memory);
                }
                fuel -= 1;
                let mut stats = meter.stats();
                stats.nodes += 1;
                meter.settle(stats);
                self.fill(value, set, &mut |set| next.add(self.canonical(set), ways));
            }
            layer = next;
        }
        Ok(layer.iter().map(|(_, ways)| ways).sum())
    }

    /// The set with the rows that are alike in ascending order.
    #[inline]
    fn canonical(&self, set: u128) -> u128 {
        if self.alike.len() < 2 {
            return set;
        }
        let row = (1u128 << self.n) - 1;
        let mut rows = [0u16; 10];
        let mut rest = set;
        for (slot, &y) in rows.iter_mut().zip(&self.alike) {
            *slot = (set >> (y * self.n) & row) as u16;
            rest &= !(row << (y * self.n));
        }
        let rows = &mut rows[..self.alike.len()];
        rows.sort_unstable();
        for (&bits, &y) in rows.iter().zip(&self.alike) {
            rest |= u128::from(bits) << (y * self.n);
        }
        rest
    }

    /// Tells every set that comes of `set`, whose cells hold the lesser values, by placing `value`.
    fn fill(&self, value: usize, set: u128, tell: &mut impl FnMut(u128)) {
        let n = self.n;
        let row = (1u128 << n) - 1;
        let free = self.allowed[value] & !set;
        let due = self.last_call[value] & !set;
        let mut places = [0u16; 10];
        for (y, places) in places[..n].iter_mut().enumerate() {
            let mut open = (free >> (y * n) & row) as u16;
            let must = (due >> (y * n) & row) as u16;
            if must != 0 {
                if must & (must - 1) != 0 {
                    return;
                }
                open &= must;
            }
            let mut bits = open;
            while bits != 0 {
                let x = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if self.before[y * n + x] & !set != 0 {
                    open &= !(1 << x);
                }
            }
            if open == 0 {
                return;
            }
            *places = open;
        }
        self.rows(&places, 0, 0, set, tell);
    }

    fn rows(
        &self,
        places: &[u16; 10],
        y: usize,
        used: u16,
        set: u128,
        tell: &mut impl FnMut(u128),
    ) {
        if y == self.n {
            return tell(set);
        }
        let mut open = places[y] & !used;
        while open != 0 {
            let bit = open & open.wrapping_neg();
            open ^= bit;
            self.rows(places, y + 1, used | bit, set | u128::from(bit) << (y * self.n), tell);
        }
    }
}
