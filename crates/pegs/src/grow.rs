//! Problems made backward from their goal: a shape grows by putting back what a game would take away.
//!
//! It begins with a few cells whose problem is solved at sight. At any moment of a game that solves a
//! problem, a block of new cells, all pegs, can be added where a few cells around it happen to hold
//! what a purge of the block needs (Berlekamp, Conway and Guy, Winning Ways, chapter 23): a purge
//! empties the block and leaves all else as it was, so the game goes on, and the new problem is solved
//! too. Read backward, the purge puts the block back.

use search::{Ended, Limit, Meter};

use super::play::class;
use super::play::field::Field;
use super::play::memo::{self, Order};
use super::quick_refute;
use super::{Ground, Jump};
use tabuleiro_core::random::Rng;

/// A problem with a game that solves it.
pub(super) struct Grown {
    pub(super) ground: Ground,
    pub(super) jumps: Vec<Jump>,
}

/// A place relative to another: rows down, columns to the right.
type Point = (isize, isize);

/// A way to empty a block of pegs that leaves all else as it was.
struct PurgeMoves {
    /// The pegs taken away.
    block: &'static [Point],
    /// Where a peg and a hole are lent.
    peg: Point,
    hole: Point,
    /// From where to where pegs jump.
    jumps: &'static [(Point, Point)],
}

/// Two by three cells.
const SIX: &[Point] = &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)];

/// Three in a line, a peg and a hole on the two sides of the first; two by three, a peg and a hole, or
/// a hole and a peg, below the first column.
const PURGES: [PurgeMoves; 3] = [
    PurgeMoves {
        block: &[(0, 0), (1, 0), (2, 0)],
        peg: (0, 1),
        hole: (0, -1),
        jumps: &[((0, 1), (0, -1)), ((2, 0), (0, 0)), ((0, -1), (0, 1))],
    },
    PurgeMoves {
        block: SIX,
        peg: (2, 0),
        hole: (3, 0),
        jumps: &[
            ((1, 0), (3, 0)),
            ((1, 2), (1, 0)),
            ((0, 0), (2, 0)),
            ((0, 2), (0, 0)),
            ((3, 0), (1, 0)),
            ((0, 0), (2, 0)),
        ],
    },
    PurgeMoves {
        block: SIX,
        peg: (3, 0),
        hole: (2, 0),
        jumps: &[
            ((0, 0), (2, 0)),
            ((0, 2), (0, 0)),
            ((3, 0), (1, 0)),
            ((0, 0), (2, 0)),
            ((1, 2), (1, 0)),
            ((1, 0), (3, 0)),
        ],
    },
];

/// A purge at a place of the board, turned or mirrored in one of eight ways.
#[derive(Clone, Copy)]
struct Placed {
    purge: &'static PurgeMoves,
    /// Where the hole is lent.
    at: usize,
    turn: usize,
}

/// Moments tried in vain before a board counts as full.
const TRIES: usize = 50;
/// The side of the window in which a nucleus is looked for, and how many are tried.
const WINDOW: usize = 4;
const NUCLEI: usize = 300;

impl Grown {
    /// As many small problems as holes are wanted, anywhere in the rectangle; `None` if they found no
    /// room. Each is a nucleus with some corner to grow from, or a line of three where no more fits.
    pub(super) fn seeds(
        (rows, columns): (usize, usize),
        holes: usize,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Limit> {
        let none = vec![false; rows * columns];
        let ground =
            Ground { rows, columns, inside: none.clone(), start: none.clone(), goal: none };
        let mut grown = Grown { ground, jumps: Vec::new() };
        for _ in 0..holes {
            let nucleus = nucleus(rows.min(WINDOW), columns.min(WINDOW), rng, meter)?;
            let added = match nucleus {
                Some(nucleus) => grown.add(&nucleus, rng, meter)?,
                None => false,
            };
            if !added {
                let across = rng.below(2) == 0;
                if !grown.add(&line(across), rng, meter)?
                    && !grown.add(&line(!across), rng, meter)?
                {
                    return Ok(None);
                }
            }
        }
        Ok(Some(grown))
    }

    /// Puts a problem at a random place where it touches no cell; whether there is one.
    fn add(&mut self, other: &Grown, rng: &mut Rng, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        let (Ground { rows, columns, .. }, small) = (&self.ground, &other.ground);
        if small.rows > *rows || small.columns > *columns {
            return Ok(false);
        }
        let (down, right) = (rows - small.rows + 1, columns - small.columns + 1);
        let first = rng.below(down * right);
        let columns = *columns;
        for place in (first..down * right).chain(0..first) {
            meter.check_limits()?;
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
            return Ok(true);
        }
        Ok(false)
    }

    /// Adds blocks until there are so many cells, or there is no room for more.
    pub(super) fn grow(
        &mut self,
        cells: usize,
        rng: &mut Rng,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let mut size = self.ground.inside.iter().filter(|&&inside| inside).count();
        let mut tries = 0;
        while size + 3 <= cells && tries < TRIES {
            let moment = rng.below(self.jumps.len() + 1);
            let mut purges = self.purges(moment, meter)?;
            rng.shuffle_within(&mut purges, meter)?;
            // Some at a time, so that a large board takes not many more moments than a small one.
            let most = size + (SIX.len() + self.jumps.len() / 4).min(cells - size);
            let mut added = Vec::new();
            for placed in purges {
                meter.check_limits()?;
                let block = placed.purge.block.iter().filter_map(|&cell| self.place(placed, cell));
                let block: Vec<usize> = block.filter(|&cell| !self.ground.inside[cell]).collect();
                if block.len() < placed.purge.block.len() || size + block.len() > most {
                    continue;
                }
                for &cell in &block {
                    (self.ground.inside[cell], self.ground.start[cell]) = (true, true);
                }
                size += block.len();
                added.extend(placed.purge.jumps.iter().filter_map(|&(from, to)| {
                    let (from, to) = (self.place(placed, from)?, self.place(placed, to)?);
                    Some(Jump { from: from as u32, to: to as u32 })
                }));
            }
            tries = if added.is_empty() { tries + 1 } else { 0 };
            self.jumps.splice(moment..moment, added);
        }
        Ok(())
    }

    /// What can be added at a moment of the game.
    fn purges(&self, moment: usize, meter: &mut Meter<'_>) -> Result<Vec<Placed>, Limit> {
        let Ground { inside, start, .. } = &self.ground;
        let mut pegs = start.clone();
        for jump in &self.jumps[..moment] {
            meter.check_limits()?;
            for cell in [jump.from, jump.over(), jump.to] {
                pegs[cell as usize] ^= true;
            }
        }
        let mut found = Vec::new();
        for at in (0..inside.len()).filter(|&cell| inside[cell] && !pegs[cell]) {
            meter.check_limits()?;
            for purge in &PURGES {
                for turn in 0..8 {
                    let placed = Placed { purge, at, turn };
                    let free = |&place: &Point| {
                        self.place(placed, place).is_some_and(|cell| !inside[cell])
                    };
                    let peg = self.place(placed, purge.peg);
                    if peg.is_some_and(|peg| pegs[peg]) && purge.block.iter().all(free) {
                        found.push(placed);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The cell of a place, if it lies in the rectangle.
    fn place(&self, placed: Placed, (down, right): Point) -> Option<usize> {
        let Placed { purge, at, turn } = placed;
        let (down, right) = (down - purge.hole.0, right - purge.hole.1);
        let (down, right) = if turn & 1 == 0 { (down, right) } else { (right, down) };
        let down = if turn & 2 == 0 { down } else { -down };
        let right = if turn & 4 == 0 { right } else { -right };
        let columns = self.ground.columns;
        let row = (at / columns).checked_add_signed(down).filter(|&row| row < self.ground.rows)?;
        let column = (at % columns).checked_add_signed(right).filter(|&column| column < columns)?;
        Some(row * columns + column)
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
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Grown>, Limit> {
    for _ in 0..NUCLEI {
        let inside: Vec<bool> = (0..rows * columns).map(|_| rng.below(3) > 0).collect();
        let cells: Vec<usize> = (0..inside.len()).filter(|&cell| inside[cell]).collect();
        if cells.len() < 4 {
            continue;
        }
        let mut ground = Ground { rows, columns, start: inside.clone(), inside, goal: Vec::new() };
        ground.start[cells[rng.below(cells.len())]] = false;
        let ground = ground.complemented();
        if quick_refute::plain(&ground, meter)?.is_some()
            || class::refute(&ground, meter)?.is_some()
        {
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
