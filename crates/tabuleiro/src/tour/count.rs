//! Counting tours, by searching all of them.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::{Ended, Meter, depth_first};

use super::roth::{Roth, Taste};
use super::trail::Trail;
use super::walk::Warnsdorff;
use super::{Tour, obstacle, solve};
use crate::board::Square;
use crate::contract::{Count, Counted};
use crate::locale::Message;

impl Count for Tour {
    fn count(&self, up_to: Option<u64>, meter: &mut Meter<'_>) -> Counted {
        let (found, ended, cycles) = match solve::claim(self, meter) {
            Ok(()) => search_all(self, up_to, meter),
            Err(limit) => (0, Ended::Cut(limit), self.is_closed()),
        };
        let unit = match (self.start(), self.end()) {
            _ if !self.clues().is_empty() => "completions",
            _ if cycles => "closed",
            (None, None) => "directed",
            _ => "between",
        };
        Counted {
            count: BigUint::from(found),
            ended: ended.into(),
            unit: Message::new(format!("tour.unit.{unit}")).with("n", found),
            facts: vec![("directed", !cycles), ("closed", self.is_closed())],
        }
    }
}

/// How many tours there are, how the search ended, and whether a tour and its reverse were counted
/// as one.
pub(super) fn search_all(
    tour: &Tour,
    up_to: Option<u64>,
    meter: &mut Meter<'_>,
) -> (u64, Ended, bool) {
    let (tour, starts) = plan(tour);
    // A closed tour is met in both directions, unless numbers tell one of them.
    let cycles = tour.is_closed() && tour.clues().is_empty();
    let times_met = if cycles { 2 } else { 1 };
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
    (met.div_ceil(times_met), ended, cycles)
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
