//! Folders that tests work in.

use std::fs;
use std::path::Path;

/// Copies a folder with all that is in it, but for what the compilers of its programs leave.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else if entry.file_name() != "program" {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
