//! Boards changed by hand. A brush is data; a touch gives a new board, or says why not.

use tabuleiro_core::board::Size;
use tabuleiro_core::contract::{Brush, BrushInput, Edit, Touch};
use tabuleiro_core::text::Diagnostic;

use crate::Template;

impl Edit for Template {
    const BRUSHES: &'static [Brush] = &[
        Brush { name: "block", of: BrushInput::Cell },
        Brush { name: "amazons", of: BrushInput::Cell },
        Brush { name: "side", of: BrushInput::Value },
    ];

    fn touch(&self, brush: &str, touch: Touch) -> Result<Self, Diagnostic> {
        // Squares off the board are refused for every brush, whether it looks at the square or not.
        let square = touch.square(self.size())?;
        match brush {
            "block" => Ok(self.clone().with_blocked(square, !self.is_blocked(square))),
            "amazons" => Ok(self.clone().with_amazons(!self.amazons())),
            _ => self.resized(touch.value),
        }
    }
}

impl Template {
    /// A square board of this side, with the squares blocked that were.
    fn resized(&self, side: u32) -> Result<Self, Diagnostic> {
        if !(1..=Template::LONGEST).contains(&side) {
            let fault = Diagnostic::new("B0102").with("side", side.to_string());
            return Err(fault.with("most", u64::from(Template::LONGEST)));
        }
        let size = Size { rows: side, cols: side };
        let still = |&square: &_| size.holds(square) && self.is_blocked(square);
        let board = Template::new(size).with_amazons(self.amazons());
        Ok(self
            .size()
            .squares()
            .filter(still)
            .fold(board, |board, at| board.with_blocked(at, true)))
    }
}
