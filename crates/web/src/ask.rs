//! What a page asks for, as it comes, and what it may use.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use search::Limits;
use search::layers::Resources;
use serde::Deserialize;
use tabuleiro::KINDS;
use tabuleiro::board::Square;
use tabuleiro::contract::{Options, RunError, Touch};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::Lang;
use tabuleiro::text::{Diagnostic, Source};

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

/// The puzzles of a server.
pub(crate) type Kinds = &'static [&'static dyn Kind];

fn all() -> Kinds {
    KINDS
}

/// An instance, and what is to be done with it. Every request has this shape; each uses its part.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    /// The puzzles that this server knows.
    #[serde(skip, default = "all")]
    pub(crate) kinds: Kinds,
    pub(crate) puzzle: String,
    /// The instance; none if the options describe it.
    pub(crate) text: Option<String>,
    /// In place of a text: the number under which an instance was shown.
    #[serde(default)]
    pub(crate) known: Option<u64>,
    /// Which instance of the text, from 0.
    #[serde(default)]
    pub(crate) instance: usize,
    /// The puzzle's options by name; a flag has an empty value.
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) lang: String,
    /// The puzzle's best one if none is named.
    #[serde(default)]
    pub(crate) strategy: Option<String>,
    #[serde(default)]
    pub(crate) nodes: Option<u64>,
    #[serde(default)]
    pub(crate) seconds: Option<f64>,
    #[serde(default)]
    pub(crate) seed: u64,
    #[serde(default)]
    pub(crate) touch: Option<Stroke>,
    /// Whether the answer shall be drawn into the picture.
    #[serde(default)]
    pub(crate) solved: bool,
    /// The format of a picture by its file extension, and its theme.
    #[serde(default)]
    pub(crate) picture: Option<Picture>,
}

/// A touch of the board with a brush. Squares are row and column from 0.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stroke {
    pub(crate) brush: String,
    at: (u32, u32),
    to: Option<(u32, u32)>,
    #[serde(default)]
    value: u32,
}

/// A picture to be made.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Picture {
    pub(crate) format: String,
    #[serde(default)]
    pub(crate) theme: String,
    /// `instance`, `solution`, or `search` at a moment; a film shows the whole search.
    #[serde(default)]
    pub(crate) show: String,
    #[serde(default)]
    pub(crate) moment: u64,
}

impl Stroke {
    pub(crate) fn touch(&self) -> Touch {
        let square = |(row, col)| Square { row, col };
        Touch { at: square(self.at), to: self.to.map(square), value: self.value }
    }
}

impl Ask {
    pub(crate) fn lang(&self) -> Lang {
        Lang::from_tag(&self.lang).unwrap_or_default()
    }

    pub(crate) fn kind(&self) -> Result<&'static dyn Kind, Diagnostic> {
        self.kinds.iter().copied().find(|kind| kind.about().name == self.puzzle).ok_or_else(|| {
            Source::new("puzzle", self.puzzle.as_str()).diagnostic("W0101", 0..self.puzzle.len())
        })
    }

    pub(crate) fn options(&self) -> Options {
        let mut options = Options::default();
        for (name, value) in &self.options {
            options.set(name, value);
        }
        options
    }

    /// The instance, and how many the text holds.
    pub(crate) fn open(&self, limits: &Limits) -> Result<(Box<dyn Session>, usize), RunError> {
        let (kind, options) = (self.kind()?, self.options());
        let Some(text) = &self.text else {
            let described = kind.described(&options, limits)?;
            return Ok((described.ok_or(Diagnostic::new("W0102"))?, 1));
        };
        let source = Source::new("text", text.as_str()).within(limits);
        let mut asked = None;
        let mut count = 0;
        for (number, session) in kind.open(&source, &options).enumerate() {
            let session = session?;
            limits.fired().map_or(Ok(()), Err)?;
            count += 1;
            if number == self.instance {
                asked = Some(session);
            }
        }
        let missing = || Diagnostic::new("W0103").with("n", count as u64);
        Ok((asked.ok_or_else(missing)?, count))
    }

    pub(crate) fn strategy(&self) -> Result<&str, Diagnostic> {
        Ok(match &self.strategy {
            Some(name) => name,
            None => self.kind()?.best_strategy(),
        })
    }

    /// What this run may use: what it asks for, within bounds.
    pub(crate) fn limits(&self, bounds: Bounds, cancel: Arc<AtomicBool>) -> Limits {
        let asked = self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Limits {
            nodes: self.nodes,
            memory: Some(bounds.memory),
            time: Some(asked.unwrap_or(bounds.time).min(bounds.time)),
            begun: Some(Instant::now()),
            threads: None,
            cancel: Some(cancel),
            pulse: None,
            resources: Resources::default(),
        }
    }
}
