//! The stride: how an unwatched depth-first search covers the same ground faster.
//!
//! States are copied instead of steps taken back, and only where there is something to come back
//! to. Dead states below an open one are counted without a visit: all states below an open one are
//! paid for when it is opened. At a halt, those that a search step by step would not have come to
//! yet are refunded, so that every counter is what it would have been, to the last node.

use std::ops::ControlFlow;

use crate::depth_first::{Level, Tree, Verdict, explored};
use crate::limits::PollState;
use crate::{Ended, Meter, Stats};

/// How a stride ended.
pub(crate) enum StrideEnd<T: Tree> {
    /// The search is over.
    Ended(Ended),
    /// So few nodes are left that they must be counted one by one. The present state is open,
    /// below these levels, and nothing below it was tried.
    Handover(Vec<Level<T>>),
}

/// A state with living choices left.
#[derive(Clone)]
struct Fork<T: Tree> {
    state: T,
    untried: T::Choices,
    depth: u64,
}

/// A search striding.
struct Stride<T: Tree> {
    state: T,
    depth: u64,
    /// Living steps from the present state that were not tried.
    untried: T::Choices,
    /// The states to come back to are the first `waiting` of these; what else is there is room.
    forks: Vec<Fork<T>>,
    waiting: usize,
    /// States below open states, root excluded: all that were visited, will be, or need not be.
    paid: u64,
    /// States visited that are not on the path to the present one.
    left: u64,
    /// The greatest depth that was left behind.
    deepest: u64,
}

/// Why a stride pauses.
enum Pause {
    /// Nothing is left to try.
    Exhausted,
    /// There is no room for another fork.
    Full,
    /// The present state is a solution.
    Goal,
    /// The present state was opened; so many states below it are not paid for.
    Due { below: u64 },
}

/// Nodes between two polls.
const CHUNK: u64 = 1 << 16;

/// Explores the tree below `root`, an open state, and keeps `stats` up to date.
pub(crate) fn run<T: Tree>(
    root: &T,
    meter: &mut Meter<'_>,
    stats: &mut Stats,
    on_goal: &mut impl FnMut(&[Level<T>]) -> ControlFlow<()>,
) -> StrideEnd<T> {
    let before = *stats;
    let mut goals = 0;
    let mut state = root.clone();
    let (untried, paid) = state.living();
    if paid > meter.left(before.nodes) {
        return StrideEnd::Handover(Vec::new());
    }
    let (depth, forks, waiting) = (0, Vec::new(), 0);
    let (left, deepest) = (0, 0);
    let mut stride = Stride { state, depth, untried, forks, waiting, paid, left, deepest };
    loop {
        let budget = meter.left(before.nodes);
        let pause = stride.go(budget.min(stride.paid + CHUNK));
        if matches!(pause, Pause::Full) {
            stride.make_room();
            continue;
        }
        goals += u64::from(matches!(pause, Pause::Goal));
        let levels = stride.retrace(root);
        let ahead: usize = levels.iter().map(|level| level.untried.size_hint().0).sum();
        *stats = stride.stats(before, goals, ahead as u64);
        match pause {
            Pause::Full => unreachable!("room was made"),
            Pause::Exhausted => return StrideEnd::Ended(Ended::Exhausted),
            Pause::Goal => {
                if on_goal(&levels).is_break() {
                    return StrideEnd::Ended(Ended::Satisfied);
                }
                if !stride.back() {
                    *stats = stride.stats(before, goals, 0);
                    return StrideEnd::Ended(Ended::Exhausted);
                }
            }
            Pause::Due { below } => {
                let all = stride.state.choices();
                let explored = explored(&levels, &all, &all);
                let standing = PollState { depth: stride.depth, explored, memory: 0 };
                match meter.poll(*stats, standing) {
                    Err(stop) => return StrideEnd::Ended(stop.into()),
                    Ok(_) if stride.paid + below > meter.left(before.nodes) => {
                        return StrideEnd::Handover(levels);
                    }
                    Ok(_) => stride.paid += below,
                }
            }
        }
    }
}

impl<T: Tree> Stride<T> {
    /// Goes on until `due` states are paid for.
    #[inline(never)]
    fn go(&mut self, due: u64) -> Pause {
        // Copies, for the compiler to keep in registers.
        let mut state = self.state.clone();
        let mut untried = self.untried.clone();
        let Stride { mut depth, mut left, mut deepest, .. } = *self;
        let mut waiting = self.waiting;
        let mut fuel = due - self.paid;
        let forks = &mut self.forks[..];
        let pause = loop {
            if waiting == forks.len() {
                break Pause::Full;
            }
            let Some(step) = untried.next() else {
                // An open state has something below it, if only dead states.
                deepest = deepest.max(depth + 1);
                if waiting == 0 {
                    left += depth;
                    depth = 0;
                    break Pause::Exhausted;
                }
                waiting -= 1;
                let fork = forks[waiting].clone();
                left += depth - fork.depth;
                (state, untried, depth) = (fork.state, fork.untried, fork.depth);
                continue;
            };
            if untried.size_hint().1 != Some(0) {
                forks[waiting] = Fork { state: state.clone(), untried: untried.clone(), depth };
                waiting += 1;
            }
            let below;
            (untried, below) = state.advance(step);
            depth += 1;
            // A living choice leads to a state that is not closed, so that what is judged of it
            // beyond being a solution need not be found out at all.
            let verdict = state.judge();
            debug_assert!(!matches!(verdict, Verdict::Closed(_)));
            if verdict == Verdict::Goal {
                break Pause::Goal;
            }
            let Some(rest) = fuel.checked_sub(below) else { break Pause::Due { below } };
            fuel = rest;
        };
        (self.state, self.untried, self.waiting) = (state, untried, waiting);
        (self.depth, self.paid, self.left, self.deepest) = (depth, due - fuel, left, deepest);
        pause
    }

    /// Makes room for more forks.
    fn make_room(&mut self) {
        let (state, untried) = (self.state.clone(), self.untried.clone());
        let room = (2 * self.forks.len()).max(64);
        self.forks.resize(room, Fork { state, untried, depth: 0 });
    }

    /// Goes back from a solution to where there is something left to try. Whether there is.
    fn back(&mut self) -> bool {
        self.deepest = self.deepest.max(self.depth);
        let Some(last) = self.waiting.checked_sub(1) else {
            self.left += self.depth;
            self.depth = 0;
            return false;
        };
        let fork = self.forks[last].clone();
        self.left += self.depth - fork.depth;
        (self.state, self.untried, self.depth) = (fork.state, fork.untried, fork.depth);
        self.waiting = last;
        true
    }

    /// What a search step by step would have counted beyond `before`, so many states that were paid
    /// for being still ahead of it.
    fn stats(&self, before: Stats, goals: u64, ahead: u64) -> Stats {
        let nodes = self.paid - ahead;
        Stats {
            nodes: before.nodes + nodes,
            steps: before.steps + nodes,
            backtracks: before.backtracks + nodes - self.depth,
            // Whatever was not visited was dead, and whatever was visited was not.
            dead: before.dead + nodes - (self.left + self.depth),
            goals: before.goals + goals,
            deepest: before.deepest.max(self.deepest).max(self.depth),
            ..before
        }
    }

    /// The levels above the present state, each with all that comes after its step.
    fn retrace(&self, root: &T) -> Vec<Level<T>> {
        let mut state = root.clone();
        let mut forks = self.forks[..self.waiting].iter().peekable();
        let mut levels = Vec::new();
        for depth in 0..self.depth {
            let all = state.choices();
            // All living steps were tried where there is no coming back to, the last one last.
            let fork = forks.next_if(|fork| fork.depth == depth);
            let untried = fork.map_or(0, |fork| fork.untried.size_hint().0);
            let mut living = state.living().0;
            let step = living
                .nth(living.size_hint().0 - untried - 1)
                .unwrap_or_else(|| unreachable!("a step was made"));
            let mut untried = all.clone();
            untried.find(|&other| other == step);
            state.make(step);
            levels.push(Level { step, untried, all });
        }
        levels
    }
}
