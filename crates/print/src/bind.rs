//! A book from what was asked for: its puzzles are made or taken, its pages typeset, its data written beside them.

use search::Meter;
use tabuleiro_core::contract::RunError;
use tabuleiro_core::kind::Session;
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::Diagnostic;

use crate::book::{Part, book};
use crate::collect::{Collector, MOST, Taken, example, given, made};
use crate::data::{Data, data};
use crate::request::Request;

/// A book that was made.
pub struct Bound {
    /// The book as PDF.
    pub pdf: Vec<u8>,
    /// Its data as JSON.
    pub data: String,
    /// How many puzzles it has.
    pub puzzles: usize,
    /// How many pages it has.
    pub pages: usize,
    /// What is to be said of it.
    pub notes: Vec<Message>,
}

impl Request {
    /// How many puzzles are to be made or taken, at most.
    pub fn number<S>(&self, instances: &[Vec<(String, S)>]) -> usize {
        let counts = self.sections.iter().zip(instances).map(|(section, instances)| {
            if section.files.is_empty() { section.order.number } else { instances.len() }
        });
        counts.sum()
    }

    /// Makes the book. `instances` are those of the files of each section, each with the name that a diagnostic calls it by;
    /// none of its puzzles is one of the earlier books.
    pub fn bind<S: AsRef<dyn Session>>(
        mut self,
        instances: &[Vec<(String, S)>],
        earlier: &[Data],
        collector: &Collector<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Bound, RunError> {
        if self.number(instances) > MOST {
            return Err(Diagnostic::new("D0216").with("most", MOST as u64).into());
        }
        let (mut taken, mut notes) = (Taken::new(), Vec::new());
        earlier.iter().try_for_each(|data| data.take(&mut taken, collector))?;
        let lang = self.settings.lang;
        let mut parts: Vec<Part> = Vec::new();
        for (section, instances) in self.sections.iter().zip(instances) {
            let kind = section.order.kind;
            let entries = if section.files.is_empty() {
                let made = made(&section.order, &mut taken, collector, meter);
                made.map_err(|obstacle| match obstacle {
                    RunError::Invalid(fault) => section.told(fault).into(),
                    limit => limit,
                })?
            } else {
                let opened: Vec<(String, &dyn Session)> =
                    instances.iter().map(|(name, one)| (name.clone(), one.as_ref())).collect();
                let (entries, left) = given(kind, &opened, &mut taken, collector, meter)?;
                if left > 0 {
                    notes.push(Message::new("print.left.alike").with("n", left as u64));
                }
                entries
            };
            let name = kind.about().name;
            let known =
                |part: &Part| part.entries.iter().any(|entry| entry.kind.about().name == name);
            let example = match parts.iter().any(known) {
                true => None,
                false => example(kind, collector.limits)?,
            };
            let title = section.title.clone();
            let title = title.unwrap_or_else(|| lang.say(&format!("{name}.title")).to_owned());
            parts.push(Part { title, per_page: section.per_page, entries, example });
        }
        parts.retain(|part| !part.entries.is_empty());
        if parts.is_empty() {
            return Err(Diagnostic::new("D0218").into());
        }
        if self.settings.title.is_empty() {
            let titles: Vec<&str> = parts.iter().map(|part| part.title.as_str()).collect();
            self.settings.title = titles.join(", ");
        }
        let made = book(&self.settings, &parts, collector.threads, meter)?;
        let data = data(&self.settings, &parts, &made);
        if let Some((puzzle, width)) = made.small {
            let width = lang.decimal(f64::from(width), 1);
            notes.push(Message::new("print.small").with("n", puzzle as u64).with("width", width));
        }
        let puzzles = parts.iter().map(|part| part.entries.len()).sum();
        Ok(Bound { pdf: made.pdf, data, puzzles, pages: made.pages, notes })
    }
}
