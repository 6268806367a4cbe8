//! The order in which the beam search finishes cells, and the ways to set one cell right.

use std::ops::Range;

use crate::Ground;
use crate::cell_set::CellArray;

/// The most jumps to set one cell right.
pub(crate) const MOST: usize = 6;
/// No jump.
pub(crate) const NONE: u16 = u16::MAX;

/// Jumps made to set one cell right, by their numbers, then [`NONE`].
pub(crate) type JumpList = [u16; MOST];

/// A board in the order in which its cells are finished.
pub(crate) struct Frontier<'a> {
    pub(crate) ground: &'a Ground,
    /// The cells before the block, in their order.
    pub(crate) order: Vec<u16>,
    /// How many those are.
    pub(crate) finished: usize,
    /// The rows and columns of the block.
    pub(crate) block: (Range<usize>, Range<usize>),
    /// From, over and into which cell each jump goes.
    pub(crate) jumps: Vec<[u16; 3]>,
    /// Of each jump the first turn among its cells: after that it would spoil what is finished.
    turns: Vec<u16>,
    /// The jumps that put a peg into a cell, and those that take it away.
    fills: Vec<Vec<u16>>,
    clears: Vec<Vec<u16>>,
}

impl<'a> Frontier<'a> {
    /// Rows and columns are taken off until a block of this side is left. The bits of `turn` choose the corner,
    /// and whether the longer or the shorter side is taken off first. A board too large for a sweep
    /// has no order.
    pub(crate) fn new(ground: &'a Ground, block_side: usize, turn: usize) -> Self {
        let size = ground.inside.len();
        let (mut rows, mut columns) = (0..ground.rows, 0..ground.columns);
        let mut order: Vec<u16> = Vec::new();
        if size > usize::from(u16::MAX) / 8 {
            (rows, columns) = (0..0, 0..0);
        }
        while rows.len() > block_side || columns.len() > block_side {
            let by_rows = match (rows.len() > block_side, columns.len() > block_side) {
                (true, true) => (turn & 4 != 0) == (rows.len() >= columns.len()),
                (by_rows, _) => by_rows,
            };
            let line = if by_rows {
                let row = take(&mut rows, turn & 1 != 0);
                (row..row + 1, columns.clone())
            } else {
                let column = take(&mut columns, turn & 2 != 0);
                (rows.clone(), column..column + 1)
            };
            let first = order.len();
            let cells =
                line.0.flat_map(|row| line.1.clone().map(move |c| row * ground.columns + c));
            order.extend(cells.filter(|&cell| ground.inside[cell]).map(|cell| cell as u16));
            // Away from the block first: the last cells of a line are the hardest.
            if turn & if by_rows { 2 } else { 1 } != 0 {
                order[first..].reverse();
            }
        }
        let mut rank = vec![u16::MAX; size];
        for (at, &cell) in order.iter().enumerate() {
            rank[cell as usize] = at as u16;
        }
        let jumps = if rows.is_empty() { Vec::new() } else { jumps(ground) };
        let (mut fills, mut clears) = (vec![Vec::new(); size], vec![Vec::new(); size]);
        for (number, &[from, over, into]) in jumps.iter().enumerate() {
            clears[from as usize].push(number as u16);
            clears[over as usize].push(number as u16);
            fills[into as usize].push(number as u16);
        }
        let turn = |cells: &[u16; 3]| cells.map(|cell| rank[cell as usize]).into_iter().min();
        let turns = jumps.iter().filter_map(turn).collect();
        let block = (rows, columns);
        Frontier { ground, finished: order.len(), order, block, jumps, turns, fills, clears }
    }

    /// Tells the ways found to set right the cell whose turn it is, in at most so many jumps.
    pub(crate) fn settle<const W: usize>(
        &self,
        at: usize,
        most: usize,
        pegs: CellArray<W>,
        tell: &mut impl FnMut(&CellArray<W>, JumpList),
    ) {
        let cell = self.order[at] as usize;
        let shall = self.ground.goal[cell];
        if pegs.has(cell) == shall {
            tell(&pegs, [NONE; MOST]);
            return;
        }
        let mut search =
            CellSearch { front: self, at, most: most.min(MOST), wanted: Vec::new(), tell };
        for &jump in if shall { &self.fills[cell] } else { &self.clears[cell] } {
            if self.is_free(at, jump) {
                search.wanted.push(jump);
                search.reach(pegs, [NONE; MOST], 0);
                search.wanted.pop();
            }
        }
    }

    /// Whether a jump leaves alone what is finished.
    fn is_free(&self, at: usize, jump: u16) -> bool {
        usize::from(self.turns[jump as usize]) >= at
    }
}

/// Takes the first or the last off a range that is not empty.
fn take(range: &mut Range<usize>, last: bool) -> usize {
    if last {
        range.end -= 1;
        range.end
    } else {
        range.start += 1;
        range.start - 1
    }
}

/// Every jump of a board.
fn jumps(ground: &Ground) -> Vec<[u16; 3]> {
    let mut jumps = Vec::new();
    for cell in 0..ground.inside.len() {
        let (row, column) = (cell / ground.columns, cell % ground.columns);
        for (step, fits) in
            [(1, column + 2 < ground.columns), (ground.columns, row + 2 < ground.rows)]
        {
            let line = [0, 1, 2].map(|k| cell + k * step);
            if fits && line.iter().all(|&cell| ground.inside[cell]) {
                let [a, b, c] = line.map(|cell| cell as u16);
                jumps.extend([[a, b, c], [c, b, a]]);
            }
        }
    }
    jumps
}

struct CellSearch<'a, T> {
    front: &'a Frontier<'a>,
    at: usize,
    most: usize,
    /// Jumps still to be made, the last first.
    wanted: Vec<u16>,
    tell: &'a mut T,
}

impl<T> CellSearch<'_, T> {
    /// Makes the jumps that are wanted, with others before them where a cell is not as it must be.
    /// Every call makes a jump or wants one more, and there are at most six of both.
    fn reach<const W: usize>(&mut self, pegs: CellArray<W>, made: JumpList, count: usize)
    where
        T: FnMut(&CellArray<W>, JumpList),
    {
        let Some(&jump) = self.wanted.last() else {
            (self.tell)(&pegs, made);
            return;
        };
        let front = self.front;
        let cells = front.jumps[jump as usize].map(usize::from);
        let wrong =
            cells.into_iter().zip([true, true, false]).find(|&(cell, peg)| pegs.has(cell) != peg);
        let Some((cell, peg)) = wrong else {
            let (mut after, mut made) = (pegs, made);
            cells.iter().for_each(|cell| after.toggle(*cell));
            made[count] = jump;
            self.wanted.pop();
            self.reach(after, made, count + 1);
            self.wanted.push(jump);
            return;
        };
        if count + self.wanted.len() == self.most {
            return;
        }
        for &before in if peg { &front.fills[cell] } else { &front.clears[cell] } {
            if front.is_free(self.at, before) && !self.wanted.contains(&before) {
                self.wanted.push(before);
                self.reach(pegs, made, count);
                self.wanted.pop();
            }
        }
    }
}
