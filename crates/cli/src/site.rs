//! `page`: the page as a folder that any host of files can serve.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use clap::ArgMatches;
use search::{Limit, Limits};
use tabuleiro::contract::RunError;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::arguments::cancel;
use crate::exit::{Exit, Fault};
use crate::input;
use crate::temporary::Temporary;

/// The folder if none is named.
const FOLDER: &str = "tabuleiro-page";
/// The library in the page, where it lies beside the program.
const LIBRARY: &str = "library.wasmz";
/// Bytes that a library may have.
const LARGEST: u64 = 64 << 20;

pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<Exit, Fault> {
    let library = match matches.get_one::<String>("library") {
        Some(name) => Some(read(name)?),
        None => beside(),
    };
    let files = web::site(library)?;
    let folder = matches.get_one::<String>("output").map_or(FOLDER, String::as_str);
    let refused = |error: io::Error| {
        Diagnostic::new("I0010").in_file(folder).with("reason", error.to_string())
    };
    let path = Path::new(folder);
    fs::create_dir_all(path).map_err(refused)?;
    // The page itself comes last: what it needs is there before.
    let (last, first): (Vec<_>, Vec<_>) =
        files.iter().partition(|(name, _)| ["index.html", "service.js"].contains(&name.as_str()));
    for (name, bytes) in first.into_iter().chain(last) {
        write(path, name, bytes).map_err(refused)?;
    }
    let bytes = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    let done = Message::new("site.written").with("n", files.len() as u64);
    let done = done.with("folder", folder).with("bytes", tell::bytes(bytes, lang));
    writeln!(io::stdout(), "{}", done.text(lang))?;
    Ok(Exit::Yes)
}

/// The library in a file that was named.
fn read(name: &str) -> Result<Vec<u8>, Fault> {
    let limits = Limits { memory: Some(LARGEST), cancel: Some(cancel()), ..Limits::default() };
    match input::source(name, &limits) {
        Ok(source) => Ok(source.bytes().to_vec()),
        Err(RunError::Invalid(fault)) => Err(fault.into()),
        Err(RunError::Limit(Limit::Memory { .. })) => {
            let reason = io::ErrorKind::FileTooLarge.to_string();
            Err(Diagnostic::new("I0007").in_file(name).with("reason", reason).into())
        }
        Err(RunError::Limit(limit)) => {
            Err(Diagnostic::limited(limit, &limits).in_file(name).into())
        }
    }
}

/// The library, if it lies beside the program.
fn beside() -> Option<Vec<u8>> {
    let program = std::env::current_exe().ok()?;
    fs::read(program.with_file_name(LIBRARY)).ok()
}

/// Writes a file, whole or not at all.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tabuleiro-");
    let mut file = Temporary::new(&builder, folder)?;
    io::Write::write_all(&mut file, bytes)?;
    #[cfg(unix)]
    {
        // What a server hands out, anybody may read.
        use std::os::unix::fs::PermissionsExt;
        file.permit(fs::Permissions::from_mode(0o644))?;
    }
    file.persist(&folder.join(name))
}
