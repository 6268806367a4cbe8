//! How a program is run on Unix.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use wait4::Wait4;

use super::{Ended, Program, Ran, RunLimits};
use crate::launch::{CONFINED, Launch, NOT_STARTED};

/// Bytes of standard error that are kept.
const ERRORS: u64 = 1 << 16;
/// Bytes of the largest file that a program may write.
const FILE: u64 = 64 << 20;
/// How long output is waited for when the program has ended.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often a program is looked at, at first and later.
const LOOKS: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(20)];
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

/// Why a program was ended by us: the number of [`WHY`].
const NONE: u32 = u32::MAX;
const WHY: [Ended; 4] = [Ended::Time, Ended::Memory, Ended::Output, Ended::Cancelled];

/// A process group, as long as its leader is not waited for.
struct Group {
    leader: Pid,
    /// Whether the leader is there to be waited for, so that the number is nobody else's.
    alive: Mutex<bool>,
    /// Why we ended it.
    why: AtomicU32,
}

impl Group {
    fn end(&self, why: u32) {
        if let Ok(alive) = self.alive.lock()
            && *alive
        {
            let _ = self.why.compare_exchange(NONE, why, Ordering::SeqCst, Ordering::SeqCst);
            // Whoever is gone already need not be ended.
            let _ = kill_process_group(self.leader, Signal::KILL);
        }
    }
}

pub(super) fn run(
    program: &Program,
    limits: &RunLimits,
    cancel: &Arc<AtomicBool>,
) -> io::Result<Ran> {
    let token = format!("tabuleiro-{:x}-{:x}", std::process::id(), unique());
    let begun = Instant::now();
    let mut child = start(program, limits, &token)?;
    let leader = Pid::from_child(&child);
    let group = Arc::new(Group { leader, alive: Mutex::new(true), why: AtomicU32::new(NONE) });
    let output = gather(child.stdout.take(), limits.output, Some(group.clone()));
    let errors = gather(child.stderr.take(), ERRORS, None);
    let (over, is_over) = channel::<()>();
    let watch = {
        let (group, limits, cancel) = (group.clone(), *limits, cancel.clone());
        thread::spawn(move || watched(&group, &limits, &cancel, begun, &is_over))
    };
    // The leader stays, as a zombie, until all of its group are ended.
    let waited = waitid(WaitId::Pid(leader), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
    let wall = begun.elapsed();
    let _ = kill_process_group(leader, Signal::KILL);
    if let Ok(mut alive) = group.alive.lock() {
        *alive = false;
    }
    drop(over);
    let used = child.wait4()?;
    waited?;
    let sampled = watch.join().unwrap_or_default();
    let kept = |from: Receiver<Vec<u8>>| -> Vec<u8> {
        let mut all = Vec::new();
        while let Ok(part) = from.recv_timeout(PATIENCE) {
            all.extend(part);
        }
        all
    };
    let (output, errors) = (kept(output), kept(errors));
    let (cpu, peak) = (used.rusage.utime + used.rusage.stime, used.rusage.maxrss.max(sampled));
    let (said, errors) = said(&token, &errors);
    let confined = said.iter().find_map(|line| line.strip_prefix(CONFINED)).unwrap_or("off");
    let refused = said.iter().find_map(|line| line.strip_prefix(NOT_STARTED));
    let why = WHY.get(group.why.load(Ordering::SeqCst) as usize).cloned();
    let ended = match (refused, why, used.status.code(), used.status.signal()) {
        (Some(reason), ..) => Ended::NotStarted(reason.trim().to_owned()),
        (_, Some(why), ..) => why,
        _ if peak > limits.memory => Ended::Memory,
        _ if cpu > limits.cpu => Ended::Time,
        (.., Some(code), _) => Ended::Exit(code),
        (.., signal) => Ended::Signal(signal.unwrap_or_default()),
    };
    let confined = confined.trim().to_owned();
    Ok(Ran { ended, output, errors, cpu, wall, peak, confined })
}

/// A number that no other run of this process has.
fn unique() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let clock = Instant::now().elapsed().subsec_nanos();
    NEXT.fetch_add(1, Ordering::Relaxed) << 20 | u64::from(clock)
}

fn start(program: &Program, limits: &RunLimits, token: &str) -> io::Result<Child> {
    let mut input = tempfile::tempfile()?;
    input.write_all(&program.input)?;
    input.seek(SeekFrom::Start(0))?;
    let launch = Launch {
        token: token.to_owned(),
        // The system counts in seconds; we look more often.
        cpu: limits.cpu.as_secs().saturating_add(2),
        file: FILE.max(limits.output),
        space: if limits.hard { limits.memory } else { 0 },
        confined: limits.confined,
        readable: program.readable.iter().map(|path| path.clone().into()).collect(),
    };
    let mut command = Command::new(std::env::current_exe()?);
    command.args(launch.words()).args(&program.words).current_dir(&program.folder);
    command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Compilers want a place for temporary files, and may write nowhere else.
    let folder = fs::canonicalize(&program.folder)?;
    command.env_clear().env("TMPDIR", folder).process_group(0);
    command.envs(KEPT.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    command.spawn()
}

/// Reads what a program writes, up to so many bytes; then its group is ended, or the rest let go.
fn gather(
    from: Option<impl Read + Send + 'static>,
    most: u64,
    group: Option<Arc<Group>>,
) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    // A process that left the group may hold the pipe for ever: nobody waits for this thread.
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
                && let Some(group) = &group
            {
                group.end(2);
                return;
            }
        }
    });
    receive
}

/// Looks at a program until it is gone, and ends it when it takes too much; the most memory seen.
fn watched(
    group: &Group,
    limits: &RunLimits,
    cancel: &AtomicBool,
    begun: Instant,
    is_over: &Receiver<()>,
) -> u64 {
    let mut peak = 0;
    for look in 0.. {
        let look = LOOKS[usize::from(look > 10)];
        if is_over.recv_timeout(look) != Err(RecvTimeoutError::Timeout) {
            break;
        }
        let (cpu, memory) = usage(group.leader).unwrap_or_default();
        peak = peak.max(memory);
        if cancel.load(Ordering::Relaxed) {
            group.end(3);
        } else if memory > limits.memory {
            group.end(1);
        } else if cpu > limits.cpu || begun.elapsed() > limits.wall() {
            group.end(0);
        }
    }
    peak
}

/// Processor time and memory of a process, where the system tells them in files.
fn usage(leader: Pid) -> Option<(Duration, u64)> {
    let folder = format!("/proc/{}", leader.as_raw_nonzero());
    let stat = fs::read_to_string(format!("{folder}/stat")).ok()?;
    // The name before may hold anything, brackets included.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    // Its own time and that of children it waited for, in ticks of a hundredth of a second.
    let all: u64 = [11, 12, 13, 14].into_iter().filter_map(ticks).sum();
    let pages: u64 = fields.get(21)?.parse().ok()?;
    Some((Duration::from_millis(10 * all), pages * rustix::param::page_size() as u64))
}

/// The lines of the launcher, and what the program wrote.
fn said(token: &str, errors: &[u8]) -> (Vec<String>, String) {
    let text = String::from_utf8_lossy(errors);
    let (mut ours, mut theirs) = (Vec::new(), String::new());
    for line in text.split_inclusive('\n') {
        match line.strip_prefix(token) {
            Some(rest) => ours.push(rest.trim().to_owned()),
            None => theirs += line,
        }
    }
    (ours, theirs)
}
