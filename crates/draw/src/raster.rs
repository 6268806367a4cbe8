//! Pictures of pixels, in the few colours of a theme.

use std::io::Write;

use search::{Limit, Meter};
use tabuleiro_core::board::Square;
use tabuleiro_core::scene::Scene;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash,
    Transform,
};

use crate::digits;
use crate::layout::{Layout, MARK};
use crate::piece::Piece;
use crate::shape::{Point, Shape};
use crate::stop::Stop;
use crate::theme::{Colour, Theme};

/// A picture as numbers of colours in the palette of its theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Row by row.
    pub pixels: Vec<u8>,
}

/// Somebody who paints scenes of one board, one after another.
pub struct Raster {
    layout: Layout,
    theme: &'static Theme,
    palette: Vec<Colour>,
    pixmap: Pixmap,
    image: Image,
    /// What is on the canvas.
    painted: Option<Scene>,
    /// Colours that were looked up, each in the slot of its upper bits, with their numbers.
    nearest: Vec<Option<([u8; 3], u8)>>,
}

impl Raster {
    /// An empty canvas. A pixel has four bytes while it is painted, and one in the picture.
    pub fn new(
        layout: &Layout,
        theme: &'static Theme,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let (width, height) = layout.pixels();
        meter.claim(5 * u64::from(width) * u64::from(height))?;
        let mut raster = Raster {
            layout: layout.clone(),
            theme,
            palette: theme.palette(),
            pixmap: Pixmap::new(width, height).expect("a layout has room for a picture"),
            image: Image { width, height, pixels: vec![0; width as usize * height as usize] },
            painted: None,
            nearest: vec![None; 1 << 12],
        };
        raster.blank();
        Ok(raster)
    }

    /// The colours of the picture.
    pub fn palette(&self) -> &[Colour] {
        &self.palette
    }

    /// Paints a scene, and shows it. Where nothing goes beyond its cell, only cells that are not
    /// as before are painted.
    pub fn paint(&mut self, scene: &Scene, meter: &mut Meter<'_>) -> Result<&Image, Limit> {
        let within = |scene: &Scene| scene.links().is_empty() && scene.signs().is_empty();
        let before = self.painted.take();
        meter.release(before.as_ref().map_or(0, Scene::footprint));
        match before {
            Some(before) if within(&before) && within(scene) => {
                for square in scene.size().squares() {
                    meter.check_limits()?;
                    if scene.cell(square) != before.cell(square) {
                        self.cell(scene, square);
                    }
                }
                self.marks(scene);
            }
            _ => {
                self.blank();
                let layout = self.layout.clone();
                for piece in layout.pieces(scene) {
                    meter.check_limits()?;
                    self.piece(piece);
                }
                for y in 0..self.image.height {
                    meter.check_limits()?;
                    self.index(0, y, self.image.width, 1);
                }
            }
        }
        meter.claim(scene.footprint())?;
        self.painted = Some(scene.clone());
        Ok(&self.image)
    }

    /// What was painted last.
    pub(crate) fn image(&self) -> &Image {
        &self.image
    }

    /// Writes the picture as PNG, row by row.
    pub fn png(&self, out: impl Write, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut encoder = png::Encoder::new(out, self.image.width, self.image.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.flat_palette());
        let mut writer = encoder.write_header().map_err(failed)?;
        let mut rows = writer.stream_writer().map_err(failed)?;
        for row in self.image.pixels.chunks(self.image.width as usize) {
            meter.check_limits()?;
            rows.write_all(row)?;
        }
        rows.finish().map_err(failed)?;
        writer.finish().map_err(failed)
    }

    /// The palette as bytes.
    pub(crate) fn flat_palette(&self) -> Vec<u8> {
        self.palette.iter().flat_map(|&Colour(red, green, blue)| [red, green, blue]).collect()
    }

    fn blank(&mut self) {
        let Colour(red, green, blue) = self.theme.paper;
        self.pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    }

    fn cell(&mut self, scene: &Scene, square: Square) {
        let (x, y) = self.layout.origin(square);
        let side = self.layout.side();
        // The cell may have become a place outside.
        self.shape(&Shape::Tile { x, y, side, colour: self.theme.paper, rule: None });
        let pieces: Vec<Piece> = self.layout.cell(scene, square).collect();
        pieces.into_iter().for_each(|piece| self.piece(piece));
        self.index(x, y, side, side);
    }

    /// Paints the marks of an overview anew, over the cells below them.
    fn marks(&mut self, scene: &Scene) {
        let marks = self.layout.marks().to_vec();
        let (size, side) = (scene.size(), self.layout.pitch());
        let reach = (MARK / side as f32).ceil() as u32;
        for (square, tone) in marks {
            let near = |at: u32, most: u32| at.saturating_sub(reach)..(at + reach + 1).min(most);
            for row in near(square.row, size.rows) {
                near(square.col, size.cols).for_each(|col| self.cell(scene, Square { row, col }));
            }
            self.piece(Piece::Mark(square, tone));
            let Point(x, y) = self.layout.centre(square);
            let (left, top) = ((x - MARK).max(0.0) as u32, (y - MARK).max(0.0) as u32);
            let extent = 2 * MARK.ceil() as u32;
            let width = extent.min(self.image.width - left);
            let height = extent.min(self.image.height - top);
            self.index(left, top, width, height);
        }
    }

    fn piece(&mut self, piece: Piece) {
        for shape in self.layout.shapes(piece, self.theme) {
            self.shape(&shape);
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            &Shape::Tile { x, y, side, colour, rule } => {
                let (x, y, side) = (x as f32, y as f32, side as f32);
                let mut fill = |beyond: f32, colour: Colour| {
                    let side = side + 2.0 * beyond;
                    let rect = Rect::from_xywh(x - beyond, y - beyond, side, side);
                    let mut paint = solid(colour);
                    paint.anti_alias = false;
                    let rect = rect.expect("a tile has a side");
                    self.pixmap.fill_rect(rect, &paint, Transform::identity(), None);
                };
                if let Some(rule) = rule {
                    fill(1.0, rule);
                }
                fill(0.0, colour);
            }
            Shape::Polygon(points, colour) => {
                let Some(path) = polyline(points, true) else { return };
                self.fill(&path, *colour);
            }
            Shape::Line { points, width, dashes, colour } => {
                let Some(path) = polyline(points, false) else { return };
                self.stroke(&path, *width, *dashes, *colour);
            }
            &Shape::Circle { centre, radius, line, colour } => {
                let Some(path) = PathBuilder::from_circle(centre.0, centre.1, radius) else {
                    return;
                };
                match line {
                    Some(width) => self.stroke(&path, width, None, colour),
                    None => self.fill(&path, colour),
                }
            }
            &Shape::Number { centre, height, number, colour, bold } => {
                let mut builder = PathBuilder::new();
                for line in digits::lines(number, centre, height) {
                    trace(&mut builder, &line);
                }
                let Some(path) = builder.finish() else { return };
                let weight = if bold { 1.6 } else { 1.0 };
                self.stroke(&path, (weight * digits::STROKE * height).max(1.0), None, colour);
            }
        }
    }

    fn fill(&mut self, path: &Path, colour: Colour) {
        let paint = solid(colour);
        self.pixmap.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
    }

    fn stroke(&mut self, path: &Path, width: f32, dashes: Option<f32>, colour: Colour) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash: dashes.and_then(|length| StrokeDash::new(vec![length, 2.0 * length], 0.0)),
            ..Stroke::default()
        };
        self.pixmap.stroke_path(path, &solid(colour), &stroke, Transform::identity(), None);
    }

    /// Finds the colours of part of the canvas in the palette.
    fn index(&mut self, x: u32, y: u32, width: u32, height: u32) {
        let row = self.image.width as usize;
        let (data, nearest, palette) = (self.pixmap.data(), &mut self.nearest, &self.palette);
        let mut last = ([0; 3], look_up(nearest, palette, [0; 3]));
        for y in y as usize..(y + height) as usize {
            for at in y * row + x as usize..y * row + (x + width) as usize {
                let colour = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
                if colour != last.0 {
                    last = (colour, look_up(nearest, palette, colour));
                }
                self.image.pixels[at] = last.1;
            }
        }
    }
}

fn failed(error: png::EncodingError) -> Stop {
    Stop::Write(error.into())
}

/// The number of the colour in the palette that is nearest to one.
fn look_up(known: &mut [Option<([u8; 3], u8)>], palette: &[Colour], colour: [u8; 3]) -> u8 {
    let [red, green, blue] = colour.map(|part| usize::from(part >> 4));
    let slot = &mut known[red << 8 | green << 4 | blue];
    match *slot {
        Some((same, number)) if same == colour => number,
        _ => {
            let apart = |&Colour(red, green, blue): &Colour| {
                let square = |one: u8, two: u8| u32::from(one.abs_diff(two)).pow(2);
                square(red, colour[0]) + square(green, colour[1]) + square(blue, colour[2])
            };
            let nearest = (0..palette.len()).min_by_key(|&i| apart(&palette[i]));
            let number = nearest.unwrap_or(0) as u8;
            *slot = Some((colour, number));
            number
        }
    }
}

fn solid(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn trace(builder: &mut PathBuilder, points: &[Point]) {
    for (i, &Point(x, y)) in points.iter().enumerate() {
        if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
}

fn polyline(points: &[Point], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    trace(&mut builder, points);
    if closed {
        builder.close();
    }
    builder.finish()
}
