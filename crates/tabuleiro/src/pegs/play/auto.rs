//! Which search follows which: quick proofs, quick searches that often find something, wider ones,
//! and at last the one that always ends.

use search::{Ended, Meter, Observer};

use crate::pegs::play::beam::{self, Width};
use crate::pegs::play::field::Field;
use crate::pegs::play::grid::Grid;
use crate::pegs::play::memo::{self, Order};
use crate::pegs::play::pool::Pool;
use crate::pegs::play::prune::{Found, MOST_CELLS, weights};
use crate::pegs::play::{both_ends, class, pagoda};
use crate::pegs::{Ground, Jump, Reason};

/// A stage of the search, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Parity classes.
    Class,
    /// A short search with memory.
    Memo,
    /// The linear programme for a pagoda function.
    Pagoda,
    /// A beam.
    Beam,
    /// A wider beam behind a pool of pagoda functions.
    Filtered,
    /// The half-space search.
    BothEnds,
}

impl Stage {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Class => "class",
            Stage::Memo => "memo",
            Stage::Pagoda => "pagoda",
            Stage::Beam | Stage::Filtered => "beam",
            Stage::BothEnds => "both-ends",
        }
    }
}

/// Nodes of each short search with memory.
const SHORT: u64 = 1500;
/// The first beams; on boards with linear programmes these come before them.
const NARROW: [Width; 2] = [Width { kept: 8, ending: 200 }, Width { kept: 16, ending: 500 }];
/// Then these.
const MIDDLE: [Width; 3] = [
    Width { kept: 32, ending: 1000 },
    Width { kept: 128, ending: 2000 },
    Width { kept: 500, ending: 20_000 },
];
/// And these behind a filter, where there is one.
const WIDE: [Width; 2] =
    [Width { kept: 2000, ending: 20_000 }, Width { kept: 10_000, ending: 100_000 }];

/// Solves or refutes, within the limits of the meter; says which stage answered.
pub fn search<O: Observer<Jump>>(
    ground: &Ground,
    threads: usize,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Found, Ended, Stage) {
    match class::refute(ground, meter) {
        Ok(None) => {}
        Ok(Some(cells)) => {
            let found = Found::Obstacle(Reason::Class(cells));
            return (found, Ended::Exhausted, Stage::Class);
        }
        Err(limit) => return (Found::Nothing, Ended::Cut(limit), Stage::Class),
    }
    let field = Field::new(ground);
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
    let grid = Grid::new(ground, &field);
    let mut cast = |width: Width, pool: Option<&Pool>, meter: &mut Meter<'_>, observer: &mut O| {
        let found = beam::filtered(ground, &field, &grid, width, pool, meter, observer);
        // A beam that kept everything could claim more; the last stage will.
        Some(found).filter(|(jumps, ended)| jumps.is_some() || *ended != Ended::Exhausted)
    };
    for width in NARROW {
        if let Some((jumps, ended)) = cast(width, None, meter, observer) {
            return (jumps.into(), ended, Stage::Beam);
        }
    }
    if small && let Some(found) = pagoda::refute(&field) {
        let found = Found::Obstacle(Reason::Pagoda(weights(ground, &field, &found)));
        return (found, Ended::Exhausted, Stage::Pagoda);
    }
    for width in MIDDLE {
        if let Some((jumps, ended)) = cast(width, None, meter, observer) {
            return (jumps.into(), ended, Stage::Beam);
        }
    }
    let mut pool = None;
    if small {
        match Pool::new(&field, meter) {
            Ok(made) => pool = Some(made),
            Err(ended) => return (Found::Nothing, ended, Stage::Pagoda),
        }
    }
    for width in WIDE {
        if let Some((jumps, ended)) = cast(width, pool.as_ref(), meter, observer) {
            return (jumps.into(), ended, Stage::Filtered);
        }
    }
    let (jumps, ended) = both_ends::search(&field, pool.as_ref(), threads, meter, observer);
    (jumps.into(), ended, Stage::BothEnds)
}
