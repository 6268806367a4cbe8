//! Bit planes as a search tree: states are copied, so taking a step back is a pop.

use std::cell::Cell;

use search::{PruneReason, Tree, Verdict};

use super::choices::Choices;
use super::planes::{Found, State, propagate};
use super::rules::Rules;
use crate::{Futoshiki, Placed};
use tabuleiro_core::width::Width;

/// A search on bit planes.
#[derive(Clone)]
pub(super) struct PlaneTree<'a, const N: usize, const K: usize, const P: usize> {
    rules: Rules<N, K>,
    now: State<N, K, P>,
    above: Vec<State<N, K, P>>,
    /// What is known of the present state, if it was looked at before the search.
    known: Option<Found>,
    /// Where the last solution is left for who is told of it.
    solved: &'a Cell<State<N, K, P>>,
    width: Width,
}

impl<'a, const N: usize, const K: usize, const P: usize> PlaneTree<'a, N, K, P> {
    /// The tree of a board of order `N` below a state; solutions are left in `solved`.
    pub(super) fn new(
        board: &Futoshiki,
        now: State<N, K, P>,
        solved: &'a Cell<State<N, K, P>>,
    ) -> Self {
        let (rules, width) = (Rules::new(board), Width::detect());
        PlaneTree { rules, now, above: Vec::new(), known: None, solved, width }
    }

    /// The present state.
    pub(super) fn state(&self) -> &State<N, K, P> {
        &self.now
    }

    /// Propagates at the root, once and for all.
    pub(super) fn settle(&mut self) -> Found {
        let found = propagate(self.width, &mut self.now, &self.rules, &mut { u32::MAX });
        self.known = Some(found);
        found
    }
}

impl<const N: usize, const K: usize, const P: usize> Tree for PlaneTree<'_, N, K, P> {
    type Step = Placed;
    type Choices = Choices;

    fn judge(&mut self) -> Verdict {
        let known = self.known.take();
        let found = known.unwrap_or_else(|| {
            propagate(self.width, &mut self.now, &self.rules, &mut { u32::MAX })
        });
        match found {
            Found::Dead => Verdict::Closed(PruneReason::Dead),
            Found::Solved => {
                self.solved.set(self.now);
                Verdict::Goal
            }
            Found::Open => Verdict::Open,
        }
    }

    fn choices(&mut self) -> Choices {
        super::branch::choose(self.width, &self.now)
    }

    fn make(&mut self, step: Placed) {
        self.above.push(self.now);
        self.now.place(step);
    }

    fn unmake(&mut self, _: Placed) {
        if let Some(state) = self.above.pop() {
            self.now = state;
        }
    }
}
