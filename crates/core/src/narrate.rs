//! A search at one moment: what happens, in a sentence, and what the search sees there, as a picture.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use search::{Event, Limit, Limits, Meter, Outcome, PruneReason};

use crate::canvas::Canvas;
use crate::contract::{Options, RunError, Show};
use crate::locale::Message;
use crate::run::{Watcher, run};
use crate::scene::Scene;

/// Follows the events of a search from the first on, and describes the last of them.
pub trait Narrator<S> {
    /// Takes note of an event.
    fn follow(&mut self, event: Event<S>);
    /// What the last event means, in a sentence.
    fn sentence(&self) -> Message;
    /// Adds what the search sees, such as the ways on from here or the values that are left, to the
    /// picture of the moment.
    fn overlay(&self, _: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        Ok(())
    }
}

/// Tells what is the same for all puzzles: which event it is, and how deep the search is.
#[derive(Debug, Default)]
pub struct Plain {
    depth: u64,
    last: &'static str,
}

impl Plain {
    /// How many steps were made and not taken back.
    pub fn depth(&self) -> u64 {
        self.depth
    }
}

impl<S> Narrator<S> for Plain {
    fn follow(&mut self, event: Event<S>) {
        self.last = match event {
            Event::Root(_) => {
                self.depth = 0;
                "root"
            }
            Event::Make(_) => {
                self.depth += 1;
                "make"
            }
            Event::Unmake(_) => {
                self.depth = self.depth.saturating_sub(1);
                "unmake"
            }
            Event::Close(PruneReason::Dead) => "dead",
            Event::Close(PruneReason::Seen) => "seen",
            Event::Close(PruneReason::Bound) => "bound",
            Event::Goal => "goal",
            Event::Queue(_) => "queue",
            Event::Expand(_) => "expand",
        };
    }

    fn sentence(&self) -> Message {
        let word = if self.last.is_empty() { "begin" } else { self.last };
        Message::new(format!("moment.{word}")).with("n", self.depth)
    }
}

/// A search after some of its events.
pub struct Moment {
    /// After how many: fewer than were asked for where the search has no more.
    pub event: u64,
    /// What the last of them means.
    pub sentence: Message,
    /// What was painted until then, with what the search sees.
    pub scene: Scene,
}

/// Bytes a square that somebody who follows a search may hold.
const FOLLOWED: u64 = 16;

/// A search after so many events. It is searched anew: a search is the same every time.
pub(crate) fn moment<L: 'static, P: Show<L>>(
    puzzle: &P,
    strategy: &str,
    options: &Options,
    limits: &Limits,
    event: u64,
) -> Result<Moment, RunError> {
    let mut meter = Meter::new(limits);
    meter.hold(puzzle.footprint());
    let mut canvas = Canvas::new(puzzle.extent(), &mut meter)?;
    puzzle.draw(&mut canvas)?;
    let mut scene = canvas.finish();
    meter.claim(FOLLOWED.saturating_mul(puzzle.extent().area()))?;
    let mut narrator = puzzle.narrator();
    let mut passed = 0;
    if event > 0 {
        let mut paint = puzzle.painter();
        // Raised where the search has come to the event, or when somebody asks to stop.
        let stop = Arc::new(AtomicBool::new(false));
        let asked = limits.cancel.clone();
        let within = Limits { cancel: Some(stop.clone()), ..meter.rest(puzzle.footprint()) };
        let mut observer: Watcher<'_, P::Step> = &mut |told| {
            if passed < event {
                passed += 1;
                narrator.follow(told);
                paint(told, &mut scene);
            }
            let asked = asked.as_ref().is_some_and(|asked| asked.load(Ordering::Relaxed));
            if passed == event || asked {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let report = run(puzzle, strategy, options, &within, &mut observer)?;
        if let Outcome::Unknown(limit) = report.result
            && passed < event
            && limit != Limit::Incomplete
        {
            return Err(limit.into());
        }
    }
    let sentence = narrator.sentence();
    let mut canvas = Canvas::on(scene, &mut meter);
    narrator.overlay(&mut canvas)?;
    Ok(Moment { event: passed, sentence, scene: canvas.finish() })
}
