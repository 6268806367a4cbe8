//! `page`: the page as a folder that any host of files can serve.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use clap::ArgMatches;
use tabuleiro::locale::{Lang, Message};
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::exit::{Exit, Fault};
use crate::temporary::Temporary;

/// The folder if none is named.
const FOLDER: &str = "tabuleiro-page";
/// The library in the page, where it lies beside the program.
const LIBRARY: &str = "library.wasmz";

pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<Exit, Fault> {
    let library = match matches.get_one::<String>("library") {
        Some(name) => Some(fs::read(name).map_err(|reason| {
            Diagnostic::new("I0001").in_file(name).with("reason", reason.to_string())
        })?),
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
