//! The fonts of all that is printed: two faces with the characters of our languages, stars and arrows among them, made
//! once from DejaVu Sans by `font/make.py`. They are embedded whole, so that nothing is subset while a book is made.

mod glyphs;

/// What is known of a font beside its outlines, in thousandths of its size.
pub(crate) struct Table {
    /// Least x and y, greatest x and y of all glyphs.
    pub(crate) bounds: [i32; 4],
    pub(crate) ascent: i32,
    pub(crate) descent: i32,
    pub(crate) cap_height: i32,
    /// Character, number of the glyph, and width, in the order of characters.
    pub(crate) glyphs: &'static [(u32, u16, u16)],
}

/// A weight of the font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// For text.
    Regular,
    /// For headings.
    Bold,
}

/// How high digits are where the size is 1.
pub(crate) const DIGIT: f32 = 0.729;

impl Face {
    /// Both of them.
    pub(crate) const ALL: [Face; 2] = [Face::Regular, Face::Bold];

    pub(crate) fn table(self) -> &'static Table {
        match self {
            Face::Regular => &glyphs::REGULAR,
            Face::Bold => &glyphs::BOLD,
        }
    }

    /// The font itself, as TrueType.
    pub(crate) fn file(self) -> &'static [u8] {
        match self {
            Face::Regular => include_bytes!("../../font/tabuleiro-sans.ttf"),
            Face::Bold => include_bytes!("../../font/tabuleiro-sans-bold.ttf"),
        }
    }

    /// Its PostScript name, with the mark of a font that has not all glyphs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Face::Regular => "TABULR+TabuleiroSans",
            Face::Bold => "TABULB+TabuleiroSans-Bold",
        }
    }

    /// The number and the width of the glyph of a character.
    fn glyph(self, character: char) -> Option<(u16, u16)> {
        let glyphs = self.table().glyphs;
        let place = glyphs.binary_search_by_key(&u32::from(character), |glyph| glyph.0).ok()?;
        Some((glyphs[place].1, glyphs[place].2))
    }

    /// The text as the numbers of its glyphs, two bytes each; a question mark for what is not in the font.
    pub(crate) fn encoded(self, text: &str) -> Vec<u8> {
        let glyph = |character| self.glyph(character).or_else(|| self.glyph('?'));
        text.chars().filter_map(glyph).flat_map(|(number, _)| number.to_be_bytes()).collect()
    }

    /// How wide a text is at this size.
    pub fn width(self, text: &str, size: f32) -> f32 {
        let glyph = |character| self.glyph(character).or_else(|| self.glyph('?'));
        let thousandths: u32 =
            text.chars().filter_map(glyph).map(|(_, width)| u32::from(width)).sum();
        thousandths as f32 * size / 1000.0
    }

    /// The text in lines that are not wider than this; a word that is wider has a line of its own.
    pub fn lines(self, text: &str, size: f32, room: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for word in text.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if line.is_empty() || self.width(&longer, size) <= room {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.extend(Some(line).filter(|line| !line.is_empty()));
        lines
    }
}

/// The first character of a text that cannot be printed, with its place in bytes.
pub fn unprintable(text: &str) -> Option<(usize, char)> {
    text.char_indices()
        .find(|&(_, character)| Face::ALL.iter().any(|face| face.glyph(character).is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_our_languages_and_every_sign_is_there() {
        let words = "Ação, coração, à mão — “aspas”; ‘x’ … ≤ ≥ ← ↑ → ↓ ★ ☆ ● ○ × 0123456789 ~{}|";
        assert_eq!(unprintable(words), None);
        assert_eq!(unprintable("a名"), Some((1, '名')));
        let glyphs = |face: Face| face.table().glyphs.iter().map(|glyph| glyph.0);
        assert!(glyphs(Face::Regular).eq(glyphs(Face::Bold)) && glyphs(Face::Bold).is_sorted());
    }

    #[test]
    fn lines_are_as_long_as_there_is_room() {
        let text = "one two three four five six seven eight";
        let lines = Face::Regular.lines(text, 10.0, 80.0);
        assert_eq!(lines.join(" "), text);
        assert!(
            lines.len() > 2 && lines.iter().all(|line| Face::Regular.width(line, 10.0) <= 80.0)
        );
        assert_eq!(Face::Bold.lines("incomprehensibilities", 10.0, 1.0).len(), 1);
        assert!(Face::Bold.lines(" ", 10.0, 1.0).is_empty());
    }
}
