//! The rule of three (de Bruijn), for any shape: a jump changes the three cells of a line, so a set
//! of cells that every line meets in an even number keeps the parity of its pegs for ever.
//!
//! Such sets are the functions over GF(2) that vanish on every line. They are found without
//! elimination over the whole board: where two cells of a line are known, the third is their sum.
//! A few cells that nothing determines are taken as unknowns, the others become sums of them, and
//! lines that close up say which sums are zero.

use std::collections::VecDeque;

use search::{Limit, Meter};

use crate::Ground;

/// The most words a cell's sum may have; a board that needs more is left undecided.
const MOST_WORDS: usize = 1 << 10;
/// Bytes a cell besides its sum: whether it is known, and three lists that it may be in.
const BYTES_A_CELL: usize = 13;

/// A set of cells that every line meets evenly, and whose pegs are odd at the start and even at the
/// end or the reverse: a proof that the goal cannot be reached. `None` if there is no such set, or
/// if the board is so ragged that finding one would take too long.
pub fn refute(ground: &Ground, meter: &mut Meter<'_>) -> Result<Option<Vec<u32>>, Limit> {
    let claimed = meter.claimed();
    let found = by_elimination(ground, meter);
    meter.release(meter.claimed() - claimed);
    found
}

/// Whether no such set is found. A board without the memory for the look is left out too.
pub fn allows(ground: &Ground, meter: &mut Meter<'_>) -> Result<bool, Limit> {
    match refute(ground, meter) {
        Ok(found) => Ok(found.is_none()),
        Err(Limit::Memory { .. }) => Ok(false),
        Err(limit) => Err(limit),
    }
}

fn by_elimination(ground: &Ground, meter: &mut Meter<'_>) -> Result<Option<Vec<u32>>, Limit> {
    // A board that can be played has few unknowns a component; more words only if they are too few.
    let mut words = 1;
    loop {
        let claimed = meter.claimed();
        meter.claim((ground.inside.len() * (words * 8 + BYTES_A_CELL)) as u64)?;
        let found = Sums::new(ground, words).refute(meter)?;
        meter.release(meter.claimed() - claimed);
        match found {
            Reduced::Set(cells) => return Ok(Some(cells)),
            Reduced::None => return Ok(None),
            Reduced::TooNarrow if words == MOST_WORDS => return Ok(None),
            Reduced::TooNarrow => words *= 4,
        }
    }
}

enum Reduced {
    Set(Vec<u32>),
    None,
    TooNarrow,
}

struct Sums<'a> {
    ground: &'a Ground,
    words: usize,
    /// Of each cell the unknowns whose sum it is, `words` words each.
    sums: Vec<u64>,
    known: Vec<bool>,
    /// Known cells whose lines were not looked at.
    fresh: VecDeque<u32>,
    /// The cells of the present component, in the order in which they became known.
    component: Vec<u32>,
    unknowns: usize,
    /// Sums of unknowns that are zero, each with its leading unknown, which no other one has.
    zeros: Vec<(usize, Vec<u64>)>,
}

impl<'a> Sums<'a> {
    fn new(ground: &'a Ground, words: usize) -> Self {
        let cells = ground.inside.len();
        Sums {
            ground,
            words,
            sums: vec![0; cells * words],
            known: vec![false; cells],
            fresh: VecDeque::new(),
            component: Vec::with_capacity(cells),
            unknowns: 0,
            zeros: Vec::new(),
        }
    }

    fn refute(mut self, meter: &mut Meter<'_>) -> Result<Reduced, Limit> {
        let mut candidates = VecDeque::new();
        for cell in 0..self.ground.inside.len() {
            meter.check_limits()?;
            if !self.ground.inside[cell] || self.known[cell] {
                continue;
            }
            self.component.clear();
            self.zeros.clear();
            self.unknowns = 0;
            let mut seed = Some(cell as u32);
            // Unknowns are taken next to what is known, so that they soon meet.
            while let Some(cell) = seed {
                if self.unknowns == 64 * self.words {
                    return Ok(Reduced::TooNarrow);
                }
                let (word, bit) = (self.unknowns / 64, self.unknowns % 64);
                self.sums[cell as usize * self.words + word] |= 1 << bit;
                self.unknowns += 1;
                self.learn(cell);
                let first = self.component.len() - 1;
                self.spread(meter)?;
                candidates.extend(self.component[first..].iter().copied());
                seed = self.next_seed(&mut candidates);
            }
            if let Some(set) = self.odd_set() {
                return Ok(Reduced::Set(set));
            }
        }
        Ok(Reduced::None)
    }

    fn learn(&mut self, cell: u32) {
        self.known[cell as usize] = true;
        self.component.push(cell);
        self.fresh.push_back(cell);
    }

    /// The lines through a cell: the places of the other two.
    fn lines(&self, cell: u32) -> impl Iterator<Item = [u32; 2]> + use<> {
        let (rows, columns) = (self.ground.rows as i64, self.ground.columns as i64);
        let (row, column) = (i64::from(cell) / columns, i64::from(cell) % columns);
        let ways = [(row, rows, columns), (column, columns, 1)];
        ways.into_iter().flat_map(move |(at, end, step)| {
            [[1, 2], [-1, 1], [-2, -1]].into_iter().filter_map(move |[near, far]| {
                let fits = at + near >= 0 && at + far < end;
                fits.then(|| [near, far].map(|by| (i64::from(cell) + by * step) as u32))
            })
        })
    }

    /// Finds all cells that the known ones determine.
    fn spread(&mut self, meter: &mut Meter<'_>) -> Result<(), Limit> {
        while let Some(cell) = self.fresh.pop_front() {
            for others in self.lines(cell) {
                meter.check_limits()?;
                let [one, two] = others.map(|other| other as usize);
                if !self.ground.inside[one] || !self.ground.inside[two] {
                    continue;
                }
                match (self.known[one], self.known[two]) {
                    (true, true) => self.close(cell as usize, one, two, meter)?,
                    (true, false) => self.determine(cell as usize, one, two),
                    (false, true) => self.determine(cell as usize, two, one),
                    (false, false) => {}
                }
            }
        }
        Ok(())
    }

    fn determine(&mut self, one: usize, two: usize, third: usize) {
        for word in 0..self.words {
            self.sums[third * self.words + word] =
                self.sums[one * self.words + word] ^ self.sums[two * self.words + word];
        }
        self.learn(third as u32);
    }

    /// Takes note that the three cells of a line add up to nothing.
    fn close(
        &mut self,
        one: usize,
        two: usize,
        three: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let at = |cell: usize, word: usize| self.sums[cell * self.words + word];
        if (0..self.words).all(|word| at(one, word) ^ at(two, word) ^ at(three, word) == 0) {
            return Ok(());
        }
        let sum = (0..self.words).map(|word| at(one, word) ^ at(two, word) ^ at(three, word));
        let mut sum: Vec<u64> = sum.collect();
        self.reduce(&mut sum);
        let Some(leading) = lowest(&sum) else { return Ok(()) };
        for (_, zero) in &mut self.zeros {
            if has(zero, leading) {
                add(zero, &sum);
            }
        }
        meter.claim((size_of::<(usize, Vec<u64>)>() + 8 * self.words) as u64)?;
        self.zeros.push((leading, sum));
        Ok(())
    }

    fn reduce(&self, sum: &mut [u64]) {
        for (leading, zero) in &self.zeros {
            if has(sum, *leading) {
                add(sum, zero);
            }
        }
    }

    /// A cell that shares a line with one known cell and one unknown besides.
    fn next_seed(&self, candidates: &mut VecDeque<u32>) -> Option<u32> {
        while let Some(&cell) = candidates.front() {
            let inside = |other: u32| self.ground.inside[other as usize];
            let open = self.lines(cell).find(|&[one, two]| {
                inside(one) && inside(two) && !self.known[one as usize] && !self.known[two as usize]
            });
            if let Some([one, _]) = open {
                return Some(one);
            }
            candidates.pop_front();
        }
        None
    }

    /// A set of this component's cells that every line meets evenly and that tells start from goal.
    fn odd_set(&self) -> Option<Vec<u32>> {
        let mut difference = vec![0; self.words];
        let sum = |cell: u32| &self.sums[cell as usize * self.words..][..self.words];
        for &cell in &self.component {
            if self.ground.start[cell as usize] != self.ground.goal[cell as usize] {
                add(&mut difference, sum(cell));
            }
        }
        self.reduce(&mut difference);
        // This unknown is free to be one while the other free ones are zero.
        let free = lowest(&difference)?;
        let mut ones = vec![0; self.words];
        ones[free / 64] |= 1 << (free % 64);
        for (leading, zero) in &self.zeros {
            if has(zero, free) {
                ones[leading / 64] |= 1 << (leading % 64);
            }
        }
        let odd = |&cell: &u32| {
            let common = sum(cell).iter().zip(&ones).map(|(sum, ones)| (sum & ones).count_ones());
            common.sum::<u32>() % 2 == 1
        };
        let mut set: Vec<u32> = self.component.iter().copied().filter(odd).collect();
        set.sort_unstable();
        Some(set)
    }
}

fn has(sum: &[u64], unknown: usize) -> bool {
    sum[unknown / 64] >> (unknown % 64) & 1 != 0
}

fn add(sum: &mut [u64], other: &[u64]) {
    sum.iter_mut().zip(other).for_each(|(sum, other)| *sum ^= other);
}

fn lowest(sum: &[u64]) -> Option<usize> {
    let word = sum.iter().position(|&word| word != 0)?;
    Some(64 * word + sum[word].trailing_zeros() as usize)
}
