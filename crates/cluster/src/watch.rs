//! Who is still there. Between any two processes goes a connection of its own, with nothing on it but
//! a byte now and then: who closes it, or says nothing for long, is lost.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How often something is said.
const BEAT: Duration = Duration::from_millis(500);
/// Who has said nothing for so many beats is lost. A process that was stopped, and the machine with
/// it, has missed one beat only: it did not listen either.
const MISSED: u32 = 10;
/// A process that has closed its connections may have done its part: the last bytes that it sent
/// arrive within this time.
const GRACE: Duration = Duration::from_secs(1);

/// What is known of the other processes.
#[derive(Debug)]
pub struct Watch {
    /// Since when each of them is gone.
    gone: Mutex<Vec<Option<Instant>>>,
    ending: AtomicBool,
    /// Connections that all was sent on.
    sent: AtomicUsize,
    received: AtomicU64,
}

impl Watch {
    /// All of so many are there.
    pub(crate) fn new(peers: usize) -> Self {
        let gone = Mutex::new(vec![None; peers]);
        let (ending, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
        Watch { gone, ending, sent, received: AtomicU64::new(0) }
    }

    /// Notes that a process has closed a connection, or is silent.
    pub(crate) fn miss(&self, process: usize) {
        let mut gone = self.gone.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        gone[process].get_or_insert_with(Instant::now);
    }

    /// A process that is lost, for the threads that still wait for it.
    pub(crate) fn lost(&self) -> Option<usize> {
        let gone = self.gone.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        gone.iter().position(|since| since.is_some_and(|since| since.elapsed() > GRACE))
    }

    /// Tells that nothing more is asked of anybody.
    pub(crate) fn end(&self) {
        self.ending.store(true, Ordering::Relaxed);
    }

    /// Notes that all was sent on a connection.
    pub(crate) fn sent(&self) {
        self.sent.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits until all others have what was sent to them, and have said the same; not for long, and
    /// not at all if somebody is lost.
    pub(crate) fn farewell(&self, patience: Duration) {
        let begin = Instant::now();
        let left = || {
            let gone = self.gone.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let others = gone.len() - 1;
            let there = others - gone.iter().flatten().count();
            there + others.saturating_sub(self.sent.load(Ordering::Relaxed))
        };
        while left() > 0 && begin.elapsed() < patience && self.lost().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn is_ending(&self) -> bool {
        self.ending.load(Ordering::Relaxed)
    }

    pub(crate) fn receive(&self, bytes: usize) {
        self.received.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }
}

/// Speaks and listens to a process from now on.
pub(crate) fn listen(
    process: usize,
    mut socket: TcpStream,
    watch: &Arc<Watch>,
) -> std::io::Result<()> {
    socket.set_read_timeout(Some(BEAT))?;
    socket.set_write_timeout(Some(BEAT))?;
    let watch = watch.clone();
    let beat = move || {
        let (mut missed, mut heard) = (0, [0; 64]);
        while missed < MISSED {
            let said = socket.write(&[1]);
            match said.and_then(|_| socket.read(&mut heard)) {
                Ok(0) => break,
                Ok(_) if watch.is_ending() => return,
                Ok(_) => {
                    missed = 0;
                    std::thread::sleep(BEAT / 2);
                }
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {
                        missed += 1;
                    }
                    _ => break,
                },
            }
        }
        watch.miss(process);
    };
    std::thread::Builder::new().name(format!("pulse-{process}")).spawn(beat)?;
    Ok(())
}
