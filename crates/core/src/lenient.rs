//! Answers as people's programs print them: with any blanks, with case numbers or without, between
//! brackets or commas, among lines that are no part of them. What is no part of an answer is skipped and
//! told; what could be read in two ways is refused, never guessed.

use std::ops::Range;

pub use crate::line_of_answer::folded;
use crate::line_of_answer::{LineReading, SaidInWords};
use crate::shape::{Manner, Shape, Written};
use crate::text::{Diagnostic, Line, Source};

/// What a text of answers holds.
#[derive(Debug)]
pub struct Reading {
    /// What it says of each instance.
    pub answers: Vec<ReadAnswer>,
    /// The lines that are no part of an answer: where each stands in the source.
    pub foreign: Vec<Range<usize>>,
    /// Answers to instances that are not there, or that were answered so before.
    pub strays: usize,
}

/// What a text says of one instance.
#[derive(Clone, Debug)]
pub enum ReadAnswer {
    /// Nothing.
    Silent,
    /// This, at this place of the source.
    Read(Written, Range<usize>),
    /// Something that looks like an answer and is none, or several that differ.
    Unreadable(Diagnostic),
}

/// Reads the answers about instances of these shapes.
pub fn read(source: &Source, shapes: &[Shape], manner: Manner) -> Result<Reading, Diagnostic> {
    // A cell takes two bytes of text.
    source.allow(8 * source.bytes().len() as u64)?;
    let lines = source.lines()?;
    let mut scan =
        Scan { source, lines: &lines, manner, at: 0, found: Vec::new(), foreign: vec![] };
    scan.run(shapes)?;
    let Scan { found, foreign, .. } = scan;
    let (answers, strays) = assigned(source, found, shapes);
    Ok(Reading { answers, foreign, strays })
}

/// An answer, wherever it belongs.
#[derive(Clone, Debug)]
struct FoundAnswer {
    /// The number that it gives its instance, from 1.
    number: Option<usize>,
    at: Range<usize>,
    said: Result<Written, Misfit>,
}

/// A grid that is not the board's. It is reported only for an instance: there may be very many of them, and to
/// find the place of each, the text before it is read.
#[derive(Clone, Debug)]
struct Misfit {
    code: &'static str,
    at: Range<usize>,
    found: String,
    expected: String,
}

impl Misfit {
    fn told(self, source: &Source) -> Diagnostic {
        let fault = source.diagnostic(self.code, self.at).with("found", self.found);
        fault.with("expected", self.expected)
    }
}

struct Scan<'a> {
    source: &'a Source,
    lines: &'a [Line<'a>],
    manner: Manner,
    /// The first line that was not yet looked at.
    at: usize,
    found: Vec<FoundAnswer>,
    foreign: Vec<Range<usize>>,
}

impl<'a> Scan<'a> {
    fn run(&mut self, shapes: &[Shape]) -> Result<(), Diagnostic> {
        let (mut next, mut number): (usize, Option<(usize, usize)>) = (0, None);
        let mut polled = 0;
        while self.at < self.lines.len() {
            if self.at >= polled {
                self.source.allow(0)?;
                polled = self.at + Source::POLL;
            }
            let line = self.lines[self.at];
            if line.text.trim().is_empty() || line.text.starts_with('=') {
                self.at += 1;
                continue;
            }
            // What comes after the last is read as that would be.
            let place = number.map_or(next, |(_, number)| number - 1);
            let shape = *shapes.get(place).or(shapes.last()).unwrap_or(&Shape::Own);
            if let Some(case) = self.case_number(shape, shapes.len(), number.is_some()) {
                if let Some((before, _)) = number.replace((self.at, case)) {
                    self.foreign.push(self.lines[before].range());
                }
                self.at += 1;
                continue;
            }
            let from = self.at;
            let Some(said) = self.answer(shape, next + 1 >= shapes.len() && number.is_none())
            else {
                self.foreign.push(line.range());
                self.at += 1;
                continue;
            };
            let at = line.at..self.lines[self.at - 1].range().end;
            debug_assert!(self.at > from, "an answer has a line");
            let number = number.take().map(|(_, number)| number);
            next = number.unwrap_or(next + 1);
            self.found.push(FoundAnswer { number, at, said });
        }
        // A number that nothing follows.
        self.foreign.extend(number.map(|(line, _)| self.lines[line].range()));
        self.foreign.sort_by_key(|at| at.start);
        Ok(())
    }

    /// The number of a case, if the line is one.
    fn case_number(&self, shape: Shape, cases: usize, has_one: bool) -> Option<usize> {
        let line = LineReading::new(self.lines[self.at].text);
        let number = match line.bare_number() {
            Some(number) => match shape {
                Shape::Number | Shape::Own => return None,
                // A row of one cell looks the same, and is no number where no row follows.
                Shape::Grid { size, .. } if size.cols == 1 && has_one => return None,
                Shape::Grid { size, .. } if size.cols == 1 => {
                    let mut after = self.lines[self.at + 1..].iter();
                    let after = after.find(|line| !line.text.trim().is_empty())?;
                    let follows = LineReading::new(after.text);
                    (follows.bare_number().is_some() || follows.said_in_words().is_some())
                        .then_some(number)?
                }
                Shape::Grid { .. } | Shape::Moves(_) => number,
            },
            None => line.labelled_case().filter(|&number| number <= cases as u64)?,
        };
        usize::try_from(number).ok().filter(|&number| number > 0)
    }

    /// The answer that begins on this line, if one does; the lines that it takes are then behind.
    fn answer(&mut self, shape: Shape, is_last: bool) -> Option<Result<Written, Misfit>> {
        let line = LineReading::new(self.lines[self.at].text);
        if let Some(said) = line.said_in_words() {
            self.at += 1;
            return Some(Ok(match said {
                SaidInWords::Impossible => Written::Impossible,
                SaidInWords::OverLimit => Written::OverLimit,
            }));
        }
        match shape {
            Shape::Own => None,
            Shape::Grid { size, trailer } => self.grid(size.rows, size.cols as usize, trailer),
            Shape::Moves(count) => self.moves(count, is_last),
            Shape::Number => {
                let number = line.bare_number().or_else(|| line.labelled_result())?;
                self.at += 1;
                Some(Ok(Written::Number(number)))
            }
        }
    }

    fn grid(&mut self, rows: u32, cols: usize, trailer: usize) -> Option<Result<Written, Misfit>> {
        let begin = self.at;
        let zero_based = self.manner.zero_based;
        let row = |line: &Line<'_>| LineReading::new(line.text).cells(zero_based);
        let first = row(&self.lines[begin])?;
        if first.len() != cols {
            return self.flat(rows, cols, trailer, first.len());
        }
        let (mut cells, mut found) = (first, 1);
        let (mut at, mut gap) = (begin + 1, None);
        while found < rows {
            let silent = |line: &&Line<'_>| LineReading::new(line.text).is_decoration();
            let between = self.lines[at..].iter().take_while(silent).count();
            let Some(next) = self.lines.get(at + between).and_then(row) else { break };
            // Rows are all apart or none is: what is not belongs to another answer.
            let blank = self.lines[at..at + between].iter().any(|line| line.text.trim().is_empty());
            if next.len() != cols || *gap.get_or_insert(blank) != blank {
                break;
            }
            cells.extend(next);
            found += 1;
            at += between + 1;
        }
        // Rows that are apart from one another, but not from what follows, are not of one answer.
        let follows = self.lines.get(at).and_then(row).is_some_and(|next| next.len() == cols);
        if gap == Some(true) && found == rows && follows {
            (found, at) = (1, begin + 1);
        }
        self.at = at;
        if found < rows {
            let place = self.lines[begin].at..self.lines[at - 1].range().end;
            let (found, expected) = (found.to_string(), rows.to_string());
            return Some(Err(Misfit { code: "J0201", at: place, found, expected }));
        }
        Some(Ok(Written::Grid(cells, self.trailer(trailer, cols))))
    }

    /// The numbers about the effort that follow a grid.
    fn trailer(&mut self, length: usize, cols: usize) -> Vec<u64> {
        let numbers = self.lines.get(self.at).map(|line| LineReading::new(line.text).numbers());
        match numbers.flatten() {
            Some(numbers) if length > 0 && numbers.len() == length && length != cols => {
                self.at += 1;
                numbers
            }
            _ => Vec::new(),
        }
    }

    /// A grid whose rows are broken in other places: as many cells as it has, on lines of cells alone.
    fn flat(
        &mut self,
        rows: u32,
        cols: usize,
        trailer: usize,
        width: usize,
    ) -> Option<Result<Written, Misfit>> {
        let begin = self.at;
        let zero_based = self.manner.zero_based;
        let area = u64::from(rows) * cols as u64;
        let (mut cells, mut at) = (Vec::new(), begin);
        while (cells.len() as u64) < area
            && let Some(line) = self.lines.get(at)
            && let Some(row) = LineReading::new(line.text).cells(zero_based)
            && row.len() == width
        {
            cells.extend(row);
            at += 1;
        }
        if cells.len() as u64 == area {
            self.at = at;
            return Some(Ok(Written::Grid(cells, self.trailer(trailer, cols))));
        }
        // Lines of one other width are a grid of another size; a single line belongs to none.
        let same = |line: &&Line<'_>| {
            let cells = LineReading::new(line.text).cells(zero_based);
            cells.is_some_and(|cells| cells.len() == width)
        };
        let found = self.lines[begin..].iter().take_while(same).count();
        if found < 2 || width < 2 {
            return None;
        }
        self.at = begin + found;
        let place = self.lines[begin].at..self.lines[self.at - 1].range().end;
        let (found, expected) = (format!("{found}x{width}"), format!("{rows}x{cols}"));
        Some(Err(Misfit { code: "J0202", at: place, found, expected }))
    }

    fn moves(&mut self, count: usize, is_last: bool) -> Option<Result<Written, Misfit>> {
        let mut moves = LineReading::new(self.lines[self.at].text).moves(self.manner.zero_based)?;
        let mut at = self.at + 1;
        // All moves from the last answer on are part of it.
        let mut end = at;
        while moves.len() < count || is_last {
            let Some(line) = self.lines.get(at) else { break };
            let reading = LineReading::new(line.text);
            match reading.moves(self.manner.zero_based) {
                Some(more) => {
                    moves.extend(more);
                    end = at + 1;
                }
                None if is_last && reading.said_in_words().is_none() => {}
                None => break,
            }
            at += 1;
        }
        let skipped = self.lines[self.at..end].iter().filter(|line| {
            let silent = line.text.trim().is_empty() || line.text.starts_with('=');
            !silent && LineReading::new(line.text).moves(self.manner.zero_based).is_none()
        });
        self.foreign.extend(skipped.map(Line::range));
        self.at = end;
        Some(Ok(Written::Moves(moves)))
    }
}

/// What is said of each instance: by the numbers that answers give, else in order.
fn assigned(
    source: &Source,
    found: Vec<FoundAnswer>,
    shapes: &[Shape],
) -> (Vec<ReadAnswer>, usize) {
    let cases = shapes.len();
    let silent = |place: usize| match shapes[place] {
        // Nothing is to be done, and nothing is said.
        Shape::Moves(0) => ReadAnswer::Read(Written::Moves(Vec::new()), 0..0),
        _ => ReadAnswer::Silent,
    };
    let mut answers: Vec<ReadAnswer> = (0..cases).map(silent).collect();
    let (mut places, mut next) = (Vec::with_capacity(found.len()), 0);
    for answer in &found {
        let place = answer.number.map_or(next, |number| number - 1);
        next = place + 1;
        places.push(place);
    }
    let numbered = found.iter().filter(|answer| answer.number.is_some()).count();
    let beyond = places.iter().filter(|&&place| place >= cases).count();
    let in_order = places.windows(2).all(|pair| pair[0] <= pair[1]);
    let partly = numbered > 0 && numbered < found.len();
    let whole = found.len() == cases && places.iter().enumerate().any(|(i, &place)| i != place);
    let surplus = numbered == 0 && beyond > 0 && cases > 1;
    if surplus || (partly && (beyond > 0 || !in_order || whole)) {
        let at = found.first().map_or(0..0, |answer| answer.at.clone());
        let fault =
            source.diagnostic("J0203", at).with("answers", found.len()).with("boards", cases);
        return (vec![ReadAnswer::Unreadable(fault); cases], beyond);
    }
    let mut strays = 0;
    for (answer, mut place) in found.into_iter().zip(places) {
        // One instance and several answers: all are about it.
        if cases == 1 && answer.number.is_none() {
            place = 0;
        }
        let Some(known) = answers.get_mut(place) else {
            strays += 1;
            continue;
        };
        let FoundAnswer { at, said, .. } = answer;
        *known = match (&*known, said) {
            (ReadAnswer::Read(before, first), Ok(written)) if !first.is_empty() => {
                if *before == written {
                    // Once is enough.
                    strays += 1;
                    continue;
                }
                let fault = source.diagnostic("J0204", at).also(source, first.clone());
                ReadAnswer::Unreadable(fault)
            }
            (ReadAnswer::Unreadable(fault), _) => ReadAnswer::Unreadable(fault.clone()),
            (_, Ok(written)) => ReadAnswer::Read(written, at),
            (_, Err(misfit)) => ReadAnswer::Unreadable(misfit.told(source)),
        };
    }
    (answers, strays)
}
