//! The files of the repository, for tests about how it is written.
#![allow(dead_code, reason = "every test takes some of these")]

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every file below the crates, the chores, the peers and the fuzzer whose name ends so.
pub(crate) fn files(ending: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let folders = ["crates", "xtask", "peers", "fuzz"];
    let mut open: Vec<PathBuf> = folders.map(|name| root().join(name)).into();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                // What npm brings for the tests of the page is not ours.
                if !path.ends_with("node_modules") {
                    open.push(path);
                }
            } else if path.to_string_lossy().ends_with(ending) {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

/// The sources of the crates, without tests and benches.
pub(crate) fn sources() -> impl Iterator<Item = (PathBuf, String)> {
    let is_source = |path: &Path| path.components().any(|part| part.as_os_str() == "src");
    files(".rs").into_iter().filter(move |(path, _)| path.starts_with("crates") && is_source(path))
}
