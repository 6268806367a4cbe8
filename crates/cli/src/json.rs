//! JSON objects written field by field, so that a large answer never stands in memory twice.

use std::io::{self, Write};
use std::time::Duration;

use search::Stats;
use serde_json::Value;
use tabuleiro::kind::{Report, Session};

use crate::arguments::Arguments;
use crate::batch::Item;

/// Bytes of the longest board that is written beside an answer.
const LONGEST: u64 = 1 << 20;

/// An object being written on one line.
pub(crate) struct Object<'a> {
    out: &'a mut dyn Write,
    empty: bool,
}

impl<'a> Object<'a> {
    /// Begins an object.
    pub(crate) fn begin(out: &'a mut dyn Write) -> io::Result<Self> {
        out.write_all(b"{")?;
        Ok(Object { out, empty: true })
    }

    /// Begins the object of an answer: what was asked, and about which instance.
    pub(crate) fn about(
        out: &'a mut dyn Write,
        puzzle: &str,
        item: Option<&Item>,
        arguments: &Arguments,
    ) -> io::Result<Self> {
        let subject = item.map(|item| (item.input.as_deref(), Some(item.number), &*item.session));
        Object::of(out, puzzle, subject, arguments)
    }

    /// The same, for an instance of a text and with a number there, if there is one.
    pub(crate) fn of(
        out: &'a mut dyn Write,
        puzzle: &str,
        subject: Option<(Option<&str>, Option<usize>, &dyn Session)>,
        arguments: &Arguments,
    ) -> io::Result<Self> {
        let mut object = Object::begin(out)?;
        object.value("version", env!("CARGO_PKG_VERSION"))?;
        object.value("command", arguments.command)?;
        object.value("puzzle", puzzle)?;
        object.value("input", subject.and_then(|(input, ..)| input))?;
        object.value("instance", subject.and_then(|(_, number, _)| number))?;
        // A board of millions of squares is not written beside every answer about it.
        let board = subject.filter(|(.., session)| session.text_length() <= LONGEST);
        object.value("board", board.map(|(.., session)| session.text()))?;
        object.value("options", Value::Object(arguments.typed.clone()))?;
        Ok(object)
    }

    /// Writes the seed and the difficulty, where there are any.
    pub(crate) fn origin(&mut self, seed: Option<u64>, difficulty: Option<&str>) -> io::Result<()> {
        self.value("seed", seed)?;
        self.value("difficulty", difficulty)
    }

    /// Writes a field.
    pub(crate) fn value(&mut self, name: &str, value: impl Into<Value>) -> io::Result<()> {
        let value = value.into();
        self.raw(name, |out| write!(out, "{value}"))
    }

    /// Writes a field whose value writes itself.
    pub(crate) fn raw(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.empty) { "" } else { "," };
        write!(self.out, "{comma}{}:", Value::from(name))?;
        write(self.out)
    }

    /// Writes a field that is a list, an element at a time: whoever makes them may end it.
    pub(crate) fn list<E: From<io::Error>>(
        &mut self,
        name: &str,
        elements: impl Iterator<Item = Result<String, E>>,
    ) -> Result<(), E> {
        self.raw(name, |out| out.write_all(b"["))?;
        for (place, element) in elements.enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(self.out, "{comma}{}", element?)?;
        }
        Ok(self.out.write_all(b"]")?)
    }

    /// Writes what a run took, and ends the object and its line.
    pub(crate) fn end<T>(mut self, report: &Report<T>) -> io::Result<()> {
        self.value("stats", stats(&report.stats))?;
        self.value("elapsed_ms", milliseconds(report.elapsed))?;
        self.close()
    }

    /// Ends the object and its line.
    pub(crate) fn close(self) -> io::Result<()> {
        self.out.write_all(b"}\n")
    }
}

/// The counters as an object.
pub(crate) fn stats(stats: &Stats) -> Value {
    Value::Object(stats.named().into_iter().map(|(name, n)| (name.to_owned(), n.into())).collect())
}

/// A time in milliseconds, to the nanosecond.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}

/// A row of comma-separated values, as RFC 4180 has them but for line ends.
pub(crate) fn csv_row(out: &mut dyn Write, fields: &[String]) -> io::Result<()> {
    let quoted = |field: &String| match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.clone(),
    };
    writeln!(out, "{}", fields.iter().map(quoted).collect::<Vec<_>>().join(","))
}

/// The fields of a row that every answer about an instance begins with: names, or values.
pub(crate) fn csv_head() -> Vec<String> {
    ["puzzle", "input", "instance"].map(str::to_owned).into()
}

pub(crate) fn csv_about(puzzle: &str, item: &Item) -> Vec<String> {
    let input = item.input.as_deref().unwrap_or_default();
    vec![puzzle.to_owned(), input.to_owned(), item.number.to_string()]
}

/// The fields that it ends with.
pub(crate) fn csv_tail() -> Vec<String> {
    let counters = Stats::default().named().map(|(name, _)| name.to_owned());
    counters.into_iter().chain(["elapsed_ms".to_owned()]).collect()
}

pub(crate) fn csv_effort<T>(report: &Report<T>) -> Vec<String> {
    let counters = report.stats.named().map(|(_, counter)| counter.to_string());
    counters.into_iter().chain([milliseconds(report.elapsed).to_string()]).collect()
}
