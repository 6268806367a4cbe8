//! Jump counts by branch and bound over a linear-programming relaxation, with parity cuts over GF(2).
//!
//! How often each line of a board is jumped along, whatever the order: if no counts fit, there is no
//! game. A proof by cases, where neither parity nor a pagoda function alone tells.
//!
//! Counts are bounded by a linear programme, which a pagoda function refutes, by parity, which says
//! that of some sets of lines one must be used (`parity_cuts`), and by cases: a line is used an even or an
//! odd number of times. The programme tells how much more of the goal could be had; less than nothing
//! ends a case. Every case is ended by integers: weights of which each jump loses at least what is
//! asked for the sets that it is in, while the game cannot lose as much as all sets ask for.

use search::Meter;
use search::ledger::charge;
use search::limits::{PollState, Stop, Watch};
use search::parallel::parallel;

use crate::Ground;
use crate::play::case_tree::CaseTree;
use crate::play::parity_cuts::{Cells, LineSet};
use crate::play::relaxation::{CaseStatus, PIVOTS, Relaxation};
use tabuleiro_pegs_rules::jump_counts::{CountedLines, JumpCounts};

/// Lines looked at before one is chosen to tell cases apart.
const LOOKS: usize = 6;
/// Rounds of sets asked of the first case, of one that is looked at, and of one that is taken up.
const ROUNDS: [usize; 3] = [60, 1, 6];
/// A first bound beyond this was never brought down by cases.
const HOPELESS: f64 = 0.08;
/// What a jump that is barred counts when cases are compared, against what the goal could have more.
const BARRED: f64 = 1e-4;

/// Why no counts of jumps fit, found within so many looks; `None` proves nothing.
pub fn refute(
    ground: &Ground,
    most: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<JumpCounts>, Stop> {
    let Some(counted) = CountedLines::new(ground) else { return Ok(None) };
    let lines: Vec<[usize; 3]> = ground.lines().collect();
    let bytes = (ground.inside.len() * (2 * lines.len() + 2) * size_of::<f64>()) as u64;
    let claimed = meter.claimed();
    meter.claim(bytes).map_err(Stop::Limit)?;
    let tree = by_cases(ground, &lines, most, meter);
    let counts = tree.map(|tree| tree.and_then(|tree| tree.certificate(&counted)));
    meter.release(meter.claimed() - claimed);
    counts
}

/// The cases, all closed.
fn by_cases<'a>(
    ground: &'a Ground,
    lines: &'a [[usize; 3]],
    most: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<CaseTree<'a>>, Stop> {
    let mut stats = meter.stats();
    let Some(mut root) = Relaxation::new(ground, lines, [LineSet::EMPTY; 2], &mut || {
        meter.poll(stats, PollState::default()).map(drop)
    })?
    else {
        return Ok(None);
    };
    let end = root.tighten(ROUNDS[0], usize::MAX, &mut || {
        meter.poll(stats, PollState::default()).map(drop)
    })?;
    let mut tree = CaseTree::new(&mut root);
    let mut open = match end {
        CaseStatus::Refuted => return Ok(Some(tree)),
        CaseStatus::GivenUp => return Ok(None),
        CaseStatus::Open => vec![(0, root)],
    };
    if open[0].1.bound() > HOPELESS {
        return Ok(None);
    }
    let mut looks = 0;
    while let Some((node, case)) = open.pop() {
        let candidates = case.candidates();
        if looks >= most || candidates.is_empty() {
            return Ok(None);
        }
        looks += 2 * candidates.len() as u64;
        let memory = case.table.bytes() * (open.len() + 4 * LOOKS) as u64;
        // Each case is half of the one that it was told apart from.
        let share = |case: &Relaxation| 0.5f64.powi(case.depth as i32);
        let explored = 1.0 - share(&case) - open.iter().map(|(_, case)| share(case)).sum::<f64>();
        let standing = PollState { depth: case.depth as u64, explored, memory };
        charge(meter, &mut stats, 2 * candidates.len() as u64, standing)?;
        let (threads, watch) = (meter.threads(), meter.watch());
        let mut poll = || meter.poll(stats, standing).map(drop);
        let Some((line, [mut even, mut odd])) =
            case.best(&candidates, threads, watch, &mut poll)?
        else {
            return Ok(None);
        };
        let (children, bytes) = tree.split(node, line, [&mut even.0, &mut odd.0]);
        meter.claim(bytes).map_err(Stop::Limit)?;
        let mut left = Vec::new();
        for (child, (case, end)) in children.into_iter().zip([even, odd]) {
            match end {
                CaseStatus::Refuted => {}
                CaseStatus::GivenUp => return Ok(None),
                CaseStatus::Open => left.push((child, case)),
            }
        }
        // The harder one first.
        left.sort_by(|one, other| one.1.bound().total_cmp(&other.1.bound()));
        open.extend(left);
    }
    meter.settle(stats);
    Ok(Some(tree))
}

/// A line, and the cases where it is used an even and an odd number of times.
type Branching<'a> = (usize, [(Relaxation<'a>, CaseStatus); 2]);

impl<'a> Relaxation<'a> {
    /// The lines whose parity is least clear.
    fn candidates(&self) -> Vec<usize> {
        let uses = self.uses();
        let mut open: Vec<(f64, usize)> = (0..self.lines.len())
            .filter(|&line| !self.parity.settled.has(line))
            .map(|line| ((uses[line].rem_euclid(1.0) - 0.5).abs(), line))
            .collect();
        open.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        open.into_iter().take(LOOKS).map(|(_, line)| line).collect()
    }

    /// This case with one more line settled, tightened.
    fn settled(&self, line: usize, odd: bool, watch: Watch<'_>) -> (Self, CaseStatus) {
        let mut case = self.clone();
        case.depth += 1;
        case.lemmas.clear();
        case.parity.split(line, odd);
        if odd {
            case.ask(case.parity.cut(Cells::EMPTY, [line].into_iter().collect()));
        }
        let end = case.more(ROUNDS[1], watch);
        (case, end)
    }

    /// Tightens on any thread. What a limit ends is as good as lost: the next poll sees it too.
    fn more(&mut self, rounds: usize, watch: Watch<'_>) -> CaseStatus {
        let mut poll = || watch.check().map_err(Stop::Limit);
        self.tighten(rounds, PIVOTS, &mut poll).unwrap_or(CaseStatus::GivenUp)
    }

    /// Settles the line that tells most, of some: the line, and both cases, even and odd. `None` if the numbers are
    /// lost.
    fn best(
        &self,
        candidates: &[usize],
        threads: usize,
        watch: Watch<'_>,
        poll: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Option<Branching<'a>>, Stop> {
        let tasks: Vec<(usize, bool)> =
            candidates.iter().flat_map(|&line| [(line, false), (line, true)]).collect();
        let mut looks = Vec::with_capacity(tasks.len());
        for tasks in tasks.chunks(threads) {
            poll()?;
            let look = |&(line, odd): &(usize, bool)| move || self.settled(line, odd, watch);
            looks.extend(parallel(tasks.iter().map(look).collect()));
        }
        let mut pairs = looks.into_iter();
        let mut best: Option<(f64, Branching<'a>)> = None;
        for &line in candidates {
            let (Some(even), Some(odd)) = (pairs.next(), pairs.next()) else { break };
            let gain = |(case, end): &(Self, CaseStatus)| match end {
                CaseStatus::Refuted => 1.0,
                CaseStatus::Open => {
                    let known = |case: &Self| case.barred[0].len() + case.barred[1].len();
                    let more = f64::from(known(case) - known(self)) * BARRED;
                    (self.bound() - case.bound() + more).clamp(1e-5, 1.0)
                }
                CaseStatus::GivenUp => 1e-9,
            };
            let score = gain(&even) * gain(&odd);
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, (line, [even, odd])));
            }
        }
        let Some((_, (line, [even, odd]))) = best else { return Ok(None) };
        poll()?;
        let finish = |(mut case, mut end): (Self, CaseStatus)| {
            if end == CaseStatus::Open {
                end = case.more(ROUNDS[2], watch);
            }
            (case, end)
        };
        if threads > 1 {
            let pair = parallel([even, odd].into_iter().map(|case| || finish(case)).collect());
            return Ok(<[_; 2]>::try_from(pair).ok().map(|pair| (line, pair)));
        }
        Ok(Some((line, [finish(even), finish(odd)])))
    }
}

#[cfg(test)]
mod tests {
    use search::{Ended, Limits};

    use super::*;
    use crate::play::field::Field;
    use crate::play::{class, meet_in_the_middle, pagoda};
    use crate::{Argument, Pegs, Reason};
    use tabuleiro_core::contract::Verify;
    use tabuleiro_core::random::Rng;

    fn drawn(text: &str) -> Ground {
        let rows: Vec<&[u8]> = text.split_whitespace().map(str::as_bytes).collect();
        let pegs: Vec<bool> = rows.concat().iter().map(|&cell| cell == b'o').collect();
        let inside = vec![true; pegs.len()];
        let goal = vec![false; pegs.len()];
        let ground = Ground { rows: rows.len(), columns: rows[0].len(), inside, start: pegs, goal };
        ground.complemented()
    }

    /// Whether a board is refuted, by a certificate that holds, and how many cases were looked at.
    fn refuted(ground: &Ground, threads: usize) -> (bool, u64) {
        let limits = Limits { threads: Some(threads), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let refuted = refute(ground, 2000, &mut meter).expect("no limit");
        assert_eq!(meter.claimed(), 0);
        let is_refuted = refuted.is_some();
        if let Some(counts) = refuted {
            let board = Pegs::new(ground.clone()).expect("a board");
            let argument = Argument::new(ground.clone().into(), Reason::JumpCounts(counts));
            assert_eq!(board.refute(&argument), Ok(()), "{ground:?}");
        }
        (is_refuted, meter.stats().nodes)
    }

    const TIGHT: &str = "..oo.ooooooo oooo.ooooo.o ooo.ooo.ooo. ooooo.oo.ooo oooooo..oo.o \
        ooooooooo.oo ..o.oooo.ooo .o.ooooooo.. oooooooooooo ooooooooo.o. o.oooooo..o. oo..ooo.o.oo";

    #[test]
    fn cases_refute_what_no_parity_and_no_pagoda_function_does() {
        let ground = drawn(TIGHT);
        assert_eq!(class::refute(&ground, &mut Meter::new(&Limits::default())), Ok(None));
        assert_eq!(pagoda::refute(&Field::new(&ground)), None);
        let (ends, looks) = refuted(&ground, 1);
        assert!(ends && looks > 0);
    }

    #[test]
    fn threads_change_nothing() {
        let ground = drawn(TIGHT);
        assert_eq!(refuted(&ground, 1), refuted(&ground, 3));
    }

    #[test]
    fn nothing_is_refuted_that_can_be_played() {
        let mut rng = Rng::new(1);
        let (mut ended, mut played) = (0, 0);
        for _ in 0..1000 {
            let (rows, columns) = (3 + rng.below(3), 3 + rng.below(4));
            let inside: Vec<bool> = (0..rows * columns).map(|_| rng.below(12) > 0).collect();
            let start = inside.iter().map(|&cell| cell && rng.below(6) > 0).collect();
            let goal = vec![false; inside.len()];
            let mut ground = Ground { rows, columns, inside, start, goal }.complemented();
            if rng.below(3) == 0 {
                let cells: Vec<usize> = (0..rows * columns).filter(|&c| ground.inside[c]).collect();
                ground.goal.fill(false);
                (0..2).for_each(|_| ground.goal[cells[rng.below(cells.len())]] = true);
            }
            let limits = Limits { nodes: Some(100_000), ..Limits::default() };
            let mut meter = Meter::new(&limits);
            let (jumps, end) =
                meet_in_the_middle::search(&Field::new(&ground), None, &mut meter, &mut ());
            let refuted = refuted(&ground, 1).0;
            assert!(!refuted || jumps.is_none(), "{ground:?}");
            ended += usize::from(refuted && end == Ended::Exhausted);
            played += usize::from(jumps.is_some());
        }
        assert!(ended > 30 && played > 30, "{ended} {played}");
    }
}
