//! The coursework's notation: whitespace-separated numbers, many cases a file.

use std::fmt::Write;
use std::io;
use std::ops::Range;

use super::{Futoshiki, GREATEST, Grid, Notation, Sign, claim as answers};
use tabuleiro_core::contract::{Coursework, EffortLabel, Limit, NoSolution, Stats};
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::{Diagnostic, Source};

/// The cases of a file, read one after another; the first fault ends them.
pub(super) struct Cases<'a> {
    words: Words<'a>,
    /// Cases announced, with where; none before the first was read.
    announced: Option<(u64, Range<usize>)>,
    /// Cases read.
    found: u64,
    over: bool,
}

impl<'a> Cases<'a> {
    /// Begins to read.
    pub(super) fn new(source: &'a Source) -> Self {
        let bom = source.bytes().starts_with("\u{feff}".as_bytes());
        let words = Words { source, bytes: source.bytes(), at: if bom { 3 } else { 0 } };
        Cases { words, announced: None, found: 0, over: false }
    }

    fn read(&mut self) -> Result<Option<Futoshiki>, Diagnostic> {
        let source = self.words.source;
        let (announced, place) = match &self.announced {
            Some((announced, place)) => (*announced, place.clone()),
            None => {
                let number = self.words.number(&Expected::new("cases", 0))?;
                self.announced = Some((number.value, number.at.clone()));
                (number.value, number.at)
            }
        };
        if self.found == announced {
            return match self.words.next() {
                None => Ok(None),
                Some(at) => {
                    let fault = source.diagnostic("F0107", at).with("n", announced);
                    Err(fault.also(source, place))
                }
            };
        }
        let case = self.found + 1;
        let before = self.words.at;
        if self.words.next().is_none() {
            let fault = source.diagnostic("F0106", place.clone()).with("found", self.found);
            return Err(fault.with("announced", self.words.text(place)));
        }
        self.words.at = before;
        let board = self.case(case)?;
        self.found = case;
        Ok(Some(board))
    }

    fn case(&mut self, case: u64) -> Result<Futoshiki, Diagnostic> {
        let words = &mut self.words;
        let order = words.number(&Expected::new("order", case))?;
        if order.value == 0 || order.value > GREATEST as u64 {
            let fault = words.source.diagnostic("F0104", order.at.clone());
            return Err(fault.with("found", words.text(order.at)));
        }
        let signs = words.number(&Expected::new("signs", case))?;
        let mut board = Futoshiki::new(order.value as usize).written(Notation::Coursework);
        let value = Expected::new("value", case);
        for cell in 0..board.givens.len() {
            let number = words.number(&value)?;
            if number.value > order.value {
                return Err(words.beyond("F0105", number.at, order.value));
            }
            board.givens[cell] = number.value as u8;
        }
        // As many as the file says and holds: the number alone reserves nothing.
        let mut read = Vec::new();
        let sign = Expected::new("sign", case);
        for _ in 0..signs.value {
            let mut place = [0; 4];
            for part in &mut place {
                let number = words.number(&sign)?;
                if number.value == 0 || number.value > order.value {
                    return Err(words.beyond("F0108", number.at, order.value));
                }
                *part = number.value as u16 - 1;
            }
            let [row, column, other_row, other_column] = place;
            let order = order.value as u16;
            read.push(Sign { less: row * order + column, more: other_row * order + other_column });
        }
        Ok(board.with_signs(read))
    }
}

impl Iterator for Cases<'_> {
    type Item = Result<Futoshiki, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let case = self.read().transpose();
        self.over = !matches!(case, Some(Ok(_)));
        case
    }
}

/// What belongs next in a file, named where it is missing.
struct Expected {
    what: &'static str,
    case: u64,
}

impl Expected {
    fn new(what: &'static str, case: u64) -> Self {
        Expected { what, case }
    }

    fn message(&self) -> Message {
        Message::new(format!("futoshiki.expected.{}", self.what)).with("case", self.case)
    }
}

/// A number with its place; as large as can be if it has too many digits.
struct Number {
    value: u64,
    at: Range<usize>,
}

/// The words of a file, whatever blanks and line ends part them.
struct Words<'a> {
    source: &'a Source,
    bytes: &'a [u8],
    at: usize,
}

impl Words<'_> {
    /// The place of the next word.
    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        let bytes = self.bytes;
        let mut at = self.at;
        while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let from = at;
        while bytes.get(at).is_some_and(|byte| !byte.is_ascii_whitespace()) {
            at += 1;
        }
        self.at = at;
        (at > from).then_some(from..at)
    }

    // Nearly every number of a file is one digit after one blank: that much is compiled where it is read.
    #[inline(always)]
    fn number(&mut self, expected: &Expected) -> Result<Number, Diagnostic> {
        let at = self.at;
        if let [b' ' | b'\n', digit @ b'0'..=b'9', b' ' | b'\n', ..] = self.bytes[at..] {
            self.at = at + 2;
            return Ok(Number { value: u64::from(digit - b'0'), at: at + 1..at + 2 });
        }
        self.any_number(expected)
    }

    #[inline(never)]
    fn any_number(&mut self, expected: &Expected) -> Result<Number, Diagnostic> {
        let Some(at) = self.next() else { return Err(self.ended(expected)) };
        let mut value = 0u64;
        for &byte in &self.bytes[at.clone()] {
            if !byte.is_ascii_digit() {
                return Err(self.foreign(at, expected));
            }
            value = value.saturating_mul(10).saturating_add(u64::from(byte - b'0'));
        }
        Ok(Number { value, at })
    }

    fn text(&self, at: Range<usize>) -> String {
        String::from_utf8_lossy(&self.bytes[at]).into_owned()
    }

    #[cold]
    fn ended(&self, expected: &Expected) -> Diagnostic {
        let bytes = self.bytes;
        // Behind the last word, which is where the missing one belongs.
        let end = bytes.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |i| i + 1);
        self.source.diagnostic("F0109", end..end).with("expected", expected.message())
    }

    #[cold]
    fn foreign(&self, at: Range<usize>, expected: &Expected) -> Diagnostic {
        if let Err(error) = str::from_utf8(&self.bytes[at.clone()]) {
            let place = at.start + error.valid_up_to();
            let byte = format!("0x{:02X}", self.bytes[place]);
            return self.source.diagnostic("I0003", place..place + 1).with("byte", byte);
        }
        let fault = self.source.diagnostic("F0110", at.clone()).with("found", self.text(at));
        fault.with("expected", expected.message())
    }

    #[cold]
    fn beyond(&self, code: &'static str, at: Range<usize>, order: u64) -> Diagnostic {
        let fault = self.source.diagnostic(code, at.clone()).with("found", self.text(at));
        fault.with("order", order)
    }
}

/// The board as a case of a file, one of so many; the first is preceded by their number.
pub(super) fn write(board: &Futoshiki, place: u64, of: u64) -> String {
    let order = board.order();
    let head = if place == 1 { of.to_string() } else { String::new() };
    let mut text = format!("{head}\n{order} {}\n", board.signs().len());
    for row in board.givens().chunks(order) {
        let words: Vec<String> = row.iter().map(u8::to_string).collect();
        text += &words.join(" ");
        text.push('\n');
    }
    let place = |cell: u16| (usize::from(cell) / order + 1, usize::from(cell) % order + 1);
    for sign in board.signs() {
        let ((row, column), (other_row, other_column)) = (place(sign.less), place(sign.more));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{row} {column} {other_row} {other_column}");
    }
    text
}

impl Coursework for Futoshiki {
    const EFFORT: &'static [EffortLabel] = &[EffortLabel {
        counter: "assignments",
        labels: &["atribuicoes", "assignments", "calls", "chamadas"],
    }];

    fn write_solution(
        number: usize,
        grid: &Grid,
        _: &Stats,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        writeln!(out, "{number}")?;
        grid.write_rows(0, out)?;
        writeln!(out)
    }

    fn write_missing(number: usize, why: NoSolution, out: &mut dyn io::Write) -> io::Result<()> {
        let line = match why {
            NoSolution::Impossible => answers::IMPOSSIBLE,
            NoSolution::Unknown(Limit::Steps { .. } | Limit::Nodes) => answers::UNKNOWN,
            // The coursework knows no other limits.
            NoSolution::Unknown(_) => return Ok(()),
        };
        writeln!(out, "{number}\n{line}\n")
    }
}
