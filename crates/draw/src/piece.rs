//! What a picture is made of, piece by piece, and the shape of each. No tone is told by its colour
//! alone, and no number stands under a line.

use tabuleiro_core::board::Square;
use tabuleiro_core::scene::{Link, Scene, Tone};

use crate::digits;
use crate::layout::{BARE, Layout, MARK};
use crate::shape::{Point, Shape};
use crate::theme::{SHADES, Theme};

/// Cells from this side on have room for small numbers.
const ROOMY: u32 = 28;

/// Something of a picture that comes and goes as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Piece {
    /// A cell.
    Tile {
        /// Where it is.
        square: Square,
        /// The number of its tone.
        tone: u8,
        /// Whether a number is written on it, which needs its middle.
        numbered: bool,
        /// Its shade, where shades stand for numbers.
        shade: Option<u8>,
    },
    /// A sign between two cells, the first of which holds less.
    Sign(Square, Square),
    /// A link.
    Link(Square, Square, Option<(i64, i64)>),
    /// The head of an arrow at the end of a link.
    Head(Square, Square, Option<(i64, i64)>),
    /// A number on a cell of the tone with this number.
    Number(Square, i32, u8),
    /// Numbers pencilled into a cell, each a bit from 1 on.
    Pencilled(Square, u64),
    /// A mark that is larger than its cell, which is too small to be found without it.
    Mark(Square, u8),
    /// A coordinate: whether of rows, and which.
    Coordinate(bool, u32),
}

impl Piece {
    /// The order in which pieces are drawn.
    pub(crate) fn layer(self) -> u8 {
        match self {
            Piece::Tile { .. } => 0,
            Piece::Sign(..) => 1,
            Piece::Link(..) => 2,
            Piece::Head(..) => 3,
            Piece::Number(..) | Piece::Pencilled(..) => 4,
            Piece::Mark(..) => 5,
            Piece::Coordinate(..) => 6,
        }
    }
}

impl Layout {
    /// The pieces of a cell.
    pub(crate) fn cell(&self, scene: &Scene, square: Square) -> impl Iterator<Item = Piece> {
        let ground = self.ground(scene, square).into_iter();
        ground.chain(self.written(scene, square)).chain(self.pencilled(scene, square))
    }

    /// What is pencilled into a cell on which nothing is written.
    fn pencilled(&self, scene: &Scene, square: Square) -> Option<Piece> {
        let marks = scene.marks_of(square);
        let shown = marks != 0 && self.side() >= ROOMY && scene.cell(square).number.is_none();
        shown.then_some(Piece::Pencilled(square, marks))
    }

    /// The cell itself.
    fn ground(&self, scene: &Scene, square: Square) -> Option<Piece> {
        let cell = scene.cell(square);
        let numbered = cell.number.is_some() && self.number_height().is_some();
        let on_path = cell.number.filter(|_| cell.tone == Tone::Path);
        let shade = on_path.and_then(|number| self.shade(number, SHADES));
        let tile = Piece::Tile { square, tone: cell.tone as u8, numbered, shade };
        (cell.tone != Tone::Outside).then_some(tile)
    }

    /// What is written on a cell.
    fn written(&self, scene: &Scene, square: Square) -> Option<Piece> {
        self.number_height()?;
        let cell = scene.cell(square);
        cell.number.map(|number| Piece::Number(square, number, cell.tone as u8))
    }

    /// All pieces of a scene, in the order in which they are drawn, layer by layer. They are found one
    /// by one: a large board has more of them than there is room for.
    pub(crate) fn pieces<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = Piece> + 'a {
        let link = |link: &Link| (link.from, link.to, link.across);
        let tiles = self.size().squares().filter_map(move |square| self.ground(scene, square));
        let signs = scene.signs().iter().map(|&(less, more)| Piece::Sign(less, more));
        let drawn = if self.links() { scene.links() } else { &[] };
        let links = drawn.iter().map(link).map(|(a, b, step)| Piece::Link(a, b, step));
        let last = drawn.len().wrapping_sub(1);
        let headed = drawn.iter().enumerate().filter(move |&(i, link)| i == last || link.head);
        let heads =
            headed.map(move |(_, one)| link(one)).map(|(a, b, step)| Piece::Head(a, b, step));
        // Where nothing can be written, nobody looks for what to write.
        let room = self.size().squares().take_while(|_| self.number_height().is_some());
        let numbers = room.filter_map(move |square| self.written(scene, square));
        let room = self.size().squares().take_while(|_| self.side() >= ROOMY);
        let pencilled = room.filter_map(move |square| self.pencilled(scene, square));
        let numbers = numbers.chain(pencilled);
        let marks = self.marks().iter().map(|&(square, tone)| Piece::Mark(square, tone));
        let coordinates = [true, false].into_iter().flat_map(|of_rows| {
            self.coordinates(of_rows).map(move |(n, _)| Piece::Coordinate(of_rows, n))
        });
        tiles.chain(signs).chain(links).chain(heads).chain(numbers).chain(marks).chain(coordinates)
    }

    /// All shapes of a scene, in the order in which they are drawn: for other output formats.
    pub fn drawing<'a>(
        &'a self,
        scene: &'a Scene,
        theme: &'a Theme,
    ) -> impl Iterator<Item = Shape> + 'a {
        self.pieces(scene).flat_map(|piece| self.shapes(piece, theme))
    }

    /// What a piece looks like.
    pub(crate) fn shapes(&self, piece: Piece, theme: &Theme) -> Vec<Shape> {
        let side = self.side() as f32;
        let tone_of = |tone: u8| Tone::ALL[usize::from(tone)];
        let odd = |square: Square| !self.signs() && (square.row + square.col) % 2 == 1;
        match piece {
            Piece::Tile { square, tone, numbered, shade } => {
                let (tone, (x, y)) = (tone_of(tone), self.origin(square));
                let fill = match shade {
                    Some(shade) => theme.shade(shade),
                    None => theme.fill(tone, odd(square)),
                };
                let rule = (self.side() >= BARE).then_some(theme.rule);
                let tile = Shape::Tile { x, y, side: self.side(), colour: fill, rule };
                if self.side() < BARE {
                    return vec![tile];
                }
                let mut shapes = vec![tile];
                let ink = Ink { centre: self.centre(square), side, colour: fill.ink() };
                shapes.extend(ink.shapes(tone, numbered));
                shapes
            }
            Piece::Number(square, number, tone) => {
                let (Some(height), centre) = (self.number_height(), self.centre(square)) else {
                    return Vec::new();
                };
                let tone = tone_of(tone);
                let fill = match tone {
                    Tone::Outside => theme.paper,
                    _ => theme.fill(tone, odd(square)),
                };
                // On a piece the number stands out as the piece does from its cell.
                let on_piece = matches!(tone, Tone::Peg | Tone::MarkedPeg | Tone::CurrentPeg);
                let colour = if on_piece { fill } else { fill.ink() };
                let bold = tone == Tone::Given;
                let digits = Shape::Number { centre, height, number, colour, bold };
                if on_piece || !self.linked() || tone == Tone::Outside {
                    return vec![digits];
                }
                let half = (digits::width(number) * height - 0.7 * height).max(0.1) / 2.0;
                let points = vec![centre.plus(-half, 0.0), centre.plus(half, 0.0)];
                let halo = Shape::Line { points, width: 1.45 * height, dashes: None, colour: fill };
                vec![halo, digits]
            }
            Piece::Pencilled(square, marks) => self.pencil(square, marks, theme),
            Piece::Sign(less, more) => self.sign(less, more, theme),
            Piece::Link(from, to, step) => {
                let dashes = step.map(|_| side / 8.0);
                let line = |(from, to)| Shape::Line {
                    points: vec![from, to],
                    width: self.link_width(),
                    dashes,
                    colour: theme.line,
                };
                self.segments(from, to, step).into_iter().map(line).collect()
            }
            Piece::Head(from, to, step) => {
                let Some((from, to)) = self.segments(from, to, step).pop() else { return vec![] };
                // A number in the middle of the last cell would hide it.
                let short = if self.number_height().is_some() { 0.3 * side } else { 0.0 };
                vec![Shape::Polygon(head(from, to, short, side / 4.0), theme.line)]
            }
            Piece::Mark(square, tone) => {
                let (centre, tone) = (self.centre(square), tone_of(tone));
                let fill = theme.fill(tone, false);
                let circle = |radius: f32, line: Option<f32>, colour| Shape::Circle {
                    centre,
                    radius,
                    line,
                    colour,
                };
                let inner = match tone {
                    Tone::End => {
                        [circle(4.0, Some(1.5), fill.ink()), circle(1.5, None, fill.ink())]
                    }
                    _ => [circle(3.0, None, fill.ink()), circle(3.0, None, fill.ink())],
                };
                let outer = [circle(MARK, None, theme.paper.ink()), circle(MARK - 1.5, None, fill)];
                outer.into_iter().chain(inner).collect()
            }
            Piece::Coordinate(of_rows, n) => {
                let found = self.coordinates(of_rows).find(|&(number, _)| number == n);
                let Some((_, centre)) = found else { return Vec::new() };
                let (height, number) = (self.label_height(), n as i32);
                let colour = theme.paper.mixed(theme.paper.ink(), 3, 4);
                vec![Shape::Number { centre, height, number, colour, bold: false }]
            }
        }
    }

    /// Small numbers in a square of places, each number in its own.
    fn pencil(&self, square: Square, marks: u64, theme: &Theme) -> Vec<Shape> {
        let most = u64::BITS - marks.leading_zeros();
        let across = (3..).find(|across| across * across >= most).unwrap_or(3);
        let pitch = 0.78 * self.side() as f32 / across as f32;
        let middle = (across - 1) as f32 / 2.0;
        let colour = theme.fill(Tone::Plain, false).ink();
        let numbers = (0..most).filter(|bit| marks >> bit & 1 == 1);
        let shape = |bit: u32| {
            let (right, down) = ((bit % across) as f32 - middle, (bit / across) as f32 - middle);
            let centre = self.centre(square).plus(right * pitch, down * pitch);
            let number = bit as i32 + 1;
            let height = (0.62 * pitch).min(0.9 * pitch / digits::width(number));
            Shape::Number { centre, height, number, colour, bold: false }
        };
        numbers.map(shape).collect()
    }

    /// How wide links are: thin where numbers stand beside them.
    fn link_width(&self) -> f32 {
        let side = self.side() as f32;
        let share = if self.number_height().is_some() { 22.0 } else { 14.0 };
        (side / share).max(if self.side() < BARE { 2.0 } else { 1.0 })
    }

    /// An angle between two neighbours, open to the one that holds more; between others a line too.
    fn sign(&self, less: Square, more: Square, theme: &Theme) -> Vec<Shape> {
        if self.side() < BARE {
            return Vec::new();
        }
        let (from, to) = (self.centre(less), self.centre(more));
        let side = self.side() as f32;
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        let length = right.hypot(down).max(1.0);
        let (right, down) = (right / length * side, down / length * side);
        let middle = Point((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let point = |along: f32, aside: f32| {
            middle.plus(along * right - aside * down, along * down + aside * right)
        };
        let line = |points: Vec<Point>, width: f32| {
            let width = (width * side).max(1.0);
            Shape::Line { points, width, dashes: None, colour: theme.line }
        };
        let mut shapes =
            vec![line(vec![point(0.09, -0.16), point(-0.09, 0.0), point(0.09, 0.16)], 0.07)];
        if less.row.abs_diff(more.row) + less.col.abs_diff(more.col) > 1 {
            shapes.push(line(vec![from, to], 0.02));
        }
        shapes
    }
}

/// What shapes are drawn with on a cell.
struct Ink {
    centre: Point,
    side: f32,
    colour: crate::theme::Colour,
}

impl Ink {
    fn at(&self, right: f32, down: f32) -> Point {
        self.centre.plus(right * self.side, down * self.side)
    }

    fn line(&self, points: &[(f32, f32)], width: f32) -> Shape {
        let points = points.iter().map(|&(right, down)| self.at(right, down)).collect();
        let width = (width * self.side).max(1.0);
        Shape::Line { points, width, dashes: None, colour: self.colour }
    }

    fn frame(&self) -> Shape {
        let edge = [(-0.43, -0.43), (0.43, -0.43), (0.43, 0.43), (-0.43, 0.43), (-0.43, -0.43)];
        self.line(&edge, 0.07)
    }

    fn circle(&self, radius: f32, line: Option<f32>) -> Shape {
        let line = line.map(|width| (width * self.side).max(1.0));
        let (centre, radius) = (self.centre, radius * self.side);
        Shape::Circle { centre, radius, line, colour: self.colour }
    }

    /// The shape of a tone; around the number, if one is written on the cell.
    fn shapes(&self, tone: Tone, numbered: bool) -> Vec<Shape> {
        let corners = || {
            let (near, far) = (0.3, 0.44);
            [
                self.line(&[(-far, near), (-near, far)], 0.05),
                self.line(&[(near, -far), (far, -near)], 0.05),
            ]
        };
        match tone {
            Tone::Plain | Tone::Outside | Tone::Path => vec![],
            Tone::Start if numbered => vec![self.circle(0.44, Some(0.06))],
            Tone::Start => vec![self.circle(0.18, None)],
            Tone::End if numbered => {
                vec![self.circle(0.46, Some(0.03)), self.circle(0.4, Some(0.03))]
            }
            Tone::End => vec![self.circle(0.2, Some(0.06)), self.circle(0.08, None)],
            Tone::Given => vec![self.line(&[(-0.3, 0.4), (0.3, 0.4)], 0.05)],
            Tone::Current => vec![self.frame()],
            Tone::CurrentPeg => vec![self.frame(), self.circle(0.3, None)],
            Tone::Blocked => vec![
                self.line(&[(-0.25, -0.25), (0.25, 0.25)], 0.07),
                self.line(&[(-0.25, 0.25), (0.25, -0.25)], 0.07),
            ],
            Tone::Frontier if numbered => vec![self.circle(0.44, Some(0.03))],
            Tone::Frontier => vec![self.circle(0.17, Some(0.05))],
            Tone::Reached if numbered => vec![],
            Tone::Reached => vec![self.circle(0.06, None)],
            Tone::Peg => vec![self.circle(if numbered { 0.4 } else { 0.32 }, None)],
            Tone::Taken => vec![self.circle(if numbered { 0.42 } else { 0.32 }, Some(0.04))],
            Tone::Marked => corners().into(),
            Tone::MarkedPeg => corners()
                .into_iter()
                .chain([self.circle(if numbered { 0.38 } else { 0.3 }, None)])
                .collect(),
            Tone::Premise => vec![self.line(&[(-0.3, -0.42), (0.3, -0.42)], 0.05)],
            Tone::Conclusion => {
                let corner = [(-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42)];
                let angle =
                    |(x, y): (f32, f32)| self.line(&[(x * 0.6, y), (x, y), (x, y * 0.6)], 0.06);
                corner.map(angle).into()
            }
            Tone::Fault => vec![self.line(&[(-0.42, 0.42), (0.42, -0.42)], 0.05)],
        }
    }
}

/// A triangle that ends so far before the end of a line.
fn head(from: Point, to: Point, short: f32, length: f32) -> Vec<Point> {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let whole = right.hypot(down).max(1.0);
    let (right, down) = (right / whole, down / whole);
    let tip = to.plus(-right * short, -down * short);
    let back = tip.plus(-right * length, -down * length);
    let half = length / 2.0;
    vec![tip, back.plus(-down * half, right * half), back.plus(down * half, -right * half)]
}
