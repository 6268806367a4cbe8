//! Counting tours: by dynamic programming from both ends, or by a search of all tours where that is
//! quicker.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::{Ended, Limit, Meter, depth_first};

use super::frontier_dp::Question;
use super::generic_path::GenericPath;
use super::roth::{Roth, TieBreak};
use super::walk::Warnsdorff;
use super::{Local, Numbers, Tour, numbered, quick_refute, solve};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Capabilities, Count, Counted, Fact, Options, RunError};
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::Diagnostic;

/// What is counted.
#[derive(Clone, Debug)]
pub enum Asked {
    /// All tours.
    All,
    /// Those that come before this one in the order of `generate --index`.
    Before(Box<Numbers>),
}

impl Count<Local> for Tour {
    type Question = Asked;

    fn question(&self, options: &Options) -> Result<Asked, Diagnostic> {
        Ok(numbered::named(self, options)?.map_or(Asked::All, |tour| Asked::Before(Box::new(tour))))
    }

    fn describe(asked: &Asked) -> String {
        match asked {
            Asked::All => String::new(),
            Asked::Before(tour) => format!("before {:?}", tour.all()),
        }
    }

    fn capabilities(
        &self,
        asked: &Asked,
        up_to: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<Capabilities, Limit> {
        let layers = matches!(asked, Asked::All) && question(self, up_to, meter)?.is_some();
        Ok(Capabilities { checkpoint: layers, distributed: layers })
    }

    fn count(
        &self,
        asked: &Asked,
        up_to: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<Counted, Diagnostic> {
        let cycles = counts_cycles(self);
        if let Asked::Before(numbers) = asked {
            return before(self, numbers, up_to, meter);
        }
        let claimed = question(self, up_to, meter).and_then(|question| match question {
            None => solve::claim(self, meter).map(|()| None),
            some => Ok(some),
        });
        let (way, (count, ended)) = match claimed {
            Ok(Some(question)) => ("halves", settled(question.count(meter), up_to)?),
            Ok(None) => {
                let (count, ended) = search_all(self, up_to, meter);
                ("search", (count, ended))
            }
            Err(limit) => ("search", (BigUint::ZERO, Ended::Cut(limit))),
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

/// Whether a tour and all others that are the same cycle count once: it is closed, and no number
/// is given. One that is given makes every numbering of a cycle a tour of its own.
fn counts_cycles(tour: &Tour) -> bool {
    tour.is_closed() && tour.all_given().next().is_none()
}

fn counted(
    count: BigUint,
    ended: Ended,
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
    count: Result<BigUint, RunError>,
    up_to: Option<u64>,
) -> Result<(BigUint, Ended), Diagnostic> {
    match count {
        Ok(count) => Ok(match up_to.map(BigUint::from).filter(|most| count > *most) {
            Some(most) => (most, Ended::Satisfied),
            None => (count, Ended::Exhausted),
        }),
        Err(RunError::Limit(limit)) => Ok((BigUint::ZERO, Ended::Cut(limit))),
        Err(RunError::Invalid(diagnostic)) => Err(diagnostic),
    }
}

/// Boards with fewer squares are searched in no time.
const FEW_SQUARES: u64 = 26;

/// The question that is easier to answer than all tours are to meet, if there is one.
fn question(
    tour: &Tour,
    up_to: Option<u64>,
    meter: &mut Meter<'_>,
) -> Result<Option<Question>, Limit> {
    if tour.squares() < FEW_SQUARES || quick_refute::find(tour, meter)?.is_some() {
        return Ok(None);
    }
    // A few tours of a wide board are met long before all of them are counted.
    let question = Question::new(tour, meter)?;
    Ok(question.filter(|question| up_to.is_none() || question.is_easy()))
}

/// How many tours there are, by meeting all of them.
pub(super) fn search_all(
    tour: &Tour,
    up_to: Option<u64>,
    meter: &mut Meter<'_>,
) -> (BigUint, Ended) {
    // A cycle is met in both directions.
    let times_met = if counts_cycles(tour) { 2 } else { 1 };
    let (tour, starts) = match plan(tour, meter) {
        Ok(plan) => plan,
        Err(limit) => return (BigUint::ZERO, Ended::Cut(limit)),
    };
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
        return match GenericPath::new(tour, start, Warnsdorff, true, meter) {
            Ok(mut tree) => depth_first(&mut tree, meter, &mut (), |_| tell()),
            Err(limit) => Ended::Cut(limit),
        };
    }
    match Roth::new(tour, start, TieBreak::default(), meter) {
        Ok(Some(mut tree)) => depth_first(&mut tree, meter, &mut (), |_| tell()),
        Ok(None) => Ended::Exhausted,
        Err(limit) => Ended::Cut(limit),
    }
}

/// The tours to be counted as paths from some starts: none, if there is an obstacle.
fn plan(tour: &Tour, meter: &mut Meter<'_>) -> Result<(Tour, Vec<Square>), Limit> {
    if quick_refute::find(tour, meter)?.is_some() {
        return Ok((tour.clone(), Vec::new()));
    }
    if !tour.clues().is_empty() {
        let starts = match tour.start() {
            Some(start) => vec![start],
            None => quick_refute::possible_ends(tour, meter)?,
        };
        return Ok((tour.clone(), starts));
    }
    let plain = tour.clone().with_ends(None, None);
    Ok(match (tour.start(), tour.end(), tour.is_closed()) {
        (Some(start), Some(_), true) => (tour.clone().open(), vec![start]),
        // As many numberings of cycles have one square as have another for their start, or their end.
        (_, _, true) => {
            let first = tour.each_square().next();
            (plain, first.into_iter().collect())
        }
        (Some(start), _, false) => (tour.clone(), vec![start]),
        (None, Some(end), false) => (plain, vec![end]),
        (None, None, false) => {
            let starts = quick_refute::possible_ends(tour, meter)?;
            (plain, starts)
        }
    })
}
