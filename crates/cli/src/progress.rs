//! A line on the terminal that tells how far a long run is. Nothing for runs under a second, and
//! nothing where no terminal is.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use search::{Limits, Pulse};
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
    watcher: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Shows progress, if anybody wants it, of the runs that have the limits returned.
    pub(crate) fn start(arguments: &Arguments, scope: Scope) -> (Self, Limits) {
        let mut limits = arguments.limits.clone();
        if !arguments.progress {
            return (Progress { watcher: None }, limits);
        }
        let pulse = Arc::new(Pulse::default());
        limits.pulse = Some(pulse.clone());
        let (stop, stopped) = mpsc::channel();
        let lang = arguments.lang;
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            let mut before = (Instant::now(), pulse.nodes());
            bar.set_message(line(&pulse, None, scope, lang));
            while stopped.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
                let now = (Instant::now(), pulse.nodes());
                let rate = now.1.saturating_sub(before.1) as f64 / (now.0 - before.0).as_secs_f64();
                bar.set_message(line(&pulse, Some(rate), scope, lang));
                bar.tick();
                before = now;
            }
            bar.finish_and_clear();
        });
        (Progress { watcher: Some((stop, thread)) }, limits)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.watcher.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}

fn line(pulse: &Pulse, rate: Option<f64>, scope: Scope, lang: Lang) -> String {
    let mut parts = vec![Message::new("stats.nodes").with("n", pulse.nodes()).text(lang)];
    if let Some(rate) = rate {
        let millions = lang.decimal(rate / 1e6, 1);
        parts.push(Message::new("progress.rate").with("millions", millions).text(lang));
    }
    parts.push(Message::new("progress.depth").with("depth", pulse.depth()).text(lang));
    if scope == Scope::Everything {
        let percent = lang.decimal(pulse.explored() * 100.0, 2);
        parts.push(Message::new("progress.explored").with("percent", percent).text(lang));
    }
    parts.join(" · ")
}
