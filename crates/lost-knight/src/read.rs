//! Reading a board from text.

use std::ops::Range;

use super::scan::{self, BYTE_ORDER_MARK, Drawing};
use super::{LostKnight, Rules};
use crate::board::{Size, Square, Squares};
use crate::contract::Options;
use crate::text::{Diagnostic, Source};

/// Reads a drawn board: `.` free, `x` or `X` blocked, `C` knight, `S` exit.
pub(super) fn board(source: &Source, options: &Options) -> Result<LostKnight, Diagnostic> {
    let rules = Rules::parse(options)?;
    // The slow reader knows what to say of every fault, and reads what only looks like one.
    match scan::read(source.bytes()).filter(|drawing| inhabited(drawing, options)) {
        Some(Drawing { size, blocked, knights, exits }) => {
            let size = measured(source, size.rows.into(), size.cols.into())?;
            Ok(LostKnight { size, blocked, knights, exits, rules })
        }
        None => slowly(source, options, rules),
    }
}

/// Whether a board has as many knights and exits as it may.
fn inhabited(drawing: &Drawing, options: &Options) -> bool {
    let right = |found: &[Square], several: &str| {
        found.len() == 1 || options.has(several) && !found.is_empty()
    };
    right(&drawing.knights, "many") && right(&drawing.exits, "any-exit")
}

/// The size of a board, if places on it can be numbered.
fn measured(source: &Source, rows: u64, cols: u64) -> Result<Size, Diagnostic> {
    let side = |side: u64| u32::try_from(side).ok().filter(|&side| side <= Size::LONGEST);
    let size = side(rows).zip(side(cols)).map(|(rows, cols)| Size { rows, cols });
    size.filter(|&size| LostKnight::can_be(size)).ok_or_else(|| {
        let fault = Diagnostic::new("K0107").in_file(source.name());
        fault.with("rows", rows).with("cols", cols).with("most", u64::from(u32::MAX))
    })
}

/// Reads a board byte by byte, with a place for every complaint.
fn slowly(source: &Source, options: &Options, rules: Rules) -> Result<LostKnight, Diagnostic> {
    let bytes = source.bytes();
    let start = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut end = bytes.len();
    while let Some(shorter) = without_line_end(&bytes[start..end]) {
        end = start + shorter;
    }
    if start == end {
        return Err(Diagnostic::new("I0004").in_file(source.name()));
    }
    let mut reader = Reader {
        source,
        options,
        blocked: Vec::new(),
        knights: Vec::new(),
        exits: Vec::new(),
        first: 0..0,
    };
    let mut at = start;
    let mut rows = 0;
    while at < end {
        let stop = bytes[at..end].iter().position(|&b| b == b'\n').map_or(end, |i| at + i);
        let stripped = if stop > at && bytes[stop - 1] == b'\r' { stop - 1 } else { stop };
        reader.row(rows, at..stripped)?;
        rows += 1;
        at = stop + 1;
    }
    reader.finish(rows, rules)
}

/// The length without a last line end, if there is one.
fn without_line_end(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_suffix(b"\n")?;
    Some(rest.strip_suffix(b"\r").unwrap_or(rest).len())
}

struct Reader<'a> {
    source: &'a Source,
    options: &'a Options,
    blocked: Vec<bool>,
    /// Marks by row and column, with where they stand in the source.
    knights: Vec<(Square, usize)>,
    exits: Vec<(Square, usize)>,
    /// The first row in the source.
    first: Range<usize>,
}

impl Reader<'_> {
    fn row(&mut self, row: usize, range: Range<usize>) -> Result<(), Diagnostic> {
        if row == 0 {
            self.first = range.clone();
        }
        if range.is_empty() {
            return Err(self.source.diagnostic("K0106", range).with("row", row + 1));
        }
        for (col, at) in range.clone().enumerate() {
            let byte = self.source.bytes()[at];
            self.blocked.push(matches!(byte, b'x' | b'X'));
            let (marks, code, several) = match byte {
                b'.' | b'x' | b'X' => continue,
                b'C' => (&mut self.knights, "K0103", "many"),
                b'S' => (&mut self.exits, "K0104", "any-exit"),
                _ => return Err(foreign(self.source, at)),
            };
            if let Some(&(_, first)) = marks.first()
                && !self.options.has(several)
            {
                let fault = self.source.diagnostic(code, at..at + 1);
                return Err(fault.also(self.source, first..first + 1));
            }
            marks.push((Square { row: row as u32, col: col as u32 }, at));
        }
        if range.len() != self.first.len() {
            return Err(self
                .source
                .diagnostic("K0105", range.end..range.end)
                .with("row", row + 1)
                .with("found", range.len())
                .with("expected", self.first.len())
                .also(self.source, self.first.clone()));
        }
        Ok(())
    }

    fn finish(self, rows: usize, rules: Rules) -> Result<LostKnight, Diagnostic> {
        let size = measured(self.source, rows as u64, self.first.len() as u64)?;
        let missing = |code| Diagnostic::new(code).in_file(self.source.name());
        if self.knights.is_empty() {
            return Err(missing("K0101"));
        }
        if self.exits.is_empty() {
            return Err(missing("K0102"));
        }
        let mut blocked = Squares::none(self.blocked.len());
        for (place, _) in self.blocked.iter().enumerate().filter(|&(_, &blocked)| blocked) {
            blocked.insert(place);
        }
        let squares = |marks: Vec<(Square, usize)>| marks.into_iter().map(|mark| mark.0).collect();
        let (knights, exits) = (squares(self.knights), squares(self.exits));
        Ok(LostKnight { size, blocked, knights, exits, rules })
    }
}

/// Complains of what is no square of a board.
fn foreign(source: &Source, at: usize) -> Diagnostic {
    let bytes = &source.bytes()[at..source.bytes().len().min(at + 4)];
    let valid = match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    };
    let Some(found) = valid.chars().next() else {
        let byte = format!("0x{:02X}", bytes[0]);
        return source.diagnostic("I0003", at..at + 1).with("byte", byte);
    };
    let shown = if found.is_control() || found.is_whitespace() {
        format!("U+{:04X}", found as u32)
    } else {
        found.to_string()
    };
    let fault = source.diagnostic("I0006", at..at + found.len_utf8());
    fault.with("found", shown).with("expected", ". x X C S")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of a complaint and where it points.
    type Complaint = (&'static str, Option<(usize, usize)>);

    /// The board as text, or the complaint.
    fn read(text: impl AsRef<[u8]>) -> Result<String, Complaint> {
        let board = board(&Source::new("board", text.as_ref()), &Options::default());
        board.map(|board| board.to_string()).map_err(|fault| (fault.code(), fault.place()))
    }

    #[test]
    fn boards_are_read_with_any_line_end() {
        let same = Ok("C.\nxS\n".to_owned());
        for text in ["C.\nxS", "C.\nxS\n", "C.\r\nXS\r\n", "\u{feff}C.\nxS\n", "C.\nxS\n\n\r\n"] {
            assert_eq!(read(text), same, "{text:?}");
        }
        assert_eq!(read("CS"), Ok("CS\n".to_owned()));
        assert_eq!(read("C\nS"), Ok("C\nS\n".to_owned()));
    }

    #[test]
    fn every_fault_is_refused_where_it_is() {
        assert_eq!(read(""), Err(("I0004", None)));
        assert_eq!(read("\u{feff}\r\n\n"), Err(("I0004", None)));
        assert_eq!(read("..\n.S"), Err(("K0101", None)));
        assert_eq!(read("C.\n.."), Err(("K0102", None)));
        assert_eq!(read("C.\nSC"), Err(("K0103", Some((2, 2)))));
        assert_eq!(read("CS\n.S"), Err(("K0104", Some((2, 2)))));
        assert_eq!(read("C..\n..\n.S."), Err(("K0105", Some((2, 3)))));
        assert_eq!(read("C..\n....\n.S."), Err(("K0105", Some((2, 5)))));
        assert_eq!(read("C..\n...\n.S"), Err(("K0105", Some((3, 3)))));
        assert_eq!(read("C..\n\n.S."), Err(("K0106", Some((2, 1)))));
        assert_eq!(read("\nC..\n.S."), Err(("K0106", Some((1, 1)))));
        assert_eq!(read("\u{feff}C.0\n.S."), Err(("I0006", Some((1, 3)))));
        for byte in [0, b'\t', b'7', b' ', b'c', b's', b'#', b'\r', 0x0b, 0x7f] {
            assert_eq!(
                read([b"C.\n.S".as_slice(), &[byte, b'.']].concat()),
                Err(("I0006", Some((2, 3))))
            );
        }
        assert_eq!(read(b"C.\n\xffS"), Err(("I0003", Some((2, 1)))));
        assert_eq!(read("C.\né.S"), Err(("I0006", Some((2, 1)))));
    }

    #[test]
    fn several_knights_and_exits_are_asked_for() {
        let source = Source::new("board", "CSC\nS..");
        let read = |names: &[&str]| {
            let mut options = Options::default();
            names.iter().for_each(|&name| options.set(name, ""));
            board(&source, &options).map(|b| (b.knights.len(), b.exits.len())).map_err(|f| f.code())
        };
        assert_eq!(read(&["many", "any-exit"]), Ok((2, 2)));
        assert_eq!(read(&["many"]), Err("K0104"));
        assert_eq!(read(&["any-exit"]), Err("K0103"));
    }

    #[test]
    fn the_fast_reader_and_the_slow_one_agree() {
        let mut dice = crate::random::Dice::new(4);
        let (mut good, mut bad) = (0, 0);
        for _ in 0..20_000 {
            let most = if dice.below(9) == 0 { 200 } else { 9 };
            let cols = 1 + dice.below(most);
            let rows = 1 + dice.below(9);
            let mut text = vec![b'.'; rows * cols];
            text.iter_mut().for_each(|byte| *byte = b"...xxX"[dice.below(6)]);
            let area = text.len();
            text[dice.below(area)] = b'C';
            text[dice.below(area)] = b'S';
            let end: &[u8] = if dice.below(2) == 0 { b"\n" } else { b"\r\n" };
            let mut text = text.chunks(cols).collect::<Vec<_>>().join(end);
            if dice.below(2) == 0 {
                text.extend(end);
            }
            for _ in 0..dice.below(3) {
                let at = dice.below(text.len());
                let byte = b".xXCS\n\r\t\0 7\xff\xc3\xa9\xef"[dice.below(15)];
                match dice.below(3) {
                    0 => text[at] = byte,
                    1 => text.insert(at, byte),
                    _ => drop(text.remove(at)),
                }
                if text.is_empty() {
                    break;
                }
            }
            let source = Source::new("text", text.clone());
            let mut options = Options::default();
            if dice.below(3) == 0 {
                options.set("many", "");
                options.set("any-exit", "");
            }
            let slow = slowly(&source, &options, Rules::default());
            match (board(&source, &options), slow) {
                (Ok(fast), Ok(slow)) => {
                    good += 1;
                    assert_eq!(fast, slow, "{text:?}");
                }
                (Err(fast), Err(slow)) => {
                    bad += 1;
                    assert_eq!(fast, slow, "{text:?}");
                }
                (fast, slow) => panic!("{text:?}: {fast:?} {slow:?}"),
            }
        }
        assert!(good > 2000 && bad > 2000, "{good} {bad}");
    }
}
