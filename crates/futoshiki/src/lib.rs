//! Futoshiki: solved, counted, generated and shown. The rules are a crate of their own,
//! [`tabuleiro_futoshiki_rules`], which this one re-exports.

mod conflict;
mod count;
mod domains;
mod explain;
mod fast;
mod fewest;
mod generate;
mod narrate;
mod plain;
mod quick_refute;
mod rate;
mod show;
mod solve;
mod ties;
mod values;

pub use tabuleiro_futoshiki_rules::{Argument, Futoshiki, Grid, Notation, Placed, Position, Sign};
use tabuleiro_futoshiki_rules::{Clue, parse_order};

pub use count::solutions;
pub use domains::{Next, Propagation};
pub use rate::{Level, rate};
pub use solve::{Method, Plan};

/// This crate in the headers of the traits that are implemented here for an instance of
/// [`tabuleiro_futoshiki_rules`]: see [`tabuleiro_core::contract`].
#[derive(Debug)]
pub struct Local;

/// The puzzle without its types, as frontends see it. All that its strategies are compiled for is
/// compiled here, once, and beside the other puzzles.
pub static KIND: &dyn tabuleiro_core::kind::Kind =
    &tabuleiro_core::kind::KindOf::<Futoshiki, Local>::KIND;
