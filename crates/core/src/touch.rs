//! Changes by hand: brushes, and touches with them.

use crate::board::{Size, Square};
use crate::text::Diagnostic;

/// Something to change an instance with. Its title is `NAME.brush.X`.
#[derive(Debug)]
pub struct Brush {
    /// Its name.
    pub name: &'static str,
    /// What a touch consists of.
    pub of: BrushInput,
}

/// What a touch with a brush consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrushInput {
    /// A square. A drag from one to another is a touch with both.
    Cell,
    /// Two squares.
    Pair,
    /// A square and a number.
    Value,
}

/// One touch with a brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The square touched, or where a drag began.
    pub at: Square,
    /// Where a drag ended.
    pub to: Option<Square>,
    /// The number that goes with it.
    pub value: u32,
}

impl Touch {
    /// The square that is meant where one is: the last.
    pub fn square(self, size: Size) -> Result<Square, Diagnostic> {
        size.checked(self.to.unwrap_or(self.at))
    }

    /// The two squares, where two are meant.
    pub fn pair(self, size: Size) -> Result<(Square, Square), Diagnostic> {
        match self.to {
            Some(to) if to != self.at => Ok((size.checked(self.at)?, size.checked(to)?)),
            _ => Err(Diagnostic::new("B0107")),
        }
    }
}
