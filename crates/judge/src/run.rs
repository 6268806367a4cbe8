//! One run of a program: started by the launcher in a process group of its own, watched, and measured.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Processor time of the program and of all that it waits for.
    pub cpu: Duration,
    /// Bytes of memory that it holds at a time.
    pub memory: u64,
    /// Whether the address space is limited to that, too. Programs on virtual machines, such as Java's,
    /// reserve far more than they hold, and do not start then.
    pub hard: bool,
    /// Bytes of its output.
    pub output: u64,
    /// Whether files and connections are confined.
    pub confined: bool,
}

impl Default for RunLimits {
    fn default() -> Self {
        RunLimits {
            cpu: Duration::from_secs(10),
            memory: 2 << 30,
            hard: false,
            output: 8 << 20,
            confined: true,
        }
    }
}

impl RunLimits {
    /// The time on the clock after which a program is ended that uses no processor: more than it
    /// could need on a machine that others use, too.
    pub fn wall(&self) -> Duration {
        self.cpu.saturating_mul(3).saturating_add(Duration::from_secs(2))
    }
}

/// A program to be run.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name and its arguments.
    pub words: Vec<OsString>,
    /// The folder that it is run in, and the only one that it may write to.
    pub folder: PathBuf,
    /// What it is given as standard input.
    pub input: Arc<Vec<u8>>,
    /// Folders that it may read, beside the system's and its own.
    pub readable: Vec<PathBuf>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With this exit code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
    /// Too much processor time, or none for too long.
    Time,
    /// Too much memory.
    Memory,
    /// Too many processes.
    Processes,
    /// Too much output.
    Output,
    /// Somebody stopped the judge.
    Cancelled,
    /// It could not be started, for this reason.
    NotStarted(String),
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// What it wrote to standard output.
    pub output: Vec<u8>,
    /// The beginning of what it wrote to standard error.
    pub errors: String,
    /// Processor time.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// The most memory that it held.
    pub peak: u64,
    /// Whether files and connections were confined: `on`, `partly` or `off`; empty where nothing ran.
    pub confined: String,
}

impl Ran {
    fn not_started(reason: String) -> Self {
        Ran {
            ended: Ended::NotStarted(reason),
            output: Vec::new(),
            errors: String::new(),
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
            peak: 0,
            confined: String::new(),
        }
    }
}

/// Processes that a program may have at a time.
pub const MOST_PROCESSES: usize = 256;

/// A signal as people know it: by its number and, where that is the same on all systems, its name.
pub fn signal_text(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        _ => return signal.to_string(),
    };
    format!("{signal} ({name})")
}

/// Runs a program within limits.
pub fn run(program: &Program, limits: &RunLimits, cancel: &Arc<AtomicBool>) -> Ran {
    #[cfg(unix)]
    let ran = unix::run(program, limits, cancel).map_err(|error| error.to_string());
    #[cfg(not(unix))]
    let ran = {
        let _ = (program, limits, cancel);
        Err("programs are run on Unix alone".to_owned())
    };
    ran.unwrap_or_else(Ran::not_started)
}

#[cfg(unix)]
#[path = "run_unix.rs"]
mod unix;
