//! Where instances come from: files, standard input, options, or the embedded example.

use std::fs;
use std::io::{self, IsTerminal};
use std::sync::Arc;

use search::Limits;
use tabuleiro::contract::{OptionSpec, Role, RunError};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Message;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::{bounded, output};

/// What a verb is to work on.
pub(crate) enum Input {
    /// An instance described by options.
    Described(Box<dyn Session>),
    /// Texts with instances.
    Texts(Vec<Source>),
}

/// Reads what the arguments name, or tells the first fault. All files are read before anything is
/// answered, so that a name mistyped at the end does not cost a night.
pub(crate) fn read(kind: &dyn Kind, arguments: &Arguments) -> Result<Input, Fault> {
    let paths = &arguments.inputs;
    if !paths.is_empty() {
        let sources = paths.iter().map(|path| named(kind, arguments, path));
        return Ok(Input::Texts(sources.collect::<Result<_, _>>()?));
    }
    let described = kind.described(&arguments.options, &arguments.limits);
    if let Some(session) = described.map_err(|obstacle| arguments.hindered(obstacle))? {
        return Ok(Input::Described(session));
    }
    if !io::stdin().is_terminal() {
        return Ok(Input::Texts(vec![arguments.source("-")?]));
    }
    let example = &kind.about().examples[0];
    arguments.note(&Message::new("note.example").with("name", example.name));
    Ok(Input::Texts(vec![Source::new(example.name, example.text)]))
}

/// The same, but a file that cannot be read is reported, and the others are there: the exit code is
/// what the reading comes to.
pub(crate) fn read_each(kind: &dyn Kind, arguments: &Arguments) -> Result<(Input, Exit), Fault> {
    if arguments.inputs.len() < 2 {
        return Ok((read(kind, arguments)?, Exit::Yes));
    }
    let mut exit = Exit::Yes;
    let mut sources = Vec::new();
    for path in &arguments.inputs {
        match named(kind, arguments, path) {
            Ok(source) => sources.push(source),
            Err(Fault::Diagnostic(diagnostic)) => {
                output::report(&diagnostic, arguments.lang);
                exit = Exit::Bad;
            }
            Err(fault) => return Err(fault),
        }
    }
    Ok((Input::Texts(sources), exit))
}

/// The text of a file. A name that is no file may be the value of an option, without the option.
fn named(kind: &dyn Kind, arguments: &Arguments, path: &str) -> Result<Source, Fault> {
    let fault = match arguments.source(path) {
        Err(Fault::Diagnostic(diagnostic)) if diagnostic.code() == "I0001" => diagnostic,
        other => return other,
    };
    let given = |spec: &&OptionSpec| {
        let mut options = arguments.options.clone();
        options.set(spec.name, path);
        matches!(kind.described(&options, &arguments.limits), Ok(Some(_)))
    };
    let roles = [Role::Instance, Role::Given];
    let specs = kind.about().options.iter();
    let mut specs = specs.filter(|s| s.takes.is_value() && roles.contains(&s.role));
    Err(match specs.find(given) {
        Some(spec) => (*fault).with("near", format!("--{} {path}", spec.name)).into(),
        None => Fault::Diagnostic(fault),
    })
}

/// Reads a file, or standard input for `-`.
pub(crate) fn source(path: &str, limits: &Limits) -> Result<Source, RunError> {
    let (name, read) = match fs::metadata(path) {
        _ if path == "-" => ("<stdin>", bounded::read(None, limits)?),
        Ok(about) if about.is_dir() => return Err(Diagnostic::new("I0002").in_file(path).into()),
        Ok(about) if about.is_file() && about.len() >= LARGE => {
            if let Some(source) = fs::File::open(path).ok().and_then(|file| mapped(path, &file)) {
                return Ok(source.within(limits));
            }
            (path, bounded::read(Some(path), limits)?)
        }
        Ok(about) if about.is_file() => (path, fs::read(path)),
        _ => (path, bounded::read(Some(path), limits)?),
    };
    match read {
        Ok(bytes) => Ok(Source::new(name, bytes).within(limits)),
        Err(error) => {
            let code = match error.kind() {
                io::ErrorKind::NotFound => "I0001",
                _ => "I0007",
            };
            let fault = Diagnostic::new(code).in_file(name);
            Err(fault.with("reason", error.to_string()).into())
        }
    }
}

/// Files from this size on are mapped rather than read: their bytes are not copied.
const LARGE: u64 = 1 << 20;

/// A file's bytes where the system keeps them anyway; nothing if it does not like to. They come when
/// they are looked at, so that several threads that read a file bring it in together.
#[allow(unsafe_code, reason = "a map is only as constant as its file")]
fn mapped(path: &str, file: &fs::File) -> Option<Source> {
    // SAFETY: no program may change the file while we read it, which no program can make sure of; all
    // that map files live with that. No unsafe code of ours relies on what the bytes say, so that in
    // practice a file rewritten meanwhile is refused or read wrong, and one cut short ends the program.
    let map = unsafe { memmap2::Mmap::map(file) }.ok()?;
    Some(Source::shared(path, Arc::new(map)))
}
