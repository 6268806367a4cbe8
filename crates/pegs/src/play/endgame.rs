//! Positions near the goal, kept, and a search that plays down to them: a position is decided without the whole
//! space of its board.
//!
//! Backwards from the goal all positions from which few jumps lead there are found, those that are alike up to symmetry
//! once. Forwards a depth-first search with memory plays down to them, and learns pagoda functions on its way: where it
//! has looked in vain for long below a position, the linear programme is asked about it, and what it finds closes others.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;
use search::{Ended, Limit, Meter, PruneReason, Tree, Verdict, depth_first};

use crate::play::field::Field;
use crate::play::images::{ImageTables, MOST, Mirror};
use crate::play::learned::Learned;
use crate::play::pool::{Budget, Pool};
use crate::play::position::Position;
use crate::{Ground, Jump};

/// Cells of the largest board.
pub const MOST_CELLS: usize = 64;
/// Jumps on such a board, at most: four from each cell.
const MOST_LEAPS: usize = 4 * MOST_CELLS;
/// A level is played back from if no more positions than this are kept by then.
const ENOUGH: usize = 5_000;
/// Positions that can be kept, at most.
const MOST_KEPT: usize = 400_000;
/// Positions below another that were looked through in vain: the linear programme takes as long as some of them.
const VAIN: usize = 100;
/// Positions that are looked at between two that it is asked about before what is below them is looked through.
const BETWEEN: usize = 8 * VAIN;
/// The first positions, about which it is asked at once.
const FIRST: usize = 4;
/// Bytes of a position in a set, with its share of one that may be growing.
const BYTES_A_POSITION: u64 = 24;
/// Jumps above those that are kept from which a linear programme is worth its time.
const HIGH: usize = 4;

/// Jumps, a bit each.
type JumpSet = [u64; MOST_LEAPS / 64];

/// The jumps that are tried before one and change no cell of it: the last comes first.
fn earlier(leaps: &[(u64, u64)], index: usize) -> JumpSet {
    let mut set = JumpSet::default();
    for other in index + 1..leaps.len() {
        if leaps[other].0 & leaps[index].0 == 0 {
            set[other / 64] |= 1 << (other % 64);
        }
    }
    set
}

/// The positions from which a goal is near.
pub struct Endgame {
    inside: Vec<bool>,
    goal: Vec<bool>,
    /// The board with the goal for a start, so that its symmetries are those of the goal.
    field: Field,
    leaps: Vec<(u64, u64)>,
    /// Of each jump those that come before it and change no cell of it.
    before: Vec<JumpSet>,
    mirror: Mirror<u64>,
    images: ImageTables<u64>,
    /// By the jumps to be made: of positions that are alike the least.
    levels: Vec<FxHashSet<u64>>,
    /// Whether there is no room for more.
    is_full: bool,
    /// Whether there are no others.
    is_whole: bool,
}

impl Endgame {
    /// Plays back from the goal of a board by at most so many jumps, as far as there is room; nothing where the
    /// board is too large.
    pub fn new(ground: &Ground, most: usize, meter: &mut Meter<'_>) -> Result<Option<Self>, Limit> {
        if ground.inside.iter().filter(|&&inside| inside).count() > MOST_CELLS {
            return Ok(None);
        }
        let field = Field::within(&Ground { start: ground.goal.clone(), ..ground.clone() }, meter)?;
        let leaps: Vec<(u64, u64)> =
            field.leaps.iter().map(|leap| u64::leap(leap.from, leap.over, leap.to)).collect();
        let before = (0..leaps.len()).map(|index| earlier(&leaps, index)).collect();
        let (mirror, images) = (Mirror::new(&field), ImageTables::new(&field));
        let mut levels =
            vec![FxHashSet::from_iter([mirror.least(&images.images(u64::of(&field.goal)))])];
        let (mut kept, mut is_whole) = (1, false);
        while kept <= ENOUGH && levels.len() <= most {
            let last = &levels[levels.len() - 1];
            let mut next = FxHashSet::default();
            next.reserve(4 * last.len());
            for &position in last {
                meter.check_limits()?;
                let turned = images.images(position);
                for (index, leap) in leaps.iter().enumerate() {
                    if position.could(leap) {
                        next.insert(mirror.least_after(&turned, index));
                    }
                }
                if kept + next.len() > MOST_KEPT {
                    break;
                }
            }
            kept += next.len();
            meter.claim(BYTES_A_POSITION * next.capacity() as u64)?;
            if next.is_empty() || kept > MOST_KEPT {
                is_whole = next.is_empty();
                break;
            }
            levels.push(next);
        }
        let (inside, goal) = (ground.inside.clone(), ground.goal.clone());
        Ok(Some(Endgame {
            inside,
            goal,
            field,
            leaps,
            before,
            mirror,
            images,
            levels,
            is_full: kept > ENOUGH || is_whole,
            is_whole,
        }))
    }

    /// Whether it is about this board and goal.
    pub fn is_of(&self, ground: &Ground) -> bool {
        self.inside == ground.inside && self.goal == ground.goal
    }

    /// Whether it was played back by so many jumps, or as far as there is room.
    pub fn is_enough(&self, jumps: usize) -> bool {
        self.levels.len() > jumps || self.is_full
    }

    fn has(&self, jumps: usize, images: &[u64; MOST]) -> bool {
        self.levels[jumps].contains(&self.mirror.least(images))
    }

    /// What is learnt while this goal is looked for.
    pub fn learner(&self) -> Learned {
        Learned::new(&self.field)
    }

    /// Looks for a way to the goal, at every position that may be on one. Positions from so many jumps before the goal on,
    /// or as many as are kept, are looked up. What is learnt helps the next search.
    pub fn search(
        &self,
        ground: &Ground,
        near: usize,
        learned: &mut Learned,
        meter: &mut Meter<'_>,
    ) -> (Option<Vec<Jump>>, Ended) {
        let start: Vec<bool> =
            self.field.cells.iter().map(|&cell| ground.start[cell as usize]).collect();
        let pegs = |position: &[bool]| position.iter().filter(|&&peg| peg).count();
        let Some(left) = pegs(&start).checked_sub(pegs(&self.field.goal)) else {
            return (None, Ended::Exhausted);
        };
        if self.is_whole && left >= self.levels.len() {
            return (None, Ended::Exhausted);
        }
        let position = u64::of(&start);
        let mut tree = Descent {
            endgame: self,
            position,
            images: self.images.images(position),
            left,
            near: near.min(self.levels.len() - 1),
            seen: FxHashSet::default(),
            made: Vec::new(),
            learned: learned.clone(),
            asked: 0,
            last: 0,
        };
        let mut found = None;
        let ended = depth_first(&mut tree, meter, &mut (), |path| {
            found = Some(path.steps().collect::<Vec<u32>>());
            ControlFlow::Break(())
        });
        *learned = tree.learned;
        let jumps = found.map(|steps| self.finish(position, steps));
        (jumps, ended)
    }

    /// Goes on to the goal along the positions that are kept.
    fn finish(&self, mut position: u64, mut steps: Vec<u32>) -> Vec<Jump> {
        steps.iter().for_each(|&step| position.flip(&self.leaps[step as usize]));
        let goal = u64::of(&self.field.goal);
        while position != goal {
            let jumps = (position.count_ones() - goal.count_ones()) as usize;
            let images = self.images.images(position);
            let next = self.leaps.iter().enumerate().find(|(index, leap)| {
                position.can(leap)
                    && self.levels[jumps - 1].contains(&self.mirror.least_after(&images, *index))
            });
            let (index, leap) = next.expect("a position that is kept has a jump to one that is");
            steps.push(index as u32);
            position.flip(leap);
        }
        steps.iter().map(|&step| self.field.jump(self.field.leaps[step as usize])).collect()
    }
}

/// A game played down to the positions that are kept.
#[derive(Clone)]
struct Descent<'a> {
    endgame: &'a Endgame,
    position: u64,
    images: [u64; MOST],
    /// Jumps to be made still.
    left: usize,
    /// Jumps from which positions are kept.
    near: usize,
    seen: FxHashSet<u64>,
    /// The jumps made, with how many positions were seen before each.
    made: Vec<(u32, usize)>,
    learned: Learned,
    /// How often the linear programme was asked, and how many positions were seen by then.
    asked: usize,
    last: usize,
}

impl Descent<'_> {
    /// Makes a jump or takes it back.
    fn flip(&mut self, step: u32) {
        self.position.flip(&self.endgame.leaps[step as usize]);
        for (image, line) in self.images.iter_mut().zip(&self.endgame.mirror.lines[step as usize]) {
            *image ^= *line;
        }
    }

    /// Asks the linear programme about the position.
    fn is_refuted(&mut self) -> bool {
        self.asked += 1;
        self.last = self.seen.len();
        self.learned.refutes(self.position)
    }
}

/// The jumps of a position, a bit each; the last comes first.
#[derive(Clone)]
struct Legal(JumpSet);

impl Iterator for Legal {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let index = self.0.iter().rposition(|&word| word != 0)?;
        let bit = self.0[index].ilog2();
        self.0[index] ^= 1 << bit;
        Some(64 * index as u32 + bit)
    }
}

impl Tree for Descent<'_> {
    type Step = u32;
    type Choices = Legal;

    fn judge(&mut self) -> Verdict {
        if self.left <= self.near {
            return if self.endgame.has(self.left, &self.images) {
                Verdict::Goal
            } else {
                Verdict::Closed(PruneReason::Dead)
            };
        }
        if !self.seen.insert(self.position) {
            return Verdict::Closed(PruneReason::Seen);
        }
        // Some functions were learnt after the jump was chosen.
        let is_asked = self.asked < FIRST || self.seen.len() - self.last > BETWEEN;
        if self.learned.closes(self.position)
            || is_asked && self.left >= self.near + HIGH && self.is_refuted()
        {
            return Verdict::Closed(PruneReason::Dead);
        }
        Verdict::Open
    }

    /// Jumps after which no function that is known closes the position. One that could have been made before the last
    /// was tried there, and what both lead to was looked at then.
    fn choices(&mut self) -> Legal {
        let budgets: Vec<(&Pool, Budget)> =
            self.learned.pools().iter().map(|pool| (pool, pool.left(self.position))).collect();
        let tried = self.made.last().map(|&(last, _)| self.endgame.before[last as usize]);
        let tried = tried.unwrap_or_default();
        let mut legal = Legal(JumpSet::default());
        for (index, leap) in self.endgame.leaps.iter().enumerate() {
            let affords =
                |(pool, budget): &(&Pool, Budget)| Pool::affords(budget, &pool.losses[index]);
            let is_tried = tried[index / 64] >> (index % 64) & 1 != 0;
            if self.position.can(leap) && !is_tried && budgets.iter().all(affords) {
                legal.0[index / 64] |= 1 << (index % 64);
            }
        }
        legal
    }

    fn make(&mut self, step: u32) {
        self.flip(step);
        self.left -= 1;
        self.made.push((step, self.seen.len()));
    }

    fn unmake(&mut self, step: u32) {
        let before = self.made.pop().map_or(0, |(_, seen)| seen);
        let below = self.seen.len() - before;
        if below >= VAIN && self.seen.len() - self.last >= VAIN {
            self.is_refuted();
        }
        self.flip(step);
        self.left += 1;
    }

    fn memory(&self) -> u64 {
        BYTES_A_POSITION * self.seen.capacity() as u64 + self.learned.bytes()
    }
}
