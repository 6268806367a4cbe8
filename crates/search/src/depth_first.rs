//! Depth-first search: one state, changed step by step and back. No recursion, so depth is bounded
//! by memory alone; no allocation but the stack.

use std::ops::ControlFlow;

use crate::limits::PollState;
use crate::stride::{self, StrideEnd};
use crate::{Ended, Event, Meter, Observer};

/// A tree of states, explored by making and unmaking steps on one value.
pub trait Tree: Clone {
    /// What leads from a state to one below it.
    type Step: Copy + PartialEq;
    /// The steps not yet tried: lazy and owning no borrow - a mask, a small array. The estimate of
    /// how far a search is uses `size_hint`, if it is exact.
    type Choices: Iterator<Item = Self::Step> + Clone;

    /// Whether the search may [`stride`] where it is not watched. A tree that does is
    /// cheap to clone, reports which choices are [living](Tree::living), finds its choices by the
    /// state alone, without [`judge`](Tree::judge), and has choices that know how many they are.
    const STRIDES: bool = false;

    /// Rules on the present state. Called once for each, before [`choices`](Tree::choices).
    fn judge(&mut self) -> Verdict;
    /// The steps from the present state, the most promising first. Called once for each open state.
    fn choices(&mut self) -> Self::Choices;
    /// Makes a step.
    fn make(&mut self, step: Self::Step);
    /// Takes the last step made back, whatever `judge` said of the state. All that `make` and
    /// `unmake` look at is as it was before the step; `judge` and `choices` are not asked again.
    fn unmake(&mut self, step: Self::Step);

    /// The [`choices`](Tree::choices) without those that lead to states which `judge` would close,
    /// all as [`PruneReason::Dead`], and how many there are with them. For trees that stride.
    fn living(&mut self) -> (Self::Choices, u64) {
        unreachable!("a tree that strides says which choices are living")
    }
    /// Makes a living step. The [`living`](Tree::living) choices from there.
    #[inline]
    fn advance(&mut self, step: Self::Step) -> (Self::Choices, u64) {
        self.make(step);
        self.living()
    }
    /// Distinguishes this root from others searched in the same run; shown to observers.
    fn root(&self) -> u64 {
        0
    }
    /// Bytes held by tables that grow while the search runs.
    fn memory(&self) -> u64 {
        0
    }
}

/// The ruling on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Solutions may lie below.
    Open,
    /// A solution. Nothing below is explored.
    Goal,
    /// Nothing below needs exploring.
    Closed(PruneReason),
}

/// Why a state was closed; each has its counter in [`Stats`](crate::Stats).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PruneReason {
    /// No solution can lie below.
    Dead,
    /// An equal state was explored before.
    Seen,
    /// Nothing below can better what is known.
    Bound,
}

/// A level of the search above the present state.
pub(crate) struct Level<T: Tree> {
    /// The step that was made from here.
    pub(crate) step: T::Step,
    pub(crate) untried: T::Choices,
    pub(crate) all: T::Choices,
}

/// The steps from the root to the present state.
pub struct Path<'a, T: Tree> {
    levels: &'a [Level<T>],
    last: Option<T::Step>,
}

impl<T: Tree> Path<'_, T> {
    /// The steps in the order in which they were made.
    pub fn steps(&self) -> impl Iterator<Item = T::Step> + '_ {
        self.levels.iter().map(|level| level.step).chain(self.last)
    }
}

/// Explores the whole tree below the present state of `tree`, until a limit of `meter` fires or
/// `on_goal`, which is passed the steps to a solution, breaks. What is left of the tree is not the
/// state it began with if the search was stopped.
pub fn depth_first<T: Tree, O: Observer<T::Step>>(
    tree: &mut T,
    meter: &mut Meter<'_>,
    observer: &mut O,
    mut on_goal: impl FnMut(Path<'_, T>) -> ControlFlow<()>,
) -> Ended {
    let mut stats = meter.stats();
    let mut fuel = match meter.poll(stats, PollState::default()) {
        Ok(fuel) => fuel - 1,
        Err(stop) => return stop.into(),
    };
    stats.nodes += 1;
    observer.on(Event::Root(tree.root()));
    match tree.judge() {
        Verdict::Open => {}
        Verdict::Goal => {
            stats.goals += 1;
            meter.settle(stats);
            observer.on(Event::Goal);
            return match on_goal(Path { levels: &[], last: None }) {
                ControlFlow::Break(()) => Ended::Satisfied,
                ControlFlow::Continue(()) => Ended::Exhausted,
            };
        }
        Verdict::Closed(why) => {
            stats.closed(why);
            meter.settle(stats);
            observer.on(Event::Close(why));
            return Ended::Exhausted;
        }
    }

    let mut levels: Vec<Level<T>> = Vec::new();
    if T::STRIDES && !O::WATCHES {
        let mut goal = |levels: &[Level<T>]| on_goal(Path { levels, last: None });
        let halt = stride::run(tree, meter, &mut stats, &mut goal);
        meter.settle(stats);
        match halt {
            StrideEnd::Ended(ended) => return ended,
            StrideEnd::Handover(above) => levels = above,
        }
        for level in &levels {
            tree.make(level.step);
        }
        fuel = 0;
    }
    let mut untried = tree.choices();
    let mut all = untried.clone();

    loop {
        let Some(step) = untried.next() else {
            let Some(level) = levels.pop() else {
                meter.settle(stats);
                return Ended::Exhausted;
            };
            tree.unmake(level.step);
            stats.backtracks += 1;
            observer.on(Event::Unmake(level.step));
            (untried, all) = (level.untried, level.all);
            continue;
        };
        if fuel == 0 {
            let standing = PollState {
                depth: levels.len() as u64,
                explored: explored(&levels, &untried, &all),
                memory: tree.memory(),
            };
            match meter.poll(stats, standing) {
                Ok(more) => fuel = more,
                Err(stop) => return stop.into(),
            }
        }
        fuel -= 1;

        tree.make(step);
        stats.steps += 1;
        stats.nodes += 1;
        observer.on(Event::Make(step));
        match tree.judge() {
            Verdict::Open => {
                levels.push(Level { step, untried, all });
                stats.deepest = stats.deepest.max(levels.len() as u64);
                untried = tree.choices();
                all = untried.clone();
                continue;
            }
            Verdict::Goal => {
                stats.goals += 1;
                stats.deepest = stats.deepest.max(levels.len() as u64 + 1);
                observer.on(Event::Goal);
                if on_goal(Path { levels: &levels, last: Some(step) }).is_break() {
                    meter.settle(stats);
                    return Ended::Satisfied;
                }
            }
            Verdict::Closed(why) => {
                stats.closed(why);
                stats.deepest = stats.deepest.max(levels.len() as u64 + 1);
                observer.on(Event::Close(why));
            }
        }
        tree.unmake(step);
        stats.backtracks += 1;
        observer.on(Event::Unmake(step));
    }
}

/// The part of the tree that lies behind the present path, if siblings have trees of equal size.
pub(crate) fn explored<T: Tree>(
    levels: &[Level<T>],
    untried: &T::Choices,
    all: &T::Choices,
) -> f64 {
    let mut behind = 0.0;
    let mut width = 1.0;
    let here = std::iter::once((untried, all));
    for (untried, all) in levels.iter().map(|level| (&level.untried, &level.all)).chain(here) {
        let total = all.size_hint().0.max(1) as f64;
        // The sibling now being explored is neither behind nor untried.
        let finished = (total - 1.0 - untried.size_hint().0 as f64).max(0.0);
        width /= total;
        behind += finished * width;
        if width < f64::EPSILON {
            break;
        }
    }
    behind
}
