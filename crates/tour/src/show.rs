//! Tours and searches for them as pictures.

use search::Event;

use super::{Numbers, Tour};
use crate::board::Square;
use crate::contract::Show;
use crate::scene::{Pen, Scene, Tone};

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

impl Show for Tour {
    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.size());
        for square in self.size().squares() {
            scene.tone(square, self.tone(square));
        }
        if !self.clues().is_empty() {
            for (number, square) in self.all_given() {
                scene.number(square, Some(number as i32));
            }
        }
        scene
    }

    fn paint(&self, solution: &Numbers, pen: &mut dyn Pen) {
        let all = solution.all();
        let mut path: Vec<(u32, Square)> = all
            .iter()
            .enumerate()
            .filter(|&(_, &number)| number > 0)
            .map(|(index, &number)| (number, self.size().square(index)))
            .collect();
        path.sort_unstable();
        let (first, last) = (path[0].1, path[path.len() - 1].1);
        for (i, &(number, square)) in path.iter().enumerate() {
            pen.number(square, Some(number as i32));
            pen.tone(square, Tone::Path);
            if i > 0 {
                pen.link(path[i - 1].1, square);
            }
        }
        pen.tone(last, Tone::End);
        pen.tone(first, Tone::Start);
        if self.is_closed() {
            pen.link(last, first);
        }
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
