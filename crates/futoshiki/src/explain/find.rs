//! The techniques that look at single cells, signs and values; every instance of one is told.

use super::ladder::Rung;
use super::marks::{Marks, bits};
use crate::Sign;
use crate::values::{above_least, all, below_greatest};

/// What a technique saw. Cells by their places in reading order, lines as rows and then columns, values
/// and places in a line as sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The line has one open cell.
    Last { line: usize },
    /// The line has one place for the value of the effect.
    HiddenSingle { line: usize },
    /// The cell of the effect can hold one value.
    NakedSingle,
    /// This sign.
    Sign(Sign),
    /// Each cell holds less than the next.
    Chain(Vec<u16>),
    /// The middle is more than both of two cells of a line, or less than both.
    Hill { middle: usize, sides: [usize; 2], line: usize, is_valley: bool },
    /// The value has two places in the line, which are the cells of a sign.
    SignedPlace { line: usize, value: usize, sign: Sign },
    /// As many cells of the line as values.
    Naked { line: usize, places: u64, values: u64 },
    /// As many values as places in the line.
    Hidden { line: usize, places: u64, values: u64 },
    /// The value has its places in these lines only where those cross them; rows or columns.
    Fish { value: usize, base: u64, cover: u64, columns: bool },
    /// A cell of two values, and a sign between two other cells of its line.
    SignedPair { line: usize, cell: usize, sign: Sign },
    /// No way to fill the line.
    Line { line: usize },
}

/// Cells with the values that they lose; a digit is told as its cell with all others.
pub(super) type Effect<'e> = &'e [(usize, u64)];

impl Marks<'_> {
    /// Tells every instance of a technique that has an effect.
    pub(super) fn find(&self, rung: Rung, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        match rung {
            Rung::Last => self.last(tell),
            Rung::HiddenSingle => self.hidden_single(tell),
            Rung::NakedSingle => self.naked_single(tell),
            Rung::SignKnown => self.signs(tell, |marks, sign| {
                !marks.is_open(usize::from(sign.less)) || !marks.is_open(usize::from(sign.more))
            }),
            Rung::SignEnd => self.sign_end(tell),
            Rung::Chain => self.chains(tell),
            Rung::SignBound => self.signs(tell, |_, _| true),
            Rung::Hill => self.hills(tell),
            Rung::SignedPlace => self.signed_place(tell),
            Rung::NakedPair => self.naked(2, tell),
            Rung::NakedTriple => self.naked(3, tell),
            Rung::NakedQuad => self.naked(4, tell),
            Rung::HiddenPair => self.hidden(2, tell),
            Rung::HiddenTriple => self.hidden(3, tell),
            Rung::HiddenQuad => self.hidden(4, tell),
            Rung::XWing => self.fish(2, tell),
            Rung::Swordfish => self.fish(3, tell),
            Rung::Jellyfish => self.fish(4, tell),
            Rung::SignedPair => self.signed_pair(tell),
            Rung::Line => self.fill_lines(tell),
            // These try values: see `trial.rs`.
            Rung::Refutation | Rung::RefutationWithSets | Rung::Nested => {}
        }
    }

    /// Tells that a cell loses values, if it has any of them and keeps others.
    #[inline]
    fn tell_cell(
        &self,
        cell: usize,
        loses: u64,
        reason: impl FnOnce() -> Reason,
        tell: &mut impl FnMut(Reason, Effect<'_>),
    ) {
        let lost = self.can[cell] & loses;
        if lost != 0 && self.is_open(cell) {
            tell(reason(), &[(cell, lost)]);
        }
    }

    fn last(&self, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        for line in (0..2 * self.order).filter(|&line| self.open[line].is_power_of_two()) {
            let cell = self.cell(line, self.open[line].trailing_zeros() as usize);
            tell(Reason::Last { line }, &[(cell, all(self.order) & !self.can[cell])]);
        }
    }

    fn hidden_single(&self, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        for line in 0..2 * self.order {
            let (mut seen, mut twice) = (0, 0);
            for i in bits(self.open[line]) {
                let set = self.can[self.cell(line, i)];
                twice |= seen & set;
                seen |= set;
            }
            let alone = seen & !twice;
            if alone == 0 {
                continue;
            }
            for i in bits(self.open[line]) {
                let cell = self.cell(line, i);
                for value in bits(alone & self.can[cell]) {
                    tell(Reason::HiddenSingle { line }, &[(cell, all(self.order) & !(1 << value))]);
                }
            }
        }
    }

    fn naked_single(&self, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        for cell in (0..self.can.len()).filter(|&cell| self.can[cell].is_power_of_two()) {
            if self.is_open(cell) {
                tell(Reason::NakedSingle, &[(cell, all(self.order) & !self.can[cell])]);
            }
        }
    }

    fn signs(
        &self,
        tell: &mut impl FnMut(Reason, Effect<'_>),
        counts: impl Fn(&Self, Sign) -> bool,
    ) {
        for &sign in self.signs.iter().filter(|&&sign| counts(self, sign)) {
            let (less, more) = (usize::from(sign.less), usize::from(sign.more));
            if self.can[less] == 0 || self.can[more] == 0 {
                continue;
            }
            let reason = || Reason::Sign(sign);
            self.tell_cell(less, !below_greatest(self.can[more]), reason, tell);
            self.tell_cell(more, !above_least(self.can[less]), reason, tell);
        }
    }

    fn sign_end(&self, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        for &sign in self.signs {
            let ends =
                [(usize::from(sign.less), 1 << (self.order - 1)), (usize::from(sign.more), 1)];
            let lost = ends.map(|(cell, end)| {
                (cell, if self.is_open(cell) { self.can[cell] & end } else { 0 })
            });
            match lost {
                [(_, 0), (_, 0)] => {}
                [one, (_, 0)] | [(_, 0), one] => tell(Reason::Sign(sign), &[one]),
                both => tell(Reason::Sign(sign), &both),
            }
        }
    }

    /// Chains of three cells and more. The longest chain that ends in a cell bounds it from below, the
    /// longest that begins there from above; each is told with the cells it bounds.
    fn chains(&self, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        let cells = self.can.len();
        // Longest chains by rounds: as many as cells of a chain, and no more than values.
        let mut below: Vec<(u16, u16)> = vec![(1, u16::MAX); cells];
        let mut above = below.clone();
        for _ in 0..=self.order {
            let mut changed = false;
            for &Sign { less, more } in self.signs {
                let (l, m) = (usize::from(less), usize::from(more));
                if below[l].0 + 1 > below[m].0 {
                    below[m] = (below[l].0 + 1, less);
                    changed = true;
                }
                if above[m].0 + 1 > above[l].0 {
                    above[l] = (above[m].0 + 1, more);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let order = self.order as u16;
        if below.iter().zip(&above).any(|(below, above)| below.0 + above.0 > order + 1) {
            // Signs in a circle, or too long a chain: no values obey them.
            return;
        }
        for cell in 0..cells {
            let (up, down) = (below[cell].0, above[cell].0);
            // The chain through a cell that bounds it best.
            let kept = (all(self.order) >> (up + down - 2)) << (up - 1);
            if up + down < 4 || !self.is_open(cell) || self.can[cell] & !kept == 0 {
                continue;
            }
            let mut chain = Vec::new();
            let mut at = below[cell].1;
            while at != u16::MAX {
                chain.push(at);
                at = below[usize::from(at)].1;
            }
            chain.reverse();
            at = cell as u16;
            while at != u16::MAX {
                chain.push(at);
                at = above[usize::from(at)].1;
            }
            self.tell_chain(chain, tell);
        }
    }

    fn tell_chain(&self, chain: Vec<u16>, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        let long = chain.len();
        let mut effect = Vec::new();
        for (i, &cell) in chain.iter().enumerate() {
            let cell = usize::from(cell);
            let kept = (all(self.order) >> (long - 1)) << i;
            let lost = self.can[cell] & !kept;
            if lost != 0 && self.is_open(cell) {
                effect.push((cell, lost));
            }
        }
        if !effect.is_empty() {
            tell(Reason::Chain(chain), &effect);
        }
    }

    /// A cell that is more than two others of a line is more than the greater of two different values.
    fn hills(&self, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        // More signs than neighbours have are between cells anywhere: too many pairs of them to look at.
        if self.signs.len() > 4 * self.can.len() {
            return;
        }
        for (i, one) in self.signs.iter().enumerate() {
            for two in &self.signs[i + 1..] {
                let (middle, sides, is_valley) = match () {
                    () if one.more == two.more => (one.more, [one.less, two.less], false),
                    () if one.less == two.less => (one.less, [one.more, two.more], true),
                    () => continue,
                };
                let (middle, sides) = (usize::from(middle), sides.map(usize::from));
                let Some(line) = self.common_line(sides[0], sides[1]) else { continue };
                let [a, b] = sides.map(|cell| self.can[cell]);
                if !self.is_open(middle) || a == 0 || b == 0 {
                    continue;
                }
                // Mirrored, a valley is a hill.
                let turn = |set: u64| if is_valley { set.reverse_bits() } else { set };
                let (a, b) = (turn(a), turn(b));
                let (least_a, least_b) = (a & a.wrapping_neg(), b & b.wrapping_neg());
                let passed = if least_a == least_b {
                    let next = |set: u64| {
                        let rest = set & (set - 1);
                        rest & rest.wrapping_neg()
                    };
                    match (next(a), next(b)) {
                        // Both can hold the same value alone: other rules see that.
                        (0, 0) => continue,
                        (0, only) | (only, 0) => only,
                        (one, other) => one.min(other),
                    }
                } else {
                    least_a.max(least_b)
                };
                let lost = turn(passed | (passed - 1));
                let reason = || Reason::Hill { middle, sides, line, is_valley };
                self.tell_cell(middle, lost, reason, tell);
            }
        }
    }

    /// A value that must be in one of two cells with a sign between them: the greater is no less than
    /// it, the lesser no more.
    fn signed_place(&self, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        for &sign in self.signs {
            let (less, more) = (usize::from(sign.less), usize::from(sign.more));
            let Some(line) = self.common_line(less, more) else { continue };
            if !self.is_open(less) || !self.is_open(more) {
                continue;
            }
            let others = bits(self.open[line]).map(|i| self.cell(line, i));
            let others = others.filter(|&cell| cell != less && cell != more);
            let elsewhere = others.fold(0, |set, cell| set | self.can[cell]);
            for value in bits(self.can[less] & self.can[more] & !elsewhere) {
                let bit = 1u64 << value;
                let lost = [
                    (less, self.can[less] & !(bit | (bit - 1))),
                    (more, self.can[more] & (bit - 1)),
                ];
                let effect: Vec<(usize, u64)> =
                    lost.into_iter().filter(|(_, set)| *set != 0).collect();
                if !effect.is_empty() {
                    tell(Reason::SignedPlace { line, value, sign }, &effect);
                }
            }
        }
    }

    /// A cell of two values in the line of a sign: its cells cannot hold just those two.
    fn signed_pair(&self, tell: &mut impl FnMut(Reason, Effect<'_>)) {
        for &sign in self.signs {
            let (less, more) = (usize::from(sign.less), usize::from(sign.more));
            let Some(line) = self.common_line(less, more) else { continue };
            if !self.is_open(less) || !self.is_open(more) {
                continue;
            }
            for cell in bits(self.open[line]).map(|i| self.cell(line, i)) {
                let pair = self.can[cell];
                if cell == less || cell == more || pair.count_ones() != 2 {
                    continue;
                }
                let low = pair & pair.wrapping_neg();
                let high = pair & !low;
                let mut effect = Vec::new();
                // Below the higher value the lesser cell has the lower one alone, or none.
                if self.can[more] & high != 0 && self.can[less] & (high - 1) & !low == 0 {
                    effect.push((more, high));
                }
                if self.can[less] & low != 0 && self.can[more] & !(low | (low - 1)) & !high == 0 {
                    effect.push((less, low));
                }
                if !effect.is_empty() {
                    tell(Reason::SignedPair { line, cell, sign }, &effect);
                }
            }
        }
    }
}
