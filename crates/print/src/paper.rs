//! Paper: sizes, bleed, and the margins that a bound page needs.

use tabuleiro_core::text::{Diagnostic, Source};

use crate::page::{Area, INCH, MILLIMETRE};

/// The size of a page once it is cut, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
}

/// Sizes that have a name, in millimetres.
const NAMED: [(&str, f32, f32); 6] = [
    ("a3", 297.0, 420.0),
    ("a4", 210.0, 297.0),
    ("a5", 148.0, 210.0),
    ("b5", 176.0, 250.0),
    ("letter", 215.9, 279.4),
    ("legal", 215.9, 355.6),
];

/// The sides that a page may have, in points: from a card to a poster.
const SIDES: std::ops::RangeInclusive<f32> = 2.0 * INCH..=60.0 * INCH;

impl Paper {
    /// A4, the paper of most countries.
    pub const A4: Paper = Paper { width: 210.0 * MILLIMETRE, height: 297.0 * MILLIMETRE };

    /// Reads the value of an option: `a4`, `letter`, `6x9in`, `148x210mm`; with `-landscape` it is turned.
    pub fn parse(option: &str, value: &str) -> Result<Paper, Diagnostic> {
        let fault = || {
            Source::option(option, value).diagnostic("D0201", 0..value.len()).with("found", value)
        };
        let lower = value.trim().to_ascii_lowercase();
        let (name, turned) = match lower.strip_suffix("-landscape") {
            Some(name) => (name, true),
            None => (lower.as_str(), false),
        };
        let (width, height) = match NAMED.iter().find(|row| row.0 == name) {
            Some(&(_, width, height)) => (width * MILLIMETRE, height * MILLIMETRE),
            None => {
                let (numbers, unit) = in_unit(name).ok_or_else(fault)?;
                let sides = numbers.split_once(['x', '×']).ok_or_else(fault)?;
                let side =
                    |text: &str| text.trim().parse::<f32>().ok().filter(|side| side.is_finite());
                let (width, height) = side(sides.0).zip(side(sides.1)).ok_or_else(fault)?;
                (width * unit, height * unit)
            }
        };
        let (width, height) = if turned { (height, width) } else { (width, height) };
        if !SIDES.contains(&width) || !SIDES.contains(&height) {
            return Err(Source::option(option, value)
                .diagnostic("D0202", 0..value.len())
                .with("found", value));
        }
        Ok(Paper { width, height })
    }

    /// Names of sizes, for completions.
    pub const NAMES: [&'static str; 9] =
        ["a3", "a4", "a5", "b5", "letter", "legal", "6x9in", "8.5x11in", "8x10in"];
}

/// The numbers of a size, and the points of its unit: inches where it has none.
fn in_unit(text: &str) -> Option<(&str, f32)> {
    let units = [("in", INCH), ("mm", MILLIMETRE), ("cm", 10.0 * MILLIMETRE), ("pt", 1.0)];
    let found =
        units.iter().find_map(|&(name, points)| Some((text.strip_suffix(name)?.trim(), points)));
    found.or_else(|| text.ends_with(|c: char| c.is_ascii_digit()).then_some((text, INCH)))
}

/// What is printed beyond the edge and cut off: on top, at the bottom and outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bleed(
    /// In points.
    pub f32,
);

impl Bleed {
    /// Reads the value of an option: `0.125in`, `3mm`.
    pub fn parse(option: &str, value: &str) -> Result<Bleed, Diagnostic> {
        let fault = || {
            Source::option(option, value).diagnostic("D0203", 0..value.len()).with("found", value)
        };
        let lower = value.trim().to_ascii_lowercase();
        let (number, unit) = in_unit(&lower).ok_or_else(fault)?;
        let points = number.parse::<f32>().map_err(|_| fault())? * unit;
        if (0.0..=INCH / 2.0).contains(&points) { Ok(Bleed(points)) } else { Err(fault()) }
    }
}

/// The room that a bound book needs at its spine, in inches, for so many pages at most: as the printers of books on
/// demand ask.
const SPINE: [(usize, f32); 5] =
    [(150, 0.375), (300, 0.5), (500, 0.625), (700, 0.75), (828, 0.875)];
/// Beyond that.
const THICK: f32 = 1.0;
/// What no page has less of on its other sides.
const OUTSIDE: f32 = 0.5 * INCH;

/// A page of a bound book: what is printed on, what is left of it when it is cut, and where the text stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    /// The sheet with its bleed.
    pub(crate) sheet: (f32, f32),
    /// What is left when it is cut.
    pub(crate) trim: Area,
    /// Where the text stands.
    pub(crate) body: Area,
    /// Whether it lies on the right of an open book.
    pub(crate) is_right: bool,
}

impl Paper {
    /// The page with this number, from 0, of a book of so many.
    pub(crate) fn frame(self, number: usize, pages: usize, Bleed(bleed): Bleed) -> Frame {
        let is_right = number.is_multiple_of(2);
        let asked = SPINE.iter().find(|row| pages <= row.0).map_or(THICK, |row| row.1) * INCH;
        // A small page has no room for wide margins, a large one looks better with them.
        let outside = OUTSIDE.max(0.06 * self.width);
        let inside = asked.max(outside);
        let left = if is_right { 0.0 } else { bleed };
        let trim = Area { x: left, y: bleed, width: self.width, height: self.height };
        let body = Area {
            x: trim.x + if is_right { inside } else { outside },
            y: trim.y + outside,
            width: self.width - inside - outside,
            height: self.height - 2.0 * outside,
        };
        Frame { sheet: (self.width + bleed, self.height + 2.0 * bleed), trim, body, is_right }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_every_unit() {
        let read =
            |value: &str| Paper::parse("paper", value).map(|p| (p.width.round(), p.height.round()));
        assert_eq!(read("a4"), Ok((595.0, 842.0)));
        assert_eq!(read("Letter"), Ok((612.0, 792.0)));
        assert_eq!(read("a4-landscape"), Ok((842.0, 595.0)));
        assert_eq!(read("6x9in"), Ok((432.0, 648.0)));
        assert_eq!(read("6x9"), Ok((432.0, 648.0)));
        assert_eq!(read("14.8x21cm"), read("a5"));
        for wrong in [
            "", "x", "a9", "6", "6x", "6x9km", "0x0", "-6x9", "1x1mm", "1e9x5", "nanxnan",
            "infx9in", "6x9x3",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Bleed::parse("bleed", "0.125in"), Ok(Bleed(9.0)));
        for wrong in ["", "in", "-1mm", "5in", "x"] {
            assert!(Bleed::parse("bleed", wrong).is_err(), "{wrong}");
        }
        assert!(Paper::NAMES.iter().all(|name| Paper::parse("paper", name).is_ok()));
    }

    #[test]
    fn the_spine_grows_with_the_book_and_the_bleed_is_outside() {
        let paper = Paper::parse("paper", "6x9in").unwrap();
        let spine = |pages| paper.frame(0, pages, Bleed(0.0)).body.x / INCH;
        assert_eq!([100, 301, 501, 701, 829].map(spine), [0.5, 0.625, 0.75, 0.875, 1.0]);
        let (right, left) = (paper.frame(0, 400, Bleed(9.0)), paper.frame(1, 400, Bleed(9.0)));
        assert_eq!(right.sheet, (6.125 * INCH, 9.25 * INCH));
        assert_eq!((right.trim.x, left.trim.x, right.trim.y), (0.0, 9.0, 9.0));
        assert_eq!(right.body.x - right.trim.x, left.trim.right() - left.body.right());
    }
}
