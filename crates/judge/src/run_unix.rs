//! How a program is run on Unix.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;
use tempfile::NamedTempFile;

use super::{Ended, Program, Ran, RunLimits};
use crate::launch::Launch;
use crate::watch;

/// Bytes of standard error that are kept.
const ERRORS: u64 = 1 << 16;
/// Bytes of the largest file that a program may write.
const FILE: u64 = 64 << 20;
/// How often somebody may stop the judge.
const LOOK: Duration = Duration::from_millis(20);
/// How long output is waited for when the program has ended.
const PATIENCE: Duration = Duration::from_millis(500);
/// Variables that programs are given.
const KEPT: [&str; 10] = [
    "PATH",
    "HOME",
    "USER",
    "LANG",
    "LC_ALL",
    "TZ",
    "JAVA_HOME",
    "PYENV_ROOT",
    "PYTHONPATH",
    "LD_LIBRARY_PATH",
];

pub(super) fn run(
    program: &Program,
    limits: &RunLimits,
    cancel: &Arc<AtomicBool>,
) -> io::Result<Ran> {
    let (mut report, mut input) = (NamedTempFile::new()?, NamedTempFile::new()?);
    input.write_all(&program.input)?;
    let mut child = start(program, limits, [report.path(), input.path()])?;
    // The program is ended when this is closed, or this process is gone.
    let mut tie = child.stdin.take();
    let (end, ended) = channel();
    let output = gather(child.stdout.take(), limits.output, Some(end.clone()));
    let errors = gather(child.stderr.take(), ERRORS, None);
    let waiting = thread::spawn(move || {
        let status = child.wait();
        let _ = end.send(Over::Gone);
        status
    });
    let mut why = None;
    loop {
        match ended.recv_timeout(LOOK) {
            Ok(Over::Gone) | Err(RecvTimeoutError::Disconnected) => break,
            Ok(Over::Full) => {
                why.get_or_insert(Ended::Output);
                tie = None;
            }
            Err(RecvTimeoutError::Timeout) if cancel.load(Ordering::Relaxed) => {
                why.get_or_insert(Ended::Cancelled);
                tie = None;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    drop(tie);
    waiting.join().map_err(|_| io::ErrorKind::Other)??;
    let kept = |from: Receiver<Vec<u8>>| -> Vec<u8> {
        let mut all = Vec::new();
        while let Ok(part) = from.recv_timeout(PATIENCE) {
            all.extend(part);
        }
        all
    };
    let (output, errors) = (kept(output), kept(errors));
    let errors = String::from_utf8_lossy(&errors).into_owned();
    let mut said = String::new();
    report.seek(SeekFrom::Start(0))?;
    report.read_to_string(&mut said)?;
    // Too much may have been written before the program ended by itself.
    let full = ended.try_iter().any(|over| matches!(over, Over::Full)).then_some(Ended::Output);
    Ok(Ran { output, errors, ..told(&said, why.or(full)) })
}

/// Why a run need not be waited for any longer.
enum Over {
    /// Its output is more than it may be.
    Full,
    /// It is gone.
    Gone,
}

/// What the launcher reports.
fn told(report: &str, ours: Option<Ended>) -> Ran {
    let (confined, line) = report.split_once('\n').unwrap_or(("off", report));
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let code = words.get(1).and_then(|word| word.parse().ok()).unwrap_or_default();
    let ended = match (words.first().copied(), ours) {
        (Some(watch::NOT_STARTED), _) => return Ran::not_started(words[1..].join(" ")),
        (_, Some(ours)) => ours,
        (Some(watch::EXIT), _) => Ended::Exit(code),
        (Some(watch::SIGNAL), _) => Ended::Signal(code),
        (Some(watch::TIME), _) => Ended::Time,
        (Some(watch::MEMORY), _) => Ended::Memory,
        (Some(watch::PROCESSES), _) => Ended::Processes,
        (Some(watch::STOPPED), _) => Ended::Cancelled,
        // Who ended the launcher ended itself.
        _ => Ended::Signal(Signal::KILL.as_raw()),
    };
    let time = |at: usize| Duration::from_micros(number(at).unwrap_or_default());
    Ran {
        ended,
        output: Vec::new(),
        errors: String::new(),
        cpu: time(2),
        wall: time(3),
        peak: number(4).unwrap_or_default(),
        confined: confined.to_owned(),
    }
}

fn start(program: &Program, limits: &RunLimits, files: [&Path; 2]) -> io::Result<Child> {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let launch = Launch {
        files: files.map(Into::into),
        cpu: millis(limits.cpu),
        wall: millis(limits.wall()),
        memory: limits.memory,
        hard: limits.hard,
        file: FILE.max(limits.output),
        confined: limits.confined,
        readable: program.readable.iter().map(|path| path.clone().into()).collect(),
    };
    let mut command = Command::new(std::env::current_exe()?);
    command.args(launch.words()).args(&program.words).current_dir(&program.folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Compilers want a place for temporary files, and may write nowhere else.
    let folder = fs::canonicalize(&program.folder)?;
    command.env_clear().env("TMPDIR", folder).process_group(0);
    command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    command.spawn()
}

/// Reads what a program writes, up to so many bytes; then that is told, or the rest let go.
fn gather(
    from: Option<impl Read + Send + 'static>,
    most: u64,
    full: Option<Sender<Over>>,
) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    // A process that was not found may hold the pipe for ever: this thread is not joined.
    thread::spawn(move || {
        let Some(mut from) = from else { return };
        let (mut left, mut part) = (most, vec![0; 1 << 16]);
        while let Ok(length @ 1..) = from.read(&mut part) {
            let kept = length.min(usize::try_from(left).unwrap_or(usize::MAX));
            if kept > 0 && send.send(part[..kept].to_vec()).is_err() {
                return;
            }
            left -= kept as u64;
            if kept < length
                && let Some(full) = &full
            {
                let _ = full.send(Over::Full);
                return;
            }
        }
    });
    receive
}
