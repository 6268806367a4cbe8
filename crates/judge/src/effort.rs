//! What programs say of their effort, beside our counters for the same boards.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use search::{Outcome, Stats};
use tabuleiro::contract::{Options, Written};
use tabuleiro::kind::{Kind, Session};
use tabuleiro::lenient::{ReadAnswer, Reading};
use tabuleiro::text::Source;

use crate::ruling::Rules;
use crate::verdict::Effort;

/// What an output says of the effort for its boards.
pub(crate) fn told(
    rules: &Rules,
    source: &Source,
    reading: &Reading,
    boards: &[Box<dyn Session>],
) -> Vec<Effort> {
    let labels = rules.kind.coursework().map_or(&[][..], |coursework| coursework.effort);
    let mut found: Vec<Effort> = Vec::new();
    let mut add = |counter: &str, number: u64| match found.iter_mut().find(|e| e.counter == counter)
    {
        Some(effort) => effort.said.push(number),
        None => {
            found.push(Effort {
                counter: counter.to_owned(),
                said: vec![number],
                ours: Vec::new(),
            });
        }
    };
    for at in &reading.foreign {
        let line = source.part(at.clone());
        let Ok(text) = line.text() else { continue };
        if let Some(number) = rules.effort.as_ref().and_then(|pattern| captured(pattern, text)) {
            add(labels.first().map_or("effort", |label| label.counter), number);
            continue;
        }
        let folded = tabuleiro::lenient::folded(text);
        let label = labels.iter().find(|row| row.labels.iter().any(|label| folded.contains(label)));
        if let Some((label, number)) = label.and_then(|label| Some((label, first_number(text)?))) {
            add(label.counter, number);
        }
    }
    // The numbers that follow a grid are those of the labels, in their order.
    for answer in &reading.answers {
        if let ReadAnswer::Read(Written::Grid(_, effort), _) = answer {
            effort.iter().zip(labels).for_each(|(number, label)| add(label.counter, *number));
        }
    }
    if !rules.compare.is_empty() {
        for effort in &mut found {
            let of = |&strategy: &&'static str| {
                let counter = &effort.counter;
                let all = boards.iter().map(|board| count(rules, &**board, strategy, counter));
                Some((strategy.to_string(), all.collect::<Option<Vec<u64>>>()?))
            };
            effort.ours = rules.compare.iter().filter_map(of).collect();
        }
    }
    found
}

/// What our strategies took for boards: the same for every program. A board is known by where it lies.
pub type Counted = Mutex<HashMap<(usize, &'static str), Option<Stats>>>;

/// What a strategy of ours counts on a board; nothing where a limit fired.
fn count(rules: &Rules, board: &dyn Session, strategy: &'static str, counter: &str) -> Option<u64> {
    let key = (std::ptr::from_ref(board).addr(), strategy);
    let counted = || rules.counted.lock().unwrap_or_else(PoisonError::into_inner);
    let known = counted().get(&key).copied();
    let stats = known.unwrap_or_else(|| {
        let answer = board.solve(strategy, &Options::default(), &rules.own).ok();
        let ended = answer.filter(|answer| !matches!(answer.result, Outcome::Unknown(_)));
        let stats = ended.map(|answer| answer.stats);
        // What was stopped is not known.
        if !rules.cancel.load(Ordering::Relaxed) {
            counted().insert(key, stats);
        }
        stats
    });
    counter_of(rules.kind, &stats?, counter)
}

/// The value of a counter by its name: one of the puzzle's tradition, or one of all searches.
fn counter_of(kind: &dyn Kind, stats: &Stats, counter: &str) -> Option<u64> {
    let own = kind.about().counters.iter().find(|known| known.name == counter);
    let common = || stats.named().into_iter().find(|(name, _)| *name == counter);
    own.map(|known| (known.of)(stats)).or_else(|| common().map(|(_, value)| value))
}

fn captured(pattern: &regex_lite::Regex, text: &str) -> Option<u64> {
    let found = pattern.captures(text)?;
    found.get(1).or(found.get(0))?.as_str().trim().parse().ok()
}

fn first_number(text: &str) -> Option<u64> {
    let mut words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.next()?.parse().ok()
}
