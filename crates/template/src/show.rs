//! Boards and searches as pictures. Tones say what a square is; frontends choose colours and shapes.

use search::{Event, Limit, Meter};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::Show;
use tabuleiro_core::explain::Lessons;
use tabuleiro_core::narrate::Narrator;
use tabuleiro_core::scene::{Pen, Tone};
use tabuleiro_template_rules::{Argument, Columns, Template};

use crate::Local;
use crate::narrate::Free;

impl Show<Local> for Template {
    const LESSONS: Option<Lessons<Self>> = Some(Lessons::new::<Local>());

    fn extent(&self) -> Size {
        self.size()
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let mut blocked = self.size().squares().filter(|square| self.is_blocked(*square));
        blocked.try_for_each(|square| canvas.tone(square, Tone::Blocked))
    }

    fn paint(&self, Columns(columns): &Columns, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let mut queens = (0..).zip(columns).map(|(row, column)| Square { row, col: column - 1 });
        queens.try_for_each(|queen| canvas.tone(queen, Tone::Peg))
    }

    fn argue(&self, argument: &Argument, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        match *argument {
            Argument::Columns => Ok(()),
            Argument::FullRow(row) => {
                let mut squares = (0..self.size().cols).map(|col| Square { row, col });
                squares.try_for_each(|square| canvas.tone(square, Tone::Current))
            }
        }
    }

    fn narrator(&self) -> Box<dyn Narrator<Square> + '_> {
        Box::new(Free::new(self))
    }

    fn replay(
        &self,
        Columns(columns): &Columns,
        meter: &mut Meter<'_>,
        tell: &mut dyn FnMut(Event<Square>),
    ) -> Result<(), Limit> {
        tell(Event::Root(0));
        for (row, column) in (0..).zip(columns) {
            meter.check_limits()?;
            tell(Event::Make(Square { row, col: column - 1 }));
        }
        Ok(())
    }

    fn painter(&self) -> impl FnMut(Event<Square>, &mut dyn Pen) + '_ {
        let mut queens: Vec<Square> = Vec::new();
        move |event, pen| match event {
            // A search may begin again: what was drawn before goes.
            Event::Root(_) => queens.drain(..).for_each(|queen| pen.tone(queen, Tone::Plain)),
            Event::Make(queen) => {
                queens.push(queen);
                pen.tone(queen, Tone::Peg);
            }
            Event::Unmake(queen) => {
                queens.pop();
                pen.tone(queen, Tone::Plain);
            }
            Event::Close(_) | Event::Goal | Event::Queue(_) | Event::Expand(_) => {}
        }
    }
}
