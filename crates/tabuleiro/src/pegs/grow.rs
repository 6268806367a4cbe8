//! Problems made backward from their goal: a shape grows by putting back what a game would take away.
//!
//! The least problem is a line of three: two pegs, a hole. At any moment of a game that solves a
//! problem, three new cells in a line, all pegs, can be added next to a catalyst, a peg and a hole
//! on the two sides of the first of them: the peg jumps over it into the hole, the third over the
//! second into the first, and the catalyst back over that: a purge (Berlekamp, Conway and Guy,
//! Winning Ways, chapter 23) read backward. So the new cells are emptied, and all else is as before.

use super::ground::{Ground, Jump};
use crate::random::Dice;

/// A problem with a game that solves it.
pub(super) struct Grown {
    pub(super) ground: Ground,
    pub(super) jumps: Vec<Jump>,
}

/// Three cells to be added, the one beside the catalyst first, and the jump that the catalyst makes.
struct Purge {
    line: [usize; 3],
    catalyst: Jump,
}

/// Moments tried in vain before a board counts as full.
const TRIES: usize = 30;

impl Grown {
    /// As many lines of three as holes are wanted, anywhere in the rectangle; `None` if they found
    /// no room.
    pub(super) fn seeds(
        rows: usize,
        columns: usize,
        holes: usize,
        dice: &mut Dice,
    ) -> Option<Self> {
        let area = rows * columns;
        let all = vec![true; area];
        let whole = Ground { rows, columns, inside: all.clone(), start: all.clone(), goal: all };
        let mut lines: Vec<[usize; 3]> = whole.lines().collect();
        dice.shuffle(&mut lines);
        let none = vec![false; area];
        let ground = Ground { inside: none.clone(), start: none.clone(), goal: none, ..whole };
        let mut grown = Grown { ground, jumps: Vec::new() };
        for mut line in lines {
            if grown.jumps.len() == holes {
                break;
            }
            if line.iter().any(|&cell| grown.ground.inside[cell]) {
                continue;
            }
            if dice.below(2) == 0 {
                line.reverse();
            }
            let [from, over, to] = line;
            line.iter().for_each(|&cell| grown.ground.inside[cell] = true);
            (grown.ground.start[from], grown.ground.start[over]) = (true, true);
            grown.ground.goal[to] = true;
            grown.jumps.push(Jump { from: from as u32, to: to as u32 });
        }
        (grown.jumps.len() == holes).then_some(grown)
    }

    /// Adds cells by threes until there are so many, or there is no room for more.
    pub(super) fn grow(&mut self, cells: usize, dice: &mut Dice) {
        let mut size = self.ground.inside.iter().filter(|&&inside| inside).count();
        let mut tries = 0;
        while size + 3 <= cells && tries < TRIES {
            let moment = dice.below(self.jumps.len() + 1);
            let mut purges = self.purges(moment);
            dice.shuffle(&mut purges);
            // A few at a time, so that a large board takes no more moments than a small one.
            let most = (1 + self.jumps.len() / 16).min((cells - size) / 3);
            let mut added = Vec::new();
            for Purge { line: [first, second, third], catalyst } in purges {
                let line = [first, second, third];
                if added.len() == 3 * most || line.iter().any(|&cell| self.ground.inside[cell]) {
                    continue;
                }
                for cell in line {
                    (self.ground.inside[cell], self.ground.start[cell]) = (true, true);
                }
                let back = Jump { from: catalyst.to, to: catalyst.from };
                added.extend([catalyst, Jump { from: third as u32, to: first as u32 }, back]);
            }
            size += added.len();
            tries = if added.is_empty() { tries + 1 } else { 0 };
            self.jumps.splice(moment..moment, added);
        }
    }

    /// What can be added at a moment of the game.
    fn purges(&self, moment: usize) -> Vec<Purge> {
        let Ground { rows, columns, inside, start, .. } = &self.ground;
        let mut pegs = start.clone();
        for jump in &self.jumps[..moment] {
            for cell in [jump.from, jump.over(), jump.to] {
                pegs[cell as usize] ^= true;
            }
        }
        let mut found = Vec::new();
        let step = |cell: usize, (down, right): (isize, isize)| {
            let row = (cell / columns).checked_add_signed(down).filter(|row| row < rows)?;
            let column = (cell % columns).checked_add_signed(right).filter(|c| c < columns)?;
            Some(row * columns + column)
        };
        for first in (0..inside.len()).filter(|&cell| !inside[cell]) {
            for (down, right) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
                let next = |cell| step(cell, (down, right)).filter(|&cell| !inside[cell]);
                let Some(second) = next(first) else { continue };
                let Some(third) = next(second) else { continue };
                // Across the line, one side and the other.
                let sides = step(first, (right, down)).zip(step(first, (-right, -down)));
                let Some((one, other)) = sides.filter(|&(a, b)| inside[a] && inside[b]) else {
                    continue;
                };
                let (from, to) = if pegs[one] { (one, other) } else { (other, one) };
                if pegs[from] && !pegs[to] {
                    let catalyst = Jump { from: from as u32, to: to as u32 };
                    found.push(Purge { line: [first, second, third], catalyst });
                }
            }
        }
        found
    }
}
