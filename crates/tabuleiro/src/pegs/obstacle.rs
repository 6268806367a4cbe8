//! Arguments that are found without searching: the first that rules a solution out.

use search::{Limit, Meter};

use super::play::field::Field;
use super::play::{class, pagoda};
use super::{Argument, Ground, Pegs, Reason};

/// Cells up to which weights are looked for: the programme has a variable for each.
const WEIGHED: usize = 400;

/// A reason that is seen at a glance, if there is one.
pub(super) fn plain(board: &Pegs) -> Option<Argument> {
    let ground = board.ground();
    if ground.start == ground.goal {
        return None;
    }
    let reason = if ground.goal_pegs() == 0 {
        Some(Reason::Emptied)
    } else if ground.pegs() <= ground.goal_pegs() {
        Some(Reason::TooFew)
    } else {
        lines(ground)
    };
    reason.map(|reason| board.argument(reason))
}

/// What the lines alone tell: a cell that cannot change, no jump at all, none that could be the last.
fn lines(ground: &Ground) -> Option<Reason> {
    let mut fixed = vec![true; ground.inside.len()];
    let (mut first, mut last) = (false, false);
    for line in ground.lines() {
        line.iter().for_each(|&cell| fixed[cell] = false);
        let holds = |pegs: &[bool]| line.map(|cell| pegs[cell]);
        first |= matches!(holds(&ground.start), [true, true, false] | [false, true, true]);
        last |= matches!(holds(&ground.goal), [false, false, true] | [true, false, false]);
    }
    let stays = |&cell: &usize| fixed[cell] && ground.start[cell] != ground.goal[cell];
    if let Some(cell) = (0..fixed.len()).find(stays) {
        return Some(Reason::Fixed(cell as u32));
    }
    match (first, last) {
        (false, _) => Some(Reason::Stuck),
        (_, false) => Some(Reason::Sourceless),
        (true, true) => None,
    }
}

/// A reason by parity, if there is one.
pub(super) fn parity(board: &Pegs, meter: &mut Meter<'_>) -> Result<Option<Argument>, Limit> {
    let cells = class::refute(board.ground(), meter)?;
    Ok(cells.map(|cells| board.argument(Reason::Class(cells))))
}

/// A reason by weights, if there is one and the board is not too large for linear programming.
pub(super) fn weights(board: &Pegs) -> Option<Argument> {
    let ground = board.ground();
    if ground.inside.iter().filter(|&&inside| inside).count() > WEIGHED {
        return None;
    }
    let field = Field::new(ground);
    let found = pagoda::refute(&field)?;
    let mut weights = vec![0; ground.inside.len()];
    for (&cell, weight) in field.cells.iter().zip(found) {
        weights[cell as usize] = weight;
    }
    Some(board.argument(Reason::Pagoda(weights)))
}
