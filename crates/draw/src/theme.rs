//! Colours by tone.

use tabuleiro_core::scene::Tone;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

const BLACK: Colour = Colour(0, 0, 0);
const WHITE: Colour = Colour(255, 255, 255);

/// The colours of Okabe and Ito, which people tell apart however they see colours.
mod okabe_ito {
    use super::Colour;

    pub(super) const ORANGE: Colour = Colour(230, 159, 0);
    pub(super) const SKY: Colour = Colour(86, 180, 233);
    pub(super) const GREEN: Colour = Colour(0, 158, 115);
    pub(super) const YELLOW: Colour = Colour(240, 228, 66);
    pub(super) const BLUE: Colour = Colour(0, 114, 178);
    pub(super) const VERMILION: Colour = Colour(213, 94, 0);
}
use okabe_ito::*;

/// The colours of a picture.
#[derive(Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name, as people type it.
    pub name: &'static str,
    /// What everything lies on.
    pub paper: Colour,
    /// Links and signs.
    pub line: Colour,
    /// Lines around cells.
    pub rule: Colour,
    /// Whether cells alternate as on a chessboard.
    checkered: bool,
    /// By the number of the tone.
    fills: [Colour; Tone::ALL.len()],
    /// Where shades begin, go through and end.
    ramp: [Colour; 3],
}

/// Shades that stand for numbers where cells are too small for them.
pub(crate) const SHADES: u32 = 24;

/// Shades from light to dark that are told apart however people see colours, after viridis by
/// Smith and van der Walt.
const VIRIDIS: [Colour; 3] = [Colour(253, 231, 37), Colour(33, 145, 140), Colour(68, 1, 84)];

impl Theme {
    /// Every theme, the default first.
    pub const ALL: [&'static Theme; 4] =
        [&Theme::LIGHT, &Theme::DARK, &Theme::PRINT, &Theme::COURSEWORK];

    /// For bright screens.
    pub const LIGHT: Theme = Theme {
        name: "light",
        paper: WHITE,
        line: BLUE,
        rule: Colour(150, 144, 132),
        checkered: true,
        fills: [
            Colour(243, 239, 230), // plain
            WHITE,                 // outside
            GREEN,                 // start
            VERMILION,             // end
            Colour(221, 214, 200), // given
            Colour(205, 229, 244), // path
            YELLOW,                // current
            Colour(85, 85, 85),    // blocked
            ORANGE,                // frontier
            SKY,                   // reached
            Colour(205, 229, 244), // peg
            Colour(250, 226, 190), // taken
            Colour(240, 205, 225), // marked
            Colour(240, 205, 225), // marked, with a peg
            YELLOW,                // current, with a peg
            Colour(250, 243, 178), // premise
            Colour(159, 219, 199), // conclusion
            Colour(240, 190, 160), // fault
        ],
        ramp: VIRIDIS,
    };

    /// For dark screens.
    pub const DARK: Theme = Theme {
        name: "dark",
        paper: Colour(19, 21, 26),
        line: SKY,
        rule: Colour(92, 98, 112),
        checkered: true,
        fills: [
            Colour(44, 48, 57),
            Colour(19, 21, 26),
            GREEN,
            VERMILION,
            Colour(72, 78, 92),
            Colour(24, 62, 92),
            YELLOW,
            Colour(120, 124, 134),
            ORANGE,
            Colour(0, 90, 141),
            Colour(24, 62, 92),
            Colour(92, 66, 20),
            Colour(112, 52, 88),
            Colour(112, 52, 88),
            YELLOW,
            Colour(86, 80, 14),
            Colour(0, 84, 61),
            Colour(120, 52, 0),
        ],
        ramp: VIRIDIS,
    };

    /// Black on white paper: what is not white is a light grey, so that it costs little ink.
    pub const PRINT: Theme = Theme {
        name: "print",
        paper: WHITE,
        line: BLACK,
        rule: BLACK,
        checkered: false,
        fills: [
            WHITE,
            WHITE,
            WHITE,
            WHITE,
            Colour(226, 226, 226), // given
            WHITE,
            WHITE,
            Colour(190, 190, 190), // blocked
            WHITE,
            WHITE,
            WHITE,
            WHITE,
            Colour(208, 208, 208), // marked
            Colour(208, 208, 208),
            WHITE,
            Colour(236, 236, 236), // premise
            Colour(214, 214, 214), // conclusion
            Colour(226, 226, 226), // fault
        ],
        ramp: [Colour(240, 240, 240), Colour(150, 150, 150), Colour(60, 60, 60)],
    };

    /// The colours that the coursework on the lost knight asked for.
    pub const COURSEWORK: Theme = Theme {
        name: "coursework",
        paper: Colour(190, 190, 190),
        line: Colour(128, 0, 128),
        rule: Colour(120, 120, 120),
        checkered: false,
        fills: [
            WHITE,
            Colour(190, 190, 190),
            Colour(255, 255, 0),
            Colour(0, 160, 0),
            Colour(225, 225, 225),
            Colour(255, 200, 120),
            Colour(255, 140, 0),
            Colour(220, 0, 0),
            Colour(173, 216, 230),
            BLACK,
            Colour(255, 200, 120),
            Colour(225, 225, 225),
            Colour(230, 200, 255),
            Colour(230, 200, 255),
            Colour(255, 140, 0),
            Colour(255, 255, 170),
            Colour(170, 230, 170),
            Colour(255, 170, 170),
        ],
        ramp: VIRIDIS,
    };

    /// The theme of that name.
    pub fn named(name: &str) -> Option<&'static Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name == name)
    }

    /// The colour of a cell.
    pub fn fill(&self, tone: Tone, odd: bool) -> Colour {
        let fill = self.fills[tone as usize];
        let alternates = self.checkered && matches!(tone, Tone::Plain | Tone::Path);
        if odd && alternates { fill.mixed(fill.ink(), 3, 32) } else { fill }
    }

    /// One of the [`SHADES`], from light to dark.
    pub(crate) fn shade(&self, shade: u8) -> Colour {
        let (last, shade) = (SHADES - 1, u32::from(shade).min(SHADES - 1));
        let [from, through, to] = self.ramp;
        match 2 * shade <= last {
            true => from.mixed(through, 2 * shade, last),
            false => through.mixed(to, 2 * shade - last, last),
        }
    }

    /// At most 255 colours for a whole film: all that are used, and steps between those that meet. A
    /// GIF needs one number more, for what is as before.
    pub fn palette(&self) -> Vec<Colour> {
        let fills = Tone::ALL.into_iter().flat_map(|tone| [(tone, false), (tone, true)]);
        let mut colours: Vec<Colour> = fills.map(|(tone, odd)| self.fill(tone, odd)).collect();
        colours.extend([self.paper]);
        colours.sort_unstable();
        colours.dedup();
        let under = colours.clone();
        for ink in [BLACK, WHITE, self.line] {
            colours.push(ink);
            colours.extend(
                under.iter().flat_map(|&fill| (1..4).map(move |part| fill.mixed(ink, part, 4))),
            );
        }
        colours.push(self.rule);
        colours.extend((0..SHADES as u8).map(|shade| self.shade(shade)));
        colours.sort_unstable();
        colours.dedup();
        assert!(colours.len() <= 255, "a palette has at most 256 colours");
        colours
    }
}

impl Colour {
    /// The colour with so many parts of a whole of another.
    pub(crate) fn mixed(self, other: Colour, parts: u32, whole: u32) -> Colour {
        let mix = |one: u8, two: u8| {
            ((u32::from(one) * (whole - parts) + u32::from(two) * parts + whole / 2) / whole) as u8
        };
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Black or white, whichever is read more easily on it.
    pub fn ink(self) -> Colour {
        if self.contrast(BLACK) >= self.contrast(WHITE) { BLACK } else { WHITE }
    }

    /// The contrast of two colours, from 1 to 21, as the accessibility guidelines define it.
    pub fn contrast(self, other: Colour) -> f64 {
        let (one, two) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if one > two { one / two } else { two / one }
    }

    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
