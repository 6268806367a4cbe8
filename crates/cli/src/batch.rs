//! Instances one after another, or several at a time: answers always come out in order.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use search::parallel;
use tabuleiro::contract::Options;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Message;
use tabuleiro::tell;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::Arguments;
use crate::bounded::Bounded;
use crate::exit::{Exit, Fault};
use crate::input::{self, Input};
use crate::notes::Notes;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::units;

/// An instance and where it came from.
pub(crate) struct Item {
    /// Its number in its source, from 1.
    pub(crate) number: usize,
    /// The name of its source; none if options described it.
    pub(crate) input: Option<Arc<str>>,
    pub(crate) session: Box<dyn Session>,
    /// What tells it from the others, where there are several: its file, and its number there.
    pub(crate) label: Option<String>,
}

impl Item {
    /// The only one that options describe.
    fn described(session: Box<dyn Session>) -> Self {
        Item { number: 1, input: None, session, label: None }
    }

    /// Bytes that it takes in a list, which is copied when it grows.
    fn memory(&self) -> u64 {
        let label = self.label.as_ref().map_or(0, String::len);
        (3 * size_of::<Self>() + label) as u64 + self.session.memory()
    }
}

/// What a verb does with each instance.
pub(crate) trait Job: Sync {
    type Result: Send;

    /// Does it.
    fn work(&self, item: &Item) -> Self::Result;
    /// Writes the result.
    fn show(&self, item: &Item, result: &Self::Result, out: &mut dyn Write) -> io::Result<()>;
    /// What people are told beside the result, and how the program is to end.
    fn end(&self, result: &Self::Result) -> Ending;
}

/// What is done with a result.
pub(crate) struct Ending {
    pub(crate) exit: Exit,
    /// What people are told beside it.
    pub(crate) notes: Vec<Message>,
    /// What is wrong with what was asked.
    pub(crate) fault: Option<Diagnostic>,
}

impl From<Exit> for Ending {
    fn from(exit: Exit) -> Self {
        Ending { exit, notes: Vec::new(), fault: None }
    }
}

impl From<&Diagnostic> for Ending {
    fn from(fault: &Diagnostic) -> Self {
        Ending { exit: Exit::Bad, notes: Vec::new(), fault: Some(fault.clone()) }
    }
}

/// Several instances are worked on before any is shown if that takes about so long.
const PERIOD: std::ops::Range<Duration> = Duration::from_millis(5)..Duration::from_millis(50);
/// And no more of them than this.
const MOST: usize = 1 << 13;
/// They may take this part of the memory, beside what each run on one of them takes.
const ROOM: u64 = 16;

/// Opens every instance the arguments name, does the job on each, and shows the results in order.
/// A source with a fault is reported, and counts with its exit code; the others are still served.
pub(crate) fn run<J: Job>(
    kind: &dyn Kind,
    arguments: &Arguments,
    job: &J,
    out: &mut Output,
    progress: &Progress,
) -> Result<Exit, Fault> {
    let (sources, mut exit) = match input::read_each(kind, arguments)? {
        (Input::Described(session), _) => {
            let mut notes = Notes::new(arguments);
            return one(job, &Item::described(session), &mut notes, out, progress);
        }
        (Input::Texts(sources), exit) => (sources, exit),
    };
    if exit == Exit::Bad {
        out.record(exit);
    }
    let items = sources.iter().flat_map(|source| opened(kind, source, &arguments.options));
    let mut items = labelled(items, sources.len() > 1);
    let mut notes = Notes::new(arguments);
    notes.names_files = arguments.inputs.len() > 1;
    // One thread answers one by one; several answer the more at a time the less they take. A folder of
    // layers is for one question at a time.
    let kept = arguments.limits.resources.checkpoint.is_some();
    let most = if kept { 1 } else { arguments.threads.min(MOST) };
    let mut size = most;
    let room = arguments.limits.memory.map_or(u64::MAX, |most| most / ROOM);
    let mut first = true;
    loop {
        let mut faults = Vec::new();
        let (mut chunk, mut held) = (Vec::new(), 0);
        for item in items.by_ref().take(size) {
            match item {
                Ok(item) => {
                    held += item.memory();
                    chunk.push(item);
                }
                Err(fault) => faults.push(fault),
            }
            // Large ones after many small ones.
            if held >= room {
                break;
            }
        }
        if chunk.is_empty() && faults.is_empty() {
            notes.tell();
            return Ok(exit);
        }
        // The first instances are answered, if only with the limit; of the others nothing is known.
        if let Some(limit) = arguments.limits.fired().filter(|_| !first) {
            notes.tell();
            let reason = tell::limit_words(limit, &arguments.limits);
            arguments.note(&Message::new("batch.cut").with("reason", reason));
            return Ok(exit.max(limit.into()));
        }
        first = false;
        let begin = Instant::now();
        let end = match &chunk[..] {
            [item] => one(job, item, &mut notes, out, progress)?,
            chunk => many(job, chunk, &mut notes, out, progress)?,
        };
        exit = exit.max(end);
        match begin.elapsed() {
            time if most > 1 && time < PERIOD.start => size = (2 * size).min(MOST),
            time if time > PERIOD.end => size = most,
            _ => {}
        }
        for fault in faults {
            output::report(&fault, arguments.lang);
            out.record(Exit::from(&fault));
            exit = exit.max(Exit::from(&fault));
        }
    }
}

/// A large answer is written as it comes, and never stands in memory as text.
fn one<J: Job>(
    job: &J,
    item: &Item,
    notes: &mut Notes<'_>,
    out: &mut Output,
    progress: &Progress,
) -> Result<Exit, Fault> {
    let result = job.work(item);
    progress.aside(|| {
        let exit = notes.take(item, job.end(&result));
        show(job, item, &result, notes.arguments, out)?;
        out.record(exit);
        out.deliver()?;
        Ok(exit)
    })
}

/// Writes a result under the limits of the command.
fn show<J: Job>(
    job: &J,
    item: &Item,
    result: &J::Result,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<(), Fault> {
    let mut out = Bounded::new(out, &arguments.limits);
    let shown = job.show(item, result, &mut out);
    match out.fired {
        Some(limit) => Err(arguments.cut(limit)),
        None => Ok(shown?),
    }
}

/// Who does the job makes it text, too: writing is all that is left to be done in order.
fn many<J: Job>(
    job: &J,
    chunk: &[Item],
    notes: &mut Notes<'_>,
    out: &mut Output,
    progress: &Progress,
) -> Result<Exit, Fault> {
    let done = parallel::map(notes.arguments.threads, chunk, |item| {
        let result = job.work(item);
        let mut text = Short(Vec::new());
        // What is long is written when its turn comes, and never stands in memory.
        let shown = job.show(item, &result, &mut text).is_ok();
        (shown.then_some(text.0), result)
    });
    progress.aside(|| {
        let mut exit = Exit::Yes;
        for (item, (text, result)) in chunk.iter().zip(done) {
            let ending = job.end(&result);
            if notes.speaks_at_once(item, &ending) {
                // The answers before this one come before what is said of it.
                out.deliver()?;
            }
            let end = notes.take(item, ending);
            match text {
                Some(text) => out.write_all(&text)?,
                None => show(job, item, &result, notes.arguments, out)?,
            }
            out.record(end);
            exit = exit.max(end);
        }
        out.deliver()?;
        Ok(exit)
    })
}

/// Text that is not longer than is worth keeping.
struct Short(Vec<u8>);

/// Bytes of the longest.
const SHORT: usize = 1 << 16;

impl Write for Short {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > SHORT {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens every instance the arguments name at once, or tells the first fault.
pub(crate) fn all(kind: &dyn Kind, arguments: &Arguments) -> Result<Vec<Item>, Fault> {
    Ok(of(kind, input::read(kind, arguments)?, &arguments.options, 0)?)
}

/// The same without the files that cannot be read, which are reported, and what that comes to; a verb
/// says how many bytes it will keep beside each instance.
pub(crate) fn readable(
    kind: &dyn Kind,
    arguments: &Arguments,
    beside: u64,
) -> Result<(Vec<Item>, Exit), Fault> {
    let (input, exit) = input::read_each(kind, arguments)?;
    Ok((of(kind, input, &arguments.options, beside)?, exit))
}

/// Opens every instance of what was read, or tells the first fault.
pub(crate) fn of(
    kind: &dyn Kind,
    input: Input,
    options: &Options,
    beside: u64,
) -> Result<Vec<Item>, Diagnostic> {
    match input {
        Input::Described(session) => Ok(vec![Item::described(session)]),
        Input::Texts(sources) => opened_all(kind, &sources, options, beside),
    }
}

/// Opens every instance of some texts at once, or tells the first fault.
pub(crate) fn opened_all(
    kind: &dyn Kind,
    sources: &[Source],
    options: &Options,
    beside: u64,
) -> Result<Vec<Item>, Diagnostic> {
    let items = sources.iter().flat_map(|source| opened(kind, source, options));
    let mut held: u64 = 0;
    let allowed = |item: Result<Item, Diagnostic>| {
        let item = item?;
        held = held.saturating_add(item.memory() + beside);
        // All texts have the limits of the command.
        sources.first().map_or(Ok(()), |source| source.allow(held))?;
        Ok(item)
    };
    labelled(items, sources.len() > 1).map(allowed).collect()
}

/// Does the job on one instance after another, until one has no answer. Other processes are at the
/// same one: who leaves it without an answer cannot meet them at the next.
pub(crate) fn each<J: Job>(
    items: &[Item],
    job: &J,
    arguments: &Arguments,
    out: &mut Output,
    progress: &Progress,
) -> Result<Exit, Fault> {
    let mut notes = Notes::new(arguments);
    for item in items {
        let exit = one(job, item, &mut notes, out, progress)?;
        if exit != Exit::Yes {
            notes.tell();
            return Ok(exit);
        }
    }
    notes.tell();
    Ok(Exit::Yes)
}

/// The one instance that a verb shows: the one of that number, or the first.
pub(crate) fn chosen(
    kind: &dyn Kind,
    arguments: &Arguments,
    matches: &ArgMatches,
) -> Result<Item, Fault> {
    let items = all(kind, arguments)?;
    let count = items.len();
    let mut items = items.into_iter();
    let Some(value) = matches.get_one::<String>("instance") else {
        if count > 1 {
            arguments.note(&Message::new("note.first").with("n", count));
        }
        return items.next().ok_or(Diagnostic::new("I0004").into());
    };
    let number = units::whole("instance", value, 1)?;
    let place = usize::try_from(number - 1).unwrap_or(usize::MAX);
    items.nth(place).ok_or_else(|| {
        let source = Source::option("instance", value);
        source.diagnostic("U0111", 0..value.len()).with("n", count).into()
    })
}

fn opened<'a>(
    kind: &'a dyn Kind,
    source: &'a Source,
    options: &'a Options,
) -> impl Iterator<Item = Result<Item, Diagnostic>> + 'a {
    let name: Arc<str> = source.name().into();
    kind.open(source, options).enumerate().map(move |(i, session)| {
        let session = session?;
        Ok(Item { number: i + 1, input: Some(name.clone()), session, label: None })
    })
}

/// Gives every instance a name where there are several: its file, and its number if the file has more
/// than one.
fn labelled(
    items: impl Iterator<Item = Result<Item, Diagnostic>>,
    several_files: bool,
) -> impl Iterator<Item = Result<Item, Diagnostic>> {
    let mut items = items.peekable();
    let mut several = several_files;
    std::iter::from_fn(move || {
        let mut item = match items.next()? {
            Ok(item) => item,
            Err(fault) => return Some(Err(fault)),
        };
        let input = item.input.clone().unwrap_or_default();
        let more = items.peek().is_some_and(|next| match next {
            // The same file may be named twice.
            Ok(next) => next.input.as_ref().is_some_and(|name| Arc::ptr_eq(name, &input)),
            Err(fault) => fault.file() == Some(&*input),
        });
        let numbered = more || item.number > 1;
        several |= numbered;
        let number = if numbered { format!(":{}", item.number) } else { String::new() };
        item.label = several.then(|| format!("{input}{number}"));
        Some(Ok(item))
    })
}
