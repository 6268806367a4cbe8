//! What every format can draw.

use crate::theme::Colour;

/// A place in the picture: to the right, and down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point(pub f32, pub f32);

impl Point {
    /// So far to the right and down from here.
    pub(crate) fn plus(self, right: f32, down: f32) -> Point {
        Point(self.0 + right, self.1 + down)
    }
}

/// A shape with its colour.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A square of whole pixels.
    Tile {
        /// Its left edge.
        x: u32,
        /// Its upper edge.
        y: u32,
        /// Its side.
        side: u32,
        /// Its colour.
        colour: Colour,
        /// The colour of a line around it, one pixel wide, if it has one.
        rule: Option<Colour>,
    },
    /// A filled polygon.
    Polygon(Vec<Point>, Colour),
    /// A line with round ends.
    Line {
        /// Its corners.
        points: Vec<Point>,
        /// How wide it is.
        width: f32,
        /// The length of dashes, if it has gaps.
        dashes: Option<f32>,
        /// Its colour.
        colour: Colour,
    },
    /// A circle; filled where the line has no width.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius, to the middle of the line.
        radius: f32,
        /// The width of the line, if it is not filled.
        line: Option<f32>,
        /// Its colour.
        colour: Colour,
    },
    /// A number.
    Number {
        /// Its middle.
        centre: Point,
        /// The height of its digits.
        height: f32,
        /// The number.
        number: i32,
        /// Its colour.
        colour: Colour,
        /// Whether its lines are heavy.
        bold: bool,
    },
}
