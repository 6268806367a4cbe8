//! Whether a path can still be completed: what is left of the board is a tour of its own, which today's
//! arguments and searches decide. Where a search has seen everything, an argument is looked for once
//! more: one that can be told is worth more than a number of nodes.

use search::{Limit, Meter, Outcome, Proof};

use crate::{Argument, Numbers, Plan, Tour, factor};
use tabuleiro_core::contract::Solve;

/// Nodes for squares that need more links than there are for them, once it is known that there is no
/// tour.
const NODES: u64 = 4_000;

/// Decides a tour.
pub(super) fn decide(tour: &Tour, meter: &mut Meter<'_>) -> Outcome<Numbers, Argument> {
    let outcome = tour.solve(&Plan::Auto, meter, &mut (), &mut Vec::new());
    if !matches!(outcome, Outcome::Impossible(Proof::Exhaustion)) {
        return outcome;
    }
    meter.stage(Some(NODES));
    let argued = factor::search(tour, meter, &mut ());
    meter.stage(None);
    match argued {
        Outcome::Impossible(argument) => Outcome::Impossible(argument),
        Outcome::Unknown(limit @ (Limit::Time | Limit::Cancelled)) => Outcome::Unknown(limit),
        Outcome::Solved(_) | Outcome::Unknown(_) => Outcome::Impossible(Proof::Exhaustion),
    }
}
