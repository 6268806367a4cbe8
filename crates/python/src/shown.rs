//! What boards and answers show of themselves, in notebooks and in files.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tabuleiro::contract::Role;
use tabuleiro::text::Diagnostic;

use crate::answer::Answer;
use crate::arguments::{self, word_or};
use crate::board::{Board, report};
use crate::bounds::whole;
use crate::faults::raise;
use crate::pictures::{Film, Filmed, Kept, Look, film, of_answer, still, words};

/// Whether a film is a GIF.
fn is_gif(py: Python<'_>, format: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    match word_or(format, "format")?.as_deref().unwrap_or("svg") {
        "svg" => Ok(false),
        "gif" => Ok(true),
        other => {
            let fault = Diagnostic::new("U0004").with("value", other).with("option", "format");
            Err(raise(py, &fault.near(other, &["svg", "gif"]).with("values", "svg, gif")))
        }
    }
}

impl Board {
    fn drawn(
        &self,
        py: Python<'_>,
        kept: Kept,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Vec<u8>>> {
        let look = Look::new(py, self.puzzle, theme, cell)?;
        let session = &*self.session;
        still(py, self.puzzle, session, look, kept, |meter| Ok(session.scene(meter)?.into()))
    }
}

#[pymethods]
impl Board {
    /// The board as SVG. Themes are light, dark, print and coursework; `cell` is the side of a cell in
    /// pixels.
    #[pyo3(signature = (*, theme=None, cell=None))]
    fn svg(
        &self,
        py: Python<'_>,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        Ok(words(self.drawn(py, Kept::Svg, theme, cell)?).unwrap_or_default())
    }

    /// The board as PNG.
    #[pyo3(signature = (*, theme=None, cell=None))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.drawn(py, Kept::Png, theme, cell)?.unwrap_or_default()))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(words(self.drawn(py, Kept::Shown, None, None)?))
    }

    /// A search as a film: an animated SVG, or a GIF. It has at most so many frames.
    #[pyo3(signature = (strategy=None, *, format=None, frames=None, theme=None, cell=None, **options))]
    #[allow(clippy::too_many_arguments, reason = "arguments of Python")]
    fn film(
        &self,
        py: Python<'_>,
        strategy: Option<&Bound<'_, PyAny>>,
        format: Option<&Bound<'_, PyAny>>,
        frames: Option<&Bound<'_, PyAny>>,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Film> {
        let kind = self.puzzle.kind();
        let (bounds, options) = arguments::asked(kind, options, &[Role::Strategy])?;
        let strategy = arguments::strategy(py, kind, strategy, &options)?;
        let (look, is_gif) = (Look::new(py, self.puzzle, theme, cell)?, is_gif(py, format)?);
        let frames = frames.map(|frames| whole(frames, "frames", 1)).transpose()?;
        let (session, about) = (&*self.session, || report(&*self.session));
        let filmed = Filmed::Search(strategy, &options);
        let made = bounds
            .run_apart(py, &about, |limits| film(session, &filmed, limits, look, is_gif, frames))?;
        let data = made.map_err(|unseen| unseen.raise(py, session, &bounds.limits))?;
        Ok(Film { data, is_gif })
    }
}

impl Answer {
    fn drawn(
        &self,
        py: Python<'_>,
        kept: Kept,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Vec<u8>>> {
        let look = Look::new(py, self.puzzle, theme, cell)?;
        let session = &*self.session;
        let make =
            |meter: &mut search::Meter<'_>| of_answer(self.puzzle, session, &self.answer, meter);
        still(py, self.puzzle, session, look, kept, make)
    }
}

#[pymethods]
impl Answer {
    /// The answer on its board as SVG: the solution, or what the proof is about. A game is shown
    /// position by position.
    #[pyo3(signature = (*, theme=None, cell=None))]
    fn svg(
        &self,
        py: Python<'_>,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        Ok(words(self.drawn(py, Kept::Svg, theme, cell)?).unwrap_or_default())
    }

    /// The same as PNG.
    #[pyo3(signature = (*, theme=None, cell=None))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.drawn(py, Kept::Png, theme, cell)?.unwrap_or_default()))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(words(self.drawn(py, Kept::Shown, None, None)?))
    }

    /// The solution step by step as a film: an animated SVG, or a GIF.
    #[pyo3(signature = (*, format=None, frames=None, theme=None, cell=None, **limits))]
    fn film(
        &self,
        py: Python<'_>,
        format: Option<&Bound<'_, PyAny>>,
        frames: Option<&Bound<'_, PyAny>>,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Film> {
        let (bounds, _) = arguments::asked(self.puzzle.kind(), limits, &[])?;
        let (look, is_gif) = (Look::new(py, self.puzzle, theme, cell)?, is_gif(py, format)?);
        let frames = frames.map(|frames| whole(frames, "frames", 1)).transpose()?;
        if !matches!(self.answer.result, search::Outcome::Solved(_)) {
            return Err(raise(py, &Diagnostic::new("Y0108")));
        }
        let (session, about) = (&*self.session, || report(&*self.session));
        let made = bounds.run_apart(py, &about, |limits| {
            film(session, &Filmed::Solution(self), limits, look, is_gif, frames)
        })?;
        let data = made.map_err(|unseen| unseen.raise(py, session, &bounds.limits))?;
        Ok(Film { data, is_gif })
    }
}
