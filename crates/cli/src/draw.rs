//! `draw`: the instance, its solution or the search as a picture, in the format that the name of the
//! file asks for.

use std::io::{self, Write};

use ::draw::{Gif, Layout, PICTURES, Raster, Theme, film, svg};
use clap::ArgMatches;
use search::Outcome;
use tabuleiro::kind::Kind;
use tabuleiro::scene::Scene;
use tabuleiro::text::{Diagnostic, Source};

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::output::{Output, Place};
use crate::progress::{Progress, Scope};
use crate::trace::{self, Trace};
use crate::{batch, solve, units};

/// What can be shown.
pub(crate) const SHOWN: [&str; 3] = ["instance", "solution", "search"];

/// Formats by the ends of names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Svg,
    Png,
    Gif,
    Text,
}

/// What is to be drawn.
struct Plan {
    kept: Kept,
    theme: &'static Theme,
    side: Option<u32>,
    frames: u64,
    title: &'static str,
    /// Whether text may have colours.
    colours: bool,
}

pub(crate) fn run(
    kind: &dyn Kind,
    mut arguments: Arguments,
    matches: &ArgMatches,
) -> Result<Exit, Fault> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let whole = |name: &str| text(name).map(|value| units::whole(name, value, 1)).transpose();
    let plan = Plan {
        kept: arguments.output.as_deref().map_or(Ok(Kept::Text), kept)?,
        theme: text("theme").and_then(Theme::named).unwrap_or(&Theme::LIGHT),
        side: whole("cell")?.map(|side| u32::try_from(side).unwrap_or(u32::MAX)),
        frames: whole("frames")?.unwrap_or(PICTURES),
        title: arguments.lang.say(&format!("{}.title", kind.about().name)),
        colours: arguments.output.is_none(),
    };
    let moves = plan.kept == Kept::Gif;
    let shown = text("show").unwrap_or(if moves { "search" } else { "solution" });
    let mut out = Output::open(arguments.output.as_deref())?;
    let item = batch::chosen(kind, &arguments, matches)?;
    let session = &*item.session;
    let strategy = arguments.strategies.first().copied().unwrap_or(kind.best_strategy());
    let answer = match shown {
        "instance" => {
            plan.still(&mut out, &session.scene())?;
            None
        }
        "solution" => {
            let (progress, limits) = Progress::start(&arguments, Scope::FirstSolution);
            let answer = session.solve(strategy, &arguments.options, &limits)?;
            drop(progress);
            plan.still(&mut out, &answer.solution().unwrap_or_else(|| session.scene()))?;
            Some(answer)
        }
        _ => {
            trace::bounded(&mut arguments);
            let (progress, limits) = Progress::start(&arguments, Scope::FirstSolution);
            let mut trace = Trace::record(session, strategy, &arguments, &limits, 1)?;
            drop(progress);
            plan.film(&mut out, &mut trace)?;
            Some(trace.answer)
        }
    };
    let mut exit = Exit::Yes;
    if let Some(answer) = answer {
        for note in &answer.notes {
            arguments.note(note);
        }
        let (limits, lang) = (&arguments.limits, arguments.lang);
        match (&arguments.output, arguments.quiet) {
            (None, _) => solve::remarks(&mut out, strategy, &answer, limits, lang)?,
            (Some(_), false) => solve::remarks(&mut io::stderr(), strategy, &answer, limits, lang)?,
            (Some(_), true) => {}
        }
        exit = match answer.result {
            Outcome::Solved(_) => Exit::Yes,
            Outcome::Impossible(_) => Exit::No,
            Outcome::Unknown(limit) => limit.into(),
        };
    }
    // A search is shown as far as it went; a solution is there or not.
    out.record(if shown == "search" && exit == Exit::Limit { Exit::Yes } else { exit });
    arguments.finish(out)?;
    Ok(exit)
}

/// The format that the name of a file asks for.
fn kept(path: &str) -> Result<Kept, Diagnostic> {
    let name = path.to_ascii_lowercase();
    let known =
        [(".svg", Kept::Svg), (".png", Kept::Png), (".gif", Kept::Gif), (".txt", Kept::Text)];
    let found = known.into_iter().find(|(end, _)| name.ends_with(end));
    found
        .map(|(_, kept)| kept)
        .ok_or_else(|| Source::option("output", path).diagnostic("U0109", 0..path.len()))
}

impl Plan {
    /// One picture.
    fn still(&self, out: &mut Output, scene: &Scene) -> Result<(), Fault> {
        if self.kept == Kept::Text {
            return Ok(self.text(out, scene)?);
        }
        let layout = Layout::new(&[scene], self.side)?;
        match self.kept {
            Kept::Svg => {
                out.write_all(svg::picture(scene, &layout, self.theme, self.title).as_bytes())?
            }
            Kept::Gif => {
                let mut gif = Gif::begin(out, &layout, self.theme)?;
                gif.add(scene, 0)?;
                gif.finish()?;
            }
            Kept::Png | Kept::Text => {
                let mut raster = Raster::new(&layout, self.theme);
                raster.paint(scene);
                raster.png(out)?;
            }
        }
        Ok(())
    }

    /// A search, moving where the format moves, else as it ended.
    fn film(&self, out: &mut Output, trace: &mut Trace) -> Result<(), Fault> {
        trace.player.seek(u64::MAX);
        let solution = trace.answer.solution();
        let end = trace.player.scene().clone();
        if matches!(self.kept, Kept::Png | Kept::Text) {
            return self.still(out, &end);
        }
        let scenes: Vec<&Scene> = [&end].into_iter().chain(&solution).collect();
        let layout = Layout::new(&scenes, self.side)?;
        let (player, solution) = (&mut trace.player, solution.as_ref());
        if self.kept == Kept::Svg {
            let mut moving = svg::Film::begin(&end, &layout, self.theme)?;
            film(player, solution, self.frames, |scene, time| {
                moving.add(scene, time);
                Ok(())
            })?;
            out.write_all(moving.finish(self.title).as_bytes())?;
        } else {
            let mut gif = Gif::begin(out, &layout, self.theme)?;
            film(player, solution, self.frames, |scene, time| gif.add(scene, time))?;
            gif.finish()?;
        }
        Ok(())
    }

    fn text(&self, out: &mut Output, scene: &Scene) -> io::Result<()> {
        let text = ::draw::text(scene, self.colours);
        match &mut out.place {
            // Colours go where they are shown.
            Place::Standard(out) if self.colours => {
                out.flush()?;
                anstream::stdout().write_all(text.as_bytes())
            }
            _ => out.write_all(text.as_bytes()),
        }
    }
}
