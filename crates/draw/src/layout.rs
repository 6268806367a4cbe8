//! What lies where in a picture, for all formats: cells, the shapes that tell tones apart without
//! colour, numbers, signs, links, and links that leave the board on one side and come in on the
//! other.

use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::locale::Message;
use tabuleiro_core::scene::{Link, Scene, Tone};
use tabuleiro_core::text::Diagnostic;

use crate::digits;
use crate::shape::{Point, Shape};
use crate::theme::{Colour, Theme};

/// The side of a cell unless the board is large, and the longest side of a picture then.
const SIDE: u32 = 40;
const LONGEST: u32 = 1600;
/// Cells below this side have no room for anything but their colour.
const BARE: u32 = 8;
/// The pixels a picture may have: a quarter of a gigabyte while it is painted.
const PIXELS: u64 = 1 << 25;
/// Digits of fewer pixels than this are not read.
const READABLE: f32 = 5.0;

/// Something of a picture that comes and goes as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Piece {
    /// A cell.
    Tile(Square, u8),
    /// A sign between two cells, the first of which holds less.
    Sign(Square, Square),
    /// A link.
    Link(Square, Square, Option<(i64, i64)>),
    /// The head of an arrow at the end of the last link.
    Head(Square, Square, Option<(i64, i64)>),
    /// A number, in the ink that its cell asks for; in the corner if the cell is needed.
    Number(Square, i32, Colour, bool),
}

impl Piece {
    /// The order in which pieces are drawn.
    pub(crate) fn layer(self) -> u8 {
        match self {
            Piece::Tile(..) => 0,
            Piece::Sign(..) => 1,
            Piece::Link(..) => 2,
            Piece::Head(..) => 3,
            Piece::Number(..) => 4,
        }
    }
}

/// Where everything lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    size: Size,
    side: u32,
    gap: u32,
    /// Links need the middle of cells, so that numbers go into the corner.
    corner: bool,
    /// Signs need room between cells.
    signs: bool,
    /// The number that takes most room, where numbers are drawn.
    widest: Option<i32>,
}

impl Layout {
    /// A layout that serves all of these scenes of one board, with cells of so many pixels.
    pub fn new(scenes: &[&Scene], side: Option<u32>) -> Result<Self, Diagnostic> {
        let size = scenes.first().map_or(Size { rows: 1, cols: 1 }, |scene| scene.size());
        let signs = scenes.iter().any(|scene| !scene.signs().is_empty());
        let mut layout = Layout::bare(size, side, signs)?;
        layout.corner = scenes.iter().any(|scene| !scene.links().is_empty());
        // Boards with more cells have no room for numbers, however they are laid out.
        if size.area() <= PIXELS / u64::from(BARE * BARE) {
            let numbers = |scene: &&Scene| {
                let numbers = size.squares().filter_map(|square| scene.cell(square).number);
                numbers.max_by(|&one, &two| digits::width(one).total_cmp(&digits::width(two)))
            };
            let widest = scenes.iter().filter_map(numbers);
            layout.widest =
                widest.max_by(|&one, &two| digits::width(one).total_cmp(&digits::width(two)));
        }
        Ok(layout)
    }

    /// Refuses a board of which there is no picture, before anything is made of it.
    pub fn check(size: Size, side: Option<u32>) -> Result<(), Diagnostic> {
        Layout::bare(size, side, false).map(|_| ())
    }

    /// A layout of a board on which nothing is written.
    fn bare(size: Size, side: Option<u32>, signs: bool) -> Result<Self, Diagnostic> {
        // A cell as long as the longest side that a picture can have is too long in any case.
        let side = side.unwrap_or((LONGEST / size.rows.max(size.cols)).clamp(1, SIDE)).min(1 << 16);
        let gap = match side {
            _ if side < BARE => 0,
            _ if signs => side * 2 / 5,
            _ => (side / 32).max(1),
        };
        let layout = Layout { size, side, gap, corner: false, signs, widest: None };
        // Sides are less than 2^31 cells of less than 2^17 pixels.
        let (width, height) = layout.extent();
        if side == 0 || width > 65_535 || height > 65_535 || width * height > PIXELS {
            let code = if side > 1 { "D0101" } else { "D0103" };
            let fault = Diagnostic::new(code).with("size", size.to_string());
            return Err(fault.with("width", width).with("height", height));
        }
        Ok(layout)
    }

    /// What is to be said of a picture that shows less than the scene holds: cells so small that
    /// nothing but their colour is drawn, or, unless the picture can be enlarged, numbers that nobody
    /// can read.
    pub fn warning(&self, enlarges: bool) -> Option<Message> {
        let bare = self.side < BARE;
        let readable = |side: u32| {
            let height = |number| self.digits(number, self.corner, side as f32);
            side >= BARE && self.widest.is_none_or(|number| height(number) >= READABLE)
        };
        if !bare && (enlarges || readable(self.side)) {
            return None;
        }
        let fits = |&side: &u32| Layout::bare(self.size, Some(side), self.signs).is_ok();
        let key = if bare { "draw.bare" } else { "draw.unreadable" };
        let message = |key: String| Message::new(key).with("side", u64::from(self.side));
        Some(match (self.side..256).find(|&side| readable(side)).filter(fits) {
            Some(enough) => message(key.to_owned()).with("enough", u64::from(enough)),
            None => message(format!("{key}.large")),
        })
    }

    /// The height of the digits of a number on a cell of this side.
    fn digits(&self, number: i32, corner: bool, side: f32) -> f32 {
        (if corner { 0.28 } else { 0.5 } * side).min(0.84 * side / digits::width(number))
    }

    /// The size of the board, in cells.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Width and height of the picture, in pixels.
    pub fn pixels(&self) -> (u32, u32) {
        let (width, height) = self.extent();
        (width as u32, height as u32)
    }

    fn extent(&self) -> (u64, u64) {
        let along = |cells: u32| u64::from(cells) * u64::from(self.pitch()) + u64::from(self.gap);
        (along(self.size.cols), along(self.size.rows))
    }

    /// The side of a cell.
    pub(crate) fn side(&self) -> u32 {
        self.side
    }

    fn pitch(&self) -> u32 {
        self.side + self.gap
    }

    /// The corner of a cell.
    pub(crate) fn origin(&self, square: Square) -> (u32, u32) {
        (self.gap + square.col * self.pitch(), self.gap + square.row * self.pitch())
    }

    fn centre(&self, square: Square) -> Point {
        let (x, y) = self.origin(square);
        Point(x as f32, y as f32).plus(self.side as f32 / 2.0, self.side as f32 / 2.0)
    }

    /// The pieces of a cell.
    pub(crate) fn cell(
        &self,
        scene: &Scene,
        square: Square,
        theme: &Theme,
    ) -> impl Iterator<Item = Piece> {
        self.ground(scene, square).into_iter().chain(self.written(scene, square, theme))
    }

    /// The cell itself.
    fn ground(&self, scene: &Scene, square: Square) -> Option<Piece> {
        let tone = scene.cell(square).tone;
        (tone != Tone::Outside).then_some(Piece::Tile(square, tone as u8))
    }

    /// What is written on a cell.
    fn written(&self, scene: &Scene, square: Square, theme: &Theme) -> Option<Piece> {
        let cell = scene.cell(square);
        let number = cell.number.filter(|_| self.side >= BARE && cell.tone != Tone::Outside)?;
        let ink = self.fill(square, cell.tone, theme).ink();
        Some(Piece::Number(square, number, ink, self.corner || centred(cell.tone)))
    }

    /// All pieces of a scene, in the order in which they are drawn, layer by layer. They are found one
    /// by one: a large board has more of them than there is room for.
    pub(crate) fn pieces<'a>(
        &'a self,
        scene: &'a Scene,
        theme: &'a Theme,
    ) -> impl Iterator<Item = Piece> + 'a {
        let link = |link: &Link| (link.from, link.to, link.across);
        let tiles = self.size.squares().filter_map(move |square| self.ground(scene, square));
        let signs = scene.signs().iter().map(|&(less, more)| Piece::Sign(less, more));
        let links = scene.links().iter().map(link).map(|(a, b, step)| Piece::Link(a, b, step));
        let last = scene.links().last().map(link);
        let head = last.map(|(from, to, step)| Piece::Head(from, to, step));
        // Where nothing can be written, nobody looks for what to write.
        let room = self.size.squares().take_while(|_| self.side >= BARE);
        let numbers = room.filter_map(move |square| self.written(scene, square, theme));
        tiles.chain(signs).chain(links).chain(head).chain(numbers)
    }

    fn fill(&self, square: Square, tone: Tone, theme: &Theme) -> Colour {
        theme.fill(tone, !self.signs && (square.row + square.col) % 2 == 1)
    }

    /// What a piece looks like.
    pub(crate) fn shapes(&self, piece: Piece, theme: &Theme) -> Vec<Shape> {
        let side = self.side as f32;
        match piece {
            Piece::Tile(square, tone) => self.tile(square, Tone::ALL[usize::from(tone)], theme),
            Piece::Number(square, number, colour, corner) => {
                let height = self.digits(number, corner, side);
                let mut centre = self.centre(square);
                if corner {
                    let half = digits::width(number) * height / 2.0;
                    centre = centre.plus(half - 0.42 * side, height / 2.0 - 0.42 * side);
                }
                vec![Shape::Number { centre, height, number, colour }]
            }
            Piece::Sign(less, more) => self.sign(less, more, theme),
            Piece::Link(from, to, step) => {
                let dashes = step.map(|_| side / 8.0);
                let line = |(from, to)| Shape::Line {
                    points: vec![from, to],
                    width: (side / 14.0).max(1.0),
                    dashes,
                    colour: theme.line,
                };
                self.segments(from, to, step).into_iter().map(line).collect()
            }
            Piece::Head(from, to, step) => {
                let Some((from, to)) = self.segments(from, to, step).pop() else { return vec![] };
                vec![Shape::Polygon(head(from, to, side / 4.0), theme.line)]
            }
        }
    }

    /// A cell with the shape of its tone.
    fn tile(&self, square: Square, tone: Tone, theme: &Theme) -> Vec<Shape> {
        let (x, y) = self.origin(square);
        let fill = self.fill(square, tone, theme);
        let mut shapes = vec![Shape::Tile { x, y, side: self.side, colour: fill }];
        if self.side < BARE {
            return shapes;
        }
        let (colour, centre, side) = (fill.ink(), self.centre(square), self.side as f32);
        let at = |right: f32, down: f32| centre.plus(right * side, down * side);
        let line = |points: Vec<Point>, width: f32| {
            let width = (width * side).max(1.0);
            Shape::Line { points, width, dashes: None, colour }
        };
        let circle = |radius: f32, line: Option<f32>| {
            let line = line.map(|width| (width * side).max(1.0));
            Shape::Circle { centre, radius: radius * side, line, colour }
        };
        match tone {
            Tone::Plain | Tone::Outside | Tone::Path => {}
            Tone::Start => shapes.push(circle(0.18, None)),
            Tone::End => shapes.extend([circle(0.2, Some(0.06)), circle(0.08, None)]),
            Tone::Given => shapes.push(line(vec![at(-0.3, 0.4), at(0.3, 0.4)], 0.05)),
            Tone::Current => {
                let edge = [(-0.43, -0.43), (0.43, -0.43), (0.43, 0.43), (-0.43, 0.43)];
                let corners = edge.into_iter().chain([edge[0]]).map(|(x, y)| at(x, y));
                shapes.push(line(corners.collect(), 0.07));
            }
            Tone::Blocked => shapes.extend([
                line(vec![at(-0.25, -0.25), at(0.25, 0.25)], 0.07),
                line(vec![at(-0.25, 0.25), at(0.25, -0.25)], 0.07),
            ]),
            Tone::Frontier => shapes.push(circle(0.17, Some(0.05))),
            Tone::Reached => shapes.push(circle(0.06, None)),
            Tone::Peg => shapes.push(circle(0.32, None)),
            Tone::Taken => shapes.push(circle(0.32, Some(0.04))),
            Tone::Premise => shapes.push(line(vec![at(-0.3, -0.42), at(0.3, -0.42)], 0.05)),
            Tone::Conclusion => {
                for (x, y) in [(-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42)] {
                    let (inner, down) = (x * 0.6, y * 0.6);
                    shapes.push(line(vec![at(inner, y), at(x, y), at(x, down)], 0.06));
                }
            }
            Tone::Fault => shapes.push(line(vec![at(-0.42, 0.42), at(0.42, -0.42)], 0.05)),
        }
        shapes
    }

    /// An angle between two neighbours, open to the one that holds more; between others a line too.
    fn sign(&self, less: Square, more: Square, theme: &Theme) -> Vec<Shape> {
        if self.side < BARE {
            return Vec::new();
        }
        let (from, to) = (self.centre(less), self.centre(more));
        let side = self.side as f32;
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

    /// The parts of a link that lie on the board, the last where it ends. A link over an edge is drawn
    /// on every copy of the board that an endless one would have around it, and cut where it leaves.
    fn segments(&self, from: Square, to: Square, step: Option<(i64, i64)>) -> Vec<(Point, Point)> {
        let (start, end) = (self.centre(from), self.centre(to));
        let Some((down, right)) = step else { return vec![(start, end)] };
        let pitch = self.pitch() as f32;
        let (right, down) = (right as f32 * pitch, down as f32 * pitch);
        let (wide, high) = (self.size.cols as f32 * pitch, self.size.rows as f32 * pitch);
        let mut parts: Vec<(Point, Point)> = Vec::new();
        for copy in 0..9 {
            let from = start.plus((copy % 3 - 1) as f32 * wide, (copy / 3 - 1) as f32 * high);
            parts.extend(self.cut(from, from.plus(right, down)));
        }
        // The part that ends in the middle of the last cell goes last.
        let apart = |part: &(Point, Point)| (part.1.0 - end.0).hypot(part.1.1 - end.1);
        parts.sort_by(|one, other| apart(other).total_cmp(&apart(one)));
        parts
    }

    /// What lies on the board of a line.
    fn cut(&self, from: Point, to: Point) -> Option<(Point, Point)> {
        let (width, height) = self.pixels();
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        let (mut enter, mut leave) = (0f32, 1f32);
        for (at, along, most) in [(from.0, right, width as f32), (from.1, down, height as f32)] {
            if along == 0.0 {
                if !(0.0..=most).contains(&at) {
                    return None;
                }
                continue;
            }
            let (one, two) = (-at / along, (most - at) / along);
            enter = enter.max(one.min(two));
            leave = leave.min(one.max(two));
        }
        let at = |part: f32| from.plus(right * part, down * part);
        (leave - enter > 0.01).then(|| (at(enter), at(leave)))
    }
}

/// Whether the shape of a tone takes the middle of its cell.
fn centred(tone: Tone) -> bool {
    match tone {
        Tone::Plain | Tone::Outside | Tone::Path | Tone::Given | Tone::Current => false,
        Tone::Premise | Tone::Conclusion | Tone::Fault => false,
        Tone::Start
        | Tone::End
        | Tone::Blocked
        | Tone::Frontier
        | Tone::Reached
        | Tone::Peg
        | Tone::Taken => true,
    }
}

/// A triangle at the end of a line.
fn head(from: Point, to: Point, length: f32) -> Vec<Point> {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let whole = right.hypot(down).max(1.0);
    let (right, down) = (right / whole * length, down / whole * length);
    let back = to.plus(-right, -down);
    vec![to, back.plus(-down / 2.0, right / 2.0), back.plus(down / 2.0, -right / 2.0)]
}
