//! Parallel breadth-first search on two threads, each of which has half of the strips, with a halo exchange
//! along the two borders after every level.
//!
//! A level of a large board takes some ten microseconds, so the threads do not sleep: each waits for the
//! other in a loop. They decide alike on when to end, from what both of them know.

use std::hint::spin_loop;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use crate::planes::active::{Active, Block, Sides};
use crate::planes::border::Border;
use crate::planes::dense::{Level, dense_level};
use crate::planes::field::Field;
use crate::planes::flood::{End, Progress, Run, Target, level};
use crate::planes::halo::repeat_rows;
use crate::planes::layout::{LANES, Layout};
use tabuleiro_core::width::Width;

/// After so many levels the halves are made anew, with as much to do for both.
const LEVELS: u64 = 512;
/// Turns of the waiting loop before the processor is left to others.
const PATIENCE: u32 = 100;

/// Half of a board.
struct Half<'w> {
    layout: Layout,
    words: &'w mut [u64],
    active: Active,
    /// With their places in the list of all.
    targets: Vec<(usize, Target)>,
}

/// What a half tells the other about a level.
#[derive(Default)]
struct Exchange {
    /// Whether there will be nothing more.
    quit: bool,
    new: u64,
    blocks: u64,
    /// The first target that was reached.
    found: Option<usize>,
    /// What happened at its borders, to the left and to the right.
    updates: [Vec<HaloUpdate>; 2],
}

/// New squares of a block that the half beside repeats: its words as they are to be there.
struct HaloUpdate {
    number: u32,
    sides: Sides,
    words: [[u64; LANES]; 4],
}

/// What both threads see.
#[derive(Default)]
struct Shared {
    /// For levels with an even and an odd number, of each half.
    posts: [[Mutex<Exchange>; 2]; 2],
    /// How many levels each half has told of.
    told: [AtomicU64; 2],
}

impl Shared {
    fn post(&self, turn: u64, half: usize) -> MutexGuard<'_, Exchange> {
        self.posts[turn as usize % 2][half].lock().expect("nobody panics with a post in hand")
    }

    /// Waits for what the other half has to tell of a level.
    fn wait(&self, turn: u64, half: usize) -> MutexGuard<'_, Exchange> {
        let mut turns = 0;
        while self.told[half].load(Ordering::Acquire) <= turn {
            turns += 1;
            if turns < PATIENCE {
                spin_loop();
            } else {
                thread::yield_now();
            }
        }
        self.post(turn, half)
    }
}

/// Lets the other half go on when this one is gone, be it by a panic.
struct ReleaseOther<'s>(&'s Shared, usize);

impl Drop for ReleaseOther<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            for posts in &self.0.posts {
                if let Ok(mut post) = posts[self.1].lock() {
                    post.quit = true;
                }
            }
        }
        self.0.told[self.1].store(u64::MAX, Ordering::Release);
    }
}

/// How far both halves have come.
#[derive(Clone, Copy)]
struct HalfState {
    levels: u64,
    reached: u64,
    frontier: u64,
    end: Option<End>,
}

/// What stays the same for both.
#[derive(Clone, Copy)]
struct SharedSettings {
    width: Width,
    source_colour: usize,
    /// Fewer squares of frontier for a block than this are better left to one thread.
    thin: f64,
    /// Fewer blocks as well.
    few: u64,
}

impl Run {
    /// Some levels by blocks on two threads. Nothing happens if there is no second thread.
    pub(super) fn advance_in_halves(
        &mut self,
        field: &mut Field,
        targets: &[Target],
        poll: &mut impl FnMut(Progress) -> ControlFlow<(), u64>,
    ) -> Option<End> {
        let Field { layout, words, source_colour, .. } = field;
        let listed = std::mem::take(&mut self.active.listed);
        // The strip that begins the second half.
        let middle = listed.get(listed.len() / 2).map_or(0, |block| block.strip as usize);
        let middle = middle.clamp(1, layout.strips.len() - 1);
        let (low, high) = words.split_at_mut(middle * layout.strip_words);
        let mut halves = [low, high].into_iter().enumerate().map(|(which, words)| {
            let layout = layout.half(middle, which == 1);
            let mut active = Active::new(&layout);
            let first = if which == 1 { middle } else { 0 };
            let ours =
                listed.iter().filter(|block| (block.strip as usize >= middle) == (which == 1));
            let shifted = |block: &Block| Block { strip: block.strip - first as u32, ..*block };
            active.listed.extend(ours.map(shifted));
            let targets = targets.iter().enumerate();
            let targets = targets.filter_map(|(index, target)| {
                let target = target.from(first * layout.strip_words)?;
                (target.word < words.len()).then_some((index, target))
            });
            let targets = targets.collect();
            Half { layout, words, active, targets }
        });
        let [Some(mut one), Some(mut other)] = [halves.next(), halves.next()] else { return None };
        let plan = SharedSettings {
            width: self.width,
            source_colour: *source_colour,
            thin: self.balance.squares,
            few: self.halves_from as u64 / 2,
        };
        let begin = HalfState {
            levels: self.levels,
            reached: self.reached,
            frontier: self.frontier,
            end: None,
        };
        let shared = Shared::default();
        let standing = thread::scope(|scope| {
            let (shared, other) = (&shared, &mut other);
            let never = |_| ControlFlow::Continue(u64::MAX);
            let task = move || other.advance(1, shared, plan, begin, never);
            let second = thread::Builder::new().spawn_scoped(scope, task);
            match second {
                Ok(_) => one.advance(0, shared, plan, begin, &mut *poll),
                Err(_) => begin,
            }
        });
        if standing.levels == begin.levels && standing.end.is_none() {
            self.halves_from = usize::MAX;
        }
        (self.levels, self.reached) = (standing.levels, standing.reached);
        self.frontier = standing.frontier;
        let Half { active: Active { listed: low, .. }, .. } = one;
        let high = other.active.listed.into_iter();
        let back = |block: Block| Block { strip: block.strip + middle as u32, ..block };
        self.active.listed = low;
        self.active.listed.extend(high.map(back));
        standing.end
    }
}

impl Half<'_> {
    /// Goes on level by level, in step with the other half, until one thread is as good as two.
    fn advance(
        &mut self,
        me: usize,
        shared: &Shared,
        plan: SharedSettings,
        mut standing: HalfState,
        mut poll: impl FnMut(Progress) -> ControlFlow<(), u64>,
    ) -> HalfState {
        let _gone = ReleaseOther(shared, me);
        for turn in 0..LEVELS {
            let HalfState { levels, reached, .. } = standing;
            let mut post = shared.post(turn, me);
            if turn > 0 && poll(Progress { level: levels, reached }).is_break() {
                post.quit = true;
                standing.end = Some(End::Stopped);
                break;
            }
            let level = level(&self.layout, plan.source_colour, levels);
            let blocks = self.active.listed.len() as u64;
            let new =
                dense_level(plan.width, &self.layout, self.words, &mut self.active, level, None);
            let phase = self.layout.phase(levels + 1);
            let step = self.layout.plane_step;
            let mut reached =
                self.targets.iter().filter(|(_, t)| t.reached(self.words, step, phase));
            let found = reached.next().map(|(index, _)| *index);
            (post.new, post.blocks, post.found) = (new, blocks, found);
            self.write(level, &mut post.updates);
            drop(post);
            shared.told[me].store(turn + 1, Ordering::Release);
            let theirs = shared.wait(turn, 1 - me);
            if theirs.quit {
                break;
            }
            self.read(level, &theirs.updates);
            self.active.settle(&self.layout);
            standing.levels += 1;
            standing.frontier = new + theirs.new;
            standing.reached += standing.frontier;
            let found = found.into_iter().chain(theirs.found).min();
            let distance = standing.levels;
            standing.end = found.map(|target| End::Found { target, distance });
            if standing.frontier == 0 {
                standing.end = Some(End::Unreachable);
            }
            let blocks = blocks + theirs.blocks;
            let thin = (standing.frontier as f64) < plan.thin * blocks as f64;
            if standing.end.is_some() || thin || blocks < plan.few {
                break;
            }
        }
        standing
    }

    /// The four classes of rows that a level writes to, from the start of a block.
    fn places(&self, level: Level) -> [usize; 4] {
        let weave = self.layout.weave;
        [0, 1, 2, 3].map(|index| {
            self.layout.plane(level.targets[index / weave], level.to) + index % weave * LANES
        })
    }

    /// Writes down what the other half has to know.
    fn write(&mut self, level: Level, updates: &mut [Vec<HaloUpdate>; 2]) {
        for (side, updates) in updates.iter_mut().enumerate() {
            updates.clear();
            let Border { edge, left, right, .. } = self.layout.borders[side];
            let strip = if side == 0 { 0 } else { self.layout.strips.len() as u32 - 1 };
            for (number, sides) in std::mem::take(&mut self.active.told[side]) {
                let start = Block { strip, number }.start(&self.layout);
                let mut words = [[0; LANES]; 4];
                for (class, at) in words.iter_mut().zip(self.places(level)) {
                    for (word, from) in class.iter_mut().zip(&self.words[start + at..]) {
                        *word = (from & edge) << left >> right;
                    }
                }
                updates.push(HaloUpdate { number, sides, words });
            }
        }
    }

    /// Does what the other half wrote.
    fn read(&mut self, level: Level, updates: &[Vec<HaloUpdate>; 2]) {
        for (side, updates) in updates.iter().enumerate() {
            // Their left border is our right one.
            let renewed = self.layout.borders[1 - side].repeated;
            let strip = if side == 1 { 0 } else { self.layout.strips.len() as u32 - 1 };
            for HaloUpdate { number, sides, words } in updates {
                let block = Block { strip, number: *number };
                let start = block.start(&self.layout);
                for (class, at) in words.iter().zip(self.places(level)) {
                    for (word, new) in self.words[start + at..].iter_mut().zip(class) {
                        *word = *word & !renewed | new;
                    }
                }
                let sides = Sides { left: false, right: false, ..*sides };
                self.active.add(&self.layout, block, true, sides);
                if self.layout.is_at_end(*number as usize) {
                    for &sheet in &level.targets[..level.sheets] {
                        let plane = self.layout.plane(sheet, level.to);
                        repeat_rows(&self.layout, self.words, plane, strip as usize);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planes::flood::{Outcome, Strategy};
    use crate::{Edges, Rules};
    use tabuleiro_core::board::{Size, Square, Squares};
    use tabuleiro_core::random::Rng;

    /// How a flood ends, with its counts, and what it leaves behind.
    fn flood(
        (size, rules, blocked): (Size, Rules, &Squares),
        (from, to): (Square, Square),
        stop_at: u64,
        halves_from: usize,
    ) -> (Outcome, Vec<u64>) {
        let layout = Layout::new(size, rules, true).expect("a knight does not leap too far");
        let width = Width::detect();
        let mut field = Field::new(layout, width, blocked, 1);
        let mut run = Run::new(&mut field, Strategy::Bits, width, &[from]);
        run.halves_from = halves_from;
        let outcome = run.search(&mut field, &[to], &mut |progress| {
            if progress.reached >= stop_at {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(u64::MAX)
            }
        });
        (outcome, field.words.to_vec())
    }

    #[test]
    fn two_threads_do_what_one_does() {
        let mut rng = Rng::new(2);
        let (mut found, mut unreachable, mut stopped) = (0, 0, 0);
        for round in 0..400 {
            // Some are thinner than a leap.
            let rows = if round % 4 == 0 { 1 + rng.below(4) } else { 24 + rng.below(150) };
            let size = Size { rows: rows as u32, cols: 130 + rng.below(500) as u32 };
            let edges = [Edges::Torus, Edges::Plane, Edges::Cylinder][rng.below(3)];
            let rules = Rules { edges, ..Rules::default() };
            let density = rng.below(80);
            let mut blocked = Squares::none(size.area() as usize);
            for place in 0..size.area() as usize {
                if rng.below(100) < density {
                    blocked.insert(place);
                }
            }
            let mut square = || {
                let place = rng.below(size.area() as usize);
                blocked.remove(place);
                size.square(place)
            };
            let ends = (square(), square());
            let stop_at = if rng.below(4) == 0 { 2000 } else { u64::MAX };
            let board = (size, rules, &blocked);
            let (one, one_words) = flood(board, ends, stop_at, usize::MAX);
            let (two, two_words) = flood(board, ends, stop_at, 1);
            assert_eq!(one, two, "{size:?} {edges:?} {density}");
            match one.end {
                End::Found { .. } => found += 1,
                End::Unreachable => unreachable += 1,
                End::Stopped => {
                    // The other half may have been ahead.
                    stopped += 1;
                    continue;
                }
            }
            assert!(one_words == two_words, "{size:?} {edges:?} {density}");
        }
        assert!(found > 50 && unreachable > 20 && stopped > 20, "{found} {unreachable} {stopped}");
    }
}
