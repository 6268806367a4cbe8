//! JSON objects written field by field, so that a large answer never stands in memory twice.

use std::io::{self, Write};
use std::time::Duration;

use search::Stats;
use serde_json::Value;
use tabuleiro::kind::Report;

use crate::batch::Item;

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

    /// Begins the object of an answer about an instance.
    pub(crate) fn about(out: &'a mut dyn Write, puzzle: &str, item: &Item) -> io::Result<Self> {
        let mut object = Object::begin(out)?;
        object.value("puzzle", puzzle)?;
        object.value("instance", item.number)?;
        object.value("input", item.input.as_deref())?;
        Ok(object)
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
