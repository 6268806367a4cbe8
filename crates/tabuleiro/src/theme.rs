//! Colours for the tones of a scene, as data: whoever draws picks a theme, and no room knows which.

use crate::scene::Tone;

/// A colour by its red, green and blue, as screens have them (sRGB).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// A colour for every tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What people call it by.
    pub name: &'static str,
    plain: Colour,
    outside: Colour,
    start: Colour,
    end: Colour,
    given: Colour,
    path: Colour,
    current: Colour,
    blocked: Colour,
    frontier: Colour,
    reached: Colour,
}

impl Theme {
    /// All themes, the default first.
    pub const ALL: [&Theme; 2] = [&Theme::CLEAR, &Theme::COURSEWORK];

    /// The default: hues of Okabe and Ito and greys between them, which differ in lightness too, so
    /// that people who see fewer colours tell them apart.
    pub const CLEAR: Theme = Theme {
        name: "clear",
        plain: Colour(0xFF, 0xFF, 0xFF),
        outside: Colour(0xE0, 0xE0, 0xE0),
        start: Colour(0xD5, 0x5E, 0x00),
        end: Colour(0x00, 0x9E, 0x73),
        given: Colour(0xCC, 0xCC, 0xCC),
        path: Colour(0xF0, 0xE4, 0x42),
        current: Colour(0xE6, 0x9F, 0x00),
        blocked: Colour(0x1A, 0x1A, 0x1A),
        frontier: Colour(0x00, 0x5A, 0x9C),
        reached: Colour(0xA8, 0xD8, 0xF5),
    };

    /// The coursework's pictures of the lost knight: blocked squares red, undiscovered ones white,
    /// the frontier light blue, discovered squares black, the knight yellow and the exit green.
    pub const COURSEWORK: Theme = Theme {
        name: "coursework",
        plain: Colour(0xFF, 0xFF, 0xFF),
        outside: Colour(0xC0, 0xC0, 0xC0),
        start: Colour(0xFF, 0xFF, 0x00),
        end: Colour(0x00, 0x80, 0x00),
        given: Colour(0xC0, 0xC0, 0xC0),
        path: Colour(0xFF, 0x00, 0xFF),
        current: Colour(0xFF, 0xA5, 0x00),
        blocked: Colour(0xFF, 0x00, 0x00),
        frontier: Colour(0xAD, 0xD8, 0xE6),
        reached: Colour(0x00, 0x00, 0x00),
    };

    /// The colour of a tone.
    pub fn colour(&self, tone: Tone) -> Colour {
        match tone {
            Tone::Plain => self.plain,
            Tone::Outside => self.outside,
            Tone::Start => self.start,
            Tone::End => self.end,
            Tone::Given => self.given,
            Tone::Path => self.path,
            Tone::Current => self.current,
            Tone::Blocked => self.blocked,
            Tone::Frontier => self.frontier,
            Tone::Reached => self.reached,
        }
    }
}

impl Default for Theme {
    fn default() -> Self {
        *Theme::ALL[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a flood is drawn with.
    const FLOOD: [Tone; 7] = [
        Tone::Plain,
        Tone::Blocked,
        Tone::Frontier,
        Tone::Reached,
        Tone::Start,
        Tone::End,
        Tone::Path,
    ];

    /// How eyes without one kind of cones see linear light (Machado, Oliveira and Fernandes, 2009).
    const EYES: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ];

    fn times(matrix: &[[f64; 3]; 3], by: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row[0] * by[0] + row[1] * by[1] + row[2] * by[2])
    }

    /// A colour as an eye sees it, in CIELAB, where distances are what people notice.
    fn seen(colour: Colour, eye: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = [colour.0, colour.1, colour.2].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let seen = times(eye, linear).map(|part| part.clamp(0.0, 1.0));
        let xyz = times(
            &[[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]],
            seen,
        );
        let [x, y, z] = [xyz[0] / 0.9505, xyz[1], xyz[2] / 1.089].map(|part: f64| {
            if part > 0.008856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The two tones of a flood that some eye finds most alike, and how far apart they are.
    fn most_alike(theme: &Theme, eyes: &[[[f64; 3]; 3]]) -> (f64, Tone, Tone) {
        let mut closest = (f64::INFINITY, Tone::Plain, Tone::Plain);
        for eye in eyes {
            for (i, &one) in FLOOD.iter().enumerate() {
                for &other in &FLOOD[..i] {
                    let (a, b) = (seen(theme.colour(one), eye), seen(theme.colour(other), eye));
                    let apart = (0..3).map(|part| (a[part] - b[part]).powi(2)).sum::<f64>().sqrt();
                    if apart < closest.0 {
                        closest = (apart, one, other);
                    }
                }
            }
        }
        closest
    }

    #[test]
    fn every_theme_tells_all_parts_of_a_flood_apart() {
        for theme in Theme::ALL {
            let closest = most_alike(theme, &EYES[..1]);
            assert!(closest.0 > 20.0, "{}: {closest:?}", theme.name);
        }
    }

    #[test]
    fn the_default_theme_does_so_for_every_eye() {
        let closest = most_alike(&Theme::default(), &EYES);
        assert!(closest.0 > 20.0, "{closest:?}");
    }
}
