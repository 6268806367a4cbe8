//! The strategy `factor`: a Hamiltonian cycle from a 2-factor whose cycles are merged.
//!
//! A tour gives every square two links. [`two_factor`] finds such links for boards of any shape, edges and
//! piece, or proves that there are none; where holes are few it begins with those of a tour of the whole
//! rectangle, laid in tiles. They make cycles, and [`merge_cycles`] joins those to one. An open tour is a
//! closed one with a tie between its ends that is no move. Where the ends may be anywhere, a closed tour is
//! tried first, and then the squares that were left a link short are the ends.
//!
//! Merging is randomised and may fail, so that the strategy proves nothing by failing: it begins anew with
//! other random numbers, so many times. Given numbers between the ends it cannot keep.

mod change;
mod effort;
mod merge_cycles;
mod two_factor;

use search::limits::Stop;
use search::{Event, Limit, Meter, Observer, Outcome, Proof};

use super::graph::{Graph, NONE};
use super::rules_out;
use super::{Argument, Numbers, Tour, quick_refute, tiles};
use effort::Effort;
use merge_cycles::Cycles;
use tabuleiro_core::board::Square;
use tabuleiro_core::random::Rng;
use two_factor::{Demand, Flow};

/// Bytes held for each square of the rectangle.
const BYTES_A_SQUARE: u64 = Graph::BYTES + Flow::BYTES + Cycles::BYTES + 16;
/// One hole in so many squares or fewer are few.
const FEW: u64 = 20;
/// How often it begins anew.
const ATTEMPTS: usize = 12;
/// Rounds of chance in each attempt: so many, and more on small boards, where a round takes less.
const ROUNDS: u64 = 50;
const MORE_ROUNDS: u64 = 4_000;

/// Looks for a tour, or for squares that need more links than there are for them.
pub(super) fn search<O: Observer<u8>>(
    tour: &Tour,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Outcome<Numbers, Argument> {
    match quick_refute::at_once(tour, meter) {
        Ok(None) => {}
        Ok(Some(argument)) => return Outcome::Impossible(Proof::Argument(argument)),
        Err(limit) => return Outcome::Unknown(limit),
    }
    if let Err(limit) = meter.claim(tour.size().area().saturating_mul(BYTES_A_SQUARE)) {
        return Outcome::Unknown(limit);
    }
    let outcome = match attempts(tour, meter, observer) {
        Ok(outcome) => outcome,
        Err(Stop::Limit(limit)) => Outcome::Unknown(limit),
        Err(Stop::Stage) => Outcome::Unknown(Limit::Incomplete),
    };
    meter.release(tour.size().area().saturating_mul(BYTES_A_SQUARE));
    outcome
}

fn attempts<O: Observer<u8>>(
    tour: &Tour,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Result<Outcome<Numbers, Argument>, Stop> {
    let walk = whole(tour, meter)?;
    let mut effort = Effort::new(meter)?;
    let graph = Graph::new(tour, effort.meter())?;
    let mut rng = Rng::new(1);
    let squares = |places: Vec<u32>| places.into_iter().map(|place| graph.square(place)).collect();
    let plans = plans(tour);
    if tour.squares() == 1 {
        let only: Vec<Square> = tour.each_square().collect();
        if tour.is_closed() {
            return Ok(Outcome::Impossible(Proof::Argument(Argument::DeadEnds(only))));
        }
        effort.look()?;
        let path = only.into_iter().map(|square| graph.place(square)).collect();
        return finish(tour, &graph, path, &mut effort, observer);
    }
    for attempt in 0..ATTEMPTS {
        let plan = plans[attempt % plans.len()];
        let ends = ends(tour, plan, &mut rng, effort.meter())?;
        let wants = wants(tour, &graph, ends, effort.meter())?;
        let mut flow = Flow::new(&graph, wants);
        flow.follow(&walk, &mut effort)?;
        let order = (attempt >= plans.len()).then_some(&mut rng);
        if let Err(places) = flow.fill(order, &mut effort)? {
            // What rules out a closed tour, or given ends, may not rule out what was asked for.
            let argument = Argument::Hall(squares(places));
            if rules_out(tour, &argument, effort.meter())? {
                return Ok(Outcome::Impossible(Proof::Argument(argument)));
            }
            effort.unmake_all();
            continue;
        }
        if !tour.clues().is_empty() {
            return Ok(Outcome::Unknown(Limit::Incomplete));
        }
        flow.leave_none_alone(&mut effort)?;
        let (mut links, lacking) = flow.links();
        let known: Vec<u32> = match ends {
            Ends::None => Vec::new(),
            Ends::Given(start, end) => vec![graph.place(start), graph.place(end)],
            Ends::Lacking => {
                let given = [tour.start(), tour.end()].into_iter().flatten();
                given.map(|end| graph.place(end)).chain(lacking).collect()
            }
        };
        let tie = match known[..] {
            [one, other] if one != other => (one, other),
            _ => (NONE, NONE),
        };
        if tie.0 != NONE {
            for (at, to) in [tie, (tie.1, tie.0)] {
                let slot = usize::from(links[at as usize][0] != NONE);
                links[at as usize][slot] = to;
            }
        }
        effort.check()?;
        let lacks = |place: u32| graph.has(place) && links[place as usize].contains(&NONE);
        if (0..graph.places() as u32).any(lacks) {
            // A square that nothing leads to, or links lacking where no ends can be.
            effort.unmake_all();
            continue;
        }
        let mut cycles = Cycles::new(&graph, links, tie);
        if cycles.join(ROUNDS + MORE_ROUNDS / tour.squares(), &mut rng, &mut effort)? {
            let first = |square: Square| graph.place(square);
            let path = match (tie, tour.start(), tour.end()) {
                ((NONE, _), Some(start), _) => cycles.path(first(start), NONE),
                ((NONE, _), None, Some(end)) => {
                    let mut path = cycles.path(first(end), NONE);
                    path.rotate_left(1);
                    path
                }
                ((NONE, _), None, None) => {
                    let start = tour.each_square().next().map_or(0, first);
                    cycles.path(start, NONE)
                }
                ((one, other), start, end) => {
                    let turned = start.is_some_and(|start| first(start) == other)
                        || end.is_some_and(|end| first(end) == one);
                    if turned { cycles.path(other, one) } else { cycles.path(one, other) }
                }
            };
            return finish(tour, &graph, path, &mut effort, observer);
        }
        effort.unmake_all();
    }
    let apart = Argument::Pieces(Vec::new());
    Ok(if rules_out(tour, &apart, effort.meter())? {
        Outcome::Impossible(Proof::Argument(apart))
    } else {
        Outcome::Unknown(Limit::Incomplete)
    })
}

/// A tour of the whole rectangle, if one can be laid and few of its squares are holes: most of its
/// links can stay.
fn whole(tour: &Tour, meter: &mut Meter<'_>) -> Result<Vec<u32>, Stop> {
    let size = tour.size();
    let mut whole = Tour::new(size);
    let holes = size.area() - tour.squares();
    let is_few = holes > 0 && holes <= size.area() / FEW;
    if !is_few || tour.leaps() != whole.leaps() || !tiles::fits(&whole) {
        return Ok(Vec::new());
    }
    if size.area().is_multiple_of(2) && size.rows.min(size.cols) > 4 {
        whole = whole.closed();
    }
    let Some(layout) = tiles::lay(&whole, meter).map_err(Stop::Limit)? else {
        return Ok(Vec::new());
    };
    let mut numbers = vec![0; size.area() as usize];
    layout.write(&mut numbers);
    let mut walk = vec![0; numbers.len()];
    for (place, number) in (0..).zip(numbers) {
        meter.check_limits()?;
        walk[number as usize - 1] = place;
    }
    if whole.is_closed() {
        walk.push(walk[0]);
    }
    Ok(walk)
}

/// The tour that visits these places, shown from its first step to its last.
fn finish<O: Observer<u8>>(
    tour: &Tour,
    graph: &Graph,
    path: Vec<u32>,
    effort: &mut Effort<'_, '_>,
    observer: &mut O,
) -> Result<Outcome<Numbers, Argument>, Stop> {
    effort.goal();
    if O::WATCHES {
        observer.on(Event::Root(graph.square(path[0]).into()));
        for pair in path.windows(2) {
            effort.check()?;
            if let Some(direction) = graph.direction(pair[0], pair[1]) {
                observer.on(Event::Make(direction));
            }
        }
        observer.on(Event::Goal);
    }
    let mut numbers = vec![0; graph.places()];
    for (number, place) in (1..).zip(path) {
        effort.check()?;
        numbers[place as usize] = number;
    }
    Ok(Outcome::Solved(Numbers::new(tour.size(), numbers).with_leaper(tour.leaps())))
}

/// What is made of the ends of a tour.
#[derive(Clone, Copy)]
enum Endpoints {
    /// There are none: the tour comes back.
    Closed,
    /// They are given, or drawn by dice where they are not.
    Drawn,
    /// They are where links are lacking; of two colours only.
    Lacking,
}

/// The ends of a tour.
#[derive(Clone, Copy)]
enum Ends {
    None,
    Given(Square, Square),
    Lacking,
}

/// The plans that may lead to what is asked for, the most promising first.
fn plans(tour: &Tour) -> Vec<Endpoints> {
    let two_colours = tour.leaps().alternate(tour.size());
    let even = !two_colours || tour.squares().is_multiple_of(2);
    match (tour.start().zip(tour.end()), tour.is_closed()) {
        // The ends are a move apart, or an obstacle would have been found.
        (Some(_), _) => vec![Endpoints::Drawn],
        (None, true) => vec![Endpoints::Closed],
        (None, false) if !two_colours => vec![Endpoints::Closed, Endpoints::Drawn],
        (None, false) if even => vec![Endpoints::Closed, Endpoints::Lacking, Endpoints::Drawn],
        (None, false) => vec![Endpoints::Lacking, Endpoints::Drawn],
    }
}

fn ends(tour: &Tour, plan: Endpoints, rng: &mut Rng, meter: &mut Meter<'_>) -> Result<Ends, Limit> {
    Ok(match plan {
        Endpoints::Closed => Ends::None,
        Endpoints::Lacking => Ends::Lacking,
        Endpoints::Drawn => {
            let possible = quick_refute::possible_ends(tour, meter)?;
            let even = tour.squares().is_multiple_of(2);
            let two_colours = tour.leaps().alternate(tour.size());
            let other = |end: Square, rng: &mut Rng| {
                let fits = |square: &&Square| {
                    **square != end && (!two_colours || square.same_colour(end) != even)
                };
                let fitting: Vec<&Square> = possible.iter().filter(fits).collect();
                fitting.get(rng.below(fitting.len().max(1))).map(|square| **square)
            };
            let start = match (tour.start(), tour.end()) {
                (Some(start), _) => start,
                (None, Some(end)) => other(end, rng).unwrap_or(end),
                (None, None) => possible[rng.below(possible.len())],
            };
            match tour.end().or_else(|| other(start, rng)) {
                Some(end) if end != start => Ends::Given(start, end),
                _ => Ends::Lacking,
            }
        }
    })
}

/// How many links every square wants.
fn wants(tour: &Tour, graph: &Graph, ends: Ends, meter: &mut Meter<'_>) -> Result<Demand, Limit> {
    let places = graph.places();
    let two_colours = tour.leaps().alternate(tour.size());
    let mut left = vec![0u8; places];
    let mut right = vec![0u8; places];
    for square in tour.each_square() {
        meter.check_limits()?;
        let place = graph.place(square) as usize;
        if !two_colours {
            (left[place], right[place]) = (1, 1);
        } else if (square.row + square.col).is_multiple_of(2) {
            left[place] = 2;
        } else {
            right[place] = 2;
        }
    }
    let mut less = |square: Square, left_first: bool| {
        let place = graph.place(square) as usize;
        let side = if left[place] > 0 && (left_first || right[place] == 0) {
            &mut left[place]
        } else {
            &mut right[place]
        };
        *side = side.saturating_sub(1);
    };
    let mut spare = 0;
    match ends {
        Ends::None => {}
        Ends::Given(start, end) => {
            // Where a square is on both sides, nothing comes before the start or after the end.
            less(start, false);
            less(end, true);
        }
        Ends::Lacking => {
            let given = [tour.start(), tour.end()];
            given.into_iter().flatten().for_each(|end| less(end, true));
            let sum = |side: &[u8]| side.iter().map(|&wants| i64::from(wants)).sum::<i64>();
            let free = given.iter().filter(|end| end.is_none()).count() as i64;
            spare = ((free + sum(&left) - sum(&right)) / 2).clamp(0, free) as u64;
        }
    }
    Ok(Demand { left, right, spare })
}
