//! Explanations: the easiest next step from a position, and ratings on the same ladder of techniques.

mod advise;
pub(crate) mod closure;
mod find;
mod ladder;
mod marks;
mod reductio;
mod refute;
mod rounds;
mod seen_lines;
mod sets;
mod small;
mod story;
mod tell;
mod trial;

use search::{Limit, Meter};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::explain::{Advice, Explain, Step, Technique};
use tabuleiro_core::play::Move;
use tabuleiro_core::scene::Tone;

use crate::{Futoshiki, Local, Position};
pub(crate) use ladder::Rung;
pub(crate) use rounds::{Climbed, climb};

/// The greatest order for which values are refuted by more than singles and signs: beyond it, that takes minutes.
const LARGEST: usize = 16;

/// The hardest technique that is looked for on a board.
pub(crate) fn hardest(board: &Futoshiki) -> Rung {
    if board.order() > LARGEST { Rung::Refutation } else { Rung::Nested }
}

impl Explain<Local> for Futoshiki {
    const TECHNIQUES: &'static [Technique] = ladder::TECHNIQUES;

    fn show(&self, position: &Position, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        for (cell, square) in self.size().squares().enumerate() {
            if self.given(cell).is_some() {
                continue;
            }
            match (position.digit(cell), position.marks(cell)) {
                (0, 0) => {}
                (0, marks) => canvas.marks(square, marks)?,
                (digit, _) => {
                    canvas.number(square, Some(i32::from(digit)))?;
                    canvas.tone(square, Tone::Path)?;
                }
            }
        }
        Ok(())
    }

    fn advise(&self, position: &Position, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        advise::advise(self, position, meter)
    }

    fn why_not(
        &self,
        position: &Position,
        made: Move,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Step>, Limit> {
        refute::refute(self, position, made, meter)
    }
}
