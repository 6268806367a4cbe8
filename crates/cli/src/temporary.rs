//! Files that do not outlive the program: not even when a second Ctrl-C ends it at once.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, TempPath};

/// Those that are there now.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes them all and ends the program. Whoever is about to make another one waits, and is ended.
pub(crate) fn remove_and_exit(code: i32) -> ! {
    let files = open();
    for path in &*files {
        let _ = fs::remove_file(path);
    }
    std::process::exit(code)
}

/// A file that is removed unless it is given a name to keep.
pub(crate) struct Temporary {
    /// Nothing once it is closed.
    file: Option<fs::File>,
    name: Option<TempPath>,
    path: PathBuf,
}

impl Temporary {
    /// Makes one in a folder.
    pub(crate) fn new(builder: &Builder<'_, '_>, folder: &Path) -> io::Result<Self> {
        let mut files = open();
        let (file, name) = builder.tempfile_in(folder)?.into_parts();
        let path = name.to_path_buf();
        files.push(path.clone());
        Ok(Temporary { file: Some(file), name: Some(name), path })
    }

    /// Sets who may read and write it.
    pub(crate) fn permit(&self, permissions: fs::Permissions) -> io::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.set_permissions(permissions))
    }

    /// Lets go of what the system holds for an open file: a process may have few of them.
    pub(crate) fn close(&mut self) {
        self.file = None;
    }

    /// Gives it this name, in place of any file that has it.
    pub(crate) fn persist(mut self, name: &Path) -> io::Result<()> {
        let file = self.name.take().expect("there until here");
        file.persist(name).map_err(|error| error.error)
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().expect("there until it is closed").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut files = open();
        // Removed before it is forgotten.
        drop(self.name.take());
        files.retain(|path| *path != self.path);
    }
}
