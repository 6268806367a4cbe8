//! Instances one after another, or several at a time: answers always come out in order.

use std::sync::atomic::Ordering;

use rayon::prelude::*;
use tabuleiro::contract::Options;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::{Arguments, cancel};
use crate::exit::{Exit, Fault};
use crate::input::{self, Input};
use crate::output;

/// An instance and where it came from.
pub(crate) struct Item {
    /// Its number in its source, from 1.
    pub(crate) number: usize,
    /// The name of its source; none if options described it.
    pub(crate) input: Option<String>,
    pub(crate) session: Box<dyn Session>,
}

/// Opens every instance the arguments name, does the work on each, and shows the results in order.
/// A source with a fault is reported, and counts with its exit code; the others are still served.
pub(crate) fn run<R: Send>(
    kind: &dyn Kind,
    arguments: &Arguments,
    work: impl Fn(&Item) -> R + Sync,
    mut show: impl FnMut(&Item, R) -> Result<Exit, Fault>,
) -> Result<Exit, Fault> {
    let sources = match input::read(kind, arguments)? {
        Input::Described(session) => {
            let item = Item { number: 1, input: None, session };
            let result = work(&item);
            return show(&item, result);
        }
        Input::Texts(sources) => sources,
    };
    let mut exit = Exit::Yes;
    let mut items = sources.iter().flat_map(|source| opened(kind, source, &arguments.options));
    loop {
        let mut faults = Vec::new();
        let chunk: Vec<Item> = items
            .by_ref()
            .take(if arguments.threads == 1 { 1 } else { 64 * arguments.threads })
            .filter_map(|item| item.map_err(|fault| faults.push(fault)).ok())
            .collect();
        if chunk.is_empty() && faults.is_empty() {
            return Ok(exit);
        }
        for (item, result) in chunk.iter().zip(map(&chunk, arguments.threads, &work)) {
            exit = exit.max(show(item, result)?);
        }
        for fault in faults {
            output::report(&fault, arguments.lang);
            exit = exit.max(Exit::Bad);
        }
        if cancel().load(Ordering::Relaxed) {
            return Ok(Exit::Interrupted);
        }
    }
}

/// Opens every instance the arguments name at once, or tells the first fault.
pub(crate) fn all(kind: &dyn Kind, arguments: &Arguments) -> Result<Vec<Item>, Diagnostic> {
    match input::read(kind, arguments)? {
        Input::Described(session) => Ok(vec![Item { number: 1, input: None, session }]),
        Input::Texts(sources) => {
            sources.iter().flat_map(|source| opened(kind, source, &arguments.options)).collect()
        }
    }
}

fn opened<'a>(
    kind: &'a dyn Kind,
    source: &'a Source,
    options: &'a Options,
) -> impl Iterator<Item = Result<Item, Diagnostic>> + 'a {
    kind.open(source, options).enumerate().map(|(i, session)| {
        Ok(Item { number: i + 1, input: Some(source.name().to_owned()), session: session? })
    })
}

/// The same work on each of many, on so many threads, results in order.
pub(crate) fn map<T: Sync, R: Send>(
    list: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    if threads == 1 || list.len() < 2 {
        return list.iter().map(work).collect();
    }
    match rayon::ThreadPoolBuilder::new().num_threads(threads.min(list.len())).build() {
        Ok(pool) => pool.install(|| list.par_iter().map(&work).collect()),
        Err(_) => list.iter().map(work).collect(),
    }
}
