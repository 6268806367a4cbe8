//! Checks steps that put a number, where some are given. Knows the rules and no finder.
//!
//! A step says that a number has one square left, or a square one number. Its premises are, of the number,
//! known numbers that it must be reached from; of other squares, what would become of the board with the
//! number there: another number without a square, a square without a number, or an argument that the
//! verifier checks. Numbers are reached from known ones by as many moves over squares without a number.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Examined, Limit, Meter};
use tabuleiro_core::explain::{Assertion, SquareRole, Step};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::Play;

use crate::explain_check::rules_out_after;
use crate::{Tour, TourPosition, put};

/// The assertion that a number stands on a square.
pub const NUMBER: &str = "number";
/// The assertion, and the technique, of the squares that a number can be reached on from a known one.
pub const REACH: &str = "reach";
/// The technique of a number beside a known one.
pub const BESIDE: &str = "beside";
/// The assertion, and the technique, that a square has one number left.
pub const ONLY_NUMBER: &str = "only-number";
/// The assertion that another number would have no square left.
pub const NO_SQUARE: &str = "no-square";
/// The assertion that a square would have no number left.
pub const NO_NUMBER: &str = "no-number";
/// The technique of numbers that have no other square without such a contradiction.
pub const CONTRADICTION: &str = "contradiction";
/// The same, with an argument among the contradictions.
pub const REFUTED: &str = "refuted";

/// Whether the premises hold and entail the conclusion.
pub(super) fn entails(
    tour: &Tour,
    position: &TourPosition,
    step: &Step,
    meter: &mut Meter<'_>,
) -> Examined {
    let flaw = |name: &str| Ok(Err(Message::new(format!("tour.flaw.step.{name}"))));
    let Some((number, to)) = concluded(step) else { return flaw("conclusion") };
    if tour.make(&mut position.clone(), put(number, to)).is_err() {
        return flaw("conclusion");
    }
    // Squares that are left for the number, as far as the premises say.
    let is_free = |&at: &Square| tour.number_of(position, at).is_none();
    let mut left: Vec<Square> = tour.each_square().filter(is_free).collect();
    let mut alone = false;
    let mut said = Vec::new();
    for premise in &step.premises {
        meter.check_limits()?;
        said.push(premise.rule);
        match (premise.rule, &premise.squares[..], &premise.values[..]) {
            (REACH, &[from], &[known, of]) if of == number as i32 => {
                let Some(reached) = reached(tour, position, (known, from), number, meter)? else {
                    return flaw("premise");
                };
                left.retain(|&at| reached[tour.size().index(at)]);
            }
            (ONLY_NUMBER, &[at], &[of]) if of == number as i32 && at == to => {
                if !is_only_number(tour, position, number, at, meter)? {
                    return flaw("premise");
                }
                alone = true;
            }
            (_, &[other, ..], &[of, ..]) if of == number as i32 && other != to => {
                if !is_excluded(tour, position, number, premise, meter)? {
                    return flaw("premise");
                }
                left.retain(|&at| at != other);
            }
            _ => return flaw("premise"),
        }
    }
    let only = |known: &[&str]| said.iter().all(|rule| known.contains(rule));
    let told = match step.technique {
        ONLY_NUMBER => alone && only(&[ONLY_NUMBER]),
        BESIDE => {
            let beside = [number - 1, number + 1];
            let is_beside = |at: u32| tour.square_of(position, at).is_some();
            left == [to] && only(&[REACH]) && beside.into_iter().any(is_beside)
        }
        REACH => left == [to] && only(&[REACH]),
        CONTRADICTION => left == [to] && only(&[REACH, NO_SQUARE, NO_NUMBER]),
        REFUTED => left == [to] && !only(&[REACH, NO_SQUARE, NO_NUMBER]) && !alone,
        _ => false,
    };
    if told { Ok(Ok(())) } else { flaw("entails") }
}

/// The number that is concluded and its square, if the conclusion, the moves and the squares agree.
fn concluded(step: &Step) -> Option<(u32, Square)> {
    let [Assertion { rule: NUMBER, squares, values }] = &step.conclusion[..] else { return None };
    let (&[to], &[number]) = (&squares[..], &values[..]) else { return None };
    let number = u32::try_from(number).ok()?;
    let mut marked = step.squares.iter().filter(|(_, role)| *role == SquareRole::Conclusion);
    let same = step.moves == [put(number, to)]
        && marked.next() == Some(&(to, SquareRole::Conclusion))
        && marked.next().is_none();
    same.then_some((number, to))
}

/// The squares without a number that a number can stand on, because a known number stands where it does
/// and none between them is known; nothing if that is not so.
fn reached(
    tour: &Tour,
    position: &TourPosition,
    (known, from): (i32, Square),
    number: u32,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<bool>>, Limit> {
    let Ok(known) = u32::try_from(known) else { return Ok(None) };
    let between = known.min(number) + 1..known.max(number);
    let stands = known != number
        && tour.square_of(position, known) == Some(from)
        && between.clone().all(|other| tour.square_of(position, other).is_none());
    if !stands {
        return Ok(None);
    }
    let mut here = vec![from];
    let mut reached = Vec::new();
    for _ in 0..known.abs_diff(number) {
        reached = vec![false; tour.size().area() as usize];
        for &at in &here {
            meter.check_limits()?;
            for to in tour.neighbours(at) {
                reached[tour.size().index(to)] |= tour.number_of(position, to).is_none();
            }
        }
        here = tour.each_square().filter(|&at| reached[tour.size().index(at)]).collect();
    }
    Ok(Some(reached))
}

/// The squares that are left for a number in a position: those reached from the nearest known number
/// before it and from the nearest after it.
fn places(
    tour: &Tour,
    position: &TourPosition,
    number: u32,
    meter: &mut Meter<'_>,
) -> Result<Vec<bool>, Limit> {
    let free = |at: Square| tour.has(at) && tour.number_of(position, at).is_none();
    let mut left: Vec<bool> = tour.size().squares().map(free).collect();
    let known = |number: &u32| tour.square_of(position, *number).is_some();
    let before = (1..number).rev().find(known);
    let after = (number + 1..=tour.squares() as u32).find(known);
    for anchor in [before, after].into_iter().flatten() {
        let Some(from) = tour.square_of(position, anchor) else { continue };
        if let Some(reached) = reached(tour, position, (anchor as i32, from), number, meter)? {
            left.iter_mut().zip(reached).for_each(|(left, reached)| *left &= reached);
        }
    }
    Ok(left)
}

/// Whether a square is left for no other number than one.
fn is_only_number(
    tour: &Tour,
    position: &TourPosition,
    number: u32,
    at: Square,
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    for other in (1..=tour.squares() as u32).filter(|&other| other != number) {
        let is_open = tour.square_of(position, other).is_none();
        if is_open && places(tour, position, other, meter)?[tour.size().index(at)] {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a number cannot stand on a square, for the reason that a premise tells.
fn is_excluded(
    tour: &Tour,
    position: &TourPosition,
    number: u32,
    premise: &Assertion,
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    let Some((&other, squares)) = premise.squares.split_first() else { return Ok(false) };
    let mut after = position.clone();
    if tour.make(&mut after, put(number, other)).is_err() {
        return Ok(false);
    }
    match (premise.rule, squares, &premise.values[1..]) {
        (NO_SQUARE, [], &[of]) => {
            let Some(of) = u32::try_from(of).ok().filter(|&of| u64::from(of) <= tour.squares())
            else {
                return Ok(false);
            };
            let is_open = of > 0 && tour.square_of(&after, of).is_none();
            Ok(is_open && !places(tour, &after, of, meter)?.contains(&true))
        }
        (NO_NUMBER, &[empty], []) => {
            let is_empty = tour.has(empty) && tour.number_of(&after, empty).is_none();
            // No number is 0: none is left out.
            Ok(is_empty && is_only_number(tour, &after, 0, empty, meter)?)
        }
        (rule, squares, []) => rules_out_after(tour, &after, rule, squares, meter),
        _ => Ok(false),
    }
}
