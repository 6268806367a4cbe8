//! Scalable pictures, still and animated. No script and no style sheet: they show wherever images
//! do.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;

use search::{Limit, Meter};
use tabuleiro_core::scene::Scene;
use tabuleiro_core::text::Diagnostic;

use crate::layout::Layout;
use crate::piece::Piece;
use crate::shape::{Point, Shape};
use crate::stop::Stop;
use crate::theme::Theme;

/// A scene as SVG, written while it is made. The title is read out by screen readers.
pub fn picture(
    scene: &Scene,
    layout: &Layout,
    theme: &Theme,
    title: &str,
    meter: &mut Meter<'_>,
    out: &mut impl io::Write,
) -> Result<(), Stop> {
    out.write_all(begin(layout, theme, title).as_bytes())?;
    let mut drawn = String::new();
    for piece in layout.pieces(scene) {
        meter.check_limits()?;
        drawn.clear();
        shapes(&mut drawn, layout, theme, piece);
        out.write_all(drawn.as_bytes())?;
    }
    Ok(out.write_all(END)?)
}

const END: &[u8] = b"</svg>\n";

/// About how many bytes a scene takes as SVG, known before it is drawn.
pub fn bytes_of(scene: &Scene, layout: &Layout) -> u64 {
    const CELL: u64 = 90;
    const NUMBER: u64 = 160;
    const LINK: u64 = 110;
    let cells = scene.size().area();
    let numbers = if layout.number_height().is_some() { cells } else { 0 };
    let links = if layout.links() { scene.links().len() as u64 } else { 0 };
    CELL * cells + NUMBER * numbers + LINK * (links + scene.signs().len() as u64)
}

/// Bytes that a film takes for a piece, and for each time that it comes and goes.
const PIECE: u64 = 256;
const TURN: u64 = 32;

/// An SVG that moves, to which one scene after another is added.
pub struct Film<'a> {
    layout: &'a Layout,
    theme: &'a Theme,
    /// The pieces, each with the scenes in which it is there, as ranges.
    pieces: BTreeMap<(u8, Piece), Vec<(usize, usize)>>,
    /// When each scene begins, and when all ends, in hundredths of a second.
    times: Vec<u32>,
}

impl<'a> Film<'a> {
    /// Begins a film that is repeated for ever; every cell is an element, so that a board has to be
    /// small.
    pub fn begin(layout: &'a Layout, theme: &'a Theme) -> Result<Self, Diagnostic> {
        if layout.size().area() > 4096 {
            return Err(Diagnostic::new("D0102").with("size", layout.size().to_string()));
        }
        Ok(Film { layout, theme, pieces: BTreeMap::new(), times: vec![0] })
    }

    /// Adds a scene, to be shown for so many hundredths of a second.
    pub fn add(
        &mut self,
        scene: &Scene,
        hundredths: u16,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let now = self.times.len() - 1;
        self.times.push(self.times[now].saturating_add(u32::from(hundredths)));
        for piece in self.layout.pieces(scene) {
            meter.check_limits()?;
            let there = self.pieces.entry((piece.layer(), piece)).or_default();
            match there.last_mut() {
                // A link may be there twice.
                Some((_, until)) if *until >= now => *until = now + 1,
                last => {
                    meter.claim(if last.is_none() { PIECE } else { TURN })?;
                    there.push((now, now + 1));
                }
            }
        }
        Ok(())
    }

    /// Ends the film, and writes it.
    pub fn finish(
        self,
        title: &str,
        meter: &mut Meter<'_>,
        out: &mut impl io::Write,
    ) -> Result<(), Stop> {
        out.write_all(begin(self.layout, self.theme, title).as_bytes())?;
        let end = self.times.len() - 1;
        let whole = self.times[end].max(1);
        let mut drawn = String::new();
        for ((_, piece), there) in &self.pieces {
            meter.check_limits()?;
            drawn.clear();
            shapes(&mut drawn, self.layout, self.theme, *piece);
            if there[..] == [(0, end)] {
                out.write_all(drawn.as_bytes())?;
                continue;
            }
            let (mut values, mut times) = (String::new(), String::new());
            let mut turn = |at: usize, visible: bool| {
                let gap = if values.is_empty() { "" } else { ";" };
                let _ = write!(values, "{gap}{}", if visible { "visible" } else { "hidden" });
                let _ = write!(times, "{gap}{}", number(self.times[at] as f32 / whole as f32, 4));
            };
            if there[0].0 > 0 {
                turn(0, false);
            }
            for &(from, until) in there {
                turn(from, true);
                if until < end {
                    turn(until, false);
                }
            }
            let hidden = if there[0].0 > 0 { " visibility=\"hidden\"" } else { "" };
            let seconds = number(whole as f32 / 100.0, 2);
            writeln!(
                out,
                "<g{hidden}><animate attributeName=\"visibility\" calcMode=\"discrete\" \
                 values=\"{values}\" keyTimes=\"{times}\" dur=\"{seconds}s\" \
                 repeatCount=\"indefinite\"/>{}</g>",
                drawn.trim_end()
            )?;
        }
        Ok(out.write_all(END)?)
    }
}

fn begin(layout: &Layout, theme: &Theme, title: &str) -> String {
    let (width, height) = layout.pixels();
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        theme.paper
    )
}

fn shapes(out: &mut String, layout: &Layout, theme: &Theme, piece: Piece) {
    for shape in layout.shapes(piece, theme) {
        draw(out, &shape);
    }
}

/// A number with at most so many digits after the point.
fn number(value: f32, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

fn draw(out: &mut String, shape: &Shape) {
    let short = |value: f32| number(value, 1);
    let corners = |points: &[Point]| {
        let each = points.iter().map(|&Point(x, y)| format!("{},{}", short(x), short(y)));
        each.collect::<Vec<_>>().join(" ")
    };
    // Writing to a string does not fail.
    let _ = match shape {
        Shape::Tile { x, y, side, colour, rule } => {
            let rule = rule.map(|rule| format!(" stroke=\"{rule}\"")).unwrap_or_default();
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" \
                 fill=\"{colour}\"{rule}/>"
            )
        }
        Shape::Polygon(points, colour) => {
            writeln!(out, "<polygon points=\"{}\" fill=\"{colour}\"/>", corners(points))
        }
        Shape::Line { points, width, dashes, colour } => {
            let dashes = dashes.map(|length| {
                format!(" stroke-dasharray=\"{} {}\"", short(length), short(2.0 * length))
            });
            writeln!(
                out,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\"{}\"{}/>",
                corners(points),
                short(*width),
                dashes.unwrap_or_default()
            )
        }
        Shape::Circle { centre, radius, line, colour } => {
            let paint = match line {
                Some(width) => {
                    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"", short(*width))
                }
                None => format!("fill=\"{colour}\""),
            };
            let (x, y, radius) = (short(centre.0), short(centre.1), short(*radius));
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {paint}/>")
        }
        Shape::Number { centre, height, number, colour, bold } => {
            // Digits are about seven tenths as high as their font.
            let (x, y) = (short(centre.0), short(centre.1 + height / 2.0));
            let size = short(height / 0.72);
            let bold = if *bold { " font-weight=\"bold\"" } else { "" };
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{bold} \
                 fill=\"{colour}\">{number}</text>"
            )
        }
    };
}
