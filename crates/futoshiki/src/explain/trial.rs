//! Refutations: a value is assumed, and what follows leads to a contradiction. The length of a refutation is its
//! number of rounds, in each of which everything is concluded that the round before allows: so it is
//! the same on every mirror image of a board.

use search::{Limit, Meter};

use super::ladder::Rung;
use super::marks::{Marks, bits};
use super::seen_lines::SeenLines;
use crate::values::{above_least, all, below_greatest};
use crate::{Futoshiki, Placed, Sign, fast};

/// Values that cannot be, and how many rounds show it.
pub(super) struct Refuted {
    pub(super) candidates: Vec<Placed>,
    pub(super) rounds: u32,
}

impl Marks<'_> {
    /// All values that the shortest refutations exclude, by sets too, and by all ways to fill a line only if there are none without.
    pub(super) fn refute_with_sets(
        &self,
        known: &mut SeenLines,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Refuted>, Limit> {
        let (_, sets) = Rung::BETWEEN.split_last().expect("a list that is not empty");
        match self.refute(sets, known, meter)? {
            None => self.refute(Rung::BETWEEN, known, meter),
            refuted => Ok(refuted),
        }
    }

    /// All values that the shortest refutations exclude: by singles and signs, and by these techniques.
    pub(super) fn refute(
        &self,
        rungs: &[Rung],
        known: &mut SeenLines,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Refuted>, Limit> {
        let mut best = u32::MAX;
        let mut candidates = Vec::new();
        let mut scratch = self.clone();
        // Bit planes follow signs between distant cells one by one, which counts other rounds.
        let by_planes = rungs.is_empty() && self.signs.iter().all(|sign| self.is_beside(*sign));
        let singles = if by_planes { self.singles() } else { None };
        for cell in (0..self.can.len()).filter(|&cell| self.is_open(cell)) {
            for value in bits(self.can[cell]) {
                meter.check_limits()?;
                let placed = Placed { cell: cell as u16, value: value as u8 + 1 };
                let rounds = match &singles {
                    Some(singles) => singles.refutes(placed, best),
                    None => self.refutes(placed, rungs, best, &mut scratch, known),
                };
                let Some(rounds) = rounds else { continue };
                if rounds < best {
                    best = rounds;
                    candidates.clear();
                }
                candidates.push(placed);
            }
        }
        Ok((!candidates.is_empty()).then_some(Refuted { candidates, rounds: best }))
    }

    /// Whether a sign is between neighbours.
    fn is_beside(&self, sign: Sign) -> bool {
        let [one, other] = [sign.less, sign.more].map(usize::from);
        let apart = one.abs_diff(other);
        apart == self.order || apart == 1 && one / self.order == other / self.order
    }

    /// Assumes a value on a copy of the board.
    fn assume(&self, value: Placed, scratch: &mut Self) {
        let (cell, value) = (usize::from(value.cell), 1 << (value.value - 1));
        for (line, at) in self.lines(cell) {
            for other in (0..self.order).filter(|&other| other != at) {
                scratch.can[self.cell(line, other)] &= !value;
            }
        }
        scratch.can[cell] = value;
    }

    /// The rounds after which a value leads to a contradiction, if so many are enough.
    pub(super) fn refutes(
        &self,
        value: Placed,
        rungs: &[Rung],
        most: u32,
        scratch: &mut Self,
        known: &mut SeenLines,
    ) -> Option<u32> {
        scratch.can.clone_from(&self.can);
        scratch.open.clone_from(&self.open);
        // Nothing easier has any effect on the board as it is: what did not change shows nothing new.
        let mut seen = if rungs.is_empty() { Vec::new() } else { self.can.clone() };
        self.assume(value, scratch);
        for rounds in 1..=most {
            let before: u32 = scratch.can.iter().map(|set| set.count_ones()).sum();
            if !scratch.round() {
                return Some(rounds);
            }
            if !rungs.is_empty() {
                scratch.round_of(rungs, &mut seen, known);
            }
            if before == scratch.can.iter().map(|set| set.count_ones()).sum::<u32>() {
                return None;
            }
        }
        None
    }

    /// Signs to their end, then naked and hidden singles from the rest of their lines; false where that is a contradiction.
    fn round(&mut self) -> bool {
        if !self.follow_signs() {
            return false;
        }
        let lines = 0..2 * self.order;
        let settled: Vec<u64> = lines.clone().map(|line| self.settled(line)).collect();
        for cell in 0..self.can.len() {
            let [(row, _), (column, _)] = self.lines(cell);
            if !self.can[cell].is_power_of_two() {
                self.can[cell] &= !(settled[row] | settled[column]);
            }
        }
        // The values that each cell alone can hold in one of its lines.
        let mut alone = vec![0; self.can.len()];
        for line in lines {
            let (mut seen, mut twice) = (0, 0);
            for i in 0..self.order {
                let set = self.can[self.cell(line, i)];
                twice |= seen & set;
                seen |= set;
            }
            if seen != all(self.order) || settled[line] & twice != 0 {
                return false;
            }
            for i in 0..self.order {
                let cell = self.cell(line, i);
                alone[cell] |= self.can[cell] & !twice;
            }
        }
        for cell in (0..self.can.len()).filter(|&cell| alone[cell] != 0) {
            if !alone[cell].is_power_of_two() {
                return false;
            }
            for (line, at) in self.lines(cell) {
                for other in (0..self.order).filter(|&other| other != at) {
                    let other = self.cell(line, other);
                    self.can[other] &= !alone[cell];
                }
            }
            self.can[cell] &= alone[cell];
        }
        true
    }

    /// The values of the cells of a line that can hold no other.
    fn settled(&self, line: usize) -> u64 {
        let cells = (0..self.order).map(|i| self.can[self.cell(line, i)]);
        cells.filter(|set| set.is_power_of_two()).fold(0, |all, set| all | set)
    }

    /// Bounds along signs until nothing changes; false if a cell is left without a value.
    fn follow_signs(&mut self) -> bool {
        loop {
            if self.is_broken() {
                return false;
            }
            let mut changed = false;
            for &Sign { less, more } in self.signs {
                let (less, more) = (usize::from(less), usize::from(more));
                let lesser = self.can[less] & below_greatest(self.can[more]);
                if lesser == 0 {
                    return false;
                }
                let greater = self.can[more] & above_least(lesser);
                if greater == 0 {
                    return false;
                }
                changed |= lesser != self.can[less] || greater != self.can[more];
                (self.can[less], self.can[more]) = (lesser, greater);
            }
            if !changed {
                return true;
            }
        }
    }

    /// All that techniques see at once: what is settled counts as written.
    /// `seen` is what the cells could hold when the techniques last looked at them.
    fn round_of(&mut self, rungs: &[Rung], seen: &mut Vec<u64>, known: &mut SeenLines) {
        let settled = |&cell: &usize| self.can[cell].is_power_of_two();
        let settled: Vec<usize> = (0..self.can.len()).filter(settled).collect();
        for cell in settled {
            let held = self.can[cell];
            for (line, i) in self.lines(cell) {
                self.open[line] &= !(1 << i);
                for other in (0..self.order).filter(|&other| other != i) {
                    let other = self.cell(line, other);
                    self.can[other] &= !held;
                }
            }
        }
        self.know(seen);
        seen.clone_from(&self.can);
        let mut lost = vec![0; self.can.len()];
        known.look(self, rungs, &mut lost);
        self.can.iter_mut().zip(lost).for_each(|(set, lost)| *set &= !lost);
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
                if !fast::exists_without(&board, &[], meter)? {
                    out.push(placed);
                }
                board = board.with_given(cell, 0);
            }
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabuleiro_core::latin;
    use tabuleiro_core::random::Rng;

    /// A random board that has a solution, a quarter of its digits and a third of its signs.
    fn random(order: usize, rng: &mut Rng) -> Futoshiki {
        let square = latin::square(order, 100, rng);
        let mut board = Futoshiki::new(order);
        let mut signs = Vec::new();
        for cell in 0..order * order {
            if rng.below(4) == 0 {
                board = board.with_given(cell, square[cell]);
            }
            let beside = [(cell % order + 1 < order, 1), (cell + order < square.len(), order)];
            for (_, step) in beside.into_iter().filter(|(is_there, _)| *is_there) {
                let (here, there) = (cell as u16, (cell + step) as u16);
                let is_less = square[cell] < square[cell + step];
                if rng.below(3) == 0 {
                    let (less, more) = if is_less { (here, there) } else { (there, here) };
                    signs.push(Sign { less, more });
                }
            }
        }
        board.with_signs(signs)
    }

    #[test]
    fn what_is_known_of_lines_changes_no_round() {
        let mut rng = Rng::new(5);
        let mut refuted = 0;
        for round in 0..24 {
            let board = random(4 + round % 6, &mut rng);
            let mut marks = Marks::given(&board);
            let anew = |marks: &mut Marks<'_>| {
                let mut seen = vec![0; marks.can.len()];
                marks.round_of(Rung::BETWEEN, &mut seen, &mut SeenLines::default());
            };
            // Until no technique has an effect: so a ladder comes to its refutations.
            loop {
                let before = marks.can.clone();
                assert!(marks.round());
                anew(&mut marks);
                if marks.can == before {
                    break;
                }
            }
            let (mut scratch, mut known) = (marks.clone(), SeenLines::default());
            for cell in (0..marks.can.len()).filter(|&cell| marks.is_open(cell)) {
                for value in bits(marks.can[cell]) {
                    let placed = Placed { cell: cell as u16, value: value as u8 + 1 };
                    let most = u32::MAX;
                    let rounds =
                        marks.refutes(placed, Rung::BETWEEN, most, &mut scratch, &mut known);
                    let mut plain = marks.clone();
                    marks.assume(placed, &mut plain);
                    let expected = (1..).find_map(|rounds| {
                        let before = plain.can.clone();
                        if !plain.round() {
                            return Some(Some(rounds));
                        }
                        anew(&mut plain);
                        (plain.can == before).then_some(None)
                    });
                    assert_eq!(Some(rounds), expected, "{board:?} {placed:?}");
                    refuted += usize::from(rounds.is_some());
                }
            }
        }
        assert!(refuted > 20, "{refuted}");
    }

    #[test]
    fn bit_planes_count_the_same_rounds() {
        let mut rng = Rng::new(11);
        let mut refuted = 0;
        for round in 0..140 {
            let order = 3 + round % 7;
            let board = random(order, &mut rng);
            let marks = Marks::given(&board);
            let singles = marks.singles().expect("a small board");
            let mut scratch = marks.clone();
            let mut known = SeenLines::default();
            for cell in (0..marks.can.len()).filter(|&cell| marks.is_open(cell)) {
                for value in bits(marks.can[cell]) {
                    let placed = Placed { cell: cell as u16, value: value as u8 + 1 };
                    let rounds = marks.refutes(placed, &[], u32::MAX, &mut scratch, &mut known);
                    assert_eq!(singles.refutes(placed, u32::MAX), rounds, "{board:?} {placed:?}");
                    refuted += usize::from(rounds.is_some());
                }
            }
        }
        assert!(refuted > 300, "{refuted}");
    }
}
