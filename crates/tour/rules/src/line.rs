//! A row of numbers as text, without the detour over a formatted word for each.

use std::io::{self, Write};

/// Numbers that are made text at a time.
const PART: usize = 1 << 12;

/// What separates numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// In columns.
    Aligned,
    /// By tabs.
    Tabs,
    /// As lists of lists.
    Json,
}

/// Writes rows in one style.
pub(super) struct Line {
    style: Style,
    /// Digits of the largest number.
    width: usize,
    bytes: Vec<u8>,
}

impl Line {
    /// A writer of numbers up to `last`.
    pub(super) fn new(style: Style, last: u32) -> Self {
        let width = last.checked_ilog10().map_or(1, |digits| digits as usize + 1);
        Line { style, width, bytes: Vec::new() }
    }

    /// Writes a row, the first one or another.
    pub(super) fn write(
        &mut self,
        row: &[u32],
        first: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (parting, begin, end): (u8, &[u8], &[u8]) = match (self.style, first) {
            (Style::Aligned, _) => (b' ', b"", b"\n"),
            (Style::Tabs, _) => (b'\t', b"", b"\n"),
            (Style::Json, true) => (b',', b"[", b"]"),
            (Style::Json, false) => (b',', b",[", b"]"),
        };
        let aligned = self.style == Style::Aligned;
        out.write_all(begin)?;
        let mut left = row.len();
        for part in row.chunks(PART) {
            // Room for all that is written, then cut to what was.
            self.bytes.resize(part.len() * (self.width + 1), 0);
            let mut at = 0;
            for &number in part {
                let hole = number == 0 && self.style != Style::Json;
                let width = if aligned {
                    self.width
                } else {
                    number.checked_ilog10().map_or(1, |digits| digits as usize + 1)
                };
                let word = &mut self.bytes[at..at + width + 1];
                word[width] = parting;
                let used = if hole {
                    word[width - 1] = b'#';
                    1
                } else {
                    digits(number, &mut word[..width])
                };
                word[..width - used].fill(b' ');
                at += width + 1;
            }
            // What parts numbers stands after the last one, too.
            left -= part.len();
            out.write_all(&self.bytes[..at - usize::from(left == 0)])?;
        }
        out.write_all(end)
    }
}

/// All pairs of digits.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut i = 0;
    while i < 100 {
        pairs[i] = [b'0' + (i / 10) as u8, b'0' + (i % 10) as u8];
        i += 1;
    }
    pairs
};

/// Writes a number at the end of a word that is long enough; returns how many digits it has.
fn digits(mut number: u32, word: &mut [u8]) -> usize {
    let mut at = word.len();
    while number >= 10 {
        at -= 2;
        word[at..at + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
        number /= 100;
        if number == 0 {
            return word.len() - at;
        }
    }
    at -= 1;
    word[at] = b'0' + number as u8;
    word.len() - at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        let numbers =
            [0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, 12_345, 99_999, 100_000, 7_654_321];
        for last in numbers.into_iter().chain([u32::MAX, 1_000_000_000]) {
            let row: Vec<u32> = numbers.into_iter().chain([last]).filter(|&n| n <= last).collect();
            let written = |style, first| {
                let mut out = Vec::new();
                Line::new(style, last).write(&row, first, &mut out).unwrap();
                String::from_utf8(out).unwrap()
            };
            let words = |hole: &str| -> Vec<String> {
                let word = |&n: &u32| if n == 0 { hole.to_owned() } else { n.to_string() };
                row.iter().map(word).collect()
            };
            let width = last.to_string().len();
            let aligned: Vec<String> = words("#").iter().map(|w| format!("{w:>width$}")).collect();
            assert_eq!(written(Style::Aligned, true), aligned.join(" ") + "\n");
            assert_eq!(written(Style::Tabs, false), words("#").join("\t") + "\n");
            assert_eq!(written(Style::Json, true), format!("[{}]", words("0").join(",")));
            assert_eq!(written(Style::Json, false), format!(",[{}]", words("0").join(",")));
        }
    }
}
