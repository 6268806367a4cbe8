//! The knight's tour: solved, counted, generated and shown. The rules are a crate of their own,
//! [`tabuleiro_tour_rules`], which this one re-exports.

mod auto;
mod bitboard_path;
mod clued;
mod count;
mod degrees;
mod explain;
mod factor;
mod frontier_dp;
mod generate;
mod generic_path;
mod graph;
mod move_order;
mod narrate;
mod numbered;
mod order;
mod quick_refute;
mod restarts;
#[cfg(test)]
mod restore_tests;
mod roth;
mod show;
mod solve;
mod thin_order;
mod thin_search;
mod tiles;
mod walk;

pub use tabuleiro_tour_rules::{
    Argument, Clues, Facts, ImplicitRows, ImplicitTour, Looked, Numbers, Symmetry, Tour,
    TourPosition,
};
use tabuleiro_tour_rules::{fewest_moves, rules_out};

pub use count::Asked;
pub use order::Order;
pub use solve::Plan;
pub use tiles::{Layout, lay};

/// This crate in the headers of the traits that are implemented here for an instance of
/// [`tabuleiro_tour_rules`]: see [`tabuleiro_core::contract`].
#[derive(Debug)]
pub struct Local;

/// The puzzle without its types, as frontends see it. All that its strategies are compiled for is
/// compiled here, once, and beside the other puzzles.
pub static KIND: &dyn tabuleiro_core::kind::Kind =
    &tabuleiro_core::kind::KindOf::<Tour, Local>::KIND;
