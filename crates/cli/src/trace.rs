//! A search that was run and recorded, for verbs that show it.

use search::{Limits, Meter};
use tabuleiro::contract::RunError;
use tabuleiro::kind::{Answer, Finding, Session};
use tabuleiro::locale::Message;
use tabuleiro::measure::NODES;
use tabuleiro::recorder::{Player, Recorder};
use tabuleiro::strokes::numbered;

use crate::arguments::Arguments;

/// Bytes of all recordings together, if the memory limit allows as much.
const BYTES: u64 = 512 << 20;

/// A recorded search.
pub(crate) struct Trace {
    pub(crate) strategy: &'static str,
    pub(crate) player: Player,
    pub(crate) answer: Answer,
}

/// Gives a search an end, unless it has one, so that watching ends.
pub(crate) fn bounded(arguments: &mut Arguments) {
    if arguments.limits.nodes.is_none() && arguments.limits.time.is_none() {
        arguments.limits.nodes = Some(NODES);
    }
}

/// A recorder for one of so many searches, and the limits that are left to the search. What a
/// recording takes is claimed from the meter, and stays so.
pub(crate) fn prepare(
    session: &dyn Session,
    limits: &Limits,
    meter: &mut Meter<'_>,
    among: usize,
) -> Result<(Recorder, Limits), RunError> {
    let recorder = recorder(session, BYTES / among as u64, limits, meter)?;
    // A run begins with the instance held, which it is here already.
    let memory = meter.rest(session.footprint()).memory;
    Ok((recorder, Limits { memory, ..limits.clone() }))
}

fn recorder(
    session: &dyn Session,
    bytes: u64,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> Result<Recorder, RunError> {
    numbered(session.extent())?;
    let bytes = limits.memory.map_or(bytes, |memory| bytes.min(memory / 4));
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    meter.claim(Recorder::bytes_of(session.extent(), bytes))?;
    Ok(Recorder::begin(session.scene(meter)?, bytes)?)
}

/// A solution as a recording, step by step; its first event is the beginning.
pub(crate) fn replay(
    session: &dyn Session,
    solution: &Finding,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> Result<Player, RunError> {
    let mut recorder = recorder(session, BYTES / 8, limits, meter)?;
    solution.replay(&mut recorder, meter)?;
    Ok(recorder.finish().play())
}

impl Trace {
    /// Runs a strategy within limits; one of so many that are recorded.
    pub(crate) fn record(
        session: &dyn Session,
        strategy: &'static str,
        arguments: &Arguments,
        limits: &Limits,
        meter: &mut Meter<'_>,
        among: usize,
    ) -> Result<Self, RunError> {
        let (mut recorder, rest) = prepare(session, limits, meter, among)?;
        let answer = session.watch(strategy, &arguments.options, &rest, &mut recorder)?;
        let trace = Trace { strategy, player: recorder.finish().play(), answer };
        if let Some(note) = trace.dropped() {
            arguments.note(&note);
        }
        Ok(trace)
    }

    /// What is to be said of a search of which not every event was kept.
    pub(crate) fn dropped(&self) -> Option<Message> {
        let recording = self.player.recording();
        let (dropped, kept) = (recording.dropped(), recording.kept());
        let note = Message::new("note.dropped").with("n", dropped).with("kept", kept);
        (dropped > 0).then(|| note.with("events", recording.events()))
    }
}
