//! Counting tours, by searching all of them.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::{Ended, Meter, depth_first};

use super::roth::{Roth, Taste};
use super::{Tour, obstacle, solve};
use crate::board::Square;
use crate::contract::{Count, Counted};
use crate::locale::Message;
use crate::text::Diagnostic;

impl Count for Tour {
    fn count(&self, up_to: Option<u64>, meter: &mut Meter<'_>) -> Result<Counted, Diagnostic> {
        let (found, ended, cycles) = match solve::claim(self, meter) {
            Ok(()) => search_all(self, up_to, meter),
            Err(limit) => (0, Ended::Cut(limit), self.is_closed()),
        };
        let unit = match (self.start(), self.end()) {
            _ if cycles => "closed",
            (None, None) => "directed",
            _ => "between",
        };
        Ok(Counted {
            count: BigUint::from(found),
            ended: ended.into(),
            unit: Message::new(format!("tour.unit.{unit}")).with("n", found),
            way: "search",
            facts: vec![("directed", !cycles), ("closed", self.is_closed())],
        })
    }
}

/// How many tours there are, how the search ended, and whether a tour and its reverse were counted
/// as one.
fn search_all(tour: &Tour, up_to: Option<u64>, meter: &mut Meter<'_>) -> (u64, Ended, bool) {
    let (tour, starts) = plan(tour);
    // A closed tour is met in both directions.
    let cycles = tour.is_closed();
    let times_met = if cycles { 2 } else { 1 };
    let enough = up_to.map_or(u64::MAX, |most| most.saturating_mul(times_met) - (times_met - 1));
    let mut met = 0u64;
    let mut ended = Ended::Exhausted;
    for (i, &start) in starts.iter().enumerate() {
        meter.part(i, starts.len());
        let Some(mut tree) = Roth::new(&tour, start, Taste::default()) else { continue };
        ended = depth_first(&mut tree, meter, &mut (), |_| {
            met += 1;
            if met == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if ended != Ended::Exhausted {
            break;
        }
    }
    (met.div_ceil(times_met), ended, cycles)
}

/// The tours to be counted as paths from some starts: none, if there is an obstacle.
fn plan(tour: &Tour) -> (Tour, Vec<Square>) {
    if obstacle::find(tour).is_some() {
        return (tour.clone(), Vec::new());
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
