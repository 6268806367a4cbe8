//! Trials: a value is assumed, and what follows leads to a contradiction. The length of a trial is its
//! number of rounds, in each of which everything is concluded that the round before allows: so it is
//! the same on every mirror image of a board.

use search::{Limit, Meter};

use super::super::values::{above_least, all, below_greatest};
use super::super::{Futoshiki, Placed, Sign, fast};
use super::ladder::Rung;
use super::marks::{Marks, bits};

/// A value that cannot be, and how many rounds show it.
pub(super) struct Refuted {
    pub(super) candidates: Vec<Placed>,
    pub(super) rounds: u32,
}

/// The techniques inside a trial, beyond singles and signs.
const SETS: std::ops::RangeInclusive<usize> = Rung::Hill as usize..=Rung::Line as usize;

impl Marks<'_> {
    /// All values that the shortest trials refute: by singles and signs, or by sets and lines too.
    pub(super) fn refute(
        &self,
        with_sets: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Refuted>, Limit> {
        let mut best = u32::MAX;
        let mut candidates = Vec::new();
        let mut scratch = [self.can.clone(), self.can.clone()];
        for cell in (0..self.can.len()).filter(|&cell| self.is_open(cell)) {
            for value in bits(self.can[cell]) {
                meter.check_limits()?;
                let Some(rounds) = self.trial(cell, value, with_sets, best, &mut scratch) else {
                    continue;
                };
                if rounds < best {
                    best = rounds;
                    candidates.clear();
                }
                candidates.push(Placed { cell: cell as u16, value: value as u8 + 1 });
            }
        }
        Ok((!candidates.is_empty()).then_some(Refuted { candidates, rounds: best }))
    }

    /// The rounds after which a value leads to a contradiction, if so many are enough.
    fn trial(
        &self,
        cell: usize,
        value: usize,
        with_sets: bool,
        most: u32,
        [now, next]: &mut [Vec<u64>; 2],
    ) -> Option<u32> {
        now.clone_from(&self.can);
        now[cell] = 1 << value;
        let mut rounds = 0;
        while rounds < most {
            rounds += 1;
            next.clone_from(now);
            if !self.round(now, next) {
                return Some(rounds);
            }
            if with_sets {
                self.round_of_sets(now, next);
            }
            if next.contains(&0) {
                return Some(rounds);
            }
            if next == now {
                return None;
            }
            std::mem::swap(now, next);
        }
        None
    }

    /// Singles and signs, from what is known now; false if a line has no place for a value.
    fn round(&self, now: &[u64], next: &mut [u64]) -> bool {
        for line in 0..2 * self.order {
            if self.open[line] == 0 {
                continue;
            }
            let (mut seen, mut twice, mut settled) = (0, 0, 0);
            for i in 0..self.order {
                let set = now[self.cell(line, i)];
                twice |= seen & set;
                seen |= set;
                if set.is_power_of_two() {
                    settled |= set;
                }
            }
            if seen != all(self.order) {
                return false;
            }
            let alone = seen & !twice;
            for i in bits(self.open[line]) {
                let cell = self.cell(line, i);
                let set = now[cell];
                if set.is_power_of_two() {
                    // Two cells with the same value lose it both.
                    if set & twice != 0 && self.has_twin(line, i, now) {
                        next[cell] = 0;
                    }
                    continue;
                }
                next[cell] &= !settled;
                if set & alone != 0 {
                    next[cell] &= alone;
                    // Two values that have no other place.
                    if (set & alone).count_ones() > 1 {
                        next[cell] = 0;
                    }
                }
            }
        }
        for &Sign { less, more } in self.signs {
            let (less, more) = (usize::from(less), usize::from(more));
            next[less] &= below_greatest(now[more]);
            next[more] &= above_least(now[less]);
        }
        true
    }

    fn has_twin(&self, line: usize, i: usize, now: &[u64]) -> bool {
        let set = now[self.cell(line, i)];
        (0..self.order).any(|other| other != i && now[self.cell(line, other)] == set)
    }

    /// Sets and lines, from what is known now.
    fn round_of_sets(&self, now: &[u64], next: &mut [u64]) {
        let mut marks = self.clone();
        marks.can.copy_from_slice(now);
        // Sets are of cells and values that are open: what is settled counts as written.
        for cell in (0..now.len()).filter(|&cell| now[cell].is_power_of_two()) {
            for (line, i) in marks.lines(cell) {
                marks.open[line] &= !(1 << i);
                for other in (0..marks.order).filter(|&other| other != i) {
                    let other = marks.cell(line, other);
                    marks.can[other] &= !now[cell];
                }
            }
        }
        for rung in &Rung::ALL[SETS] {
            marks.find(*rung, &mut |_, effect| {
                effect.iter().for_each(|&(cell, lost)| next[cell] &= !lost);
            });
        }
    }

    /// All values that no solution has, by a complete search.
    pub(super) fn unsolved(
        &self,
        board: &Futoshiki,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Placed>, Limit> {
        let mut out = Vec::new();
        let mut board = board.clone();
        for cell in (0..self.can.len()).filter(|&cell| !self.is_open(cell)) {
            board = board.with_given(cell, self.can[cell].trailing_zeros() as u8 + 1);
        }
        for cell in (0..self.can.len()).filter(|&cell| self.is_open(cell)) {
            for value in bits(self.can[cell]) {
                meter.check_limits()?;
                let placed = Placed { cell: cell as u16, value: value as u8 + 1 };
                board = board.with_given(cell, placed.value);
                if !fast::exists_without(&board, None, meter)? {
                    out.push(placed);
                }
                board = board.with_given(cell, 0);
            }
        }
        Ok(out)
    }
}
