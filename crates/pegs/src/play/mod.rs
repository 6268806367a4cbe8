//! The searches and provers, one idea a file. They see a [`Ground`](super::Ground) and know nothing of
//! notations, answers or people. Reading order: [`field`] (cells and jumps numbered), [`position`]
//! (pegs as bits), [`class`] and [`pagoda`] (proofs), [`memo`], [`prune`], [`both_ends`], [`beam`],
//! [`purge`], [`cut`] (searches), [`tally`] (a proof by cases), [`auto`] (which follows which).

pub mod auto;
pub mod beam;
pub mod both_ends;
mod case;
pub mod class;
pub mod cut;
pub mod field;
mod frontier;
pub mod grid;
pub mod images;
pub mod level;
pub mod memo;
mod odds;
pub mod pagoda;
mod parallel;
mod part;
pub mod pool;
pub mod position;
mod prices;
pub mod prune;
pub mod purge;
pub mod sweep;
pub mod table;
mod tableau;
pub mod tally;
pub mod toll;
