//! Reading and writing under the limits of the command: a pipe that is never filled and an answer of many
//! gigabytes end when the time has passed, or somebody asks.

use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::time::Duration;

use search::{Limit, Limits};

/// Bytes read at a time.
const BLOCK: usize = 1 << 16;
/// Time between two looks at the limits while nothing comes.
const PATIENCE: Duration = Duration::from_millis(20);

/// All that a file or pipe holds, or standard input if none is named. Another thread reads, which may
/// wait for ever, and then ends with the program.
pub(crate) fn read(path: Option<&str>, limits: &Limits) -> Result<io::Result<Vec<u8>>, Limit> {
    let path = path.map(str::to_owned);
    let (blocks, received) = mpsc::sync_channel(1);
    std::thread::spawn(move || {
        let done = match path {
            None => send(io::stdin(), &blocks),
            Some(path) => File::open(path).and_then(|file| send(file, &blocks)),
        };
        if let Err(error) = done {
            let _ = blocks.send(Err(error));
        }
    });
    let mut bytes = Vec::new();
    loop {
        match received.recv_timeout(PATIENCE) {
            Ok(Ok(block)) => bytes.extend(block),
            Ok(Err(error)) => return Ok(Err(error)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(Ok(bytes)),
        }
        if let Some(limit) = limits.fired() {
            return Err(limit);
        }
        let needed = bytes.len() as u64;
        if limits.memory.is_some_and(|most| needed > most) {
            return Err(Limit::Memory { needed });
        }
    }
}

/// Hands over what is read, block by block, as long as somebody takes it.
fn send(mut from: impl Read, blocks: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    let mut block = vec![0; BLOCK];
    loop {
        match from.read(&mut block) {
            Ok(0) => return Ok(()),
            Ok(length) if blocks.send(Ok(block[..length].to_vec())).is_err() => return Ok(()),
            Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
            _ => {}
        }
    }
}

/// Bytes that are written whatever the time: what is said when a limit fired, and answers that take
/// no time to write.
const ALWAYS: usize = 1 << 20;

/// A writer that takes no more once a limit has fired.
pub(crate) struct Bounded<'a> {
    out: &'a mut dyn Write,
    limits: &'a Limits,
    written: usize,
    /// The limit that fired while there was more to be written.
    pub(crate) fired: Option<Limit>,
}

impl<'a> Bounded<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, limits: &'a Limits) -> Self {
        Bounded { out, limits, written: 0, fired: None }
    }
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A pipe takes what it can: more at a time is not under the limits.
        let bytes = &bytes[..bytes.len().min(ALWAYS)];
        self.written = self.written.saturating_add(bytes.len());
        if self.written > ALWAYS {
            self.fired = self.fired.or_else(|| self.limits.fired());
        }
        match self.fired {
            Some(limit) => Err(io::Error::other(limit.word())),
            None => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn short_answers_are_written_and_long_ones_are_cut() {
        let cancel = Some(Arc::new(AtomicBool::new(true)));
        let limits = Limits { cancel, ..Limits::default() };
        let mut text = Vec::new();
        let mut out = Bounded::new(&mut text, &limits);
        out.write_all(&vec![b'x'; ALWAYS]).unwrap();
        assert_eq!(out.fired, None);
        assert!(out.write_all(b"y").is_err());
        assert_eq!(out.fired, Some(Limit::Cancelled));
        assert_eq!(text.len(), ALWAYS);
    }

    #[test]
    fn what_is_read_is_bounded_by_the_memory_limit() {
        let limits = Limits { memory: Some(1 << 18), ..Limits::default() };
        let read = read(Some("/dev/zero"), &limits);
        assert!(matches!(read, Err(Limit::Memory { needed }) if needed < 1 << 19));
    }
}
