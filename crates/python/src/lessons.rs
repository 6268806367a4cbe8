//! Explanations: steps with why they follow, and how hard a board is for people.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use search::{Limit, Limits};
use tabuleiro::explain::{self, Advice};
use tabuleiro::game;
use tabuleiro::kind::Session;
use tabuleiro::text::Source;

use crate::board::{Board, report};
use crate::bounds::whole;
use crate::classes::Puzzle;
use crate::faults::{class, raise};
use crate::pictures::{Kept, Look, Still, Unseen, still, words};
use crate::words::lang;
use crate::{answer, arguments, values};

/// A step of an explanation, verified: what follows, from what, by which technique.
#[pyclass(frozen, module = "tabuleiro")]
pub(crate) struct Step {
    puzzle: Puzzle,
    session: Arc<dyn Session>,
    /// The position it is a step from, as text.
    position: String,
    step: explain::Step,
}

impl Step {
    /// The picture of the step on its position.
    fn drawn(
        &self,
        py: Python<'_>,
        kept: Kept,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<String>> {
        let look = Look::new(py, self.puzzle, theme, cell)?;
        let drawn =
            still(py, self.puzzle, &*self.session, look, kept, |meter| -> Result<Still, Unseen> {
                let position = Source::new("position", self.position.as_str());
                let game = self.session.play(Some(&position))?;
                Ok(game.scene(Some(&self.step), meter)?.into())
            });
        Ok(words(drawn?))
    }
}

#[pymethods]
impl Step {
    /// The technique by its name.
    #[getter]
    fn technique(&self) -> &'static str {
        self.step.technique
    }

    /// What it costs a person, on the scale of Sudoku Explainer.
    #[getter]
    fn cost(&self) -> f64 {
        f64::from(self.step.cost) / 10.0
    }

    /// Why the conclusion follows.
    #[getter]
    fn why(&self) -> String {
        self.step.message.text(lang())
    }

    /// Where to look, without saying why.
    #[getter]
    fn place(&self) -> String {
        self.step.place.text(lang())
    }

    /// Premises, conclusion, moves and squares as data.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        values::object(py, &self.step.json(self.puzzle.name(), lang()))
    }

    /// The position from which it is a step, as text.
    #[getter]
    fn position(&self) -> &str {
        &self.position
    }

    /// The step on its position as SVG.
    #[pyo3(signature = (*, theme=None, cell=None))]
    fn svg(
        &self,
        py: Python<'_>,
        theme: Option<&Bound<'_, PyAny>>,
        cell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        Ok(self.drawn(py, Kept::Svg, theme, cell)?.unwrap_or_default())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.drawn(py, Kept::Shown, None, None)
    }

    fn __str__(&self) -> String {
        let story = self.step.story.iter().map(|line| line.text(lang()));
        std::iter::once(self.why()).chain(story).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<Step {}: {}>", self.step.technique, self.why())
    }
}

/// What somebody is told who asks for the next step: the step, the word for why there is none, or the
/// limit that fired.
pub(crate) fn advice<'py>(
    py: Python<'py>,
    puzzle: Puzzle,
    session: &Arc<dyn Session>,
    advised: Result<(Advice, String), Limit>,
    limits: &Limits,
) -> PyResult<Bound<'py, PyAny>> {
    match advised {
        Ok((Advice::Step(step), position)) => {
            let step = Step { puzzle, session: session.clone(), position, step: *step };
            Ok(Bound::new(py, step)?.into_any())
        }
        Ok((other, _)) => {
            let faults = match &other {
                Advice::Faulty(faults) => faults.iter().map(|f| f.message.text(lang())).collect(),
                _ => Vec::new(),
            };
            class(py, "Advice")?.call1((word(&other), faults))
        }
        Err(limit) => answer::unknown(py, puzzle, session, limit, limits),
    }
}

/// The word for what is advised.
fn word(advice: &Advice) -> &'static str {
    match advice {
        Advice::Step(_) => "step",
        Advice::Won => "won",
        Advice::Faulty(_) => "faulty",
        Advice::Lost => "lost",
        Advice::Nothing => "nothing",
    }
}

/// The steps of a solution, from the first on, and how they ended.
#[pyclass(frozen, sequence, module = "tabuleiro")]
pub(crate) struct Explanation {
    steps: Vec<Py<Step>>,
    ended: &'static str,
}

impl Explanation {
    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.steps.iter().map(|step| step.clone_ref(py)))
    }
}

#[pymethods]
impl Explanation {
    /// How it ended: won, or nothing where no technique of the puzzle applies; most where so many
    /// steps were asked for; else faulty, lost, or the limit that was reached.
    #[getter]
    fn ended(&self) -> &'static str {
        self.ended
    }

    fn __len__(&self) -> usize {
        self.steps.len()
    }

    fn __getitem__<'py>(&self, place: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(place.py())?.as_any().get_item(place)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.list(py)?.try_iter()?.into_any())
    }

    fn __str__(&self, py: Python<'_>) -> String {
        let told = self.steps.iter().zip(1..);
        let told = told.map(|(step, n)| format!("{n}. {}\n", step.bind(py).get().__str__()));
        told.collect()
    }

    fn __repr__(&self) -> String {
        format!("<Explanation: {} steps, {}>", self.steps.len(), self.ended)
    }
}

/// Steps one after another, each made before the next is looked for.
fn steps(
    game: &mut dyn game::Game,
    most: usize,
    limits: &Limits,
) -> (Vec<(String, explain::Step)>, &'static str) {
    let mut found = Vec::new();
    while found.len() < most {
        match game.advise(limits) {
            Ok(advised) => match advised.result {
                Advice::Step(step) => {
                    let position = game.text();
                    let made = step.moves.iter().all(|&made| game.make(made).is_ok());
                    assert!(made && !step.moves.is_empty(), "a step that cannot be made: {step:?}");
                    found.push((position, *step));
                }
                other => return (found, word(&other)),
            },
            Err(limit) => return (found, limit.word()),
        }
    }
    (found, "most")
}

/// How hard a board is for people.
#[pyclass(frozen, module = "tabuleiro")]
pub(crate) struct Rating(explain::Rating);

#[pymethods]
impl Rating {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("level",)
    }

    /// The level of difficulty; `None` where this board cannot be rated.
    #[getter]
    fn level(&self) -> Option<&'static str> {
        self.0.level
    }

    /// What makes it so hard, or why it cannot be rated.
    #[getter]
    fn reason(&self) -> String {
        self.0.reason.text(lang())
    }

    /// The hardest technique that is needed.
    #[getter]
    fn hardest(&self) -> Option<&'static str> {
        self.0.ladder.as_ref()?.hardest
    }

    /// The cost of the hardest step, on the scale of Sudoku Explainer.
    #[getter]
    fn cost(&self) -> Option<f64> {
        Some(f64::from(self.0.ladder.as_ref()?.cost) / 10.0)
    }

    /// The cost of all rounds together.
    #[getter]
    fn effort(&self) -> Option<f64> {
        Some(self.0.ladder.as_ref()?.effort as f64 / 10.0)
    }

    /// How many rounds each technique was used in.
    #[getter]
    fn rounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rounds = PyDict::new(py);
        for (technique, n) in self.0.ladder.iter().flat_map(|ladder| &ladder.rounds) {
            rounds.set_item(technique, n)?;
        }
        Ok(rounds)
    }

    /// What else is known of its difficulty.
    #[getter]
    fn facts(&self) -> Vec<String> {
        self.0.facts.iter().map(|fact| fact.text(lang())).collect()
    }

    fn __str__(&self) -> String {
        let reason = self.reason();
        match self.0.level {
            Some(level) => format!("{level}: {reason}"),
            None => reason,
        }
    }

    fn __repr__(&self) -> String {
        format!("<Rating {}>", self.__str__())
    }
}

#[pymethods]
impl Board {
    /// How hard the board is for people; `Unknown` where a limit was reached.
    #[pyo3(signature = (**limits))]
    fn rate<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.puzzle.rated(py)?;
        let (bounds, _) = arguments::asked(self.puzzle.kind(), limits, &[])?;
        let (session, about) = (&*self.session, || report(&*self.session));
        match bounds.run(py, &about, |limits| session.rate(limits))? {
            Ok(report) => match report.result {
                Some(rating) => Ok(Bound::new(py, Rating(rating))?.into_any()),
                None => Ok(py.None().into_bound(py)),
            },
            Err(limit) => answer::unknown(py, self.puzzle, &self.session, limit, &bounds.limits),
        }
    }

    /// The way to the solution step by step, each step verified, as far as the techniques of the puzzle
    /// go; at most so many steps.
    #[pyo3(signature = (most=None, **limits))]
    fn explain(
        &self,
        py: Python<'_>,
        most: Option<&Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explanation> {
        let (bounds, _) = arguments::asked(self.puzzle.kind(), limits, &[])?;
        let most = most.map_or(Ok(u64::MAX), |most| whole(most, "most", 0))?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let (session, about) = (&*self.session, || report(&*self.session));
        let found = bounds.run_apart(py, &about, |limits| {
            let mut game = session.play(None)?;
            Ok(steps(&mut *game, most, limits))
        })?;
        let (found, ended) = found.map_err(|fault| raise(py, &fault))?;
        let object = |(position, step)| {
            Py::new(py, Step { puzzle: self.puzzle, session: self.session.clone(), position, step })
        };
        let steps: PyResult<Vec<_>> = found.into_iter().map(object).collect();
        Ok(Explanation { steps: steps?, ended })
    }
}
