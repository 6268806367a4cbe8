//! Whole spaces: positions level by level, those that can be won, numbers of games, and the fewest
//! sweeps. Sees a [`Ground`](super::Ground) and knows nothing of notations, answers or people.

mod count;
mod effort;
mod halves;
mod open;
mod reach;
mod run;
mod shape;
mod solutions;
mod space;
mod sweeps;
mod table;
mod weight;
mod winning;
mod word;

pub use count::{fewest_sweeps, reachable, sequences, solutions, winning};
pub use effort::Halt;
pub use reach::Count;
pub use sweeps::Sweeps;
pub use winning::Wins;
