//! Whether a position can still be won. What is seen at once comes first: a dead position, a short
//! search, weights. Where that does not tell, all positions that can be won are found once and kept:
//! any other position with the same goal is then looked up.

use std::sync::{Arc, Mutex, PoisonError};

use search::layers::Effort;
use search::{Ended, Limit, Meter, Outcome, Proof};

use crate::explain::weights;
use crate::levels::GoalTable;
use crate::play::beam::{self, Width};
use crate::play::field::Field;
use crate::play::grid::DistanceWeight;
use crate::play::memo::{self, Order};
use crate::play::prune::{Found, MOST_CELLS, SHORT};
use crate::play::{auto, class};
use crate::{Ground, Jump, Reason, count, quick_refute};

/// A table larger than this is not made.
const MOST_BYTES: u64 = 256 << 20;
/// The beam that is tried before a table is made.
const BEAM: Width = Width { kept: 128, ending: 500, pull: DistanceWeight::One };

/// The latest table, shared by whoever asks about the same board and goal.
static KEPT: Mutex<Option<Arc<GoalTable>>> = Mutex::new(None);

/// What is known of a position.
pub(super) type Verdict = Outcome<Vec<Jump>, Reason>;

/// The table of a board, if it was made already.
pub(super) fn kept(ground: &Ground) -> Option<Arc<GoalTable>> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.as_ref().filter(|table| table.is_of(ground)).cloned()
}

/// The table of a board, made if it is not there yet; nothing where it is too large, or where nodes are
/// limited: a table is not left half done.
pub(super) fn table(
    ground: &Ground,
    meter: &mut Meter<'_>,
) -> Result<Option<Arc<GoalTable>>, Limit> {
    if let Some(table) = kept(ground) {
        return Ok(Some(table));
    }
    let counted = meter.left(meter.stats().nodes) < u64::MAX;
    let bytes = GoalTable::bytes(ground, meter.threads()).filter(|_| !counted);
    if bytes.is_none_or(|bytes| bytes > MOST_BYTES.min(meter.spare())) {
        return Ok(None);
    }
    let made = GoalTable::new(ground, &mut Effort::new(meter)).map_err(count::limit)?;
    let made = Arc::new(made);
    *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = Some(made.clone());
    Ok(Some(made))
}

/// Decides a position. What it takes is free again for the next.
pub(super) fn decide(ground: &Ground, meter: &mut Meter<'_>) -> Result<Verdict, Limit> {
    let held = meter.claimed();
    let decided = by_stages(ground, meter);
    meter.release(meter.claimed() - held);
    decided
}

fn by_stages(ground: &Ground, meter: &mut Meter<'_>) -> Result<Verdict, Limit> {
    if ground.start == ground.goal {
        return Ok(Outcome::Solved(Vec::new()));
    }
    if let Some(reason) = quick_refute::plain(ground, meter)? {
        return Ok(refuted(reason));
    }
    if let Some(cells) = class::refute(ground, meter)? {
        return Ok(refuted(Reason::Class(cells)));
    }
    let field = Field::within(ground, meter)?;
    let small = field.cells.len() <= MOST_CELLS;
    // A certificate before a search that has seen everything, whichever is there sooner.
    if small && let Some(weights) = weights::fewest(ground, &field) {
        return Ok(refuted(Reason::Pagoda(weights)));
    }
    // What is answered does not depend on what was asked before: a table that is there already only
    // spares searches that would find nothing.
    if kept(ground).is_some_and(|table| !table.wins(&ground.start)) {
        return Ok(Outcome::Impossible(Proof::Exhaustion));
    }
    if small {
        for order in [Order::Reversed, Order::Forward] {
            meter.stage(Some(SHORT));
            let (jumps, ended) = memo::search(&field, order, meter, &mut ());
            meter.stage(None);
            if ended != Ended::Spent {
                return Ok(Outcome::conclude(jumps, ended));
            }
        }
        let (jumps, ended) = beam::search(ground, BEAM, meter, &mut ());
        match (jumps, ended) {
            (Some(jumps), _) => return Ok(Outcome::Solved(jumps)),
            (None, Ended::Cut(limit)) => return Err(limit),
            _ => {}
        }
    }
    if let Some(table) = table(ground, meter)? {
        return Ok(looked_up(&table, ground));
    }
    let (found, ended, _) = auto::search(ground, meter, &mut ());
    Ok(match found {
        Found::Jumps(jumps) => Outcome::Solved(jumps),
        Found::Refuted(reason) => refuted(reason),
        Found::Nothing => Outcome::conclude(None, ended),
    })
}

fn refuted(reason: Reason) -> Verdict {
    Outcome::Impossible(Proof::Argument(reason))
}

/// What a table says: a game to the goal, or that everything was looked at.
fn looked_up(table: &GoalTable, ground: &Ground) -> Verdict {
    if !table.wins(&ground.start) {
        return Outcome::Impossible(Proof::Exhaustion);
    }
    let mut pegs = ground.start.clone();
    let mut jumps: Vec<Jump> = Vec::new();
    while pegs != ground.goal {
        // A peg goes on as long as it can: fewer moves to remember.
        let after = jumps.last().map(|jump| jump.to as usize);
        let mut lines: Vec<[usize; 3]> =
            ground.lines().flat_map(|line| [line, [line[2], line[1], line[0]]]).collect();
        lines.sort_by_key(|line| Some(line[0]) != after);
        let leads_on = lines.into_iter().find_map(|line| {
            let next = (line.map(|cell| pegs[cell]) == [true, true, false]).then(|| {
                let mut next = pegs.clone();
                line.into_iter().for_each(|cell| next[cell] ^= true);
                next
            });
            next.filter(|next| table.wins(next)).map(|next| (line, next))
        });
        let Some((line, next)) = leads_on else {
            unreachable!("a position that can be won has a jump to another");
        };
        jumps.push(Jump { from: line[0] as u32, to: line[2] as u32 });
        pegs = next;
    }
    Outcome::Solved(jumps)
}
