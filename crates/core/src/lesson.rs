//! A lesson: steps taken one after another from a position, each verified, until nothing more is to be said.

use std::time::Duration;

use search::{Limit, Limits, Stats};

use crate::explain::{Advice, Step};
use crate::game::{Game, Winnable};

/// Steps in order, each from the position that those before it lead to.
pub struct Lesson {
    /// The steps.
    pub steps: Vec<Step>,
    /// Why there is no other.
    pub end: LessonEnd,
    /// Whether the last position can still be won, where the puzzle says that it cannot.
    pub lost: Option<Winnable>,
    /// The effort of all steps.
    pub stats: Stats,
    /// The time.
    pub elapsed: Duration,
}

/// Why a lesson goes no further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonEnd {
    /// As many steps were given as were asked for.
    Enough,
    /// There is no next step, and this is why.
    Advice(Advice),
    /// A limit fired.
    Limit(Limit),
}

impl LessonEnd {
    /// The word used in data formats.
    pub fn word(&self) -> &'static str {
        match self {
            LessonEnd::Enough => "going",
            LessonEnd::Advice(advice) => advice.word(),
            LessonEnd::Limit(_) => "limit",
        }
    }
}

impl Lesson {
    /// Bytes that the steps take, about.
    pub fn footprint(&self) -> u64 {
        self.steps.iter().map(footprint).sum()
    }
}

/// Takes steps in a game, as many as there are, or as are asked for.
pub fn lesson(game: &mut dyn Game, most: Option<u64>, limits: &Limits) -> Lesson {
    let mut lesson = Lesson {
        steps: Vec::new(),
        end: LessonEnd::Enough,
        lost: None,
        stats: Stats::default(),
        elapsed: Duration::ZERO,
    };
    let mut held = 0;
    while most.is_none_or(|most| (lesson.steps.len() as u64) < most) {
        let rest = rest(limits, &lesson.stats, held);
        let report = match game.advise(&rest) {
            Ok(report) => report,
            Err(limit) => {
                lesson.end = LessonEnd::Limit(limit);
                break;
            }
        };
        lesson.stats = lesson.stats.plus(report.stats);
        lesson.elapsed += report.elapsed;
        let step = match report.result {
            Advice::Step(step) => *step,
            other => {
                lesson.end = LessonEnd::Advice(other);
                break;
            }
        };
        held += footprint(&step);
        if limits.memory.is_some_and(|most| held > most) {
            lesson.end = LessonEnd::Limit(Limit::Memory { needed: held });
            break;
        }
        for &made in &step.moves {
            game.make(made).expect("a step that was verified consists of legal moves");
        }
        lesson.steps.push(step);
    }
    if lesson.end == LessonEnd::Advice(Advice::Lost) {
        let report = game.verdict(&rest(limits, &lesson.stats, held));
        lesson.stats = lesson.stats.plus(report.stats);
        lesson.elapsed += report.elapsed;
        lesson.lost = Some(report.result);
    }
    lesson
}

/// What is left of the limits.
fn rest(limits: &Limits, used: &Stats, held: u64) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(used.nodes)),
        memory: limits.memory.map(|memory| memory.saturating_sub(held)),
        ..limits.clone()
    }
}

/// Bytes that a step takes, about.
fn footprint(step: &Step) -> u64 {
    // A message, and what it becomes as text.
    const MESSAGE: usize = 1024;
    let said = step.premises.iter().chain(&step.conclusion);
    let said: usize = said
        .map(|one| size_of_val(one) + size_of_val(&one.squares[..]) + size_of_val(&one.values[..]))
        .sum();
    let lists = size_of_val(&step.moves[..]) + size_of_val(&step.squares[..]);
    (size_of_val(step) + said + lists + MESSAGE * (2 + step.story.len())) as u64
}
