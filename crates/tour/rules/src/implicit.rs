//! Tours whose numbers are written nowhere: each is found when it is asked for. What constructions
//! that know the number of any square hand over, and the verifier reads row by row.

use std::fmt;

use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::contract::{Limit, Meter};

/// A claimed tour of a whole rectangle of at most 2^32 - 1 squares that is nowhere written down.
pub trait ImplicitTour: fmt::Debug + Send + Sync {
    /// The rectangle.
    fn size(&self) -> Size;
    /// The square that holds a number, from 1 to the number of squares.
    fn square(&self, number: u64) -> Square;
    /// Writes its rows.
    fn rows(&self) -> Box<dyn ImplicitRows + '_>;
}

/// Writes the rows of an [`ImplicitTour`], in any order; one after another may be faster.
pub trait ImplicitRows {
    /// Writes the numbers of a row, from 0; there is room for as many as it has squares.
    fn write(&mut self, row: u32, numbers: &mut [u32]);
    /// The same under the limits of a run.
    fn write_within(
        &mut self,
        row: u32,
        numbers: &mut [u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit>;
}
