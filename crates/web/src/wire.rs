//! How answers travel: frames of words of 32 bits, little-endian. A frame is its sort, its length
//! in words, and as many words. Sort 0 is [strokes](tabuleiro::strokes), sort 1 is JSON, filled up
//! with blanks to whole words. One answer is one response, however long it takes: whoever reads
//! slowly slows the search down, and whoever goes away ends it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Bytes;
use search::Event;
use serde_json::Value;
use tabuleiro::scene::Scene;
use tabuleiro::strokes::{Packer, Sink};
use tabuleiro::text::Diagnostic;
use tokio::sync::mpsc::Sender;

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

/// A picture: what is drawn on the one before it, if there is one, or else on plain cells.
pub(crate) fn scene(scene: &Scene, before: Option<&Scene>) -> Result<Bytes, Diagnostic> {
    let mut packer = Packer::to(scene.size(), ())?;
    match before {
        Some(before) => scene.draw_over(before, &mut packer),
        None => scene.draw_on(&mut packer),
    }
    Ok(strokes(&packer.words))
}

/// Sends what a search draws while it draws it. If nobody takes it, the search is told to stop.
pub(crate) struct Stream {
    /// Where frames go; the last may be a refusal.
    pub(crate) frames: Sender<Result<Bytes, Value>>,
    /// Raised when nobody is there any more.
    pub(crate) cancel: Arc<AtomicBool>,
    /// Events sent so far: the first ones are sent at once, so that there is something to see.
    pub(crate) events: u64,
}

impl Stream {
    /// Sends a frame, waiting until there is room for it.
    pub(crate) fn send(&self, frame: Bytes) {
        if self.frames.blocking_send(Ok(frame)).is_err() {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

impl Sink for Stream {
    fn event(&mut self, words: &mut Vec<u32>, _: Event<()>) {
        self.events += 1;
        if words.len() >= CHUNK || self.events.is_power_of_two() {
            self.send(strokes(words));
            words.clear();
        }
    }
}
