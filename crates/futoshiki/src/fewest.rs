//! Boards of signs alone, with as few of them as local search finds: two or three signs of a board with one
//! solution are taken, all solutions that there are then are listed, and one or two signs that a single one of
//! them obeys are put back, fewer than were taken if any do, or else as many.

use std::ops::ControlFlow;

use search::{Ended, Limit, Meter};

use super::{Futoshiki, Sign, solutions};
use tabuleiro_core::random::Rng;

/// Solutions that are listed at most: where there are more, other signs are taken.
const MOST_SOLUTIONS: usize = 2048;
/// One round in so many takes three signs; the others take two.
const THREE: usize = 4;
/// Rounds one after another without a board of fewer signs, after which the search ends.
const PATIENCE: u32 = 2000;

/// Goes on from a board of signs with one solution: the board that is found, and its solution.
pub(super) fn fewest(
    board: Futoshiki,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<(Futoshiki, Vec<u8>), Limit> {
    let mut signs = board.signs().to_vec();
    let mut listed = Listed::new(board.order());
    let mut in_vain = 0;
    while in_vain < PATIENCE {
        in_vain += 1;
        let before = signs.len();
        // A board of order 2 has one sign.
        let taken = (2 + usize::from(rng.below(THREE) == 0)).min(before);
        let kept = before - taken;
        for place in kept..before {
            signs.swap(rng.below(place + 1), place);
        }
        if !listed.list(&signs[..kept], meter)? {
            continue;
        }
        let Some(put) = listed.single(rng, meter)? else { continue };
        signs.truncate(kept);
        signs.extend(put);
        if signs.len() < before {
            in_vain = 0;
        }
    }
    listed.list(&signs, meter)?;
    Ok((board.with_signs(signs), listed.solutions))
}

/// Solutions, and which of them obey each sign that a board can have.
struct Listed {
    order: usize,
    signs: Vec<Sign>,
    solutions: Vec<u8>,
    /// For every sign in turn, a bit for each solution.
    obey: Vec<u64>,
}

impl Listed {
    fn new(order: usize) -> Self {
        let cells = order * order;
        let beside = (0..cells).filter(|cell| (cell + 1) % order != 0).map(|c| (c, c + 1));
        let above = (0..cells - order).map(|c| (c, c + order));
        let both = |(one, other)| {
            let (one, other) = (one as u16, other as u16);
            [Sign { less: one, more: other }, Sign { less: other, more: one }]
        };
        let signs = beside.chain(above).flat_map(both).collect();
        Listed { order, signs, solutions: Vec::new(), obey: Vec::new() }
    }

    /// Lists all solutions of a board with these signs: whether they are not too many.
    fn list(&mut self, signs: &[Sign], meter: &mut Meter<'_>) -> Result<bool, Limit> {
        let board = Futoshiki::new(self.order).with_signs(signs.to_vec());
        let cells = self.order * self.order;
        self.solutions.clear();
        let ended = solutions(&board, meter, |solution| {
            if self.solutions.len() == MOST_SOLUTIONS * cells {
                return ControlFlow::Break(());
            }
            self.solutions.extend(solution);
            ControlFlow::Continue(())
        });
        match ended {
            Ended::Exhausted => {}
            Ended::Cut(limit) => return Err(limit),
            Ended::Satisfied | Ended::Spent => return Ok(false),
        }
        let words = self.words();
        self.obey.clear();
        self.obey.resize(self.signs.len() * words, 0);
        for (number, solution) in self.solutions.chunks_exact(cells).enumerate() {
            for (sign, obey) in self.signs.iter().zip(self.obey.chunks_exact_mut(words)) {
                let obeys = solution[usize::from(sign.less)] < solution[usize::from(sign.more)];
                obey[number / 64] |= u64::from(obeys) << (number % 64);
            }
        }
        Ok(true)
    }

    /// Words that a bit for each solution takes.
    fn words(&self) -> usize {
        (self.solutions.len() / (self.order * self.order)).div_ceil(64)
    }

    /// A sign that a single solution obeys, or two that a single one obeys both: any of those that do, and of two
    /// only where there is none alone.
    fn single(&self, rng: &mut Rng, meter: &mut Meter<'_>) -> Result<Option<Vec<Sign>>, Limit> {
        let obey = self.obey.chunks_exact(self.words());
        let number = |words: &[u64]| words.iter().map(|word| word.count_ones()).sum::<u32>();
        let alone: Vec<Sign> = self
            .signs
            .iter()
            .zip(obey.clone())
            .filter_map(|(&sign, words)| (number(words) == 1).then_some(sign))
            .collect();
        if !alone.is_empty() {
            return Ok(Some(vec![alone[rng.below(alone.len())]]));
        }
        let some: Vec<(Sign, &[u64])> =
            self.signs.iter().copied().zip(obey).filter(|(_, words)| number(words) > 0).collect();
        let (mut found, mut ties) = (None, 0);
        for (place, (one, by_one)) in some.iter().enumerate() {
            meter.check_limits()?;
            for (other, by_other) in &some[place + 1..] {
                let both = by_one.iter().zip(*by_other).map(|(a, b)| (a & b).count_ones());
                if both.sum::<u32>() == 1 {
                    ties += 1;
                    if rng.below(ties) == 0 {
                        found = Some(vec![*one, *other]);
                    }
                }
            }
        }
        Ok(found)
    }
}
