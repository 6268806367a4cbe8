//! Boards, searches and ways out as pictures.

use search::{Event, Limit, Meter};

use super::narrate::Distances;
use super::{Enclosure, Local, LostKnight, Route};
use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::Show;
use tabuleiro_core::explain::Lessons;
use tabuleiro_core::narrate::Narrator;
use tabuleiro_core::scene::{Pen, Tone};

/// How a square looks before anything is found.
pub(super) fn tone(board: &LostKnight, square: Square) -> Tone {
    match square {
        _ if !board.is_free(board.size().index(square) as u32) => Tone::Blocked,
        _ if board.knights().binary_search(&square).is_ok() => Tone::Start,
        _ if board.exits().binary_search(&square).is_ok() => Tone::End,
        _ => Tone::Plain,
    }
}

/// What the move from one square to another would be on an endless board, if it goes over an edge;
/// nothing where there is no move.
pub(super) fn across(board: &LostKnight, from: Square, to: Square) -> Option<Option<(i64, i64)>> {
    let place = |square| board.size().index(square) as u32;
    let (down, right) = board.moves().between(place(from), place(to))?;
    let stays = i64::from(from.row) + down == i64::from(to.row)
        && i64::from(from.col) + right == i64::from(to.col);
    Some((!stays).then_some((down, right)))
}

impl Show<Local> for LostKnight {
    const LESSONS: Option<Lessons<Self>> = Some(Lessons::new::<Local>());
    const SIGNS: &'static [(Tone, char)] = &[(Tone::Start, 'C'), (Tone::End, 'S')];

    fn extent(&self) -> Size {
        self.size()
    }

    fn draw(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        self.size().squares().try_for_each(|square| canvas.tone(square, tone(self, square)))
    }

    fn paint(&self, route: &Route, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let Some(path) = route.path() else { return Ok(()) };
        for (number, &square) in (0..).zip(path) {
            canvas.number(square, Some(number))?;
            if tone(self, square) == Tone::Plain {
                canvas.tone(square, Tone::Path)?;
            }
        }
        for step in path.windows(2) {
            match across(self, step[0], step[1]) {
                Some(None) => canvas.link(step[0], step[1])?,
                Some(Some(over)) => canvas.link_across(step[0], step[1], over)?,
                None => {}
            }
        }
        Ok(())
    }

    fn argue(&self, enclosure: &Enclosure, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let Some(inside) = enclosure.squares() else { return Ok(()) };
        for square in self.size().squares() {
            if inside.contains(self.size().index(square)) && tone(self, square) == Tone::Plain {
                canvas.tone(square, Tone::Marked)?;
            }
        }
        Ok(())
    }

    fn narrator(&self) -> Box<dyn Narrator<u32> + '_> {
        Box::new(Distances::new(self))
    }

    fn replay(
        &self,
        route: &Route,
        meter: &mut Meter<'_>,
        tell: &mut dyn FnMut(Event<u32>),
    ) -> Result<(), Limit> {
        let mut path = route.path().unwrap_or_default().iter();
        let place = |square: &Square| self.size().index(*square) as u32;
        if let Some(first) = path.next() {
            tell(Event::Root(place(first).into()));
        }
        for square in path {
            meter.check_limits()?;
            tell(Event::Make(place(square)));
        }
        Ok(())
    }

    fn painter(&self) -> impl FnMut(Event<u32>, &mut dyn Pen) + '_ {
        // A path that is replayed. Searches make no moves: they queue squares and expand them.
        let mut path: Vec<Square> = Vec::new();
        move |event, pen| {
            let (place, shown) = match event {
                Event::Root(place) => {
                    path =
                        u32::try_from(place).map(|place| self.square(place)).into_iter().collect();
                    return;
                }
                Event::Make(place) => {
                    let square = self.square(place);
                    if let Some(&from) = path.last() {
                        if tone(self, from) == Tone::Plain {
                            pen.tone(from, Tone::Path);
                        }
                        if path.len() == 1 {
                            pen.number(from, Some(0));
                        }
                        match across(self, from, square) {
                            Some(Some(over)) => pen.link_across(from, square, over),
                            _ => pen.link(from, square),
                        }
                    }
                    pen.number(square, Some(path.len() as i32));
                    if tone(self, square) == Tone::Plain {
                        pen.tone(square, Tone::Current);
                    }
                    path.push(square);
                    return;
                }
                Event::Queue(place) => (place, Tone::Frontier),
                Event::Expand(place) => (place, Tone::Reached),
                _ => return,
            };
            let square = self.square(place);
            if tone(self, square) == Tone::Plain {
                pen.tone(square, shown);
            }
        }
    }
}
