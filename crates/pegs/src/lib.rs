//! Peg solitaire: solved, counted, generated and shown. The rules are a crate of their own,
//! [`tabuleiro_pegs_rules`], which this one re-exports.

mod cell_set;
mod count;
mod explain;
mod generate;
mod grow;
pub mod levels;
mod narrate;
pub mod play;
mod quick_refute;
mod show;
mod solve;
mod stack;
mod wide;

pub use tabuleiro_pegs_rules::{
    Argument, GamePosition, Ground, Jump, Jumps, Notation, Pegs, Reason,
};
use tabuleiro_pegs_rules::{BYTES_A_CELL, MOST, named_boards};

pub use count::Quantity;
pub use solve::{Method, Plan};

/// This crate in the headers of the traits that are implemented here for an instance of
/// [`tabuleiro_pegs_rules`]: see [`tabuleiro_core::contract`].
#[derive(Debug)]
pub struct Local;

/// The puzzle without its types, as frontends see it. All that its strategies are compiled for is
/// compiled here, once, and beside the other puzzles.
pub static KIND: &dyn tabuleiro_core::kind::Kind =
    &tabuleiro_core::kind::KindOf::<Pegs, Local>::KIND;
