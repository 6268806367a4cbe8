//! A puzzle on its way into a book: its pictures, its solution as text, and what is known of it. What goes into a book
//! is solved and verified, and proved to have one solution where that is meant.

use num_bigint::BigUint;
use search::{Ended, Limits, Meter, Outcome};
use tabuleiro_core::contract::{Format, Options, Rating, RunError};
use tabuleiro_core::kind::{Finding, Kind, Session};
use tabuleiro_core::locale::Lang;
use tabuleiro_core::scene::{Pen, Scene, Tone};
use tabuleiro_core::text::Diagnostic;

use crate::steps::{Played, positions};

/// Positions of a game that are shown of its solution: what they leave out is listed below them.
const POSITIONS: u64 = 16;

/// A puzzle with its solution.
pub struct Entry {
    /// The puzzle it is one of.
    pub kind: &'static dyn Kind,
    /// The instance as text.
    pub board: String,
    /// Its solution as text, as `check` reads it.
    pub solution: String,
    /// What it shares with those that are the same up to symmetry.
    pub canonical: String,
    /// The seed it was made of.
    pub seed: Option<u64>,
    /// How hard it is.
    pub rating: Option<Rating>,
    /// Whether it was proved to have no other solution.
    pub one_solution: bool,
    /// The board to be solved.
    pub unsolved: Scene,
    /// The solution; of a game, some of its positions.
    pub solved: Scene,
    /// The steps of a game.
    pub steps: Vec<String>,
}

impl Entry {
    /// The entry of an instance whose solution is known. `name` is what a diagnostic calls it.
    pub fn of(
        kind: &'static dyn Kind,
        session: &dyn Session,
        found: &Finding,
        name: &str,
        limits: &Limits,
    ) -> Result<Entry, RunError> {
        let mut meter = Meter::new(limits);
        meter.hold(session.footprint());
        let canonical = session.canonical(&mut meter)?;
        let rating = session.rate(&meter.rest(0))?.result;
        let one_solution = session.wants_one_solution();
        if one_solution {
            prove(session, name, &meter.rest(0))?;
        }
        meter.claim(session.text_length())?;
        let mut solution = Vec::new();
        let written = found.print(Format::Text, Lang::En, &mut solution);
        written.map_err(|error| Diagnostic::new("I0009").with("reason", error.to_string()))?;
        let mut unsolved = session.scene(&mut meter)?;
        let Played { positions: mut solved, steps } = match kind.is_game() {
            true => positions(session, found, POSITIONS, &mut meter)?,
            false => Played { positions: found.scene(&mut meter)?, steps: Vec::new() },
        };
        if one_solution && unsolved.numbers().is_some() && unsolved.links().is_empty() {
            number_puzzle(&mut unsolved, &mut solved);
        }
        Ok(Entry {
            kind,
            board: session.text(),
            solution: String::from_utf8_lossy(&solution).into_owned(),
            canonical,
            seed: None,
            rating,
            one_solution,
            unsolved,
            solved,
            steps,
        })
    }

    /// The entry of an instance that is to be solved first.
    pub fn solving(
        kind: &'static dyn Kind,
        session: &dyn Session,
        name: &str,
        limits: &Limits,
    ) -> Result<Entry, RunError> {
        let answer = session.solve(kind.best_strategy(), &Options::default(), limits)?;
        match answer.result {
            Outcome::Solved(found) => Entry::of(kind, session, &found, name, limits),
            Outcome::Impossible(_) => Err(Diagnostic::new("D0206").with("board", name).into()),
            Outcome::Unknown(limit) => Err(limit.into()),
        }
    }

    /// Its level among those of its puzzle, from 0, and how many there are.
    pub(crate) fn level(&self) -> Option<(usize, usize)> {
        let (levels, level) = (self.kind.levels(), self.rating.as_ref()?.level?);
        Some((levels.iter().position(|known| *known == level)?, levels.len()))
    }

    /// How hard it is as stars, five at most.
    pub(crate) fn stars(&self) -> Option<String> {
        self.level().map(|(place, of)| stars(place, of))
    }

    /// The name of the hardest technique that it needs.
    pub(crate) fn technique(&self, lang: Lang) -> Option<&'static str> {
        let hardest = self.rating.as_ref()?.ladder.as_ref()?.hardest?;
        lang.template(&format!("{}.technique.{hardest}", self.kind.about().name))
    }

    /// What comes first in a book: the easier, of two that are alike in this the one with less effort, and then the one with
    /// the shorter solution.
    pub(crate) fn hardness(&self) -> (usize, u32, u64, usize) {
        let ladder = self.rating.as_ref().and_then(|rating| rating.ladder.as_ref());
        let level = self.level().map_or(0, |(place, _)| place + 1);
        let (cost, effort) = ladder.map_or((0, 0), |ladder| (ladder.cost, ladder.effort));
        (level, cost, effort, self.steps.len().max(self.solved.links().len()))
    }

    /// Bytes that it holds.
    pub(crate) fn footprint(&self) -> u64 {
        let texts = self.board.len() + self.solution.len() + self.canonical.len();
        let steps: usize = self.steps.iter().map(|step| step.len() + size_of::<String>()).sum();
        (texts + steps) as u64 + self.unsolved.footprint() + self.solved.footprint()
    }
}

/// Of a puzzle of numbers the numbers say all: no lines cross its solution, and every number that is given looks given.
fn number_puzzle(unsolved: &mut Scene, solved: &mut Scene) {
    while !solved.links().is_empty() {
        solved.unlink();
    }
    let size = unsolved.size();
    for square in size.squares() {
        if unsolved.cell(square).number.is_some() {
            unsolved.tone(square, Tone::Given);
            solved.tone(square, Tone::Given);
        } else if solved.cell(square).number.is_some() {
            solved.tone(square, Tone::Path);
        }
    }
}

/// A level among so many as stars.
pub(crate) fn stars(place: usize, of: usize) -> String {
    let whole = of.clamp(1, 5);
    let full = ((place + 1) * whole).div_ceil(of.max(1));
    "★".repeat(full) + &"☆".repeat(whole - full)
}

/// Counts the solutions of an instance, and refuses it where there is not exactly one.
pub(crate) fn prove(session: &dyn Session, name: &str, limits: &Limits) -> Result<(), RunError> {
    let counted = session.count(&Options::default(), Some(2), limits)?.result;
    let refused = |code| Err(Diagnostic::new(code).with("board", name).into());
    match counted.ended {
        _ if counted.count > BigUint::from(1u32) => refused("D0207"),
        Ended::Cut(limit) => Err(limit.into()),
        _ if counted.count == BigUint::from(0u32) => refused("D0206"),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_easiest_has_one_star_and_the_hardest_has_all() {
        let all = |of: usize| (0..of).map(|place| stars(place, of)).collect::<Vec<_>>();
        assert_eq!(all(5), ["★☆☆☆☆", "★★☆☆☆", "★★★☆☆", "★★★★☆", "★★★★★"]);
        assert_eq!(all(3), ["★☆☆", "★★☆", "★★★"]);
        assert_eq!(all(1), ["★"]);
        let many = all(8);
        assert_eq!((many[0].as_str(), many[7].as_str()), ("★☆☆☆☆", "★★★★★"));
    }
}
