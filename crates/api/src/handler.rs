//! The request handler: one for all pages of a server, one in each worker.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use search::Limits;
use serde_json::json;
use tabuleiro::contract::RunError;
use tabuleiro::locale::Lang;
use tabuleiro::text::Diagnostic;

use crate::ask::{Ask, Kinds, Share};
use crate::recent::Recent;
use crate::refusal::{Refusal, Status, told};
use crate::wire::Send;
use crate::{about, board, book, export, played, solve, wire};

/// Answers one request by frames.
type Answerer = fn(&Handler, &Ask, &Limits, &mut Send<'_>) -> Result<(), RunError>;

/// What can be asked for.
const ANSWERERS: [(&str, Answerer); 14] = [
    ("open", board::open),
    ("run", solve::run),
    ("moment", solve::moment),
    ("measure", solve::measure),
    ("solution", solve::solution),
    ("count", solve::count),
    ("rate", solve::rate),
    ("generate", board::generate),
    ("draw", export::draw),
    ("book", book::book),
    ("play", played::play),
    ("hint", played::hint),
    ("verdict", played::verdict),
    ("explain", played::explain),
];

/// The verbs of requests. `about` is one, too, whose body is the language alone.
pub const VERBS: [&str; 14] = {
    let mut verbs = [""; 14];
    let mut at = 0;
    while at < verbs.len() {
        verbs[at] = ANSWERERS[at].0;
        at += 1;
    }
    verbs
};

/// Answers requests about some puzzles.
#[derive(Clone)]
pub struct Handler {
    kinds: Kinds,
    pub(crate) recent: Recent,
}

impl Handler {
    /// For these puzzles. The nonce tells the numbers of instances shown here from those of another
    /// process: whoever has one of those is told so, and sends the text of the board again.
    pub fn new(kinds: Kinds, nonce: u64) -> Self {
        Handler { kinds, recent: Recent::new(nonce) }
    }

    /// What a page must know of the puzzles.
    pub fn about(&self, lang: Lang) -> serde_json::Value {
        about::about(lang, self.kinds)
    }

    /// Reads a request.
    pub fn read(&self, body: &[u8]) -> Result<Ask, Refusal> {
        match serde_json::from_slice::<Ask>(body) {
            Ok(ask) => Ok(Ask { kinds: self.kinds, ..ask }),
            Err(error) => {
                let fault = Diagnostic::new("W0110").with("reason", error.to_string());
                Err(Refusal::new(Status::Unreadable, &fault, Lang::default()))
            }
        }
    }

    /// Answers a request that was read, within limits. Frames may have been sent before a refusal.
    pub fn answer(
        &self,
        verb: &str,
        ask: &Ask,
        limits: &Limits,
        mut send: Send<'_>,
    ) -> Result<(), Refusal> {
        let known = ANSWERERS.iter().find(|(name, _)| *name == verb);
        let Some((_, answerer)) = known else {
            return Err(Refusal { status: Status::Missing, words: json!({ "message": verb }) });
        };
        told(ask.lang(), limits, || answerer(self, ask, limits, &mut send))
    }

    /// Reads a request and answers it. Whatever becomes of it is frames: a refusal is the last one,
    /// `{"refused": WORDS, "status": STATUS}`. `begun` is told the limits before anything is done.
    pub fn serve(
        &self,
        verb: &str,
        body: &[u8],
        share: Share,
        cancel: Arc<AtomicBool>,
        begun: impl FnOnce(&Limits),
        send: Send<'_>,
    ) {
        if verb == "about" {
            let lang = String::from_utf8_lossy(body);
            return send(wire::json(&self.about(Lang::from_tag(&lang).unwrap_or_default())));
        }
        let answered = self.read(body).and_then(|ask| {
            let limits = ask.limits(share, cancel);
            begun(&limits);
            self.answer(verb, &ask, &limits, &mut *send)
        });
        if let Err(refusal) = answered {
            send(refusal.frame());
        }
    }
}
