//! What a program takes: time on the clock, time of processors, memory.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What one run took.
#[derive(Clone, Copy)]
pub(crate) struct Took {
    /// Seconds on the clock.
    pub(crate) seconds: f64,
    /// Seconds of all processors, as far as the system told.
    pub(crate) processor: f64,
    /// The most memory it had, in megabytes, as far as the system told.
    pub(crate) megabytes: f64,
}

/// The kernel counts processor time in these parts of a second, whatever its own clock.
const TICKS: f64 = 100.0;

/// Runs a program to its end; what it printed, and what it took. Linux tells memory and processor
/// time while it runs, so it is asked often.
pub(crate) fn run(command: &mut Command) -> (String, Took) {
    let start = Instant::now();
    let mut child = command.stdout(Stdio::piped()).spawn().expect("a program that starts");
    let (mut processor, mut megabytes) = (0.0, 0.0);
    let process = child.id();
    let ask = |file: &str| std::fs::read_to_string(format!("/proc/{process}/{file}"));
    let mut asked = || {
        let status = ask("status").unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|peak| peak.trim().split(' ').next()?.parse::<f64>().ok());
        megabytes = kilobytes.map_or(megabytes, |kilobytes| kilobytes / 1e3);
        let stat = ask("stat").unwrap_or_default();
        // Behind the name, which may hold anything, come eleven fields and the two that count.
        let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
        let ticks: f64 =
            fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
        processor = f64::max(processor, ticks / TICKS);
    };
    // What it prints is a line: the pipe holds it until it is read.
    let running = |child: &mut std::process::Child| child.try_wait().is_ok_and(|end| end.is_none());
    while {
        asked();
        running(&mut child)
    } {
        std::thread::sleep(Duration::from_millis(2));
    }
    let seconds = start.elapsed().as_secs_f64();
    let output = child.wait_with_output().expect("a program that ran");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, Took { seconds, processor, megabytes })
}
