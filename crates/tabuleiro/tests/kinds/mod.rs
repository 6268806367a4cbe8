//! Every kind that the contract is tested on: the real ones, and the template that new ones are copied from.
#![allow(dead_code, reason = "every test takes one of these")]

use tabuleiro::kind::Kind;

/// All of them.
pub(crate) fn every_kind() -> impl Iterator<Item = &'static dyn Kind> {
    tabuleiro::KINDS.iter().copied().chain([tabuleiro_template::KIND])
}

/// All of them; or the one that the variable `KIND` names, for somebody who works on one puzzle.
pub(crate) fn kinds() -> impl Iterator<Item = &'static dyn Kind> {
    let only = std::env::var("KIND").ok();
    every_kind().filter(move |kind| only.as_deref().is_none_or(|name| name == kind.about().name))
}
