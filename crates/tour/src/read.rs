//! Reading boards, tours and arguments from text.

use std::ops::Range;

use serde_json::Value;

use super::{Argument, Numbers, Tour};
use crate::answers::{self, Object};
use crate::board::{Size, Square, Squares};
use crate::contract::{Claim, Options, Statement};
use crate::leaper::{Edges, Leaper, Leaps};
use crate::text::{Diagnostic, Line, Source};

/// Reads a board. A first line of words tells what is not drawn: `closed`, `torus`, `cylinder`,
/// `plane`, `leaper 1,3`. The rest is drawn: `.` square, `#` none, `S` start, `E` end; or, where
/// words are parted by blanks or are numbers, has a word for each square: its number, `.`, `_` or 0
/// where none is given, `#` where there is no square.
pub(super) fn board(source: &Source, options: &Options) -> Result<Tour, Diagnostic> {
    if let Some(value) = options.get("size") {
        let size = Source::option("size", value);
        return Err(size.diagnostic("T0101", 0..value.len()).with("file", source.name()));
    }
    let mut lines = source.lines()?;
    while lines.last().is_some_and(|line| line.text.trim().is_empty()) {
        lines.pop();
    }
    let head = lines.first().map_or(Ok(None), |line| head(source, line))?;
    if head.is_some() {
        lines.remove(0);
    }
    if lines.is_empty() {
        return Err(Diagnostic::new("I0004").in_file(source.name()));
    }
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let has_words = |line: &Line<'_>| match &line.words().take(2).collect::<Vec<_>>()[..] {
        [(word, _)] => is_number(word),
        words => words.len() > 1,
    };
    let tour =
        if lines.iter().any(has_words) { numbered(source, &lines) } else { drawn(source, &lines) }?;
    let (closed, leaps) = head.unwrap_or((false, Leaps::PLAIN));
    Ok(Tour { closed, leaps, ..tour })
}

/// What the first line says, if it is not of the board: whether the tour is closed, and the moves.
fn head(source: &Source, line: &Line<'_>) -> Result<Option<(bool, Leaps)>, Diagnostic> {
    let (mut closed, mut leaps) = (false, Leaps::PLAIN);
    let mut words = line.words();
    let mut told = false;
    while let Some((word, at)) = words.next() {
        let strange = |word: &str, at| source.diagnostic("T0111", at).with("found", word);
        if word == "closed" {
            closed = true;
        } else if let Some(edges) = Edges::read(word) {
            leaps.edges = edges;
        } else if word == "leaper" {
            let (value, at) = words.next().unwrap_or(("", at.end..at.end));
            leaps.leaper = Leaper::read(value).ok_or_else(|| strange(value, at))?;
        } else if told {
            return Err(strange(word, at));
        } else {
            return Ok(None);
        }
        told = true;
    }
    Ok(told.then_some((closed, leaps)))
}

/// A board with a character for each square. There is a line.
fn drawn(source: &Source, lines: &[Line<'_>]) -> Result<Tour, Diagnostic> {
    let first = &lines[0];
    let cols = first.text.chars().count();
    let mut reader = Reader { source, size: side(source, lines, cols)?, start: None, end: None };
    let mut holes = Squares::none(reader.size.area() as usize);
    for (row, line) in lines.iter().enumerate() {
        check_length(source, line, row, first, cols, line.text.chars().count())?;
        for (col, (character, at)) in line.characters().enumerate() {
            let square = Square { row: row as u32, col: col as u32 };
            if reader.is_hole(character, square, at)? {
                holes.insert(reader.size.index(square));
            }
        }
    }
    if holes.len() as u64 == reader.size.area() {
        return Err(source.diagnostic("T0106", first.range()));
    }
    let tour = Tour::new(reader.size).without(holes);
    let mark = |mark: Option<(Square, usize)>| mark.map(|(square, _)| square);
    Ok(Tour { start: mark(reader.start), end: mark(reader.end), ..tour })
}

/// A board with a word for each square.
fn numbered(source: &Source, lines: &[Line<'_>]) -> Result<Tour, Diagnostic> {
    let first = &lines[0];
    let cols = first.words().count();
    let size = side(source, lines, cols)?;
    let mut holes = Squares::none(size.area() as usize);
    let mut given: Vec<(u32, Square, Range<usize>)> = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        check_length(source, line, row, first, cols, line.words().count())?;
        for (col, (word, at)) in line.words().enumerate() {
            let square = Square { row: row as u32, col: col as u32 };
            match (word, word.parse()) {
                ("." | "_", _) | (_, Ok(0)) => {}
                ("#", _) => holes.insert(size.index(square)),
                (_, Ok(number)) => given.push((number, square, at)),
                _ => return Err(source.diagnostic("T0112", at).with("found", word)),
            }
        }
    }
    let tour = Tour::new(size).without(holes);
    if tour.squares() == 0 {
        return Err(source.diagnostic("T0106", first.range()));
    }
    given.sort_unstable_by_key(|(number, _, at)| (*number, at.start));
    if let Some((number, _, at)) = given.iter().find(|given| u64::from(given.0) > tour.squares()) {
        let fault = source.diagnostic("T0110", at.clone()).with("found", u64::from(*number));
        return Err(fault.with("last", tour.squares()));
    }
    if let Some(twice) = given.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let fault = source.diagnostic("T0109", twice[1].2.clone());
        return Err(fault.with("found", u64::from(twice[0].0)).also(source, twice[0].2.clone()));
    }
    Ok(tour.with_numbers(given.into_iter().map(|(number, square, _)| (number, square))))
}

fn side(source: &Source, lines: &[Line<'_>], cols: usize) -> Result<Size, Diagnostic> {
    let limit = Size::LONGEST as usize;
    match (u32::try_from(lines.len()), u32::try_from(cols)) {
        (Ok(rows), Ok(cols @ 1..)) if lines.len() <= limit => Ok(Size { rows, cols }),
        _ => Err(source.diagnostic("I0005", lines[0].at..lines[0].at).with("row", 1u64)),
    }
}

struct Reader<'a> {
    source: &'a Source,
    size: Size,
    /// A mark with where it stands in the source.
    start: Option<(Square, usize)>,
    end: Option<(Square, usize)>,
}

impl Reader<'_> {
    /// Whether a character means "no square here"; remembers marks.
    fn is_hole(
        &mut self,
        character: char,
        square: Square,
        at: Range<usize>,
    ) -> Result<bool, Diagnostic> {
        let (place, code) = match character {
            '.' => return Ok(false),
            '#' => return Ok(true),
            'S' => (&mut self.start, "T0107"),
            'E' => (&mut self.end, "T0108"),
            _ => return Err(foreign(self.source, character, at, ". # S E")),
        };
        if let Some((_, first)) = *place {
            return Err(self.source.diagnostic(code, at).also(self.source, first..first + 1));
        }
        *place = Some((square, at.start));
        Ok(false)
    }
}

fn foreign(source: &Source, found: char, at: Range<usize>, expected: &str) -> Diagnostic {
    let found = if found.is_control() || found.is_whitespace() {
        format!("U+{:04X}", found as u32)
    } else {
        found.to_string()
    };
    source.diagnostic("I0006", at).with("found", found).with("expected", expected)
}

/// Complains of a row that is not as long as the first.
fn check_length(
    source: &Source,
    line: &Line<'_>,
    row: usize,
    first: &Line<'_>,
    expected: usize,
    found: usize,
) -> Result<(), Diagnostic> {
    if found == expected {
        return Ok(());
    }
    let end = line.at + line.text.len();
    Err(source
        .diagnostic("I0005", end..end)
        .with("row", row + 1)
        .with("found", found)
        .with("expected", expected)
        .also(source, first.range()))
}

/// Reads a claim about a board: numbers in rows, or the JSON object of an answer.
pub(super) fn claim(source: &Source, tour: &Tour) -> Result<Statement<Tour>, Diagnostic> {
    if answers::is_json(source)? {
        return json(source, tour);
    }
    let (found, size) = (measure(source)?.0, tour.size());
    if found != size {
        return Err(Diagnostic::new("T0301")
            .in_file(source.name())
            .with("found", found.to_string())
            .with("expected", size.to_string()));
    }
    // The numbers stay where they are: whoever checks them needs a few rows at a time.
    Ok(Claim::Solution(Numbers::read(size, source.clone()).by(tour.leaps)).into())
}

/// The board that a claimed tour is drawn on.
pub(super) fn implied(source: &Source) -> Result<Tour, Diagnostic> {
    let text = source.text()?;
    let (numbers, has_holes) = if text.trim_start().starts_with('{') {
        let value = source.json()?;
        let board = value.pointer("/solution/board").and_then(json_rows);
        let malformed = || Diagnostic::new("T0303").in_file(source.name());
        let (rows, numbers) = board.ok_or_else(malformed)?;
        let size = Size { rows: rows as u32, cols: (numbers.len() / rows) as u32 };
        let has_holes = numbers.contains(&0);
        (Numbers::new(size, numbers), has_holes)
    } else {
        let (size, has_holes) = measure(source)?;
        (Numbers::read(size, source.clone()), has_holes)
    };
    let tour = Tour::new(numbers.size());
    if !has_holes {
        return Ok(tour);
    }
    let area = numbers.size().area() as usize;
    let mut holes = Squares::none(area);
    for (index, _) in numbers.all().iter().enumerate().filter(|&(_, &number)| number == 0) {
        holes.insert(index);
    }
    if holes.len() == area {
        return Err(Diagnostic::new("I0004").in_file(source.name()));
    }
    Ok(tour.without(holes))
}

/// The size of a board in a text, and whether it has holes.
fn measure(source: &Source) -> Result<(Size, bool), Diagnostic> {
    let mut first: Option<(Line<'_>, usize)> = None;
    let (mut rows, mut has_holes) = (0, false);
    each_row(source, |line, row| {
        let (head, cols) = *first.get_or_insert((line, row.len()));
        check_length(source, &line, rows, &head, cols, row.len())?;
        has_holes |= row.contains(&0);
        rows += 1;
        Ok(true)
    })?;
    let Some((head, cols)) = first else {
        return Err(Diagnostic::new("I0004").in_file(source.name()));
    };
    let limit = Size::LONGEST as usize;
    // More numbers than this are none that a tour has.
    if rows > limit || cols > limit || rows.saturating_mul(cols) > u32::MAX as usize {
        return Err(source.diagnostic("I0005", head.at..head.at).with("row", 1u64));
    }
    Ok((Size { rows: rows as u32, cols: cols as u32 }, has_holes))
}

/// Shows rows of numbers parted by blanks or tabs, `#` or 0 where there is no square, until somebody
/// has seen enough. Lines that begin with `=` are remarks.
pub(super) fn each_row<'a>(
    source: &'a Source,
    mut see: impl FnMut(Line<'a>, &[u32]) -> Result<bool, Diagnostic>,
) -> Result<(), Diagnostic> {
    let mut row = Vec::new();
    for line in source.lines()? {
        if line.text.starts_with('=') || line.text.trim().is_empty() {
            continue;
        }
        row.clear();
        for (word, at) in line.words() {
            match word.parse() {
                _ if word == "#" => row.push(0),
                Ok(number) => row.push(number),
                Err(_) => return Err(source.diagnostic("T0302", at).with("found", word)),
            }
        }
        if !see(line, &row)? {
            break;
        }
    }
    Ok(())
}

/// Rows of equal length, not empty, as (rows, all numbers).
fn json_rows(board: &Value) -> Option<(usize, Vec<u32>)> {
    let rows = board.as_array()?;
    let mut numbers = Vec::new();
    for row in rows {
        for number in row.as_array()? {
            numbers.push(u32::try_from(number.as_u64()?).ok()?);
        }
    }
    let cols = rows.first()?.as_array()?.len();
    let even = cols > 0 && rows.iter().all(|row| row.as_array().is_some_and(|r| r.len() == cols));
    even.then_some((rows.len(), numbers))
}

fn json(source: &Source, tour: &Tour) -> Result<Statement<Tour>, Diagnostic> {
    let size = tour.size();
    let malformed = || Diagnostic::new("T0303").in_file(source.name());
    let object = Object::read(source)?.ok_or_else(malformed)?;
    if let Object::Solution(solution) = &object {
        let board = solution.get("board").and_then(json_rows);
        let (rows, numbers) = board.ok_or_else(malformed)?;
        if rows != size.rows as usize || numbers.len() as u64 != size.area() {
            return Err(Diagnostic::new("T0301")
                .in_file(source.name())
                .with("found", format!("{rows}x{}", numbers.len() / rows))
                .with("expected", size.to_string()));
        }
        return Ok(Claim::Solution(Numbers::new(size, numbers).by(tour.leaps)).into());
    }
    let proof = match object {
        Object::Proof(proof) => proof,
        Object::Unknown => return Ok(Statement::Unknown),
        Object::Impossible | Object::Solution(_) => return Ok(Statement::Impossible),
    };
    let squares = || -> Option<Vec<Square>> {
        let side = |value: &Value| u32::try_from(value.as_u64()?).ok()?.checked_sub(1);
        let read = |pair: &Value| match pair.as_array()?.as_slice() {
            [row, col] => Some(Square { row: side(row)?, col: side(col)? }),
            _ => None,
        };
        proof.get("squares")?.as_array()?.iter().map(read).collect()
    };
    let squares = squares().ok_or_else(malformed)?;
    let argument = match (proof.get("name").and_then(Value::as_str), &squares[..]) {
        (Some("colours"), []) => Argument::Colours,
        (Some("dead-ends"), _) => Argument::DeadEnds(squares),
        (Some("pieces"), _) => Argument::Pieces(squares),
        (Some("hall"), _) => Argument::Hall(squares),
        (Some("crowded"), &[square]) => Argument::Crowded(square),
        (Some("four-wide"), []) => Argument::FourWide,
        (Some("ends-apart"), []) => Argument::EndsApart,
        (Some("numbers"), []) => Argument::Numbers,
        _ => return Err(malformed()),
    };
    Ok(Claim::Argument(argument).into())
}
