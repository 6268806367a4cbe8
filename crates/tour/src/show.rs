//! Tours and searches for them as pictures.

use search::{Event, Limit};

use super::{Local, Numbers, Tour};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::Show;
use tabuleiro_core::explain::Lessons;
use tabuleiro_core::scene::{Pen, Tone};

impl Tour {
    /// How a square looks that is not on the path.
    fn tone(&self, square: Square) -> Tone {
        match square {
            _ if !self.has(square) => Tone::Outside,
            _ if self.start() == Some(square) => Tone::Start,
            _ if self.end() == Some(square) => Tone::End,
            _ if self.clue(square).is_some() => Tone::Given,
            _ => Tone::Plain,
        }
    }

    /// The number that stands on a square before any path does.
    fn clue(&self, square: Square) -> Option<i32> {
        if self.clues().is_empty() { None } else { self.given(square).map(|number| number as i32) }
    }
}

impl Show<Local> for Tour {
    const LESSONS: Option<Lessons<Self>> = Some(Lessons::new::<Local>());

    fn extent(&self) -> Size {
        self.size()
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        self.size().squares().try_for_each(|square| canvas.tone(square, self.tone(square)))?;
        if self.clues().is_empty() {
            return Ok(());
        }
        let mut given = self.all_given();
        given.try_for_each(|(number, square)| canvas.number(square, Some(number as i32)))
    }

    fn paint(&self, solution: &Numbers, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        // The squares in the order in which they are visited, which no row tells.
        let bytes = self.squares().saturating_mul(size_of::<Square>() as u64);
        canvas.meter().claim(bytes)?;
        let mut path = vec![Square { row: 0, col: 0 }; self.squares() as usize];
        let mut at = 0;
        solution.each_row(|row| {
            for (col, &number) in (0..).zip(row).filter(|&(_, &number)| number > 0) {
                let square = Square { row: at, col };
                path[number as usize - 1] = square;
                canvas.number(square, Some(number as i32))?;
                canvas.tone(square, Tone::Path)?;
            }
            at += 1;
            Ok(())
        })?;
        path.windows(2).try_for_each(|step| canvas.link(step[0], step[1]))?;
        let (first, last) = (path[0], path[path.len() - 1]);
        canvas.tone(last, Tone::End)?;
        canvas.tone(first, Tone::Start)?;
        if self.is_closed() {
            canvas.link(last, first)?;
        }
        drop(path);
        canvas.meter().release(bytes);
        Ok(())
    }

    fn painter(&self) -> impl FnMut(Event<u8>, &mut dyn Pen) + '_ {
        let mut path: Vec<Square> = Vec::new();
        move |event, pen| match event {
            Event::Root(root) => {
                for (i, square) in path.drain(..).enumerate().rev() {
                    pen.number(square, self.clue(square));
                    pen.tone(square, self.tone(square));
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
                pen.tone(from, Tone::Path);
                path.push(to);
                pen.number(to, Some(path.len() as i32));
                pen.tone(to, Tone::Current);
                pen.link(from, to);
            }
            Event::Unmake(_) => {
                let Some(left) = path.pop() else { return };
                pen.unlink();
                pen.number(left, self.clue(left));
                pen.tone(left, self.tone(left));
                if let Some(&back) = path.last() {
                    pen.tone(back, Tone::Current);
                }
            }
            Event::Close(_) | Event::Goal | Event::Queue(_) | Event::Expand(_) => {}
        }
    }
}
