//! Text from people: where it came from, its lines, and within which limits it is read.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use search::{Limit, Limits};
use unicode_width::UnicodeWidthStr;

pub use crate::diagnostic::Diagnostic;
use crate::diagnostic::Mark;
use crate::locale::{Arg, Lang, Message};

/// Bytes a person supplied, and what to call them.
#[derive(Clone)]
pub struct Source {
    name: String,
    /// The whole text, wherever it is kept: a file may be mapped rather than read.
    whole: Arc<dyn AsRef<[u8]> + Send + Sync>,
    /// Which part of it this source is.
    part: Range<usize>,
    /// What reading it may take; nothing where there are no limits.
    limits: Option<Arc<Limits>>,
    /// The lines that end before the end of each block of the whole text, as far as somebody asked: every answer of a
    /// long text tells its line.
    ends: Arc<Mutex<Vec<usize>>>,
}

/// Bytes of a block whose ends of lines are counted once.
const BLOCK: usize = 1 << 12;

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?}, {} bytes)", self.name, self.part.len())
    }
}

impl Source {
    /// Lines that are read between two looks at the limits.
    pub const POLL: usize = 1 << 12;

    /// Bytes with the name of the file, option or stream they came from.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes: Vec<u8> = bytes.into();
        Source::shared(name, Arc::new(bytes))
    }

    /// Bytes that are kept elsewhere, such as those of a file mapped into memory.
    pub fn shared(name: impl Into<String>, bytes: Arc<dyn AsRef<[u8]> + Send + Sync>) -> Self {
        let part = 0..(*bytes).as_ref().len();
        Source { name: name.into(), whole: bytes, part, limits: None, ends: Arc::default() }
    }

    /// A part of the text, as a source of its own that shares the bytes. Diagnostics about it tell
    /// places in the whole text.
    pub fn part(&self, at: Range<usize>) -> Self {
        let from = self.part.start;
        let part = from + at.start..from + at.end;
        assert!(part.end <= self.part.end, "a part of this source");
        Source { part, ..self.clone() }
    }

    /// The text, to be read within these limits.
    pub fn within(self, limits: &Limits) -> Self {
        Source { limits: Some(Arc::new(limits.clone())), ..self }
    }

    /// Asks before a reader takes so many bytes, and from time to time while it reads: a short text
    /// may describe what is large, and a long one takes time.
    pub fn allow(&self, bytes: u64) -> Result<(), Diagnostic> {
        let Some(limits) = &self.limits else { return Ok(()) };
        let memory = limits.memory.is_some_and(|most| bytes > most);
        let fired = if memory { Some(Limit::Memory { needed: bytes }) } else { limits.fired() };
        fired.map_or(Ok(()), |limit| Err(Diagnostic::limited(limit, limits).in_file(&self.name)))
    }

    /// The value of a command-line option, named as it is typed.
    pub fn option(name: &str, value: &str) -> Self {
        Source::new(format!("--{name}"), value)
    }

    /// What to call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bytes as they came.
    pub fn bytes(&self) -> &[u8] {
        &(*self.whole).as_ref()[self.part.clone()]
    }

    /// The line of the whole text on which its first word stands, from 1.
    pub fn line(&self) -> usize {
        let blank = self.bytes().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.line_at(self.part.start + blank)
    }

    /// The line of the whole text on which a byte stands, from 1.
    fn line_at(&self, at: usize) -> usize {
        let bytes = (*self.whole).as_ref();
        let count = |part: &[u8]| part.iter().filter(|&&byte| byte == b'\n').count();
        // Nobody panics who counts.
        let mut ends = self.ends.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        while ends.len() < at / BLOCK {
            let from = ends.len() * BLOCK;
            let before = ends.last().copied().unwrap_or(0);
            ends.push(before + count(&bytes[from..from + BLOCK]));
        }
        let blocks = at / BLOCK;
        let before = if blocks == 0 { 0 } else { ends[blocks - 1] };
        before + count(&bytes[blocks * BLOCK..at]) + 1
    }

    /// The whole text without a byte-order mark, if it is UTF-8.
    pub fn text(&self) -> Result<&str, Diagnostic> {
        match str::from_utf8(self.bytes()) {
            Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
            Err(error) => {
                let at = error.valid_up_to();
                let byte = format!("0x{:02X}", self.bytes()[at]);
                Err(self.diagnostic("I0003", at..at + 1).with("byte", byte))
            }
        }
    }

    /// The lines without their ends (LF or CRLF). An end of the last line is optional.
    pub fn lines(&self) -> Result<Vec<Line<'_>>, Diagnostic> {
        let text = self.text()?;
        let mut at = self.part.len() - text.len();
        // Lines may be shorter than what is known of each.
        let count = text.bytes().filter(|&byte| byte == b'\n').count() + 1;
        self.allow((count * size_of::<Line<'_>>()) as u64)?;
        let mut lines = Vec::with_capacity(count);
        for whole in text.split_inclusive('\n') {
            if lines.len() % Source::POLL == 0 {
                self.allow(0)?;
            }
            let line = whole.strip_suffix('\n').unwrap_or(whole);
            lines.push(Line { text: line.strip_suffix('\r').unwrap_or(line), at });
            at += whole.len();
        }
        Ok(lines)
    }

    /// The first JSON value of the text.
    pub fn json(&self) -> Result<serde_json::Value, Diagnostic> {
        let text = self.text()?;
        // A value takes up to so many times the bytes of its text.
        self.allow(16 * text.len() as u64)?;
        match serde_json::Deserializer::from_str(text).into_iter().next() {
            Some(Ok(value)) => Ok(value),
            Some(Err(error)) => {
                let line = self.lines()?.get(error.line().max(1) - 1).map_or(0, |line| line.at);
                let at = (line + error.column().max(1) - 1).min(self.bytes().len());
                let reason = error.to_string();
                // It counts lines from where the part begins; the diagnostic tells the place.
                let apart = reason.split_once(" at line ").filter(|_| self.part.start > 0);
                let reason = apart.map_or(reason.as_str(), |(reason, _)| reason);
                Err(self.diagnostic("I0008", at..at).with("reason", reason))
            }
            None => Err(Diagnostic::new("I0004").in_file(self.name())),
        }
    }

    /// A diagnostic about a range of bytes.
    pub fn diagnostic(&self, code: &'static str, at: Range<usize>) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(code);
        diagnostic.file = Some(self.name.as_str().into());
        diagnostic.marks.push(self.mark(at));
        diagnostic
    }

    pub(crate) fn mark(&self, at: Range<usize>) -> Mark {
        let bytes = (*self.whole).as_ref();
        let at = self.part.start + at.start..self.part.start + at.end;
        let line_start = bytes[..at.start].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let line_number = self.line_at(line_start);
        let line_end = bytes[at.start..]
            .iter()
            .position(|&b| b == b'\n')
            .map_or(bytes.len(), |i| at.start + i);
        let line_start = match bytes[line_start..].strip_prefix("\u{feff}".as_bytes()) {
            Some(_) if line_start == 0 && at.start >= 3 => 3,
            _ => line_start,
        };
        let shown = |bytes: &[u8]| -> String {
            let text = String::from_utf8_lossy(bytes);
            text.trim_end_matches('\r')
                .chars()
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect()
        };
        // A line of any length is shown by what stands around the place.
        let inside_character = |i: usize| bytes.get(i).is_some_and(|b| b & 0xC0 == 0x80);
        let mut first = at.start.saturating_sub(Mark::AROUND).max(line_start);
        while first < at.start && inside_character(first) {
            first += 1;
        }
        let mut last = (at.start + Mark::AROUND).min(line_end);
        while last < line_end && inside_character(last) {
            last += 1;
        }
        let before = shown(&bytes[first..at.start]);
        let cut = if first > line_start { "…" } else { "" };
        let end = at.end.clamp(at.start, last);
        let column = String::from_utf8_lossy(&bytes[line_start..at.start]).chars().count() + 1;
        Mark {
            line: line_number,
            column,
            indent: cut.width() + before.width(),
            width: shown(&bytes[at.start..end]).width().max(1),
            text: format!(
                "{cut}{before}{}{}",
                shown(&bytes[at.start..last]),
                if last < line_end { "…" } else { "" }
            ),
        }
    }
}

/// One line of a [`Source`].
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The line without its end.
    pub text: &'a str,
    /// Where it begins in the source, in bytes.
    pub at: usize,
}

impl<'a> Line<'a> {
    /// The range of the whole line.
    pub fn range(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }

    /// The words of the line, separated by blanks or tabs, each with its range in the source.
    pub fn words(&self) -> impl Iterator<Item = (&'a str, Range<usize>)> + use<'a> {
        let at = self.at;
        let text = self.text;
        text.split([' ', '\t']).filter(|word| !word.is_empty()).map(move |word| {
            let from = at + (word.as_ptr() as usize - text.as_ptr() as usize);
            (word, from..from + word.len())
        })
    }

    /// The characters of the line, each with its range in the source.
    pub fn characters(&self) -> impl Iterator<Item = (char, Range<usize>)> + use<'a> {
        let at = self.at;
        self.text.char_indices().map(move |(i, c)| (c, at + i..at + i + c.len_utf8()))
    }
}

/// The value that a word stands for, where an option takes one of a few.
pub fn one_of<T: Copy>(
    option: &str,
    value: &str,
    words: &[(&'static str, T)],
) -> Result<T, Diagnostic> {
    let found = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(value));
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        Source::option(option, value)
            .diagnostic("U0004", 0..value.len())
            .with("value", value)
            .with("option", format!("--{option}"))
            .near(value, &known)
            .with("values", known.join(", "))
    })
}

/// A character as a message names it: one that cannot be seen by its name, or its code.
pub fn character(found: char) -> Arg {
    match found {
        ' ' => Message::new("character.space").into(),
        '\t' => Message::new("character.tab").into(),
        _ if found.is_control() || found.is_whitespace() => {
            format!("U+{:04X}", found as u32).into()
        }
        _ => found.to_string().into(),
    }
}

/// The page about a code, for `explain`.
pub fn explain(code: &str, lang: Lang) -> Option<&'static str> {
    lang.template(&format!("{}.explain", code.to_ascii_uppercase()))
}
