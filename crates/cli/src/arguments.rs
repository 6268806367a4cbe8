//! What was asked for, once the words on the command line are understood.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use clap::ArgMatches;
use search::layers::Resources;
use search::parallel::MOST_THREADS;
use search::{Limit, Limits};
use serde_json::{Map, Value};
use tabuleiro::contract::{Options, RunError, Takes};
use tabuleiro::kind::Kind;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::tell;
use tabuleiro::text::{Diagnostic, Source};

use crate::exit::Fault;
use crate::output::{self, Output};
use crate::progress::ProgressMode;
use crate::verbs::{ONE_STRATEGY, Verb};
use crate::{input, refuse, temporary, units};

/// Everything that verbs need to know beside the puzzle itself.
pub(crate) struct Arguments {
    pub(crate) lang: Lang,
    /// The name of the verb.
    pub(crate) command: &'static str,
    pub(crate) inputs: Vec<String>,
    /// The puzzle's own options.
    pub(crate) options: Options,
    /// All options that were typed, by their names.
    pub(crate) typed: Map<String, Value>,
    pub(crate) strategies: Vec<&'static str>,
    pub(crate) limits: Limits,
    pub(crate) threads: usize,
    pub(crate) seed: Option<u64>,
    pub(crate) format: ResultFormat,
    pub(crate) output: Option<String>,
    pub(crate) quiet: bool,
    pub(crate) progress: ProgressMode,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
    /// One row an answer.
    Csv,
    /// The bytes the coursework asked for.
    Coursework,
}

impl ResultFormat {
    fn named(name: &str) -> Self {
        match name.to_ascii_lowercase().as_str() {
            "json" => ResultFormat::Json,
            "csv" => ResultFormat::Csv,
            "coursework" => ResultFormat::Coursework,
            _ => ResultFormat::Text,
        }
    }
}

/// Memory that a run may hold unless told otherwise.
const MEMORY: u64 = 4 << 30;

impl Arguments {
    /// Understands the words given to a verb of a puzzle.
    pub(crate) fn new(
        kind: &dyn Kind,
        verb: &Verb,
        matches: &ArgMatches,
        lang: Lang,
    ) -> Result<Self, Fault> {
        // A verb has only the options that it uses.
        let text =
            |name: &str| matches.try_get_one::<String>(name).ok().flatten().map(String::as_str);
        let mut options = Options::default();
        let mut files = Vec::new();
        for spec in kind.about().options {
            if spec.takes == Takes::Nothing {
                if let Ok(Some(true)) = matches.try_get_one::<bool>(spec.name) {
                    options.set(spec.name, "");
                }
            } else if let Some(value) = text(spec.name) {
                options.set(spec.name, value);
                if spec.takes == Takes::Text && fs::exists(value).unwrap_or(false) {
                    files.push((spec.name, value));
                }
            }
        }
        let inputs = matches.try_get_many::<String>("input").ok().flatten();
        let mut arguments = Arguments {
            inputs: inputs.into_iter().flatten().cloned().collect(),
            options,
            strategies: chosen(kind, verb, matches)?,
            ..Arguments::alone(verb.name, matches, lang)?
        };
        for (name, path) in files {
            let source = arguments.source(path)?;
            arguments.options.set(name, source.text()?);
        }
        Ok(arguments)
    }

    /// Understands the words given to a command that is about no puzzle.
    pub(crate) fn alone(
        command: &'static str,
        matches: &ArgMatches,
        lang: Lang,
    ) -> Result<Self, Fault> {
        let text =
            |name: &str| matches.try_get_one::<String>(name).ok().flatten().map(String::as_str);
        let whole =
            |name: &str, least| text(name).map(|v| units::whole(name, v, least)).transpose();
        match text("color").map(str::to_ascii_lowercase).as_deref() {
            Some("always") => anstream::ColorChoice::Always.write_global(),
            Some("never") => anstream::ColorChoice::Never.write_global(),
            _ => {}
        }
        let quiet = matches.get_flag("quiet");
        let memory = text("memory-limit").map(|value| units::bytes("memory-limit", value));
        let time = text("time-limit").map(|value| units::duration("time-limit", value));
        let threads = match whole("threads", 1)? {
            Some(threads) => usize::try_from(threads).unwrap_or(usize::MAX),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(Arguments {
            lang,
            command,
            inputs: Vec::new(),
            options: Options::default(),
            typed: typed(matches),
            strategies: Vec::new(),
            limits: Limits {
                nodes: whole("max-nodes", 0)?,
                memory: Some(memory.transpose()?.unwrap_or(MEMORY)),
                time: time.transpose()?,
                begun: Some(Instant::now()),
                threads: Some(threads.min(MOST_THREADS)),
                cancel: Some(cancel()),
                pulse: None,
                resources: Resources::default(),
            },
            threads,
            seed: whole("seed", 0)?,
            format: text("format").map_or(ResultFormat::Text, ResultFormat::named),
            output: text("output").map(str::to_owned),
            quiet,
            progress: ProgressMode::asked(text("progress"), quiet),
        })
    }

    /// Reads a file, or standard input for `-`, within the limits.
    pub(crate) fn source(&self, path: &str) -> Result<Source, Fault> {
        input::source(path, &self.limits).map_err(|obstacle| self.hindered(obstacle))
    }

    /// What a limit makes of a verb that has no answer yet.
    pub(crate) fn cut(&self, limit: Limit) -> Fault {
        let reason = tell::limit_words(limit, &self.limits);
        Fault::Limit(Box::new(Message::new("limit.stopped").with("reason", reason)), limit.into())
    }

    /// The same of what stands in the way of one.
    pub(crate) fn hindered(&self, obstacle: RunError) -> Fault {
        match obstacle {
            RunError::Invalid(diagnostic) => diagnostic.into(),
            RunError::Limit(limit) => self.cut(limit),
        }
    }

    /// Makes results final, and tells if a file was left as it was.
    pub(crate) fn finish(&self, out: Output) -> Result<(), Fault> {
        if let Some(note) = out.finish()? {
            self.note(&note);
        }
        Ok(())
    }

    /// Tells people something beside the results.
    pub(crate) fn note(&self, message: &Message) {
        if !self.quiet {
            output::note(&message.text(self.lang), self.lang);
        }
    }
}

/// What has no part in a result.
const HOW_TOLD: [&str; 7] = ["input", "lang", "color", "format", "output", "progress", "quiet"];

/// The options that were typed, as data: a flag is true, a list of strategies is one.
fn typed(matches: &ArgMatches) -> Map<String, Value> {
    let given = matches.ids().map(|id| id.as_str());
    let given = given.filter(|name| !HOW_TOLD.contains(name) && refuse::is_given(matches, name));
    let value = |name: &str| match matches.try_get_many::<String>(name) {
        Ok(Some(values)) => values.cloned().collect::<Vec<String>>().join(",").into(),
        _ => Value::Bool(true),
    };
    given.map(|name| (name.to_owned(), value(name))).collect()
}

/// The strategies named; else the only one that uses an option that was typed, where one is looked for.
fn chosen(
    kind: &dyn Kind,
    verb: &Verb,
    matches: &ArgMatches,
) -> Result<Vec<&'static str>, Diagnostic> {
    let named = strategies(kind, matches)?;
    if !named.is_empty() || verb.name == "compare" || !verb.takes(kind, ONE_STRATEGY) {
        return Ok(named);
    }
    let implied = kind.about().only.iter().find_map(|(option, users)| match users {
        [user] if refuse::is_given(matches, option) => Some(*user),
        _ => None,
    });
    Ok(implied.into_iter().collect())
}

/// The strategies named, in order; `--strategy` may be repeated or hold several with commas.
fn strategies(kind: &dyn Kind, matches: &ArgMatches) -> Result<Vec<&'static str>, Diagnostic> {
    let mut found = Vec::new();
    for value in matches.try_get_many::<String>("strategy").ok().flatten().into_iter().flatten() {
        let mut at = 0;
        for name in value.split(',') {
            let mut known = kind.strategies().into_iter();
            let Some(strategy) = known.find(|known| known.name.eq_ignore_ascii_case(name.trim()))
            else {
                let known: Vec<&str> = kind.strategies().iter().map(|s| s.name).collect();
                return Err(Source::option("strategy", value)
                    .diagnostic("U0104", at..at + name.len())
                    .with("name", name)
                    .with("puzzle", kind.about().name)
                    .near(name, &known)
                    .with("known", known.join(", ")));
            };
            found.push(strategy.name);
            at += name.len() + 1;
        }
    }
    Ok(found)
}

/// The flag that Ctrl-C, SIGTERM and SIGHUP raise. The second of them ends the program at once.
pub(crate) fn cancel() -> Arc<AtomicBool> {
    static CANCEL: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        // Without a handler Ctrl-C still stops the program, only less politely.
        let _ = ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) {
                temporary::remove_and_exit(130);
            }
        });
        flag
    });
    CANCEL.clone()
}
