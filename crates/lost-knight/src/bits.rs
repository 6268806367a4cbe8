//! The flood by bits as a strategy: it fills the same counters and stops at the same limits as the
//! engine, only a level at a time.

use std::ops::ControlFlow;

use search::limits::{Standing, Stop};
use search::{Event, Limit, Meter, Observer, Outcome, Proof, Stats};

use super::enclosure::Around;
use super::planes::field::Field;
use super::planes::flood::{End, Progress, Strategy};
use super::planes::layout::Layout;
use super::{Choice, Enclosure, How, Labels, LostKnight, Route, trace};
use crate::board::Square;

/// Bytes a square that it takes to show a flood square by square.
const BYTES_SHOWN: u64 = 12;

/// Looks for the exit by a flood of bit planes, unless the piece leaps too far for them.
pub(super) fn solve<O: Observer<u32>>(
    board: &LostKnight,
    strategy: Strategy,
    how: &How,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Option<Outcome<Route, Enclosure>> {
    // Moves can be taken back. The first path is read from the distances to the exit, and any path
    // from those to the knight, which is where people expect a search to begin.
    let (from, to) = match how.choice {
        Choice::Any => (board.knights(), board.exits()),
        Choice::First => (board.exits(), board.knights()),
    };
    let one_colour = from.iter().all(|square| square.same_colour(from[0]));
    let layout = Layout::new(board.size(), board.rules(), one_colour)?;
    // Who watches is shown every square in order; packing a large board is not begun in vain.
    let shown = if O::WATCHES { BYTES_SHOWN * board.size().area() } else { 0 };
    let ready = meter.claim(layout.bytes() + shown).and_then(|()| meter.check_limits());
    if let Err(limit) = ready {
        return Some(Outcome::Unknown(limit));
    }
    let mut field = Field::new(layout, how.width, &board.blocked, meter.threads());
    let mut gauge = Gauge { roots: from.len() as u64, fuel: 0, polled: 0, meter, stop: None };
    let outcome = match gauge.begin() {
        ControlFlow::Break(()) => None,
        ControlFlow::Continue(_) => {
            Some(field.flood(strategy, how.width, from, to, |progress| gauge.look(progress)))
        }
    };
    let stop = match &outcome {
        Some(outcome) => gauge.finish(outcome.reached, outcome.levels, outcome.end),
        None => gauge.stop,
    };
    if O::WATCHES
        && let Err(limit) = replay(board, from, meter, observer)
    {
        return Some(Outcome::Unknown(limit));
    }
    Some(match (stop, outcome.map(|outcome| outcome.end)) {
        (None, Some(End::Found { target, distance })) => {
            if let Err(limit) = trace::claim(distance, meter) {
                return Some(Outcome::Unknown(limit));
            }
            let mut path = field.walk(to[target], distance);
            if how.choice == Choice::First {
                path.reverse();
            }
            Outcome::Solved(Route::along(path))
        }
        (None, Some(End::Unreachable)) => {
            let around = if how.choice == Choice::Any { Around::Knights } else { Around::Exits };
            let reached = match field.reached(|| meter.check_limits()) {
                Ok(reached) => reached,
                Err(limit) => return Some(Outcome::Unknown(limit)),
            };
            let enclosure = Enclosure::new(around, board.size(), reached);
            Outcome::Impossible(Proof::Argument(enclosure))
        }
        (Some(Stop::Limit(limit)), _) => Outcome::Unknown(limit),
        _ => Outcome::Unknown(Limit::Incomplete),
    })
}

/// Charges levels to the meter.
struct Gauge<'a, 'm> {
    roots: u64,
    /// Squares that may be reached, since the last poll, before the next.
    fuel: u64,
    polled: u64,
    meter: &'a mut Meter<'m>,
    stop: Option<Stop>,
}

impl Gauge<'_, '_> {
    fn begin(&mut self) -> ControlFlow<(), u64> {
        self.poll(0, 0)
    }

    #[inline]
    fn look(&mut self, progress: Progress) -> ControlFlow<(), u64> {
        if progress.reached - self.polled < self.fuel {
            return ControlFlow::Continue(self.polled.saturating_add(self.fuel));
        }
        self.poll(progress.reached, progress.level)
    }

    fn poll(&mut self, reached: u64, level: u64) -> ControlFlow<(), u64> {
        let stats = self.stats(reached, level);
        match self.meter.poll(stats, Standing { depth: level, ..Standing::default() }) {
            Ok(fuel) => {
                (self.fuel, self.polled) = (fuel, reached);
                ControlFlow::Continue(reached.saturating_add(fuel))
            }
            Err(stop) => {
                self.stop = Some(stop);
                ControlFlow::Break(())
            }
        }
    }

    /// Counts what was reached, but not beyond what may be counted: a level may overshoot.
    fn stats(&self, reached: u64, level: u64) -> Stats {
        let nodes = reached.min(self.meter.left(0));
        Stats {
            nodes,
            steps: nodes.saturating_sub(self.roots),
            deepest: level.min(nodes.saturating_sub(self.roots)),
            ..Stats::default()
        }
    }

    fn finish(&mut self, reached: u64, levels: u64, end: End) -> Option<Stop> {
        let mut stats = self.stats(reached, levels);
        if reached > self.meter.left(0) {
            self.stop = self.stop.or(Some(Stop::Limit(Limit::Nodes)));
        } else if let (End::Found { .. }, None) = (end, self.stop) {
            stats.goals = 1;
        }
        self.meter.settle(stats);
        self.stop
    }
}

/// Shows the levels of a flood square by square, as far as they were counted.
fn replay<O: Observer<u32>>(
    board: &LostKnight,
    from: &[Square],
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Result<(), Limit> {
    let stats = meter.stats();
    let order = Labels::order(board, from, stats.nodes, meter)?;
    let mut expanded = 0;
    for &(place, label) in &order {
        // Every square of a level is expanded before the first of the next but one is reached.
        while order[expanded].1 + 1 < label {
            observer.on(Event::Expand(order[expanded].0));
            expanded += 1;
        }
        observer.on(if label == 0 { Event::Root(place.into()) } else { Event::Queue(place) });
    }
    if stats.goals > 0 {
        observer.on(Event::Goal);
    }
    Ok(())
}
