//! How hard a board is for people: the level of the hardest technique that it needs.

use search::{Limit, Meter};
use tabuleiro_core::explain::{Climb, Rating};
use tabuleiro_core::locale::Message;

use crate::Futoshiki;
use crate::explain::closure::{self, Allowed, Kind, Known};
use crate::explain::{self, Climbed, Rung};
use crate::generate::number_of_solutions;

/// How hard a board is. Each level has the techniques of those before it; the whole list is in the
/// rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A value alone in its cell, or with one cell left in a line; a sign beside a value that is
    /// known.
    Trivial,
    /// Bounds along chains of signs.
    Easy,
    /// Every technique that refutes no value: two to four cells of a line that share as many values, the
    /// places of a value in two to four lines, signs together with these, all ways to fill a line.
    Tricky,
    /// Values are refuted: singles and signs lead to a contradiction.
    Hard,
    /// None of these is enough.
    Extreme,
}

impl Level {
    /// Every level with its word, as people type it.
    pub const ALL: [(Level, &'static str); 5] = [
        (Level::Trivial, "trivial"),
        (Level::Easy, "easy"),
        (Level::Tricky, "tricky"),
        (Level::Hard, "hard"),
        (Level::Extreme, "extreme"),
    ];
    /// The words alone.
    pub const WORDS: [&'static str; 5] =
        [Self::ALL[0].1, Self::ALL[1].1, Self::ALL[2].1, Self::ALL[3].1, Self::ALL[4].1];

    /// The word of this level.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

/// How hard a board with one solution is; nothing beyond `most` is looked at, and what would be harder
/// is [`Level::Extreme`]. A board that is not extreme has one solution, for every step is forced.
pub fn rate(board: &Futoshiki, most: Level, meter: &mut Meter<'_>) -> Result<Level, Limit> {
    look(meter)?;
    let level = |climbed: Option<Climbed>| {
        let rung = |climbed: Climbed| climbed.hardest.map_or(Level::Trivial, Rung::level);
        climbed.map_or(Level::Extreme, rung)
    };
    let trivial = explain::climb(board, Rung::NakedSingle, meter)?;
    if trivial.is_some() || most == Level::Trivial {
        return Ok(level(trivial));
    }
    if board.order() > closure::LARGEST {
        let hardest = match most {
            Level::Trivial | Level::Easy => Rung::SignBound,
            Level::Tricky => Rung::Line,
            // What is harder than hard is extreme, whatever it takes.
            Level::Hard | Level::Extreme => Rung::Refutation,
        };
        return explain::climb(board, hardest, meter).map(level);
    }
    let rungs = if most < Level::Tricky { &[] } else { Rung::BETWEEN };
    let allowed = Allowed { rungs, refutation: most >= Level::Hard };
    Ok(match closure::solve(board, allowed, Known::default(), meter)? {
        Some(Kind::Singles) => Level::Easy,
        Some(Kind::Rungs) => Level::Tricky,
        Some(Kind::Refutation) => Level::Hard,
        None => Level::Extreme,
    })
}

/// Whether a board is no harder than a level by fewer techniques than there are: no quads, no jellyfish, and nothing that joins signs
/// and sets. What the generator takes clues away by, so that most of its boards need nothing rare.
pub(super) fn is_within(
    board: &Futoshiki,
    most: Level,
    known: Known<'_>,
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    look(meter)?;
    if most == Level::Trivial {
        return Ok(explain::climb(board, Rung::NakedSingle, meter)?.is_some());
    }
    let rungs = if most == Level::Easy { &[] } else { Rung::COMMON };
    let allowed = Allowed { rungs, refutation: most >= Level::Hard };
    Ok(closure::solve(board, allowed, known, meter)?.is_some())
}

/// How hard a board is, with its reason and the steps that it takes.
pub(super) fn rating(board: &Futoshiki, meter: &mut Meter<'_>) -> Result<Rating, Limit> {
    look(meter)?;
    let rated = |level: Option<Level>, reason: Message, ladder: Option<Climb>| Rating {
        level: level.map(Level::word),
        reason,
        ladder,
        facts: Vec::new(),
    };
    // What the easier techniques solve has one solution; the others are for boards that have one.
    let easy = explain::climb(board, Rung::Line, meter)?;
    let climbed = match easy {
        Some(climbed) => Some(climbed),
        None if number_of_solutions(board, meter)? == 1 => {
            explain::climb(board, explain::hardest(board), meter)?
        }
        None => return Ok(rated(None, Message::new("futoshiki.level.none"), None)),
    };
    Ok(match climbed {
        Some(Climbed { hardest: Some(hardest), climb }) => {
            let reason = hardest.reason(climb.cost);
            rated(Some(hardest.level()), reason, Some(climb))
        }
        Some(Climbed { hardest: None, climb }) => {
            rated(Some(Level::Trivial), Message::new("futoshiki.level.full"), Some(climb))
        }
        None => rated(Some(Level::Extreme), Message::new("futoshiki.level.beyond"), None),
    })
}

/// Looks at every limit, that of nodes included.
fn look(meter: &mut Meter<'_>) -> Result<(), Limit> {
    meter.check_limits()?;
    if meter.left(meter.stats().nodes) == 0 { Err(Limit::Nodes) } else { Ok(()) }
}
