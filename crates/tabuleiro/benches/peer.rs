//! Somebody else's solver as a program of its own: it says `ready`, then of each instance how many
//! solutions it found and the seconds that took, each on a line. Where it takes too long it is
//! stopped, and begun again behind that instance.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What a program may take to be ready, which is not held against it.
const LOADING: Duration = Duration::from_secs(20);

/// A solver by somebody else.
pub(crate) struct Peer {
    /// Its name.
    pub(crate) name: &'static str,
    /// The program.
    pub(crate) program: PathBuf,
    /// What to call it with; the instances come after.
    pub(crate) words: Vec<OsString>,
}

/// What a peer said of an instance.
#[derive(Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) found: u64,
    pub(crate) seconds: f64,
}

/// How long a peer is waited for.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// For one instance.
    pub(crate) each: Duration,
    /// For all of them.
    pub(crate) all: Duration,
}

impl Peer {
    /// Its answers on so many instances, nothing for one that took too long, and fewer if all of them
    /// did. `rest` makes the words that name the instances from a number on.
    pub(crate) fn run(
        &self,
        instances: usize,
        rest: impl Fn(usize) -> Vec<OsString>,
        patience: Patience,
    ) -> Vec<Option<Answer>> {
        let mut answers = Vec::new();
        let mut left = patience.all;
        while answers.len() < instances && !left.is_zero() {
            let mut command = Command::new(&self.program);
            command.args(&self.words).args(rest(answers.len())).stdout(Stdio::piped());
            let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
            let lines = lines(child.stdout.take().expect("a pipe"));
            let ready = lines.recv_timeout(LOADING);
            assert!(ready.is_ok_and(|line| line == "ready"), "{command:?} does not run");
            while answers.len() < instances && !left.is_zero() {
                let wait = patience.each.min(left);
                let start = Instant::now();
                let line = lines.recv_timeout(wait);
                left = left.saturating_sub(start.elapsed());
                match line {
                    Ok(line) => answers.push(Some(answer(&line))),
                    Err(RecvTimeoutError::Disconnected) => panic!("{command:?} failed"),
                    Err(RecvTimeoutError::Timeout) => {
                        answers.push(None);
                        break;
                    }
                }
            }
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
        answers
    }
}

fn answer(line: &str) -> Answer {
    let (found, seconds) = line.split_once(' ').unwrap_or_default();
    match (found.parse(), seconds.parse()) {
        (Ok(found), Ok(seconds)) => Answer { found, seconds },
        _ => panic!("a peer said {line:?}"),
    }
}

/// The lines of a pipe as they come.
fn lines(pipe: std::process::ChildStdout) -> Receiver<String> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    receive
}
