//! What people are told beside the results of many instances: the same note about several of them is
//! told once, with their names.

use std::sync::Arc;

use tabuleiro::locale::Message;

use crate::arguments::{Arguments, ResultFormat};
use crate::batch::{Ending, Item};
use crate::exit::Exit;
use crate::output;

/// Ranges of instances that a note names; of others it tells how many there are.
const MOST: usize = 100;

/// Notes that another is compared with, the latest first.
const DISTINCT: usize = 64;

/// Instances by their source and number.
type Instances = Vec<(Arc<str>, usize)>;

/// Notes that are still to be told.
pub(crate) struct Notes<'a> {
    pub(crate) arguments: &'a Arguments,
    /// Whether standard error names the file of each answer, which the format of the answers does not.
    pub(crate) names_files: bool,
    /// Instances that were answered.
    answered: usize,
    /// In the order in which they came, each with the instances it is about.
    grouped: Vec<(Message, Instances)>,
}

impl<'a> Notes<'a> {
    pub(crate) fn new(arguments: &'a Arguments) -> Self {
        Notes { arguments, names_files: false, answered: 0, grouped: Vec::new() }
    }

    /// Whether something is told before the answer is written.
    pub(crate) fn speaks_at_once(&self, item: &Item, ending: &Ending) -> bool {
        let notes = item.label.is_none() && !ending.notes.is_empty();
        notes || ending.fault.is_some() || self.labels(item).is_some()
    }

    /// Tells what has to be told of an answer at once, and keeps the rest.
    pub(crate) fn take(&mut self, item: &Item, ending: Ending) -> Exit {
        self.answered += 1;
        if let Some(fault) = &ending.fault {
            output::report(fault, self.arguments.lang);
        }
        if let Some(label) = self.labels(item) {
            output::tell(&format!("= {label}"));
        }
        for note in ending.notes {
            let Some(input) = item.input.as_ref().filter(|_| item.label.is_some()) else {
                self.arguments.note(&note);
                continue;
            };
            let about = (input.clone(), item.number);
            match self.grouped.iter_mut().rev().take(DISTINCT).find(|(known, _)| *known == note) {
                Some((_, instances)) => instances.push(about),
                None => self.grouped.push((note, vec![about])),
            }
        }
        ending.exit
    }

    /// The name of an instance where its answer goes without one.
    fn labels<'i>(&self, item: &'i Item) -> Option<&'i str> {
        let bare = self.arguments.format == ResultFormat::Coursework && !self.arguments.quiet;
        item.label.as_deref().filter(|_| bare && self.names_files)
    }

    /// Tells what was kept.
    pub(crate) fn tell(&mut self) {
        for (note, instances) in std::mem::take(&mut self.grouped) {
            let told = if instances.len() == self.answered && self.answered > 1 {
                Message::new("note.boards.all").with("n", self.answered)
            } else {
                let boards = self.named(&instances);
                Message::new("note.boards").with("boards", boards)
            };
            self.arguments.note(&told.with("note", note));
        }
    }

    /// Instances by their files and numbers: `a.txt:1-3, 7, b.txt:2`.
    fn named(&self, instances: &[(Arc<str>, usize)]) -> String {
        let mut ranges: Vec<(&str, usize, usize)> = Vec::new();
        for (input, number) in instances {
            match ranges.last_mut() {
                Some((name, _, last)) if *name == &**input && *last + 1 == *number => *last += 1,
                _ => ranges.push((input, *number, *number)),
            }
        }
        let mut words = Vec::new();
        let mut before = None;
        for &(name, first, last) in ranges.iter().take(MOST) {
            let file = if before == Some(name) { String::new() } else { format!("{name}:") };
            before = Some(name);
            let numbers = if first == last { first.to_string() } else { format!("{first}-{last}") };
            words.push(file + &numbers);
        }
        let left: usize = ranges.iter().skip(MOST).map(|(_, first, last)| last - first + 1).sum();
        if left > 0 {
            words.push(Message::new("note.boards.more").with("n", left).text(self.arguments.lang));
        }
        words.join(", ")
    }
}
