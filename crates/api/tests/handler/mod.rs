//! A handler for every puzzle, asked as a page asks it.
#![allow(dead_code, reason = "every test takes some of these")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};
use tabuleiro::board::Size;
use tabuleiro::kind::Kind;
use tabuleiro::scene::Scene;
use tabuleiro::strokes::Strokes;
use tabuleiro_api::{Handler, Share};

/// Every puzzle, the template included.
pub(crate) fn kinds() -> &'static [&'static dyn Kind] {
    let all: Vec<&dyn Kind> =
        tabuleiro::KINDS.iter().copied().chain([tabuleiro_template::KIND]).collect();
    Vec::leak(all)
}

pub(crate) const SHARE: Share =
    Share { time: Duration::from_secs(60), memory: 1 << 30, threads: Some(1) };

/// A frame as a page takes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Frame {
    Strokes(Vec<u32>),
    Json(Value),
    Bytes(Vec<u8>),
}

impl Frame {
    pub(crate) fn json(&self) -> &Value {
        let Frame::Json(value) = self else { panic!("{self:?} is no JSON") };
        value
    }

    pub(crate) fn strokes(&self) -> &[u32] {
        let Frame::Strokes(words) = self else { panic!("{self:?} are no strokes") };
        words
    }

    /// The picture that it is, on plain cells of a board of this size.
    pub(crate) fn picture(&self, size: Size) -> Scene {
        let mut scene = Scene::new(size);
        Strokes::new(size, self.strokes()).for_each(|stroke| stroke.on(&mut scene));
        scene
    }
}

/// Reads what was sent.
pub(crate) fn frames(sent: &[u8]) -> Vec<Frame> {
    let words: Vec<u32> =
        sent.chunks(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect();
    let (mut frames, mut rest) = (Vec::new(), &words[..]);
    while let [sort, length, after @ ..] = rest {
        let (content, left) = after.split_at(*length as usize);
        let bytes = || content.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        frames.push(match sort {
            0 => Frame::Strokes(content.to_vec()),
            1 => Frame::Json(serde_json::from_slice(&bytes()).unwrap()),
            2 => Frame::Bytes(bytes()),
            other => panic!("frames of sort {other}"),
        });
        rest = left;
    }
    assert!(rest.is_empty());
    frames
}

pub(crate) fn handler() -> Handler {
    Handler::new(kinds(), 7)
}

/// The frames of an answer, within what a request may use.
pub(crate) fn within(handler: &Handler, verb: &str, ask: &Value, share: Share) -> Vec<Frame> {
    let mut sent = Vec::new();
    let cancel = Arc::new(AtomicBool::new(false));
    handler.serve(verb, ask.to_string().as_bytes(), share, cancel, |_| {}, &mut |frame| {
        sent.extend(frame)
    });
    frames(&sent)
}

/// The frames of an answer.
pub(crate) fn ask(handler: &Handler, verb: &str, ask: &Value) -> Vec<Frame> {
    within(handler, verb, ask, SHARE)
}

/// The code that a request is refused with.
pub(crate) fn refused(frames: &[Frame]) -> Option<&str> {
    let Frame::Json(last) = frames.last()? else { return None };
    last["refused"]["code"].as_str()
}

/// The size of the board that an answer tells of.
pub(crate) fn size(told: &Value) -> Size {
    let side = |name: &str| told[name].as_u64().unwrap() as u32;
    Size { rows: side("rows"), cols: side("cols") }
}

/// An example of a puzzle, as a page asks about it.
pub(crate) fn example(kind: &dyn Kind) -> Value {
    let about = kind.about();
    json!({ "puzzle": about.name, "text": about.examples[0].text, "lang": "en" })
}
