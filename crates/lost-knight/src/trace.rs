//! From what a search has marked to a shortest path: any, or the first by the order of moves.

use search::{End, Marks, Meeting};

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Limit, Meter};
use tabuleiro_core::leaper::Moves;
use tabuleiro_core::text::{Diagnostic, one_of};

/// Which of the shortest paths is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// Whichever comes easiest; the same one every time.
    #[default]
    Any,
    /// The lexicographically smallest: from the first knight in reading order, and where two paths
    /// part, the one whose move comes first in the order of [`Leaper::moves`](super::Leaper::moves).
    First,
}

impl Choice {
    /// Reads the value of an option.
    pub(super) fn parse(option: &str, value: &str) -> Result<Self, Diagnostic> {
        one_of(option, value, &[("any", Choice::Any), ("first", Choice::First)])
    }
}

/// Bytes of a path for each of its moves: as places, and as squares.
const BYTES_A_MOVE: u64 = (2 * size_of::<u32>() + size_of::<Square>()) as u64;

/// Asks for the memory of a path.
pub(super) fn claim(moves: u64, meter: &mut Meter<'_>) -> Result<(), Limit> {
    meter.claim(moves.saturating_mul(BYTES_A_MOVE))
}

/// The places on a shortest path, from a knight to an exit.
pub(super) fn path(
    moves: &Moves,
    marks: &Marks,
    meeting: &Meeting,
    choice: Choice,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Limit> {
    claim(meeting.distance(), meter)?;
    let mut path = match choice {
        Choice::Any => {
            let mut back = vec![meeting.near];
            descend(moves, marks, End::Root, meeting.near_depth, &mut back, meter)?;
            back.reverse();
            back.push(meeting.far);
            back
        }
        Choice::First => first_half(moves, marks, meeting, meter)?,
    };
    descend(moves, marks, End::Target, meeting.far_depth, &mut path, meter)?;
    Ok(path)
}

/// Goes on from the last place, which is `depth` moves from an end, to that end; where there are
/// several ways, by the first move.
fn descend(
    moves: &Moves,
    marks: &Marks,
    end: End,
    depth: u64,
    path: &mut Vec<u32>,
    meter: &mut Meter<'_>,
) -> Result<(), Limit> {
    for depth in (0..depth).rev() {
        meter.check_limits()?;
        let ways = moves.from(path[path.len() - 1]);
        let next = ways.into_iter().find(|&to| marks.is_at(to, end, depth));
        path.push(next.unwrap_or_else(|| unreachable!("a place reached has one before it")));
    }
    Ok(())
}

/// The first path, up to the first place that was reached from the exits.
fn first_half(
    moves: &Moves,
    marks: &Marks,
    meeting: &Meeting,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Limit> {
    let across = |place: u32| {
        let ways = moves.from(place);
        ways.into_iter().find(|&to| marks.is_at(to, End::Target, meeting.far_depth))
    };
    // The places of each level that lie on shortest paths, the last level first.
    let mut level: Vec<u32> = meeting.level.clone();
    level.retain(|&place| across(place).is_some());
    level.sort_unstable();
    let mut levels = vec![level];
    for depth in (0..meeting.near_depth).rev() {
        let mut before = Vec::new();
        for &place in &levels[levels.len() - 1] {
            meter.check_limits()?;
            moves.each(place, |to| {
                if marks.is_at(to, End::Root, depth) {
                    before.push(to);
                }
            });
        }
        before.sort_unstable();
        before.dedup();
        meter.claim((before.capacity() * size_of::<u32>()) as u64)?;
        levels.push(before);
    }
    let mut path: Vec<u32> = Vec::with_capacity(levels.len() + 1);
    for level in levels.iter().rev() {
        let next = match path.last() {
            None => level.first().copied(),
            Some(&place) => {
                moves.from(place).into_iter().find(|to| level.binary_search(to).is_ok())
            }
        };
        path.push(next.unwrap_or_else(|| unreachable!("every place listed has one after it")));
    }
    path.extend(across(path[path.len() - 1]));
    Ok(path)
}
