//! A page while it is written. Places are in points from its upper left corner, to the right and down, as on a
//! screen; a PDF counts upwards.

use draw::{Colour, Point, Shape};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name, Str};

use crate::font::{DIGIT, Face};

/// Points in an inch and in a millimetre.
pub(crate) const INCH: f32 = 72.0;
/// Points in a millimetre.
pub(crate) const MILLIMETRE: f32 = INCH / 25.4;

/// A rectangle on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    /// Its left edge.
    pub x: f32,
    /// Its upper edge.
    pub y: f32,
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
}

impl Area {
    /// The area without so much on every side.
    pub(crate) fn inset(self, by: f32) -> Area {
        let less = |length: f32| (length - 2.0 * by).max(0.0);
        Area { x: self.x + by, y: self.y + by, width: less(self.width), height: less(self.height) }
    }

    pub(crate) fn right(self) -> f32 {
        self.x + self.width
    }

    pub(crate) fn bottom(self) -> f32 {
        self.y + self.height
    }
}

/// Where a text stands, seen from the place that is given for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Middle,
    Right,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) face: Face,
    pub(crate) size: f32,
    pub(crate) colour: Colour,
}

impl Style {
    pub(crate) const fn new(face: Face, size: f32) -> Style {
        Style { face, size, colour: BLACK }
    }

    pub(crate) fn width(self, text: &str) -> f32 {
        self.face.width(text, self.size)
    }
}

pub(crate) const BLACK: Colour = Colour(0, 0, 0);
pub(crate) const WHITE: Colour = Colour(255, 255, 255);
/// Dark enough to be read on paper.
pub(crate) const GREY: Colour = Colour(85, 85, 85);

/// What leads to another page when it is clicked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Jump {
    pub(crate) area: Area,
    /// The page it leads to, from 0.
    pub(crate) to: usize,
}

/// A page.
pub(crate) struct Page {
    /// The sheet with its bleed, and the part of it that is left when it is cut.
    pub(crate) size: (f32, f32),
    pub(crate) trim: Area,
    pub(crate) jumps: Vec<Jump>,
    content: Content,
    /// What is set at the moment, so that nothing is set twice.
    fill: Option<Colour>,
    stroke: Option<Colour>,
    width: f32,
    dashes: Option<f32>,
}

/// How much of a circle's radius the handles of its four curves are.
const HANDLE: f32 = 0.552_285;

impl Page {
    /// An empty page that is not cut.
    pub(crate) fn new(width: f32, height: f32) -> Page {
        Page::trimmed((width, height), Area { x: 0.0, y: 0.0, width, height })
    }

    /// An empty page with the part that is left of it.
    pub(crate) fn trimmed(size: (f32, f32), trim: Area) -> Page {
        let mut content = Content::new();
        content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        let jumps = Vec::new();
        Page { size, trim, jumps, content, fill: None, stroke: None, width: -1.0, dashes: None }
    }

    /// Bytes that were written.
    pub(crate) fn bytes(&self) -> u64 {
        self.content.len() as u64
    }

    /// What was written.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.content.finish().into_vec()
    }

    /// A place as a PDF counts it.
    fn at(&self, Point(x, y): Point) -> (f32, f32) {
        (rounded(x), rounded(self.size.1 - y))
    }

    fn filled_with(&mut self, colour: Colour) {
        if self.fill.replace(colour) == Some(colour) {
            return;
        }
        match parts(colour) {
            [grey, green, blue] if grey == green && grey == blue => {
                self.content.set_fill_gray(grey);
            }
            [red, green, blue] => {
                self.content.set_fill_rgb(red, green, blue);
            }
        }
    }

    fn stroked_with(&mut self, colour: Colour, width: f32, dashes: Option<f32>) {
        if self.stroke.replace(colour) != Some(colour) {
            match parts(colour) {
                [grey, green, blue] if grey == green && grey == blue => {
                    self.content.set_stroke_gray(grey);
                }
                [red, green, blue] => {
                    self.content.set_stroke_rgb(red, green, blue);
                }
            }
        }
        let width = rounded(width);
        if self.width != width {
            self.content.set_line_width(width);
            self.width = width;
        }
        let dashes = dashes.map(rounded);
        if self.dashes != dashes {
            let pattern = dashes.map(|length| vec![length, 2.0 * length]).unwrap_or_default();
            self.content.set_dash_pattern(pattern, 0.0);
            self.dashes = dashes;
        }
    }

    /// A filled rectangle.
    pub(crate) fn block(&mut self, area: Area, colour: Colour) {
        self.filled_with(colour);
        self.rectangle(area);
        self.content.fill_nonzero();
    }

    /// Many rectangles of one colour, which make one shape.
    pub(crate) fn blocks(&mut self, areas: impl Iterator<Item = Area>, colour: Colour) {
        self.filled_with(colour);
        areas.for_each(|area| self.rectangle(area));
        self.content.fill_nonzero();
    }

    fn rectangle(&mut self, area: Area) {
        let (x, y) = self.at(Point(area.x, area.bottom()));
        self.content.rect(x, y, rounded(area.width), rounded(area.height));
    }

    /// A line through these places.
    pub(crate) fn line(
        &mut self,
        points: &[Point],
        width: f32,
        dashes: Option<f32>,
        colour: Colour,
    ) {
        self.stroked_with(colour, width, dashes);
        self.path(points);
        self.content.stroke();
    }

    /// A filled shape with these corners.
    pub(crate) fn polygon(&mut self, points: &[Point], colour: Colour) {
        self.filled_with(colour);
        self.path(points);
        self.content.fill_nonzero();
    }

    fn path(&mut self, points: &[Point]) {
        for (i, &point) in points.iter().enumerate() {
            let (x, y) = self.at(point);
            match i {
                0 => self.content.move_to(x, y),
                _ => self.content.line_to(x, y),
            };
        }
    }

    /// A circle, filled where its line has no width.
    pub(crate) fn circle(&mut self, centre: Point, radius: f32, line: Option<f32>, colour: Colour) {
        match line {
            Some(width) => self.stroked_with(colour, width, None),
            None => self.filled_with(colour),
        }
        let (x, y) = (centre.0, self.size.1 - centre.1);
        let handle = radius * HANDLE;
        let [left, right, below, above] =
            [x - radius, x + radius, y - radius, y + radius].map(rounded);
        let [west, east, south, north] =
            [x - handle, x + handle, y - handle, y + handle].map(rounded);
        let (x, y) = (rounded(x), rounded(y));
        self.content.move_to(right, y);
        self.content.cubic_to(right, north, east, above, x, above);
        self.content.cubic_to(west, above, left, north, left, y);
        self.content.cubic_to(left, south, west, below, x, below);
        self.content.cubic_to(east, below, right, south, right, y);
        match line {
            Some(_) => self.content.close_and_stroke(),
            None => self.content.fill_nonzero(),
        };
    }

    /// A text on a line at this height.
    pub(crate) fn text(&mut self, text: &str, at: Point, align: Align, style: Style) {
        if text.is_empty() {
            return;
        }
        let wide = match align {
            Align::Left => 0.0,
            Align::Middle => style.width(text) / 2.0,
            Align::Right => style.width(text),
        };
        self.filled_with(style.colour);
        let (x, y) = self.at(Point(at.0 - wide, at.1));
        let name = match style.face {
            Face::Regular => Name(b"R"),
            Face::Bold => Name(b"B"),
        };
        let glyphs = style.face.encoded(text);
        self.content.begin_text().set_font(name, rounded(style.size)).next_line(x, y);
        self.content.show(Str(&glyphs)).end_text();
    }

    /// A shape of a picture that begins at this place, so many times as large; its lines are not thinner
    /// than `least`.
    pub(crate) fn shape(&mut self, shape: &Shape, corner: Point, scale: f32, least: f32) {
        let at = |&Point(x, y): &Point| Point(corner.0 + x * scale, corner.1 + y * scale);
        let wide = |width: f32| (width * scale).max(least);
        match shape {
            Shape::Tile { x, y, side, colour, rule } => {
                let Point(x, y) = at(&Point(*x as f32, *y as f32));
                let side = *side as f32 * scale;
                let tile = Area { x, y, width: side, height: side };
                self.filled_with(*colour);
                if let Some(rule) = rule {
                    self.stroked_with(*rule, wide(1.0), None);
                }
                self.rectangle(tile);
                match rule {
                    Some(_) => self.content.fill_nonzero_and_stroke(),
                    None => self.content.fill_nonzero(),
                };
            }
            Shape::Polygon(points, colour) => {
                let points: Vec<Point> = points.iter().map(at).collect();
                self.polygon(&points, *colour);
            }
            Shape::Line { points, width, dashes, colour } => {
                let points: Vec<Point> = points.iter().map(at).collect();
                self.line(&points, wide(*width), dashes.map(|length| length * scale), *colour);
            }
            Shape::Circle { centre, radius, line, colour } => {
                self.circle(at(centre), radius * scale, line.map(wide), *colour);
            }
            Shape::Number { centre, height, number, colour, bold } => {
                let height = height * scale;
                let face = if *bold { Face::Bold } else { Face::Regular };
                let Point(x, y) = at(centre);
                let style = Style { face, size: height / DIGIT, colour: *colour };
                let text = number.to_string();
                self.text(&text, Point(x, y + height / 2.0), Align::Middle, style);
            }
        }
    }
}

/// A length with two digits after the point: less than can be seen.
fn rounded(value: f32) -> f32 {
    (value * 100.0).round() / 100.0
}

/// Red, green and blue from 0 to 1.
fn parts(Colour(red, green, blue): Colour) -> [f32; 3] {
    [red, green, blue].map(|part| (f32::from(part) / 255.0 * 1000.0).round() / 1000.0)
}
