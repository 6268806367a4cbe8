//! Hints, verdicts and ratings. Reading order: [`verdict`] (can a position still be won), [`reasons`]
//! (why jumps lose), [`weights`] (numbers that show it), [`hint`] (the next jump and why), [`rate`] (how
//! hard). What an explanation must show stands in the rules, which see none of this.

mod hint;
mod rate;
mod reasons;
mod verdict;
mod weights;

pub(super) use rate::{DifficultyLevel, is_rated, rate};
