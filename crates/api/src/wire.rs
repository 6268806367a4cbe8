//! How answers travel: frames of words of 32 bits, little-endian. A frame is its sort, its length
//! in words, and as many words. Sort 0 is [strokes](tabuleiro::strokes), sort 1 is JSON, filled up
//! with blanks to whole words, sort 2 is bytes, filled up with zeros: how many they are stands in the
//! JSON before them, as `bytes`. Strokes without an end of an event, after JSON, are a picture. JSON
//! with a member `refused` is what became of an answer that had begun.

use search::{Event, Meter, SearchProgress};
use serde_json::{Value, json};
use tabuleiro::contract::RunError;
use tabuleiro::scene::Scene;
use tabuleiro::strokes::{Packer, Sink};

const STROKES: u32 = 0;
const JSON: u32 = 1;
const BYTES: u32 = 2;

/// Words gathered before they are sent: large enough to be cheap, small enough to be soon.
const CHUNK: usize = 1 << 14;

/// Who takes the frames of an answer, one after another.
pub type Send<'a> = &'a mut dyn FnMut(Vec<u8>);

fn frame(sort: u32, content: &[u8], filler: u8) -> Vec<u8> {
    let words = content.len().div_ceil(4);
    let mut frame = Vec::with_capacity(8 + 4 * words);
    frame.extend_from_slice([sort, words as u32].map(u32::to_le_bytes).as_flattened());
    frame.extend_from_slice(content);
    frame.resize(8 + 4 * words, filler);
    frame
}

/// A frame of strokes.
pub(crate) fn strokes(words: &[u32]) -> Vec<u8> {
    // Word by word: there are many, and this crate is compiled to be small.
    let mut frame = Vec::with_capacity(2 + words.len());
    frame.extend([STROKES, words.len() as u32].map(u32::to_le_bytes));
    frame.extend(words.iter().map(|word| word.to_le_bytes()));
    frame.into_flattened()
}

/// A frame of JSON.
pub fn json(value: &Value) -> Vec<u8> {
    let text = value.to_string();
    frame(JSON, text.as_bytes(), b' ')
}

/// How far a search is, as a frame: `{"progress": {...}}`. A frontend sends it at intervals where it was
/// asked for, which [`Limits::pulse`](search::Limits::pulse) tells.
pub fn progress(search: &SearchProgress) -> Vec<u8> {
    json(&json!({ "progress": {
        "nodes": search.nodes(),
        "depth": search.depth(),
        "explored": search.explored(),
        "width": search.width(),
        "finished": search.finished(),
        "layers": search.layers(),
    } }))
}

/// A frame of bytes.
pub(crate) fn bytes(bytes: &[u8]) -> Vec<u8> {
    frame(BYTES, bytes, 0)
}

/// Bytes that a cell of a picture takes on its way: at most three words, packed in a list that doubles,
/// and copied once.
const CELL: u64 = 36;

/// A picture: what is drawn on the one before it, if there is one, or else on plain cells.
pub(crate) fn scene(
    scene: &Scene,
    before: Option<&Scene>,
    meter: &mut Meter<'_>,
) -> Result<Vec<u8>, RunError> {
    let mut packer = Packer::to(scene.size(), ())?;
    meter.claim(CELL * scene.size().area())?;
    match before {
        Some(before) => scene.draw_over(before, &mut packer),
        None => scene.draw_on(&mut packer),
    }
    Ok(strokes(&packer.words))
}

/// Sends strokes, the first events at once, so that there is something to see; counts them.
pub(crate) struct Sending<'a, 's> {
    pub(crate) send: &'a mut Send<'s>,
    pub(crate) events: u64,
}

impl Sink for Sending<'_, '_> {
    fn event(&mut self, words: &mut Vec<u32>, _: Event<()>) {
        self.events += 1;
        if words.len() >= CHUNK || self.events.is_power_of_two() {
            (self.send)(strokes(words));
            words.clear();
        }
    }
}
