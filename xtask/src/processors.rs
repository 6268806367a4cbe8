//! The tests of the engines and puzzles on a processor of another kind, which QEMU imitates. Fetches the standard
//! library from rustup and says what else is missing.

use std::process::Command;

use crate::{cargo, run};

const TARGET: &str = "aarch64-unknown-linux-gnu";
const LINKER: &str = "aarch64-linux-gnu-gcc";
const QEMU: &str = "qemu-aarch64 -L /usr/aarch64-linux-gnu";

/// What has kernels of its own for wide vectors, or counts what the processor must not change.
const PACKAGES: [&str; 7] = [
    "search",
    "lost-knight-rules",
    "lost-knight",
    "futoshiki-rules",
    "futoshiki",
    "tour-rules",
    "tour",
];

/// The one test that asks the system for the memory of its process: most of that is QEMU's.
const QEMUS_MEMORY: &str = "layers_that_spill_hold_no_more_memory_than_they_may";

const MISSING: &str = "\
tests on another processor need a linker and libraries for it, and QEMU:
`apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user`";

pub(crate) fn tests() -> Result<(), String> {
    let is_there = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    if !is_there(LINKER) || !is_there("qemu-aarch64") {
        return Err(MISSING.to_owned());
    }
    run(Command::new("rustup").args(["target", "add", TARGET]))?;
    let packages = PACKAGES.map(|name| format!("--package tabuleiro-{name}")).join(" ");
    let env = [
        ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER),
        ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", QEMU),
    ];
    let tests = format!("test --quiet --no-fail-fast --target {TARGET} {packages}");
    cargo(&format!("{tests} -- --skip {QEMUS_MEMORY}"), &env)
}
