//! Whole spaces: positions level by level, those that can be won, numbers of games, and the fewest
//! sweeps. Sees a [`Ground`](super::Ground) and knows nothing of notations, answers or people.

#[cfg(test)]
mod agreement_tests;
mod choose_engine;
mod count;
mod dense;
mod forward;
mod meet_in_the_middle;
mod reach;
mod shape;
mod solutions;
mod space;
mod sweeps;
mod weight;
mod winning;

pub use choose_engine::Engine;
pub use count::{fewest_sweeps, finishes, reachable, sequences, solutions, winning};
pub use forward::Count;
pub use sweeps::Sweeps;
pub use winning::Wins;

/// Why a count of a whole space did not end: what its layers met, or that it could not begin. People
/// are told a [`Limit`](search::Limit) or a diagnostic instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountError {
    /// More than 128 cells of the board can change.
    TooLarge,
    /// Only a process alone counts this: it needs whole levels.
    Alone,
    /// The layers did not.
    Layers(search::layers::LayersError),
}

impl<H: Into<search::layers::LayersError>> From<H> for CountError {
    fn from(halt: H) -> Self {
        CountError::Layers(halt.into())
    }
}
