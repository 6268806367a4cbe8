//! How hard a problem is: how many first jumps keep the goal within reach, and how long the runs are in which
//! one jump alone does.

use search::{Limit, Meter, Outcome};

use super::verdict;
use crate::{Jumps, Pegs};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::Rating;
use tabuleiro_core::locale::Message;

/// How hard a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DifficultyLevel {
    /// Hardly ever one jump alone keeps the goal within reach, and most first jumps do.
    Easy,
    /// Now and then one jump alone does.
    Medium,
    /// One jump alone does for some jumps on end.
    Hard,
    /// The same for many.
    Extreme,
}

impl DifficultyLevel {
    /// Every level, the easiest first.
    pub(crate) const ALL: [DifficultyLevel; 4] = [
        DifficultyLevel::Easy,
        DifficultyLevel::Medium,
        DifficultyLevel::Hard,
        DifficultyLevel::Extreme,
    ];
    /// Their words, as people type them.
    pub(crate) const WORDS: [&'static str; 4] = ["easy", "medium", "hard", "extreme"];

    pub(crate) fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

/// What of a problem makes it hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Difficulty {
    /// First jumps that keep the goal within reach, and all of them.
    first: (usize, usize),
    /// The longest run of choices, along a solution, of which one jump alone does.
    run: usize,
}

impl Difficulty {
    fn level(self) -> DifficultyLevel {
        let (keep, all) = self.first;
        match self.run {
            0..=1 if 2 * keep >= all => DifficultyLevel::Easy,
            0..=2 => DifficultyLevel::Medium,
            3..=4 => DifficultyLevel::Hard,
            _ => DifficultyLevel::Extreme,
        }
    }

    fn facts(self) -> Vec<Message> {
        let (keep, all) = self.first;
        let first = Message::new("pegs.rate.first").with("keep", keep).with("n", all);
        vec![first, Message::new("pegs.rate.run").with("n", self.run)]
    }
}

/// Cells of the largest board of which every position is decided in some milliseconds.
const MOST_CELLS: usize = 36;

/// Whether a board is small enough for every jump to be decided, which a rating needs.
pub(crate) fn is_rated(board: &Pegs) -> bool {
    board.ground().inside.iter().filter(|&&inside| inside).count() <= MOST_CELLS
}

/// Rates a problem. One that cannot be solved, or has more positions than are kept, has no level.
pub(crate) fn rate(board: &Pegs, meter: &mut Meter<'_>) -> Result<Rating, Limit> {
    let unrated = |why: &str| {
        let reason = Message::new(format!("pegs.level.{why}"));
        Rating { level: None, reason, ladder: None, facts: Vec::new() }
    };
    if !is_rated(board) {
        return Ok(unrated("large"));
    }
    let game = match verdict::decide(board.ground(), meter)? {
        Outcome::Solved(jumps) => Jumps::found(board.size(), &jumps),
        Outcome::Impossible(_) => return Ok(unrated("none")),
        Outcome::Unknown(limit) => return Err(limit),
    };
    let mut pegs = board.ground().start.clone();
    let (mut run, mut longest, mut first) = (0, 0, None);
    for &jump in game.all() {
        let legal: Vec<[Square; 2]> = board.legal_jumps(&pegs).collect();
        let mut keep = 0;
        for &other in &legal {
            keep += usize::from(other == jump || wins(board, &pegs, other, meter)?);
        }
        first = first.or(Some((keep, legal.len())));
        // Where there is one jump, there is nothing to choose.
        match (keep, legal.len()) {
            (_, 1) => {}
            (1, _) => run += 1,
            _ => run = 0,
        }
        longest = longest.max(run);
        pegs = board.pegs_after(&pegs, jump).unwrap_or(pegs);
    }
    let difficulty = Difficulty { first: first.unwrap_or((0, 0)), run: longest };
    let level = difficulty.level().word();
    let reason = Message::new(format!("pegs.level.{level}"));
    Ok(Rating { level: Some(level), reason, ladder: None, facts: difficulty.facts() })
}

/// Whether a position after a jump can be won.
fn wins(
    board: &Pegs,
    pegs: &[bool],
    jump: [Square; 2],
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    let after = board.pegs_after(pegs, jump).unwrap_or_default();
    match verdict::decide(board.with_pegs(&after).ground(), meter)? {
        Outcome::Solved(_) => Ok(true),
        Outcome::Impossible(_) => Ok(false),
        Outcome::Unknown(limit) => Err(limit),
    }
}
