//! The searches and provers, one idea a file. They see a [`Ground`](super::Ground) and know nothing of
//! notations, answers or people.

pub mod class;
pub mod field;
pub mod pagoda;
