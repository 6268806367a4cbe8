//! A scene painted within the limits of a run: memory is claimed before it is taken, and every stroke
//! is a chance to stop, so that a picture of any board ends in time.

use search::{Limit, Meter};

use crate::board::{Size, Square};
use crate::scene::{Pen, Scene, Tone};

/// What a puzzle paints an instance and its answers on.
#[derive(Debug)]
pub struct Canvas<'m, 'l> {
    scene: Scene,
    meter: &'m mut Meter<'l>,
}

impl<'m, 'l> Canvas<'m, 'l> {
    /// A board of plain cells.
    pub fn new(size: Size, meter: &'m mut Meter<'l>) -> Result<Self, Limit> {
        Ok(Canvas { scene: Scene::within(size, meter)?, meter })
    }

    /// Goes on with a scene whose memory is claimed.
    pub fn on(scene: Scene, meter: &'m mut Meter<'l>) -> Self {
        Canvas { scene, meter }
    }

    /// Goes on with a scene whose memory is claimed, without the links that were drawn on it.
    pub fn over(mut scene: Scene, meter: &'m mut Meter<'l>) -> Self {
        scene.unlink_all();
        Canvas { scene, meter }
    }

    /// Draws another scene, its first cell at this place; its cells have to lie on this board. Its last link
    /// keeps its head.
    pub fn stamp(&mut self, scene: &Scene, at: Square) -> Result<(), Limit> {
        let moved = |square: Square| Square { row: at.row + square.row, col: at.col + square.col };
        for square in scene.size().squares() {
            let cell = scene.cell(square);
            self.tone(moved(square), cell.tone)?;
            self.number(moved(square), cell.number)?;
            let marks = scene.marks_of(square);
            if marks != 0 {
                self.marks(moved(square), marks)?;
            }
        }
        for link in scene.links() {
            let (from, to) = (moved(link.from), moved(link.to));
            // What leaves the small board over an edge would leave the large one elsewhere.
            if link.across.is_none() {
                self.link(from, to)?;
            }
        }
        if scene.links().last().is_some_and(|last| last.across.is_none()) {
            self.scene.keep_head();
        }
        scene.signs().iter().try_for_each(|&(less, more)| self.sign(moved(less), moved(more)))
    }

    /// What was painted. Its memory stays claimed.
    pub fn finish(self) -> Scene {
        self.scene
    }

    /// The meter of the run, for what a puzzle needs beside the picture.
    pub fn meter(&mut self) -> &mut Meter<'l> {
        self.meter
    }

    /// Gives a cell a tone.
    pub fn tone(&mut self, square: Square, tone: Tone) -> Result<(), Limit> {
        self.meter.check_limits()?;
        self.scene.tone(square, tone);
        Ok(())
    }

    /// Writes a number on a cell, or wipes it.
    pub fn number(&mut self, square: Square, number: Option<i32>) -> Result<(), Limit> {
        self.meter.check_limits()?;
        self.scene.number(square, number);
        Ok(())
    }

    /// Draws a link from one cell to another.
    pub fn link(&mut self, from: Square, to: Square) -> Result<(), Limit> {
        self.make_room()?;
        self.scene.link(from, to);
        Ok(())
    }

    /// Draws a link over an edge, as [`Pen::link_across`] does.
    pub fn link_across(&mut self, from: Square, to: Square, step: (i64, i64)) -> Result<(), Limit> {
        self.make_room()?;
        self.scene.link_across(from, to, step);
        Ok(())
    }

    /// Puts a sign between two cells: the first holds less than the second.
    pub fn sign(&mut self, less: Square, more: Square) -> Result<(), Limit> {
        self.make_room()?;
        self.scene.sign(less, more);
        Ok(())
    }

    /// Pencils numbers into a cell, as [`Pen::marks`] does.
    pub fn marks(&mut self, square: Square, marks: u64) -> Result<(), Limit> {
        self.make_room()?;
        self.scene.marks(square, marks);
        Ok(())
    }

    fn make_room(&mut self) -> Result<(), Limit> {
        self.meter.check_limits()?;
        self.scene.make_room(self.meter)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use search::Limits;

    use super::*;

    const SIZE: Size = Size { rows: 10, cols: 10 };
    const FIRST: Square = Square { row: 0, col: 0 };

    #[test]
    fn a_scene_is_refused_before_it_is_made() {
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        let sides = [Size { rows: 1 << 16, cols: 1 << 16 }, Size { rows: 1, cols: Size::LONGEST }];
        for size in sides.into_iter().chain([Size { rows: Size::LONGEST, cols: Size::LONGEST }]) {
            let refused = Canvas::new(size, &mut Meter::new(&limits)).map(Canvas::finish);
            assert_eq!(refused, Err(Limit::Memory { needed: Scene::bytes_of(size) }));
        }
    }

    #[test]
    fn links_are_claimed_too() {
        let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let mut canvas = Canvas::new(SIZE, &mut meter).unwrap();
        let drawn = (0..).take_while(|_| canvas.link(FIRST, FIRST).is_ok()).count();
        let scene = canvas.finish();
        assert_eq!(scene.links().len(), drawn);
        assert!(drawn > 10_000, "{drawn}");
        assert_eq!(meter.claimed(), scene.footprint());
        assert!(scene.footprint() <= 1 << 20);
    }

    #[test]
    fn painting_ends_when_the_time_does() {
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let mut canvas = Canvas::new(SIZE, &mut meter).unwrap();
        let ended = (0..u64::MAX).find_map(|_| canvas.tone(FIRST, Tone::Path).err());
        assert_eq!(ended, Some(Limit::Time));
    }
}
