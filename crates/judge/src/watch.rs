//! The launcher's watch over the program that it starts: processor time, the clock, memory and processes, of the
//! program and of all its descendants.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use wait4::Wait4;

use crate::launch::Launch;
use crate::run::MOST_PROCESSES;
use crate::tree::{self, Usage};

/// How a run ended, as it is reported: a word and a number, then the processor time and the time on the clock, in
/// microseconds, and the most memory held, in bytes.
pub(crate) const EXIT: &str = "exit";
pub(crate) const SIGNAL: &str = "signal";
pub(crate) const TIME: &str = "time";
pub(crate) const MEMORY: &str = "memory";
pub(crate) const PROCESSES: &str = "processes";
pub(crate) const STOPPED: &str = "stopped";
pub(crate) const NOT_STARTED: &str = "not-started";

/// How often a program is looked at, at first and later.
const LOOKS: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(20)];

/// The program, as long as it is not waited for.
struct ProcessGroup {
    leader: Pid,
    /// Whether the leader is there to be waited for, so that its number is not reused.
    alive: Mutex<bool>,
    /// Why we ended it.
    why: Mutex<Option<&'static str>>,
}

impl ProcessGroup {
    fn end(&self, why: &'static str) {
        if let Ok(alive) = self.alive.lock()
            && *alive
        {
            if let Ok(mut known) = self.why.lock() {
                known.get_or_insert(why);
            }
            // A process that has exited already need not be ended.
            let _ = kill_process_group(self.leader, Signal::KILL);
        }
    }
}

/// Starts a program and waits for it; how it ended, as it is reported.
pub(crate) fn run(
    launch: &Launch,
    input: File,
    words: impl Iterator<Item = OsString>,
) -> io::Result<String> {
    tree::adopt();
    let begun = Instant::now();
    let mut words: Vec<OsString> = words.collect();
    let start = |words: &[OsString]| {
        let [program, arguments @ ..] = words else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(input.try_clone()?).process_group(0).spawn()
    };
    let mut child = match start(&words) {
        // A script without a head, which shells run all the same.
        Err(error) if error.raw_os_error() == Some(Errno::NOEXEC.raw_os_error()) => {
            words.insert(0, "sh".into());
            start(&words)?
        }
        started => started?,
    };
    let leader = Pid::from_child(&child);
    let group = ProcessGroup { leader, alive: Mutex::new(true), why: Mutex::new(None) };
    let (over, is_over) = channel::<()>();
    let is_left = listen();
    let (waited, wall, taken) = thread::scope(|scope| {
        let (group, is_left) = (&group, &is_left);
        let watch = scope.spawn(move || watched(group, launch, begun, is_left, &is_over));
        // The leader stays, as a zombie, until all of its group are ended.
        let waited = waitid(WaitId::Pid(leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
        let wall = begun.elapsed();
        let _ = kill_process_group(leader, Signal::KILL);
        if let Ok(mut alive) = group.alive.lock() {
            *alive = false;
        }
        drop(over);
        (waited, wall, watch.join().unwrap_or_default())
    });
    let used = child.wait4()?;
    waited?;
    tree::end_all();
    let cpu = (used.rusage.utime + used.rusage.stime).max(taken.cpu);
    let peak = used.rusage.maxrss.max(taken.memory);
    let why = group.why.into_inner().ok().flatten();
    let (word, number) = match (why, used.status.code(), used.status.signal()) {
        (Some(why), ..) => (why, 0),
        _ if peak > launch.memory => (MEMORY, 0),
        _ if cpu > Duration::from_millis(launch.cpu) => (TIME, 0),
        (.., Some(code), _) => (EXIT, code),
        (.., signal) => (SIGNAL, signal.unwrap_or_default()),
    };
    Ok(format!("{word} {number} {} {} {peak}", cpu.as_micros(), wall.as_micros()))
}

/// Whether the judge is gone, or wants the program to end: both close standard input.
fn listen() -> Arc<AtomicBool> {
    let is_left = Arc::new(AtomicBool::new(false));
    let left = is_left.clone();
    thread::spawn(move || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        left.store(true, Ordering::Relaxed);
    });
    is_left
}

/// Looks at a program until it is gone, and ends it when it takes too much; the most that was seen.
fn watched(
    group: &ProcessGroup,
    launch: &Launch,
    begun: Instant,
    is_left: &AtomicBool,
    is_over: &Receiver<()>,
) -> Usage {
    let (cpu, wall) = (Duration::from_millis(launch.cpu), Duration::from_millis(launch.wall));
    let mut most = Usage::default();
    for look in 0.. {
        if is_over.recv_timeout(LOOKS[usize::from(look > 10)]) != Err(RecvTimeoutError::Timeout) {
            break;
        }
        let now = tree::usage(group.leader, most.memory);
        most = most.max(now);
        if is_left.load(Ordering::Relaxed) {
            group.end(STOPPED);
        } else if now.memory > launch.memory {
            group.end(MEMORY);
        } else if now.processes > MOST_PROCESSES {
            group.end(PROCESSES);
        } else if now.cpu > cpu || begun.elapsed().saturating_sub(now.waited) > wall {
            // Waiting for a busy processor does not count against the program.
            group.end(TIME);
        }
    }
    most
}
