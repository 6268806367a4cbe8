//! What all pages together, and each request, may use.

use std::time::Duration;

use api::Share;

/// What all pages together, and each run, may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Bytes of a request.
    pub body: usize,
    /// Time of a run.
    pub time: Duration,
    /// Bytes a run may hold.
    pub memory: u64,
    /// Runs at the same time.
    pub runs: usize,
    /// Connections at the same time.
    pub connections: usize,
    /// Time for a whole request to arrive: its head, and then its body.
    pub patience: Duration,
    /// Time for which a connection may take nothing of what it is sent. A page in the background of
    /// a browser reads about once a minute.
    pub stall: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            body: 32 << 20,
            time: Duration::from_secs(600),
            memory: 2 << 30,
            runs: 4,
            connections: 256,
            patience: Duration::from_secs(10),
            stall: Duration::from_secs(120),
        }
    }
}

impl Bounds {
    /// What one request may use.
    pub(crate) fn share(&self) -> Share {
        Share { time: self.time, memory: self.memory, threads: None }
    }
}
