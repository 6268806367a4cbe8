//! A lock on a folder of kept layers: two runs in one folder would remove each other's files.
//!
//! The lock is the system's and ends with the process that holds it, however that ends. So a lock
//! file that a killed process has left stands in nobody's way; what is written in it tells people
//! who holds the lock.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use super::fault::{Fault, Flaw};

/// Bytes of a lock file that are read: a process and the name of a host, and no more.
const MOST: u64 = 512;

/// Locks `folder` by a file in it, until the file is closed. Nothing on systems without locks.
pub(crate) fn lock(folder: &Path, name: &str) -> Result<Option<File>, Fault> {
    let path = folder.join(name);
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = file.map_err(Fault::of(&path))?;
    match file.try_lock() {
        Ok(()) => {
            // The lock holds whether or not this can be written.
            let _ = file.set_len(0);
            let _ = writeln!(file, "{} {}", std::process::id(), host());
            Ok(Some(file))
        }
        Err(TryLockError::WouldBlock) => {
            let mut text = String::new();
            let _ = file.take(MOST).read_to_string(&mut text);
            let holder = text.trim().split_once(' ');
            let holder = holder.map(|(process, host)| (process.to_owned(), host.to_owned()));
            Err(Fault::new(Flaw::Locked(holder), folder))
        }
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(None),
        Err(TryLockError::Error(error)) => Err(Fault::of(&path)(error)),
    }
}

/// The name of this machine, for people; `?` where the system does not tell it in a file.
fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname");
    let name = name.or_else(|_| fs::read_to_string("/etc/hostname")).unwrap_or_default();
    let name = name.split_whitespace().next().unwrap_or("?");
    name.chars().take(64).collect()
}
