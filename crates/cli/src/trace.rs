//! A search that was run and recorded, for verbs that show it.

use search::{Limits, Meter};
use tabuleiro::contract::RunError;
use tabuleiro::kind::{Answer, Session};
use tabuleiro::locale::Message;
use tabuleiro::recorder::{Player, Recorder};
use tabuleiro::strokes::numbered;

use crate::arguments::Arguments;
use crate::compare;

/// Bytes of all recordings together, if the memory limit allows as much.
const BYTES: u64 = 512 << 20;

/// A recorded search.
pub(crate) struct Trace {
    pub(crate) strategy: &'static str,
    pub(crate) player: Player,
    pub(crate) answer: Answer,
}

/// Gives a search an end, unless it has one: nobody watches for years.
pub(crate) fn bounded(arguments: &mut Arguments) {
    if arguments.limits.nodes.is_none() && arguments.limits.time.is_none() {
        arguments.limits.nodes = Some(compare::NODES);
    }
}

impl Trace {
    /// Runs a strategy within limits; one of so many that are recorded. What a recording takes is
    /// claimed from the meter, and stays so.
    pub(crate) fn record(
        session: &dyn Session,
        strategy: &'static str,
        arguments: &Arguments,
        limits: &Limits,
        meter: &mut Meter<'_>,
        among: usize,
    ) -> Result<Self, RunError> {
        numbered(session.extent())?;
        let bytes = limits.memory.map_or(BYTES, |memory| BYTES.min(memory / 4));
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX) / among;
        meter.claim(Recorder::bytes_of(session.extent(), bytes))?;
        let mut recorder = Recorder::begin(session.scene(meter)?, bytes)?;
        // A run begins with the instance held, which it is here already.
        let memory = meter.rest(session.footprint()).memory;
        let rest = Limits { memory, ..limits.clone() };
        let answer = session.watch(strategy, &arguments.options, &rest, &mut recorder)?;
        let recording = recorder.finish();
        if recording.dropped() > 0 {
            let (dropped, kept) = (recording.dropped(), recording.kept());
            let note = Message::new("note.dropped").with("n", dropped).with("kept", kept);
            arguments.note(&note.with("events", recording.events()));
        }
        Ok(Trace { strategy, player: recording.play(), answer })
    }
}
