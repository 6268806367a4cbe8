//! The words for an answer, the same in every frontend: why there is no solution, what it took, times and
//! sizes as people read them.

use std::time::Duration;

use search::{Limit, Limits, Outcome, Proof, Stats};

use crate::contract::{Counted, Format};
use crate::game::Winnable;
use crate::kind::{Answer, Finding};
use crate::locale::{Arg, Lang, Message};

/// What is said of an answer beside the solution: why there is none, and the counters.
pub fn remarks(answer: &Answer, strategy: &str, limits: &Limits, lang: Lang) -> Vec<String> {
    let (key, reason) = match &answer.result {
        Outcome::Solved(_) => ("answer.solved", None),
        Outcome::Impossible(Proof::Argument(_)) => ("answer.argued", Some(())),
        Outcome::Impossible(Proof::Exhaustion) | Outcome::Unknown(_) => {
            ("answer.searched", Some(()))
        }
    };
    let reason = reason.map(|()| verdict(&answer.result, limits, lang).text(lang));
    let effort = effort(&answer.stats, answer.elapsed, lang);
    let line = Message::new(key).with("strategy", strategy).with("effort", effort);
    reason.into_iter().chain([line.text(lang)]).collect()
}

/// Whether it is solved, or why there is no solution to show.
pub fn verdict<S>(outcome: &Outcome<S, Finding>, limits: &Limits, lang: Lang) -> Message {
    match outcome {
        Outcome::Solved(_) => Message::new("answer.word.solved"),
        Outcome::Impossible(Proof::Exhaustion) => Message::new("answer.exhausted"),
        Outcome::Impossible(Proof::Argument(argument)) => {
            let mut words = Vec::new();
            // Writing to memory does not fail.
            let _ = argument.print(Format::Text, lang, &mut words);
            let reason = String::from_utf8_lossy(&words).trim_end().to_owned();
            Message::new("answer.impossible").with("reason", reason)
        }
        Outcome::Unknown(limit) => {
            Message::new("answer.unknown").with("reason", limit_words(*limit, limits))
        }
    }
}

/// Why there is no way from a position to the goal, in lines: the reason why the last move that mattered loses, where
/// a technique tells it, before that a search was exhaustive.
pub fn lost(found: &Winnable, limits: &Limits, lang: Lang) -> Vec<String> {
    match (&found.outcome, &found.why) {
        (Outcome::Impossible(Proof::Exhaustion), Some(step)) => {
            let story = step.story.iter().map(|line| format!("  {}", line.text(lang)));
            [step.message.text(lang)].into_iter().chain(story).collect()
        }
        (outcome, _) => vec![verdict(outcome, limits, lang).text(lang)],
    }
}

/// A limit that fired, in words.
pub fn limit_words(limit: Limit, limits: &Limits) -> Message {
    let message = Message::new(format!("limit.{}", limit.word()));
    match limit {
        Limit::Nodes => message.with("n", limits.nodes.unwrap_or_default()),
        Limit::Time => message.with("time", limits.time.unwrap_or_default()),
        Limit::Memory { needed } => message
            .with("needed", Arg::Bytes(needed))
            .with("limit", Arg::Bytes(limits.memory.unwrap_or(u64::MAX))),
        Limit::Steps { most } => message.with("n", most),
        Limit::Lost { process } => message.with("process", process.to_string()),
        Limit::Cancelled | Limit::Incomplete => message,
    }
}

/// Which way a count was made; `effort` is still to be said.
pub fn way(counted: &Counted) -> Message {
    let way = Message::new(format!("count.way.{}", counted.way));
    Message::new("count.searched").with("way", way)
}

/// The counters that people compare, and the time.
pub fn effort(stats: &Stats, elapsed: Duration, lang: Lang) -> String {
    let counted =
        |name: &str, n: u64| Message::new(format!("stats.{name}")).with("n", n).text(lang);
    [
        counted("nodes", stats.nodes),
        counted("steps", stats.steps),
        counted("backtracks", stats.backtracks),
        duration(elapsed, lang),
    ]
    .join(", ")
}

/// A time with three figures that count and a fitting unit.
pub fn duration(time: Duration, lang: Lang) -> String {
    if time.is_zero() {
        return "0 s".to_owned();
    }
    let (value, unit) = match time.as_secs_f64() {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{} {unit}", lang.decimal(value, digits))
}

/// A number of bytes with a fitting unit.
pub fn bytes(bytes: u64, lang: Lang) -> String {
    let mut value = bytes as f64;
    let mut units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    for larger in units {
        if value < 1024.0 {
            break;
        }
        (value, unit) = (value / 1024.0, larger);
    }
    format!("{} {unit}", lang.decimal(value, usize::from(unit != "B")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_shown_shortly() {
        assert_eq!(duration(Duration::from_nanos(1_234_000), Lang::En), "1.23 ms");
        assert_eq!(duration(Duration::from_secs(75), Lang::PtBr), "75,0 s");
        assert_eq!(bytes(1536, Lang::En), "1.5 KiB");
        assert_eq!(bytes(12, Lang::En), "12 B");
    }
}
