//! The path, from the distances that the planes remember.

use crate::lost_knight::planes::field::Field;
use crate::lost_knight::planes::geometry::Square;

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
        let shape = self.shape();
        let moves = shape.leaper.moves();
        let mut path = Vec::with_capacity(distance as usize + 1);
        let mut at = from;
        path.push(at);
        for left in (0..distance).rev() {
            let phase = Some(self.layout.phase(left));
            at = moves
                .iter()
                .filter_map(|&delta| shape.step(at, delta))
                .find(|&near| self.phase_at(near) == phase)
                .expect("a reached square has a neighbour one move nearer");
            path.push(at);
        }
        path
    }
}
