//! A line on the terminal that tells how far a long run is, or lines of a log. Nothing for runs under
//! a second, and nothing where no terminal is, unless somebody asks for it.

use std::cell::Cell;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use search::{Limits, SearchProgress};
use tabuleiro::locale::{Lang, Message};

use crate::arguments::Arguments;
use crate::{output, units};

/// How much of the work is known to be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The search may end at any node: no estimate would be honest.
    FirstSolution,
    /// The whole tree will be explored.
    Everything,
    /// So many boards will be made.
    Boards(u64),
    /// So many runs will be measured.
    Runs(u64),
}

/// Who is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgressMode {
    Never,
    /// A line on the terminal that changes.
    Line,
    /// A line now and then.
    Log(Duration),
}

impl ProgressMode {
    /// What `--progress` asks for.
    pub(crate) fn asked(word: Option<&str>, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        match word.unwrap_or_default().to_ascii_lowercase().as_str() {
            _ if quiet => ProgressMode::Never,
            "never" => ProgressMode::Never,
            "log" => ProgressMode::Log(Duration::from_secs(10)),
            "always" if !terminal => ProgressMode::Log(Duration::from_secs(1)),
            _ if terminal => ProgressMode::Line,
            _ => ProgressMode::Never,
        }
    }
}

/// A line that lives as long as this does.
pub(crate) struct Progress {
    watcher: Option<Watcher>,
    /// Boards or runs that are done.
    done: Arc<AtomicU64>,
}

struct Watcher {
    stop: Sender<()>,
    thread: JoinHandle<()>,
    /// The line, once it is on the terminal.
    bar: Arc<OnceLock<ProgressBar>>,
}

impl Progress {
    /// Shows progress, if anybody wants it, of the runs that have the limits returned.
    pub(crate) fn start(arguments: &Arguments, scope: Scope) -> (Self, Limits) {
        let mut limits = arguments.limits.clone();
        let done = Arc::new(AtomicU64::new(0));
        // Whether a run goes on from finished layers, and has any, is told whoever watches.
        let kept = limits.resources.checkpoint.is_some();
        if arguments.progress == ProgressMode::Never && !kept {
            return (Progress { watcher: None, done }, limits);
        }
        let pulse = Arc::new(SearchProgress::default());
        limits.pulse = Some(pulse.clone());
        let bar = Arc::new(OnceLock::new());
        let (stop, stopped) = mpsc::channel();
        let told = Told {
            pulse,
            done: done.clone(),
            scope,
            lang: arguments.lang,
            quiet: arguments.quiet,
            begun: Instant::now(),
            bar: bar.clone(),
            layer: Cell::new((0, Instant::now())),
        };
        let mode = arguments.progress;
        let thread = std::thread::spawn(move || told.watch(mode, &stopped));
        (Progress { watcher: Some(Watcher { stop, thread, bar }), done }, limits)
    }

    /// One more board or run is done.
    pub(crate) fn one_more(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes results while the line is out of the way.
    pub(crate) fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        match self.watcher.as_ref().and_then(|watcher| watcher.bar.get()) {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(watcher) = self.watcher.take() {
            drop(watcher.stop);
            let _ = watcher.thread.join();
        }
    }
}

/// What there is to tell.
struct Told {
    pulse: Arc<SearchProgress>,
    done: Arc<AtomicU64>,
    scope: Scope,
    lang: Lang,
    quiet: bool,
    begun: Instant,
    bar: Arc<OnceLock<ProgressBar>>,
    /// The present layer, and since when it is.
    layer: Cell<(u64, Instant)>,
}

/// Nothing is shown of runs that take less.
const SHORT: Duration = Duration::from_secs(1);
/// Time between two looks.
const PERIOD: Duration = Duration::from_millis(100);

impl Told {
    /// Keeps the line up to date until the sender of `stopped` is gone.
    fn watch(&self, mode: ProgressMode, stopped: &Receiver<()>) {
        let mut resumed = 0;
        let mut before = (Instant::now(), self.pulse.nodes());
        let mut logged = None;
        while stopped.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
            resumed = self.tell_resumed(resumed);
            if self.layer.get().0 != self.pulse.finished() {
                self.layer.set((self.pulse.finished(), Instant::now()));
            }
            let now = (Instant::now(), self.pulse.nodes());
            let rate = now.1.saturating_sub(before.1) as f64 / (now.0 - before.0).as_secs_f64();
            before = now;
            if self.begun.elapsed() < SHORT {
                continue;
            }
            match mode {
                ProgressMode::Never => {}
                ProgressMode::Line => {
                    let bar = self.bar.get_or_init(|| {
                        let style = ProgressStyle::with_template("{spinner} {msg}");
                        let bar = ProgressBar::new_spinner();
                        style.map_or(bar.clone(), |style| bar.with_style(style))
                    });
                    bar.set_message(self.line(rate));
                    bar.tick();
                }
                ProgressMode::Log(period) => {
                    if logged.is_none_or(|last: Instant| last.elapsed() >= period) {
                        logged = Some(Instant::now());
                        eprintln!("{}", self.line(rate));
                    }
                }
            }
        }
        self.tell_resumed(resumed);
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    /// Tells once from which layer the run goes on.
    fn tell_resumed(&self, told: u64) -> u64 {
        let layer = self.pulse.resumed();
        if layer > told && !self.quiet {
            let note = Message::new("note.resumed").with("layer", layer).text(self.lang);
            let tell = || output::note(&note, self.lang);
            self.bar.get().map_or_else(tell, |bar| bar.suspend(tell));
        }
        layer.max(told)
    }

    fn line(&self, rate: f64) -> String {
        let (pulse, lang) = (&self.pulse, self.lang);
        let mut parts = Vec::new();
        let elapsed = self.begun.elapsed();
        let done = self.done.load(Ordering::Relaxed);
        match self.scope {
            Scope::Boards(number) => {
                let boards = Message::new("progress.boards").with("n", number).with("done", done);
                parts.push(boards.text(lang));
                parts.extend(self.left(elapsed, done as f64 / number as f64, "progress.left"));
            }
            Scope::Runs(number) => {
                let runs = Message::new("progress.runs").with("n", number).with("done", done);
                parts.push(runs.text(lang));
            }
            Scope::FirstSolution | Scope::Everything => parts.extend(self.standing(elapsed)),
        }
        parts
            .push(Message::new("progress.elapsed").with("time", units::spoken(elapsed)).text(lang));
        // The rest of a line that is too long for the terminal is not shown: what matters most comes
        // first.
        if matches!(self.scope, Scope::FirstSolution | Scope::Everything) {
            parts.push(Message::new("stats.nodes").with("n", pulse.nodes()).text(lang));
            let millions = lang.decimal(rate / 1e6, 1);
            parts.push(Message::new("progress.rate").with("millions", millions).text(lang));
        }
        parts.join(" · ")
    }

    /// Where a search stands, and what is left of it.
    fn standing(&self, elapsed: Duration) -> Vec<String> {
        let (pulse, lang) = (&self.pulse, self.lang);
        let percent = lang.decimal(pulse.explored() * 100.0, 2);
        if pulse.width() > 0 {
            let states = lang.number(pulse.width());
            // How many layers follow, not everybody knows.
            let layer = match pulse.layers() {
                0 => Message::new("progress.layer").with("depth", pulse.depth()),
                layers => Message::new("progress.layer_of")
                    .with("layer", (pulse.finished() + 1).min(layers))
                    .with("layers", layers),
            };
            let layer = layer.with("percent", percent).with("states", states).text(lang);
            let taken = self.layer.get().1.elapsed();
            let left = self.left(taken, pulse.explored(), "progress.left_in_layer");
            return [layer].into_iter().chain(left).collect();
        }
        let mut parts =
            vec![Message::new("progress.depth").with("depth", pulse.depth()).text(lang)];
        if self.scope == Scope::Everything {
            parts.push(Message::new("progress.explored").with("percent", percent).text(lang));
            parts.extend(self.left(elapsed, pulse.explored(), "progress.left"));
        }
        parts
    }

    /// The time left of what took so long for this share of it, in words of this key.
    fn left(&self, taken: Duration, share: f64, key: &str) -> Option<String> {
        // Of less than a hundredth nothing can be said.
        let known = share > 0.01 && share < 1.0;
        let left = taken.as_secs_f64() * (1.0 - share) / share;
        let time = Duration::try_from_secs_f64(left).ok().filter(|_| known)?;
        Some(Message::new(key).with("time", units::spoken(time)).text(self.lang))
    }
}
