//! Boards, searches and ways out as pictures.

use search::{Event, Limit};

use super::{Local, LostKnight, Route};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::Show;
use tabuleiro_core::explain::Lessons;
use tabuleiro_core::scene::{Pen, Tone};

impl LostKnight {
    /// How a square looks before anything is found.
    fn tone(&self, square: Square) -> Tone {
        match square {
            _ if !self.is_free(self.size.index(square) as u32) => Tone::Blocked,
            _ if self.knights.binary_search(&square).is_ok() => Tone::Start,
            _ if self.exits.binary_search(&square).is_ok() => Tone::End,
            _ => Tone::Plain,
        }
    }
}

impl Show<Local> for LostKnight {
    const LESSONS: Option<Lessons<Self>> = Some(Lessons::new::<Local>());

    fn extent(&self) -> Size {
        self.size()
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        self.size().squares().try_for_each(|square| canvas.tone(square, self.tone(square)))
    }

    fn paint(&self, route: &Route, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let Some(path) = route.path() else { return Ok(()) };
        let moves = self.moves();
        let place = |square| self.size().index(square) as u32;
        for (number, &square) in (0..).zip(path) {
            canvas.number(square, Some(number))?;
            if self.tone(square) == Tone::Plain {
                canvas.tone(square, Tone::Path)?;
            }
        }
        for step in path.windows(2) {
            let Some((down, right)) = moves.between(place(step[0]), place(step[1])) else {
                continue;
            };
            let stays = i64::from(step[0].row) + down == i64::from(step[1].row)
                && i64::from(step[0].col) + right == i64::from(step[1].col);
            if stays {
                canvas.link(step[0], step[1])?;
            } else {
                canvas.link_across(step[0], step[1], (down, right))?;
            }
        }
        Ok(())
    }

    fn painter(&self) -> impl FnMut(Event<u32>, &mut dyn Pen) + '_ {
        move |event, pen| {
            let (place, tone) = match event {
                Event::Queue(place) => (place, Tone::Frontier),
                Event::Expand(place) => (place, Tone::Reached),
                _ => return,
            };
            let square = self.square(place);
            if self.tone(square) == Tone::Plain {
                pen.tone(square, tone);
            }
        }
    }
}
