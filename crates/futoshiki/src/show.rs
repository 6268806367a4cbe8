//! Boards and searches as pictures.

use search::Event;

use super::{Futoshiki, Grid, Placed};
use crate::contract::Show;
use crate::scene::{Pen, Scene, Tone};

impl Show for Futoshiki {
    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.size());
        for (index, square) in self.size().squares().enumerate() {
            if let Some(value) = self.given(index) {
                scene.number(square, Some(i32::from(value)));
                scene.tone(square, Tone::Given);
            }
        }
        for sign in self.signs() {
            let cell = |index: u16| self.size().square(usize::from(index));
            scene.sign(cell(sign.less), cell(sign.more));
        }
        scene
    }

    fn paint(&self, solution: &Grid, pen: &mut dyn Pen) {
        for (index, square) in self.size().squares().enumerate() {
            if self.given(index).is_none() {
                pen.number(square, Some(solution.values()[index] as i32));
                pen.tone(square, Tone::Path);
            }
        }
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
