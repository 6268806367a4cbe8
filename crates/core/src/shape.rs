//! What answers look like in any program's output: what a puzzle declares so that answers can be read that
//! are not in its own format, byte for byte.

use crate::board::{Size, Square};

/// What an answer about an instance looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// As no other puzzle's: only [`Puzzle::claim`](crate::contract::Puzzle::claim) reads it.
    Own,
    /// A number or a mark for every cell, row by row, and so many numbers about the effort on a line
    /// after it, or none.
    Grid {
        /// Its rows and columns.
        size: Size,
        /// How many numbers may follow.
        trailer: usize,
    },
    /// So many moves, each from a square to a square.
    Moves(usize),
    /// One number.
    Number,
}

/// An answer, read by its [`Shape`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Numbers in reading order, nothing where there is none, and what follows them.
    Grid(Vec<Option<u32>>, Vec<u64>),
    /// Moves.
    Moves(Vec<[Square; 2]>),
    /// A number.
    Number(u64),
    /// That there is no solution.
    Impossible,
    /// That a limit was reached.
    OverLimit,
}

impl Written {
    /// Cells that have no number.
    pub fn empty(&self) -> usize {
        match self {
            Written::Grid(cells, _) => cells.iter().filter(|cell| cell.is_none()).count(),
            _ => 0,
        }
    }
}

/// How answers are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// Only what the coursework asked for, byte for byte.
    pub strict: bool,
    /// Numbers and squares are counted from 0.
    pub zero_based: bool,
}
