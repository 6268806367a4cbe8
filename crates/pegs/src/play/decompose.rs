//! Decomposition of large boards with many holes into parts solved one after the other.
//!
//! Very large boards are first divided by straight cuts into parts that share no cell. Within such a part
//! the next cut is one cell deep: [`cell_by_cell_beam`](super::cell_by_cell_beam) finishes cell after cell
//! and lets what lies beyond change as it likes. Narrow beams come first, then wider ones, and at last wide
//! ones that are guided by pagoda functions.

use std::ops::Range;

use search::{Limit, Meter, limits::Stop};

use crate::play::cell_by_cell_beam::{Effort, sweep};
use crate::play::class;
use crate::play::part::{Part, adds_up};
use crate::play::purge::purge;
use crate::{Ground, Jump};

/// Parts have at most so many cells where cuts allow it; the later figures where that fails.
const SIZES: [usize; 3] = [225, 324, 625];
/// The same for boards with few holes, which are cut into parts with a hole or two, each in as many
/// ways as told: a sweep has nothing to move until it meets a hole.
const SMALL_SIZES: [usize; 3] = [48, 81, 128];
const SMALL_WAYS: usize = 4;
/// A board with more cells a hole than this has few.
const FEW: usize = 18;

/// Parts with few holes and no more cells than this go to the other solver as they are.
const LEAF: usize = 128;

/// What is tried on a part, one after the other, each from all corners and both ways.
pub const EFFORTS: [Effort; 7] = [
    Effort { width: 8, jumps: 3, block: 6, priced: 0 },
    Effort { width: 16, jumps: 3, block: 5, priced: 0 },
    Effort { width: 50, jumps: 4, block: 6, priced: 0 },
    Effort { width: 200, jumps: 4, block: 5, priced: 2 },
    Effort { width: 1000, jumps: 4, block: 6, priced: 3 },
    Effort { width: 1000, jumps: 4, block: 5, priced: 3 },
    Effort { width: 3000, jumps: 5, block: 5, priced: 4 },
];

/// How many of them are quick.
pub const QUICK: usize = 3;

/// Looks for a solution by some of the efforts: jumps, or `None` if none is found, which proves
/// nothing. What is left of each part at the end, a block of 25 to 36 cells, is given to `inner`,
/// with the number of positions that the effort prices: where that is none, a quick look must do.
pub fn cut(
    ground: &Ground,
    efforts: &[Effort],
    meter: &mut Meter,
    inner: &mut impl FnMut(&Ground, usize, &mut Meter) -> Option<Vec<Jump>>,
) -> Result<Option<Vec<Jump>>, Stop> {
    if !adds_up(ground) {
        return Ok((ground.start == ground.goal).then(Vec::new));
    }
    let mut divisions: Vec<Vec<Task>> = Vec::new();
    let mut divide = |most: usize, way: usize, meter: &mut Meter| -> Result<(), Stop> {
        let parts = guillotine(ground, most, way, meter)?;
        let tasks: Vec<Task> = parts.into_iter().map(|part| Task { part, jumps: None }).collect();
        if divisions.iter().all(|known| *known != tasks) {
            divisions.push(tasks);
        }
        Ok(())
    };
    if has_few(ground) {
        for way in 0..SMALL_WAYS {
            for most in SMALL_SIZES {
                divide(most, way, meter)?;
            }
        }
    }
    for most in SIZES {
        divide(most, 0, meter)?;
    }
    for &effort in efforts {
        let inner = &mut |block: &Ground, meter: &mut Meter| inner(block, effort.priced, meter);
        for tasks in &mut divisions {
            if solve_all(tasks, effort, meter, inner)? {
                let jumps = |task: &Task| {
                    let jumps = task.jumps.iter().flatten();
                    jumps.map(|&jump| task.part.on_board(jump)).collect::<Vec<_>>()
                };
                return Ok(Some(tasks.iter().flat_map(jumps).collect()));
            }
        }
    }
    Ok(None)
}

/// A part and its solution, once it is found.
#[derive(PartialEq)]
struct Task {
    part: Part,
    jumps: Option<Vec<Jump>>,
}

/// Solves the parts that are not yet solved; stops at the first that cannot be.
fn solve_all(
    tasks: &mut [Task],
    effort: Effort,
    meter: &mut Meter,
    inner: &mut impl FnMut(&Ground, &mut Meter) -> Option<Vec<Jump>>,
) -> Result<bool, Stop> {
    for task in tasks.iter_mut().filter(|task| task.jumps.is_none()) {
        task.jumps = solve(&task.part.ground, effort, meter, inner)?;
        if task.jumps.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn solve(
    ground: &Ground,
    effort: Effort,
    meter: &mut Meter,
    inner: &mut impl FnMut(&Ground, &mut Meter) -> Option<Vec<Jump>>,
) -> Result<Option<Vec<Jump>>, Stop> {
    if effort.width == EFFORTS[0].width && has_few(ground) {
        let found = match ground.inside.len() {
            0..=LEAF => inner(ground, meter),
            _ => purge(ground, meter, inner)?,
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    for turn in 0..8 {
        if let Some(jumps) = sweep(ground, effort, turn, meter, inner)? {
            return Ok(Some(jumps));
        }
    }
    Ok(None)
}

/// Whether there is much to remove for each peg that shall arrive.
fn has_few(ground: &Ground) -> bool {
    let count = |cells: &[bool]| cells.iter().filter(|&&cell| cell).count();
    count(&ground.inside) > FEW * count(&ground.goal)
}

type Rectangle = (Range<usize>, Range<usize>);

/// Divides a board by straight cuts until no part has more than `most` cells or no cut is left that
/// makes two parts that may be solvable. The first cut is the best, or by `way` the second and so on.
fn guillotine(
    board: &Ground,
    most: usize,
    way: usize,
    meter: &mut Meter,
) -> Result<Vec<Part>, Limit> {
    let mut open = vec![(0..board.rows, 0..board.columns)];
    let mut done = Vec::new();
    while let Some((rows, columns)) = open.pop() {
        let large = rows.len() * columns.len() > most;
        let skip = if open.is_empty() && done.is_empty() { way } else { 0 };
        match if large { split(board, &rows, &columns, skip, meter)? } else { None } {
            Some(parts) => open.extend(parts),
            None => done.push(Part::new(board, rows, columns)),
        }
    }
    Ok(done)
}

/// The cut that shares cells and holes out most evenly, of those that make two parts that may be
/// solvable: pegs add up, and no parity is against them. So many of them are skipped.
fn split(
    board: &Ground,
    rows: &Range<usize>,
    columns: &Range<usize>,
    mut skip: usize,
    meter: &mut Meter,
) -> Result<Option<[Rectangle; 2]>, Limit> {
    // Cells and holes of each row, then of each column.
    let mut sums = [vec![(0, 0); rows.len()], vec![(0, 0); columns.len()]];
    let (mut cells, mut holes) = (0, 0);
    for row in rows.clone() {
        meter.check_limits()?;
        for column in columns.clone() {
            let cell = row * board.columns + column;
            let (inside, hole) = (usize::from(board.inside[cell]), usize::from(board.goal[cell]));
            for (sums, line) in sums.iter_mut().zip([row - rows.start, column - columns.start]) {
                sums[line] = (sums[line].0 + inside, sums[line].1 + hole);
            }
            (cells, holes) = (cells + inside, holes + hole);
        }
    }
    let mut cuts = Vec::new();
    for (by_rows, sums) in [(true, &sums[0]), (false, &sums[1])] {
        let mut before = (0, 0);
        for (at, sum) in sums.iter().enumerate().take(sums.len().saturating_sub(1)) {
            before = (before.0 + sum.0, before.1 + sum.1);
            // Holes shared out unfairly hurt most, uneven sizes less.
            let unfair = (before.1 * cells).abs_diff(before.0 * holes);
            let uneven = (2 * before.0).abs_diff(cells) * holes;
            cuts.push((2 * unfair + uneven, by_rows, at + 1));
        }
    }
    cuts.sort_unstable();
    for (_, by_rows, at) in cuts {
        let parts = if by_rows {
            let middle = rows.start + at;
            [rows.start..middle, middle..rows.end].map(|rows| (rows, columns.clone()))
        } else {
            let middle = columns.start + at;
            [columns.start..middle, middle..columns.end].map(|columns| (rows.clone(), columns))
        };
        let mut hopeful = true;
        for (rows, columns) in parts.iter().cloned() {
            meter.check_limits()?;
            let part = Part::new(board, rows, columns).ground;
            hopeful = adds_up(&part) && class::allows(&part, meter)?;
            if !hopeful {
                break;
            }
        }
        match skip.checked_sub(1) {
            None if hopeful => return Ok(Some(parts)),
            Some(fewer) if hopeful => skip = fewer,
            _ => {}
        }
    }
    Ok(None)
}
