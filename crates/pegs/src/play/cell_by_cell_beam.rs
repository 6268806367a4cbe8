//! Beam search that fixes one cell after another, from one corner: for boards with many holes.
//!
//! Cells are put in an order that ends in a small block. A cell that does not yet hold what it shall is set
//! right by a few jumps among the cells that come later, and never touched again; all ways to do so are
//! followed, and the best positions kept. What is left at the end is the block, in as many states as
//! positions were kept: another solver needs to finish one of them.

use rustc_hash::FxHashSet;
use search::ledger::charge;
use search::limits::{PollState, Stop};
use search::{Meter, Stats};

use crate::cell_set::CellArray;
use crate::play::frontier::{Frontier, JumpList, MOST, NONE};
use crate::play::pagoda_bounds::{AMPLE, LANES, PagodaBounds, Slack};
use crate::play::part::Part;
use crate::{Ground, Jump};

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Positions kept a cell.
    pub width: usize,
    /// The most jumps to set a cell right, up to six.
    pub jumps: usize,
    /// The side of the block that is left.
    pub block: usize,
    /// How many positions are priced every third cell; 0 to do without prices.
    pub priced: usize,
}

/// Boards with more cells than this are not priced: linear programmes would take too long.
const PRICED_CELLS: usize = 256;
/// What scarcity weighs against wealth: found by trial on tight boards.
const SCARCITY: f32 = 100.0;
/// What a peg with a neighbour is worth; the chance that breaks ties is less than twice that.
const PEG: i32 = 40;

/// Looks for a solution, from the corner and in the direction that `turn` chooses, 0 to 7: jumps, or
/// `None` if none is found, which proves nothing. Boards of up to 1024 cells.
pub fn sweep(
    ground: &Ground,
    effort: Effort,
    turn: usize,
    meter: &mut Meter,
    inner: &mut impl FnMut(&Ground, &mut Meter) -> Option<Vec<Jump>>,
) -> Result<Option<Vec<Jump>>, Stop> {
    let front = Frontier::new(ground, effort.block, turn);
    match ground.inside.len() {
        0..=128 => Sweep::<2>::new(&front, effort, meter).run(inner),
        129..=256 => Sweep::<4>::new(&front, effort, meter).run(inner),
        257..=512 => Sweep::<8>::new(&front, effort, meter).run(inner),
        513..=1024 => Sweep::<16>::new(&front, effort, meter).run(inner),
        _ => Ok(None),
    }
}

/// A position, what it is worth, less being better, and how it came about: the position before, by
/// its place among those kept, and the jumps from there.
#[derive(Clone)]
struct Candidate<const W: usize> {
    score: i32,
    pegs: CellArray<W>,
    slack: Slack,
    parent: u32,
    jumps: JumpList,
}

struct Sweep<'a, 'm, 'l, const W: usize> {
    front: &'a Frontier<'a>,
    effort: Effort,
    meter: &'m mut Meter<'l>,
    stats: Stats,
    prices: PagodaBounds,
    /// The cells that may still change.
    open: CellArray<W>,
    /// The cells that are not in the last column.
    not_last: CellArray<W>,
}

impl<'a, 'm, 'l, const W: usize> Sweep<'a, 'm, 'l, W> {
    fn new(front: &'a Frontier<'a>, effort: Effort, meter: &'m mut Meter<'l>) -> Self {
        let ground = front.ground;
        let size = ground.inside.len();
        Sweep {
            front,
            effort,
            stats: meter.stats(),
            meter,
            prices: PagodaBounds::new(front.jumps.len()),
            open: CellArray::of(size, |cell| ground.inside[cell]),
            not_last: CellArray::of(size, |cell| (cell + 1) % ground.columns != 0),
        }
    }

    fn run(
        mut self,
        inner: &mut impl FnMut(&Ground, &mut Meter) -> Option<Vec<Jump>>,
    ) -> Result<Option<Vec<Jump>>, Stop> {
        let ground = self.front.ground;
        let mut kept = vec![Candidate {
            score: 0,
            pegs: CellArray::of(ground.inside.len(), |cell| ground.start[cell]),
            slack: [AMPLE; LANES],
            parent: 0,
            jumps: [NONE; MOST],
        }];
        let mut trail: Vec<Vec<(u32, JumpList)>> = Vec::new();
        for at in 0..self.front.finished {
            let mut next = self.finish(at, &kept)?;
            if at % 3 == 0 && ground.inside.len() <= PRICED_CELLS {
                self.price(&mut next)?;
            }
            if next.len() > self.effort.width {
                next.select_nth_unstable_by_key(self.effort.width, |c| (c.score, c.pegs));
                next.truncate(self.effort.width);
            }
            next.sort_unstable_by_key(|c| (c.score, c.pegs));
            trail.push(next.iter().map(|c| (c.parent, c.jumps)).collect());
            kept = next;
        }
        self.meter.settle(self.stats);
        for (number, last) in kept.iter().enumerate() {
            let block = self.block(&last.pegs);
            self.meter.poll(self.meter.stats(), PollState::default())?;
            if let Some(jumps) = inner(&block.ground, self.meter) {
                let mut all = self.played(&trail, number);
                all.extend(jumps.into_iter().map(|jump| block.on_board(jump)));
                return Ok(Some(all));
            }
        }
        Ok(None)
    }

    /// All positions in which one more cell is as it shall be.
    fn finish(&mut self, at: usize, kept: &[Candidate<W>]) -> Result<Vec<Candidate<W>>, Stop> {
        let done = self.front.order[at] as usize;
        self.open.remove(done);
        let mut seen = FxHashSet::default();
        let mut next: Vec<Candidate<W>> = Vec::new();
        for (parent, old) in kept.iter().enumerate() {
            let met = next.len();
            self.front.settle(at, self.effort.jumps, old.pegs, &mut |pegs, jumps| {
                if !seen.insert(*pegs) {
                    return;
                }
                let mut slack = old.slack;
                for &jump in jumps.iter().take_while(|&&jump| jump != NONE) {
                    let losses = &self.prices.losses[jump as usize];
                    (0..LANES).for_each(|lane| slack[lane] -= losses[lane]);
                }
                if slack.iter().all(|&slack| slack > -1e-3) {
                    let (score, parent) = (self.score(pegs, &slack), parent as u32);
                    next.push(Candidate { score, pegs: *pegs, slack, parent, jumps });
                }
            });
            let more = (next.len() - met) as u64;
            let memory = (next.capacity() * size_of::<Candidate<W>>()) as u64;
            let standing = PollState { depth: at as u64, memory, explored: 0.0 };
            charge(self.meter, &mut self.stats, more, standing)?;
        }
        Ok(next)
    }

    /// Finds what is scarcest in the best position, and drops those that have too little of it; again
    /// if the best one was among them.
    fn price(&mut self, next: &mut Vec<Candidate<W>>) -> Result<(), Stop> {
        let goal = &self.front.ground.goal;
        for _ in 0..self.effort.priced {
            let Some(best) = next.iter().min_by_key(|c| (c.score, c.pegs)) else { break };
            let pegs = best.pegs;
            let priced = |cell: usize| self.open.has(cell).then(|| pegs.has(cell));
            let Some(weights) = self.prices.scarcest(self.front.ground, &self.front.jumps, priced)
            else {
                break;
            };
            let lane = self.prices.add(&self.front.jumps, &weights);
            let needed: f32 = (0..goal.len()).filter(|&c| goal[c]).map(|c| weights[c]).sum();
            next.retain_mut(|candidate| {
                let held: f32 = (0..goal.len())
                    .filter(|&cell| candidate.pegs.has(cell))
                    .map(|cell| weights[cell])
                    .sum();
                candidate.slack[lane] = held - needed;
                candidate.score = self.score(&candidate.pegs, &candidate.slack);
                held - needed > -1e-3
            });
            self.meter.poll(self.stats, PollState::default())?;
            if next.iter().any(|candidate| candidate.pegs == pegs) {
                break;
            }
        }
        Ok(())
    }

    /// What a position is worth, less being better: pegs not yet at rest are wealth, but for those
    /// without a neighbour, and what is scarce must not become scarcer.
    fn score(&self, pegs: &CellArray<W>, slack: &Slack) -> i32 {
        let free = *pegs & self.open;
        // What stands in the last column has no neighbour to the right.
        let right = (free & self.not_last).up(1);
        let left = free.down(1) & self.not_last;
        let columns = self.front.ground.columns;
        let (below, above) = (free.up(columns), free.down(columns));
        let wealth = (free & (right | left | below | above)).len();
        let mix =
            pegs.words().iter().fold(1u64, |h, w| (h ^ w).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let scarcity: f32 = slack.iter().map(|slack| 1.0 / (slack + 0.5)).sum();
        (mix >> 58) as i32 - PEG * wealth as i32 + (SCARCITY * scarcity) as i32
    }

    /// The block that is left, with pegs as they stand.
    fn block(&self, pegs: &CellArray<W>) -> Part {
        let mut rest = self.front.ground.clone();
        for cell in 0..rest.inside.len() {
            rest.start[cell] = pegs.has(cell);
        }
        let (rows, columns) = self.front.block.clone();
        Part::new(&rest, rows, columns)
    }

    /// The jumps that led to a position kept at the end.
    fn played(&self, trail: &[Vec<(u32, JumpList)>], mut at: usize) -> Vec<Jump> {
        let mut jumps = Vec::new();
        for kept in trail.iter().rev() {
            let (parent, made) = kept[at];
            jumps.extend(made.into_iter().rev().filter(|&jump| jump != NONE));
            at = parent as usize;
        }
        let on_board = |jump: u16| {
            let [from, _, into] = self.front.jumps[jump as usize];
            Jump { from: from.into(), to: into.into() }
        };
        jumps.into_iter().rev().map(on_board).collect()
    }
}
