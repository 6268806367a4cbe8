//! The fuzzer: libFuzzer by way of cargo-fuzz, on the stable toolchain. Installs cargo-fuzz where it is
//! missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run;

/// Seconds for all targets together unless a number of runs is asked for.
const SECONDS: usize = 60;

/// Bytes of an input, megabytes that a target may hold and seconds that a run may take: a small input
/// must not need more, even on a busy machine.
const BOUNDS: [&str; 3] = ["-max_len=1024", "-rss_limit_mb=1024", "-timeout=10"];

/// Fuzzes one target or all: `[TARGET] [--runs N]`.
pub(crate) fn fuzz(words: &[&str]) -> Result<(), String> {
    let (target, runs) = match *words {
        [] => (None, None),
        ["--runs", runs] => (None, Some(runs)),
        [target] => (Some(target), None),
        [target, "--runs", runs] => (Some(target), Some(runs)),
        _ => return Err("cargo xtask fuzz [TARGET] [--runs N]".to_owned()),
    };
    build()?;
    let targets = targets(target)?;
    let effort = match runs {
        Some(runs) => format!("-runs={runs}"),
        None => format!("-max_total_time={}", SECONDS / targets.len()),
    };
    targets.iter().try_for_each(|target| attack(target, &effort))
}

/// The part of the test command: every target for some seconds. Where there is no fuzzer, the corpus
/// was run by the plain tests.
pub(crate) fn minute() -> Result<(), String> {
    if let Err(reason) = build() {
        eprintln!("{reason}: not fuzzed, the corpus was run by plain tests");
        return Ok(());
    }
    fuzz(&[])
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where the programs are built, and where the inputs that they find are kept.
fn target_folder() -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    folder.unwrap_or_else(|| root().join("target")).join("fuzz")
}

/// The target of this name, or all of them.
fn targets(name: Option<&str>) -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let stem = |entry: fs::DirEntry| Some(entry.path().file_stem()?.to_str()?.to_owned());
    let mut all: Vec<String> = entries.flatten().filter_map(stem).collect();
    all.sort();
    match name {
        None => Ok(all),
        Some(name) if all.iter().any(|known| known == name) => Ok(vec![name.to_owned()]),
        Some(name) => Err(format!("no target is called {name}: {}", all.join(", "))),
    }
}

/// `cargo fuzz` with how the programs are built. No sanitizer: those need the nightly toolchain, and
/// there is hardly any unsafe code for them to watch.
fn cargo_fuzz(verb: &str) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(["fuzz", verb, "--sanitizer", "none", "--codegen-units", "16", "--fuzz-dir"]);
    command.arg(root().join("fuzz")).arg("--target-dir").arg(target_folder());
    command
}

fn build() -> Result<(), String> {
    let mut version = Command::new(env!("CARGO"));
    version.args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|status| status.success()) {
        eprintln!("cargo install cargo-fuzz");
        run(Command::new(env!("CARGO")).args(["install", "--quiet", "--locked", "cargo-fuzz"]))?;
    }
    eprintln!("cargo fuzz build");
    run(&mut cargo_fuzz("build"))
}

/// Runs a target, from the corpus and from what earlier runs have found. An input that it fails on is
/// kept in `fuzz/artifacts`.
fn attack(target: &str, effort: &str) -> Result<(), String> {
    let found = target_folder().join("corpus").join(target);
    fs::create_dir_all(&found).map_err(|error| format!("{}: {error}", found.display()))?;
    let fuzz = root().join("fuzz");
    let dictionary = fuzz.join("dictionaries").join(format!("{target}.dict"));
    // Bytes that are no text have no words.
    let dictionary = dictionary.exists().then(|| format!("-dict={}", dictionary.display()));
    eprintln!("cargo fuzz run {target} {effort}");
    run(cargo_fuzz("run")
        .arg(target)
        .args([found, fuzz.join("corpus").join(target)])
        .args(["--", effort, "-verbosity=0", "-print_final_stats=1"])
        .args(BOUNDS)
        .args(dictionary))
}
