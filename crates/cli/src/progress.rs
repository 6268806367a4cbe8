//! A line on the terminal that tells how far a long run is, or lines of a log. Nothing for runs under
//! a second, and nothing where no terminal is, unless somebody asks for it.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use search::{Limits, SearchProgress};
use tabuleiro::locale::{Lang, Message};
use unicode_width::UnicodeWidthChar as _;

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
    line: Arc<Mutex<Line>>,
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
        let line = Arc::new(Mutex::new(Line::default()));
        let (stop, stopped) = mpsc::channel();
        let told = ProgressReporter {
            pulse,
            done: done.clone(),
            scope,
            lang: arguments.lang,
            quiet: arguments.quiet,
            begun: Instant::now(),
            shown: line.clone(),
            layer: Cell::new((0, Instant::now())),
        };
        let mode = arguments.progress;
        let thread = std::thread::spawn(move || told.watch(mode, &stopped));
        (Progress { watcher: Some(Watcher { stop, thread, line }), done }, limits)
    }

    /// One more board or run is done.
    pub(crate) fn one_more(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes results while the line is out of the way.
    pub(crate) fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        let line = self.watcher.as_ref().map(|watcher| held(&watcher.line));
        // Held until all is written; the next tick of the watcher brings the line back.
        let _aside = line.map(|mut line| {
            line.show("");
            line
        });
        write()
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

/// What is on the terminal now.
#[derive(Default)]
struct Line {
    /// Columns that it takes.
    width: usize,
}

impl Line {
    /// Puts other words in place of those that are there, as many as there is room for. Blanks, and no
    /// control sequence, so that every terminal understands it.
    fn show(&mut self, words: &str) {
        let room = terminal_size::terminal_size_of(io::stderr());
        let text = self.replaced(words, room.map_or(80, |(width, _)| usize::from(width.0)));
        // Progress may fail to print; the answer is still printed.
        let _ = io::stderr().write_all(text.as_bytes());
    }

    fn replaced(&mut self, words: &str, room: usize) -> String {
        let mut width = 0;
        let fits = |letter: &char| {
            width += letter.width().unwrap_or(0);
            // A line that is full would begin the next one.
            width < room
        };
        let words: String = words.chars().take_while(fits).collect();
        let taken = words.chars().map(|letter| letter.width().unwrap_or(0)).sum();
        let left = std::mem::replace(&mut self.width, taken).saturating_sub(taken).min(room);
        match (taken, left) {
            (0, 0) => String::new(),
            (0, left) => format!("\r{}\r", " ".repeat(left)),
            (_, left) => format!("\r{words}{}", " ".repeat(left)),
        }
    }
}

fn held(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints the progress of a run.
struct ProgressReporter {
    pulse: Arc<SearchProgress>,
    done: Arc<AtomicU64>,
    scope: Scope,
    lang: Lang,
    quiet: bool,
    begun: Instant,
    shown: Arc<Mutex<Line>>,
    /// The present layer, and since when it is.
    layer: Cell<(u64, Instant)>,
}

/// Nothing is shown of runs that take less.
const SHORT: Duration = Duration::from_secs(1);
/// Time between two looks.
const PERIOD: Duration = Duration::from_millis(100);

impl ProgressReporter {
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
                    held(&self.shown).show(&self.line(rate));
                }
                ProgressMode::Log(period) => {
                    if logged.is_none_or(|last: Instant| last.elapsed() >= period) {
                        logged = Some(Instant::now());
                        output::tell(&self.line(rate));
                    }
                }
            }
        }
        self.tell_resumed(resumed);
        held(&self.shown).show("");
    }

    /// Tells once from which layer the run goes on.
    fn tell_resumed(&self, told: u64) -> u64 {
        let layer = self.pulse.resumed();
        if layer > told && !self.quiet {
            let note = Message::new("note.resumed").with("layer", layer).text(self.lang);
            let mut shown = held(&self.shown);
            shown.show("");
            output::note(&note, self.lang);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leaves_nothing_of_the_one_before_and_never_begins_another() {
        let mut line = Line::default();
        assert_eq!(line.replaced("", 80), "");
        assert_eq!(line.replaced("1,000 nodes", 80), "\r1,000 nodes");
        assert_eq!(line.replaced("nós", 80), "\rnós        ");
        assert_eq!(line.replaced("", 80), "\r   \r");
        assert_eq!(line.replaced("1,000 nodes", 6), "\r1,000");
        // The terminal was made narrower meanwhile.
        assert_eq!(line.replaced("", 3), "\r   \r");
    }
}
