//! Depth-first search with a transposition table, pruned by parity classes and pagoda functions: one that
//! tells start from goal ends it at once, jumps that no solution uses are left out, and a pool of pagoda
//! functions closes positions that weigh too little.

use search::{Ended, Meter, Observer};

use crate::play::field::Field;
use crate::play::memo::{self, Order};
use crate::play::pool::Pool;
use crate::play::{class, pagoda};
use crate::{Ground, Jump, Reason};

/// Cells up to which linear programmes are asked; beyond, they take longer than they spare.
pub const MOST_CELLS: usize = 160;
/// Nodes of a search that comes before a pool of pagoda functions is made.
pub const SHORT: u64 = 2500;

/// What a search with proofs found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The jumps to the goal.
    Jumps(Vec<Jump>),
    /// There are none, and this is why.
    Refuted(Reason),
    /// Neither.
    Nothing,
}

impl From<Option<Vec<Jump>>> for Found {
    fn from(jumps: Option<Vec<Jump>>) -> Self {
        jumps.map_or(Found::Nothing, Found::Jumps)
    }
}

/// The weights of numbered cells on the ground.
pub fn weights(ground: &Ground, field: &Field, numbered: &[i64]) -> Vec<i64> {
    let mut weights = vec![0; ground.inside.len()];
    for (&cell, &weight) in field.cells.iter().zip(numbered) {
        weights[cell as usize] = weight;
    }
    weights
}

/// Searches all positions that nothing rules out.
pub fn search<O: Observer<Jump>>(
    ground: &Ground,
    order: Order,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Found, Ended) {
    match class::refute(ground, meter) {
        Ok(None) => {}
        Ok(Some(cells)) => return (Found::Refuted(Reason::Class(cells)), Ended::Exhausted),
        Err(limit) => return (Found::Nothing, Ended::Cut(limit)),
    }
    let field = match Field::within(ground, meter) {
        Ok(field) => field,
        Err(limit) => return (Found::Nothing, Ended::Cut(limit)),
    };
    let mut pool = None;
    if field.cells.len() <= MOST_CELLS {
        if let Some(found) = pagoda::refute(&field) {
            let weights = weights(ground, &field, &found);
            return (Found::Refuted(Reason::Pagoda(weights)), Ended::Exhausted);
        }
        // The pool takes longer to make than most searches.
        meter.stage(Some(SHORT));
        let (jumps, ended) = memo::search(&field, order, meter, observer);
        meter.stage(None);
        if ended != Ended::Spent {
            return (jumps.into(), ended);
        }
        match Pool::new(&field, meter) {
            Ok(made) => pool = Some(made),
            Err(ended) => return (Found::Nothing, ended),
        }
    }
    let (jumps, ended) = memo::filtered(&field, order, pool.as_ref(), meter, observer);
    (jumps.into(), ended)
}
