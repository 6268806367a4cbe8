//! The lost knight: solved, counted, generated and shown. The rules are a crate of their own,
//! [`tabuleiro_lost_knight_rules`], which this one re-exports.

mod bits;
mod count;
mod explain;
mod generate;
mod maze;
mod narrate;
mod planes;
mod show;
mod solve;
mod trace;

use tabuleiro_core::leaper::{Edges, Leaper, Moves};
pub use tabuleiro_core::width::{Isa, Width};

use tabuleiro_lost_knight_rules::shared;
pub use tabuleiro_lost_knight_rules::{
    Around, Enclosure, Labels, LostKnight, Prefix, Route, Rules,
};

pub use count::By;
pub use solve::{Method, Plan};
pub use trace::Choice;

/// This crate in the headers of the traits that are implemented here for an instance of
/// [`tabuleiro_lost_knight_rules`]: see [`tabuleiro_core::contract`].
#[derive(Debug)]
pub struct Local;

/// The puzzle without its types, as frontends see it. All that its strategies are compiled for is
/// compiled here, once, and beside the other puzzles.
pub static KIND: &dyn tabuleiro_core::kind::Kind =
    &tabuleiro_core::kind::KindOf::<LostKnight, Local>::KIND;
