//! Lines of three: where jumps can be. What solvers, provers and the verifier all need to know of a
//! board, and no more.

use super::ground::Ground;

impl Ground {
    /// The lines of three cells of the board, each once, by its first cell in reading order; from
    /// one cell the one across comes before the one down.
    #[inline]
    pub fn lines(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows * columns).flat_map(move |cell| {
            let across = (cell % columns + 2 < columns).then_some([cell, cell + 1, cell + 2]);
            let down =
                (cell / columns + 2 < rows).then_some([cell, cell + columns, cell + 2 * columns]);
            across.into_iter().chain(down).filter(|line| line.iter().all(|&cell| self.inside[cell]))
        })
    }

    /// How many pegs stand on the board.
    pub fn pegs(&self) -> usize {
        self.start.iter().filter(|&&peg| peg).count()
    }

    /// How many pegs shall stand at the end.
    pub fn goal_pegs(&self) -> usize {
        self.goal.iter().filter(|&&peg| peg).count()
    }

    /// Whether every hole is to be filled and every peg to leave.
    pub fn is_complement(&self) -> bool {
        (0..self.inside.len())
            .all(|cell| self.goal[cell] == (self.inside[cell] && !self.start[cell]))
    }

    /// The same board and pegs, every hole to be filled and every peg to leave.
    pub fn complemented(mut self) -> Self {
        self.goal =
            self.inside.iter().zip(&self.start).map(|(&inside, &peg)| inside && !peg).collect();
        self
    }
}
