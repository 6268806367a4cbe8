//! A line on the terminal that tells how far a long run is. Nothing for runs under a second, and
//! nothing where no terminal is.

use std::io::{self, Write as _};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use search::{Limits, SearchProgress};
use tabuleiro::locale::{Lang, Message};
use unicode_width::UnicodeWidthChar as _;

use crate::arguments::Arguments;

/// How much of the work is known to be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The search may end at any node: no estimate would be honest.
    FirstSolution,
    /// The whole tree will be explored.
    Everything,
}

/// A line that lives as long as this does.
pub(crate) struct Progress {
    watcher: Option<Watcher>,
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
        if !arguments.progress {
            return (Progress { watcher: None }, limits);
        }
        let pulse = Arc::new(SearchProgress::default());
        limits.pulse = Some(pulse.clone());
        let line = Arc::new(Mutex::new(Line::default()));
        let (stop, stopped) = mpsc::channel();
        let (shown, lang) = (line.clone(), arguments.lang);
        let thread = std::thread::spawn(move || watch(&stopped, &shown, &pulse, scope, lang));
        (Progress { watcher: Some(Watcher { stop, thread, line }) }, limits)
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
        // Whoever cannot be told how far it is can still be told the answer.
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

/// Keeps the line up to date until the sender of `stopped` is gone.
fn watch(
    stopped: &Receiver<()>,
    shown: &Mutex<Line>,
    pulse: &SearchProgress,
    scope: Scope,
    lang: Lang,
) {
    if stopped.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let mut before = (Instant::now(), pulse.nodes());
    held(shown).show(&line(pulse, None, scope, lang));
    while stopped.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
        let now = (Instant::now(), pulse.nodes());
        let rate = now.1.saturating_sub(before.1) as f64 / (now.0 - before.0).as_secs_f64();
        held(shown).show(&line(pulse, Some(rate), scope, lang));
        before = now;
    }
    held(shown).show("");
}

fn line(pulse: &SearchProgress, rate: Option<f64>, scope: Scope, lang: Lang) -> String {
    let mut parts = vec![Message::new("stats.nodes").with("n", pulse.nodes()).text(lang)];
    if let Some(rate) = rate {
        let millions = lang.decimal(rate / 1e6, 1);
        parts.push(Message::new("progress.rate").with("millions", millions).text(lang));
    }
    let percent = lang.decimal(pulse.explored() * 100.0, 2);
    if pulse.width() > 0 {
        // How many layers follow, and how wide they are, nobody knows: this one is told of.
        let layer = Message::new("progress.layer").with("depth", pulse.depth());
        let states = lang.number(pulse.width());
        parts.push(layer.with("percent", percent).with("states", states).text(lang));
        return parts.join(" · ");
    }
    parts.push(Message::new("progress.depth").with("depth", pulse.depth()).text(lang));
    if scope == Scope::Everything {
        parts.push(Message::new("progress.explored").with("percent", percent).text(lang));
    }
    parts.join(" · ")
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
