//! What lies where in a picture, for all formats: margins with coordinates, cells, links, and links that
//! leave the board on one side and come in on the other.
//!
//! A board with more cells than a picture has room for is an overview: cells have no shapes and no
//! numbers, paths that cover it are told by shades, and the cells where they begin and end are marked.

use tabuleiro_core::board::{Size, Square};
use tabuleiro_core::locale::Message;
use tabuleiro_core::scene::{Scene, Tone};
use tabuleiro_core::text::Diagnostic;

use crate::digits;
use crate::shape::Point;

/// The side of a cell unless the board is large, and the longest side of a picture then.
const SIDE: u32 = 40;
const LONGEST: u32 = 1600;
/// Cells below this side have no room for anything but their colour.
pub(crate) const BARE: u32 = 8;
/// Cells below this side are too small to be found by what is drawn on them.
const SMALL: u32 = 16;
/// The pixels a picture may have: a quarter of a gigabyte while it is painted.
const PIXELS: u64 = 1 << 25;
/// Digits of fewer pixels than this, those of a font of 9 pixels, are not read and not drawn.
const READABLE: f32 = 6.5;
/// Cells that are marked in an overview, at most: of more of them none stands out.
const MARKED: usize = 64;
/// Pixels of the mark, from its middle.
pub(crate) const MARK: f32 = 9.0;

/// Where everything lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    size: Size,
    side: u32,
    gap: u32,
    /// Pixels to the left of the board and above it, where the coordinates stand.
    margin: (u32, u32),
    /// Pixels to the right of it and below it.
    pad: (u32, u32),
    /// Signs need room between cells.
    signs: bool,
    /// The number that takes most room, where there are numbers.
    widest: Option<i32>,
    /// The least and the greatest number, where there are any.
    range: Option<(i32, i32)>,
    /// Whether there are links, and whether they are drawn.
    linked: bool,
    links: bool,
    /// The cells that are marked in an overview, with their tones.
    marks: Vec<(Square, u8)>,
}

impl Layout {
    /// A layout that serves all of these scenes of one board, with cells of so many pixels, or as many as
    /// there is room for.
    pub fn new(scenes: &[&Scene], side: Option<u32>) -> Result<Self, Diagnostic> {
        Layout::of(scenes, side, true)
    }

    /// The same without coordinates: for a picture that is no board, but a sheet of some.
    pub fn sheet(scenes: &[&Scene], side: Option<u32>) -> Result<Self, Diagnostic> {
        Layout::of(scenes, side, false)
    }

    fn of(scenes: &[&Scene], side: Option<u32>, numbered: bool) -> Result<Self, Diagnostic> {
        let size = scenes.first().map_or(Size { rows: 1, cols: 1 }, |scene| scene.size());
        let signs = scenes.iter().any(|scene| !scene.signs().is_empty());
        let mut layout = Layout::bare(size, side, signs, numbered)?;
        let links = scenes.iter().map(|scene| scene.links().len() as u64).max().unwrap_or(0);
        layout.linked = links > 0;
        // Lines on most cells hide each other where cells are a few pixels: shades tell the path then.
        layout.links = layout.side >= BARE || links < size.area() / 4;
        for (least, most) in scenes.iter().filter_map(|scene| scene.numbers()) {
            let (low, high) = layout.range.unwrap_or((least, most));
            layout.range = Some((low.min(least), high.max(most)));
        }
        // Of all numbers, one of these takes most room, or one with as many digits.
        let ends = layout.range.into_iter().flat_map(|(least, most)| [least, most]);
        layout.widest = ends.max_by(|&one, &two| digits::width(one).total_cmp(&digits::width(two)));
        let (width, height) = layout.extent();
        if layout.side < SMALL && width.max(height) >= 200 {
            for scene in scenes {
                for square in size.squares() {
                    let tone = scene.cell(square).tone;
                    let mark = (square, tone as u8);
                    if matches!(tone, Tone::Start | Tone::End) && !layout.marks.contains(&mark) {
                        layout.marks.push(mark);
                        if layout.marks.len() > MARKED {
                            layout.marks.clear();
                            return Ok(layout);
                        }
                    }
                }
            }
        }
        Ok(layout)
    }

    /// Refuses a board of which there is no picture, before anything is made of it.
    pub fn check(size: Size, side: Option<u32>) -> Result<(), Diagnostic> {
        Layout::bare(size, side, false, true).map(|_| ())
    }

    /// A layout of a board on which nothing is written.
    fn bare(
        size: Size,
        side: Option<u32>,
        signs: bool,
        numbered: bool,
    ) -> Result<Self, Diagnostic> {
        // A cell as long as the longest side that a picture can have is too long in any case.
        let side = side.unwrap_or((LONGEST / size.rows.max(size.cols)).clamp(1, SIDE)).min(1 << 16);
        let gap = match side {
            _ if side < BARE => 0,
            _ if signs => side * 2 / 5,
            _ => (side / 32).max(1),
        };
        let mut layout = Layout {
            size,
            side,
            gap,
            margin: (side / 2, 0),
            pad: (side / 2, side / 2),
            signs,
            widest: None,
            range: None,
            linked: false,
            links: false,
            marks: Vec::new(),
        };
        if numbered {
            let height = layout.label_height();
            let left = digits::width(size.rows.min(i32::MAX as u32) as i32) * height;
            layout.margin = ((left + 0.8 * height).ceil() as u32, (1.8 * height).ceil() as u32);
            // The last coordinate may be wider than its cell.
            let beyond = |takes: f32| {
                ((takes * height - layout.pitch() as f32) / 2.0).max(1.0).ceil() as u32
            };
            let widest = digits::width(size.cols.min(i32::MAX as u32) as i32);
            layout.pad = (beyond(widest), beyond(1.0));
        }
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
    /// nothing but their colour is drawn, or numbers too small to read.
    pub fn warning(&self) -> Option<Message> {
        let bare = self.side < BARE;
        let shows = |side: u32| {
            let height = |number| self.digits(number, side as f32);
            side >= BARE && self.widest.is_none_or(|number| height(number) >= READABLE)
        };
        if shows(self.side) {
            return None;
        }
        let numbered = self.margin.1 > 0;
        let fits = |&side: &u32| Layout::bare(self.size, Some(side), self.signs, numbered).is_ok();
        let key = if bare { "draw.bare" } else { "draw.unreadable" };
        let message = |key: String| Message::new(key).with("side", u64::from(self.side));
        Some(match (self.side..256).find(|&side| shows(side)).filter(fits) {
            Some(enough) => message(key.to_owned()).with("enough", u64::from(enough)),
            None => message(format!("{key}.large")),
        })
    }

    /// The height of the digits of a number on a cell of this side.
    fn digits(&self, number: i32, side: f32) -> f32 {
        (if self.linked { 0.32 } else { 0.5 } * side).min(0.8 * side / digits::width(number))
    }

    /// The height of all digits on cells, where they are drawn.
    pub(crate) fn number_height(&self) -> Option<f32> {
        let height = self.digits(self.widest?, self.side as f32);
        (self.side >= BARE && height >= READABLE).then_some(height)
    }

    /// Where a number lies between the least and the greatest, in parts of so many, if shades show it.
    pub(crate) fn shade(&self, number: i32, parts: u32) -> Option<u8> {
        let (least, most) = self.range.filter(|(least, most)| least < most)?;
        let told = self.number_height().is_none() && !(self.linked && self.links);
        let place = (i64::from(number) - i64::from(least)) * i64::from(parts - 1)
            / (i64::from(most) - i64::from(least));
        told.then_some(place as u8)
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
        let along = |cells: u32, around: u32| {
            u64::from(cells) * u64::from(self.pitch()) + u64::from(self.gap + around)
        };
        let (wide, high) = (self.margin.0 + self.pad.0, self.margin.1 + self.pad.1);
        (along(self.size.cols, wide), along(self.size.rows, high))
    }

    /// Where the cells lie in the picture: left and upper edge, width and height, in pixels.
    pub fn board(&self) -> [u32; 4] {
        let (width, height) = self.pixels();
        let (left, above) = (self.margin.0 + self.gap, self.margin.1 + self.gap);
        [left, above, width - left - self.pad.0 - self.gap, height - above - self.pad.1 - self.gap]
    }

    /// The side of a cell, in pixels.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// Whether signs take room between cells: then they do not alternate as on a chessboard.
    pub(crate) fn signs(&self) -> bool {
        self.signs
    }

    /// Whether there are links, drawn or not.
    pub(crate) fn linked(&self) -> bool {
        self.linked
    }

    /// Whether links are drawn.
    pub(crate) fn links(&self) -> bool {
        self.links
    }

    /// The cells that are marked in an overview, with the numbers of their tones.
    pub(crate) fn marks(&self) -> &[(Square, u8)] {
        &self.marks
    }

    pub(crate) fn pitch(&self) -> u32 {
        self.side + self.gap
    }

    /// The corner of a cell.
    pub(crate) fn origin(&self, square: Square) -> (u32, u32) {
        let at = |margin: u32, place: u32| margin + self.gap + place * self.pitch();
        (at(self.margin.0, square.col), at(self.margin.1, square.row))
    }

    pub(crate) fn centre(&self, square: Square) -> Point {
        let (x, y) = self.origin(square);
        Point(x as f32, y as f32).plus(self.side as f32 / 2.0, self.side as f32 / 2.0)
    }

    /// The height of the digits of coordinates.
    pub(crate) fn label_height(&self) -> f32 {
        (0.26 * self.side as f32).clamp(READABLE, 11.0)
    }

    /// The coordinates that stand beside the board, each with its middle: of rows, or of columns. As many
    /// as there is room for.
    pub(crate) fn coordinates(&self, of_rows: bool) -> impl Iterator<Item = (u32, Point)> {
        let most = if of_rows { self.size.rows } else { self.size.cols };
        let height = self.label_height();
        let number = most.min(i32::MAX as u32) as i32;
        let takes = if of_rows { 1.6 } else { digits::width(number) + 0.7 } * height;
        let pitch = self.pitch() as f32;
        let roomy = |step: &u32| *step as f32 * pitch >= takes;
        let steps = (0..10).flat_map(|power| [1, 2, 5].map(|part| part * 10u32.pow(power)));
        let step = steps.take_while(|&step| step <= most).find(roomy);
        let (left, above) = (self.margin.0 as f32, self.margin.1 as f32);
        let middle = move |n: u32, margin: u32| {
            (margin + self.gap + (n - 1) * self.pitch()) as f32 + self.side as f32 / 2.0
        };
        let place = move |n: u32| match of_rows {
            true => Point(
                left - 0.5 * height - digits::width(n as i32) * height / 2.0,
                middle(n, self.margin.1),
            ),
            false => Point(middle(n, self.margin.0), above - height),
        };
        let shown = step.filter(|_| self.margin.1 > 0).into_iter();
        shown.flat_map(move |step| {
            let first = (step > 2).then_some(1);
            let all = first.into_iter().chain((1..=most / step).map(move |i| i * step));
            all.map(move |n| (n, place(n)))
        })
    }

    /// The parts of a link that lie on the board, the last where it ends. A link over an edge is drawn
    /// on every copy of the board that an endless one would have around it, and cut where it leaves.
    pub(crate) fn segments(
        &self,
        from: Square,
        to: Square,
        step: Option<(i64, i64)>,
    ) -> Vec<(Point, Point)> {
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
        let (left, above) = (self.margin.0 as f32, self.margin.1 as f32);
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        let (mut enter, mut leave) = (0f32, 1f32);
        let (most, lowest) = ((width - self.pad.0) as f32, (height - self.pad.1) as f32);
        let sides = [(from.0, right, left, most), (from.1, down, above, lowest)];
        for (at, along, least, most) in sides {
            if along == 0.0 {
                if !(least..=most).contains(&at) {
                    return None;
                }
                continue;
            }
            let (one, two) = ((least - at) / along, (most - at) / along);
            enter = enter.max(one.min(two));
            leave = leave.min(one.max(two));
        }
        let at = |part: f32| from.plus(right * part, down * part);
        (leave - enter > 0.01).then(|| (at(enter), at(leave)))
    }
}
