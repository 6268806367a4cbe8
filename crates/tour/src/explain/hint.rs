//! The next move and why: the only one, the only one that leaves a tour, the one with the fewest ways
//! on (Warnsdorff's rule), or one from which a search found the rest.

use search::{Limit, Meter, Outcome, Proof};

use super::numbers::Logic;
use super::verdict;
use crate::show::{link, trodden};
use crate::{Argument, Local, Tour, TourPosition};
use tabuleiro_core::board::Square;
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::explain::{Advice, Assertion, Explain, SquareRole, Step, Technique};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Move, Play, PlayState};
use tabuleiro_core::scene::Tone;
use tabuleiro_tour_rules::explain_check::{COMPLETABLE, FEWEST, NO_OTHER, ONLY, REST, SEARCH};
use tabuleiro_tour_rules::go;
use tabuleiro_tour_rules::number_check::{BESIDE, CONTRADICTION, ONLY_NUMBER, REACH, REFUTED};

/// Squares of the largest board on which every other move is decided too.
pub(super) const MOST: u64 = 400;

/// Squares of the largest board with given numbers of which is decided whether it can be completed before
/// anything else is said of it.
const DECIDED: u64 = 100;
/// Bytes of a move, and of its square in a path.
const BYTES_A_MOVE: u64 = (size_of::<Move>() + size_of::<Square>()) as u64;

/// The techniques, from the easiest to the hardest.
pub(super) const TECHNIQUES: &[Technique] = &[
    Technique { name: ONLY, cost: 10 },
    Technique { name: "ends-apart", cost: 12 },
    Technique { name: BESIDE, cost: 12 },
    Technique { name: "dead-ends", cost: 15 },
    Technique { name: REACH, cost: 18 },
    Technique { name: "crowded", cost: 20 },
    Technique { name: "numbers", cost: 22 },
    Technique { name: ONLY_NUMBER, cost: 24 },
    Technique { name: "pieces", cost: 25 },
    Technique { name: "colours", cost: 28 },
    Technique { name: "four-wide", cost: 30 },
    Technique { name: CONTRADICTION, cost: 38 },
    Technique { name: REFUTED, cost: 42 },
    Technique { name: "hall", cost: 45 },
    Technique { name: FEWEST, cost: 50 },
    Technique { name: SEARCH, cost: 60 },
];

impl Explain<Local> for Tour {
    const TECHNIQUES: &'static [Technique] = TECHNIQUES;

    /// The path as numbers and links; where it stands.
    fn show(&self, position: &TourPosition, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let path = position.path();
        for (number, &square) in (1..).zip(path) {
            canvas.tone(square, trodden(self, square))?;
            canvas.number(square, Some(number))?;
        }
        for (number, square) in position.put() {
            canvas.tone(square, Tone::Path)?;
            canvas.number(square, Some(number as i32))?;
        }
        path.windows(2).try_for_each(|step| link(self, step[0], step[1], canvas))?;
        path.last().map_or(Ok(()), |&last| canvas.tone(last, Tone::Current))
    }

    fn advise(&self, position: &TourPosition, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        if self.state(position) == PlayState::Won {
            return Ok(Advice::Won);
        }
        if let Some(logic) = Logic::new(self, meter)? {
            // What follows from a position that cannot be won is of no use; on larger boards it would take
            // too long to know.
            let held = meter.claimed();
            if self.squares() <= DECIDED
                && let Outcome::Impossible(_) = self.winnable(position, meter)
            {
                return Ok(Advice::Lost);
            }
            meter.release(meter.claimed() - held);
            if let Some(step) = logic.step(position, meter)? {
                return Ok(Advice::Step(Box::new(step)));
            }
        }
        if position.path().is_empty() {
            return begin(self, position, meter);
        }
        let mut ways = self.ways_on(position);
        ways.sort_by_key(|&to| free_around(self, position, to));
        let mut choice: Option<(Square, Vec<Square>)> = None;
        let mut others = Vec::new();
        for &to in &ways {
            meter.check_limits()?;
            if choice.is_some() && self.squares() > MOST {
                others.push((to, Consequence::Open));
                continue;
            }
            match fate(self, position, to, meter)? {
                Consequence::Completable(rest) if choice.is_none() => choice = Some((to, rest)),
                fate => others.push((to, fate)),
            }
        }
        let Some((to, rest)) = choice else { return Ok(Advice::Lost) };
        Ok(Advice::Step(Box::new(step(self, position, to, rest, &others))))
    }

    /// The step, and how many ways on each free square around has.
    fn illustrate(
        &self,
        position: &TourPosition,
        step: &Step,
        canvas: &mut Canvas<'_, '_>,
    ) -> Result<(), Limit> {
        let walks = step.moves.iter().all(|made| made.value.is_none());
        for to in self.ways_on(position).into_iter().filter(|_| walks) {
            canvas.number(to, Some(free_around(self, position, to) as i32))?;
        }
        for made in &step.moves {
            let number = made.value.map(|number| number as i32);
            number.map_or(Ok(()), |number| canvas.number(made.at, Some(number)))?;
        }
        step.squares.iter().try_for_each(|&(at, role)| canvas.tone(at, role.tone()))
    }

    fn winnable(
        &self,
        position: &TourPosition,
        meter: &mut Meter<'_>,
    ) -> Outcome<Vec<Move>, Argument> {
        if self.state(position) == PlayState::Won {
            return Outcome::Solved(Vec::new());
        }
        // The moves that are told, and the path that they are made of.
        if let Err(limit) = meter.claim(BYTES_A_MOVE.saturating_mul(self.squares())) {
            return Outcome::Unknown(limit);
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
}

/// What becomes of the tour after a move.
enum Consequence {
    /// It can be completed so.
    Completable(Vec<Square>),
    /// It cannot, and this is why.
    Argued(Argument),
    /// It cannot: a search has seen everything.
    Exhausted,
    /// Nobody looked.
    Open,
}

impl Consequence {
    /// The word in the locale files.
    fn word(&self) -> &'static str {
        match self {
            Consequence::Completable(_) => "completable",
            Consequence::Argued(_) => "argued",
            Consequence::Exhausted => "exhausted",
            Consequence::Open => "open",
        }
    }
}

/// The free squares around one, once it is entered.
fn free_around(tour: &Tour, position: &TourPosition, to: Square) -> usize {
    tour.neighbours(to).filter(|&at| !position.has(at)).count()
}

/// Decides a move.
fn fate(
    tour: &Tour,
    position: &TourPosition,
    to: Square,
    meter: &mut Meter<'_>,
) -> Result<Consequence, Limit> {
    let mut after = position.clone();
    if tour.make(&mut after, go(to)).is_err() {
        unreachable!("a way on is a legal move");
    }
    let held = meter.claimed();
    let outcome = tour.winnable(&after, meter);
    meter.release(meter.claimed() - held);
    Ok(match outcome {
        Outcome::Solved(moves) => {
            Consequence::Completable(moves.into_iter().map(|made| made.at).collect())
        }
        Outcome::Impossible(Proof::Argument(argument)) => Consequence::Argued(argument),
        Outcome::Impossible(Proof::Exhaustion) => Consequence::Exhausted,
        Outcome::Unknown(limit) => return Err(limit),
    })
}

/// A square to begin with: the first of a tour.
fn begin(tour: &Tour, position: &TourPosition, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
    match tour.winnable(position, meter) {
        Outcome::Solved(moves) => {
            let squares: Vec<Square> = moves.into_iter().map(|made| made.at).collect();
            let (&to, rest) = squares.split_first().ok_or(Limit::Incomplete)?;
            Ok(Advice::Step(Box::new(step(tour, position, to, rest.to_vec(), &[]))))
        }
        Outcome::Impossible(_) => Ok(Advice::Lost),
        Outcome::Unknown(limit) => Err(limit),
    }
}

pub(super) fn cost(name: &str) -> u32 {
    let known = TECHNIQUES.iter().find(|technique| technique.name == name);
    known.map_or(0, |technique| technique.cost)
}

/// The move to a square, explained by what becomes of the others.
fn step(
    tour: &Tour,
    position: &TourPosition,
    to: Square,
    rest: Vec<Square>,
    others: &[(Square, Consequence)],
) -> Step {
    let ways = |square| free_around(tour, position, square);
    let is_begun = !position.path().is_empty();
    let mut premises = Vec::new();
    let mut story = Vec::new();
    for (other, fate) in others {
        let line = Message::new(format!("tour.story.{}", fate.word()));
        let line = line.with("square", *other).with("n", ways(*other));
        story.push(match fate {
            Consequence::Argued(argument) => {
                let squares = [&[*other], argument.squares()].concat();
                premises.push(Assertion { rule: argument.word(), squares, values: Vec::new() });
                line.with("reason", argument.message())
            }
            _ => line,
        });
    }
    let argued = premises.len() == others.len() && is_begun;
    let lost = |(_, fate): &(Square, Consequence)| {
        matches!(fate, Consequence::Argued(_) | Consequence::Exhausted)
    };
    // Every other move loses, though not each by an argument.
    let only = is_begun && others.iter().all(lost);
    let alike = premises.windows(2).all(|pair| pair[0].rule == pair[1].rule);
    let fewest = others.iter().all(|&(other, _)| ways(to) <= ways(other));
    let hardest = premises.iter().map(|premise| premise.rule).max_by_key(|rule| cost(rule));
    let technique = match hardest {
        None if argued => ONLY,
        Some(rule) if argued => rule,
        _ if fewest && !only && !others.is_empty() => FEWEST,
        _ => SEARCH,
    };
    let mut squares: Vec<(Square, SquareRole)> = premises
        .iter()
        .flat_map(|premise| premise.squares.iter().skip(1))
        .filter(|&&square| square != to && !position.has(square))
        .map(|&square| (square, SquareRole::Premise))
        .collect();
    squares.sort_unstable();
    squares.dedup();
    squares.push((to, SquareRole::Conclusion));
    if technique == ONLY {
        premises.push(Assertion { rule: NO_OTHER, squares: Vec::new(), values: Vec::new() });
    }
    premises.push(Assertion { rule: REST, squares: rest, values: Vec::new() });
    let from = position.path().last().copied().unwrap_or(to);
    let told = |key: String| {
        let message = Message::new(key).with("square", to);
        message.with("from", from).with("n", ways(to))
    };
    let key = match technique {
        _ if !is_begun => "begin",
        SEARCH if only => "search-only",
        _ if argued && !alike => "mixed",
        technique => technique,
    };
    Step {
        technique,
        cost: cost(technique),
        premises,
        conclusion: vec![Assertion { rule: COMPLETABLE, squares: vec![to], values: Vec::new() }],
        moves: vec![go(to)],
        squares,
        place: told(format!("tour.place.{}", if is_begun { "go" } else { "begin" })),
        message: told(format!("tour.hint.{key}")),
        story,
    }
}
