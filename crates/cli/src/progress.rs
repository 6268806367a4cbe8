//! A line on the terminal that tells how far a long run is. Nothing for runs under a second, and
//! nothing where no terminal is.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use search::{Limits, SearchProgress};
use tabuleiro::locale::{Lang, Message};

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
    /// The line, once it is on the terminal.
    bar: Arc<OnceLock<ProgressBar>>,
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
        let bar = Arc::new(OnceLock::new());
        let (stop, stopped) = mpsc::channel();
        let (shown, lang) = (bar.clone(), arguments.lang);
        let thread = std::thread::spawn(move || watch(&stopped, &shown, &pulse, scope, lang));
        (Progress { watcher: Some(Watcher { stop, thread, bar }) }, limits)
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

/// Keeps the line up to date until the sender of `stopped` is gone.
fn watch(
    stopped: &Receiver<()>,
    shown: &OnceLock<ProgressBar>,
    pulse: &SearchProgress,
    scope: Scope,
    lang: Lang,
) {
    if stopped.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let bar = shown.get_or_init(ProgressBar::new_spinner);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    let mut before = (Instant::now(), pulse.nodes());
    bar.set_message(line(pulse, None, scope, lang));
    while stopped.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
        let now = (Instant::now(), pulse.nodes());
        let rate = now.1.saturating_sub(before.1) as f64 / (now.0 - before.0).as_secs_f64();
        bar.set_message(line(pulse, Some(rate), scope, lang));
        bar.tick();
        before = now;
    }
    bar.finish_and_clear();
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
