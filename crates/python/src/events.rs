//! The events of a search as records, which numpy reads where they lie.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Event, Limit, Limits, Outcome};
use tabuleiro::board::{Size, Square};
use tabuleiro::contract::Role;
use tabuleiro::kind::{self, Session};
use tabuleiro::scene::{Pen, Tone};
use tabuleiro::strokes::numbered;
use tabuleiro::text::Diagnostic;

use crate::array::{Held, array};
use crate::board::{Board, report};
use crate::bounds::{MEMORY, whole};
use crate::classes::Puzzle;
use crate::faults::{Panicked, caught, raise};
use crate::{answer, arguments};

/// Fields of a record: the sort of the event, by its place in [`SORTS`]; the tone that its cell got, or
/// 255; the cell by its place in reading order from 0, or 2^32 - 1; the number on it, or -1.
const FIELDS: [(&str, &str); 4] =
    [("event", "u2"), ("tone", "u2"), ("cell", "u4"), ("number", "i4")];
/// Words of a record.
const WORDS: usize = 3;
/// The names of the sorts of events, in the order of their numbers.
const SORTS: [&str; 9] =
    ["root", "make", "unmake", "dead", "seen", "bound", "goal", "queue", "expand"];
/// Records of a batch, and batches that wait at the most: so much memory a watched search takes.
const BATCH: usize = 1 << 16;
const WAITING: usize = 4;
/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(20);

/// A pen that writes a record at the end of each event.
struct Records<'a> {
    size: Size,
    words: Vec<u32>,
    batch: usize,
    /// The cell whose number changed last in this event, else the one whose tone did; its number.
    numbered: Option<Square>,
    toned: Option<Square>,
    tone: u32,
    number: i32,
    full: &'a mut dyn FnMut(Vec<u32>),
}

impl Pen for Records<'_> {
    #[inline]
    fn tone(&mut self, square: Square, tone: Tone) {
        self.toned = Some(square);
        self.tone = tone as u32;
    }

    #[inline]
    fn number(&mut self, square: Square, number: Option<i32>) {
        self.numbered = Some(square);
        self.number = number.unwrap_or(-1);
    }

    fn link(&mut self, _: Square, _: Square) {}

    fn link_across(&mut self, _: Square, _: Square, _: (i64, i64)) {}

    fn unlink(&mut self) {}

    fn sign(&mut self, _: Square, _: Square) {}

    fn marks(&mut self, _: Square, _: u64) {}

    #[inline]
    fn pass(&mut self, event: Event<()>) {
        let cell = self.numbered.take().or(self.toned);
        let cell = cell.map_or(u32::MAX, |square| self.size.index(square) as u32);
        // The first two fields, whatever the order of bytes is.
        let code = u32::from(event.code());
        let head = if cfg!(target_endian = "little") {
            self.tone << 16 | code
        } else {
            code << 16 | self.tone
        };
        self.words.extend([head, cell, self.number as u32]);
        (self.toned, self.tone, self.number) = (None, 255, -1);
        if self.words.len() >= self.batch {
            let next = Vec::with_capacity(self.batch);
            (self.full)(std::mem::replace(&mut self.words, next));
        }
    }
}

/// Runs a strategy and hands its records over in batches.
fn run(
    session: &dyn Session,
    strategy: &str,
    options: &tabuleiro::contract::Options,
    limits: &Limits,
    batch: usize,
    full: &mut dyn FnMut(Vec<u32>),
) -> Result<kind::Answer, Diagnostic> {
    let mut records = Records {
        size: session.extent(),
        words: Vec::with_capacity(batch * WORDS),
        batch: batch * WORDS,
        numbered: None,
        toned: None,
        tone: 255,
        number: -1,
        full,
    };
    let answer = session.watch(strategy, options, limits, &mut records)?;
    let Records { words, full, .. } = records;
    full(words);
    Ok(answer)
}

/// What comes of a search that is watched.
type Ended = Result<Result<kind::Answer, Diagnostic>, Panicked>;

/// A search that is watched: an iterator of arrays of events, in order, while it runs. Who does not
/// ask for the next makes it wait.
#[pyclass(frozen, module = "tabuleiro")]
pub(crate) struct Watch {
    puzzle: Puzzle,
    session: Arc<dyn Session>,
    strategy: &'static str,
    limits: Limits,
    cancel: Arc<AtomicBool>,
    batches: Mutex<Option<Receiver<Vec<u32>>>>,
    ended: Arc<Mutex<Option<Ended>>>,
    answer: Mutex<Option<Py<PyAny>>>,
    /// The process that searches: one that was forked from it has none of its threads.
    process: u32,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Watch {
    /// The next batch of words; none where the search is over.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Vec<u32>>> {
        loop {
            let got = py.detach(|| {
                let batches = self.batches.lock().ok()?;
                Some(batches.as_ref()?.recv_timeout(LOOK))
            });
            match got {
                Some(Ok(words)) => {
                    self.look(py)?;
                    return Ok(Some(words));
                }
                Some(Err(RecvTimeoutError::Timeout)) if self.process != std::process::id() => {
                    return Ok(None);
                }
                Some(Err(RecvTimeoutError::Timeout)) => self.look(py)?,
                Some(Err(RecvTimeoutError::Disconnected)) | None => return Ok(None),
            }
        }
    }

    /// Looks for Ctrl-C, which ends the search.
    fn look(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals().inspect_err(|_| self.close())
    }

    /// What came of it, once it is over; the limit of its events, where that was what ended it.
    fn settle(&self, py: Python<'_>, cut: Option<Limit>) -> PyResult<()> {
        let Some(ended) = self.ended.lock().ok().and_then(|mut ended| ended.take()) else {
            return Ok(());
        };
        let answer = ended.map_err(|panicked| panicked.raise(py, &report(&*self.session)))?;
        let mut answer = answer.map_err(|fault| raise(py, &fault))?;
        if let Some(limit) = cut {
            answer.result = Outcome::Unknown(limit);
        }
        let object =
            answer::object(py, self.puzzle, &self.session, self.strategy, answer, &self.limits)?;
        if let Ok(mut answer) = self.answer.lock() {
            *answer = Some(object.unbind());
        }
        Ok(())
    }
}

#[pymethods]
impl Watch {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.next(py)? {
            Some(words) => array(py, Held::Records(words, WORDS, &FIELDS)).map(Some),
            None => self.settle(py, None).map(|()| None),
        }
    }

    /// All events that are left, up to so many, as one array. When they would take more than `memory_limit`,
    /// the search ends, as it does at any limit.
    #[pyo3(signature = (most=None))]
    fn all<'py>(
        &self,
        py: Python<'py>,
        most: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let most = most.map_or(Ok(u64::MAX), |most| whole(most, "most", 0))?;
        let most = usize::try_from(most).unwrap_or(usize::MAX).saturating_mul(WORDS);
        let memory = self.limits.memory.unwrap_or(MEMORY);
        let (mut words, mut cut): (Vec<u32>, _) = (Vec::new(), None);
        while words.len() < most {
            let Some(batch) = self.next(py)? else {
                self.settle(py, cut)?;
                break;
            };
            let needed = ((words.len() + batch.len()) * size_of::<u32>()) as u64;
            if cut.is_some() || needed > memory {
                // What comes before the search has noticed is let go.
                cut = cut.or(Some(Limit::Memory { needed }));
                self.cancel.store(true, Ordering::Relaxed);
                continue;
            }
            match words.is_empty() {
                true => words = batch,
                false => words.extend(&batch),
            }
        }
        words.truncate(most);
        array(py, Held::Records(words, WORDS, &FIELDS))
    }

    /// The answer, once the last event was given; `None` before.
    #[getter]
    fn answer(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.answer.lock().ok()?.as_ref().map(|answer| answer.clone_ref(py))
    }

    /// The names of the sorts of events, in the order of their numbers.
    #[classattr]
    fn sorts() -> Vec<&'static str> {
        SORTS.to_vec()
    }

    /// The names of the tones of cells, in the order of their numbers.
    #[classattr]
    fn tones() -> Vec<&'static str> {
        Tone::ALL.iter().map(|tone| tone.word()).collect()
    }

    /// Ends the search, wherever it is.
    fn close(&self) {
        self.cancel.store(true, Ordering::Relaxed);
        if let Ok(mut batches) = self.batches.lock() {
            *batches = None;
        }
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close();
    }
}

#[pymethods]
impl Board {
    /// Watches a search: an iterator of arrays of its events, each a record of `event` (its place in
    /// `Watch.sorts`), `cell` (its place in reading order from 0), `number` (on the cell, or -1) and
    /// `tone` (its place in `Watch.tones`, or 255). The search waits until they are asked for.
    #[pyo3(signature = (strategy=None, *, batch=None, **options))]
    fn watch(
        &self,
        py: Python<'_>,
        strategy: Option<&Bound<'_, PyAny>>,
        batch: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Watch> {
        let kind = self.puzzle.kind();
        let (bounds, options) = arguments::asked(kind, options, &[Role::Strategy])?;
        let strategy = arguments::strategy(py, kind, strategy, &options)?;
        bounds.tell_nobody(py)?;
        numbered(self.session.extent()).map_err(|fault| raise(py, &fault))?;
        let batch = batch.map_or(Ok(BATCH as u64), |batch| whole(batch, "batch", 1))?;
        // All batches that wait stay below the limit of memory, too.
        let most = bounds.limits.memory.unwrap_or(MEMORY)
            / (2 * WAITING * WORDS * size_of::<u32>()) as u64;
        let batch = batch.min(most).clamp(1, 1 << 24) as usize;
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits { cancel: Some(cancel.clone()), ..bounds.limits };
        let (sender, batches) = sync_channel(WAITING);
        let ended = Arc::new(Mutex::new(None));
        let watched = Watched {
            session: self.session.clone(),
            strategy,
            options,
            limits: limits.clone(),
            batch,
            sender,
            ended: ended.clone(),
        };
        std::thread::Builder::new().spawn(move || watched.run())?;
        Ok(Watch {
            puzzle: self.puzzle,
            session: self.session.clone(),
            strategy,
            limits,
            cancel,
            batches: Mutex::new(Some(batches)),
            ended,
            answer: Mutex::new(None),
            process: std::process::id(),
        })
    }
}

/// What the thread of a watched search needs.
struct Watched {
    session: Arc<dyn Session>,
    strategy: &'static str,
    options: tabuleiro::contract::Options,
    limits: Limits,
    batch: usize,
    sender: SyncSender<Vec<u32>>,
    ended: Arc<Mutex<Option<Ended>>>,
}

impl Watched {
    fn run(self) {
        let Watched { session, strategy, options, limits, batch, sender, ended } = self;
        let cancel = limits.cancel.clone();
        let done = caught(|| {
            run(&*session, strategy, &options, &limits, batch, &mut |words| {
                // Nobody takes it any more.
                if !words.is_empty()
                    && sender.send(words).is_err()
                    && let Some(cancel) = &cancel
                {
                    cancel.store(true, Ordering::Relaxed);
                }
            })
        });
        if let Ok(mut ended) = ended.lock() {
            *ended = Some(done);
        }
        // Only now is it seen to be over.
        drop(sender);
    }
}
