//! Games: a board and what a person has done on it so far.

use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Outcome, Proof};
use tabuleiro::board::Square;
use tabuleiro::game;
use tabuleiro::kind::Session;
use tabuleiro::play::Move;
use tabuleiro::text::Diagnostic;

use crate::board::{Board, report};
use crate::bounds::number;
use crate::classes::Puzzle;
use crate::faults::{guarded, raise};
use crate::lessons::advice;
use crate::pictures::{Kept, Look, still, words};
use crate::words::lang;
use crate::{arguments, values};

/// A game on a board: a position with its history. Squares are (row, column), from 1.
#[pyclass(frozen, module = "tabuleiro")]
pub(crate) struct Game {
    puzzle: Puzzle,
    session: Arc<dyn Session>,
    game: Mutex<Box<dyn game::Game>>,
}

/// A rule that is broken, in words, with its squares.
type Told = (String, Vec<(u32, u32)>);

/// A move as a value of Python.
fn moved<'py>(py: Python<'py>, made: &Move) -> PyResult<Bound<'py, PyAny>> {
    values::object(py, &made.json())
}

impl Game {
    pub(crate) fn open(
        py: Python<'_>,
        puzzle: Puzzle,
        session: &Arc<dyn Session>,
        so_far: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let so_far = so_far.map(|text| arguments::source(text, "position")).transpose()?;
        let opened = guarded(py, || report(&**session), || session.play(so_far.as_ref()))?;
        let game = Mutex::new(opened.map_err(|fault| raise(py, &fault))?);
        Ok(Game { puzzle, session: session.clone(), game })
    }

    /// The game itself; a panic with it in hand is told, and leaves it as it was.
    fn get(&self) -> MutexGuard<'_, Box<dyn game::Game>> {
        self.game.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn report(&self) -> String {
        format!("{}\n{}", report(&*self.session), self.get().text())
    }

    /// Does something with the game, in which a panic is a fault of ours.
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&mut dyn game::Game) -> T) -> PyResult<T> {
        guarded(py, || self.report(), || work(&mut **self.get()))
    }

    /// The game once more: a search on it leaves this one to other threads.
    fn copied(&self) -> Box<dyn game::Game> {
        self.get().copy()
    }

    fn at(&self, place: &Bound<'_, PyAny>, name: &str) -> PyResult<Square> {
        arguments::square(place, name, self.session.extent())
    }
}

#[pymethods]
impl Game {
    /// The position as text: `board.play(text)` goes on from it.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |game| game.text())
    }

    /// How it stands: going, won or stuck.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.with(py, |game| game.state().word())
    }

    /// What can be done, by the names of the actions.
    #[getter]
    fn actions(&self) -> Vec<&'static str> {
        let lessons = self.puzzle.kind().lessons();
        lessons.map_or(Vec::new(), |lessons| {
            lessons.actions.iter().map(|action| action.name).collect()
        })
    }

    /// The moves made so far.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let made = self.with(py, |game| game.history().made().to_vec())?;
        made.iter().map(|made| moved(py, made)).collect()
    }

    /// The rules that are broken, in words, each with its squares.
    #[getter]
    fn faults(&self, py: Python<'_>) -> PyResult<Vec<Told>> {
        let faults = self.with(py, |game| game.faults())?;
        let squares = |list: &[Square]| list.iter().map(|at| (at.row + 1, at.col + 1)).collect();
        Ok(faults.iter().map(|f| (f.message.text(lang()), squares(&f.squares))).collect())
    }

    /// The moves that are legal at a square, or from it.
    fn moves<'py>(&self, at: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (py, at) = (at.py(), self.at(at, "at")?);
        let moves = self.with(py, |game| game.moves(at))?;
        moves.iter().map(|made| moved(py, made)).collect()
    }

    /// Makes a move: an action, its square, and where it leads or its number, where it has them. A
    /// move that a rule forbids is an `Error`, and changes nothing.
    #[pyo3(signature = (action, at, to=None, value=None))]
    fn make(
        &self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        at: &Bound<'_, PyAny>,
        to: Option<&Bound<'_, PyAny>>,
        value: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let action = &*arguments::word(action, "action")?;
        let lessons = self.puzzle.kind().lessons();
        let action =
            lessons.map_or(Err(Diagnostic::new("B0109")), |lessons| lessons.action(action));
        let action = action.map_err(|fault| raise(py, &fault))?;
        let to = to.map(|to| self.at(to, "to")).transpose()?;
        let value = value.map(|value| number(value, "value", 0)).transpose()?;
        let made = Move { action, at: self.at(at, "at")?, to, value };
        self.with(py, |game| game.make(made))?.map_err(|fault| raise(py, &fault))
    }

    /// Takes the last move back; whether there was one.
    fn undo(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |game| game.undo().is_some())
    }

    /// Makes the move again that was taken back last; whether there was one.
    fn redo(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |game| game.redo().is_some())
    }

    /// The easiest next step, verified, or why there is none.
    #[pyo3(signature = (**limits))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (bounds, _) = arguments::asked(self.puzzle.kind(), limits, &[])?;
        let game = self.copied();
        let advised = bounds.run(py, &|| self.report(), |limits| {
            game.advise(limits).map(|report| (report.result, game.text()))
        })?;
        advice(py, self.puzzle, &self.session, advised, &bounds.limits)
    }

    /// Whether the position can still be won: the moves that win, as `("winnable", moves)`; why not, as
    /// `("lost", reason)`; or the limit, as `("unknown", limit)`.
    #[pyo3(signature = (**limits))]
    fn verdict<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(&'static str, Bound<'py, PyAny>)> {
        let (bounds, _) = arguments::asked(self.puzzle.kind(), limits, &[])?;
        let game = self.copied();
        let judged = bounds.run_apart(py, &|| self.report(), |limits| game.verdict(limits))?;
        let outcome = judged.result.outcome;
        if let Outcome::Solved(moves) = &outcome {
            let moves: PyResult<Vec<_>> = moves.iter().map(|made| moved(py, made)).collect();
            return Ok(("winnable", pyo3::types::PyList::new(py, moves?)?.into_any()));
        }
        let words = tabuleiro::tell::verdict(&outcome, &bounds.limits, lang()).text(lang());
        let word = match outcome {
            Outcome::Impossible(Proof::Argument(_) | Proof::Exhaustion) => "lost",
            _ => "unknown",
        };
        Ok((word, pyo3::types::PyString::new(py, &words).into_any()))
    }

    /// The position as SVG, with what breaks a rule marked.
    #[pyo3(signature = (*, theme=None, cell=None))]
    fn svg(
        &self,
        py: Python<'_>,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let look = Look::new(py, self.puzzle, theme, cell)?;
        let game = self.copied();
        let drawn = still(py, self.puzzle, &*self.session, look, Kept::Svg, |meter| {
            Ok(game.scene(None, meter)?.into())
        });
        Ok(words(drawn?).unwrap_or_default())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let look = Look::new(py, self.puzzle, None, None)?;
        let game = self.copied();
        let drawn = still(py, self.puzzle, &*self.session, look, Kept::Shown, |meter| {
            Ok(game.scene(None, meter)?.into())
        });
        Ok(words(drawn?))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (made, state) =
            self.with(py, |game| (game.history().made().len(), game.state().word()))?;
        let (puzzle, size) = (self.puzzle.name(), self.session.extent());
        let moves = if made == 1 { "move" } else { "moves" };
        Ok(format!("<Game {puzzle} {size}: {made} {moves}, {state}>"))
    }
}

#[pymethods]
impl Board {
    /// A game on this board, from the beginning or from where a text says.
    #[pyo3(signature = (position=None))]
    fn play(&self, py: Python<'_>, position: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        Game::open(py, self.puzzle, &self.session, position)
    }

    /// The easiest next step from the beginning, or from where a text says; verified.
    #[pyo3(signature = (position=None, **limits))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        position: Option<&Bound<'py, PyAny>>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Game::open(py, self.puzzle, &self.session, position)?.hint(py, limits)
    }
}
