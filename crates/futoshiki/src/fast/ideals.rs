//! Counting by values: dynamic programming over order ideals. The cells that hold the values up to some k
//! are an order ideal of the signs with k cells in each line, and how they came to be filled does not
//! matter. So the ways to fill each such set are added up value by value.

use search::limits::{PollState, Stop};
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

/// The rows that are filled between two looks at the limits: as many sets as the factorial, 5,040 at
/// most, a fraction of a millisecond.
const ROWS: usize = 7;

/// The sets of one layer, as they are found.
struct Filling<'a, 'm, W> {
    ideals: &'a Ideals,
    found: Table<W>,
    /// Sets that may be found between two looks at the limits.
    most: usize,
    /// The ways to fill the set that others come of.
    ways: u128,
    /// Bytes of the layer before, and bytes that may be held in all.
    before: u64,
    memory: u64,
    meter: &'a mut Meter<'m>,
}

impl<W: Word> Filling<'_, '_, W> {
    #[inline]
    fn add(&mut self, set: u128) {
        self.found.add(self.ideals.canonical(set), self.ways);
    }

    /// Makes sure that there is room for what the next rows make, and time.
    fn pause(&mut self) -> Result<(), Failure> {
        let meter = &mut *self.meter;
        meter.check_limits()?;
        if self.before + self.found.bytes_to_grow(self.most) > self.memory {
            return Err(Failure::Memory);
        }
        self.found.reserve(self.most, || meter.check_limits())?;
        Ok(())
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Self {
        Failure::Limit(limit)
    }
}

impl Ideals {
    fn run<W: Word>(&self, memory: u64, meter: &mut Meter<'_>) -> Result<u128, Failure> {
        let (found, most) = (Table::<W>::new(), (1..=self.n.min(ROWS)).product());
        let mut first = Filling { ideals: self, found, most, ways: 1, before: 0, memory, meter };
        self.fill(0, 0, &mut first)?;
        let mut layer = first.found;
        let mut fuel = 0;
        for value in 1..self.n {
            let (found, before) = (Table::<W>::new(), layer.bytes());
            let mut next = Filling { ideals: self, found, most, ways: 0, before, memory, meter };
            for (set, ways) in layer.iter() {
                if fuel == 0 {
                    let held = before + next.found.bytes();
                    let standing = PollState { memory: held, ..PollState::default() };
                    let stats = next.meter.stats();
                    fuel = match next.meter.poll(stats, standing) {
                        Ok(more) => more.min(1 << 12),
                        Err(Stop::Limit(limit)) => return Err(Failure::Limit(limit)),
                        Err(Stop::Stage) => return Err(Failure::Memory),
                    };
                }
                fuel -= 1;
                let mut stats = next.meter.stats();
                stats.nodes += 1;
                next.meter.settle(stats);
                next.ways = ways;
                self.fill(value, set, &mut next)?;
            }
            layer = next.found;
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

    /// Adds every set that comes of `set`, whose cells hold the lesser values, by placing `value`.
    fn fill<W: Word>(
        &self,
        value: usize,
        set: u128,
        filling: &mut Filling<'_, '_, W>,
    ) -> Result<(), Failure> {
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
                    return Ok(());
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
                return Ok(());
            }
            *places = open;
        }
        self.first_rows(&places, 0, 0, set, filling)
    }

    /// Fills rows until [`ROWS`] are left, with a look at the limits before each way to fill those.
    fn first_rows<W: Word>(
        &self,
        places: &[u16; 10],
        y: usize,
        used: u16,
        set: u128,
        filling: &mut Filling<'_, '_, W>,
    ) -> Result<(), Failure> {
        if y + ROWS >= self.n {
            filling.pause()?;
            self.rows(places, y, used, set, filling);
            return Ok(());
        }
        let mut open = places[y] & !used;
        while open != 0 {
            let bit = open & open.wrapping_neg();
            open ^= bit;
            let more = set | u128::from(bit) << (y * self.n);
            self.first_rows(places, y + 1, used | bit, more, filling)?;
        }
        Ok(())
    }

    fn rows<W: Word>(
        &self,
        places: &[u16; 10],
        y: usize,
        used: u16,
        set: u128,
        filling: &mut Filling<'_, '_, W>,
    ) {
        if y == self.n {
            return filling.add(set);
        }
        let mut open = places[y] & !used;
        while open != 0 {
            let bit = open & open.wrapping_neg();
            open ^= bit;
            self.rows(places, y + 1, used | bit, set | u128::from(bit) << (y * self.n), filling);
        }
    }
}
