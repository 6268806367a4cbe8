//! Clues one by one: what a board loses and gets back while somebody tries which of them matter.

use super::{Futoshiki, Sign};

/// One value put into one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The cell by its place in reading order, from 0.
    pub cell: u16,
    /// The value, from 1.
    pub value: u8,
}

/// A value given, or a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clue {
    /// A value given.
    Given(Placed),
    /// A sign.
    Sign(Sign),
}

impl Futoshiki {
    /// Every clue: the signs, then the values given.
    pub fn clues(&self) -> Vec<Clue> {
        let given = |(cell, &value): (usize, &u8)| {
            (value > 0).then_some(Clue::Given(Placed { cell: cell as u16, value }))
        };
        let signs = self.signs.iter().map(|&sign| Clue::Sign(sign));
        signs.chain(self.givens.iter().enumerate().filter_map(given)).collect()
    }

    /// Gives the board a clue.
    pub fn put(&mut self, clue: Clue) {
        match clue {
            Clue::Given(Placed { cell, value }) => self.givens[usize::from(cell)] = value,
            Clue::Sign(sign) => {
                if let Err(at) = self.signs.binary_search(&sign) {
                    self.signs.insert(at, sign);
                }
            }
        }
    }

    /// Takes a clue away.
    pub fn take(&mut self, clue: Clue) {
        match clue {
            Clue::Given(Placed { cell, .. }) => self.givens[usize::from(cell)] = 0,
            Clue::Sign(sign) => {
                if let Ok(at) = self.signs.binary_search(&sign) {
                    self.signs.remove(at);
                }
            }
        }
    }
}
