//! Boards changed by hand.

use super::Tour;
use tabuleiro_core::board::{Square, Squares};
use tabuleiro_core::contract::{Brush, BrushInput, Edit, Touch};
use tabuleiro_core::text::Diagnostic;

impl Edit for Tour {
    const BRUSHES: &'static [Brush] = &[
        Brush { name: "start", of: BrushInput::Cell },
        Brush { name: "end", of: BrushInput::Cell },
        Brush { name: "number", of: BrushInput::Value },
        Brush { name: "hole", of: BrushInput::Cell },
        Brush { name: "square", of: BrushInput::Cell },
    ];

    fn touch(&self, brush: &str, touch: Touch) -> Result<Self, Diagnostic> {
        let square = touch.square(self.size)?;
        let mut tour = self.clone();
        match brush {
            "hole" | "square" => tour.shape(square, brush == "hole")?,
            _ if !self.has(square) => {
                return Err(Diagnostic::new("T0104").with("square", square.to_string()));
            }
            "number" if u64::from(touch.value) > self.squares() => {
                let fault = Diagnostic::new("T0110").with("found", u64::from(touch.value));
                return Err(fault.with("last", self.squares()));
            }
            "number" => tour.give(square, touch.value),
            _ => {
                tour.drop_clues(square);
                let (mark, other) = match brush {
                    "start" => (&mut tour.start, self.end),
                    _ => (&mut tour.end, self.start),
                };
                if other == Some(square) {
                    return Err(Diagnostic::new("T0105"));
                }
                // A mark that is touched again goes away.
                *mark = (*mark != Some(square)).then_some(square);
            }
        }
        Ok(tour)
    }
}

impl Tour {
    /// Takes a square out of the board, with the marks on it, or puts it back.
    fn shape(&mut self, square: Square, hole: bool) -> Result<(), Diagnostic> {
        if hole && self.has(square) && self.squares() == 1 {
            return Err(Diagnostic::new("T0106"));
        }
        let none = || Squares::none(self.size.area() as usize);
        let mut holes = self.holes.take().unwrap_or_else(none);
        let place = self.size.index(square);
        if hole {
            holes.insert(place)
        } else {
            holes.remove(place)
        }
        self.holes = (!holes.is_empty()).then_some(holes);
        if hole {
            self.drop_clues(square);
        }
        for mark in [&mut self.start, &mut self.end] {
            *mark = mark.filter(|&marked| !hole || marked != square);
        }
        Ok(())
    }
}
