//! The answers of the coursework that a puzzle comes from, byte for byte, for the puzzles that come
//! from one.

use std::io::{self, Write};

use search::{Limit, Outcome, Stats};

use crate::contract::Puzzle;
use crate::found::Answer;

/// How the coursework that a puzzle comes from has answers written. A puzzle that implements it says
/// so by [`Puzzle::COURSEWORK`].
pub trait Coursework: Puzzle {
    /// What students' programs are asked to count.
    const EFFORT: &'static [EffortLabel] = &[];

    /// Writes a solution of the instance with this number of its file, from 1, and what it took to
    /// find it.
    fn write_solution(
        number: usize,
        solution: &Self::Solution,
        stats: &Stats,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Writes what stands in the place of a solution.
    fn write_missing(number: usize, why: NoSolution, out: &mut dyn Write) -> io::Result<()>;

    /// How many bytes of a text are exactly this solution as the coursework wants it; nothing where
    /// the text begins in another way.
    fn exact(number: usize, solution: &Self::Solution, text: &[u8]) -> Option<usize> {
        let mut written = Vec::new();
        Self::write_solution(number, solution, &Stats::default(), &mut written).ok()?;
        text.starts_with(&written).then_some(written.len())
    }
}

/// Why there is no solution to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSolution {
    /// There is none.
    Impossible,
    /// A limit was reached.
    Unknown(Limit),
}

/// A number that programs print beside their answers.
#[derive(Debug)]
pub struct EffortLabel {
    /// The counter of ours that it is: of those that the puzzle's tradition has a name for, or of all
    /// searches.
    pub counter: &'static str,
    /// What stands on the same line, in small letters without accents.
    pub labels: &'static [&'static str],
}

type WriteSolution<P> =
    fn(usize, &<P as Puzzle>::Solution, &Stats, &mut dyn Write) -> io::Result<()>;

/// What a puzzle makes of [`Coursework`], as a value.
pub struct CourseworkFormat<P: Puzzle> {
    pub(crate) about: AboutCoursework,
    pub(crate) write_solution: WriteSolution<P>,
    pub(crate) exact: fn(usize, &P::Solution, &[u8]) -> Option<usize>,
}

impl<P: Coursework> CourseworkFormat<P> {
    /// The only value there is.
    pub const FORMAT: Self = CourseworkFormat {
        about: AboutCoursework { effort: P::EFFORT, write_missing: P::write_missing },
        write_solution: P::write_solution,
        exact: P::exact,
    };
}

/// What frontends need to know of it.
#[derive(Clone, Copy)]
pub struct AboutCoursework {
    /// What students' programs are asked to count.
    pub effort: &'static [EffortLabel],
    /// Writes what stands in the place of a solution of the instance with this number.
    pub write_missing: fn(usize, NoSolution, &mut dyn Write) -> io::Result<()>,
}

impl AboutCoursework {
    /// Writes the answer about the instance with this number of its file, from 1.
    pub fn write(&self, number: usize, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
        match &answer.result {
            Outcome::Solved(found) => found.write_coursework(number, &answer.stats, out),
            Outcome::Impossible(_) => (self.write_missing)(number, NoSolution::Impossible, out),
            Outcome::Unknown(limit) => {
                (self.write_missing)(number, NoSolution::Unknown(*limit), out)
            }
        }
    }
}
