//! What a page asks for, as it comes, and what it may use.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use search::Limits;
use search::clock::Instant;
use search::layers::Resources;
use serde::Deserialize;
use tabuleiro::KINDS;
use tabuleiro::board::{Size, Square};
use tabuleiro::contract::{About, Options, RunError, Touch};
use tabuleiro::explain::AboutLessons;
use tabuleiro::kind::{Kind, Session};
use tabuleiro::locale::{Lang, Message, Named};
use tabuleiro::play::Move;
use tabuleiro::text::{Diagnostic, Source};

use crate::book::Wanted;

/// What one request may use.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Its time.
    pub time: Duration,
    /// Bytes that it may hold.
    pub memory: u64,
    /// Threads that may work for it; as many as the machine has otherwise.
    pub threads: Option<usize>,
}

/// The puzzles that are answered about.
pub type Kinds = &'static [&'static dyn Kind];

fn all() -> Kinds {
    KINDS
}

/// An instance, and what is to be done with it. Every request has this shape; each uses its part.
/// Squares of brushes count from 0, those of moves from 1.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    #[serde(skip, default = "all")]
    pub(crate) kinds: Kinds,
    pub(crate) puzzle: String,
    /// The instance; none if the options describe it.
    pub(crate) text: Option<String>,
    /// The number under which the instance was shown: it goes before the text, which is read where
    /// the number is not known any more.
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
    /// What a book is to be like, which is made of boards by seed.
    #[serde(default)]
    pub(crate) book: Option<Wanted>,
    /// The moves made on the instance, from the first on.
    #[serde(default)]
    pub(crate) moves: Vec<Made>,
    /// The square whose legal moves are asked for.
    #[serde(default)]
    pub(crate) at: Option<(u32, u32)>,
    /// How many events of a search are over.
    #[serde(default)]
    pub(crate) moment: u64,
    /// Whether to be told how far it is.
    #[serde(default)]
    pub(crate) progress: bool,
    /// Whether the instance is on the page already: a search is then told from its first event on.
    #[serde(default)]
    pub(crate) shown: bool,
}

/// A move, as [`Move::json`] writes it. What is said of it in words is of no account.
#[derive(Debug, Deserialize)]
pub(crate) struct Made {
    action: String,
    at: (u32, u32),
    to: Option<(u32, u32)>,
    value: Option<u32>,
}

/// A square that counts from 1.
pub(crate) fn square((row, col): (u32, u32)) -> Result<Square, Diagnostic> {
    match (row.checked_sub(1), col.checked_sub(1)) {
        (Some(row), Some(col)) => Ok(Square { row, col }),
        _ => Err(Source::option("at", &format!("{row},{col}")).diagnostic("B0103", 0..0)),
    }
}

impl Made {
    /// The move, if there is such an action.
    pub(crate) fn of(&self, known: &AboutLessons) -> Result<Move, Diagnostic> {
        Ok(Move {
            action: known.action(&self.action)?,
            at: square(self.at)?,
            to: self.to.map(square).transpose()?,
            value: self.value,
        })
    }
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

/// Sentences about an instance, in a language and with squares named as the puzzle does.
pub(crate) struct Wording {
    pub(crate) about: &'static About,
    pub(crate) lang: Lang,
    size: Size,
}

impl Wording {
    pub(crate) fn name(&self, named: Named) -> String {
        match named {
            Named::Square(square) => self.about.coordinates.name(square, self.size),
            Named::Strategy(name) => self.strategy(name),
        }
    }

    /// A strategy by its title, or a stage of one by its word.
    pub(crate) fn strategy(&self, name: &str) -> String {
        let puzzle = self.about.name;
        let title = self.lang.template(&format!("{puzzle}.strategy.{name}.title"));
        let title = title.or_else(|| self.lang.template(&format!("{puzzle}.stage.{name}")));
        format!("“{}”", title.unwrap_or(name))
    }

    pub(crate) fn text(&self, message: &Message) -> String {
        let message = message.clone().naming(&|named| self.name(named));
        // What a terminal says of names that are typed is said in another way here.
        message.variant("page", self.lang).unwrap_or_else(|| message.text(self.lang))
    }
}

impl Ask {
    /// The language of the client.
    pub fn lang(&self) -> Lang {
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

    /// Describes an instance of this size in words.
    pub(crate) fn wording(&self, size: Size) -> Result<Wording, Diagnostic> {
        Ok(Wording { about: self.kind()?.about(), lang: self.lang(), size })
    }

    pub(crate) fn strategy(&self) -> Result<&str, Diagnostic> {
        Ok(match &self.strategy {
            Some(name) => name,
            None => self.kind()?.best_strategy(),
        })
    }

    /// What this run may use: what it asks for, within bounds.
    pub fn limits(&self, share: Share, cancel: Arc<AtomicBool>) -> Limits {
        let asked = self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Limits {
            nodes: self.nodes,
            memory: Some(share.memory),
            time: Some(asked.unwrap_or(share.time).min(share.time)),
            begun: Some(Instant::now()),
            threads: share.threads,
            cancel: Some(cancel),
            pulse: self.progress.then(Arc::default),
            resources: Resources::default(),
        }
    }
}
