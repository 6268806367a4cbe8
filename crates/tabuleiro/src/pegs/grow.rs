//! Problems made backward from their goal: a shape grows by putting back what a game would take away.
//!
//! It begins with a few cells whose problem is solved at sight. At any moment of a game that solves a
//! problem, three new cells in a line, all pegs, can be added next to a catalyst, a peg and a hole
//! on the two sides of the first of them: the peg jumps over it into the hole, the third over the
//! second into the first, and the catalyst back over that: a purge (Berlekamp, Conway and Guy,
//! Winning Ways, chapter 23) read backward. So the new cells are emptied, and all else is as before.

use search::{Ended, Limit, Meter};

use super::ground::{Ground, Jump};
use super::obstacle;
use super::play::class;
use super::play::field::Field;
use super::play::memo::{self, Order};
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
/// The side of the window in which a nucleus is looked for, and how many are tried.
const WINDOW: usize = 4;
const NUCLEI: usize = 300;

impl Grown {
    /// As many small problems as holes are wanted, anywhere in the rectangle; `None` if they found no
    /// room. Each is a nucleus with some corner to grow from, or a line of three where no more fits.
    pub(super) fn seeds(
        (rows, columns): (usize, usize),
        holes: usize,
        dice: &mut Dice,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Limit> {
        let none = vec![false; rows * columns];
        let ground =
            Ground { rows, columns, inside: none.clone(), start: none.clone(), goal: none };
        let mut grown = Grown { ground, jumps: Vec::new() };
        for _ in 0..holes {
            let nucleus = nucleus(rows.min(WINDOW), columns.min(WINDOW), dice, meter)?;
            if nucleus.is_none_or(|nucleus| !grown.add(&nucleus, dice)) {
                let across = dice.below(2) == 0;
                if !grown.add(&line(across), dice) && !grown.add(&line(!across), dice) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(grown))
    }

    /// Puts a problem at a random place where it touches no cell; whether there is one.
    fn add(&mut self, other: &Grown, dice: &mut Dice) -> bool {
        let (Ground { rows, columns, .. }, small) = (&self.ground, &other.ground);
        if small.rows > *rows || small.columns > *columns {
            return false;
        }
        let (down, right) = (rows - small.rows + 1, columns - small.columns + 1);
        let first = dice.below(down * right);
        let columns = *columns;
        for place in (first..down * right).chain(0..first) {
            let at = |cell: usize| {
                let (row, column) = (cell / small.columns, cell % small.columns);
                (place / right + row) * columns + place % right + column
            };
            let cells = || (0..small.inside.len()).filter(|&cell| small.inside[cell]);
            if cells().any(|cell| self.ground.inside[at(cell)]) {
                continue;
            }
            for cell in cells() {
                self.ground.inside[at(cell)] = true;
                self.ground.start[at(cell)] = small.start[cell];
                self.ground.goal[at(cell)] = small.goal[cell];
            }
            let moved = |cell: u32| at(cell as usize) as u32;
            let jumps = other.jumps.iter();
            self.jumps.extend(jumps.map(|j| Jump { from: moved(j.from), to: moved(j.to) }));
            return true;
        }
        false
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

/// The least problem of all, across or down.
fn line(across: bool) -> Grown {
    let (rows, columns) = if across { (1, 3) } else { (3, 1) };
    let (start, goal) = (vec![true, true, false], vec![false, false, true]);
    let ground = Ground { rows, columns, inside: vec![true; 3], start, goal };
    Grown { ground, jumps: vec![Jump { from: 0, to: 2 }] }
}

/// A small problem of random shape with one hole that can be solved, if one is soon found.
fn nucleus(
    rows: usize,
    columns: usize,
    dice: &mut Dice,
    meter: &mut Meter<'_>,
) -> Result<Option<Grown>, Limit> {
    for _ in 0..NUCLEI {
        let inside: Vec<bool> = (0..rows * columns).map(|_| dice.below(3) > 0).collect();
        let cells: Vec<usize> = (0..inside.len()).filter(|&cell| inside[cell]).collect();
        if cells.len() < 4 {
            continue;
        }
        let mut ground = Ground { rows, columns, start: inside.clone(), inside, goal: Vec::new() };
        ground.start[cells[dice.below(cells.len())]] = false;
        let ground = ground.complemented();
        if obstacle::plain(&ground).is_some() || class::refute(&ground, meter)?.is_some() {
            continue;
        }
        match memo::search(&Field::new(&ground), Order::Forward, meter, &mut ()) {
            (Some(jumps), _) => return Ok(Some(Grown { ground, jumps })),
            (None, Ended::Cut(limit)) => return Err(limit),
            (None, _) => {}
        }
    }
    Ok(None)
}
