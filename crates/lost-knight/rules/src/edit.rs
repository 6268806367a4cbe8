//! Boards changed by hand.

use super::LostKnight;
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Brush, BrushInput, Edit, Touch};
use tabuleiro_core::text::Diagnostic;

impl Edit for LostKnight {
    const BRUSHES: &'static [Brush] = &[
        Brush { name: "wall", of: BrushInput::Cell },
        Brush { name: "free", of: BrushInput::Cell },
        Brush { name: "knight", of: BrushInput::Cell },
        Brush { name: "exit", of: BrushInput::Cell },
    ];

    fn touch(&self, brush: &str, touch: Touch) -> Result<Self, Diagnostic> {
        let square = touch.square(self.size)?;
        let place = self.size.index(square);
        let mut board = self.clone();
        if brush == "free" {
            board.blocked.remove(place);
            return Ok(board);
        }
        let (moving, other) = match brush {
            "exit" => (&mut board.exits, &self.knights),
            _ => (&mut board.knights, &self.exits),
        };
        let stands = |list: &[Square]| list.binary_search(&square).is_ok();
        let taken = match brush {
            "wall" => stands(moving) || stands(other),
            _ => !self.is_free(place as u32) || stands(other),
        };
        if taken {
            return Err(Diagnostic::new("K0108").with("square", square.to_string()));
        }
        if brush == "wall" {
            board.blocked.insert(place);
        } else if !stands(moving) {
            // One is needed, so one moves: the one that was dragged, or the first.
            let dragged = moving.binary_search(&touch.at).unwrap_or(0);
            moving[dragged] = square;
            moving.sort_unstable();
        }
        Ok(board)
    }
}
