//! What can go wrong outside of memory: with files, and with other processes.

use std::io;
use std::path::{Path, PathBuf};

/// Why layers could not be written, read or exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub flaw: Flaw,
    /// The file or folder it is about.
    pub path: PathBuf,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The system refused, in its words.
    System(String),
    /// The bytes are not those that were written.
    Damaged,
    /// It belongs to another count, or to another version of this program.
    Foreign,
    /// There is nothing to go on from.
    Nothing,
    /// A new count would write over one that could go on.
    Taken,
    /// Another run is at work in it: its process and host, where they are known.
    Locked(Option<(String, String)>),
}

impl Fault {
    pub(crate) fn new(flaw: Flaw, path: &Path) -> Self {
        Fault { flaw, path: path.to_owned() }
    }

    /// What to make of an error about a file.
    pub(crate) fn of(path: &Path) -> impl Fn(io::Error) -> Fault + '_ {
        |error| match error.kind() {
            // A file that ends too early is not the file that was written.
            io::ErrorKind::UnexpectedEof => Fault::new(Flaw::Damaged, path),
            _ => Fault::new(Flaw::System(error.to_string()), path),
        }
    }
}
