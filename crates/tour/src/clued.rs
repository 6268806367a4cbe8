//! Boards with some numbers given and one way to complete them: a random tour, of which numbers are
//! left out as long as a search of all completions finds that tour alone.

use search::{Ended, Meter};

use super::{Numbers, Tour, count};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::RunError;
use tabuleiro_core::random::Rng;

/// The largest board, in squares.
pub(super) const MOST: u64 = 400;
/// Nodes that finding out about one number may take where not every one must be found out about.
const ALLOWANCE: u64 = 20_000;

/// Leaves out numbers of a tour, but never the first and the last, until no more can go: as far as
/// an allowance lets it see, or for certain if it is to be `minimal`.
pub(super) fn puzzle(
    whole: &Tour,
    solution: &Numbers,
    minimal: bool,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Tour, RunError> {
    let path = solution.path(meter)?;
    let mut given: Vec<(u32, Square)> = (1..).zip(path.iter().copied()).collect();
    let mut order: Vec<u32> = (2..path.len() as u32).collect();
    rng.shuffle(&mut order);
    let mut allowance = Some(ALLOWANCE);
    loop {
        let mut open = Vec::new();
        for &number in &order {
            let fewer: Vec<(u32, Square)> =
                given.iter().copied().filter(|&(known, _)| known != number).collect();
            let board = whole.clone().with_ends(None, None);
            meter.stage(allowance);
            let (_, ended) =
                count::search_all(&board.with_numbers(fewer.iter().copied()), Some(2), meter);
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
            return Ok(whole.clone().with_ends(None, None).with_numbers(given));
        }
        // What is not yet known is looked at without an allowance.
        (order, allowance) = (open, None);
    }
}
