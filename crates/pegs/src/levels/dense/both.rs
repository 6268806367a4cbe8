//! The positions on a way from the start to the goal: those that can be reached, and with pegs and
//! holes swapped can be reached from the goal with pegs and holes swapped.

use search::layers::Effort;

use super::cut::Cut;
use super::level::{DenseLevel, Rows};
use super::orbits::Alike;
use super::step::{self, LevelCounts};
use super::{CountError, Dense, Wins};

impl Dense {
    fn is_dual(&self) -> bool {
        self.start() == self.end()
    }

    /// How many levels from the goal are kept: all but where they are those from the start, of
    /// which the first half meets the second as that is made.
    pub(super) fn kept(&self) -> usize {
        let jumps = self.shape.jumps.unwrap_or(0) as usize;
        if self.is_dual() { jumps / 2 + 1 } else { jumps + 1 }
    }

    pub(super) fn both(
        &self,
        cut: &Cut,
        effort: &mut Effort<'_, '_>,
    ) -> Result<Vec<Wins>, CountError> {
        let Some(jumps) = self.shape.jumps.map(|jumps| jumps as usize) else {
            return Ok(Vec::new());
        };
        let mut kept = vec![self.root(cut, self.end(), effort)?];
        while kept.len() < self.kept() {
            let (next, found) = self.further(cut, &kept[kept.len() - 1], kept.len(), effort)?;
            if found.positions == 0 {
                return Ok(Vec::new());
            }
            kept.push(next);
        }
        let alike = Alike::new(&self.shape);
        let mut wins = Vec::with_capacity(jumps + 1);
        let (mut depth, mut made) = (0, None);
        if self.is_dual() {
            depth = jumps - jumps / 2;
            // Of an odd number of jumps the second half begins one level after the first ends.
            if depth > jumps / 2 {
                made = Some(self.further(cut, &kept[jumps / 2], depth, effort)?.0);
            }
        } else {
            made = Some(self.root(cut, self.start(), effort)?);
        }
        loop {
            let level = made.as_ref().unwrap_or(&kept[jumps / 2]);
            let other = &kept[jumps - depth];
            let positions = common(cut, level, other, || {
                effort.poll(depth as u64, 1.0).map(drop).map_err(CountError::from)
            })?;
            let found = LevelCounts { positions, dead: 0 };
            let classes = alike.classes(found, level.pegs, depth as u64, effort, |position| {
                let wins = level.has(cut, position) && other.has(cut, position ^ cut.all);
                LevelCounts { positions: wins.into(), dead: 0 }
            })?;
            wins.push(Wins { positions, classes: classes.positions });
            if depth == jumps {
                break;
            }
            depth += 1;
            made = Some(self.further(cut, level, depth, effort)?.0);
        }
        if self.is_dual() {
            // To swap pegs and holes makes of the second half the first.
            let first: Vec<Wins> = wins.iter().rev().copied().collect();
            let middle = 2 * wins.len() - (jumps + 1);
            wins = first.into_iter().chain(wins.into_iter().skip(middle)).collect();
        }
        Ok(if wins[0].positions == 0 { Vec::new() } else { wins })
    }

    fn further(
        &self,
        cut: &Cut,
        level: &DenseLevel,
        depth: usize,
        effort: &mut Effort<'_, '_>,
    ) -> Result<(DenseLevel, LevelCounts), CountError> {
        let (next, found) = step::next(cut, level, depth as u64, effort)?;
        effort.expanded(found.positions, false);
        Ok((next, found))
    }
}

/// How many positions two levels share, if pegs and holes are swapped in one of them. Swapped sets
/// come in the opposite order, so rows do, and the places within them.
fn common(
    cut: &Cut,
    one: &DenseLevel,
    other: &DenseLevel,
    mut look: impl FnMut() -> Result<(), CountError>,
) -> Result<u64, CountError> {
    let mut sum = 0;
    for (kind, &Rows { low, stride, .. }) in one.rows.iter().enumerate() {
        look()?;
        let (highs, places) = (cut.high.of(kind), cut.low.span(low).len());
        let Some(&last) = highs.last().filter(|_| stride > 0) else { continue };
        let [_, all] = cut.parts(cut.all);
        let across = cut.high.kind(last ^ all);
        let spare = (stride * 64 - places) as u32;
        for index in 0..highs.len() {
            let (row, swapped) = (one.row(kind, index), other.row(across, highs.len() - 1 - index));
            for (at, word) in row.iter().enumerate() {
                // The swapped row read from its end, which may lie within a word.
                let turned = |at: usize| swapped[stride - 1 - at].reverse_bits();
                let mut bits = turned(at) >> spare;
                if spare > 0 && at + 1 < stride {
                    bits |= turned(at + 1) << (64 - spare);
                }
                sum += u64::from((word & bits).count_ones());
            }
        }
    }
    Ok(sum)
}
