//! Boards and searches as pictures.

use search::{Event, Limit, Meter};

use super::narrate::Values;
use super::{Argument, Futoshiki, Grid, Local, Placed};
use tabuleiro_core::board::Size;
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::Show;
use tabuleiro_core::explain::Lessons;
use tabuleiro_core::narrate::Narrator;
use tabuleiro_core::scene::{Pen, Tone};

impl Show<Local> for Futoshiki {
    const LESSONS: Option<Lessons<Self>> = Some(Lessons::new::<Local>());

    fn extent(&self) -> Size {
        self.size()
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        for (index, square) in self.size().squares().enumerate() {
            if let Some(value) = self.given(index) {
                canvas.number(square, Some(i32::from(value)))?;
                canvas.tone(square, Tone::Given)?;
            }
        }
        let cell = |index: u16| self.size().square(usize::from(index));
        self.signs().iter().try_for_each(|sign| canvas.sign(cell(sign.less), cell(sign.more)))
    }

    fn paint(&self, solution: &Grid, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        for (index, square) in self.size().squares().enumerate() {
            if self.given(index).is_none() {
                canvas.number(square, Some(solution.values()[index] as i32))?;
                canvas.tone(square, Tone::Path)?;
            }
        }
        Ok(())
    }

    fn argue(&self, argument: &Argument, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        argument.cells().iter().try_for_each(|&square| canvas.tone(square, Tone::Marked))
    }

    fn narrator(&self) -> Box<dyn Narrator<Placed> + '_> {
        Box::new(Values::new(self))
    }

    fn replay(
        &self,
        solution: &Grid,
        meter: &mut Meter<'_>,
        tell: &mut dyn FnMut(Event<Placed>),
    ) -> Result<(), Limit> {
        tell(Event::Root(0));
        for cell in (0..self.size().area() as usize).filter(|&cell| self.given(cell).is_none()) {
            meter.check_limits()?;
            // An order is at most 255, and a cell at most its square.
            let value = solution.values()[cell] as u8;
            tell(Event::Make(Placed { cell: cell as u16, value }));
        }
        Ok(())
    }

    fn painter(&self) -> impl FnMut(Event<Placed>, &mut dyn Pen) + '_ {
        let mut path: Vec<u16> = Vec::new();
        let square = |cell: u16| self.size().square(usize::from(cell));
        move |event, pen| match event {
            Event::Root(_) => {
                for cell in path.drain(..) {
                    pen.number(square(cell), None);
                    pen.tone(square(cell), Tone::Plain);
                }
            }
            Event::Make(Placed { cell, value }) => {
                if let Some(&last) = path.last() {
                    pen.tone(square(last), Tone::Path);
                }
                pen.number(square(cell), Some(i32::from(value)));
                pen.tone(square(cell), Tone::Current);
                path.push(cell);
            }
            Event::Unmake(Placed { cell, .. }) => {
                path.pop();
                pen.number(square(cell), None);
                pen.tone(square(cell), Tone::Plain);
                if let Some(&last) = path.last() {
                    pen.tone(square(last), Tone::Current);
                }
            }
            _ => {}
        }
    }
}
