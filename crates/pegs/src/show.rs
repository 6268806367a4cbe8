//! Boards, games and arguments as pictures: pegs and holes, an arrow for the jump, the peg it takes,
//! the weights of a proof.

use search::{Event, Limit};

use super::{Argument, Jump, Jumps, Local, Pegs, Reason};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::Show;
use tabuleiro_core::explain::Lessons;
use tabuleiro_core::scene::{Pen, Tone};

impl Pegs {
    fn tone(&self, cell: usize) -> Tone {
        match (self.ground.inside[cell], self.ground.start[cell]) {
            (false, _) => Tone::Outside,
            (true, true) => Tone::Peg,
            (true, false) => Tone::Plain,
        }
    }

    fn cells(&self) -> impl Iterator<Item = (usize, Square)> {
        self.size().squares().enumerate()
    }

    /// The three cells of a jump.
    fn line(&self, jump: Jump) -> [Square; 3] {
        [jump.from, jump.over(), jump.to].map(|cell| self.square(cell))
    }
}

impl Show<Local> for Pegs {
    const LESSONS: Option<Lessons<Self>> = Some(Lessons::new::<Local>());

    fn extent(&self) -> Size {
        self.size()
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        self.cells().try_for_each(|(cell, square)| canvas.tone(square, self.tone(cell)))
    }

    /// The end of the game, and every jump that led to it.
    fn paint(&self, solution: &Jumps, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        for (cell, square) in self.cells().filter(|&(cell, _)| self.ground.inside[cell]) {
            canvas.tone(square, if self.ground.goal[cell] { Tone::Peg } else { Tone::Plain })?;
        }
        solution.all().iter().try_for_each(|&[from, to]| canvas.link(from, to))
    }

    fn argue(&self, argument: &Argument, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        match argument.reason() {
            Reason::Class(cells) => {
                cells.iter().try_for_each(|&cell| canvas.tone(self.square(cell), Tone::Given))
            }
            Reason::Pagoda(weights) => {
                let mut inside = self.cells().filter(|&(cell, _)| self.ground.inside[cell]);
                // A weight too large for a picture stands in the words of the proof.
                inside.try_for_each(|(cell, square)| {
                    canvas.number(square, i32::try_from(weights[cell]).ok())
                })
            }
            Reason::Fixed(cell) => canvas.tone(self.square(*cell), Tone::Blocked),
            Reason::Stuck | Reason::Sourceless | Reason::TooFew | Reason::Emptied => Ok(()),
        }
    }

    fn painter(&self) -> impl FnMut(Event<Jump>, &mut dyn Pen) + '_ {
        let mut path: Vec<Jump> = Vec::new();
        // A search by levels goes from position to position: its last jump is shown, and no path.
        let mut shown = false;
        move |event, pen| match event {
            Event::Root(_) => {
                if std::mem::take(&mut shown) {
                    pen.unlink();
                }
                path.drain(..).for_each(|_| pen.unlink());
                self.cells().for_each(|(cell, square)| pen.tone(square, self.tone(cell)));
            }
            Event::Make(jump) => {
                if let Some(&last) = path.last() {
                    let [_, over, to] = self.line(last);
                    pen.tone(over, Tone::Plain);
                    pen.tone(to, Tone::Peg);
                }
                let [from, over, to] = self.line(jump);
                pen.tone(from, Tone::Plain);
                pen.tone(over, Tone::Taken);
                pen.tone(to, Tone::Current);
                pen.link(from, to);
                path.push(jump);
            }
            Event::Unmake(jump) => {
                path.pop();
                pen.unlink();
                let [from, over, to] = self.line(jump);
                pen.tone(from, Tone::Peg);
                pen.tone(over, Tone::Peg);
                pen.tone(to, Tone::Plain);
                if let Some(&last) = path.last() {
                    let [_, over, to] = self.line(last);
                    pen.tone(over, Tone::Taken);
                    pen.tone(to, Tone::Current);
                }
            }
            Event::Expand(jump) => {
                if std::mem::replace(&mut shown, true) {
                    pen.unlink();
                }
                let [from, _, to] = self.line(jump);
                pen.link(from, to);
            }
            Event::Queue(_) | Event::Close(_) | Event::Goal => {}
        }
    }
}
