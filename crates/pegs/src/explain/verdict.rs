//! Whether a position can still be won. What is seen at once comes first: a dead position, weights, a short search down
//! to the positions near the goal, which are kept, and narrow beams. If that does not decide, a longer search does,
//! which takes some tens of milliseconds, and at last one of everything. Where that was needed a few times, all positions
//! that can be won are found once and kept: from then on a look tells whether a position can be won, and a game that only
//! long searches find is found along the table.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use search::layers::Effort;
use search::{Ended, Limit, Meter, Outcome, Proof};

use crate::explain::weights;
use crate::levels::GoalTable;
use crate::play::beam::{self, Width};
use crate::play::endgame::Endgame;
use crate::play::field::Field;
use crate::play::grid::{DistanceWeight, Grid};
use crate::play::memo::{self, Order};
use crate::play::prune::{Found, MOST_CELLS, SHORT};
use crate::play::{auto, class};
use crate::{Ground, Jump, Reason, count, quick_refute};

/// A table larger than this is not made.
const MOST_BYTES: u64 = 256 << 20;
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

/// Positions that are decided by a long search before a table is made, which takes seconds.
const ENOUGH: u64 = 8;

/// How many were.
static ASKED: AtomicU64 = AtomicU64::new(0);

/// The latest table, shared by all questions about the same board and goal.
static KEPT: Mutex<Option<Arc<GoalTable>>> = Mutex::new(None);

/// The positions near a goal, kept for later questions about the same board and goal.
static NEAR: Mutex<Option<Arc<Endgame>>> = Mutex::new(None);

/// Positions that a search plays through before others are tried, and after them.
const PLAYED: [u64; 2] = [2 * SHORT, 200_000];

/// What is known of a position.
pub(super) type Verdict = Outcome<Vec<Jump>, Reason>;

/// Whether the table of a board is small enough to be made, however many threads there are.
pub(super) fn has_small_table(ground: &Ground) -> bool {
    GoalTable::bytes(ground, 1).is_some_and(|bytes| bytes <= MOST_BYTES)
}

/// The table of a board, if it was made already.
fn kept(ground: &Ground) -> Option<Arc<GoalTable>> {
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
    let counted = meter.left(0) < u64::MAX;
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

/// Whether a position can still be won, without a reason.
pub(super) fn wins(ground: &Ground, meter: &mut Meter<'_>) -> Result<bool, Limit> {
    if let Some(table) = kept(ground) {
        return Ok(table.wins(&ground.start));
    }
    match decide(ground, meter)? {
        Outcome::Solved(_) => Ok(true),
        Outcome::Impossible(_) => Ok(false),
        Outcome::Unknown(limit) => Err(limit),
    }
}

fn by_stages(ground: &Ground, meter: &mut Meter<'_>) -> Result<Verdict, Limit> {
    let mut table = kept(ground);
    let known = table.as_ref().map(|table| table.wins(&ground.start));
    if let Some(verdict) = staged(ground, known, meter)? {
        return Ok(verdict);
    }
    if table.is_none()
        && let Some(near) = near(ground, meter)?
        && let Some(verdict) = played(&near, ground, PLAYED[1], meter)
    {
        return Ok(verdict);
    }
    if table.is_none() && ASKED.fetch_add(1, Ordering::Relaxed) >= ENOUGH {
        table = self::table(ground, meter)?;
    }
    if let Some(table) = table {
        let game = walked(&table, ground);
        return Ok(game.map_or(Outcome::Impossible(Proof::Exhaustion), Outcome::Solved));
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
    staged(ground, None, meter)
}

/// The same where it may be known already whether the position can be won: what would find nothing is left out,
/// and what is told is the same.
fn staged(
    ground: &Ground,
    known: Option<bool>,
    meter: &mut Meter<'_>,
) -> Result<Option<Verdict>, Limit> {
    if ground.start == ground.goal {
        return Ok(Some(Outcome::Solved(Vec::new())));
    }
    if let Some(reason) = quick_refute::plain(ground, meter)? {
        return Ok(Some(refuted(reason)));
    }
    if known != Some(true)
        && let Some(cells) = class::refute(ground, meter)?
    {
        return Ok(Some(refuted(Reason::Class(cells))));
    }
    let field = Field::within(ground, meter)?;
    if field.cells.len() > MOST_CELLS {
        return Ok(None);
    }
    // A certificate before a search that has seen everything, whichever is there sooner.
    if known != Some(true)
        && let Some(weights) = weights::smallest(ground, &field)
    {
        return Ok(Some(refuted(Reason::Pagoda(weights))));
    }
    if known == Some(false) {
        return Ok(Some(Outcome::Impossible(Proof::Exhaustion)));
    }
    let near = near(ground, meter)?;
    match &near {
        Some(near) => {
            if let Some(verdict) = played(near, ground, PLAYED[0], meter) {
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
    for width in BEAMS {
        match beam::filtered(ground, &field, &grid, width, None, meter, &mut ()) {
            (Some(jumps), _) => return Ok(Some(Outcome::Solved(jumps))),
            (None, Ended::Cut(limit)) => return Err(limit),
            _ => {}
        }
    }
    Ok(None)
}

/// From how many jumps before the goal positions are looked up: half of the way, however many more are kept, so that
/// nothing depends on what was asked before.
fn half(ground: &Ground) -> usize {
    ground.pegs().saturating_sub(ground.goal_pegs()).div_ceil(2)
}

/// What a search of so many nodes that ends near the goal says, if it is enough.
fn played(near: &Endgame, ground: &Ground, nodes: u64, meter: &mut Meter<'_>) -> Option<Verdict> {
    meter.stage(Some(nodes));
    let (jumps, ended) = near.search(ground, half(ground), meter);
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

/// A game to the goal, along positions that can be won; a peg that has jumped goes on where it can.
fn walked(table: &GoalTable, ground: &Ground) -> Option<Vec<Jump>> {
    let mut pegs = ground.start.clone();
    let mut game: Vec<Jump> = Vec::new();
    if !table.wins(&pegs) {
        return None;
    }
    while pegs != ground.goal {
        let last = game.last().map(|jump| jump.to as usize);
        let lines = ground.lines().flat_map(|[a, b, c]| [[a, b, c], [c, b, a]]);
        let mut lines: Vec<[usize; 3]> =
            lines.filter(|line| line.map(|cell| pegs[cell]) == [true, true, false]).collect();
        lines.sort_by_key(|line| Some(line[0]) != last);
        let next = lines.into_iter().find(|line| {
            line.iter().for_each(|&cell| pegs[cell] ^= true);
            let wins = table.wins(&pegs);
            if !wins {
                line.iter().for_each(|&cell| pegs[cell] ^= true);
            }
            wins
        });
        let [from, _, to] = next.expect("a position that can be won has a jump that keeps it so");
        game.push(Jump { from: from as u32, to: to as u32 });
    }
    Some(game)
}

fn refuted(reason: Reason) -> Verdict {
    Outcome::Impossible(Proof::Argument(reason))
}
