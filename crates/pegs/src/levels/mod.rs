//! Whole spaces: positions level by level, those that can be won, numbers of games, and the fewest
//! sweeps. Sees a [`Ground`](super::Ground) and knows nothing of notations, answers or people.

#[cfg(test)]
mod agree;
mod count;
mod dense;
mod forward;
mod halves;
mod reach;
mod shape;
mod solutions;
mod space;
mod sweeps;
mod way;
mod weight;
mod winning;
mod word;

pub use count::{fewest_sweeps, finishes, reachable, sequences, solutions, winning};
pub use forward::Count;
pub use sweeps::Sweeps;
pub use way::Way;
pub use winning::Wins;

/// Why a count did not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// More than 128 cells of the board can change.
    TooLarge,
    /// Only a process alone counts this: it needs whole levels.
    Alone,
    /// The layers did not.
    Layers(search::layers::Halt),
}

impl<H: Into<search::layers::Halt>> From<H> for Halt {
    fn from(halt: H) -> Self {
        Halt::Layers(halt.into())
    }
}
