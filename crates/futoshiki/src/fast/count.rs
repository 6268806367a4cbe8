//! How many solutions there are: a short enumeration, then by values while the sets fit in memory, else
//! subboard by subboard after a cell was decided.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::{Ended, Limit, Meter, Tree, Verdict};

use super::ideals::{self, Failure};
use super::large::LargeTree;
use crate::{Clue, Futoshiki, Placed};

/// Solutions enumerated before counting by values is tried.
const FEW: u64 = 2_000;
/// The greatest order counted by values: its sets and numbers fit in 128 bits.
const MOST: usize = 10;

/// The exact number of solutions, holding no more than about `memory` bytes; or if a limit fires,
/// as many as are known by then.
pub(super) fn count(
    board: &Futoshiki,
    memory: u64,
    meter: &mut Meter<'_>,
) -> (BigUint, Option<Limit>) {
    let mut few = 0u64;
    let ended = super::each(board, meter, |_| {
        few += 1;
        if few == FEW && board.order() <= MOST {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    match ended {
        Ended::Cut(limit) => (few.into(), Some(limit)),
        Ended::Satisfied => {
            let mut sum = BigUint::ZERO;
            let limit = by_values(board, memory, meter, &mut sum).err();
            (sum.max(few.into()), limit)
        }
        Ended::Exhausted | Ended::Spent => (few.into(), None),
    }
}

/// Adds the solutions up; what is added before a limit fires is known.
fn by_values(
    board: &Futoshiki,
    memory: u64,
    meter: &mut Meter<'_>,
    sum: &mut BigUint,
) -> Result<(), Limit> {
    let mut root = LargeTree::new(board);
    match root.judge() {
        Verdict::Closed(_) => return Ok(()),
        Verdict::Goal => {
            *sum += 1u8;
            return Ok(());
        }
        Verdict::Open => {}
    }
    match ideals::count(board, root.cells(), memory, meter) {
        Ok(number) => *sum += number,
        Err(Failure::Limit(limit)) => return Err(limit),
        Err(Failure::Memory) => {
            // Deciding the cell with most values splits the sets most evenly.
            let cells = 0..board.order() * board.order();
            let open = cells.filter(|&cell| root.cells()[cell].count_ones() > 1);
            let cell = open.max_by_key(|&cell| root.cells()[cell].count_ones()).unwrap_or(0);
            for value in 0..board.order() as u8 {
                if root.cells()[cell] >> value & 1 == 1 {
                    decided(meter)?;
                    let mut part = board.clone();
                    part.put(Clue::Given(Placed { cell: cell as u16, value: value + 1 }));
                    by_values(&part, memory, meter, sum)?;
                }
            }
        }
    }
    Ok(())
}

/// Counts a board that comes of deciding a cell: a node, by a step that is taken back.
fn decided(meter: &mut Meter<'_>) -> Result<(), Limit> {
    let mut stats = meter.stats();
    if meter.left(stats.nodes) == 0 {
        return Err(Limit::Nodes);
    }
    stats.nodes += 1;
    stats.steps += 1;
    stats.backtracks += 1;
    meter.settle(stats);
    Ok(())
}
