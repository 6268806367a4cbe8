//! How answers travel: frames of words of 32 bits, little-endian. A frame is its sort, its length
//! in words, and as many words. Sort 0 is [strokes](tabuleiro::strokes), sort 1 is JSON, filled up
//! with blanks to whole words. One answer is one response, however long it takes: whoever reads
//! slowly slows the search down, and whoever goes away ends it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use search::{Event, Meter};
use serde_json::{Value, json};
use tabuleiro::contract::RunError;
use tabuleiro::scene::Scene;
use tabuleiro::strokes::{Packer, Sink};
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender};
use tokio::time::{Instant, timeout_at};

use crate::refusal::Refusal;

const STROKES: u32 = 0;
const JSON: u32 = 1;

/// Words gathered before they are sent: large enough to be cheap, small enough to be soon.
const CHUNK: usize = 1 << 14;

/// A frame of strokes.
pub(crate) fn strokes(words: &[u32]) -> Bytes {
    let head = [STROKES, words.len() as u32];
    head.iter().chain(words).flat_map(|word| word.to_le_bytes()).collect()
}

/// A frame of JSON.
pub(crate) fn json(value: &Value) -> Bytes {
    let mut text = value.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let head = [JSON, (text.len() / 4) as u32];
    head.iter().flat_map(|word| word.to_le_bytes()).chain(text).collect()
}

/// Bytes that a cell of a picture takes on its way: at most three words, packed in a list that doubles,
/// and copied once.
const CELL: u64 = 36;

/// A picture: what is drawn on the one before it, if there is one, or else on plain cells.
pub(crate) fn scene(
    scene: &Scene,
    before: Option<&Scene>,
    meter: &mut Meter<'_>,
) -> Result<Bytes, RunError> {
    let mut packer = Packer::to(scene.size(), ())?;
    meter.claim(CELL * scene.size().area())?;
    match before {
        Some(before) => scene.draw_over(before, &mut packer),
        None => scene.draw_on(&mut packer),
    }
    Ok(strokes(&packer.words))
}

/// Sends what a search draws while it draws it. If nobody takes it, the search is told to stop.
pub(crate) struct Stream {
    /// Where frames go; the last may be a refusal.
    pub(crate) frames: Sender<Result<Bytes, Refusal>>,
    /// Raised when nobody is there any more.
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

/// Somebody who sends strokes, and how many events were sent so far: the first ones are sent at once,
/// so that there is something to see.
pub(crate) struct Sending<'a>(pub(crate) &'a Stream, pub(crate) u64);

impl Sink for Sending<'_> {
    fn event(&mut self, words: &mut Vec<u32>, _: Event<()>) {
        self.1 += 1;
        if words.len() >= CHUNK || self.1.is_power_of_two() {
            self.0.send(Ok(strokes(words)));
            words.clear();
        }
    }
}

/// Stops a run when it is dropped.
pub(crate) struct Gone(pub(crate) Arc<AtomicBool>);

impl Drop for Gone {
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
    pub(crate) _gone: Gone,
}

impl tokio_stream::Stream for Frames {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(first)));
        }
        Poll::Ready(match ready!(self.waiting.poll_recv(cx)) {
            Some(Ok(frame)) => Some(Ok(frame)),
            Some(Err(Refusal(_, words))) => Some(Ok(json(&json!({ "refused": words })))),
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
            let mut body = Frames { first: None, waiting, cut, _gone: Gone(gone.clone()) };
            assert_eq!(body.next().await.unwrap().unwrap(), "first");
            assert!(body.next().await.unwrap().is_err(), "a part looks whole");
            assert!(body.next().await.is_none());
            drop(body);
            assert!(gone.load(Ordering::Relaxed));
        });
    }
}
