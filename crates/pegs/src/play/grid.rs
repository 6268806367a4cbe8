//! The board of any size as rows of bits one after the other: shifts find all jumps of a position at
//! once, and one random number a cell makes keys that a jump changes by one number.

use crate::play::field::Field;
use crate::{Ground, Jump};
use tabuleiro_core::contract::{Limit, Meter};

/// Which way the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From start to goal.
    Forward,
    /// From goal to start: jumps are taken back.
    Backward,
}

/// How much more a peg counts that is farther from where pegs shall stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceWeight {
    /// As much as it is farther.
    Even,
    /// As the square of the distance.
    Square,
    /// As much as it is farther from one of the cells where pegs shall stand, the most central one;
    /// pegs on the others count nothing.
    One,
}

/// A jump as a number: the first cell of its line, times four, plus two if the line is upright, plus
/// one if the peg jumps toward that cell.
pub type Code = u32;

/// A board as bits.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Words of a position.
    pub words: usize,
    columns: usize,
    /// The first cells of the lines that lie in rows, and of those that stand in columns.
    lines: [Vec<u64>; 2],
    /// What each peg counts in the score of a position, by the pull.
    costs: [Vec<i32>; 3],
    /// By how much each jump changes the score.
    changes: [Vec<i32>; 3],
    /// The symmetries on the ground's cells; the first is no change.
    pub symmetries: Vec<Vec<u32>>,
    /// Random numbers, one a cell and symmetry: those of a cell stand together.
    marks: Vec<u64>,
}

impl Grid {
    /// The bits of a ground, under the limits of a run, with its memory claimed.
    pub fn within(ground: &Ground, field: &Field, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let size = ground.inside.len();
        // Symmetries, with a mark for each; numbers, costs and changes.
        let bytes = 12 * field.symmetries.len() + 8 + 3 * 4 + 3 * 4 * 4;
        meter.claim((bytes * size) as u64)?;
        let words = size.div_ceil(64).max(1);
        let mut lines = [vec![0; words], vec![0; words]];
        for cell in field.cells.iter().map(|&cell| cell as usize) {
            meter.check_limits()?;
            let (row, column) = (cell / ground.columns, cell % ground.columns);
            let fits = [column + 2 < ground.columns, row + 2 < ground.rows];
            for (upright, step) in [1, ground.columns].into_iter().enumerate() {
                if fits[upright] && ground.inside[cell + step] && ground.inside[cell + 2 * step] {
                    lines[upright][cell / 64] |= 1 << (cell % 64);
                }
            }
        }
        // Cells outside stay where they are; they are never read.
        let still: Vec<u32> = (0..size as u32).collect();
        let mut symmetries = vec![still; field.symmetries.len()];
        for (on_ground, image) in symmetries.iter_mut().zip(&field.symmetries) {
            for (number, &cell) in field.cells.iter().enumerate() {
                meter.check_limits()?;
                on_ground[cell as usize] = field.cells[image[number] as usize];
            }
        }
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = || {
            // Splitmix: the same numbers everywhere.
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let word = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ word >> 31
        };
        let of_cell: Vec<u64> = (0..size).map(|_| random()).collect();
        let mut marks = Vec::with_capacity(size * symmetries.len());
        for cell in 0..size {
            meter.check_limits()?;
            marks.extend(symmetries.iter().map(|image| of_cell[image[cell] as usize]));
        }
        let (costs, columns) = (costs(ground), ground.columns);
        let changes = [const { Vec::new() }; 3];
        let mut grid = Grid { words, columns, lines, costs, changes, symmetries, marks };
        for pull in [DistanceWeight::Even, DistanceWeight::Square, DistanceWeight::One] {
            let mut changes = Vec::with_capacity(4 * size);
            for code in 0..4 * size as u32 {
                meter.check_limits()?;
                changes.push(grid.change_of(pull, code));
            }
            grid.changes[pull as usize] = changes;
        }
        Ok(grid)
    }

    /// The bits of a set of cells.
    pub fn position(&self, pegs: &[bool]) -> Vec<u64> {
        let mut words = vec![0; self.words];
        for cell in (0..pegs.len()).filter(|&cell| pegs[cell]) {
            words[cell / 64] |= 1 << (cell % 64);
        }
        words
    }

    /// The three cells of a jump, as the peg passes them.
    #[inline]
    pub fn cells(&self, code: Code) -> [usize; 3] {
        let first = code as usize / 4;
        let step = if code & 2 == 0 { 1 } else { self.columns };
        if code & 1 == 0 {
            [first, first + step, first + 2 * step]
        } else {
            [first + 2 * step, first + step, first]
        }
    }

    /// The jump of a code.
    pub fn jump(&self, code: Code) -> Jump {
        let [from, _, to] = self.cells(code);
        Jump { from: from as u32, to: to as u32 }
    }

    /// Tells every jump that can be made, or that can have been made last.
    #[inline]
    pub fn each(&self, position: &[u64], way: Direction, mut tell: impl FnMut(Code)) {
        for (upright, step) in [1, self.columns].into_iter().enumerate() {
            for (word, &lines) in self.lines[upright].iter().enumerate() {
                if lines == 0 {
                    continue;
                }
                let first = position[word];
                let second = shifted(position, word, step);
                let third = shifted(position, word, 2 * step);
                let (away, toward) = match way {
                    Direction::Forward => (first & second & !third, !first & second & third),
                    Direction::Backward => (!first & !second & third, first & !second & !third),
                };
                for (mut found, turn) in [(away & lines, 0), (toward & lines, 1)] {
                    while found != 0 {
                        let cell = 64 * word as u32 + found.trailing_zeros();
                        tell(4 * cell + 2 * upright as u32 + turn);
                        found &= found - 1;
                    }
                }
            }
        }
    }

    /// By how much a jump changes the score.
    #[inline]
    pub fn change(&self, pull: DistanceWeight, code: Code) -> i32 {
        self.changes[pull as usize][code as usize]
    }

    fn change_of(&self, pull: DistanceWeight, code: Code) -> i32 {
        // Codes of lines that leave the board are never asked for.
        let cost = |cell: usize| self.costs[pull as usize].get(cell).copied().unwrap_or(0);
        let [from, over, to] = self.cells(code).map(cost);
        to - from - over
    }

    /// The score of a position: the lower, the nearer its pegs are to where they shall be.
    pub fn score(&self, pull: DistanceWeight, pegs: &[bool]) -> i32 {
        let costs = &self.costs[pull as usize];
        (0..pegs.len()).filter(|&cell| pegs[cell]).map(|cell| costs[cell]).sum()
    }

    /// The key of an image of a position.
    pub fn key(&self, pegs: &[bool], turn: usize) -> u64 {
        let pegs = (0..pegs.len()).filter(|&cell| pegs[cell]);
        pegs.map(|cell| self.marks[cell * self.symmetries.len() + turn]).fold(0, |key, m| key ^ m)
    }

    /// Changes the keys of a position, one a symmetry, by a jump.
    #[inline]
    pub fn mark(&self, keys: &mut [u64], code: Code) {
        let count = self.symmetries.len();
        let [one, two, three] = self.cells(code).map(|cell| &self.marks[cell * count..][..count]);
        for (turn, key) in keys.iter_mut().enumerate() {
            *key ^= one[turn] ^ two[turn] ^ three[turn];
        }
    }

    /// The least of the keys after a jump: what a position and its images have in common.
    #[inline]
    pub fn least(&self, keys: &[u64], code: Code) -> u64 {
        let count = self.symmetries.len();
        let [one, two, three] = self.cells(code).map(|cell| &self.marks[cell * count..][..count]);
        let after = (0..count).map(|turn| keys[turn] ^ one[turn] ^ two[turn] ^ three[turn]);
        after.min().unwrap_or(0)
    }

    /// Makes a jump or takes it back.
    #[inline]
    pub fn flip(&self, position: &mut [u64], code: Code) {
        self.cells(code).iter().for_each(|cell| position[cell / 64] ^= 1 << (cell % 64));
    }
}

/// A word of the position moved down by `by` cells.
#[inline]
fn shifted(position: &[u64], word: usize, by: usize) -> u64 {
    let (whole, part) = (word + by / 64, by % 64);
    let low = position.get(whole).copied().unwrap_or(0) >> part;
    if part == 0 {
        return low;
    }
    low | position.get(whole + 1).copied().unwrap_or(0) << (64 - part)
}

/// The distance of each cell to the nearest one where a peg shall stand, as the pull counts it.
fn costs(ground: &Ground) -> [Vec<i32>; 3] {
    let far = (ground.rows + ground.columns) as i32;
    let mut distance: Vec<i32> =
        ground.goal.iter().map(|&goal| if goal { 0 } else { far }).collect();
    let columns = ground.columns;
    // Two sweeps carry distances along rows and columns.
    for cell in 0..distance.len() {
        let up = if cell >= columns { distance[cell - columns] + 1 } else { far };
        let left = if cell % columns > 0 { distance[cell - 1] + 1 } else { far };
        distance[cell] = distance[cell].min(up).min(left);
    }
    for cell in (0..distance.len()).rev() {
        let down = distance.get(cell + columns).map_or(far, |&down| down + 1);
        let right = if (cell + 1) % columns > 0 { distance[cell + 1] + 1 } else { far };
        distance[cell] = distance[cell].min(down).min(right);
    }
    let square = distance.iter().map(|&distance| distance.min(1 << 13).pow(2)).collect();
    [distance, square, from_one(ground)]
}

/// The distance of each cell to the most central one where a peg shall stand.
fn from_one(ground: &Ground) -> Vec<i32> {
    let at = |cell: usize| [(cell / ground.columns) as i32, (cell % ground.columns) as i32];
    let goals = (0..ground.goal.len()).filter(|&cell| ground.goal[cell]);
    let middle = [ground.rows as i32 - 1, ground.columns as i32 - 1];
    let off = |&cell: &usize| {
        let [row, column] = at(cell);
        (2 * row - middle[0]).abs() + (2 * column - middle[1]).abs()
    };
    let [row, column] = goals.min_by_key(off).map_or([0, 0], at);
    let cost = |cell: usize| {
        let [r, c] = at(cell);
        if ground.goal[cell] { 0 } else { (r - row).abs() + (c - column).abs() }
    };
    (0..ground.goal.len()).map(cost).collect()
}
