//! Pictures to keep: what is on the page as SVG, PNG or GIF.

use std::io::{self, Write};

use draw::{Gif, Layout, PICTURES, Raster, Stop, Theme, film, svg};
use search::{Limit, Limits, Meter};
use serde_json::json;
use tabuleiro::contract::RunError;
use tabuleiro::kind::{Answer, Session};
use tabuleiro::recorder::{Player, Recorder};
use tabuleiro::scene::Scene;
use tabuleiro::strokes::numbered;
use tabuleiro::text::Diagnostic;

use crate::ask::{Ask, Picture};
use crate::handler::Handler;
use crate::wire::{self, Send};

/// Bytes of the recording that pictures of a search are made of, if a run may hold four times as many.
const BYTES: u64 = 128 << 20;

/// A picture to keep: how many bytes it has, and the bytes.
pub(crate) fn draw(
    handler: &Handler,
    ask: &Ask,
    limits: &Limits,
    send: &mut Send<'_>,
) -> Result<(), RunError> {
    let session = handler.instance(ask, limits)?.session;
    let bytes = picture(ask, &*session, limits)?;
    send(wire::json(&json!({ "bytes": bytes.len() })));
    send(wire::bytes(&bytes));
    Ok(())
}

/// The bytes of a picture.
fn picture(ask: &Ask, session: &dyn Session, limits: &Limits) -> Result<Vec<u8>, RunError> {
    let Some(Picture { format, theme, show, moment }) = &ask.picture else {
        return Err(Diagnostic::new("W0105").into());
    };
    Layout::check(session.extent(), None)?;
    let theme = Theme::named(theme).unwrap_or(&Theme::LIGHT);
    let title = ask.lang().say(&format!("{}.title", ask.kind()?.about().name));
    let mut meter = Meter::new(limits);
    meter.hold(session.footprint());
    if format == "gif" {
        let (mut player, answer) = recorded(ask, session, &mut meter)?;
        player.seek(u64::MAX);
        let solution = answer.solution(&mut meter)?;
        let scenes: Vec<&Scene> = [player.scene()].into_iter().chain(&solution).collect();
        let layout = Layout::new(&scenes, None)?;
        return Held::fill(&mut meter, |out, meter| {
            let mut gif = Gif::begin(out, &layout, theme, meter)?;
            film(&mut player, solution.as_ref(), PICTURES, |scene, time| {
                gif.add(scene, time, meter)
            })?;
            Ok(gif.finish().map(drop)?)
        });
    }
    let scene = match show.as_str() {
        "solution" => {
            let rest = meter.rest(session.footprint());
            let answer = session.solve(ask.strategy()?, &ask.options(), &rest)?;
            answer.finding().map(|finding| finding.scene(&mut meter)).transpose()?
        }
        "search" => {
            let (mut player, _) = recorded(ask, session, &mut meter)?;
            player.seek(*moment);
            meter.claim(player.scene().footprint())?;
            Some(player.scene().clone())
        }
        _ => None,
    };
    let scene = scene.map_or_else(|| session.scene(&mut meter), Ok)?;
    let layout = Layout::new(&[&scene], None)?;
    Held::fill(&mut meter, |out, meter| {
        if format == "png" {
            let mut raster = Raster::new(&layout, theme, meter)?;
            raster.paint(&scene, meter)?;
            raster.png(out, meter)
        } else {
            svg::picture(&scene, &layout, theme, title, meter, out)
        }
    })
}

/// The search, and what it found.
fn recorded(
    ask: &Ask,
    session: &dyn Session,
    meter: &mut Meter<'_>,
) -> Result<(Player, Answer), RunError> {
    numbered(session.extent())?;
    let bytes = usize::try_from(BYTES.min(meter.spare() / 4)).unwrap_or(usize::MAX);
    meter.claim(Recorder::bytes_of(session.extent(), bytes))?;
    let mut recorder = Recorder::begin(session.scene(meter)?, bytes)?;
    let rest = meter.rest(session.footprint());
    let answer = session.watch(ask.strategy()?, &ask.options(), &rest, &mut recorder)?;
    Ok((recorder.finish().play(), answer))
}

/// Bytes in memory, so many and no more.
struct Held {
    bytes: Vec<u8>,
    most: u64,
}

impl Held {
    /// What is written, within half of the memory that is left, of which the list that grows takes a
    /// half: when it is full it is copied to one twice as long.
    fn fill(
        meter: &mut Meter<'_>,
        write: impl FnOnce(&mut Held, &mut Meter<'_>) -> Result<(), Stop>,
    ) -> Result<Vec<u8>, RunError> {
        let room = meter.spare() / 2;
        meter.claim(room)?;
        let mut held = Held { bytes: Vec::new(), most: room / 2 };
        match write(&mut held, meter) {
            Ok(()) => Ok(held.bytes),
            Err(Stop::Limit(limit)) => Err(limit.into()),
            // Writing to memory fails in no other way.
            Err(Stop::Write(_)) => {
                Err(Limit::Memory { needed: meter.claimed().saturating_add(room) }.into())
            }
        }
    }
}

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + bytes.len()) as u64 > self.most {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
