//! Boards with some numbers given and one way to complete them: a random tour, of which numbers are
//! left out as long as a search of all completions finds that tour alone; or, where a difficulty is asked
//! for, as long as its techniques fill in the board, which then has no other completion either.

use search::{Ended, Limit, Meter};

use super::explain::{Level, climb};
use super::{Numbers, Tour, count};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::RunError;
use tabuleiro_core::random::Rng;

/// The largest board, in squares.
pub(super) const MOST: u64 = 400;
/// Nodes that finding out about one number may take where not every one must be found out about.
const ALLOWANCE: u64 = 20_000;

/// Given numbers and their squares.
type Given = Vec<(u32, Square)>;

/// Leaves out numbers of a tour, but never the first and the last, until no more can go: as far as
/// an allowance lets it see, or for certain if it is to be `minimal`.
pub(super) fn puzzle(
    whole: &Tour,
    solution: &Numbers,
    minimal: bool,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Tour, RunError> {
    let (mut given, mut order) = all(solution, rng, meter)?;
    let mut allowance = Some(ALLOWANCE);
    loop {
        let mut open = Vec::new();
        for &number in &order {
            let fewer = without(&given, &[number]);
            meter.stage(allowance);
            let (_, ended) = count::search_all(&board(whole, &fewer), Some(2), meter);
            meter.stage(None);
            match ended {
                Ended::Exhausted => given = fewer,
                // A second completion: the number is needed now, and the more so when others go.
                Ended::Satisfied => {}
                Ended::Spent => open.push(number),
                Ended::Cut(limit) => return Err(limit.into()),
            }
        }
        if open.is_empty() || !minimal {
            return Ok(board(whole, &given));
        }
        // What is not yet known is looked at without an allowance.
        (order, allowance) = (open, None);
    }
}

/// Leaves out numbers of a tour as long as the techniques of a level are enough; nothing if fewer would
/// have been.
pub(super) fn of_level(
    whole: &Tour,
    solution: &Numbers,
    level: Level,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Tour>, RunError> {
    if level == Level::Extreme {
        let made = puzzle(whole, solution, false, rng, meter)?;
        return Ok(climb(&made, Level::Hard, meter)?.is_none().then_some(made));
    }
    let (mut given, order) = all(solution, rng, meter)?;
    // What can go one by one can go together, so that more are taken as long as all goes well.
    let (mut at, mut stride) = (0, 1);
    while at < order.len() {
        let some = &order[at..order.len().min(at + stride)];
        let fewer = without(&given, some);
        if is_filled_in(&board(whole, &fewer), level, meter)? {
            (given, at, stride) = (fewer, at + some.len(), 2 * stride);
            continue;
        }
        at += usize::from(stride == 1);
        stride = (stride / 4).max(1);
    }
    let made = board(whole, &given);
    let is_easier = match Level::ALL.into_iter().rev().find(|easier| *easier < level) {
        Some(easier) => is_filled_in(&made, easier, meter)?,
        None => false,
    };
    Ok((!is_easier).then_some(made))
}

/// Whether the techniques of a level fill in a board. One without numbers between its ends is not
/// played so.
fn is_filled_in(board: &Tour, level: Level, meter: &mut Meter<'_>) -> Result<bool, Limit> {
    Ok(!board.clues().is_empty() && climb(board, level, meter)?.is_some())
}

/// All numbers of a tour, and those between its ends in any order.
fn all(
    solution: &Numbers,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<(Given, Vec<u32>), RunError> {
    let path = solution.path(meter)?;
    let mut order: Vec<u32> = (2..path.len() as u32).collect();
    rng.shuffle(&mut order);
    Ok(((1..).zip(path).collect(), order))
}

fn without(given: &[(u32, Square)], gone: &[u32]) -> Given {
    given.iter().copied().filter(|(number, _)| !gone.contains(number)).collect()
}

/// The board with these numbers given and no others.
fn board(whole: &Tour, given: &[(u32, Square)]) -> Tour {
    whole.clone().with_ends(None, None).with_numbers(given.iter().copied())
}
