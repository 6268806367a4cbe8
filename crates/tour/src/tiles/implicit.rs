//! A layout as the rules see it: a tour whose numbers are found when they are asked for.

use search::{Limit, Meter};

use super::Layout;
use super::rows::Rows;
use crate::{ImplicitRows, ImplicitTour, Numbers};
use tabuleiro_core::board::{Size, Square};

impl From<Layout> for Numbers {
    /// The numbers of a layout of at most 2^32 - 1 squares, none of them written down.
    fn from(layout: Layout) -> Self {
        Numbers::implicit(layout)
    }
}

impl ImplicitTour for Layout {
    fn size(&self) -> Size {
        Layout::size(self)
    }

    fn square(&self, number: u64) -> Square {
        Layout::square(self, number)
    }

    fn rows(&self) -> Box<dyn ImplicitRows + '_> {
        Box::new(Rows::new(self))
    }
}

impl ImplicitRows for Rows<'_> {
    fn write(&mut self, row: u32, numbers: &mut [u32]) {
        Rows::write(self, row, numbers);
    }

    fn write_within(
        &mut self,
        row: u32,
        numbers: &mut [u32],
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        Rows::write_within(self, row, numbers, meter)
    }
}
