//! How frames get from a search to a connection. One answer is one response, however long it takes:
//! a slow reader slows the search down (back-pressure), and a closed connection ends it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use api::Refusal;
use axum::body::Bytes;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender};
use tokio::time::{Instant, timeout_at};

/// Sends what a search draws while it draws it. If it is not read, the search is stopped.
pub(crate) struct Stream {
    /// Where frames go; the last may be a refusal.
    pub(crate) frames: Sender<Result<Bytes, Refusal>>,
    /// Raised when the connection is closed.
    pub(crate) cancel: Arc<AtomicBool>,
    /// Raised when not all was sent: whoever is there did not take it in time.
    pub(crate) cut: Arc<AtomicBool>,
    /// When everything must have been taken: writing is under the time limit too.
    pub(crate) deadline: Instant,
    /// Where time passes.
    pub(crate) runtime: Handle,
}

impl Stream {
    /// Sends a frame, waiting until there is room for it, but no longer than the run may take.
    pub(crate) fn send(&self, frame: Result<Bytes, Refusal>) {
        let frame = match self.frames.try_send(frame) {
            Ok(()) => return,
            Err(TrySendError::Closed(_)) => return self.cancel.store(true, Ordering::Relaxed),
            Err(TrySendError::Full(frame)) => frame,
        };
        let sent = self
            .runtime
            .block_on(async { timeout_at(self.deadline, self.frames.send(frame)).await });
        if !matches!(sent, Ok(Ok(()))) {
            self.cut.store(true, Ordering::Relaxed);
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

/// Stops a run when it is dropped.
pub(crate) struct CancelOnDrop(pub(crate) Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The body of a response that is sent while a search runs. It is dropped when its page goes away,
/// which stops the search.
pub(crate) struct Frames {
    pub(crate) first: Option<Bytes>,
    pub(crate) waiting: Receiver<Result<Bytes, Refusal>>,
    pub(crate) cut: Arc<AtomicBool>,
    pub(crate) _gone: CancelOnDrop,
}

impl tokio_stream::Stream for Frames {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(first)));
        }
        Poll::Ready(match ready!(self.waiting.poll_recv(cx)) {
            Some(Ok(frame)) => Some(Ok(frame)),
            Some(Err(refusal)) => Some(Ok(refusal.frame().into())),
            // What is not whole must not look whole.
            None if self.cut.swap(false, Ordering::Relaxed) => {
                Some(Err(io::ErrorKind::TimedOut.into()))
            }
            None => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::mpsc;
    use tokio_stream::StreamExt as _;

    use super::*;

    #[test]
    fn what_nobody_takes_in_time_ends_the_run_and_does_not_look_whole() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (frames, waiting) = mpsc::channel(1);
            let [cancel, cut] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
            let deadline = Instant::now() + Duration::from_millis(50);
            let (raised, runtime) = (cancel.clone(), Handle::current());
            let stream = Stream { frames, cancel, cut: cut.clone(), deadline, runtime };
            let send = move || {
                stream.send(Ok(Bytes::from_static(b"first")));
                assert!(!raised.load(Ordering::Relaxed));
                stream.send(Ok(Bytes::from_static(b"second")));
                assert!(raised.load(Ordering::Relaxed), "the search is not told to stop");
            };
            tokio::task::spawn_blocking(send).await.unwrap();
            let gone = Arc::new(AtomicBool::new(false));
            let mut body = Frames { first: None, waiting, cut, _gone: CancelOnDrop(gone.clone()) };
            assert_eq!(body.next().await.unwrap().unwrap(), "first");
            assert!(body.next().await.unwrap().is_err(), "a part looks whole");
            assert!(body.next().await.is_none());
            drop(body);
            assert!(gone.load(Ordering::Relaxed));
        });
    }
}
