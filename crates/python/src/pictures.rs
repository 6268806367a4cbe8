//! Pictures: SVG for notebooks, PNG, text, and films of a search or of a solution.

use std::io::Write;
use std::time::Duration;

use draw::{Gif, Layout, PICTURES, POSITIONS, Raster, Stop, Theme, sheet_size, strip, svg};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use search::{Limit, Limits, Meter, Outcome};
use tabuleiro::contract::{Options, RunError};
use tabuleiro::kind::{self, Finding, Session};
use tabuleiro::recorder::{Player, Recorder};
use tabuleiro::scene::Scene;
use tabuleiro::strokes::numbered;
use tabuleiro::tell;
use tabuleiro::text::Diagnostic;

use crate::answer::Answer;
use crate::arguments::word_or;
use crate::bounds::{Bounds, Cut, number};
use crate::classes::Puzzle;
use crate::faults::{limited, raise};
use crate::words::lang;

/// Bytes beyond which a picture is not shown in a notebook of itself: no browser shows more.
const LARGE: u64 = 4 << 20;
/// Cells beyond which it is not even tried.
const CELLS: u64 = LARGE / 64;
/// Bytes of a recording, and states that a search that is recorded may judge unless a limit is given.
const BYTES: usize = 256 << 20;
const NODES: u64 = 100_000_000;
/// What the pictures of a film may take when the time is over.
const GRACE: Duration = Duration::from_millis(100);

/// Why there is no picture.
pub(crate) enum Unseen {
    Fault(Diagnostic),
    Limit(Limit),
}

impl From<Diagnostic> for Unseen {
    fn from(fault: Diagnostic) -> Self {
        match fault.limit() {
            Some(limit) => Unseen::Limit(limit),
            None => Unseen::Fault(fault),
        }
    }
}

impl From<Limit> for Unseen {
    fn from(limit: Limit) -> Self {
        Unseen::Limit(limit)
    }
}

impl From<RunError> for Unseen {
    fn from(obstacle: RunError) -> Self {
        match obstacle {
            RunError::Invalid(fault) => fault.into(),
            RunError::Limit(limit) => limit.into(),
        }
    }
}

impl From<Stop> for Unseen {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Limit(limit) => Unseen::Limit(limit),
            // Writing to memory does not fail.
            Stop::Write(_) => Unseen::Limit(Limit::Incomplete),
        }
    }
}

impl From<std::io::Error> for Unseen {
    fn from(error: std::io::Error) -> Self {
        Stop::Write(error).into()
    }
}

impl Unseen {
    pub(crate) fn raise(self, py: Python<'_>, session: &dyn Session, limits: &Limits) -> PyErr {
        match self {
            Unseen::Fault(fault) => raise(py, &fault),
            Unseen::Limit(Limit::Cancelled) => limited(py, Limit::Cancelled, limits),
            Unseen::Limit(limit) => {
                let fault = Diagnostic::new("D0104").with("size", session.extent().to_string());
                raise(py, &fault.with("reason", tell::limit_words(limit, limits)))
            }
        }
    }
}

impl<T> Cut for Result<T, Unseen> {
    fn limit(&self) -> Option<Limit> {
        match self {
            Err(Unseen::Limit(limit)) => Some(*limit),
            _ => None,
        }
    }
}

/// How pictures look.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) theme: &'static Theme,
    side: Option<u32>,
    title: &'static str,
}

impl Look {
    /// The look by the names that people know.
    pub(crate) fn new(
        py: Python<'_>,
        puzzle: Puzzle,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let theme = word_or(theme, "theme")?;
        let cell = cell.map(|cell| number(cell, "cell", 1)).transpose()?;
        Look::named(py, puzzle, theme.as_deref().unwrap_or("light"), cell)
    }

    pub(crate) fn named(
        py: Python<'_>,
        puzzle: Puzzle,
        name: &str,
        side: Option<u32>,
    ) -> PyResult<Self> {
        let theme = Theme::named(name).ok_or_else(|| {
            let values: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name).collect();
            let fault = Diagnostic::new("U0004").with("value", name).with("option", "theme");
            raise(py, &fault.near(name, &values).with("values", values.join(", ")))
        })?;
        let title = lang().say(&format!("{}.title", puzzle.name()));
        Ok(Look { theme, side, title })
    }

    pub(crate) fn svg(
        &self,
        scene: &Scene,
        layout: &Layout,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u8>, Unseen> {
        let mut bytes = Vec::new();
        svg::picture(scene, layout, self.theme, self.title, meter, &mut bytes)?;
        Ok(bytes)
    }

    fn png(
        &self,
        scene: &Scene,
        layout: &Layout,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u8>, Unseen> {
        let mut raster = Raster::new(layout, self.theme, meter)?;
        raster.paint(scene, meter)?;
        let mut bytes = Vec::new();
        raster.png(&mut bytes, meter)?;
        Ok(bytes)
    }
}

/// A picture to be made: a scene, whether it is a sheet of several.
pub(crate) struct Still {
    pub(crate) scene: Scene,
    pub(crate) is_sheet: bool,
}

impl From<Scene> for Still {
    fn from(scene: Scene) -> Self {
        Still { scene, is_sheet: false }
    }
}

/// Formats of one picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// SVG, unless it is too large for a notebook.
    Shown,
    Svg,
    Png,
    Text,
}

/// Makes one picture.
pub(crate) fn still(
    py: Python<'_>,
    puzzle: Puzzle,
    session: &dyn Session,
    look: Look,
    kept: Kept,
    make: impl FnOnce(&mut Meter<'_>) -> Result<Still, Unseen> + Send,
) -> PyResult<Option<Vec<u8>>> {
    let bounds = Bounds::default();
    let draw = |limits: &Limits| -> Result<Option<Vec<u8>>, Unseen> {
        let size = session.extent();
        if kept != Kept::Text {
            // Nothing is made of a board of which there is no picture.
            Layout::check(size, look.side)?;
        }
        if kept == Kept::Shown && size.area() > CELLS {
            return Ok(None);
        }
        let mut meter = Meter::new(limits);
        let Still { scene, is_sheet } = make(&mut meter)?;
        if kept == Kept::Text {
            let mut bytes = Vec::new();
            draw::text(&scene, puzzle.kind().signs(), false, &mut meter, &mut bytes)?;
            return Ok(Some(bytes));
        }
        let layout = if is_sheet { Layout::sheet } else { Layout::new };
        let layout = layout(&[&scene], look.side)?;
        if kept == Kept::Shown && svg::bytes_of(&scene, &layout) > LARGE {
            return Ok(None);
        }
        match kept {
            Kept::Png => look.png(&scene, &layout, &mut meter).map(Some),
            _ => look.svg(&scene, &layout, &mut meter).map(Some),
        }
    };
    match bounds.run_once(py, session, draw)? {
        // A notebook then shows the text.
        Err(_) if kept == Kept::Shown => Ok(None),
        drawn => drawn.map_err(|unseen| unseen.raise(py, session, &bounds.limits)),
    }
}

/// Bytes that are text.
pub(crate) fn words(bytes: Option<Vec<u8>>) -> Option<String> {
    bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// A recorder of a search on a board, its memory claimed.
fn recorder(
    session: &dyn Session,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> Result<Recorder, Unseen> {
    numbered(session.extent())?;
    let memory = limits.memory.map_or(BYTES, |memory| usize::try_from(memory / 4).unwrap_or(BYTES));
    let bytes = BYTES.min(memory);
    meter.claim(Recorder::bytes_of(session.extent(), bytes))?;
    Ok(Recorder::begin(session.scene(meter)?, bytes)?)
}

/// A solution as a recording, step by step; its first event is the beginning.
fn replay(
    session: &dyn Session,
    solution: &Finding,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> Result<Player, Unseen> {
    let mut recorder = recorder(session, limits, meter)?;
    solution.replay(&mut recorder, meter)?;
    Ok(recorder.finish().play())
}

/// What is shown of an answer: a game position by position, anything else as one picture.
pub(crate) fn of_answer(
    puzzle: Puzzle,
    session: &dyn Session,
    answer: &kind::Answer,
    meter: &mut Meter<'_>,
) -> Result<Still, Unseen> {
    let limits = Limits { memory: Some(crate::bounds::MEMORY), ..Limits::default() };
    match (answer.finding(), &answer.result) {
        (Some(solution), Outcome::Solved(_)) if puzzle.kind().is_game() => {
            let mut player = replay(session, solution, &limits, meter)?;
            let steps = player.recording().events().saturating_sub(1);
            let pictures = steps.min(POSITIONS - 1);
            Layout::check(sheet_size(session.extent(), pictures + 1), None)?;
            let mut positions = Vec::new();
            for place in 0..=pictures {
                let step = (u128::from(steps) * u128::from(place))
                    .div_ceil(u128::from(pictures.max(1))) as u64;
                player.seek(step + 1);
                meter.claim(player.scene().footprint())?;
                positions.push((step, player.scene().clone()));
            }
            Ok(Still { scene: strip(&positions, meter)?, is_sheet: true })
        }
        (Some(found), _) => Ok(found.scene(meter)?.into()),
        (None, _) => Ok(session.scene(meter)?.into()),
    }
}

/// What is filmed.
pub(crate) enum Filmed<'a> {
    /// A search by a strategy.
    Search(&'a str, &'a Options),
    /// A solution.
    Solution(&'a Answer),
}

/// A film, and the answer where a search was filmed.
pub(crate) fn film(
    session: &dyn Session,
    filmed: &Filmed<'_>,
    limits: &Limits,
    look: Look,
    is_gif: bool,
    frames: Option<u64>,
) -> Result<Vec<u8>, Unseen> {
    Layout::check(session.extent(), look.side)?;
    // A search that used up its time is still shown.
    let time = limits.time.map(|time| time.saturating_add(GRACE));
    let longer = Limits { time, ..limits.clone() };
    let mut meter = Meter::new(&longer);
    let meter = &mut meter;
    meter.hold(session.footprint());
    let (mut player, solution) = match filmed {
        Filmed::Search(strategy, options) => {
            let mut recorder = recorder(session, limits, meter)?;
            let memory = meter.rest(session.footprint()).memory;
            let mut rest = Limits { memory, ..limits.clone() };
            if rest.nodes.is_none() && rest.time.is_none() {
                rest.nodes = Some(NODES);
            }
            let answer = session.watch(strategy, options, &rest, &mut recorder)?;
            if let Outcome::Unknown(limit @ (Limit::Memory { .. } | Limit::Cancelled)) =
                answer.result
            {
                return Err(limit.into());
            }
            (recorder.finish().play(), answer.solution(meter)?)
        }
        Filmed::Solution(answer) => match answer.answer.finding() {
            Some(found) => (replay(session, found, limits, meter)?, None),
            None => return Err(Limit::Incomplete.into()),
        },
    };
    player.seek(u64::MAX);
    let scenes: Vec<&Scene> = [player.scene()].into_iter().chain(&solution).collect();
    let layout = Layout::new(&scenes, look.side)?;
    let (frames, mut bytes) = (frames.unwrap_or(PICTURES).max(1), Vec::new());
    if is_gif {
        let mut gif = Gif::begin(&mut bytes, &layout, look.theme, meter)?;
        draw::film(&mut player, solution.as_ref(), frames, |scene, time| {
            gif.add(scene, time, meter)
        })?;
        gif.finish()?.flush()?;
    } else {
        let mut moving = svg::Film::begin(&layout, look.theme)?;
        let add = |scene: &Scene, time| Ok(moving.add(scene, time, meter)?);
        draw::film(&mut player, solution.as_ref(), frames, add)?;
        moving.finish(look.title, meter, &mut bytes)?;
    }
    Ok(bytes)
}

/// A film: an animated SVG, or a GIF. A notebook shows it.
#[pyclass(frozen, module = "tabuleiro")]
pub(crate) struct Film {
    pub(crate) data: Vec<u8>,
    pub(crate) is_gif: bool,
}

#[pymethods]
impl Film {
    /// The bytes of the file.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.data)
    }

    /// `svg` or `gif`.
    #[getter]
    fn format(&self) -> &'static str {
        if self.is_gif { "gif" } else { "svg" }
    }

    /// Writes the file.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, &self.data)?)
    }

    #[pyo3(signature = (include=None, exclude=None))]
    fn _repr_mimebundle_<'py>(
        &self,
        py: Python<'py>,
        include: Option<Bound<'py, PyAny>>,
        exclude: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let _ = (include, exclude);
        let bundle = PyDict::new(py);
        if self.is_gif {
            let encoded = py.import("base64")?.getattr("b64encode")?.call1((self.data(py),))?;
            bundle.set_item("image/gif", encoded.call_method1("decode", ("ascii",))?)?;
        } else {
            bundle.set_item("image/svg+xml", String::from_utf8_lossy(&self.data))?;
        }
        Ok(bundle)
    }

    fn __repr__(&self) -> String {
        format!("<Film: {}, {} bytes>", self.format(), self.data.len())
    }
}
