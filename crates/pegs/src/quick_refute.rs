//! Arguments that are found without searching: the first that rules a solution out.

use super::{Ground, Reason};
use tabuleiro_core::contract::{Limit, Meter};

/// A reason that takes no more than a look at every line of three, if there is one.
pub(super) fn plain(ground: &Ground, meter: &mut Meter<'_>) -> Result<Option<Reason>, Limit> {
    if ground.start == ground.goal {
        return Ok(None);
    }
    if ground.goal_pegs() == 0 {
        return Ok(Some(Reason::Emptied));
    }
    if ground.pegs() <= ground.goal_pegs() {
        return Ok(Some(Reason::TooFew));
    }
    let mut fixed = vec![true; ground.inside.len()];
    let (mut first, mut last) = (false, false);
    for line in ground.lines() {
        meter.check_limits()?;
        line.iter().for_each(|&cell| fixed[cell] = false);
        let holds = |pegs: &[bool]| line.map(|cell| pegs[cell]);
        first |= matches!(holds(&ground.start), [true, true, false] | [false, true, true]);
        last |= matches!(holds(&ground.goal), [false, false, true] | [true, false, false]);
    }
    let stays = |&cell: &usize| fixed[cell] && ground.start[cell] != ground.goal[cell];
    if let Some(cell) = (0..fixed.len()).find(stays) {
        return Ok(Some(Reason::Fixed(cell as u32)));
    }
    Ok(match (first, last) {
        (false, _) => Some(Reason::Stuck),
        (_, false) => Some(Reason::Sourceless),
        (true, true) => None,
    })
}
