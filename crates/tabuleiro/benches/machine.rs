//! Where figures are from: the machine, and the program that was built on it.

use std::path::{Path, PathBuf};

/// The machine in a line, for no figure means anything without it.
pub(crate) fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("machine: {model}, {cores} cores, {}", std::env::consts::OS)
}

/// The program of the same build: a bench lies in target/release/deps, the program in
/// target/release.
pub(crate) fn program() -> PathBuf {
    let bench = std::env::current_exe().expect("a bench that runs");
    let folder = bench.parent().and_then(Path::parent).expect("a folder of builds");
    let program = folder.join("tabuleiro");
    assert!(program.exists(), "{} is missing: cargo build --release", program.display());
    program
}
