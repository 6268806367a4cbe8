//! Searches that run while they are watched: one after another beside the screen, which asks for a
//! picture when it has shown the last.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use search::{Event, Limits, Meter, Outcome};
use tabuleiro::board::Square;
use tabuleiro::contract::{Options, RunError};
use tabuleiro::kind::Session;
use tabuleiro::recorder::{Recorder, Tally};
use tabuleiro::scene::{Pen, Scene, Tone};

use super::stage::Film;
use crate::trace::{self, Trace};

/// A search as it is at the moment.
pub(crate) struct Snapshot {
    pub(crate) scene: Scene,
    pub(crate) tally: Tally,
    /// The cell that changed last.
    pub(crate) changed: Option<Square>,
}

/// What the screen and the searches share.
#[derive(Default)]
pub(crate) struct SharedState {
    /// The screen wants a picture.
    wanted: AtomicBool,
    picture: Mutex<Option<(usize, Snapshot)>>,
    /// The searches are to end.
    pub(crate) stop: Arc<AtomicBool>,
}

impl SharedState {
    /// The latest picture, and which search it is of, if there is a new one; asks for the next.
    pub(crate) fn picture(&self) -> Option<(usize, Snapshot)> {
        let picture = self.picture.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.wanted.store(true, Ordering::Relaxed);
        picture
    }
}

/// All searches to be watched, by the names of their strategies.
pub(crate) struct Searches<'a> {
    pub(crate) session: &'a dyn Session,
    pub(crate) strategies: &'a [&'static str],
    pub(crate) options: &'a Options,
    pub(crate) limits: &'a Limits,
    /// The limits of pictures.
    pub(crate) pictures: &'a Limits,
}

impl Searches<'_> {
    /// Runs the searches one after another, and hands over each when it is finished.
    pub(crate) fn run(&self, shared: &SharedState, done: &Sender<Result<Film, RunError>>) {
        let mut meter = Meter::new(self.pictures);
        meter.hold(self.session.footprint());
        for (number, &strategy) in self.strategies.iter().enumerate() {
            let film = self.film(number, strategy, shared, &mut meter);
            let failed = film.is_err();
            // Nobody waits for it any more where the screen is gone.
            if done.send(film).is_err() || failed {
                return;
            }
        }
    }

    fn film(
        &self,
        number: usize,
        strategy: &'static str,
        shared: &SharedState,
        meter: &mut Meter<'_>,
    ) -> Result<Film, RunError> {
        let (session, among) = (self.session, self.strategies.len());
        let (recorder, rest) = trace::prepare(session, self.limits, meter, among)?;
        // The picture on its way, and the one that is shown.
        meter.claim(2 * Scene::bytes_of(session.extent()))?;
        let mut pen = LivePen { recorder, shared, number };
        let answer = session.watch(strategy, self.options, &rest, &mut pen)?;
        let player = pen.recorder.finish().play();
        let found = answer.solution(meter)?;
        let solution = match &answer.result {
            Outcome::Solved(found) => Some(trace::replay(session, found, self.limits, meter)?),
            Outcome::Impossible(_) | Outcome::Unknown(_) => None,
        };
        Ok(Film { trace: Trace { strategy, player, answer }, found, solution })
    }
}

/// A recorder that gives pictures of the search as it goes on.
struct LivePen<'a> {
    recorder: Recorder,
    shared: &'a SharedState,
    number: usize,
}

impl Pen for LivePen<'_> {
    fn tone(&mut self, square: Square, tone: Tone) {
        self.recorder.tone(square, tone);
    }

    fn number(&mut self, square: Square, number: Option<i32>) {
        self.recorder.number(square, number);
    }

    fn link(&mut self, from: Square, to: Square) {
        self.recorder.link(from, to);
    }

    fn link_across(&mut self, from: Square, to: Square, step: (i64, i64)) {
        self.recorder.link_across(from, to, step);
    }

    fn unlink(&mut self) {
        self.recorder.unlink();
    }

    fn sign(&mut self, less: Square, more: Square) {
        self.recorder.sign(less, more);
    }

    fn marks(&mut self, square: Square, marks: u64) {
        self.recorder.marks(square, marks);
    }

    fn pass(&mut self, event: Event<()>) {
        self.recorder.pass(event);
        if self.shared.wanted.load(Ordering::Relaxed) {
            self.shared.wanted.store(false, Ordering::Relaxed);
            let (scene, tally, changed) = self.recorder.now();
            let picture = Some((self.number, Snapshot { scene, tally, changed }));
            *self.shared.picture.lock().unwrap_or_else(PoisonError::into_inner) = picture;
        }
    }
}
