//! The steps of a game below its solution: numbered, row by row, in columns of the same width.

use draw::Point;

use crate::font::Face;
use crate::page::{Align, Area, Page, Style};

/// The size of its letters, from one line to the next, and from one column to the next.
const SIZE: f32 = 6.5;
const LINE: f32 = 8.5;
const GAP: f32 = 8.0;
/// What lies between it and the picture.
const ABOVE: f32 = 6.0;

/// Steps in columns.
pub(crate) struct Listing<'a> {
    steps: &'a [String],
    cols: usize,
    pitch: f32,
}

impl<'a> Listing<'a> {
    /// The steps in as many columns as there is room for.
    pub(crate) fn of(steps: &'a [String], width: f32) -> Self {
        let wide = |(place, step): (usize, &String)| {
            let number = Face::Bold.width(&(place + 1).to_string(), SIZE);
            number + Face::Regular.width(&format!(" {step}"), SIZE)
        };
        let widest = steps.iter().enumerate().map(wide).fold(1.0, f32::max);
        let cols = (((width + GAP) / (widest + GAP)) as usize).max(1);
        Listing { steps, cols, pitch: (width + GAP) / cols as f32 }
    }

    /// How high it is; nothing where there are no steps.
    pub(crate) fn height(&self) -> f32 {
        match self.steps.len().div_ceil(self.cols) {
            0 => 0.0,
            rows => ABOVE + LINE * rows as f32,
        }
    }

    /// Writes it below a picture.
    pub(crate) fn write(&self, page: &mut Page, area: Area, style: Style) {
        let (small, bold) =
            (Style { size: SIZE, ..style }, Style { size: SIZE, face: Face::Bold, ..style });
        for (place, step) in self.steps.iter().enumerate() {
            let (row, col) = (place / self.cols, place % self.cols);
            let x = area.x + col as f32 * self.pitch;
            let y = area.y + ABOVE + LINE * (row as f32 + 1.0) - 2.0;
            let number = (place + 1).to_string();
            page.text(&number, Point(x, y), Align::Left, bold);
            let after = bold.width(&number) + small.width(" ");
            page.text(step, Point(x + after, y), Align::Left, small);
        }
    }
}
