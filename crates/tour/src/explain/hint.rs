//! The next move and why: the only one, the only one that leaves a tour, the one with the fewest ways
//! on (Warnsdorff's rule), or one from which a search found the rest.

use search::{Limit, Meter, Outcome, Proof};

use super::explain_check::{COMPLETABLE, FEWEST, NO_OTHER, ONLY, REST, SEARCH};
use super::play::{Prefix, go};
use super::{rate, verdict};
use crate::{Argument, Local, Tour};
use tabuleiro_core::board::Square;
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::explain::{Advice, Assertion, Explain, Rating, SquareRole, Step, Technique};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Move, Play, PlayState};
use tabuleiro_core::scene::Tone;

/// Squares of the largest board on which every other move is decided too.
pub(super) const MOST: u64 = 400;

impl Explain<Local> for Tour {
    const TECHNIQUES: &'static [Technique] = &[
        Technique { name: ONLY, cost: 10 },
        Technique { name: "ends-apart", cost: 12 },
        Technique { name: "dead-ends", cost: 15 },
        Technique { name: "crowded", cost: 20 },
        Technique { name: "numbers", cost: 22 },
        Technique { name: "pieces", cost: 25 },
        Technique { name: "colours", cost: 28 },
        Technique { name: "four-wide", cost: 30 },
        Technique { name: "hall", cost: 45 },
        Technique { name: FEWEST, cost: 50 },
        Technique { name: SEARCH, cost: 60 },
    ];

    /// The path as numbers and links; where it stands.
    fn show(&self, Prefix { path }: &Prefix, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        for (number, &square) in (1..).zip(path) {
            canvas.tone(square, Tone::Path)?;
            canvas.number(square, Some(number))?;
        }
        path.windows(2).try_for_each(|step| canvas.link(step[0], step[1]))?;
        path.last().map_or(Ok(()), |&last| canvas.tone(last, Tone::Current))
    }

    fn advise(&self, position: &Prefix, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        if self.state(position) == PlayState::Won {
            return Ok(Advice::Won);
        }
        if position.path.is_empty() {
            return self.begin_with(position, meter);
        }
        let mut ways = self.ways_on(&position.path);
        ways.sort_by_key(|&to| self.free_around(&position.path, to));
        let mut choice: Option<(Square, Vec<Square>)> = None;
        let mut lost = Vec::new();
        for &to in &ways {
            meter.check_limits()?;
            if choice.is_some() && self.squares() > MOST {
                lost.push((to, Fate::Open));
                continue;
            }
            match self.fate(position, to, meter)? {
                Fate::Completable(rest) if choice.is_none() => choice = Some((to, rest)),
                fate => lost.push((to, fate)),
            }
        }
        let Some((to, rest)) = choice else { return Ok(Advice::Lost) };
        Ok(Advice::Step(Box::new(self.step(position, to, rest, &lost))))
    }

    /// The step, and how many ways on each free square around has.
    fn illustrate(
        &self,
        position: &Prefix,
        step: &Step,
        canvas: &mut Canvas<'_, '_>,
    ) -> Result<(), Limit> {
        for to in self.ways_on(&position.path) {
            canvas.number(to, Some(self.free_around(&position.path, to) as i32))?;
        }
        step.squares.iter().try_for_each(|&(at, role)| canvas.tone(at, role.tone()))
    }

    fn winnable(&self, position: &Prefix, meter: &mut Meter<'_>) -> Outcome<Vec<Move>, Argument> {
        if self.state(position) == PlayState::Won {
            return Outcome::Solved(Vec::new());
        }
        let Some(rest) = self.remaining(position) else {
            return Outcome::Unknown(Limit::Incomplete);
        };
        match verdict::decide(&rest, meter) {
            Outcome::Solved(solution) => Outcome::Solved(self.continuation(position, &solution)),
            Outcome::Impossible(proof) => Outcome::Impossible(proof),
            Outcome::Unknown(limit) => Outcome::Unknown(limit),
        }
    }

    fn rate(&self, meter: &mut Meter<'_>) -> Result<Option<Rating>, Limit> {
        rate::rate(self, meter)
    }
}

/// What becomes of the tour after a move.
enum Fate {
    /// It can be completed so.
    Completable(Vec<Square>),
    /// It cannot, and this is why.
    Argued(Argument),
    /// It cannot: a search has seen everything.
    Exhausted,
    /// Nobody looked.
    Open,
}

impl Tour {
    /// The free squares around one, once it is entered.
    fn free_around(&self, path: &[Square], to: Square) -> usize {
        self.neighbours(to).filter(|at| !path.contains(at)).count()
    }

    /// Decides a move.
    fn fate(&self, position: &Prefix, to: Square, meter: &mut Meter<'_>) -> Result<Fate, Limit> {
        let mut after = position.clone();
        after.path.push(to);
        let held = meter.claimed();
        let outcome = self.winnable(&after, meter);
        meter.release(meter.claimed() - held);
        Ok(match outcome {
            Outcome::Solved(moves) => {
                Fate::Completable(moves.into_iter().map(|made| made.at).collect())
            }
            Outcome::Impossible(Proof::Argument(argument)) => Fate::Argued(argument),
            Outcome::Impossible(Proof::Exhaustion) => Fate::Exhausted,
            Outcome::Unknown(limit) => return Err(limit),
        })
    }

    /// A square to begin with: the first of a tour.
    fn begin_with(&self, position: &Prefix, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        match self.winnable(position, meter) {
            Outcome::Solved(moves) => {
                let squares: Vec<Square> = moves.into_iter().map(|made| made.at).collect();
                let (&to, rest) = squares.split_first().ok_or(Limit::Incomplete)?;
                Ok(Advice::Step(Box::new(self.step(position, to, rest.to_vec(), &[]))))
            }
            Outcome::Impossible(_) => Ok(Advice::Lost),
            Outcome::Unknown(limit) => Err(limit),
        }
    }

    /// The move to a square, explained by what becomes of the others.
    fn step(
        &self,
        position: &Prefix,
        to: Square,
        rest: Vec<Square>,
        others: &[(Square, Fate)],
    ) -> Step {
        let ways = |square| self.free_around(&position.path, square);
        let mut premises = Vec::new();
        let mut story = Vec::new();
        let mut told = |name: &str, square: Square, reason: Option<Message>| {
            let line =
                Message::new(format!("tour.story.{name}")).with("square", square.to_string());
            let line = line.with("n", ways(square));
            story.push(match reason {
                Some(reason) => line.with("reason", reason),
                None => line,
            });
        };
        for (other, fate) in others {
            match fate {
                Fate::Argued(argument) => {
                    let squares = [&[*other], argument.squares()].concat();
                    let rule = argument.word();
                    premises.push(Assertion { rule, squares, values: Vec::new() });
                    told("argued", *other, Some(argument.message()));
                }
                Fate::Exhausted => told("exhausted", *other, None),
                Fate::Completable(_) => told("completable", *other, None),
                Fate::Open => told("open", *other, None),
            }
        }
        let cost = |name: &str| {
            let known = Self::TECHNIQUES.iter().find(|technique| technique.name == name);
            known.map_or(0, |technique| technique.cost)
        };
        let argued = premises.len() == others.len() && !position.path.is_empty();
        let fewest = others.iter().all(|&(other, _)| ways(to) <= ways(other));
        let technique = match () {
            () if argued && others.is_empty() => ONLY,
            () if argued => {
                let hardest = premises.iter().max_by_key(|premise| cost(premise.rule));
                hardest.map_or(ONLY, |premise| premise.rule)
            }
            () if fewest && !others.is_empty() => FEWEST,
            () => SEARCH,
        };
        let mut squares: Vec<(Square, SquareRole)> = premises
            .iter()
            .flat_map(|premise| premise.squares.iter().skip(1))
            .filter(|&&square| square != to && !position.path.contains(&square))
            .map(|&square| (square, SquareRole::Premise))
            .collect();
        squares.sort_unstable();
        squares.dedup();
        squares.push((to, SquareRole::Conclusion));
        if technique == ONLY {
            premises.push(Assertion { rule: NO_OTHER, squares: Vec::new(), values: Vec::new() });
        }
        let from = position.path.last().copied().unwrap_or(to);
        let told = |key: String| {
            let message = Message::new(key).with("square", to.to_string());
            message.with("from", from.to_string()).with("n", ways(to))
        };
        let key = if position.path.is_empty() { "begin" } else { technique };
        premises.push(Assertion { rule: REST, squares: rest, values: Vec::new() });
        Step {
            technique,
            cost: cost(technique),
            premises,
            conclusion: vec![Assertion {
                rule: COMPLETABLE,
                squares: vec![to],
                values: Vec::new(),
            }],
            moves: vec![go(to)],
            squares,
            place: told(format!(
                "tour.place.{}",
                if position.path.is_empty() { "begin" } else { "go" }
            )),
            message: told(format!("tour.hint.{key}")),
            story,
        }
    }
}
