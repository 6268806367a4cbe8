//! Checks steps of explanations. Knows the rules and no finder.
//!
//! A step says that a move keeps the tour completable, and where it can that every other move does not.
//! Its premises are the rest of a tour, and for other moves an argument that what is left of the board
//! after them has no tour, which the verifier of arguments checks.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Claim, Examined, Limit, Meter, Verify};
use tabuleiro_core::explain::{Assertion, Step};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::Play;

use crate::number_check::{self, NUMBER};
use crate::{Argument, Tour, TourPosition, go};

/// The assertion that the tour can be completed after a move.
pub const COMPLETABLE: &str = "completable";
/// The assertion that a tour goes on so.
pub const REST: &str = "rest";
/// The assertion that there is no other move.
pub const NO_OTHER: &str = "no-other";

/// The technique where there is one move.
pub const ONLY: &str = "only-way";
/// The technique that chooses the fewest ways on.
pub const FEWEST: &str = "fewest-ways";
/// The technique that tells nothing of other moves.
pub const SEARCH: &str = "search";

/// The argument that an assertion tells, without the move that it is about.
fn argument(rule: &str, squares: &[Square]) -> Option<Argument> {
    let squares = squares.to_vec();
    let argument = match rule {
        "colours" => Argument::Colours,
        "dead-ends" => Argument::DeadEnds(squares.clone()),
        "pieces" => Argument::Pieces(squares.clone()),
        "crowded" => Argument::Crowded(*squares.first()?),
        "four-wide" => Argument::FourWide,
        "ends-apart" => Argument::EndsApart,
        "hall" => Argument::Hall(squares.clone()),
        "numbers" => Argument::Numbers,
        _ => return None,
    };
    // It speaks of these squares and of no others.
    (argument.squares() == squares).then_some(argument)
}

/// Whether the premises hold and entail the conclusion.
pub(super) fn entails(
    tour: &Tour,
    position: &TourPosition,
    step: &Step,
    meter: &mut Meter<'_>,
) -> Examined {
    if step.conclusion.first().is_some_and(|concluded| concluded.rule == NUMBER) {
        return number_check::entails(tour, position, step, meter);
    }
    let flaw = |name: &str| Ok(Err(Message::new(format!("tour.flaw.step.{name}"))));
    let Some(to) = step.concluded(COMPLETABLE, go) else { return flaw("conclusion") };
    let mut after = position.clone();
    if tour.make(&mut after, go(to)).is_err() {
        return flaw("conclusion");
    }
    let mut others = tour.ways_on(position);
    let ways = |to: Square| tour.neighbours(to).filter(|&at| !position.has(at)).count();
    let fewest = others.iter().all(|&other| ways(to) <= ways(other));
    others.retain(|&other| other != to);
    // A path that is not begun has more beginnings than are looked at.
    let is_begun = !position.path().is_empty();
    let alone = is_begun && others.is_empty();
    let mut completed = false;
    for premise in &step.premises {
        meter.check_limits()?;
        let holds = match premise.rule {
            REST => {
                let moves: Vec<_> = premise.squares.iter().map(|&to| go(to)).collect();
                completed = tour.wins(&after, &moves);
                completed
            }
            NO_OTHER => alone && premise.squares.is_empty(),
            _ => match is_refuted(tour, position, premise, meter)? {
                Some(other) if other != to => {
                    others.retain(|&known| known != other);
                    true
                }
                _ => false,
            },
        };
        if !holds || !premise.values.is_empty() {
            return flaw("premise");
        }
    }
    let said = |rule: &str| step.premises.iter().any(|premise| premise.rule == rule);
    let told_apart = match step.technique {
        SEARCH => true,
        FEWEST => fewest && is_begun,
        ONLY => alone && said(NO_OTHER),
        argument => is_begun && others.is_empty() && argument != REST && said(argument),
    };
    if completed && told_apart { Ok(Ok(())) } else { flaw("entails") }
}

/// The move that an argument shows to lose, if it does.
fn is_refuted(
    tour: &Tour,
    position: &TourPosition,
    premise: &Assertion,
    meter: &mut Meter<'_>,
) -> Result<Option<Square>, Limit> {
    let Some((&other, squares)) = premise.squares.split_first() else { return Ok(None) };
    let mut after = position.clone();
    let legal = tour.make(&mut after, go(other)).is_ok();
    let refuted = legal && rules_out_after(tour, &after, premise.rule, squares, meter)?;
    Ok(refuted.then_some(other))
}

/// Whether an argument shows that a position cannot be won.
pub(super) fn rules_out_after(
    tour: &Tour,
    after: &TourPosition,
    rule: &str,
    squares: &[Square],
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    let (Some(rest), Some(argument)) = (tour.remaining(after), argument(rule, squares)) else {
        return Ok(false);
    };
    Ok(rest.examine(&Claim::Argument(argument), meter)?.is_ok())
}
