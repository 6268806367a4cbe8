//! How hard a board with given numbers is: the hardest technique that its numbers need.

use search::{Ended, Limit, Meter};

use super::hint::cost;
use super::numbers::{LADDER, Logic, MOST};
use crate::{Tour, count};
use tabuleiro_core::contract::Rating;
use tabuleiro_core::explain::Climb;
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Play, PlayState};
use tabuleiro_tour_rules::put;

/// How hard a board is. Each level has the techniques of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Numbers that have one square left.
    Easy,
    /// Squares that have one number left.
    Medium,
    /// Numbers all of whose other squares lead to a contradiction.
    Hard,
    /// None of these is enough.
    Extreme,
}

impl Level {
    /// Every level, the easiest first.
    pub(crate) const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Extreme];
    /// Their words, as people type them.
    pub(crate) const WORDS: [&'static str; 4] = ["easy", "medium", "hard", "extreme"];

    pub(crate) fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// How many techniques of the ladder it has.
    fn techniques(self) -> usize {
        [2, 3, LADDER.len(), LADDER.len()][self as usize]
    }

    /// The level of a technique.
    fn of(technique: &str) -> Self {
        let place = LADDER.iter().position(|known| *known == technique).unwrap_or(LADDER.len());
        let has = |level: &Level| *level < Level::Extreme && level.techniques() > place;
        Self::ALL.into_iter().find(has).unwrap_or(Level::Extreme)
    }
}

/// What it takes to fill in a board by the techniques of a level; nothing if these are not enough.
///
/// All numbers that a technique tells are put at once, so that mirror images take the same.
pub(crate) fn climb(
    tour: &Tour,
    level: Level,
    meter: &mut Meter<'_>,
) -> Result<Option<Climb>, Limit> {
    let held = meter.claimed();
    let climbed = climbed(tour, level, meter);
    meter.release(meter.claimed() - held);
    climbed
}

fn climbed(tour: &Tour, level: Level, meter: &mut Meter<'_>) -> Result<Option<Climb>, Limit> {
    let Some(logic) = Logic::new(tour, meter)? else { return Ok(None) };
    let mut position = tour.begin();
    let mut rounds = [0; LADDER.len()];
    while tour.state(&position) != PlayState::Won {
        let Some((technique, found)) = logic.round(&position, level.techniques(), meter)? else {
            return Ok(None);
        };
        for (number, square) in found {
            // Two that cannot both be are told only of a board without a tour.
            if tour.make(&mut position, put(number, square)).is_err() {
                return Ok(None);
            }
        }
        let place = LADDER.iter().position(|known| *known == technique);
        rounds[place.unwrap_or_default()] += 1;
    }
    let rounds: Vec<(&'static str, u64)> =
        LADDER.into_iter().zip(rounds).filter(|&(_, count)| count > 0).collect();
    let hardest = rounds.last().map(|&(technique, _)| technique);
    Ok(Some(Climb {
        hardest,
        cost: hardest.map_or(0, cost),
        effort: rounds.iter().map(|&(name, count)| count * u64::from(cost(name))).sum(),
        rounds,
    }))
}

/// Rates a board. Only one with given numbers and one completion has a level.
pub(crate) fn rate(tour: &Tour, meter: &mut Meter<'_>) -> Result<Rating, Limit> {
    let told = |word: &str, level: Option<Level>, ladder: Option<Climb>| {
        let reason = Message::new(format!("tour.level.{word}"));
        Rating { level: level.map(Level::word), reason, ladder, facts: Vec::new() }
    };
    if tour.clues().is_empty() {
        return Ok(told("unclued", None, None));
    }
    if !tour.takes_numbers() || tour.squares() > MOST {
        let rating = told("large", None, None);
        return Ok(Rating { reason: rating.reason.with("most", MOST), ..rating });
    }
    if let Some(climb) = climb(tour, Level::Hard, meter)? {
        let level = climb.hardest.map_or(Level::Easy, Level::of);
        return Ok(told(level.word(), Some(level), Some(climb)));
    }
    let (found, ended) = count::search_all(tour, Some(2), meter);
    match ended {
        Ended::Cut(limit) => Err(limit),
        Ended::Exhausted if found == 0u32.into() => Ok(told("none", None, None)),
        Ended::Exhausted => Ok(told(Level::Extreme.word(), Some(Level::Extreme), None)),
        Ended::Satisfied | Ended::Spent => Ok(told("several", None, None)),
    }
}
