//! Every kind that the contract is tested on: the real ones, and the template that new ones are copied from.

use tabuleiro::kind::{Kind, KindOf};
use tabuleiro_template::{Local, Template};

/// All of them; or the one that the variable `KIND` names, for somebody who works on one puzzle.
pub(crate) fn kinds() -> impl Iterator<Item = &'static dyn Kind> {
    let template = &KindOf::<Template, Local>::KIND as &dyn Kind;
    let only = std::env::var("KIND").ok();
    let is_meant = move |kind: &&dyn Kind| only.as_deref().is_none_or(|o| o == kind.about().name);
    tabuleiro::KINDS.iter().copied().chain([template]).filter(is_meant)
}
