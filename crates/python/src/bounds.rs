//! Within which limits something runs, and how: with the interpreter let go, so that other threads go
//! on, Ctrl-C arrives, and somebody is told of the progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};
use pyo3::{PyTraverseError, PyVisit};
use tabuleiro::contract::Counted;
use tabuleiro::kind::{Answer, Report, Session};
use tabuleiro::text::Diagnostic;
use tabuleiro::{Limit, Limits, Outcome};

use crate::arguments::wrong;
use crate::board::report;
use crate::faults::{Panicked, caught, class, guarded, raise};

/// Memory that a run may hold unless told otherwise: that of the program.
pub(crate) const MEMORY: u64 = 4 << 30;
/// What runs for less does so at once: a thread of its own takes longer to begin than a small board.
/// What takes longer is begun again on one.
const AT_ONCE: Duration = Duration::from_millis(2);
/// Squares of the largest board about which something is written or drawn at once.
const SMALL: u64 = 1 << 14;
/// How often Ctrl-C is looked for, and how often progress is told.
const LOOK: Duration = Duration::from_millis(20);
const TELL: Duration = Duration::from_millis(100);

/// The arguments that every search has.
#[derive(Default)]
pub(crate) struct Asked<'py>([Option<Bound<'py, PyAny>>; 5]);

impl<'py> Asked<'py> {
    /// Their names.
    pub(crate) const NAMES: [&'static str; 5] =
        ["time_limit", "max_nodes", "memory_limit", "threads", "progress"];

    /// The argument of this name, if there is such an argument.
    pub(crate) fn limit(&mut self, name: &str) -> Option<&mut Option<Bound<'py, PyAny>>> {
        let place = Self::NAMES.iter().position(|known| *known == name)?;
        Some(&mut self.0[place])
    }
}

/// Limits, and whom to tell of the progress.
pub(crate) struct Bounds {
    pub(crate) limits: Limits,
    progress: Option<Py<PyAny>>,
}

impl Default for Bounds {
    /// The limit of memory alone.
    fn default() -> Self {
        Bounds { limits: Limits { memory: Some(MEMORY), ..Limits::default() }, progress: None }
    }
}

impl Bounds {
    pub(crate) fn new(asked: Asked<'_>) -> PyResult<Self> {
        let [time_limit, max_nodes, memory_limit, threads, progress] = asked.0;
        let time = time_limit.map(|value| seconds(&value)).transpose()?;
        let memory = memory_limit.map(|value| whole(&value, "memory_limit", 0)).transpose()?;
        let threads = threads.map(|value| whole(&value, "threads", 1)).transpose()?;
        let limits = Limits {
            nodes: max_nodes.map(|value| whole(&value, "max_nodes", 0)).transpose()?,
            memory: Some(memory.unwrap_or(MEMORY)),
            time,
            begun: Some(Instant::now()),
            threads: threads.map(|threads| usize::try_from(threads).unwrap_or(usize::MAX).min(256)),
            ..Limits::default()
        };
        if let Some(progress) = progress.as_ref().filter(|progress| !progress.is_callable()) {
            return Err(wrong(progress, "progress", "callable"));
        }
        Ok(Bounds { limits, progress: progress.map(Bound::unbind) })
    }

    /// What is held of Python's objects, told to its garbage collector.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.progress.iter().try_for_each(|progress| visit.call(progress))
    }

    /// Refuses a `progress` that would not be called.
    pub(crate) fn tell_nobody(&self, py: Python<'_>) -> PyResult<()> {
        if self.progress.is_none() {
            return Ok(());
        }
        let known = Asked::NAMES.iter().copied().filter(|name| *name != "progress");
        let fault = Diagnostic::new("Y0101").in_file("**options").with("name", "progress");
        let fault = fault.with("puzzle", "watch");
        Err(raise(py, &fault.with("known", known.collect::<Vec<_>>().join(", "))))
    }

    /// Runs something, at once if it is short. `about` is what a report of a fault of ours names.
    pub(crate) fn run<T: Cut + Send>(
        &self,
        py: Python<'_>,
        about: &(dyn Fn() -> String + Sync),
        work: impl Fn(&Limits) -> T + Sync,
    ) -> PyResult<T> {
        let passed = self.limits.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        let most = passed + AT_ONCE;
        let is_short = self.limits.time.is_some_and(|time| time <= most);
        let first = Limits {
            time: Some(self.limits.time.unwrap_or(most).min(most)),
            ..self.limits.clone()
        };
        let done = py.detach(|| caught(|| work(&first))).map_err(|p| p.raise(py, &about()))?;
        if is_short || !matches!(done.limit(), Some(Limit::Time)) {
            return Ok(done);
        }
        drop(done);
        self.run_apart(py, about, |limits| work(limits))
    }

    /// Runs something that takes as long as its board is large: at once where that is small, else on a
    /// thread of its own, so that Ctrl-C arrives.
    pub(crate) fn run_once<T: Send>(
        &self,
        py: Python<'_>,
        session: &dyn Session,
        work: impl FnOnce(&Limits) -> T + Send,
    ) -> PyResult<T> {
        let about = || report(session);
        if session.extent().area() > SMALL {
            return self.run_apart(py, &about, work);
        }
        guarded(py, about, || py.detach(|| work(&self.limits)))
    }

    /// Runs something that takes long, on a thread of its own.
    pub(crate) fn run_apart<T: Send>(
        &self,
        py: Python<'_>,
        about: &(dyn Fn() -> String + Sync),
        work: impl FnOnce(&Limits) -> T + Send,
    ) -> PyResult<T> {
        let cancel = Arc::new(AtomicBool::new(false));
        let pulse = Arc::new(search::SearchProgress::default());
        let begun = Instant::now();
        let limits = Limits {
            cancel: Some(cancel.clone()),
            pulse: Some(pulse.clone()),
            ..self.limits.clone()
        };
        let (sender, receiver) = mpsc::sync_channel(1);
        let look = |py: Python<'_>, told: &mut Instant| -> PyResult<()> {
            py.check_signals()?;
            match &self.progress {
                Some(progress) if told.elapsed() >= TELL => {
                    *told = Instant::now();
                    let told = class(py, "Progress")?.call1((
                        pulse.nodes(),
                        pulse.depth(),
                        pulse.explored(),
                        pulse.width(),
                        pulse.finished(),
                        pulse.layers(),
                        begun.elapsed().as_secs_f64(),
                    ))?;
                    progress.call1(py, (told,)).map(drop)
                }
                _ => Ok(()),
            }
        };
        type Done<T> = (Option<PyErr>, Option<Result<T, Panicked>>);
        let (trouble, done): Done<T> = py.detach(move || {
            std::thread::scope(|scope| {
                let mut trouble = None;
                let apart = move || {
                    let _ = sender.send(caught(|| work(&limits)));
                };
                // Where the system gives no thread, there is nothing to run it on.
                let spawned = std::thread::Builder::new().spawn_scoped(scope, apart);
                if let Err(error) = spawned {
                    return (Some(error.into()), None);
                }
                let mut told = begun;
                loop {
                    match receiver.recv_timeout(LOOK) {
                        Ok(done) => return (trouble, Some(done)),
                        Err(RecvTimeoutError::Disconnected) => return (trouble, None),
                        Err(RecvTimeoutError::Timeout) if trouble.is_some() => {}
                        Err(RecvTimeoutError::Timeout) => {
                            trouble = Python::attach(|py| look(py, &mut told).err());
                            if trouble.is_some() {
                                cancel.store(true, Ordering::Relaxed);
                            }
                        }
                    }
                }
            })
        });
        match (trouble, done) {
            (Some(trouble), _) => Err(trouble),
            (None, Some(done)) => done.map_err(|panicked| panicked.raise(py, &about())),
            (None, None) => Err(Panicked::default().raise(py, &about())),
        }
    }
}

/// Something that a limit may have cut.
pub(crate) trait Cut {
    /// The limit.
    fn limit(&self) -> Option<Limit>;
}

impl Cut for Result<Answer, Diagnostic> {
    fn limit(&self) -> Option<Limit> {
        match self {
            Ok(Report { result: Outcome::Unknown(limit), .. }) => Some(*limit),
            Ok(_) => None,
            Err(fault) => fault.limit(),
        }
    }
}

impl Cut for Result<Report<Counted>, Diagnostic> {
    fn limit(&self) -> Option<Limit> {
        match self {
            Ok(report) => match report.result.ended {
                tabuleiro::contract::Ended::Cut(limit) => Some(limit),
                _ => None,
            },
            Err(fault) => fault.limit(),
        }
    }
}

impl<T> Cut for Result<T, Limit> {
    fn limit(&self) -> Option<Limit> {
        self.as_ref().err().copied()
    }
}

impl<T> Cut for Result<T, tabuleiro::contract::RunError> {
    fn limit(&self) -> Option<Limit> {
        match self {
            Err(tabuleiro::contract::RunError::Limit(limit)) => Some(*limit),
            _ => None,
        }
    }
}

/// Seconds as a number, or a `timedelta`.
fn seconds(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let wrong = || wrong(value, "time_limit", "float >= 0, timedelta");
    if value.is_instance_of::<PyBool>() {
        return Err(wrong());
    }
    let number = match value.extract::<f64>() {
        Ok(number) => number,
        Err(_) if value.hasattr("total_seconds")? => {
            value.call_method0("total_seconds")?.extract()?
        }
        Err(_) => return Err(wrong()),
    };
    if number.is_nan() || number < 0.0 {
        return Err(wrong());
    }
    // What no clock can tell is no limit.
    Ok(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX))
}

/// A whole number, from `least` up; what is greater than any machine is the greatest.
pub(crate) fn whole(value: &Bound<'_, PyAny>, name: &str, least: u64) -> PyResult<u64> {
    let wrong = || wrong(value, name, &format!("int >= {least}"));
    if value.is_instance_of::<PyBool>() || !value.hasattr("__index__")? {
        return Err(wrong());
    }
    let number = value.call_method0("__index__")?;
    match number.extract::<u64>() {
        Ok(number) if number >= least => Ok(number),
        Ok(_) => Err(wrong()),
        Err(_) if !number.is_instance_of::<PyInt>() || number.lt(0)? => Err(wrong()),
        Err(_) => Ok(u64::MAX),
    }
}

/// A seed, that of the program unless one is given. One that is too large is refused: two seeds are two boards.
pub(crate) fn seed(given: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    let Some(value) = given else { return Ok(1) };
    match whole(value, "seed", 0)? {
        u64::MAX if value.call_method0("__index__")?.extract::<u64>().is_err() => {
            Err(wrong(value, "seed", "int < 2**64"))
        }
        seed => Ok(seed),
    }
}

/// The same as 32 bits: a side, a number on a board.
pub(crate) fn number(value: &Bound<'_, PyAny>, name: &str, least: u64) -> PyResult<u32> {
    Ok(u32::try_from(whole(value, name, least)?).unwrap_or(u32::MAX))
}
