//! Hints, verdicts and ratings. Reading order: [`verdict`] (can a path still be completed), [`hint`] (the
//! next move and why), [`places`] and [`numbers`] (boards with given numbers, by logic), [`rate`] (how hard
//! these are). What an explanation must show stands in the rules, which see none of this.

mod hint;
mod numbers;
mod places;
mod rate;
mod verdict;

pub(super) use rate::{Level, climb, rate};
