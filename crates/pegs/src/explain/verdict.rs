//! Whether a position can still be won. What is seen at once comes first: a dead position, weights, a short search down
//! to the positions near the goal, which are kept, and narrow beams. Where that does not tell, a longer search does,
//! which learns pagoda functions as it fails, and at last one of everything.

use std::sync::{Arc, Mutex, PoisonError};

use search::{Ended, Limit, Meter, Outcome, Proof};

use crate::explain::weights;
use crate::play::beam::{self, Width};
use crate::play::endgame::Endgame;
use crate::play::field::Field;
use crate::play::grid::{DistanceWeight, Grid};
use crate::play::learned::Learned;
use crate::play::memo::{self, Order};
use crate::play::prune::{Found, MOST_CELLS, SHORT};
use crate::play::{auto, class};
use crate::{Ground, Jump, Reason, quick_refute};

/// The beams that are tried before a long search.
const BEAMS: [Width; 5] = [
    width(8, DistanceWeight::One),
    width(16, DistanceWeight::Square),
    width(32, DistanceWeight::One),
    width(64, DistanceWeight::One),
    width(128, DistanceWeight::Square),
];

const fn width(kept: usize, pull: DistanceWeight) -> Width {
    Width { kept, ending: 250 + 2 * kept, pull }
}

/// The positions near a goal, kept for whoever asks about the same board and goal.
static NEAR: Mutex<Option<Arc<Endgame>>> = Mutex::new(None);

/// Positions that a search plays through before others are tried, and after them.
const PLAYED: [u64; 2] = [2 * SHORT, 4_000_000];

/// What is known of a position.
pub(super) type Verdict = Outcome<Vec<Jump>, Reason>;

/// Decides a position. What it takes is free again for the next.
pub(super) fn decide(ground: &Ground, meter: &mut Meter<'_>) -> Result<Verdict, Limit> {
    let held = meter.claimed();
    let decided = by_stages(ground, meter);
    meter.release(meter.claimed() - held);
    decided
}

fn by_stages(ground: &Ground, meter: &mut Meter<'_>) -> Result<Verdict, Limit> {
    if let Some(verdict) = staged(ground, PLAYED[1], meter)? {
        return Ok(verdict);
    }
    let (found, ended, _) = auto::search(ground, meter, &mut ());
    Ok(match found {
        Found::Jumps(jumps) => Outcome::Solved(jumps),
        Found::Refuted(reason) => refuted(reason),
        Found::Nothing => Outcome::conclude(None, ended),
    })
}

/// Decides a position as far as some milliseconds go: what is seen at once, weights, and short searches.
pub(super) fn quickly(ground: &Ground, meter: &mut Meter<'_>) -> Result<Option<Verdict>, Limit> {
    staged(ground, 0, meter)
}

/// The same with a search of so many nodes at the end.
fn staged(ground: &Ground, nodes: u64, meter: &mut Meter<'_>) -> Result<Option<Verdict>, Limit> {
    if ground.start == ground.goal {
        return Ok(Some(Outcome::Solved(Vec::new())));
    }
    if let Some(reason) = quick_refute::plain(ground, meter)? {
        return Ok(Some(refuted(reason)));
    }
    if let Some(cells) = class::refute(ground, meter)? {
        return Ok(Some(refuted(Reason::Class(cells))));
    }
    let field = Field::within(ground, meter)?;
    if field.cells.len() > MOST_CELLS {
        return Ok(None);
    }
    // A certificate before a search that has seen everything, whichever is there sooner.
    if let Some(weights) = weights::smallest(ground, &field) {
        return Ok(Some(refuted(Reason::Pagoda(weights))));
    }
    let near = near(ground, meter)?;
    let mut learned = near.as_ref().map(|near| near.learner());
    match near.as_ref().zip(learned.as_mut()) {
        Some((near, learned)) => {
            if let Some(verdict) = played(near, ground, learned, PLAYED[0], meter) {
                return Ok(Some(verdict));
            }
        }
        None => {
            for order in [Order::Reversed, Order::Forward] {
                meter.stage(Some(SHORT));
                let (jumps, ended) = memo::search(&field, order, meter, &mut ());
                meter.stage(None);
                if ended != Ended::Spent {
                    return Ok(Some(Outcome::conclude(jumps, ended)));
                }
            }
        }
    }
    let grid = Grid::within(ground, &field, meter)?;
    let filter = learned.as_ref().and_then(|learned| learned.filter(&field));
    for width in BEAMS {
        match beam::filtered(ground, &field, &grid, width, filter.as_ref(), meter, &mut ()) {
            (Some(jumps), _) => return Ok(Some(Outcome::Solved(jumps))),
            (None, Ended::Cut(limit)) => return Err(limit),
            _ => {}
        }
    }
    Ok(near
        .filter(|_| nodes > 0)
        .zip(learned)
        .and_then(|(near, mut learned)| played(&near, ground, &mut learned, nodes, meter)))
}

/// From how many jumps before the goal positions are looked up: half of the way, however many more are kept, so that
/// nothing depends on what was asked before.
fn half(ground: &Ground) -> usize {
    ground.pegs().saturating_sub(ground.goal_pegs()).div_ceil(2)
}

/// What a search of so many nodes that ends near the goal says, if it is enough.
fn played(
    near: &Endgame,
    ground: &Ground,
    learned: &mut Learned,
    nodes: u64,
    meter: &mut Meter<'_>,
) -> Option<Verdict> {
    meter.stage(Some(nodes));
    let (jumps, ended) = near.search(ground, half(ground), learned, meter);
    meter.stage(None);
    (ended != Ended::Spent).then(|| Outcome::conclude(jumps, ended))
}

/// The positions near the goal of a board, made if they are not there yet; nothing for boards that are too large.
fn near(ground: &Ground, meter: &mut Meter<'_>) -> Result<Option<Arc<Endgame>>, Limit> {
    let jumps = half(ground);
    let mut kept = NEAR.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if kept.as_ref().is_none_or(|kept| !kept.is_of(ground) || !kept.is_enough(jumps)) {
        kept = Endgame::new(ground, jumps, meter)?.map(Arc::new);
        NEAR.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&kept);
    }
    Ok(kept)
}

fn refuted(reason: Reason) -> Verdict {
    Outcome::Impossible(Proof::Argument(reason))
}
