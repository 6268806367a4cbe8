//! Bit planes as a search tree: states are copied, so taking a step back is a pop.

use std::cell::Cell;

use search::{Tree, Verdict, Why};

use super::choices::Choices;
use super::planes::{Found, Rules, State};
use crate::futoshiki::{Futoshiki, Placed};

/// A search on bit planes.
#[derive(Clone)]
pub(super) struct PlaneTree<'a, const N: usize, const K: usize> {
    rules: Rules<N, K>,
    now: State<N, K>,
    above: Vec<State<N, K>>,
    /// What is known of the present state, if it was looked at before the search.
    known: Option<Found>,
    /// Where the last solution is left for who is told of it.
    solved: &'a Cell<State<N, K>>,
}

impl<'a, const N: usize, const K: usize> PlaneTree<'a, N, K> {
    /// The tree of a board of order `N` below a state; solutions are left in `solved`.
    pub(super) fn new(board: &Futoshiki, now: State<N, K>, solved: &'a Cell<State<N, K>>) -> Self {
        PlaneTree { rules: Rules::new(board), now, above: Vec::new(), known: None, solved }
    }

    /// The present state.
    pub(super) fn state(&self) -> &State<N, K> {
        &self.now
    }

    /// Propagates at the root, once and for all.
    pub(super) fn settle(&mut self) -> Found {
        let found = self.now.propagate(&self.rules);
        self.known = Some(found);
        found
    }
}

impl<const N: usize, const K: usize> Tree for PlaneTree<'_, N, K> {
    type Step = Placed;
    type Choices = Choices;

    fn judge(&mut self) -> Verdict {
        let found = self.known.take().unwrap_or_else(|| self.now.propagate(&self.rules));
        match found {
            Found::Dead => Verdict::Closed(Why::Dead),
            Found::Solved => {
                self.solved.set(self.now);
                Verdict::Goal
            }
            Found::Open => Verdict::Open,
        }
    }

    fn choices(&mut self) -> Choices {
        super::branch::choose(&self.now)
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
