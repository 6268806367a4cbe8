//! The yardstick of peg solitaire: a matrix of integers, scanned from the top left after each jump, and
//! a stack of jumps: as most first programs have it.

use tabuleiro::pegs::Pegs;

/// Where a jump goes: over the neighbour that way.
const WAYS: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The board as the coursework writes it: 1 a peg, -1 a hole, 0 nothing.
pub(crate) struct Matrix {
    places: Vec<Vec<i32>>,
}

impl Matrix {
    pub(crate) fn new(board: &Pegs) -> Self {
        let ground = board.ground();
        let place = |at: usize| match (ground.inside[at], ground.start[at]) {
            (true, true) => 1,
            (true, false) => -1,
            _ => 0,
        };
        let all: Vec<i32> = (0..ground.inside.len()).map(place).collect();
        Matrix { places: all.chunks(ground.columns).map(<[i32]>::to_vec).collect() }
    }

    /// The board as text.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{} {}\n", self.places.len(), self.places[0].len());
        for row in &self.places {
            let words: Vec<String> = row.iter().map(i32::to_string).collect();
            text += &words.join(" ");
            text.push('\n');
        }
        text
    }

    /// Positions looked at until the complement is found, none is left, or there were so many.
    pub(crate) fn search(mut self, most: u64) -> u64 {
        let goal: Vec<Vec<i32>> =
            self.places.iter().map(|row| row.iter().map(|place| -place).collect()).collect();
        let mut positions = 1;
        let mut made: Vec<(usize, usize, usize)> = Vec::new();
        let mut from = (0, 0, 0);
        while positions < most && self.places != goal {
            if let Some(jump) = self.next(from) {
                self.put(jump, -1);
                made.push(jump);
                positions += 1;
                from = (0, 0, 0);
            } else if let Some(jump) = made.pop() {
                self.put(jump, 1);
                from = (jump.0, jump.1, jump.2 + 1);
            } else {
                break;
            }
        }
        positions
    }

    /// The first jump from a place and a way on.
    fn next(&self, from: (usize, usize, usize)) -> Option<(usize, usize, usize)> {
        let (mut row, mut column, mut way) = from;
        while row < self.places.len() {
            while column < self.places[row].len() {
                while way < WAYS.len() {
                    if self.is_legal(row, column, way) {
                        return Some((row, column, way));
                    }
                    way += 1;
                }
                (column, way) = (column + 1, 0);
            }
            (row, column) = (row + 1, 0);
        }
        None
    }

    fn is_legal(&self, row: usize, column: usize, way: usize) -> bool {
        let at = |far: isize| {
            let (down, right) = WAYS[way];
            let row = row.checked_add_signed(far * down)?;
            let column = column.checked_add_signed(far * right)?;
            self.places.get(row)?.get(column).copied()
        };
        at(0) == Some(1) && at(1) == Some(1) && at(2) == Some(-1)
    }

    /// Makes a jump with -1, and takes it back with 1.
    fn put(&mut self, (row, column, way): (usize, usize, usize), peg: i32) {
        let (down, right) = WAYS[way];
        for (far, value) in [(0, peg), (1, peg), (2, -peg)] {
            let row = row.wrapping_add_signed(far * down);
            let column = column.wrapping_add_signed(far * right);
            self.places[row][column] = value;
        }
    }
}
