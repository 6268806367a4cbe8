//! Runs of the program, and whether they kept their limits.

use std::fs;
use std::io::{Read, Seek};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The limits of a command.
pub(crate) const LIMITS: [&str; 4] = ["--time-limit", "300ms", "--memory-limit", "64MiB"];
/// Bytes that the program may claim, and beyond them: a tenth, and what it holds by itself.
const MEMORY: u64 = 64 << 20;
const MOST_MEMORY: u64 = MEMORY + MEMORY / 10 + (48 << 20);
/// Time of a processor that a run may take: its limit, and enough for slow builds to stop in.
const TIME: Duration = Duration::from_millis(300);
pub(crate) const MOST_TIME: Duration = Duration::from_secs(3);
/// A run that takes longer does not end at all, however busy the machine is.
const HANG: Duration = Duration::from_secs(120);

/// A run of the program, about to begin. Addresses are limited too, far above the memory limit, so that
/// a fault here takes no machine down.
pub(crate) fn program(words: &[String]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_tabuleiro")]);
    command.args(words).args(["--lang", "en", "--threads", "2"]);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// What is wrong with a run that was started and may take so much time of the processors, once it has ended; nothing
/// if all is well.
pub(crate) fn faults(mut child: Child, mut stderr: fs::File, most: Duration) -> Vec<String> {
    let (begin, mut memory, mut time) = (Instant::now(), 0, Duration::ZERO);
    let mut faults = Vec::new();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        let (held, taken) = used(child.id());
        (memory, time) = (held.max(memory), taken.max(time));
        let lost = begin.elapsed() > HANG || time > 4 * most || memory > 8 * MOST_MEMORY;
        if lost && faults.is_empty() {
            faults.push("was killed".to_owned());
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let mut told = String::new();
    stderr.rewind().unwrap();
    stderr.read_to_string(&mut told).unwrap();
    if !matches!(status.code(), Some(0..=3 | 130)) {
        faults.push(format!("ended with {status}: {told}"));
    }
    if told.contains("panicked") {
        faults.push(told);
    }
    if memory > MOST_MEMORY {
        faults.push(format!("held {} MB", memory / 1_000_000));
    }
    if time > most {
        faults.push(format!("took {time:?} of the processors"));
    }
    faults
}

/// The most memory that a process has held, and the processors' time that it has taken.
fn used(process: u32) -> (u64, Duration) {
    let read = |name: &str| fs::read_to_string(format!("/proc/{process}/{name}"));
    let status = read("status").unwrap_or_default();
    let held = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let held = held.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    // After the name, which may hold blanks: state, eleven other fields, then both times in 10 ms.
    let stat = read("stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let times = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok());
    (held.unwrap_or(0) * 1024, Duration::from_millis(10 * times.sum::<u64>()))
}

/// Whether a process catches signals: before, what starts the program is ended by them.
fn catches_signals(process: u32) -> bool {
    const TERM: u64 = 1 << (15 - 1);
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0) & TERM != 0
}

/// Runs the program with each of these words, several at a time; none breaks its limits.
pub(crate) fn obeyed(runs: Vec<Vec<String>>) {
    let (runs, wrong) = (Mutex::new(runs), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(words) = { runs.lock().unwrap().pop() } {
                    let stderr = tempfile::tempfile().unwrap();
                    let child = program(&words).stderr(stderr.try_clone().unwrap()).spawn();
                    // Memory alone is limited where no time is.
                    let timed = words.iter().any(|word| word == LIMITS[0]);
                    let most = if timed { MOST_TIME } else { HANG };
                    let faults = faults(child.unwrap(), stderr, most);
                    if !faults.is_empty() {
                        wrong.lock().unwrap().push(format!("{}: {faults:?}", words.join(" ")));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} runs:\n{}", wrong.len(), wrong.join("\n"));
}

/// Ends a run by a signal once it is under way, and tells what is wrong with how it ended.
pub(crate) fn interrupted(words: &[String], signal: &str, stdin: Stdio) -> Vec<String> {
    let stderr = tempfile::tempfile().unwrap();
    let mut child =
        program(words).stdin(stdin).stderr(stderr.try_clone().unwrap()).spawn().unwrap();
    std::thread::sleep(TIME);
    while !catches_signals(child.id()) && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    let id = child.id().to_string();
    let _ = Command::new("kill").args([signal, &id]).stderr(Stdio::null()).status();
    faults(child, stderr, MOST_TIME)
}
