//! Boards changed by hand.

use std::sync::Arc;

use super::Pegs;
use tabuleiro_core::contract::{Brush, BrushInput, Edit, Touch};
use tabuleiro_core::text::Diagnostic;

impl Edit for Pegs {
    const BRUSHES: &'static [Brush] = &[
        Brush { name: "peg", of: BrushInput::Cell },
        Brush { name: "hole", of: BrushInput::Cell },
        Brush { name: "outside", of: BrushInput::Cell },
    ];

    /// Where the goal was the complement it stays so; any other goal stays as it is.
    fn touch(&self, brush: &str, touch: Touch) -> Result<Self, Diagnostic> {
        let cell = self.size().index(touch.square(self.size())?);
        let mut pegs = self.clone();
        let ground = Arc::make_mut(&mut pegs.ground);
        ground.inside[cell] = brush != "outside";
        ground.start[cell] = brush == "peg";
        ground.goal[cell] &= ground.inside[cell];
        if self.ground.is_complement() {
            ground.goal[cell] = brush == "hole";
        }
        Ok(pegs)
    }
}
