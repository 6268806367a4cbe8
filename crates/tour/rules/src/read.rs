//! Reading boards, tours and arguments from text.

use std::ops::Range;

use serde_json::Value;

use super::numbering::Numbering;
use super::{Argument, Numbers, Tour, coursework};
use tabuleiro_core::answers::{self, Object};
use tabuleiro_core::board::{Size, Square, Squares};
use tabuleiro_core::contract::{Claim, Options, Statement};
use tabuleiro_core::head::Head;
use tabuleiro_core::leaper::Leaps;
use tabuleiro_core::text::{Diagnostic, Line, Source, character};

/// The boards of a text, separated by blank lines; the first fault ends them.
pub(super) fn boards<'a>(source: &'a Source, options: &'a Options) -> Boards<'a> {
    let failed = |fault| Box::new(std::iter::once(Err(fault)));
    if let Some(value) = options.get("size") {
        let fault = Source::option("size", value).diagnostic("T0101", 0..value.len());
        return failed(fault.with("file", source.name()));
    }
    let lines = match source.lines() {
        Ok(lines) => lines,
        Err(fault) => return failed(fault),
    };
    let is_blank = |line: &Line<'_>| line.text.trim().is_empty();
    if lines.iter().all(is_blank) {
        return failed(Diagnostic::new("I0004").in_file(source.name()));
    }
    let (mut at, mut over) = (0, false);
    Box::new(std::iter::from_fn(move || {
        let rest = lines.get(at..).filter(|_| !over)?;
        at += rest.iter().position(|line| !is_blank(line))?;
        let rest = &lines[at..];
        let length = rest.iter().position(is_blank).unwrap_or(rest.len());
        let board = board(source, &rest[..length]).and_then(|board| board.directed(options));
        at += length;
        over = board.is_err();
        Some(board)
    }))
}

type Boards<'a> = Box<dyn Iterator<Item = Result<Tour, Diagnostic>> + 'a>;

/// Reads a board. A first line of words tells what is not drawn: `closed`, `torus`, `cylinder`,
/// `plane`, `leaper 1,3`. The rest is drawn: `.` square, `#` none, `S` start, `E` end; or, where
/// words are separated by blanks or are numbers, has a word for each square: its number, `.`, `_` or 0
/// where none is given, `#` where there is no square.
fn board(source: &Source, lines: &[Line<'_>]) -> Result<Tour, Diagnostic> {
    let head = Head::read(source, &lines[0], Leaps::PLAIN, &[CLOSED], "T0111")?;
    let lines = if head.is_some() { &lines[1..] } else { lines };
    if lines.is_empty() {
        return Err(Diagnostic::new("I0004").in_file(source.name()));
    }
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let has_words = |line: &Line<'_>| match &line.words().take(2).collect::<Vec<_>>()[..] {
        [(word, _)] => is_number(word),
        words => words.len() > 1,
    };
    let tour =
        if lines.iter().any(has_words) { numbered(source, lines) } else { drawn(source, lines) }?;
    let head = head.unwrap_or(Head::none(Leaps::PLAIN));
    Ok(Tour { closed: head.has(CLOSED), leaps: head.leaps, ..tour })
}

/// The word of the first line that asks for a closed tour.
pub(super) const CLOSED: &str = "closed";

/// A board with a character for each square. There is a line.
fn drawn(source: &Source, lines: &[Line<'_>]) -> Result<Tour, Diagnostic> {
    let first = &lines[0];
    let cols = first.text.chars().count();
    let mut reader = Reader { source, size: side(source, lines, cols)?, start: None, end: None };
    source.allow(reader.size.area() / 8)?;
    let mut holes = Squares::none(reader.size.area() as usize);
    for (row, line) in lines.iter().enumerate() {
        if is_polled(row, line) {
            source.allow(0)?;
        }
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
    source.allow(size.area() / 8)?;
    let mut holes = Squares::none(size.area() as usize);
    let mut given: Vec<(u32, Square, Range<usize>)> = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        if is_polled(row, line) {
            // What is given is held here, and sorted, and then by the board.
            source.allow(3 * (given.len() + line.text.len()) as u64 * GIVEN)?;
        }
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

/// Bytes of a number given, with where it stands.
const GIVEN: u64 = size_of::<(u32, Square, Range<usize>)>() as u64;

/// Whether the limits are looked at before this row: seldom where rows are short.
fn is_polled(row: usize, line: &Line<'_>) -> bool {
    row.is_multiple_of(Source::POLL) || line.text.len() > Source::POLL
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
    let found = character(found);
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

/// Complains of a tour of another size than the board.
fn check_size(source: &Source, found: Size, size: Size) -> Result<(), Diagnostic> {
    let fault = || Diagnostic::new("T0301").in_file(source.name()).with("found", found.to_string());
    (found == size).then_some(()).ok_or_else(|| fault().with("expected", size.to_string()))
}

/// Reads a claim about a board: numbers in rows, or the JSON object of an answer.
pub(super) fn claim(source: &Source, tour: &Tour) -> Result<Statement<Tour>, Diagnostic> {
    if answers::is_json(source)? {
        return json(source, tour);
    }
    let whole = |rows, _| rows == u64::from(tour.size.rows);
    let (source, counters) = &coursework::split(source, whole);
    let (found, numbering) = measure(source, tour.zero_based, |square| tour.has(square))?;
    let size = tour.size();
    check_size(source, found, size)?;
    numbering.check(tour.squares(), source)?;
    // The numbers stay where they are: whoever checks them needs a few rows at a time.
    let numbers = Numbers::read(size, source.clone(), tour.zero_based).with_leaper(tour.leaps);
    Ok(Claim::Solution(numbers.counted(*counters)).into())
}

/// The board that a claimed tour is drawn on.
pub(super) fn implied(source: &Source, zero_based: bool) -> Result<Tour, Diagnostic> {
    let text = source.text()?;
    let mut leaps = Leaps::PLAIN;
    let (numbers, numbering) = if text.trim_start().starts_with('{') {
        let value = source.json()?;
        let told = value.pointer("/solution/moves").and_then(Value::as_str);
        leaps = told.and_then(|told| moves(source, told)).unwrap_or(leaps);
        let board = value.pointer("/solution/board").and_then(|board| json_rows(board, zero_based));
        let malformed = || Diagnostic::new("T0303").in_file(source.name());
        let (size, numbers) = board.ok_or_else(malformed)?;
        let mut numbering = Numbering::new(zero_based);
        numbers.iter().for_each(|&number| numbering.see(number, true, None));
        (
            Numbers::new(size, numbers.into_iter().map(Option::unwrap_or_default).collect()),
            numbering,
        )
    } else {
        let fits = |_, left| left == Some(coursework::numbered(source));
        let (rows, _) = coursework::split(source, fits);
        let (size, numbering) = measure(&rows, zero_based, |_| true)?;
        let remarks = text.lines().filter_map(|line| line.strip_prefix('='));
        leaps = remarks.filter_map(|remark| moves(source, remark)).next().unwrap_or(leaps);
        (Numbers::read(size, rows, zero_based), numbering)
    };
    let has_holes = numbering.has_holes();
    let squares = numbers.size().area() - numbering.holes;
    numbering.check(squares, source)?;
    let tour = Tour::new(numbers.size()).with_leaper(leaps);
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

/// The moves that a remark about a tour tells, if it does.
fn moves(source: &Source, remark: &str) -> Option<Leaps> {
    let line = Line { text: remark.trim(), at: 0 };
    Head::read(source, &line, Leaps::PLAIN, &[], "T0111").ok().flatten().map(|head| head.leaps)
}

/// The size of a board in a text, and how it is numbered; `has` tells which places are squares.
fn measure(
    source: &Source,
    zero_based: bool,
    has: impl Fn(Square) -> bool,
) -> Result<(Size, Numbering), Diagnostic> {
    let mut first: Option<(Line<'_>, usize)> = None;
    let (mut rows, mut numbering) = (0, Numbering::new(zero_based));
    each_row(source, zero_based, |line, row| {
        let (head, cols) = *first.get_or_insert((line, row.len()));
        check_length(source, &line, rows, &head, cols, row.len())?;
        if numbering.concerns(row) {
            for (((word, at), &number), col) in line.words().zip(row).zip(0..) {
                let is_square = has(Square { row: rows as u32, col });
                numbering.see((word != "#").then_some(number), is_square, Some(at));
            }
        } else {
            numbering.see_row(row);
        }
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
    Ok((Size { rows: rows as u32, cols: cols as u32 }, numbering))
}

/// Shows rows of numbers separated by blanks or tabs, `#` or 0 where there is no square, until somebody
/// has seen enough. Lines that begin with `=` are remarks. Where 0 is the first number, all are shown
/// one larger.
pub(super) fn each_row<'a>(
    source: &'a Source,
    zero_based: bool,
    mut see: impl FnMut(Line<'a>, &[u32]) -> Result<bool, Diagnostic>,
) -> Result<(), Diagnostic> {
    let mut row = Vec::new();
    for line in source.lines()? {
        if line.text.starts_with('=') || line.text.trim().is_empty() {
            continue;
        }
        row.clear();
        for (word, at) in line.words() {
            let number = word.parse().ok();
            match number.and_then(|number| Numbering::kept(zero_based, number)) {
                _ if word == "#" => row.push(0),
                Some(number) => row.push(number),
                None => return Err(source.diagnostic("T0302", at).with("found", word)),
            }
        }
        if !see(line, &row)? {
            break;
        }
    }
    Ok(())
}

/// Rows of equal length, not empty, and their numbers as they are kept. A hole is `null`, or 0 where
/// that is not the first number.
fn json_rows(board: &Value, zero_based: bool) -> Option<(Size, Vec<Option<u32>>)> {
    let rows: Vec<&Vec<Value>> =
        board.as_array()?.iter().map(Value::as_array).collect::<Option<_>>()?;
    let number = |value: &Value| match value {
        Value::Null => Some(None),
        _ => Numbering::kept(zero_based, u32::try_from(value.as_u64()?).ok()?).map(Some),
    };
    let cols = rows.first()?.len();
    let numbers = rows.iter().flat_map(|row| row.iter()).map(number).collect::<Option<Vec<_>>>()?;
    let even = cols > 0 && rows.iter().all(|row| row.len() == cols);
    even.then_some((Size { rows: rows.len() as u32, cols: cols as u32 }, numbers))
}

fn json(source: &Source, tour: &Tour) -> Result<Statement<Tour>, Diagnostic> {
    let size = tour.size();
    let malformed = || Diagnostic::new("T0303").in_file(source.name());
    let object = Object::read(source)?.ok_or_else(malformed)?;
    if let Object::Solution(solution) = &object {
        let board = solution.get("board").and_then(|board| json_rows(board, tour.zero_based));
        let (found, numbers) = board.ok_or_else(malformed)?;
        check_size(source, found, size)?;
        let mut numbering = Numbering::new(tour.zero_based);
        for (&number, square) in numbers.iter().zip(size.squares()) {
            numbering.see(number, tour.has(square), None);
        }
        numbering.check(tour.squares(), source)?;
        let numbers = numbers.into_iter().map(Option::unwrap_or_default).collect();
        return Ok(Claim::Solution(Numbers::new(size, numbers).with_leaper(tour.leaps)).into());
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
