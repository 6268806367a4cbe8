//! Counting tours: by halves, or by searching all of them where that is quicker.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::{Ended, Meter, depth_first};

use super::roth::{Roth, Taste};
use super::trail::Trail;
use super::walk::Warnsdorff;
use super::ways::Question;
use super::{Numbers, Tour, numbered, obstacle, solve};
use crate::board::Square;
use crate::contract::{Count, CountEnd, Counted, Fact, Obstacle};
use crate::locale::Message;
use crate::text::Diagnostic;

impl Count for Tour {
    fn count(&self, up_to: Option<u64>, meter: &mut Meter<'_>) -> Result<Counted, Diagnostic> {
        let cycles = self.counts_cycles();
        if let Some(numbers) = &self.before {
            return before(self, numbers, up_to, meter);
        }
        let (way, (count, ended)) = match question(self, up_to) {
            Some(question) => ("halves", settled(question.count(meter), up_to)?),
            None => match solve::claim(self, meter) {
                Ok(()) => {
                    let (count, ended) = search_all(self, up_to, meter);
                    ("search", (count, ended.into()))
                }
                Err(limit) => ("search", (BigUint::ZERO, CountEnd::Limit(limit))),
            },
        };
        let unit = match (self.start(), self.end()) {
            _ if !self.clues().is_empty() => "completions",
            _ if cycles => "closed",
            _ if self.is_closed() => "closed-between",
            (None, None) => "directed",
            _ => "between",
        };
        let closed = Fact::Is(self.is_closed());
        let facts = vec![("directed", Fact::Is(!cycles)), ("closed", closed)];
        Ok(counted(count, ended, unit, way, facts))
    }
}

impl Tour {
    /// Whether a tour and all others that are the same cycle count once: it is closed, and no number
    /// is given. One that is given makes every numbering of a cycle a tour of its own.
    pub(super) fn counts_cycles(&self) -> bool {
        self.is_closed() && self.all_given().next().is_none()
    }
}

fn counted(
    count: BigUint,
    ended: CountEnd,
    unit: &str,
    way: &'static str,
    facts: Vec<(&'static str, Fact)>,
) -> Counted {
    // A number that is not one is many, however large.
    let many = u64::try_from(&count).unwrap_or(u64::MAX);
    let unit = Message::new(format!("tour.unit.{unit}")).with("n", many);
    Counted { count, ended, unit, way, facts }
}

/// How many tours come before one.
fn before(
    tour: &Tour,
    numbers: &Numbers,
    up_to: Option<u64>,
    meter: &mut Meter<'_>,
) -> Result<Counted, Diagnostic> {
    let number = numbered::before(tour, numbers, meter).map(BigUint::from);
    let (count, ended) = settled(number, up_to)?;
    let facts = vec![("before", Fact::Is(true)), ("closed", Fact::Is(tour.is_closed()))];
    Ok(counted(count, ended, "before", "halves", facts))
}

/// A count, but not beyond what was asked for, or why there is none.
fn settled(
    count: Result<BigUint, Obstacle>,
    up_to: Option<u64>,
) -> Result<(BigUint, CountEnd), Diagnostic> {
    match count {
        Ok(count) => Ok(match up_to.map(BigUint::from).filter(|most| count > *most) {
            Some(most) => (most, CountEnd::UpTo),
            None => (count, CountEnd::Exact),
        }),
        Err(Obstacle::Limit(limit)) => Ok((BigUint::ZERO, CountEnd::Limit(limit))),
        Err(Obstacle::Asked(diagnostic)) => Err(diagnostic),
    }
}

/// Boards with fewer squares are searched in no time.
const FEW_SQUARES: u64 = 26;

/// The question that is easier to answer than all tours are to meet, if there is one.
fn question(tour: &Tour, up_to: Option<u64>) -> Option<Question> {
    if tour.squares() < FEW_SQUARES || obstacle::find(tour).is_some() {
        return None;
    }
    // A few tours of a wide board are met long before all of them are counted.
    Question::new(tour).filter(|question| up_to.is_none() || question.is_easy())
}

/// How many tours there are, by meeting all of them.
pub(super) fn search_all(
    tour: &Tour,
    up_to: Option<u64>,
    meter: &mut Meter<'_>,
) -> (BigUint, Ended) {
    // A cycle is met in both directions.
    let times_met = if tour.counts_cycles() { 2 } else { 1 };
    let (tour, starts) = plan(tour);
    let enough = up_to.map_or(u64::MAX, |most| most.saturating_mul(times_met) - (times_met - 1));
    let mut met = 0u64;
    let mut ended = Ended::Exhausted;
    for (i, &start) in starts.iter().enumerate() {
        meter.part(i, starts.len());
        let tally = || {
            met += 1;
            if met == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        ended = below(&tour, start, meter, tally);
        if ended != Ended::Exhausted {
            break;
        }
    }
    (met.div_ceil(times_met).into(), ended)
}

/// Tells every tour from a start.
fn below(
    tour: &Tour,
    start: Square,
    meter: &mut Meter<'_>,
    mut tell: impl FnMut() -> ControlFlow<()>,
) -> Ended {
    if !tour.is_plain() {
        let mut tree = Trail::new(tour, start, Warnsdorff, true);
        return depth_first(&mut tree, meter, &mut (), |_| tell());
    }
    match Roth::new(tour, start, Taste::default()) {
        Some(mut tree) => depth_first(&mut tree, meter, &mut (), |_| tell()),
        None => Ended::Exhausted,
    }
}

/// The tours to be counted as paths from some starts: none, if there is an obstacle.
fn plan(tour: &Tour) -> (Tour, Vec<Square>) {
    if obstacle::find(tour).is_some() {
        return (tour.clone(), Vec::new());
    }
    if !tour.clues().is_empty() {
        let starts = tour
            .start()
            .map_or_else(|| obstacle::possible_ends(tour).collect(), |start| vec![start]);
        return (tour.clone(), starts);
    }
    let plain = Tour { start: None, end: None, ..tour.clone() };
    match (tour.start(), tour.end(), tour.is_closed()) {
        (Some(start), Some(_), true) => (Tour { closed: false, ..tour.clone() }, vec![start]),
        // As many numberings of cycles have one square as have another for their start, or their end.
        (_, _, true) => {
            let first = tour.each_square().next();
            (plain, first.into_iter().collect())
        }
        (Some(start), _, false) => (tour.clone(), vec![start]),
        (None, Some(end), false) => (plain, vec![end]),
        (None, None, false) => {
            let starts = obstacle::possible_ends(tour).collect();
            (plain, starts)
        }
    }
}
