//! Boards, games and arguments as pictures: pegs and holes, an arrow for the jump, the peg it takes,
//! the weights of a proof.

use search::{Event, Limit, Meter};

use super::narrate::Pieces;
use super::{Argument, Jump, Jumps, Local, Pegs, Reason};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::Show;
use tabuleiro_core::explain::Lessons;
use tabuleiro_core::narrate::Narrator;
use tabuleiro_core::scene::{Pen, Tone};

fn tone(board: &Pegs, cell: usize) -> Tone {
    match (board.ground().inside[cell], board.ground().start[cell]) {
        (false, _) => Tone::Outside,
        (true, true) => Tone::Peg,
        (true, false) => Tone::Plain,
    }
}

fn cells(board: &Pegs) -> impl Iterator<Item = (usize, Square)> {
    board.size().squares().enumerate()
}

/// Marks a cell that an argument is about.
fn mark(board: &Pegs, cell: u32, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
    let peg = board.ground().start[cell as usize];
    canvas.tone(board.square(cell), if peg { Tone::MarkedPeg } else { Tone::Marked })
}

/// Weights on their cells. One too large for a picture stands in the words of the proof.
fn weigh(board: &Pegs, weights: &[i64], canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
    let mut inside = cells(board).filter(|&(cell, _)| board.ground().inside[cell]);
    inside.try_for_each(|(cell, square)| canvas.number(square, i32::try_from(weights[cell]).ok()))
}

/// The three cells of a jump.
fn line(board: &Pegs, jump: Jump) -> [Square; 3] {
    [jump.from, jump.over(), jump.to].map(|cell| board.square(cell))
}

impl Show<Local> for Pegs {
    const GAME: bool = true;
    const LESSONS: Option<Lessons<Self>> = Some(Lessons::new::<Local>());

    fn extent(&self) -> Size {
        self.size()
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        cells(self).try_for_each(|(cell, square)| canvas.tone(square, tone(self, cell)))
    }

    /// The end of the game, and the last jump: all of them together hide the board.
    fn paint(&self, solution: &Jumps, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        for (cell, square) in cells(self).filter(|&(cell, _)| self.ground().inside[cell]) {
            canvas.tone(square, if self.ground().goal[cell] { Tone::Peg } else { Tone::Plain })?;
        }
        solution.all().last().map_or(Ok(()), |&[from, to]| canvas.link(from, to))
    }

    fn argue(&self, argument: &Argument, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        match argument.reason() {
            Reason::Class(cells) => cells.iter().try_for_each(|&cell| mark(self, cell, canvas)),
            Reason::JumpCounts(counts) => match counts.alone() {
                Some(inequality) => weigh(self, &inequality.weights, canvas),
                None => Ok(()),
            },
            Reason::Pagoda(weights) => weigh(self, weights, canvas),
            Reason::Fixed(cell) => mark(self, *cell, canvas),
            Reason::Stuck | Reason::Sourceless | Reason::TooFew | Reason::Emptied => Ok(()),
        }
    }

    fn narrator(&self) -> Box<dyn Narrator<Jump> + '_> {
        Box::new(Pieces::new(self))
    }

    fn replay(
        &self,
        solution: &Jumps,
        meter: &mut Meter<'_>,
        tell: &mut dyn FnMut(Event<Jump>),
    ) -> Result<(), Limit> {
        let cell = |square| self.size().index(square) as u32;
        tell(Event::Root(0));
        for &[from, to] in solution.all() {
            meter.check_limits()?;
            tell(Event::Make(Jump { from: cell(from), to: cell(to) }));
        }
        Ok(())
    }

    fn painter(&self) -> impl FnMut(Event<Jump>, &mut dyn Pen) + '_ {
        let mut path: Vec<Jump> = Vec::new();
        // An arrow for the last jump alone: all of them together hide the board.
        let mut shown = false;
        move |event, pen| match event {
            Event::Root(_) => {
                if std::mem::take(&mut shown) {
                    pen.unlink();
                }
                path.clear();
                cells(self).for_each(|(cell, square)| pen.tone(square, tone(self, cell)));
            }
            Event::Make(jump) => {
                if let Some(&last) = path.last() {
                    let [_, over, to] = line(self, last);
                    pen.tone(over, Tone::Plain);
                    pen.tone(to, Tone::Peg);
                }
                let [from, over, to] = line(self, jump);
                pen.tone(from, Tone::Plain);
                pen.tone(over, Tone::Taken);
                pen.tone(to, Tone::CurrentPeg);
                if std::mem::replace(&mut shown, true) {
                    pen.unlink();
                }
                pen.link(from, to);
                path.push(jump);
            }
            Event::Unmake(jump) => {
                path.pop();
                if std::mem::take(&mut shown) {
                    pen.unlink();
                }
                let [from, over, to] = line(self, jump);
                pen.tone(from, Tone::Peg);
                pen.tone(over, Tone::Peg);
                pen.tone(to, Tone::Plain);
                if let Some(&last) = path.last() {
                    let [from, over, to] = line(self, last);
                    pen.tone(over, Tone::Taken);
                    pen.tone(to, Tone::CurrentPeg);
                    pen.link(from, to);
                    shown = true;
                }
            }
            Event::Expand(jump) => {
                if std::mem::replace(&mut shown, true) {
                    pen.unlink();
                }
                let [from, _, to] = line(self, jump);
                pen.link(from, to);
            }
            Event::Queue(_) | Event::Close(_) | Event::Goal => {}
        }
    }
}
