//! Whole levels as bitmaps, a bit a position of the class: where a board's space is well filled, this takes
//! less room than any table of keys, and no symmetry is needed.
//!
//! Reading order: [`kinds`] (what tells rows apart), [`cut`] (a board and its jumps), [`level`], [`step`]
//! (from a level to the next), [`orbits`] (positions up to symmetry), [`both`] (those on a way to the

mod both;
mod cut;
mod kinds;
mod level;
mod orbits;
mod square;
mod step;

use search::layers::Effort;

use cut::{Cut, CutPlan};
use level::DenseLevel;
use orbits::Alike;
use step::LevelCounts;

use super::CountError;
use super::forward::Count;
use super::shape::Shape;
use super::winning::Wins;

/// A board on which levels are dense.
pub(crate) struct Dense {
    shape: Shape,
    plan: CutPlan,
}

/// What levels take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// The most bytes held at a time.
    pub(crate) bytes: u64,
    /// Bits of all levels.
    pub(crate) bits: u64,
}

impl Dense {
    /// Nothing if the board is too large.
    pub(crate) fn new(shape: Shape) -> Option<Self> {
        Some(Dense { plan: CutPlan::new(&shape)?, shape })
    }

    fn start(&self) -> u64 {
        self.shape.start as u64
    }

    /// The goal with pegs and holes swapped.
    fn end(&self) -> u64 {
        (self.shape.goal ^ self.shape.all()) as u64
    }

    /// Bytes of each level that is played from a position on.
    fn levels(&self, from: u64) -> impl Iterator<Item = u64> {
        let (class, pegs) = (self.plan.class(from), from.count_ones() as i32);
        (0..=pegs).rev().map(move |pegs| self.plan.level(pegs, class))
    }

    fn room(&self, effort: &Effort<'_, '_>) -> u64 {
        let rooms = effort.threads() as u64 * 16 * self.plan.widest().next_multiple_of(64);
        self.plan.tables().saturating_add(rooms)
    }

    /// What [`reachable`](Self::reachable) takes.
    pub(crate) fn cost(&self, effort: &Effort<'_, '_>) -> Cost {
        let levels: Vec<u64> = self.levels(self.start()).collect();
        let two = levels.windows(2).map(|two| two[0].saturating_add(two[1])).max().unwrap_or(0);
        let all = levels.iter().fold(0u64, |sum, bytes| sum.saturating_add(*bytes));
        Cost { bytes: two.saturating_add(self.room(effort)), bits: all.saturating_mul(8) }
    }

    fn cut(&self, effort: &mut Effort<'_, '_>) -> Result<(Cut, search::layers::Held), CountError> {
        let held = effort.claim(self.plan.tables())?;
        Ok((Cut::new(&self.shape, &self.plan, effort)?, held))
    }

    /// The first level from a position on.
    fn root(
        &self,
        cut: &Cut,
        from: u64,
        effort: &mut Effort<'_, '_>,
    ) -> Result<DenseLevel, CountError> {
        let mut level =
            DenseLevel::new(cut, from.count_ones() as i32, self.plan.class(from), effort)?;
        level.put(cut, from);
        Ok(level)
    }

    /// Positions without a jump are dead.
    fn is_dead(&self, position: u64) -> bool {
        !self.shape.lines.iter().any(|&[one, middle, other]| {
            let [one, middle, other] = [one, middle, other].map(|cell| position >> cell & 1);
            middle == 1 && one != other
        })
    }

    /// The positions that can be reached, level by level, and the last level that has any with at
    /// least so many pegs.
    fn play(
        &self,
        cut: &Cut,
        least: i32,
        effort: &mut Effort<'_, '_>,
    ) -> Result<(Vec<Count>, DenseLevel), CountError> {
        let alike = Alike::new(&self.shape);
        let mut level = self.root(cut, self.start(), effort)?;
        let mut found = LevelCounts { positions: 1, dead: self.is_dead(self.start()).into() };
        let mut counts = Vec::new();
        loop {
            let depth = counts.len() as u64;
            effort.poll(depth, 0.0)?;
            let classes = alike.classes(found, level.pegs, depth, effort, |position| {
                let positions = level.has(cut, position).into();
                LevelCounts { positions, dead: positions & u64::from(self.is_dead(position)) }
            })?;
            counts.push(Count {
                positions: found.positions,
                classes: classes.positions,
                dead: found.dead,
                dead_classes: classes.dead,
            });
            effort.expanded(found.positions, depth == 0);
            if found.dead == found.positions || level.pegs <= least {
                return Ok((counts, level));
            }
            (level, found) = step::next(cut, &level, depth, effort)?;
        }
    }

    /// The positions that can be reached from the start after 0, 1, 2 ... jumps.
    pub(crate) fn reachable(&self, effort: &mut Effort<'_, '_>) -> Result<Vec<Count>, CountError> {
        let (cut, _held) = self.cut(effort)?;
        Ok(self.play(&cut, 0, effort)?.0)
    }

    /// The cells of the board where the last peg can stand.
    pub(crate) fn finishes(&self, effort: &mut Effort<'_, '_>) -> Result<Vec<u32>, CountError> {
        let (cut, _held) = self.cut(effort)?;
        let (_, level) = self.play(&cut, 1, effort)?;
        let stands = |&(number, _): &(usize, &u32)| level.has(&cut, 1 << number);
        let cells = self.shape.cells.iter().enumerate().filter(stands);
        Ok(cells.map(|(_, &cell)| cell).collect())
    }

    /// What [`winning`](Self::winning) takes.
    pub(crate) fn winning_cost(&self, effort: &Effort<'_, '_>) -> Cost {
        let both = self.kept();
        let cost = self.cost(effort);
        let kept: Vec<u64> = self.levels(self.end()).take(both).collect();
        let kept = kept.iter().fold(0u64, |sum, bytes| sum.saturating_add(*bytes));
        Cost { bytes: cost.bytes.saturating_add(kept), ..cost }
    }

    /// The positions on a way from the start to the goal, after 0, 1, 2 ... jumps.
    pub(crate) fn winning(&self, effort: &mut Effort<'_, '_>) -> Result<Vec<Wins>, CountError> {
        let (cut, _held) = self.cut(effort)?;
        self.both(&cut, effort)
    }
}
