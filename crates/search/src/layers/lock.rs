//! A lock on a folder of kept layers: two runs in one folder would remove each other's files.
//!
//! The lock is the system's and ends with the process that holds it, however that ends. So a lock
//! file that a killed process has left does no harm; what is written in it tells people
//! who holds the lock.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::time::Duration;

use super::fault::{Fault, Flaw};

/// Bytes of a lock file that are read: a process and the name of a host, and no more.
const MOST: u64 = 512;
/// How often it is read until it says something, and the time between.
const LOOKS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// Locks `folder` by a file in it, until the file is closed. Nothing on systems without locks.
pub(crate) fn lock(folder: &Path, name: &str) -> Result<Option<File>, Fault> {
    let path = folder.join(name);
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(&path);
    let mut file = file.map_err(Fault::of(&path))?;
    match file.try_lock() {
        Ok(()) => {
            let holder = format!("{} {}\n", std::process::id(), host());
            // The lock holds whether or not this can be written.
            let _ = file.set_len(0).and_then(|()| file.write_all(holder.as_bytes()));
            Ok(Some(file))
        }
        Err(TryLockError::WouldBlock) => Err(Fault::new(Flaw::Locked(holder(&path)), folder)),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(None),
        Err(TryLockError::Error(error)) => Err(Fault::of(&path)(error)),
    }
}

/// Who holds a lock, its process and host; one that has only just got it is still about to say so.
fn holder(path: &Path) -> Option<(String, String)> {
    for _ in 0..LOOKS {
        let mut text = String::new();
        let read = File::open(path).and_then(|file| file.take(MOST).read_to_string(&mut text));
        if let (Ok(_), Some((process, host))) = (read, text.trim().split_once(' ')) {
            return Some((process.to_owned(), host.to_owned()));
        }
        std::thread::sleep(PAUSE);
    }
    None
}

/// The name of this machine, for people; `?` where the system has no file with it.
fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname");
    let name = name.or_else(|_| fs::read_to_string("/etc/hostname")).unwrap_or_default();
    let name = name.split_whitespace().next().unwrap_or("?");
    name.chars().take(64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_refused_is_told_who_holds_the_lock() {
        let folder = std::env::temp_dir().join(format!("tabuleiro-lock-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder of ours");
        let held = lock(&folder, "lock").expect("nobody holds it");
        let said = fs::read_to_string(folder.join("lock")).expect("a file of ours");
        let name = std::process::Command::new("uname").arg("-n").output();
        if let (true, Ok(name)) = (cfg!(target_os = "linux"), name) {
            let name = String::from_utf8_lossy(&name.stdout).into_owned();
            assert_eq!(said, format!("{} {name}", std::process::id()));
        }
        let refused = lock(&folder, "lock").map(|_| ()).expect_err("it is held");
        let holder = holder(&folder.join("lock")).expect("it says who");
        assert_eq!(holder.0, std::process::id().to_string());
        assert!(matches!(refused.flaw, Flaw::Locked(Some(who)) if who == holder));
        drop(held);
        assert!(lock(&folder, "lock").is_ok());
        fs::remove_dir_all(&folder).expect("a folder of ours");
    }
}
