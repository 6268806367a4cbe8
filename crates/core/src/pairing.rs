//! How a text with the answers about many instances is split among them.
//!
//! Three layouts are told apart. JSON: one object an answer. Text: every answer of `solve` ends with
//! a remark that names the strategy. All else, such as the coursework's format and tours by
//! `generate`: blank lines and remarks part the answers; where there are not as many blocks as
//! instances, every instance tells how many lines its answer takes
//! ([`Puzzle::answer_extent`](crate::contract::Puzzle::answer_extent)).

use std::collections::HashMap;
use std::ops::Range;

use serde_json::Value;

use crate::answers::{is_json, opens};
use crate::kind::Session;
use crate::text::{Diagnostic, Line, Source};

/// An instance that answers may be about.
#[derive(Clone, Copy)]
pub struct Board<'a> {
    /// The name of the text it was read from.
    pub input: &'a str,
    /// Its number in that text, from 1.
    pub number: usize,
    /// The instance.
    pub session: &'a dyn Session,
}

/// An instance with the answer about it.
#[derive(Debug)]
pub enum Pair {
    /// The answer about the instance at this place of the list.
    Answered(usize, Source),
    /// There is no answer about this one.
    Unanswered(usize),
    /// An answer about none of them.
    Stray(Source),
}

/// The answers of a text, each with the instance it is about: in order, and by the names and numbers
/// that the answers give, where they do.
pub fn pair(source: &Source, boards: &[Board<'_>]) -> Result<Vec<Pair>, Diagnostic> {
    let mut answers = Answers::of(source, boards)?;
    if boards.len() == 1 && answers.at_most_one() {
        return Ok(vec![Pair::Answered(0, source.clone())]);
    }
    let index = Index::of(boards);
    let (mut pairs, mut next) = (Vec::new(), 0);
    while let Some(answer) = answers.next(boards, next, &index) {
        source.allow(0)?;
        let part = source.part(answer.at);
        match index.first(next, answer.input.as_deref(), answer.number) {
            Some(place) => {
                pairs.extend((next..place).map(Pair::Unanswered));
                next = place + 1;
                pairs.push(Pair::Answered(place, part));
            }
            None => pairs.push(Pair::Stray(part)),
        }
    }
    pairs.extend((next..boards.len()).map(Pair::Unanswered));
    Ok(pairs)
}

/// The instances by what answers may say of them: an answer to none of them costs no walk through all.
struct Index<'a> {
    places: HashMap<(Option<&'a str>, Option<usize>), Vec<usize>>,
    len: usize,
}

impl<'a> Index<'a> {
    fn of(boards: &[Board<'a>]) -> Self {
        let mut places: HashMap<_, Vec<usize>> = HashMap::new();
        for (place, board) in boards.iter().enumerate() {
            let (input, number) = (Some(board.input), Some(board.number));
            for key in [(input, number), (input, None), (None, number)] {
                places.entry(key).or_default().push(place);
            }
        }
        Index { places, len: boards.len() }
    }

    /// The first from a place on that has this name, if any has it, and this number.
    fn first(&self, next: usize, input: Option<&str>, number: Option<usize>) -> Option<usize> {
        let input = input.filter(|&name| self.places.contains_key(&(Some(name), None)));
        if input.is_none() && number.is_none() {
            return Some(next).filter(|&next| next < self.len);
        }
        let places = self.places.get(&(input, number))?;
        places.get(places.partition_point(|&place| place < next)).copied()
    }
}

/// The answers of a text that are all about the same instance, or each about one that it names
/// itself.
pub fn each(source: &Source, session: Option<&dyn Session>) -> Result<Vec<Source>, Diagnostic> {
    let parts: Vec<Range<usize>> = match Answers::of(source, &[])? {
        Answers::Marked(answers) => answers.map(|answer| answer.at).collect(),
        Answers::Plain(plain) => {
            let blocks = || plain.blocks.iter().map(|block| &plain.lines[block.clone()]);
            let whole = |block: &[Line<'_>]| {
                session.is_none_or(|session| session.answer_extent(block).lines <= block.len())
            };
            // Blank lines between the rows of one answer part nothing.
            let parts = |block: &[Line<'_>]| -> Vec<Range<usize>> {
                match session {
                    Some(session) => {
                        repeated(block, session).into_iter().map(|answer| answer.at).collect()
                    }
                    None => vec![range(block)],
                }
            };
            if blocks().any(whole) { blocks().flat_map(parts).collect() } else { Vec::new() }
        }
    };
    match parts.len() {
        0 | 1 => Ok(vec![source.clone()]),
        _ => Ok(parts.into_iter().map(|part| source.part(part)).collect()),
    }
}

/// One answer of a text: where it stands, and what it says it is about.
struct AnswerSpan {
    at: Range<usize>,
    input: Option<String>,
    number: Option<usize>,
}

impl From<Range<usize>> for AnswerSpan {
    fn from(at: Range<usize>) -> Self {
        AnswerSpan { at, input: None, number: None }
    }
}

/// The answers of a text that were not yet taken.
enum Answers<'a> {
    /// Those whose ends are known.
    Marked(std::vec::IntoIter<AnswerSpan>),
    /// Those that nothing parts, or not as it should.
    Plain(PlainAnswers<'a>),
}

/// The lines of answers.
struct PlainAnswers<'a> {
    /// Those that are not blank and no remarks.
    lines: Vec<Line<'a>>,
    /// The longest runs of them without another between.
    blocks: Vec<Range<usize>>,
    /// The first that was not yet taken.
    next: usize,
}

impl<'a> Answers<'a> {
    fn of(source: &'a Source, boards: &[Board<'_>]) -> Result<Self, Diagnostic> {
        let marked = |answers: Vec<AnswerSpan>| Ok(Answers::Marked(answers.into_iter()));
        if is_json(source)? {
            let several = boards.len() > 1;
            let answer = |at: Range<usize>| {
                if several { addressed(source, at) } else { AnswerSpan::from(at) }
            };
            return marked(objects(source.bytes()).into_iter().map(answer).collect());
        }
        let lines = source.lines()?;
        if lines.iter().any(|line| closes(line.text)) {
            return marked(closed(&lines));
        }
        let plain = PlainAnswers::of(&lines);
        if plain.blocks.len() == boards.len() {
            let block = |(block, board): (&Range<usize>, &Board<'_>)| {
                repeated(&plain.lines[block.clone()], board.session)
            };
            return marked(plain.blocks.iter().zip(boards).flat_map(block).collect());
        }
        Ok(Answers::Plain(plain))
    }

    fn at_most_one(&self) -> bool {
        match self {
            Answers::Marked(answers) => answers.len() <= 1,
            Answers::Plain(plain) => plain.lines.is_empty(),
        }
    }

    /// The next answer, where instances from this place on have none yet.
    fn next(&mut self, boards: &[Board<'_>], next: usize, index: &Index<'_>) -> Option<AnswerSpan> {
        match self {
            Answers::Marked(answers) => answers.next(),
            Answers::Plain(plain) => plain.next(boards, next, index),
        }
    }
}

impl<'a> PlainAnswers<'a> {
    fn of(all: &[Line<'a>]) -> Self {
        let (mut lines, mut blocks) = (Vec::new(), Vec::new());
        let silent = |line: &Line<'_>| line.text.starts_with('=') || line.text.trim().is_empty();
        for run in all.split(silent).filter(|run| !run.is_empty()) {
            blocks.push(lines.len()..lines.len() + run.len());
            lines.extend_from_slice(run);
        }
        PlainAnswers { lines, blocks, next: 0 }
    }

    fn next(&mut self, boards: &[Board<'_>], next: usize, index: &Index<'_>) -> Option<AnswerSpan> {
        let rest = &self.lines[self.next..];
        let measured =
            |place: usize| boards.get(place).map(|board| board.session.answer_extent(rest));
        // An answer without a number is about the next one; so is one with a number that none has.
        let first = measured(next);
        let number = first.and_then(|extent| extent.number);
        let named = index.first(next, None, number).and_then(measured);
        let extent = named.filter(|extent| extent.number == number).or(first);
        let extent = extent.unwrap_or(rest.len().into());
        if rest.is_empty() && (extent.lines > 0 || next == boards.len()) {
            return None;
        }
        let taken = &rest[..extent.lines.min(rest.len())];
        self.next += taken.len();
        let at = if taken.is_empty() { 0..0 } else { range(taken) };
        Some(AnswerSpan { at, input: None, number: extent.number })
    }
}

/// The answer of a block about an instance. Where the block is several whole ones, the others are about
/// no instance: they have a number that none has.
fn repeated(block: &[Line<'_>], session: &dyn Session) -> Vec<AnswerSpan> {
    let (mut answers, mut rest) = (Vec::new(), block);
    while !rest.is_empty() {
        let lines = session.answer_extent(rest).lines;
        if lines == 0 || lines > rest.len() {
            return vec![range(block).into()];
        }
        let number = if answers.is_empty() { None } else { Some(0) };
        answers.push(AnswerSpan { at: range(&rest[..lines]), input: None, number });
        rest = &rest[lines..];
    }
    answers
}

/// Where lines that follow one another stand; there is one.
fn range(lines: &[Line<'_>]) -> Range<usize> {
    lines[0].at..lines[lines.len() - 1].range().end
}

/// Whether a line is the remark that ends an answer of `solve`.
fn closes(line: &str) -> bool {
    opens(line, &["answer.solved", "answer.argued", "answer.searched"])
}

/// The answers of a text in which each ends with such a remark. Where there were several
/// boards, the file of each stands before its answer, and its number there: `= boards.txt:2`.
fn closed(lines: &[Line<'_>]) -> Vec<AnswerSpan> {
    let parts = lines.split_inclusive(|line| closes(line.text));
    let written = parts.filter(|part| part.iter().any(|line| !line.text.trim().is_empty()));
    let answer = |part: &[Line<'_>]| {
        let first = part.iter().find(|line| !line.text.trim().is_empty());
        let label = first.and_then(|line| line.text.strip_prefix("= "));
        let (input, number) = label.map_or((None, None), |label| {
            let numbered = label.rsplit_once(':').map(|(name, number)| (name, number.parse().ok()));
            let (name, number) =
                numbered.filter(|named| named.1.is_some()).unwrap_or((label, None));
            (Some(name.to_owned()), number)
        });
        AnswerSpan { at: range(part), input, number }
    };
    written.map(answer).collect()
}

/// What the JSON object of an answer says it is about.
fn addressed(source: &Source, at: Range<usize>) -> AnswerSpan {
    // A malformed one is reported by whoever reads it.
    let value = source.part(at.clone()).json().unwrap_or_default();
    let input = value.get("input").and_then(Value::as_str).map(str::to_owned);
    let number = value.get("instance").and_then(Value::as_u64);
    AnswerSpan { at, input, number: number.and_then(|number| usize::try_from(number).ok()) }
}

/// Where the objects of a JSON text stand. Whatever is no object belongs to the one after it.
fn objects(text: &[u8]) -> Vec<Range<usize>> {
    let (mut found, mut from) = (Vec::new(), 0);
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.push(from..at + 1);
                    from = at + 1;
                }
            }
            _ => {}
        }
    }
    if text[from..].iter().any(|byte| !byte.is_ascii_whitespace()) {
        found.push(from..text.len());
    }
    found
}
