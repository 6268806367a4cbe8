//! The path, from the distances that the planes remember.

use crate::lost_knight::planes::field::Field;
use crate::lost_knight::planes::geometry::Square;
use crate::lost_knight::planes::sparse::Spot;

impl Field {
    /// A shortest path from a reached square to the nearest source of the last flood, both ends
    /// included: of all such paths the smallest by the order of [`Leaper::moves`], move by move.
    ///
    /// `distance` is that of `from`, as the flood told it. Moves go both ways, so for the smallest
    /// path from the knight to the exit the flood starts at the exit.
    ///
    /// # Panics
    /// If the last flood did not reach `from` in this distance.
    ///
    /// [`Leaper::moves`]: crate::lost_knight::planes::geometry::Leaper::moves
    pub fn walk(&self, from: Square, distance: u64) -> Vec<Square> {
        let place = self.place(from);
        let mut at = Spot::new(&self.layout, place.strip, place.row, place.sheet, place.bit);
        let mut path = Vec::with_capacity(distance as usize + 1);
        path.push(from);
        for left in (0..distance).rev() {
            at = at
                .nearer(&self.layout, &self.words, self.layout.phase(left))
                .expect("a reached square has a neighbour one move nearer");
            path.push(at.square(&self.layout));
        }
        path
    }
}
