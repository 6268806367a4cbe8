//! Instances as they are shown: given, touched, made.

use std::sync::Arc;

use search::{Limits, Meter};
use serde_json::json;
use tabuleiro::contract::RunError;
use tabuleiro::kind::Session;
use tabuleiro::scene::Scene;
use tabuleiro::strokes::numbered;

use crate::ask::Ask;
use crate::handler::Handler;
use crate::wire::Send;
use crate::{answer, solve, wire};

/// The instance of a question, touched if that was asked for.
pub(crate) struct Opened {
    pub(crate) session: Arc<dyn Session>,
    /// How many the text holds.
    instances: usize,
    /// What was touched, if it was known by a number.
    before: Option<(u64, Arc<dyn Session>)>,
}

impl Handler {
    /// The instance that is asked about. A number that is not known is no obstacle where there is a
    /// text.
    pub(crate) fn instance(&self, ask: &Ask, limits: &Limits) -> Result<Opened, RunError> {
        let known = ask.known.map(|number| (number, self.recent.find(number, &ask.puzzle)));
        let (session, instances, number) = match known {
            Some((number, Ok(session))) => (session, 1, Some(number)),
            Some((_, Err(fault))) if ask.text.is_none() => return Err(fault.into()),
            _ => {
                let (session, instances) = ask.open(limits)?;
                (session.into(), instances, None)
            }
        };
        Ok(match &ask.touch {
            None => Opened { session, instances, before: None },
            Some(stroke) => Opened {
                session: session.touch(&stroke.brush, stroke.touch())?.into(),
                instances,
                before: number.map(|number| (number, session)),
            },
        })
    }

    /// An instance as a page shows it: its size, its text if that is wanted and the page cannot do
    /// without, and the number it is known by from now on; then its picture, as a change of what it was
    /// before the touch if that is known.
    pub(crate) fn shown(
        &self,
        ask: &Ask,
        opened: &Opened,
        scene: &Scene,
        wants_text: bool,
        meter: &mut Meter<'_>,
    ) -> Result<[Vec<u8>; 2], RunError> {
        let Opened { session, instances, before } = opened;
        let before = match before {
            Some((number, session)) => Some((number, session.scene(meter)?)),
            None => None,
        };
        let before = before.filter(|(_, before)| scene.follows(before));
        let picture = wire::scene(scene, before.as_ref().map(|(_, before)| before), meter)?;
        let size = scene.size();
        let words = json!({
            "rows": size.rows, "cols": size.cols, "instances": instances,
            "text": (wants_text && before.is_none()).then(|| session.text()),
            "number": self.recent.keep(ask.kind()?.about().name, session.clone()),
            "since": before.map(|(number, _)| number),
        });
        Ok([wire::json(&words), picture])
    }
}

/// The picture of an instance, unless no page could be told of it.
pub(crate) fn scene(session: &dyn Session, meter: &mut Meter<'_>) -> Result<Scene, RunError> {
    numbered(session.extent())?;
    Ok(session.scene(meter)?)
}

/// Opens an instance, touches it if asked, and solves it unwatched if asked. Nothing is sent before
/// all of it is there.
pub(crate) fn open(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let opened = handler.instance(ask, limits)?;
    let mut meter = Meter::new(limits);
    let scene = scene(&*opened.session, &mut meter)?;
    let mut frames = handler.shown(ask, &opened, &scene, true, &mut meter)?.to_vec();
    if ask.solved {
        let answer = solve::unwatched(ask, &*opened.session, &meter.rest(0))?;
        let session = &*opened.session;
        frames.extend(solve::answered(&answer, session, Some(scene), ask, limits, &mut meter)?);
    }
    frames.into_iter().for_each(send);
    Ok(())
}

/// Makes an instance.
pub(crate) fn generate(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let made = ask.kind()?.generate(&ask.options(), ask.seed, limits);
    let creation = made.map_err(|obstacle| answer::obstacle(obstacle, limits))?;
    let session: Arc<dyn Session> = creation.result.session.into();
    let mut meter = Meter::new(limits);
    meter.hold(session.footprint());
    let scene = scene(&*session, &mut meter)?;
    let opened = Opened { session, instances: 1, before: None };
    handler.shown(ask, &opened, &scene, true, &mut meter)?.into_iter().for_each(send);
    Ok(())
}
