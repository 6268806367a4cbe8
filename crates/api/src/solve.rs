//! Searches: watched, measured, replayed, counted.

use search::{Event, Limits, Meter, Outcome, Proof};
use serde_json::{Value, json};
use tabuleiro::contract::RunError;
use tabuleiro::kind::{Answer, Session};
use tabuleiro::scene::Scene;
use tabuleiro::strokes::{Packer, Sink, numbered};

use crate::ask::Ask;
use crate::board::scene;
use crate::handler::Handler;
use crate::wire::{self, Send, Sending};
use crate::{answer, played};

/// Bytes that a cell of an answer takes while it becomes text and data.
const ANSWER: u64 = 96;

/// An answer of an unwatched run.
pub(crate) fn unwatched(
    ask: &Ask,
    session: &dyn Session,
    limits: &Limits,
) -> Result<Answer, RunError> {
    Ok(session.solve(ask.strategy()?, &ask.options(), limits)?)
}

/// An answer in words and as data, then what it adds to the picture of the instance, which is there or
/// is made: a solution, or why there is none.
pub(crate) fn answered(
    answer: &Answer,
    session: &dyn Session,
    instance: Option<Scene>,
    ask: &Ask,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<u8>>, RunError> {
    let size = session.extent();
    meter.claim(ANSWER * size.area())?;
    let mut frames = vec![wire::json(&answer::solved(answer, size, ask, limits)?)];
    meter.release(ANSWER * size.area());
    if let Some(found) = answer.finding() {
        let instance = instance.map_or_else(|| scene(session, meter), Ok)?;
        frames.push(wire::scene(&found.scene(meter)?, Some(&instance), meter)?);
    }
    Ok(frames)
}

/// Searches, and tells every event while it happens.
pub(crate) fn run(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let opened = handler.instance(ask, limits)?;
    let strategy = ask.strategy()?;
    let mut meter = Meter::new(limits);
    let mut instance = None;
    if !ask.shown {
        let scene = scene(&*opened.session, &mut meter)?;
        handler.shown(ask, &opened, &scene, false, &mut meter)?.into_iter().for_each(&mut *send);
        instance = Some(scene);
    }
    let mut pen = Packer::to(opened.session.extent(), Sending { send, events: 0 })?;
    let answer = opened.session.watch(strategy, &ask.options(), &meter.rest(0), &mut pen)?;
    let words = pen.words;
    send(wire::strokes(&words));
    let frames = answered(&answer, &*opened.session, instance, ask, limits, &mut meter)?;
    frames.into_iter().for_each(send);
    Ok(())
}

/// A search after so many events: what the last of them means, and the picture with what the search
/// sees.
pub(crate) fn moment(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let session = handler.instance(ask, limits)?.session;
    numbered(session.extent())?;
    let wording = ask.wording(session.extent())?;
    let moment = session.moment(ask.strategy()?, &ask.options(), limits, ask.moment)?;
    let mut meter = Meter::new(limits);
    meter.hold(session.footprint().saturating_add(moment.scene.footprint()));
    let picture = wire::scene(&moment.scene, None, &mut meter)?;
    let sentence = wording.text(&moment.sentence);
    send(wire::json(&json!({ "moment": moment.event, "sentence": sentence })));
    send(picture);
    Ok(())
}

/// Searches unwatched: the time that this takes is that of the search alone.
pub(crate) fn measure(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let session = handler.instance(ask, limits)?.session;
    let answer = unwatched(ask, &*session, limits)?;
    let mut meter = Meter::new(limits);
    meter.hold(session.footprint());
    meter.claim(ANSWER * session.extent().area())?;
    send(wire::json(&answer::solved(&answer, session.extent(), ask, limits)?));
    Ok(())
}

/// Notes after which events a step of a replay was made.
struct Steps<'a, 's> {
    sending: Sending<'a, 's>,
    made: Vec<u64>,
}

impl Sink for Steps<'_, '_> {
    fn event(&mut self, words: &mut Vec<u32>, event: Event<()>) {
        self.sending.event(words, event);
        if matches!(event, Event::Make(())) {
            self.made.push(self.sending.events);
        }
    }
}

/// Bytes that a move takes as data and in words.
const MOVE: u64 = 512;

/// A solution as the events of a search that goes straight to it, then the answer with its moves.
pub(crate) fn solution(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let opened = handler.instance(ask, limits)?;
    let mut meter = Meter::new(limits);
    let instance = scene(&*opened.session, &mut meter)?;
    let answer = unwatched(ask, &*opened.session, &meter.rest(0))?;
    let frames = handler.shown(ask, &opened, &instance, false, &mut meter)?;
    let Outcome::Solved(found) = &answer.result else {
        frames.into_iter().for_each(&mut *send);
        let frames = answered(&answer, &*opened.session, Some(instance), ask, limits, &mut meter)?;
        frames.into_iter().for_each(send);
        return Ok(());
    };
    let area = instance.size().area();
    meter.claim((ANSWER + MOVE) * area)?;
    let moves = found.moves();
    let mut told = answer::solved(&answer, instance.size(), ask, limits)?;
    told["moves"] = played::said(&moves, &ask.wording(instance.size())?);
    frames.into_iter().for_each(&mut *send);
    let sending = Sending { send: &mut *send, events: 0 };
    let mut pen = Packer::to(instance.size(), Steps { sending, made: Vec::new() })?;
    found.replay(&mut pen, &mut meter)?;
    let Packer { words, sink, .. } = pen;
    let (events, made) = (sink.sending.events, sink.made);
    send(wire::strokes(&words));
    // After which event each move is made, where the replay has a step for each.
    let after = (made.len() == moves.len()).then_some(made);
    (told["events"], told["after"]) = (json!(events), json!(after));
    send(wire::json(&told));
    Ok(())
}

/// Counts what the options ask for.
pub(crate) fn count(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let session = handler.instance(ask, limits)?.session;
    let report = session.count(&ask.options(), None, limits)?;
    send(wire::json(&answer::counted(&report, ask.lang(), limits)));
    Ok(())
}

/// How hard an instance is for people.
pub(crate) fn rate(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let session = handler.instance(ask, limits)?.session;
    let report = session.rate(limits)?;
    let rating = match &report.result {
        Some(rating) => answer::rating(rating, ask)?,
        None => Value::Null,
    };
    send(wire::json(&json!({
        "rating": rating,
        "effort": tabuleiro::tell::effort(&report.stats, report.elapsed, ask.lang()),
    })));
    Ok(())
}

/// The word for an outcome.
pub(crate) fn outcome<S, A>(outcome: &Outcome<S, A>) -> &'static str {
    match outcome {
        Outcome::Solved(_) => "solved",
        Outcome::Impossible(Proof::Argument(_) | Proof::Exhaustion) => "impossible",
        Outcome::Unknown(_) => "unknown",
    }
}
