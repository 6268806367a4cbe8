//! What a program takes, and those that it starts: time on the clock, time of processors, memory.

use std::process::{Child, Command, Stdio};
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
    // What it prints is a line: the pipe holds it until it is read.
    let running = |child: &mut Child| child.try_wait().is_ok_and(|end| end.is_none());
    while {
        let all = family(child.id());
        processor = f64::max(processor, all.iter().map(|&process| worked(process)).sum());
        megabytes = f64::max(megabytes, all.iter().map(|&process| held(process)).sum());
        running(&mut child)
    } {
        std::thread::sleep(Duration::from_millis(2));
    }
    let seconds = start.elapsed().as_secs_f64();
    let output = child.wait_with_output().expect("a program that ran");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text, Took { seconds, processor, megabytes })
}

fn told(process: u32, file: &str) -> String {
    std::fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default()
}

/// A process and those it has started.
fn family(process: u32) -> Vec<u32> {
    let children = told(process, &format!("task/{process}/children"));
    let children = children.split_whitespace().filter_map(|child| child.parse().ok());
    children.chain([process]).collect()
}

/// Seconds of processors.
fn worked(process: u32) -> f64 {
    // Behind the name, which may hold anything, come eleven fields and the two that count.
    let stat = told(process, "stat");
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// The most megabytes so far.
fn held(process: u32) -> f64 {
    let status = told(process, "status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().split(' ').next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1e3
}
