//! Who is still there. Between any two processes goes a connection of its own, with nothing on it but
//! a byte now and then: who closes it, or says nothing for long, is lost.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
    received: AtomicU64,
}

impl Watch {
    /// All of so many are there.
    pub(crate) fn new(peers: usize) -> Self {
        let gone = Mutex::new(vec![None; peers]);
        Watch { gone, ending: AtomicBool::new(false), received: AtomicU64::new(0) }
    }

    /// Notes that a process has closed a connection, or is silent.
    pub(crate) fn miss(&self, process: usize) {
        let mut gone = self.gone.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        gone[process].get_or_insert_with(Instant::now);
    }

    /// A process that is gone, for whoever still waits for it.
    pub(crate) fn lost(&self) -> Option<usize> {
        let gone = self.gone.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        gone.iter().position(|since| since.is_some_and(|since| since.elapsed() > GRACE))
    }

    /// Tells that nothing more is asked of anybody.
    pub(crate) fn end(&self) {
        self.ending.store(true, Ordering::Relaxed);
    }

    /// Waits for the end.
    pub(crate) fn await_end(&self) {
        while !self.is_ending() {
            std::thread::sleep(Duration::from_millis(5));
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
        while missed < MISSED && !watch.is_ending() {
            let said = socket.write(&[1]);
            match said.and_then(|_| socket.read(&mut heard)) {
                Ok(0) => break,
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
