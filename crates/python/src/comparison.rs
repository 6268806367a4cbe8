//! Strategies against each other on one board, as rows of a table.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tabuleiro::contract::{Options, Role};
use tabuleiro::kind::Session;
use tabuleiro::measure::{NODES, Plan, RUNS};

use crate::board::{Board, report};
use crate::bounds::{self, whole};
use crate::faults::raise;
use crate::{arguments, values};

#[pymethods]
impl Board {
    /// Runs strategies against each other, all of them unless some are named: a list of rows, of which
    /// pandas makes a table. Counters are exact; times are those of so many runs in shuffled order,
    /// after one to warm up. Each strategy may judge 100 million nodes unless a limit is given.
    #[pyo3(signature = (*strategies, runs=None, seed=None, **options))]
    fn compare<'py>(
        &self,
        py: Python<'py>,
        strategies: Vec<Bound<'py, PyAny>>,
        runs: Option<Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let kind = self.puzzle.kind();
        let seed = bounds::seed(seed)?;
        let (mut bounds, options) = arguments::asked(kind, options, &[Role::Strategy])?;
        if bounds.limits.nodes.is_none() && bounds.limits.time.is_none() {
            bounds.limits.nodes = Some(NODES);
        }
        let mut named = Vec::new();
        for strategy in &strategies {
            let none = Options::default();
            named.push(arguments::strategy(py, kind, Some(strategy), &none)?);
        }
        if named.is_empty() {
            named = kind.strategies().iter().map(|strategy| strategy.name).collect();
        }
        let runs = runs.map_or(Ok(RUNS), |runs| whole(&runs, "runs", 1))?;
        let (session, about) = (&*self.session, || report(&*self.session));
        let rows = bounds.run_apart(py, &about, |limits| {
            let plan = Plan { strategies: &named, options: &options, limits, runs, seed };
            plan.measure(&[(String::new(), session as &dyn Session)])
        })?;
        let rows = rows.map_err(|fault| raise(py, &fault))?;
        let object = |row: &tabuleiro::measure::Row| {
            let mut data = row.data(kind);
            data.shift_insert(0, "puzzle".to_owned(), kind.about().name.into());
            values::object(py, &serde_json::Value::Object(data))
        };
        rows.iter().map(object).collect()
    }
}
