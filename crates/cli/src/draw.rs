//! `draw`: the instance, its solution or the search as a picture, in the format that the name of the
//! file asks for.

use std::io::{self, BufWriter, Write};

use ::draw::{
    Gif, Layout, PICTURES, POSITIONS, Raster, Signs, Theme, film, sheet_size, strip, svg,
};
use clap::ArgMatches;
use search::{Meter, Outcome};
use tabuleiro::kind::{Answer, Finding, Kind, Session};
use tabuleiro::locale::Message;
use tabuleiro::recorder::Player;
use tabuleiro::scene::Scene;
use tabuleiro::text::Diagnostic;

use crate::arguments::Arguments;
use crate::exit::{Exit, Fault};
use crate::halt::{self, DrawError};
use crate::output::{Output, Place};
use crate::picture_format::{Kept, kept};
use crate::progress::{Progress, Scope};
use crate::refuse::is_given;
use crate::trace::{self, Trace};
use crate::{batch, pdf, solve, units};

/// What can be shown.
pub(crate) const SHOWN: [&str; 4] = ["instance", "solution", "steps", "search"];

/// Bytes beyond which an SVG is not written unless it is asked for: no browser shows more.
const LARGE: u64 = 32 << 20;

/// What is to be drawn.
struct DrawPlan {
    kept: Kept,
    theme: &'static Theme,
    side: Option<u32>,
    frames: Option<u64>,
    title: &'static str,
    signs: &'static Signs,
    /// Whether an SVG may be as large as it comes.
    large: bool,
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
    let plan = DrawPlan {
        kept: arguments.output.as_deref().map_or(Ok(Kept::Text), kept)?,
        theme: text("theme").and_then(Theme::named).unwrap_or(&Theme::LIGHT),
        side: whole("cell")?.map(|side| u32::try_from(side).unwrap_or(u32::MAX)),
        frames: whole("frames")?,
        signs: kind.signs(),
        large: matches.get_flag("large"),
        title: arguments.lang.say(&format!("{}.title", kind.about().name)),
        colours: arguments.output.is_none(),
    };
    let on_sheets = is_given(matches, "sheet");
    let shown = text("show").unwrap_or(match plan.kept {
        _ if on_sheets => "instance",
        Kept::Gif => "search",
        Kept::Svg | Kept::Png | Kept::Pdf if kind.is_game() => "steps",
        _ => "solution",
    });
    let given = |name: &str| is_given(matches, name);
    if let Some((option, applies)) = plan.kept.ignores(shown, on_sheets, kind, given) {
        return Err(Diagnostic::new("U0123")
            .with("option", option)
            .with("applies", applies)
            .into());
    }
    if on_sheets {
        return pdf::sheets(kind, &arguments, matches, plan.theme, shown);
    }
    let mut out = Output::open(arguments.output.as_deref())?;
    let item = batch::chosen(kind, &arguments, matches)?;
    let session = &*item.session;
    let strategy = arguments.strategies.first().copied().unwrap_or(kind.best_strategy());
    if shown == "search" {
        trace::bounded(&mut arguments);
    }
    let answer = match plan.show(shown, session, strategy, &arguments, &mut out) {
        Ok(answer) => answer,
        Err(halt) => return halt.tell(session.extent(), &arguments),
    };
    let mut exit = Exit::Yes;
    if let Some(answer) = answer {
        for note in &answer.notes {
            arguments.note(note);
        }
        let (limits, lang) = (&arguments.limits, arguments.lang);
        match (&arguments.output, arguments.quiet) {
            (None, _) => solve::remarks(&mut out, strategy, &answer, limits, lang)?,
            (Some(_), false) => {
                // The picture is written, even if this note cannot be.
                let _ = solve::remarks(&mut io::stderr(), strategy, &answer, limits, lang);
            }
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

impl DrawPlan {
    /// Draws what was asked for, and gives the answer if that was looked for.
    fn show(
        &self,
        shown: &str,
        session: &dyn Session,
        strategy: &'static str,
        arguments: &Arguments,
        out: &mut Output,
    ) -> Result<Option<Answer>, DrawError> {
        if self.kept != Kept::Text {
            // Nothing is made of a board of which there is no picture.
            Layout::check(session.extent(), self.side)?;
        }
        let limits = halt::of_pictures(&arguments.limits);
        let mut meter = Meter::new(&limits);
        meter.hold(session.footprint());
        match shown {
            "instance" => {
                let scene = session.scene(&mut meter)?;
                self.still(out, &scene, arguments, &mut meter)?;
                Ok(None)
            }
            "solution" | "steps" => {
                let (progress, limits) = Progress::start(arguments, Scope::FirstSolution);
                let answer = session.solve(strategy, &arguments.options, &limits)?;
                drop(progress);
                match (answer.finding(), &answer.result) {
                    (Some(solution), Outcome::Solved(_)) if shown == "steps" => {
                        self.steps(out, session, solution, arguments, &mut meter)?;
                    }
                    (finding, _) => {
                        let found = finding.map(|finding| finding.scene(&mut meter));
                        let scene = found.unwrap_or_else(|| session.scene(&mut meter))?;
                        self.still(out, &scene, arguments, &mut meter)?;
                    }
                }
                Ok(Some(answer))
            }
            _ => {
                let (progress, limits) = Progress::start(arguments, Scope::FirstSolution);
                let mut trace =
                    Trace::record(session, strategy, arguments, &limits, &mut meter, 1)?;
                drop(progress);
                self.film(out, &mut trace, arguments, &mut meter)?;
                Ok(Some(trace.answer))
            }
        }
    }

    /// A solution step by step: moving, or position beside position, or one below the other.
    fn steps(
        &self,
        out: &mut Output,
        session: &dyn Session,
        solution: &Finding,
        arguments: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Result<(), DrawError> {
        let mut player = trace::replay(session, solution, &arguments.limits, meter)?;
        if self.kept == Kept::Gif {
            player.seek(u64::MAX);
            let layout = Layout::new(&[player.scene()], self.side)?;
            self.warn(&layout, arguments);
            return self.gif(out, &mut player, None, &layout, meter);
        }
        // The first event is the beginning, which is the step 0.
        let steps = player.recording().events().saturating_sub(1);
        let pictures = steps.min(self.frames.unwrap_or(POSITIONS) - 1);
        if self.kept != Kept::Text {
            Layout::check(sheet_size(session.extent(), pictures + 1), self.side)?;
        }
        let mut positions = Vec::new();
        for place in 0..=pictures {
            let step =
                (u128::from(steps) * u128::from(place)).div_ceil(u128::from(pictures.max(1)));
            player.seek(step as u64 + 1);
            if self.kept == Kept::Text {
                let heading = Message::new("draw.step").with("n", step as u64);
                writeln!(out, "= {}", heading.text(arguments.lang))?;
                self.text(out, player.scene(), arguments, meter)?;
            } else {
                meter.claim(player.scene().footprint())?;
                positions.push((step as u64, player.scene().clone()));
            }
        }
        if self.kept == Kept::Text {
            return Ok(());
        }
        let sheet = strip(&positions, meter)?;
        let layout = Layout::sheet(&[&sheet], self.side)?;
        self.picture(out, &sheet, &layout, arguments, meter)
    }

    /// One picture.
    fn still(
        &self,
        out: &mut Output,
        scene: &Scene,
        arguments: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Result<(), DrawError> {
        if self.kept == Kept::Text {
            return self.text(out, scene, arguments, meter);
        }
        let layout = Layout::new(&[scene], self.side)?;
        self.picture(out, scene, &layout, arguments, meter)
    }

    /// A scene where a layout puts it.
    fn picture(
        &self,
        out: &mut Output,
        scene: &Scene,
        layout: &Layout,
        arguments: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Result<(), DrawError> {
        let bytes = svg::bytes_of(scene, layout);
        if self.kept == Kept::Svg && bytes > LARGE && !self.large {
            let fault = Diagnostic::new("D0105").with("size", scene.size().to_string());
            return Err(fault.with("megabytes", bytes / 1_000_000).into());
        }
        self.warn(layout, arguments);
        match self.kept {
            Kept::Svg => svg::picture(scene, layout, self.theme, self.title, meter, out)?,
            Kept::Gif => {
                let mut gif = Gif::begin(out, layout, self.theme, meter)?;
                gif.add(scene, 0, meter)?;
                gif.finish()?;
            }
            Kept::Pdf => {
                let (theme, title, lang) = (self.theme, self.title, arguments.lang);
                pdf::picture(scene, layout, theme, title, lang, meter, out)?;
            }
            Kept::Png | Kept::Text => {
                let mut raster = Raster::new(layout, self.theme, meter)?;
                raster.paint(scene, meter)?;
                raster.png(out, meter)?;
            }
        }
        Ok(())
    }

    /// A search, moving where the format moves, else as it ended.
    fn film(
        &self,
        out: &mut Output,
        trace: &mut Trace,
        arguments: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Result<(), DrawError> {
        let player = &mut trace.player;
        player.seek(u64::MAX);
        if matches!(self.kept, Kept::Png | Kept::Pdf | Kept::Text) {
            // What was found is painted over what was searched.
            meter.claim(player.scene().footprint())?;
            let mut scene = player.scene().clone();
            if let Some(found) = trace.answer.finding() {
                scene = found.scene_over(scene, meter)?;
            }
            return self.still(out, &scene, arguments, meter);
        }
        let solution = trace.answer.solution(meter)?;
        let scenes: Vec<&Scene> = [player.scene()].into_iter().chain(&solution).collect();
        let layout = Layout::new(&scenes, self.side)?;
        self.warn(&layout, arguments);
        if self.kept == Kept::Gif {
            return self.gif(out, player, solution.as_ref(), &layout, meter);
        }
        let mut moving = svg::Film::begin(&layout, self.theme)?;
        let frames = self.frames.unwrap_or(PICTURES);
        film(player, solution.as_ref(), frames, |scene, time| Ok(moving.add(scene, time, meter)?))?;
        Ok(moving.finish(self.title, meter, out)?)
    }

    /// A recording as GIF.
    fn gif(
        &self,
        out: &mut Output,
        player: &mut Player,
        solution: Option<&Scene>,
        layout: &Layout,
        meter: &mut Meter<'_>,
    ) -> Result<(), DrawError> {
        let mut gif = Gif::begin(out, layout, self.theme, meter)?;
        let frames = self.frames.unwrap_or(PICTURES);
        film(player, solution, frames, |scene, time| gif.add(scene, time, meter))?;
        gif.finish()?;
        Ok(())
    }

    /// Remarks that not all of the scene can be seen.
    fn warn(&self, layout: &Layout, arguments: &Arguments) {
        if let Some(warning) = layout.warning() {
            arguments.note(&warning);
        }
    }

    fn text(
        &self,
        out: &mut Output,
        scene: &Scene,
        arguments: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Result<(), DrawError> {
        match &mut out.place {
            // Colours go where they are shown.
            Place::Standard(out) if self.colours => {
                out.flush()?;
                let mut terminal = BufWriter::new(anstream::stdout());
                let columns = ::draw::text(scene, self.signs, true, meter, &mut terminal)?;
                terminal.flush()?;
                if let Some((terminal_size::Width(room), _)) =
                    terminal_size::terminal_size_of(io::stdout())
                    && columns > u64::from(room)
                {
                    let note = Message::new("draw.wide").with("columns", columns);
                    arguments.note(&note.with("room", u64::from(room)));
                }
            }
            _ => {
                ::draw::text(scene, self.signs, self.colours, meter, out)?;
            }
        }
        Ok(())
    }
}
