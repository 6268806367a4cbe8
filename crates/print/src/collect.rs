//! The puzzles of a book: made by seeds or given, no two of them the same up to symmetry. What is made depends on the
//! seed alone, and not on how many threads make it.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use search::parallel::parallel;
use search::{Limit, Limits, Meter};
use tabuleiro_core::answers::Subject;
use tabuleiro_core::contract::{Options, Product, RunError};
use tabuleiro_core::kind::{Kind, Session};
use tabuleiro_core::levels;
use tabuleiro_core::text::Diagnostic;

use crate::entry::Entry;

/// Puzzles in a book, at most.
pub const MOST: usize = 10_000;
/// Seeds in a row that may give nothing new.
const VAIN: usize = 300;
/// Seeds in a row of which nothing can be made.
const FAULTS: usize = 8;
/// The code of options that make something else than boards.
const CLAIMS: &str = "D0217";

/// What a collection works with.
pub struct Collector<'a> {
    /// What all of it may take.
    pub limits: &'a Limits,
    /// How many threads work.
    pub threads: usize,
    /// Told whenever a puzzle is ready.
    pub ready: &'a (dyn Fn() + Sync),
}

/// Puzzles that are in the book already, or must not be in it: by their canonical texts.
pub type Taken = HashSet<(&'static str, String)>;

/// Boards that are to be made.
pub struct Order {
    /// Of which puzzle.
    pub kind: &'static dyn Kind,
    /// The options of `generate`.
    pub options: Options,
    /// How many.
    pub number: usize,
    /// The first seed.
    pub seed: u64,
}

impl Order {
    /// The options, with those for printing where others were not asked for.
    fn options(&self) -> Options {
        let mut options = self.options.clone();
        for (name, value) in self.kind.printed(&self.options) {
            if !options.has(name) {
                options.set(*name, *value);
            }
        }
        options
    }

    /// The difficulties that were asked for, the easiest first; none if all are alike.
    fn levels(&self) -> Result<Vec<&'static str>, Diagnostic> {
        match self.options.get("difficulty") {
            Some(value) if value.contains("..") => levels::between(self.kind.levels(), value),
            _ => Ok(Vec::new()),
        }
    }
}

/// Makes the boards that were ordered, the easier first.
pub fn made(
    order: &Order,
    taken: &mut Taken,
    collector: &Collector<'_>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Entry>, RunError> {
    let levels = order.levels()?;
    let options = order.options();
    let mut entries = Vec::new();
    let mut seed = order.seed;
    let stages = levels.len().max(1);
    for stage in 0..stages {
        let mut options = options.clone();
        if let Some(level) = levels.get(stage) {
            options.set("difficulty", *level);
        }
        // As many of each as of the others, or one more.
        let number = (stage + 1) * order.number / stages - stage * order.number / stages;
        let before = entries.len();
        let (mut vain, mut faults) = (0, 0);
        while entries.len() - before < number {
            let missing = number - (entries.len() - before);
            let chunk = missing.max(collector.threads).min(8 * collector.threads);
            let seeds: Vec<u64> = (0..chunk as u64).map(|i| seed.wrapping_add(i)).collect();
            let known = &*taken;
            let found = map(collector.threads, &seeds, |&seed| {
                one(order.kind, &options, seed, known, collector.limits)
            });
            for (each, found) in seeds.into_iter().zip(found) {
                if entries.len() - before == number {
                    break;
                }
                seed = each.wrapping_add(1);
                match found {
                    Ok(Some(entry)) if taken.insert(key(&entry)) => {
                        (vain, faults) = (0, 0);
                        meter.claim(entry.footprint())?;
                        entries.push(entry);
                        (collector.ready)();
                    }
                    Ok(_) => vain += 1,
                    // Another seed may do; but no seed mends an option.
                    Err(RunError::Invalid(fault)) => {
                        faults += 1;
                        if fault.place().is_some() || fault.code() == CLAIMS || faults >= FAULTS {
                            return Err(fault.into());
                        }
                    }
                    Err(limit) => return Err(limit),
                }
                if vain >= VAIN {
                    let fault = Diagnostic::new("D0208").with("found", entries.len() as u64);
                    return Err(fault.with("n", order.number as u64).into());
                }
            }
            meter.check_limits()?;
        }
    }
    entries.sort_by_key(Entry::hardness);
    Ok(entries)
}

fn key(entry: &Entry) -> (&'static str, String) {
    (entry.kind.about().name, entry.canonical.clone())
}

/// The board of a seed; nothing where it is taken.
fn one(
    kind: &'static dyn Kind,
    options: &Options,
    seed: u64,
    taken: &Taken,
    limits: &Limits,
) -> Result<Option<Entry>, RunError> {
    let made = kind.generate(options, seed, limits)?.result;
    if made.product != Product::Instance {
        return Err(Diagnostic::new(CLAIMS).into());
    }
    let canonical = made.session.canonical(&mut Meter::new(limits))?;
    // What is proved of a board takes longer than to make it.
    if taken.contains(&(kind.about().name, canonical)) {
        return Ok(None);
    }
    let name = format!("--seed {seed}");
    let entry = match made.subject {
        Subject::Solution => Entry::of(kind, &*made.session, &made.finding, &name, limits),
        Subject::Argument => Err(Diagnostic::new("D0206").with("board", name.as_str()).into()),
    };
    let numbered = |entry| Entry { seed: Some(seed), ..entry };
    entry.map(numbered).map(Some)
}

/// Takes instances that are given, each with the name that a diagnostic calls it by, in their order of difficulty;
/// tells how many were left out because they are the same as others.
pub fn given(
    kind: &'static dyn Kind,
    instances: &[(String, &dyn Session)],
    taken: &mut Taken,
    collector: &Collector<'_>,
    meter: &mut Meter<'_>,
) -> Result<(Vec<Entry>, usize), RunError> {
    let (mut entries, mut left) = (Vec::new(), 0);
    for chunk in instances.chunks(8 * collector.threads.max(1)) {
        let found = map(collector.threads, chunk, |(name, session)| {
            let entry = Entry::solving(kind, *session, name, collector.limits);
            (collector.ready)();
            entry
        });
        for entry in found {
            let entry = entry?;
            if taken.insert(key(&entry)) {
                meter.claim(entry.footprint())?;
                entries.push(entry);
            } else {
                left += 1;
            }
        }
        meter.check_limits()?;
    }
    entries.sort_by_key(Entry::hardness);
    Ok((entries, left))
}

/// A small instance with its solution, for the page that tells the rules.
pub fn example(kind: &'static dyn Kind, limits: &Limits) -> Result<Option<Entry>, Limit> {
    /// Seeds that are tried.
    const TRIED: u64 = 12;
    let small = Order { kind, options: Options::default(), number: 1, seed: 1 };
    let printed = small.options();
    let mut smaller = printed.clone();
    kind.about().small.iter().for_each(|(name, value)| smaller.set(*name, *value));
    for options in [smaller, printed] {
        for seed in 1..=TRIED {
            match one(kind, &options, seed, &Taken::new(), limits) {
                Ok(entry) => return Ok(entry),
                Err(RunError::Limit(limit)) => return Err(limit),
                // Other seeds may give a board that has a solution, and only one.
                Err(RunError::Invalid(_)) => {}
            }
        }
    }
    Ok(None)
}

/// Does the work on each by so many threads; results in order.
pub(crate) fn map<T: Sync, R: Send>(
    threads: usize,
    list: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let (next, work) = (&next, &work);
    let worker = || {
        move || {
            let mut done = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = list.get(place) else { return done };
                done.push((place, work(item)));
            }
        }
    };
    let workers = (0..threads.clamp(1, 256).min(list.len().max(1))).map(|_| worker());
    let mut done: Vec<(usize, R)> = parallel(workers.collect()).into_iter().flatten().collect();
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}
