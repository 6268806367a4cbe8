//! Queens on a board: the searches, the count, the generator, the hints and the pictures. The rules, re-exported here, are a crate of their own
//! that sees none of these.
#![doc = include_str!("../rules/src/rules.md")]

mod count;
mod explain;
mod generate;
mod narrate;
mod position;
mod show;
mod solve;

pub use solve::Plan;
pub use tabuleiro_template_rules::{Argument, Columns, Queens, Template, put};

/// This crate in the headers of what it implements for a type of another crate, the rules': see
/// [`tabuleiro_core::contract`].
#[derive(Debug)]
pub struct Local;

/// The puzzle as frontends see it: compiled here, so that puzzles are compiled side by side.
pub static KIND: &dyn tabuleiro_core::kind::Kind =
    &tabuleiro_core::kind::KindOf::<Template, Local>::KIND;
