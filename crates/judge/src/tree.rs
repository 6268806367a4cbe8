//! What a program takes together with all its descendant processes, and their end: where the system tells of
//! processes in files, as Linux does. Elsewhere nothing is known.

use std::time::Duration;

#[cfg(not(target_os = "linux"))]
use rustix::process::Pid;

/// What some processes take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    /// Processor time.
    pub(crate) cpu: Duration,
    /// Time that they were ready to run, and others ran.
    pub(crate) waited: Duration,
    /// Bytes of memory.
    pub(crate) memory: u64,
    /// How many they are.
    pub(crate) processes: usize,
}

impl Usage {
    pub(crate) fn max(self, other: Usage) -> Usage {
        Usage {
            cpu: self.cpu.max(other.cpu),
            waited: self.waited.max(other.waited),
            memory: self.memory.max(other.memory),
            processes: self.processes.max(other.processes),
        }
    }
}

#[cfg(target_os = "linux")]
pub(crate) use linux::{adopt, end_all, usage};

#[cfg(not(target_os = "linux"))]
pub(crate) fn adopt() {}

#[cfg(not(target_os = "linux"))]
pub(crate) fn end_all() {}

#[cfg(not(target_os = "linux"))]
pub(crate) fn usage(_: Pid, _: u64) -> Usage {
    Usage::default()
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use rustix::process::{Pid, Signal, getpid, kill_process, set_child_subreaper};

    use super::Usage;

    /// Rounds of ending processes, a millisecond each: new ones may come while others are ended.
    const ROUNDS: usize = 500;

    /// Makes this process the parent of all below it whose parents are gone, those that began sessions of their
    /// own, too.
    pub(crate) fn adopt() {
        // Where that is not to be had, the process group has to do.
        let _ = set_child_subreaper(Some(getpid()));
    }

    /// Ends all processes below this one.
    pub(crate) fn end_all() {
        for _ in 0..ROUNDS {
            let mut found = false;
            for process in below(getpid()) {
                if Stat::read(process).is_some_and(|stat| stat.state != 'Z') {
                    found = true;
                    // A process that has exited already need not be ended.
                    let _ = kill_process(process, Signal::KILL);
                }
            }
            if !found {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// What a process and all below this one take. Memory that several share is counted once, where that matters:
    /// where they hold more than so much.
    pub(crate) fn usage(leader: Pid, known: u64) -> Usage {
        let mut all = below(getpid());
        if all.is_empty() {
            all.push(leader);
        }
        let mut sum = Usage { processes: all.len(), ..Usage::default() };
        for &process in &all {
            let Some(stat) = Stat::read(process) else { continue };
            sum.cpu += stat.cpu;
            sum.memory += stat.memory;
            sum.waited = sum.waited.max(waited(process).unwrap_or_default());
        }
        if all.len() > 1 && sum.memory > known {
            sum.memory = all.iter().filter_map(|&process| share(process)).sum();
        }
        sum
    }

    /// All processes below one, as far as the system tells.
    fn below(process: Pid) -> Vec<Pid> {
        let (mut found, mut at) = (children(process), 0);
        while at < found.len() {
            found.extend(children(found[at]));
            at += 1;
        }
        found
    }

    /// The children of a process: those of its threads.
    fn children(process: Pid) -> Vec<Pid> {
        let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
        let of = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("children")).ok();
        let told: Vec<String> = threads.flatten().filter_map(of).collect();
        let words = told.iter().flat_map(|text| text.split_whitespace());
        words.filter_map(|word| Pid::from_raw(word.parse().ok()?)).collect()
    }

    struct Stat {
        state: char,
        cpu: Duration,
        memory: u64,
    }

    impl Stat {
        fn read(process: Pid) -> Option<Self> {
            let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
            // The name before may hold anything, brackets included.
            let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
            let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
            // Its own time and that of children it waited for, in ticks of a hundredth of a second.
            let all: u64 = [11, 12, 13, 14].into_iter().filter_map(ticks).sum();
            let pages: u64 = fields.get(21)?.parse().ok()?;
            Some(Stat {
                state: fields.first()?.chars().next()?,
                cpu: Duration::from_millis(10 * all),
                memory: pages * rustix::param::page_size() as u64,
            })
        }
    }

    /// The memory of a process, with its part of what it shares with others.
    fn share(process: Pid) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
    }

    /// How long a process was ready to run and did not.
    fn waited(process: Pid) -> Option<Duration> {
        let text = fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
        Some(Duration::from_nanos(text.split_whitespace().nth(1)?.parse().ok()?))
    }
}
