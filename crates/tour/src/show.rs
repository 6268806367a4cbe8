//! Tours and searches for them as pictures.

use search::{Event, Limit, Meter};

use super::narrate::Ways;
use super::{Argument, Local, Numbers, Tour};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::Show;
use tabuleiro_core::explain::Lessons;
use tabuleiro_core::narrate::Narrator;
use tabuleiro_core::scene::{Pen, Tone};

/// How a square looks that is not on the path.
fn tone(tour: &Tour, square: Square) -> Tone {
    match square {
        _ if !tour.has(square) => Tone::Outside,
        _ if tour.start() == Some(square) => Tone::Start,
        _ if tour.end() == Some(square) => Tone::End,
        _ if clue(tour, square).is_some() => Tone::Given,
        _ => Tone::Plain,
    }
}

/// The number that stands on a square before any path does.
fn clue(tour: &Tour, square: Square) -> Option<i32> {
    if tour.clues().is_empty() { None } else { tour.given(square).map(|number| number as i32) }
}

/// How a square looks that is on the path: a number that was given stays one.
pub(super) fn trodden(tour: &Tour, square: Square) -> Tone {
    if clue(tour, square).is_some() { Tone::Given } else { Tone::Path }
}

/// The squares of a tour in the order in which they are visited, which no row tells. Their bytes
/// are claimed before; the caller releases them.
fn visited(tour: &Tour, solution: &Numbers, meter: &mut Meter<'_>) -> Result<Visited, Limit> {
    let bytes = tour.squares().saturating_mul(size_of::<Square>() as u64);
    meter.claim(bytes)?;
    let mut squares = vec![Square { row: 0, col: 0 }; tour.squares() as usize];
    let mut row = 0;
    solution.each_row(|numbers| {
        meter.check_limits()?;
        for (col, &number) in (0..).zip(numbers).filter(|&(_, &number)| number > 0) {
            squares[number as usize - 1] = Square { row, col };
        }
        row += 1;
        Ok::<(), Limit>(())
    })?;
    Ok(Visited { squares, bytes })
}

/// The direction of the move from one square to another; of several, one that stays on the board.
fn direction(tour: &Tour, from: Square, to: Square) -> Option<u8> {
    let leads = |&step: &u8| tour.leaps().lead(tour.size(), from, step) == Some(to);
    let direct = (0..8).filter(leads).find(|&step| across(tour, from, to, step).is_none());
    direct.or_else(|| (0..8).find(leads))
}

/// What a move would be on an endless board, if it goes over an edge.
fn across(tour: &Tour, from: Square, to: Square, step: u8) -> Option<(i64, i64)> {
    let (down, right) = tour.leaps().moves()[usize::from(step & 7)];
    let stays = i64::from(from.row) + down == i64::from(to.row)
        && i64::from(from.col) + right == i64::from(to.col);
    (!stays).then_some((down, right))
}

/// Draws the move from one square to another.
pub(super) fn link(
    tour: &Tour,
    from: Square,
    to: Square,
    canvas: &mut Canvas<'_, '_>,
) -> Result<(), Limit> {
    match direction(tour, from, to).and_then(|step| across(tour, from, to, step)) {
        None => canvas.link(from, to),
        Some(step) => canvas.link_across(from, to, step),
    }
}

/// The squares of a tour in order, and the bytes that they take.
struct Visited {
    squares: Vec<Square>,
    bytes: u64,
}

impl Show<Local> for Tour {
    const LESSONS: Option<Lessons<Self>> = Some(Lessons::new::<Local>());

    fn extent(&self) -> Size {
        self.size()
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        self.size().squares().try_for_each(|square| canvas.tone(square, tone(self, square)))?;
        if self.clues().is_empty() {
            return Ok(());
        }
        let mut given = self.all_given();
        given.try_for_each(|(number, square)| canvas.number(square, Some(number as i32)))
    }

    fn paint(&self, solution: &Numbers, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let Visited { squares: path, bytes } = visited(self, solution, canvas.meter())?;
        for (number, &square) in (1..).zip(&path) {
            canvas.number(square, Some(number))?;
            canvas.tone(square, trodden(self, square))?;
        }
        path.windows(2).try_for_each(|step| link(self, step[0], step[1], canvas))?;
        let (first, last) = (path[0], path[path.len() - 1]);
        for (square, tone) in [(last, Tone::End), (first, Tone::Start)] {
            if trodden(self, square) != Tone::Given {
                canvas.tone(square, tone)?;
            }
        }
        if self.is_closed() {
            link(self, last, first, canvas)?;
        }
        drop(path);
        canvas.meter().release(bytes);
        Ok(())
    }

    fn argue(&self, argument: &Argument, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        // Half of the squares, where the argument counts them: those of one colour, or those of the
        // two outer lines of a board four squares wide.
        let size = self.size();
        let half = |square: &Square| match argument {
            Argument::Colours => (square.row + square.col).is_multiple_of(2),
            Argument::FourWide if size.rows == 4 => square.row == 0 || square.row == 3,
            Argument::FourWide => square.col == 0 || square.col == 3,
            _ => false,
        };
        let squares = size.squares().filter(|square| self.has(*square) && half(square));
        let mut squares = squares.chain(argument.squares().iter().copied());
        squares.try_for_each(|square| canvas.tone(square, Tone::Marked))
    }

    fn narrator(&self) -> Box<dyn Narrator<u8> + '_> {
        Box::new(Ways::new(self))
    }

    fn replay(
        &self,
        solution: &Numbers,
        meter: &mut Meter<'_>,
        tell: &mut dyn FnMut(Event<u8>),
    ) -> Result<(), Limit> {
        let Visited { squares: path, bytes } = visited(self, solution, meter)?;
        tell(Event::Root(path[0].into()));
        for step in path.windows(2) {
            meter.check_limits()?;
            if let Some(direction) = direction(self, step[0], step[1]) {
                tell(Event::Make(direction));
            }
        }
        drop(path);
        meter.release(bytes);
        Ok(())
    }

    fn painter(&self) -> impl FnMut(Event<u8>, &mut dyn Pen) + '_ {
        let mut path: Vec<Square> = Vec::new();
        move |event, pen| match event {
            Event::Root(root) => {
                for (i, square) in path.drain(..).enumerate().rev() {
                    pen.number(square, clue(self, square));
                    pen.tone(square, tone(self, square));
                    if i > 0 {
                        pen.unlink();
                    }
                }
                let start = Square::from(root);
                pen.number(start, Some(1));
                pen.tone(start, Tone::Current);
                path.push(start);
            }
            Event::Make(step) => {
                let Some(&from) = path.last() else { return };
                let Some(to) = self.leaps().lead(self.size(), from, step) else { return };
                pen.tone(from, trodden(self, from));
                path.push(to);
                pen.number(to, Some(path.len() as i32));
                pen.tone(to, Tone::Current);
                match across(self, from, to, step) {
                    None => pen.link(from, to),
                    Some(step) => pen.link_across(from, to, step),
                }
            }
            Event::Unmake(_) => {
                let Some(left) = path.pop() else { return };
                pen.unlink();
                pen.number(left, clue(self, left));
                pen.tone(left, tone(self, left));
                if let Some(&back) = path.last() {
                    pen.tone(back, Tone::Current);
                }
            }
            Event::Close(_) | Event::Goal | Event::Queue(_) | Event::Expand(_) => {}
        }
    }
}
