//! All positions from which a goal can be reached, a bit each: kept, so that any position of the board
//! is decided by looking it up.
//!
//! Played backwards from the goal, with pegs and holes swapped, a board is the same board. The levels
//! from there, swapped back, are the positions that can be won.

use search::layers::Effort;

use super::cut::Cut;
use super::level::DenseLevel;
use super::{Dense, step};
use crate::Ground;
use crate::levels::CountError;
use crate::levels::shape::Shape;

/// The positions of a board from which its goal can be reached.
pub(crate) struct GoalTable {
    inside: Vec<bool>,
    goal: Vec<bool>,
    /// The cells of the board that can change, in their order.
    cells: Vec<u32>,
    cut: Cut,
    /// By the jumps to be made.
    levels: Vec<DenseLevel>,
}

impl GoalTable {
    /// Bytes that the table of a board takes, nothing if the board is too large for one.
    pub(crate) fn bytes(ground: &Ground, threads: usize) -> Option<u64> {
        let dense = Shape::new(ground, false).and_then(Dense::new)?;
        let levels = dense.levels(dense.end()).fold(0u64, u64::saturating_add);
        let rooms = threads as u64 * 16 * dense.plan.widest().next_multiple_of(64);
        Some(levels.saturating_add(dense.plan.tables()).saturating_add(rooms))
    }

    /// Plays back from the goal until nothing is left.
    pub(crate) fn new(ground: &Ground, effort: &mut Effort<'_, '_>) -> Result<Self, CountError> {
        let dense = Shape::new(ground, false).and_then(Dense::new).ok_or(CountError::TooLarge)?;
        let (cut, _held) = dense.cut(effort)?;
        let mut levels = vec![dense.root(&cut, dense.end(), effort)?];
        loop {
            let depth = levels.len();
            let (next, found) = step::next(&cut, &levels[depth - 1], depth as u64, effort)?;
            effort.expanded(found.positions, depth == 1);
            if found.positions == 0 {
                break;
            }
            levels.push(next);
        }
        Ok(GoalTable {
            inside: ground.inside.clone(),
            goal: ground.goal.clone(),
            cells: dense.shape.cells.clone(),
            cut,
            levels,
        })
    }

    /// Whether it is about this board and goal.
    pub(crate) fn is_of(&self, ground: &Ground) -> bool {
        self.inside == ground.inside && self.goal == ground.goal
    }

    /// Whether the goal can be reached from here.
    pub(crate) fn wins(&self, pegs: &[bool]) -> bool {
        let live = |cell: usize| self.cells.binary_search(&(cell as u32)).is_ok();
        // A cell on no line keeps what it holds.
        if (0..pegs.len()).any(|cell| pegs[cell] != self.goal[cell] && !live(cell)) {
            return false;
        }
        let set = |pegs: &[bool]| -> u64 {
            let cells = self.cells.iter().enumerate();
            cells.filter(|&(_, &cell)| pegs[cell as usize]).map(|(number, _)| 1 << number).sum()
        };
        let (position, goal) = (set(pegs), set(&self.goal));
        let jumps = position.count_ones().checked_sub(goal.count_ones());
        let level = jumps.and_then(|jumps| self.levels.get(jumps as usize));
        level.is_some_and(|level| level.has(&self.cut, position ^ self.cut.all))
    }
}

#[cfg(test)]
mod tests {
    use search::Meter;

    use super::*;
    use crate::play::endgame::tests::winning;

    #[test]
    fn a_table_says_what_playing_on_says() {
        let mut positions = 0;
        for (rows, columns, outside) in [(3, 4, None), (4, 4, Some(5)), (4, 5, Some(0))] {
            let inside: Vec<bool> = (0..rows * columns).map(|cell| Some(cell) != outside).collect();
            let mut start = inside.clone();
            start[6] = false;
            let ground =
                Ground { rows, columns, inside, goal: start.clone(), start }.complemented();
            let mut meter = Meter::unlimited();
            let table = GoalTable::new(&ground, &mut Effort::new(&mut meter)).expect("no limit");
            assert!(table.is_of(&ground));
            let won = winning(&ground);
            let cells: Vec<usize> = (0..rows * columns).filter(|&c| ground.inside[c]).collect();
            for set in 0..1_u32 << cells.len().min(16) {
                let mut pegs = vec![false; rows * columns];
                for (number, &cell) in cells.iter().enumerate() {
                    pegs[cell] = set >> number & 1 == 1;
                }
                assert_eq!(table.wins(&pegs), won.contains(&pegs), "{rows}x{columns} {set:b}");
            }
            positions += won.len();
        }
        assert!(positions > 100, "{positions}");
    }
}
