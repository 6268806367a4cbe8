//! Pictures to keep: what is on the page as SVG, PNG or GIF.

use draw::{Gif, Layout, Raster, Theme, svg};
use search::{Limits, Outcome};
use tabuleiro::kind::{Finding, Session};
use tabuleiro::recorder::Recorder;
use tabuleiro::scene::Scene;
use tabuleiro::text::Diagnostic;

use crate::ask::{Ask, Picture};

/// Bytes of the recording that a film is made of, and pictures of the film.
const BYTES: usize = 128 << 20;
const PICTURES: u64 = 150;

/// The bytes of a picture.
pub(crate) fn picture(
    ask: &Ask,
    session: &dyn Session,
    limits: &Limits,
) -> Result<Vec<u8>, Diagnostic> {
    let Some(Picture { format, theme, show }) = &ask.picture else {
        return Err(Diagnostic::new("W0105"));
    };
    let theme = Theme::named(theme).unwrap_or(&Theme::LIGHT);
    let title = ask.lang().say(&format!("{}.title", ask.kind()?.about().name));
    let (strategy, options) = (ask.strategy()?, ask.options());
    let solved = |outcome: &Outcome<Finding, Finding>| match outcome {
        Outcome::Solved(found) => Some(found.scene()),
        Outcome::Impossible(_) | Outcome::Unknown(_) => None,
    };
    if format == "gif" {
        let mut recorder = Recorder::begin(session.scene(), BYTES)?;
        let answer = session.watch(strategy, &options, limits, &mut recorder)?;
        let mut player = recorder.finish().play();
        player.seek(u64::MAX);
        let end = player.scene().clone();
        let solution = solved(&answer.result);
        let scenes: Vec<&Scene> = [&end].into_iter().chain(&solution).collect();
        let layout = Layout::new(&scenes, None)?;
        let events = player.recording().events();
        let pictures = events.clamp(1, PICTURES);
        let mut out = Vec::new();
        // Writing to memory does not fail.
        let _ = Gif::begin(&mut out, &layout, theme).and_then(|mut gif| {
            for number in 0..=pictures {
                player.seek(events * number / pictures);
                gif.add(player.scene(), (1000 / pictures).clamp(3, 15) as u16)?;
            }
            gif.add(solution.as_ref().unwrap_or(&end), 200)?;
            gif.finish().map(drop)
        });
        return Ok(out);
    }
    let scene = match show.as_str() {
        "solution" => solved(&session.solve(strategy, &options, limits)?.result),
        _ => None,
    };
    let scene = scene.unwrap_or_else(|| session.scene());
    let layout = Layout::new(&[&scene], None)?;
    if format == "png" {
        let mut raster = Raster::new(&layout, theme);
        raster.paint(&scene);
        let mut out = Vec::new();
        // Writing to memory does not fail.
        let _ = raster.png(&mut out);
        Ok(out)
    } else {
        Ok(svg::picture(&scene, &layout, theme, title).into_bytes())
    }
}
