//! Reading a board from text.

use std::ops::Range;

use super::scan::{self, BYTE_ORDER_MARK, Drawing};
use super::{ANY_EXIT, LostKnight, MANY, Rules, USUAL};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::Options;
use tabuleiro_core::head::Head;
use tabuleiro_core::leaper::Leaps;
use tabuleiro_core::text::{Diagnostic, Line, Source, character};

/// The boards of a text, separated by blank lines; the first fault ends them. Before a board a line of
/// words may tell what is not drawn: `plane`, `cylinder`, `torus`, `leaper 1,3`, `many`, `any-exit`.
/// The rest is drawn: `.` free, `x` or `X` blocked, `C` knight, `S` exit.
pub(super) struct Boards<'a> {
    source: &'a Source,
    options: &'a Options,
    /// Where the next board begins.
    at: usize,
    over: bool,
    /// Whether no board was read yet: most texts are one board.
    alone: bool,
    /// Whether the fast reader is asked first. It knows nothing of faults.
    fast: bool,
}

impl<'a> Boards<'a> {
    pub(super) fn new(source: &'a Source, options: &'a Options) -> Self {
        let has_mark = source.bytes().starts_with(BYTE_ORDER_MARK);
        let at = if has_mark { BYTE_ORDER_MARK.len() } else { 0 };
        Boards { source, options, at, over: false, alone: true, fast: true }
    }

    fn board(&mut self) -> Result<LostKnight, Diagnostic> {
        let (source, bytes, fast) = (self.source, self.source.bytes(), self.fast);
        let alone = std::mem::replace(&mut self.alone, false);
        // A bit for each square, and as much again for marks.
        source.allow((bytes.len() - self.at) as u64 / 4)?;
        let head = head(source, self.at)?;
        let start = head.as_ref().map_or(self.at, |(_, start)| *start);
        let head = head.map_or(Head::none(USUAL), |(head, _)| head);
        let Leaps { edges, leaper } = head.leaps;
        let rules = Rules { edges, leaper }.amended(self.options)?;
        let told = |word| head.has(word) || self.options.has(word);
        let reader = Reader::new(source, rules, (told(MANY), told(ANY_EXIT)));
        let quickly = |bytes: &[u8]| fast.then(|| scan::read(bytes)).flatten();
        // One board alone needs no look for its end.
        let whole = alone.then(|| quickly(&bytes[start..])).flatten();
        if let Some(board) = whole.and_then(|drawing| reader.drawn(drawing)) {
            self.over = true;
            return board;
        }
        let (end, next) = extent(bytes, start);
        (self.at, self.over) = (next, next == bytes.len());
        if end == start {
            let empty = Diagnostic::new("I0004").in_file(source.name());
            let blank = source.diagnostic("K0106", start..start).with("row", 1u64);
            return Err(if self.over { empty } else { blank });
        }
        let drawing = quickly(&bytes[start..end]);
        match drawing.and_then(|drawing| reader.drawn(drawing)) {
            Some(board) => board,
            // The slow reader knows what to say of every fault, and reads what only looks like one.
            None => reader.slowly(start..end, next),
        }
    }
}

impl Iterator for Boards<'_> {
    type Item = Result<LostKnight, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let board = self.board();
        self.over |= board.is_err();
        Some(board)
    }
}

/// What the line here says, if it is not of the board, and where the board begins then.
fn head(source: &Source, at: usize) -> Result<Option<(Head, usize)>, Diagnostic> {
    let bytes = &source.bytes()[at..];
    // No row begins with such a letter.
    if !bytes.first().is_some_and(|byte| byte.is_ascii_lowercase() && *byte != b'x') {
        return Ok(None);
    }
    let length = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let Ok(text) = str::from_utf8(&bytes[..length]) else { return Ok(None) };
    let line = Line { text: text.strip_suffix('\r').unwrap_or(text), at };
    let head = Head::read(source, &line, USUAL, &[MANY, ANY_EXIT], "K0109")?;
    Ok(head.map(|head| (head, at + (length + 1).min(bytes.len()))))
}

/// Where the rows that begin here end, without the end of the last one, and where the next board
/// begins: after the blank lines behind them.
fn extent(bytes: &[u8], start: usize) -> (usize, usize) {
    let mut end = start;
    let mut at = start;
    let mut is_over = false;
    while at < bytes.len() {
        let length = bytes[at..].iter().position(|&byte| byte == b'\n');
        let line = &bytes[at..length.map_or(bytes.len(), |length| at + length)];
        let is_blank = matches!(line, b"" | b"\r");
        if is_over && !is_blank {
            return (end, at);
        }
        is_over |= is_blank;
        if !is_over {
            end = at + line.strip_suffix(b"\r").unwrap_or(line).len();
        }
        at = length.map_or(bytes.len(), |length| at + length + 1);
    }
    (end, bytes.len())
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

/// Bytes of a mark with where it stands.
const MARK: usize = size_of::<(Square, usize)>();

/// One board, as far as it is read.
struct Reader<'a> {
    source: &'a Source,
    rules: Rules,
    /// Whether there may be several knights, and several exits.
    several: (bool, bool),
    blocked: Vec<bool>,
    /// Marks by row and column, with where they stand in the source.
    knights: Vec<(Square, usize)>,
    exits: Vec<(Square, usize)>,
    /// The first row in the source.
    first: Range<usize>,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Source, rules: Rules, several: (bool, bool)) -> Self {
        let (blocked, knights, exits) = (Vec::new(), Vec::new(), Vec::new());
        Reader { source, rules, several, blocked, knights, exits, first: 0..0 }
    }

    /// The board of a drawing, if it has as many knights and exits as it may.
    fn drawn(&self, drawing: Drawing) -> Option<Result<LostKnight, Diagnostic>> {
        let right = |found: &[Square], several| found.len() == 1 || several && !found.is_empty();
        let Drawing { size, blocked, knights, exits } = drawing;
        (right(&knights, self.several.0) && right(&exits, self.several.1)).then(|| {
            let size = measured(self.source, size.rows.into(), size.cols.into())?;
            Ok(LostKnight { size, blocked, knights, exits, rules: self.rules })
        })
    }

    /// Reads rows byte by byte, with a place for every complaint. The next board begins at `next`,
    /// which is the end of the text if there is none.
    fn slowly(mut self, range: Range<usize>, next: usize) -> Result<LostKnight, Diagnostic> {
        let bytes = self.source.bytes();
        let mut at = range.start;
        let mut rows = 0usize;
        while at < range.end {
            let line = bytes[at..range.end].iter().position(|&byte| byte == b'\n');
            let stop = line.map_or(range.end, |length| at + length);
            let stripped = if bytes[at..stop].ends_with(b"\r") { stop - 1 } else { stop };
            if rows.is_multiple_of(Source::POLL) || stop - at > Source::POLL {
                let marks = self.knights.len() + self.exits.len() + stop - at;
                self.source.allow((2 * self.blocked.len() + 3 * marks * MARK) as u64)?;
            }
            self.row(rows, at..stripped)?;
            rows += 1;
            at = stop + 1;
        }
        if next < bytes.len() && (self.knights.is_empty() || self.exits.is_empty()) {
            // More likely a row that is missing than a board that ends here.
            let line = bytes[range.end..].iter().position(|&byte| byte == b'\n');
            let blank = range.end + line.map_or(0, |length| length + 1);
            return Err(self.source.diagnostic("K0106", blank..blank).with("row", rows + 1));
        }
        self.finish(rows)
    }

    fn row(&mut self, row: usize, range: Range<usize>) -> Result<(), Diagnostic> {
        if row == 0 {
            self.first = range.clone();
        }
        for (col, at) in range.clone().enumerate() {
            let byte = self.source.bytes()[at];
            self.blocked.push(matches!(byte, b'x' | b'X'));
            let (marks, code, several) = match byte {
                b'.' | b'x' | b'X' => continue,
                b'C' => (&mut self.knights, "K0103", self.several.0),
                b'S' => (&mut self.exits, "K0104", self.several.1),
                _ => return Err(foreign(self.source, at)),
            };
            if let Some(&(_, first)) = marks.first()
                && !several
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

    fn finish(self, rows: usize) -> Result<LostKnight, Diagnostic> {
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
        Ok(LostKnight { size, blocked, knights, exits, rules: self.rules })
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
    let shown = character(found);
    let fault = source.diagnostic("I0006", at..at + found.len_utf8());
    fault.with("found", shown).with("expected", ". x X C S")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of a complaint and where it points.
    type Complaint = (&'static str, Option<(usize, usize)>);

    /// The first board of a text.
    fn first(source: &Source, options: &Options, fast: bool) -> Result<LostKnight, Diagnostic> {
        Boards { fast, ..Boards::new(source, options) }.next().expect("a board or a fault")
    }

    /// The board as text, or the complaint.
    fn read(text: impl AsRef<[u8]>) -> Result<String, Complaint> {
        first(&Source::new("board", text.as_ref()), &Options::default(), true)
            .map(|board| board.to_string())
            .map_err(|fault| (fault.code(), fault.place()))
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
            first(&source, &options, true)
                .map(|board| (board.knights.len(), board.exits.len()))
                .map_err(|fault| fault.code())
        };
        assert_eq!(read(&["many", "any-exit"]), Ok((2, 2)));
        assert_eq!(read(&["many"]), Err("K0104"));
        assert_eq!(read(&["any-exit"]), Err("K0103"));
    }

    #[test]
    fn the_fast_reader_and_the_slow_one_agree() {
        let mut rng = tabuleiro_core::random::Rng::new(4);
        let (mut good, mut bad) = (0, 0);
        for _ in 0..20_000 {
            let most = if rng.below(9) == 0 { 200 } else { 9 };
            let cols = 1 + rng.below(most);
            let rows = 1 + rng.below(9);
            let mut text = vec![b'.'; rows * cols];
            text.iter_mut().for_each(|byte| *byte = b"...xxX"[rng.below(6)]);
            let area = text.len();
            text[rng.below(area)] = b'C';
            text[rng.below(area)] = b'S';
            let end: &[u8] = if rng.below(2) == 0 { b"\n" } else { b"\r\n" };
            let mut text = text.chunks(cols).collect::<Vec<_>>().join(end);
            if rng.below(2) == 0 {
                text.extend(end);
            }
            for _ in 0..rng.below(3) {
                let at = rng.below(text.len());
                let byte = b".xXCS\n\r\t\0 7\xff\xc3\xa9\xef"[rng.below(15)];
                match rng.below(3) {
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
            if rng.below(3) == 0 {
                options.set("many", "");
                options.set("any-exit", "");
            }
            match (first(&source, &options, true), first(&source, &options, false)) {
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
