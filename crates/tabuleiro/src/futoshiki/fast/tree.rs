//! Bit planes as a search tree: states are copied, so taking a step back is a pop.

use search::{Tree, Verdict, Why};

use super::choices::Choices;
use super::planes::{Found, Rules, State};
use crate::futoshiki::{Futoshiki, Placed};

/// A search on bit planes.
#[derive(Clone)]
pub(super) struct PlaneTree<const N: usize, const K: usize> {
    rules: Rules<N, K>,
    now: State<N, K>,
    above: Vec<State<N, K>>,
}

impl<const N: usize, const K: usize> PlaneTree<N, K> {
    /// The tree of a board of order `N`, of those solutions that do not put `forbidden`.
    pub(super) fn new(board: &Futoshiki, forbidden: Option<Placed>) -> Self {
        let mut now = State::new(board);
        if let Some(step) = forbidden {
            now.forbid(step);
        }
        PlaneTree { rules: Rules::new(board), now, above: Vec::new() }
    }

    /// The present state.
    pub(super) fn state(&self) -> &State<N, K> {
        &self.now
    }

    /// What the board demands of neighbours.
    pub(super) fn rules(&self) -> &Rules<N, K> {
        &self.rules
    }

    /// Propagates at the root.
    pub(super) fn settle(&mut self) -> Found {
        self.now.propagate(&self.rules)
    }
}

impl<const N: usize, const K: usize> Tree for PlaneTree<N, K> {
    type Step = Placed;
    type Choices = Choices;

    fn judge(&mut self) -> Verdict {
        match self.settle() {
            Found::Dead => Verdict::Closed(Why::Dead),
            Found::Solved => Verdict::Goal,
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
