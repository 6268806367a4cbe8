//! The whole program from file to verified answer: its time against one read of the file through a
//! map, and its private memory.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::machine;
use crate::stopwatch::best;

/// The squares of the board.
const SQUARES: f64 = 1e8;

pub(crate) fn measure() {
    let program = machine::program();
    let Ok(scratch) = tempfile::tempdir() else { return };
    let file = scratch.path().join("board.txt");
    let made = Command::new(&program)
        .args(["lost-knight", "generate", "--size", "10000x10000", "--blocked", "70%", "--far"])
        .arg("--output")
        .arg(&file)
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let solve = || {
        let mut command = Command::new(&program);
        command.args(["lost-knight", "solve", "--format", "coursework", "--quiet"]).arg(&file);
        command.stdout(Stdio::null());
        command
    };
    let read = 1e3 * best(7, || read_through_a_map(&file));
    let solved = 1e3 * best(7, || assert!(solve().status().is_ok_and(|status| status.success())));
    println!(
        "\n10000x10000, 70 %: file to verified answer {solved:.0} ms, the file read once through a \
         map {read:.1} ms: {:.1}x",
        solved / read
    );
    match peak(solve()) {
        Some(bytes) => println!(
            "private memory, path and verifier included: {:.1} MB, {:.2} bits a square",
            bytes / 1e6,
            bytes * 8.0 / SQUARES
        ),
        None => println!("private memory: not told by this system"),
    }
}

/// Maps the file and looks at each of its bytes once, eight at a time.
#[allow(unsafe_code, reason = "a map is only as constant as its file")]
fn read_through_a_map(path: &Path) {
    let file = File::open(path).expect("the file was just written");
    // SAFETY: the file is ours, in a folder made for it, and it is not written to any more.
    let map = unsafe { memmap2::MmapOptions::new().populate().map(&file) }.expect("a map");
    let eights = map.as_chunks::<8>().0;
    std::hint::black_box(eights.iter().fold(0, |sum, eight| sum ^ u64::from_le_bytes(*eight)));
}

/// The most memory that a program has for itself while it runs, looked at every millisecond.
fn peak(mut command: Command) -> Option<f64> {
    let mut child = command.spawn().ok()?;
    let status = format!("/proc/{}/status", child.id());
    let mut most: Option<f64> = None;
    while let Ok(None) = child.try_wait() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kilobytes = line.and_then(|rest| rest.trim().strip_suffix(" kB")?.parse::<f64>().ok());
        most = kilobytes.map(|now| now * 1024.0).into_iter().chain(most).reduce(f64::max);
        thread::sleep(Duration::from_millis(1));
    }
    most
}
