//! The strategy `auto`: quick proofs, quick searches that often find something, wider ones, and at last the
//! one that always ends.

use search::limits::Stop;
use search::{Ended, Event, Meter, Observer};

use super::beam::{self, Width};
use super::cell_by_cell_beam::Effort;
use super::decompose::{EFFORTS, QUICK, cut};
use super::field::Field;
use super::grid::{DistanceWeight, Grid};
use super::memo::{self, Order};
use super::pool::Pool;
use super::prune::{Found, MOST_CELLS, SHORT, weights};
use super::purge::purge;
use super::{class, jump_counts, meet_in_the_middle, pagoda};
use crate::{Ground, Jump, Reason};
use tabuleiro_pegs_rules::jump_counts::MOST_COUNTED;

/// A stage of the search, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Parity classes.
    Class,
    /// Blocks removed until a small board is left.
    PurgeMoves,
    /// A short search with memory.
    Memo,
    /// The linear programme for a pagoda function.
    Pagoda,
    /// A beam.
    Beam,
    /// The board in parts.
    Cut,
    /// Branch and bound over how often each line is jumped along.
    JumpCounts,
    /// The half-space search.
    BothEnds,
}

impl Stage {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Class => "class",
            Stage::PurgeMoves => "purge",
            Stage::Memo => "memo",
            Stage::Pagoda => "pagoda",
            Stage::Beam => "beam",
            Stage::Cut => "cut",
            Stage::JumpCounts => "jump-counts",
            Stage::BothEnds => "both-ends",
        }
    }
}

/// The first beams; on boards with linear programmes these come before them.
const NARROW: [Width; 2] = [width(8, DistanceWeight::One), width(16, DistanceWeight::Square)];
/// Then these.
const MIDDLE: [Width; 8] = [
    width(32, DistanceWeight::One),
    width(64, DistanceWeight::One),
    width(128, DistanceWeight::One),
    width(128, DistanceWeight::Square),
    width(256, DistanceWeight::One),
    width(512, DistanceWeight::Square),
    width(1000, DistanceWeight::One),
    width(4000, DistanceWeight::One),
];
/// And these behind a filter, where there is one.
const WIDE: [Width; 5] = [
    width(2000, DistanceWeight::Even),
    width(2000, DistanceWeight::Square),
    width(10_000, DistanceWeight::Even),
    width(20_000, DistanceWeight::One),
    width(40_000, DistanceWeight::Even),
];

/// A larger endgame takes longer and seldom helps.
const fn width(kept: usize, pull: DistanceWeight) -> Width {
    Width { kept, ending: 250 + 2 * kept, pull }
}

/// What a block that a cut leaves is tried with: it is one of hundreds, and mostly hopeless.
const BLOCK: [Width; 2] = [width(24, DistanceWeight::One), width(100, DistanceWeight::Square)];
/// Beams that the core of a purged board is tried with.
const CORE: usize = 5;
/// Cells from which a board may be worth purging or cutting.
const LARGE: usize = 65;

/// Cases that are looked at before counting jumps is given up.
const CASES: u64 = 12_000;

/// Solves or refutes, within the limits of the meter; says which stage answered.
pub fn search<O: Observer<Jump>>(
    ground: &Ground,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Found, Ended, Stage) {
    match class::refute(ground, meter) {
        Ok(None) => {}
        Ok(Some(cells)) => {
            let found = Found::Refuted(Reason::Class(cells));
            return (found, Ended::Exhausted, Stage::Class);
        }
        Err(limit) => return (Found::Nothing, Ended::Cut(limit), Stage::Class),
    }
    let large = ground.inside.iter().filter(|&&inside| inside).count() >= LARGE;
    if large && let Some((found, ended)) = answered(purged(ground, meter, observer)) {
        return (found, ended, Stage::PurgeMoves);
    }
    let field = match Field::within(ground, meter) {
        Ok(field) => field,
        Err(limit) => return (Found::Nothing, Ended::Cut(limit), Stage::Memo),
    };
    let small = field.cells.len() <= MOST_CELLS;
    if small {
        for order in [Order::Reversed, Order::Forward] {
            meter.stage(Some(SHORT));
            let (jumps, ended) = memo::search(&field, order, meter, observer);
            meter.stage(None);
            if ended != Ended::Spent {
                return (jumps.into(), ended, Stage::Memo);
            }
        }
    }
    let grid = match Grid::within(ground, &field, meter) {
        Ok(grid) => grid,
        Err(limit) => return (Found::Nothing, Ended::Cut(limit), Stage::Beam),
    };
    let cast = |width: Width, pool: Option<&Pool>, meter: &mut Meter<'_>, observer: &mut O| {
        answered(beam::filtered(ground, &field, &grid, width, pool, meter, observer))
    };
    // A long game loses its way in a narrow beam.
    let length = field.length().unwrap_or(0);
    let narrow = |width: &Width| width.kept * 8 < length;
    for width in NARROW.into_iter().filter(|width| !narrow(width)) {
        if let Some((found, ended)) = cast(width, None, meter, observer) {
            return (found, ended, Stage::Beam);
        }
    }
    let heavy = || {
        let found = pagoda::refute(&field)?;
        Some(Found::Refuted(Reason::Pagoda(weights(ground, &field, &found))))
    };
    if small && let Some(found) = heavy() {
        return (found, Ended::Exhausted, Stage::Pagoda);
    }
    // Many boards that a quick effort does not solve cannot be solved.
    let counted = ground.inside.len() <= MOST_COUNTED;
    let (first, later) = EFFORTS.split_at(if counted { QUICK } else { EFFORTS.len() });
    if large && let Some((found, ended)) = answered(parted(ground, first, meter, observer)) {
        return (found, ended, Stage::Cut);
    }
    if large && counted {
        // On larger boards the programme takes longer than most games.
        if !small && let Some(found) = heavy() {
            return (found, Ended::Exhausted, Stage::Pagoda);
        }
        if let Some((found, ended)) = counted_out(ground, meter) {
            return (found, ended, Stage::JumpCounts);
        }
        if let Some((found, ended)) = answered(parted(ground, later, meter, observer)) {
            return (found, ended, Stage::Cut);
        }
    }
    for width in MIDDLE.into_iter().filter(|width| !narrow(width)) {
        if let Some((found, ended)) = cast(width, None, meter, observer) {
            return (found, ended, Stage::Beam);
        }
    }
    if !large && let Some((found, ended)) = counted_out(ground, meter) {
        return (found, ended, Stage::JumpCounts);
    }
    let mut pool = None;
    if small {
        match Pool::new(&field, meter) {
            Ok(made) => pool = Some(made),
            Err(ended) => return (Found::Nothing, ended, Stage::Pagoda),
        }
    }
    for width in WIDE {
        if let Some((found, ended)) = cast(width, pool.as_ref(), meter, observer) {
            return (found, ended, Stage::Beam);
        }
    }
    let (jumps, ended) = meet_in_the_middle::search(&field, pool.as_ref(), meter, observer);
    (jumps.into(), ended, Stage::BothEnds)
}

/// What an incomplete search answered, if it did: jumps, or that a limit fired. One that kept
/// everything could claim more; the last stage will.
fn answered((jumps, ended): (Option<Vec<Jump>>, Ended)) -> Option<(Found, Ended)> {
    (jumps.is_some() || ended != Ended::Exhausted).then(|| (jumps.into(), ended))
}

/// What counts of jumps tell, if they rule a game out or a limit fires.
fn counted_out(ground: &Ground, meter: &mut Meter<'_>) -> Option<(Found, Ended)> {
    match jump_counts::refute(ground, CASES, meter) {
        Ok(counts) => {
            let reason = Reason::JumpCounts(counts?);
            Some((Found::Refuted(reason), Ended::Exhausted))
        }
        Err(stop) => Some((Found::Nothing, stop.into())),
    }
}

/// The strategy `purge`.
pub fn purged<O: Observer<Jump>>(
    ground: &Ground,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    let beams = NARROW.into_iter().chain(MIDDLE).take(CORE);
    told(purge(ground, meter, &mut |core, meter| quick(core, beams.clone(), meter)), observer)
}

/// The strategy `cut`, by some of its efforts.
pub fn parted<O: Observer<Jump>>(
    ground: &Ground,
    efforts: &[Effort],
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    let mut block = |block: &Ground, priced: usize, meter: &mut Meter<'_>| {
        let [narrow, wide] = BLOCK;
        if priced == 0 {
            return quick(block, [narrow].into_iter(), meter);
        }
        // No larger than what its effort leaves.
        let field = Field::new(block);
        let heavy = field.cells.len() <= MOST_CELLS && pagoda::refute(&field).is_some();
        if heavy { None } else { quick(block, [narrow, wide].into_iter(), meter) }
    };
    told(cut(ground, efforts, meter, &mut block), observer)
}

/// A quick search of a part of a board.
fn quick(
    ground: &Ground,
    mut beams: impl Iterator<Item = Width>,
    meter: &mut Meter<'_>,
) -> Option<Vec<Jump>> {
    let claimed = meter.claimed();
    // A limit that fires here is noticed at the next poll.
    let mut search = || {
        if !class::allows(ground, meter).ok()? {
            return None;
        }
        let field = Field::within(ground, meter).ok()?;
        let grid = Grid::within(ground, &field, meter).ok()?;
        beams.find_map(|width| beam::filtered(ground, &field, &grid, width, None, meter, &mut ()).0)
    };
    let found = search();
    meter.release(meter.claimed() - claimed);
    found
}

/// A game put together from parts is shown when it is found: the parts have cells of their own.
fn told<O: Observer<Jump>>(
    found: Result<Option<Vec<Jump>>, Stop>,
    observer: &mut O,
) -> (Option<Vec<Jump>>, Ended) {
    let jumps = match found {
        Ok(Some(jumps)) => jumps,
        Ok(None) => return (None, Ended::Exhausted),
        Err(stop) => return (None, stop.into()),
    };
    if O::WATCHES {
        observer.on(Event::Root(0));
        jumps.iter().for_each(|&jump| observer.on(Event::Make(jump)));
        observer.on(Event::Goal);
    }
    (Some(jumps), Ended::Satisfied)
}
