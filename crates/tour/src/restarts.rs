//! Restarts with growing budgets and random tie-breaks: the searches that make up the strategy `roth`.
//!
//! The first is Warnsdorff's rule with Roth's tie-break, which almost always walks straight to a tour. A
//! search that has not found one after little more than the number of squares took a wrong turn early, and
//! would correct it last; so the next begins anew and breaks ties another way, with a larger budget. Every one
//! of them explores everything if its budget lasts, and budgets grow by a constant factor, so one of them
//! finishes: the strategy is complete. On thin boards, where wrong turns are many and are seen late, few
//! are made before the frontier search, which is complete at once.
//!
//! The random numbers are seeded by the caller: the same seed takes the same steps.

use std::ops::ControlFlow;

use search::{Ended, Event, Limit, Mapped, Meter, Observer, depth_first};

use super::generic_path::{GenericPath, Ties};
use super::quick_refute;
use super::roth::{Roth, Step, TieBreak};
use super::solve::Answer;
use super::thin_order::{Links, Sweep};
use super::thin_search::Frontier;
use super::walk::Rule;
use super::{Numbers, Tour};
use tabuleiro_core::board::Square;
use tabuleiro_core::random::Rng;

/// Searches made before the frontier search, on boards thin enough for it.
const THIN_TRIES: usize = 8;
/// Nodes of the first frontier search.
const FIRST_SWEEP: u64 = 10_000;

/// How long the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RestartLimit {
    /// Until there is an answer.
    Complete,
    /// For so many searches, after which it ends as [`Ended::Spent`].
    Tries(usize),
}

/// Searches for a tour, beginning with this taste. No obstacle stands against the tour asked for.
pub(super) fn search<O: Observer<u8>>(
    tour: &Tour,
    mut taste: TieBreak,
    rng: &mut Rng,
    patience: RestartLimit,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Result<Answer, Limit> {
    let mut starts = starts(tour, meter)?;
    let squares = tour.squares();
    let mut allowance = squares + squares / 8 + 200;
    for attempt in 0.. {
        if patience == RestartLimit::Tries(attempt) {
            meter.stage(None);
            return Ok((None, Ended::Spent));
        }
        if attempt == THIN_TRIES && Frontier::fits(tour) {
            meter.stage(None);
            return by_links(tour, meter);
        }
        let which = attempt % starts.len();
        meter.stage(Some(allowance));
        let answer = by_path(tour, starts[which], taste, meter, observer)?;
        match answer.1 {
            Ended::Spent => allowance += allowance / 8,
            // A closed tour passes every square, so that one start speaks for all.
            Ended::Exhausted if starts.len() > 1 => {
                starts.swap_remove(which);
            }
            Ended::Exhausted | Ended::Satisfied | Ended::Cut(_) => {
                meter.stage(None);
                return Ok(answer);
            }
        }
        taste = TieBreak::random(tour, rng);
    }
    unreachable!("allowances grow until one is enough")
}

/// The squares that a search may begin on.
fn starts(tour: &Tour, meter: &mut Meter<'_>) -> Result<Vec<Square>, Limit> {
    match tour.start() {
        Some(start) => Ok(vec![start]),
        // A closed tour may begin anywhere, if no number says otherwise.
        None if tour.is_closed() && tour.clues().is_empty() => {
            Ok(tour.each_square().take(1).collect())
        }
        None => quick_refute::possible_ends(tour, meter),
    }
}

/// One search that extends a path.
fn by_path<O: Observer<u8>>(
    tour: &Tour,
    start: Square,
    taste: TieBreak,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Result<Answer, Limit> {
    if !tour.is_plain() {
        let tree = GenericPath::new(tour, start, Ties(taste.order()), true, meter)?;
        return along(tree, tour, meter, observer);
    }
    let Some(mut tree) = Roth::new(tour, start, taste, meter)? else {
        return Ok((None, Ended::Exhausted));
    };
    let mut path: Option<Vec<u8>> = None;
    let mut observer = Mapped::new(observer, |event: Event<Step>| event.map(|step| step.direction));
    let ended = depth_first(&mut tree, meter, &mut observer, |found| {
        path = Some(found.steps().map(|step| step.direction).collect());
        ControlFlow::Break(())
    });
    let numbers = path.map(|path| Roth::numbers(tour, start, &path, meter));
    Ok((numbers.transpose()?, ended))
}

/// The first tour of a search on any board.
pub(super) fn along<R: Rule, O: Observer<u8>>(
    mut tree: GenericPath<R>,
    tour: &Tour,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Result<Answer, Limit> {
    let start = tree.squares();
    let mut path: Option<Vec<u8>> = None;
    let ended = depth_first(&mut tree, meter, observer, |found| {
        path = Some(found.steps().collect());
        ControlFlow::Break(())
    });
    let Some(steps) = path else { return Ok((None, ended)) };
    let mut squares = start;
    for direction in steps {
        meter.check_limits()?;
        let from = squares[squares.len() - 1];
        squares.extend(tour.leaps().lead(tour.size(), from, direction));
    }
    let numbers = Numbers::visiting(tour.size(), &squares, meter)?;
    Ok((Some(numbers.with_leaper(tour.leaps())), ended))
}

/// The searches that link squares, with allowances that grow: each is complete if its own lasts.
/// Their steps are not those of a knight, so they are not watched.
fn by_links(tour: &Tour, meter: &mut Meter<'_>) -> Result<Answer, Limit> {
    let bytes = tour.size().area().saturating_mul(Sweep::BYTES);
    meter.claim(bytes)?;
    let mut allowance = FIRST_SWEEP;
    for attempt in 0.. {
        let mut tree = Frontier::new(tour, attempt, meter)?;
        let mut path: Option<Vec<Links>> = None;
        meter.stage(Some(allowance));
        let ended = depth_first(&mut tree, meter, &mut (), |found| {
            path = Some(found.steps().collect());
            ControlFlow::Break(())
        });
        meter.stage(None);
        if ended != Ended::Spent {
            let Some(links) = path else { return Ok((None, ended)) };
            let squares = tree.sweep().tour(links.into_iter(), tour.start(), meter)?;
            let numbers = Numbers::visiting(tour.size(), &squares, meter)?;
            meter.release(bytes);
            return Ok((Some(numbers), ended));
        }
        allowance *= 2;
    }
    unreachable!("allowances grow until one is enough")
}
