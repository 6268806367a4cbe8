//! Where results go: standard output, or a file that is written whole or not at all. What is meant
//! for people beside the results goes to standard error.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use tabuleiro::locale::Lang;
use tabuleiro::text::Diagnostic;
use tempfile::NamedTempFile;

use crate::exit::Fault;

/// A place for results.
pub(crate) enum Output {
    /// Standard output.
    Standard(BufWriter<io::Stdout>),
    /// A file that appears when all is written.
    File(BufWriter<NamedTempFile>, PathBuf),
    /// A device or pipe, which cannot be replaced by a file.
    Device(BufWriter<fs::File>),
}

impl Output {
    /// Opens the file, or standard output, before any work is done.
    pub(crate) fn open(path: Option<&str>) -> Result<Self, Diagnostic> {
        let Some(path) = path.map(Path::new) else {
            return Ok(Output::Standard(BufWriter::new(io::stdout())));
        };
        let refused = |error: io::Error| {
            let name = path.display().to_string();
            Diagnostic::new("I0010").in_file(name).with("reason", error.to_string())
        };
        match fs::metadata(path) {
            Ok(about) if about.is_dir() => {
                return Err(refused(io::Error::from(io::ErrorKind::IsADirectory)));
            }
            Ok(about) if !about.is_file() => {
                let device = fs::OpenOptions::new().write(true).open(path).map_err(refused)?;
                return Ok(Output::Device(BufWriter::new(device)));
            }
            // A file that must not be written is not replaced either.
            Ok(about) if about.permissions().readonly() => {
                return Err(refused(io::Error::from(io::ErrorKind::PermissionDenied)));
            }
            _ => {}
        }
        let folder = match path.parent() {
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
        let file = builder.tempfile_in(folder).map_err(|error| refused(error.kind().into()))?;
        Ok(Output::File(BufWriter::new(file), path.to_owned()))
    }

    /// Makes what was written final.
    pub(crate) fn finish(self) -> Result<(), Fault> {
        match self {
            Output::Standard(mut out) => Ok(out.flush()?),
            Output::Device(mut out) => Ok(out.flush()?),
            Output::File(out, path) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.persist(path).map_err(|error| error.error)?;
                Ok(())
            }
        }
    }

    /// Hands over what was written so far: whoever waits for this answer shall not wait for the next
    /// one too.
    pub(crate) fn deliver(&mut self) -> io::Result<()> {
        match self {
            Output::Standard(out) => out.flush(),
            Output::Device(out) => out.flush(),
            Output::File(..) => Ok(()),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Standard(out) => out.write(bytes),
            Output::File(out, _) => out.write(bytes),
            Output::Device(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Standard(out) => out.flush(),
            Output::File(out, _) => out.flush(),
            Output::Device(out) => out.flush(),
        }
    }
}

/// Prints a diagnostic on standard error, coloured if a terminal is there.
pub(crate) fn report(diagnostic: &Diagnostic, lang: Lang) {
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
