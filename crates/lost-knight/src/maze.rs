//! Boards with long paths: mazes for leapers by randomised depth-first search, and serpentines.

use super::{Edges, Leaper, Moves};
use tabuleiro_core::board::{Size, Squares};
use tabuleiro_core::contract::{Limit, Meter};
use tabuleiro_core::random::Rng;

/// The blocked squares of a maze: it is carved depth first, and a square is opened only if exactly
/// one square a move away is open. So there is one path between any two open squares.
pub(super) fn maze(
    size: Size,
    moves: &Moves,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Squares, Limit> {
    let area = size.area() as usize;
    let mut open = Squares::none(area);
    let mut stack = vec![rng.below(area) as u32];
    open.insert(stack[0] as usize);
    while let Some(&here) = stack.last() {
        meter.check_limits()?;
        let only_from_here = |&to: &u32| {
            let mut around = moves.from(to);
            around.sort_unstable();
            around.dedup();
            !open.contains(to as usize)
                && around.iter().filter(|&&near| open.contains(near as usize)).count() == 1
        };
        let choices: Vec<u32> = moves.from(here).into_iter().filter(only_from_here).collect();
        if choices.is_empty() {
            stack.pop();
        } else {
            let next = choices[rng.below(choices.len())];
            open.insert(next as usize);
            stack.push(next);
        }
    }
    complement(&mut open, area);
    Ok(open)
}

/// The blocked squares of a serpentine: corridors from side to side, with walls between them that
/// the piece cannot leap over, and gaps in the walls at one end and the other in turn. Edges that
/// touch are walled up.
pub(super) fn serpentine(
    size: Size,
    edges: Edges,
    leaper: Leaper,
    meter: &mut Meter<'_>,
) -> Result<Squares, Limit> {
    let moves = leaper.moves();
    let wall = moves.iter().map(|step| step.0.unsigned_abs() as u32).max().unwrap_or(1);
    let corridor = wall + 1;
    let period = wall + corridor;
    // What is walled up at the far edges, where they touch the near ones.
    let rows = if edges == Edges::Torus { size.rows.saturating_sub(wall) } else { size.rows };
    let cols = if edges == Edges::Plane { size.cols } else { size.cols.saturating_sub(wall) };
    let mut blocked = Squares::none(size.area() as usize);
    for square in size.squares() {
        meter.check_limits()?;
        let (turn, row) = (square.row / period, square.row % period);
        let is_gap = match turn % 2 {
            0 => square.col + corridor >= cols,
            _ => square.col < corridor,
        };
        let walled_up = square.row >= rows || square.col >= cols;
        if walled_up || (row >= corridor && !is_gap) {
            blocked.insert(size.index(square));
        }
    }
    Ok(blocked)
}

/// Makes a set of squares that of the others.
fn complement(set: &mut Squares, area: usize) {
    set.words_mut().iter_mut().for_each(|word| *word = !*word);
    // No bit stands for a square beyond the board.
    (area..area.next_multiple_of(64)).for_each(|place| set.remove(place));
}
