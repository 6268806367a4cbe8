//! Boards changed by hand.

use super::{Futoshiki, Sign};
use tabuleiro_core::contract::{Brush, BrushInput, Edit, Touch};
use tabuleiro_core::text::Diagnostic;

impl Edit for Futoshiki {
    const BRUSHES: &'static [Brush] = &[
        Brush { name: "digit", of: BrushInput::Value },
        Brush { name: "sign", of: BrushInput::Pair },
    ];

    fn touch(&self, brush: &str, touch: Touch) -> Result<Self, Diagnostic> {
        let board = self.clone();
        if brush == "digit" {
            let cell = self.size().index(touch.square(self.size())?);
            let fits = u8::try_from(touch.value).ok().filter(|&value| value <= self.order);
            let Some(value) = fits else {
                let fault = Diagnostic::new("F0105").with("found", touch.value.to_string());
                return Err(fault.with("order", self.order()));
            };
            return Ok(board.with_given(cell, value));
        }
        let (from, to) = touch.pair(self.size())?;
        let (less, more) = (self.size().index(from) as u16, self.size().index(to) as u16);
        // A sign, the same turned round, none: one after another.
        let (sign, turned) = (Sign { less, more }, Sign { less: more, more: less });
        let put = match (self.signs.contains(&sign), self.signs.contains(&turned)) {
            (false, false) => Some(sign),
            (true, false) => Some(turned),
            (_, true) => None,
        };
        let others = self.signs.iter().copied().filter(|&each| each != sign && each != turned);
        Ok(board.with_signs(others.chain(put).collect()))
    }
}
