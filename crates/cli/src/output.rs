//! Where results go: standard output, or a file that is written whole or not at all. What is meant
//! for people beside the results goes to standard error.
//!
//! A file is replaced when there is a whole new one: at least one answer, and no fault in what was
//! asked. What a limit or Ctrl-C cut short is written with the answers that it has.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anstyle::{AnsiColor, Style};
use serde_json::{Value, json};
use tabuleiro::locale::{Lang, Message};
use tabuleiro::text::Diagnostic;

use crate::exit::{Exit, Fault};
use crate::temporary::Temporary;

/// A place for results.
pub(crate) struct Output {
    pub(crate) place: Place,
    /// The file as it was asked for.
    name: String,
    /// Whether there is an answer among what was written.
    answered: bool,
    /// Whether something that was asked could not be understood.
    refused: bool,
}

/// Where they are written.
pub(crate) enum Place {
    /// Standard output.
    Standard(BufWriter<io::Stdout>),
    /// A file that appears when all is written.
    File(BufWriter<Temporary>, PathBuf),
    /// A device or pipe, which cannot be replaced by a file.
    Device(BufWriter<fs::File>),
}

impl Output {
    /// Opens the file, or standard output, before any work is done.
    pub(crate) fn open(path: Option<&str>) -> Result<Self, Diagnostic> {
        let name = path.unwrap_or_default().to_owned();
        Ok(Output { place: Place::open(path)?, name, answered: false, refused: false })
    }

    /// Remembers how an answer came out: one without a solution, a proof or a number is none.
    pub(crate) fn record(&mut self, exit: Exit) {
        match exit {
            Exit::Yes | Exit::No => self.answered = true,
            Exit::Bad => self.refused = true,
            Exit::Limit | Exit::Interrupted => {}
        }
    }

    /// Makes what was written final, if it is whole; else a file that was there stays as it was, and
    /// people are told.
    pub(crate) fn finish(self) -> Result<Option<Message>, Fault> {
        match self.place {
            Place::Standard(mut out) => out.flush()?,
            Place::Device(mut out) => out.flush().map_err(unwritten)?,
            Place::File(..) if self.refused => {
                return Ok(Some(Message::new("note.unwritten.refused").with("file", self.name)));
            }
            Place::File(..) if !self.answered => {
                return Ok(Some(Message::new("note.unwritten").with("file", self.name)));
            }
            Place::File(..) => self.sealed()?.keep()?,
        }
        Ok(None)
    }

    /// What was written, with nothing held open, to be given its name later.
    pub(crate) fn sealed(self) -> Result<Sealed, Diagnostic> {
        let name = self.name;
        let kept = match self.place {
            Place::File(out, path) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error);
                let mut file = file.map_err(|error| unkept(&error, &name))?;
                file.close();
                Some((file, path))
            }
            Place::Standard(mut out) => {
                out.flush().map(|()| None).map_err(|e| unkept(&e, &name))?
            }
            Place::Device(mut out) => out.flush().map(|()| None).map_err(|e| unkept(&e, &name))?,
        };
        Ok(Sealed { kept, name })
    }

    /// Whether what is written goes at once to where it cannot be taken back from.
    pub(crate) fn is_device(&self) -> bool {
        matches!(self.place, Place::Device(_))
    }

    /// Hands over what was written so far: whoever waits for this answer shall not wait for the next
    /// one too.
    pub(crate) fn deliver(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::Standard(out) => out.flush(),
            Place::Device(out) => out.flush().map_err(unwritten),
            Place::File(..) => Ok(()),
        }
    }
}

/// A file that is whole and has no name yet. One that is let go was never there.
pub(crate) struct Sealed {
    kept: Option<(Temporary, PathBuf)>,
    name: String,
}

impl Sealed {
    /// Gives it its name.
    pub(crate) fn keep(self) -> Result<(), Diagnostic> {
        let Some((file, path)) = self.kept else { return Ok(()) };
        file.persist(&path).map_err(|error| unkept(&error, &self.name))
    }
}

/// What kept a file from being written.
pub(crate) fn unkept(error: &io::Error, name: &str) -> Diagnostic {
    Diagnostic::new("I0009").with("reason", error.to_string()).in_file(name)
}

/// A device or pipe that was asked for by name and takes no more is a fault; a reader of standard
/// output may go away.
fn unwritten(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => io::Error::other(error),
        _ => error,
    }
}

impl Place {
    fn open(path: Option<&str>) -> Result<Self, Diagnostic> {
        let Some(path) = path.map(Path::new) else {
            return Ok(Place::Standard(BufWriter::new(io::stdout())));
        };
        // A link stays a link: the file that it leads to is replaced.
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let refused = |error: io::Error| {
            let name = path.display().to_string();
            Diagnostic::new("I0010").in_file(name).with("reason", error.to_string())
        };
        let old = fs::metadata(path);
        match &old {
            Ok(about) if about.is_dir() => {
                return Err(refused(io::Error::from(io::ErrorKind::IsADirectory)));
            }
            Ok(about) if !about.is_file() => {
                let device = fs::OpenOptions::new().write(true).open(path).map_err(refused)?;
                return Ok(Place::Device(BufWriter::new(device)));
            }
            // A file that must not be written is not replaced either.
            Ok(about) if about.permissions().readonly() => {
                return Err(refused(io::Error::from(io::ErrorKind::PermissionDenied)));
            }
            _ => {}
        }
        let folder = match real.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        // The system's own words for a folder that is not there; those of `tempfile` would name a
        // file that only we know of.
        fs::metadata(folder).map_err(refused)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".tabuleiro-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = Temporary::new(&builder, folder);
        let file = file.map_err(|error| refused(error.kind().into()))?;
        if let Ok(about) = old {
            // The new file keeps the permissions of the old one.
            file.permit(about.permissions()).map_err(refused)?;
        }
        Ok(Place::File(BufWriter::new(file), real))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.place {
            Place::Standard(out) => out.write(bytes),
            Place::File(out, _) => out.write(bytes),
            Place::Device(out) => out.write(bytes).map_err(unwritten),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.place {
            Place::File(out, _) => out.flush(),
            Place::Standard(_) | Place::Device(_) => self.deliver(),
        }
    }
}

/// What is said beside the results, as JSON: the command and the puzzle that it is about, if it is to
/// be JSON. Set once, before anything is said.
static SAID_AS_JSON: OnceLock<Option<(String, String)>> = OnceLock::new();

/// Makes everything said from here on JSON objects, about this command and puzzle.
pub(crate) fn say_json(command: &str, puzzle: &str) {
    let _ = SAID_AS_JSON.set(Some((command.to_owned(), puzzle.to_owned())));
}

/// An object on a line of standard error, if that is asked for.
fn said(name: &str, value: Value) -> bool {
    let Some(Some((command, puzzle))) = SAID_AS_JSON.get() else { return false };
    // What was not understood has no name.
    let named = |word: &String| Some(word.clone()).filter(|word| !word.is_empty());
    let mut object = json!({
        "version": env!("CARGO_PKG_VERSION"), "command": named(command), "puzzle": named(puzzle),
    });
    object[name] = value;
    let _ = writeln!(io::stderr(), "{object}");
    true
}

/// A line for people on standard error. Where it cannot be written, the results still are.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Tells people something beside the results.
pub(crate) fn note(text: &str, lang: Lang) {
    if !said("note", text.into()) {
        tell(&format!("{}: {text}", lang.say("diagnostic.note")));
    }
}

/// Prints a diagnostic on standard error, coloured if a terminal is there, or as an object.
pub(crate) fn report(diagnostic: &Diagnostic, lang: Lang) {
    if said("error", diagnostic.json(lang)) {
        return;
    }
    let red = AnsiColor::Red.on_default().bold();
    let blue = AnsiColor::Blue.on_default().bold();
    let mut coloured = String::new();
    for (i, line) in diagnostic.render(lang).lines().enumerate() {
        // The head of a line is the part that is the same in every diagnostic.
        let head = match line.trim_start() {
            _ if i == 0 => line.find(':').map_or(0, |at| at + 1),
            frame if frame.starts_with("-->") => line.find("-->").map_or(0, |at| at + 3),
            frame if frame.starts_with("= ") => line.find(':').map_or(0, |at| at + 1),
            _ => line.find('|').map_or(0, |at| at + 1),
        };
        let style = if i == 0 { red } else { blue };
        let (head, rest) = line.split_at(head);
        coloured += &painted(head, style);
        let marks = rest.trim_start().starts_with(['^', '-']) && head.trim_start().starts_with('|');
        coloured += &if marks { painted(rest, red) } else { rest.to_owned() };
        coloured.push('\n');
    }
    let _ = anstream::stderr().write_all(coloured.as_bytes());
}

/// Text with a style around it, if there is text.
pub(crate) fn painted(text: &str, style: Style) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}
