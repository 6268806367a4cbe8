//! What is said of a text that is wrong: a code, the places, and what fills the placeholders, as data.
//!
//! The words live in the locale files under the code: `T0101` is the message, `T0101.label` stands at
//! the caret, `T0101.also` at a second place, `T0101.help` says how to fix it (`T0101.help.near` where
//! there is something alike to offer), `T0101.explain` is the page that `explain` shows.

use std::ops::Range;

use search::{Limit, Limits};
use serde_json::{Value, json};

use crate::locale::{Arg, Lang, Message, Named};
use crate::near::nearest;
use crate::tell;
use crate::text::Source;

/// A place in the text, with the line as it will be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Cells of a terminal before the caret, and under it.
    pub(crate) indent: usize,
    pub(crate) width: usize,
    pub(crate) text: String,
}

impl Mark {
    /// Bytes shown on each side of a place.
    pub(crate) const AROUND: usize = 60;
}

/// What is wrong with something a person wrote, where, and how to correct it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    code: &'static str,
    message: Message,
    pub(crate) file: Option<Box<str>>,
    /// The first is where the fault is; others explain it.
    pub(crate) marks: Vec<Mark>,
    /// The limit that fired, where nothing is wrong with the text.
    limit: Option<Limit>,
}

impl Diagnostic {
    /// A diagnostic that belongs to no place in a text.
    pub fn new(code: &'static str) -> Self {
        let message = Message::new(code);
        Diagnostic { code, message, file: None, marks: Vec::new(), limit: None }
    }

    /// A limit that fired while a text was read.
    pub fn limited(limit: Limit, limits: &Limits) -> Self {
        let reason = tell::limit_words(limit, limits);
        Diagnostic { limit: Some(limit), ..Diagnostic::new("L0009").with("reason", reason) }
    }

    /// The limit that fired, if that is all that is wrong.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Fills a placeholder of its texts.
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.message = self.message.with(name, arg);
        self
    }

    /// The diagnostic with squares and strategies named in another way than the terminal does.
    pub fn naming(self, name: &dyn Fn(Named) -> String) -> Self {
        Diagnostic { message: self.message.naming(name), ..self }
    }

    /// Offers the known word that is most like the one that was written, if one is.
    pub fn near(self, word: &str, known: &[&str]) -> Self {
        match nearest(word, known) {
            Some(near) => self.with("near", near),
            None => self,
        }
    }

    /// Names the file it is about, where no place in it can be given.
    pub fn in_file(mut self, name: impl Into<String>) -> Self {
        self.file = Some(name.into().into());
        self
    }

    /// Adds a second place of the same source that explains the first.
    pub fn also(mut self, source: &Source, at: Range<usize>) -> Self {
        self.marks.push(source.mark(at));
        self
    }

    /// Points at the beginning of a source, where no place was given.
    pub fn or_at(mut self, source: &Source) -> Self {
        if self.marks.is_empty() {
            let bytes = source.bytes();
            let from = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
            let line = bytes[from..].iter().position(|&byte| byte == b'\n');
            self.marks.push(source.mark(from..line.map_or(bytes.len(), |line| from + line)));
        }
        self
    }

    /// The code, such as `T0101`.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Line and column, from 1, of the fault.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.marks.first().map(|mark| (mark.line, mark.column))
    }

    /// The file, option or stream the fault is in.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// What is wrong.
    pub fn message(&self, lang: Lang) -> String {
        self.message.text(lang)
    }

    /// How to correct it.
    pub fn help(&self, lang: Lang) -> Option<String> {
        let near = self.message.has("near").then(|| self.message.variant("help.near", lang));
        near.flatten().or_else(|| self.message.variant("help", lang))
    }

    /// Its parts as a JSON object, null where there is none.
    pub fn json(&self, lang: Lang) -> Value {
        let (line, column) = self.place().unzip();
        json!({
            "code": self.code,
            "message": self.message(lang),
            "help": self.help(lang),
            "file": self.file(),
            "line": line,
            "column": column,
        })
    }

    /// All of it as people read it, without colour, with an end of line.
    pub fn render(&self, lang: Lang) -> String {
        let mut out =
            format!("{}[{}]: {}\n", lang.say("diagnostic.error"), self.code, self.message(lang));
        let gutter = self.marks.iter().map(|mark| mark.line.to_string().len()).max().unwrap_or(1);
        let pad = " ".repeat(gutter);
        if let Some(file) = &self.file {
            out += &format!("{pad}--> {file}");
            if let Some((line, column)) = self.place() {
                out += &format!(":{line}:{column}");
            }
            out.push('\n');
        }
        if !self.marks.is_empty() {
            out += &format!("{pad} |\n");
        }
        let mut marks: Vec<(usize, &Mark)> = self.marks.iter().enumerate().collect();
        marks.sort_by_key(|(_, mark)| (mark.line, mark.column));
        let mut shown = 0;
        for (rank, mark) in marks {
            if mark.line != shown {
                out += &format!("{:>gutter$} | {}\n", mark.line, mark.text);
                shown = mark.line;
            }
            let (sign, label) = if rank == 0 { ("^", "label") } else { ("-", "also") };
            let label = self.message.variant(label, lang).unwrap_or_default();
            let line =
                format!("{pad} | {}{} {label}", " ".repeat(mark.indent), sign.repeat(mark.width));
            out += line.trim_end();
            out.push('\n');
        }
        if let Some(help) = self.help(lang) {
            out += &format!("{pad} = {}: {help}\n", lang.say("diagnostic.help"));
        }
        out
    }
}
