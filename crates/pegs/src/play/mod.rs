//! The searches and provers, one idea a file. They see a [`Ground`](super::Ground) and know nothing of
//! notations, answers or people. Reading order: [`field`] (cells and jumps numbered), [`position`]
//! (pegs as bits), [`class`] and [`pagoda`] (proofs), [`memo`], [`prune`], [`meet_in_the_middle`], [`beam`],
//! [`purge`], [`decompose`] (searches), [`jump_counts`] (a proof by branch and bound), [`potential`] (what it tells of all positions), [`auto`] (which follows which).

pub mod auto;
pub mod beam;
mod case_tree;
pub mod cell_by_cell_beam;
pub mod class;
pub mod decompose;
mod dual_simplex;
pub mod endgame;
#[cfg(test)]
pub(crate) mod endgame_tests;
pub mod field;
mod frontier;
pub mod grid;
mod image_board;
pub mod images;
pub mod jump_counts;
pub mod learned;
pub mod level;
pub mod meet_in_the_middle;
pub mod memo;
pub mod pagoda;
mod pagoda_bounds;
pub mod pagoda_cone;
mod parity_cuts;
mod parity_pool;
mod part;
pub mod pool;
pub mod position;
mod potential;
pub mod prune;
pub mod purge;
mod relaxation;
pub mod table;
#[cfg(test)]
mod two_ended_tests;
