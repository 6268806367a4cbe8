//! Pictures to keep: what is on the page as SVG, PNG or GIF.

use draw::{Gif, Layout, PICTURES, Raster, Theme, film, svg};
use search::Limits;
use tabuleiro::kind::Session;
use tabuleiro::recorder::{Player, Recorder};
use tabuleiro::scene::Scene;
use tabuleiro::text::Diagnostic;

use crate::ask::{Ask, Picture};

/// Bytes of the recording that pictures of a search are made of.
const BYTES: usize = 128 << 20;

/// The bytes of a picture.
pub(crate) fn picture(
    ask: &Ask,
    session: &dyn Session,
    limits: &Limits,
) -> Result<Vec<u8>, Diagnostic> {
    let Some(Picture { format, theme, show, moment }) = &ask.picture else {
        return Err(Diagnostic::new("W0105"));
    };
    let theme = Theme::named(theme).unwrap_or(&Theme::LIGHT);
    let title = ask.lang().say(&format!("{}.title", ask.kind()?.about().name));
    if format == "gif" {
        return moving(ask, session, limits, theme);
    }
    let scene = match show.as_str() {
        "solution" => session.solve(ask.strategy()?, &ask.options(), limits)?.solution(),
        "search" => {
            let (mut player, _) = recorded(ask, session, limits)?;
            player.seek(*moment);
            Some(player.scene().clone())
        }
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

/// The search as a film.
fn moving(
    ask: &Ask,
    session: &dyn Session,
    limits: &Limits,
    theme: &'static Theme,
) -> Result<Vec<u8>, Diagnostic> {
    let (mut player, solution) = recorded(ask, session, limits)?;
    player.seek(u64::MAX);
    let end = player.scene().clone();
    let scenes: Vec<&Scene> = [&end].into_iter().chain(&solution).collect();
    let layout = Layout::new(&scenes, None)?;
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = Gif::begin(&mut out, &layout, theme).and_then(|mut gif| {
        film(&mut player, solution.as_ref(), PICTURES, |scene, time| gif.add(scene, time))?;
        gif.finish().map(drop)
    });
    Ok(out)
}

/// The search, and the picture of the solution if it found one.
fn recorded(
    ask: &Ask,
    session: &dyn Session,
    limits: &Limits,
) -> Result<(Player, Option<Scene>), Diagnostic> {
    let mut recorder = Recorder::begin(session.scene(), BYTES)?;
    let answer = session.watch(ask.strategy()?, &ask.options(), limits, &mut recorder)?;
    Ok((recorder.finish().play(), answer.solution()))
}
