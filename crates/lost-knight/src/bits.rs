//! The flood by bits as a strategy: it fills the same counters and stops at the same limits as the
//! engine, only a level at a time.

use std::ops::ControlFlow;

use search::limits::{PollState, Stop};
use search::{Event, Limit, Meter, Observer, Outcome, Proof, Stats};

use super::planes::field::Field;
use super::planes::flood::{End, Progress, Strategy};
use super::planes::layout::Layout;
use super::{Around, Choice, Enclosure, Labels, LostKnight, Plan, Route, trace};
use tabuleiro_core::board::Square;

/// Bytes a square that it takes to show a flood square by square.
const BYTES_SHOWN: u64 = 12;

/// Looks for the exit by a flood of bit planes, unless the piece leaps too far for them.
pub(super) fn solve<O: Observer<u32>>(
    board: &LostKnight,
    strategy: Strategy,
    how: &Plan,
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
    let mut field = Field::new(layout, how.width, board.blocked(), meter.threads());
    let mut gauge = LevelMeter { roots: from.len() as u64, fuel: 0, polled: 0, meter, stop: None };
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
struct LevelMeter<'a, 'm> {
    roots: u64,
    /// Squares that may be reached, since the last poll, before the next.
    fuel: u64,
    polled: u64,
    meter: &'a mut Meter<'m>,
    stop: Option<Stop>,
}

impl LevelMeter<'_, '_> {
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
        match self.meter.poll(stats, PollState { depth: level, ..PollState::default() }) {
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

#[cfg(test)]
mod tests {
    use search::{Ends, Limits};

    use super::super::{Method, Rules};
    use super::*;
    use tabuleiro_core::board::{Size, Squares};
    use tabuleiro_core::contract::{Solve, Verify};
    use tabuleiro_core::leaper::{Edges, Leaper};
    use tabuleiro_core::random::Rng;
    use tabuleiro_core::width::{Isa, Width};

    const LEAPERS: [(u32, u32); 16] = [
        (1, 2),
        (0, 1),
        (1, 1),
        (0, 2),
        (0, 3),
        (1, 3),
        (2, 3),
        (3, 3),
        (1, 4),
        (2, 4),
        (2, 5),
        (7, 8),
        (0, 16),
        (5, 16),
        (15, 16),
        (3, 41),
    ];

    /// The fewest moves from a knight to each square by the definition of a move, with a queue.
    fn distances(board: &LostKnight) -> Vec<Option<u64>> {
        let (size, rules) = (board.size(), board.rules());
        let (rows, cols) = (i64::from(size.rows), i64::from(size.cols));
        let (a, b) = rules.leaper.sides();
        let (a, b) = (i64::from(a), i64::from(b));
        let (rows_wrap, cols_wrap) = (rules.edges == Edges::Torus, rules.edges != Edges::Plane);
        let mut known = vec![None; size.area() as usize];
        let mut queue: Vec<Square> = board.knights().to_vec();
        queue.iter().for_each(|&knight| known[size.index(knight)] = Some(0));
        let mut next = 0;
        while let Some(&from) = queue.get(next) {
            next += 1;
            let distance = known[size.index(from)].map(|distance: u64| distance + 1);
            for (down, right) in [(a, b), (b, a)] {
                for (up, left) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let mut row = i64::from(from.row) + up * down;
                    let mut col = i64::from(from.col) + left * right;
                    row = if rows_wrap { row.rem_euclid(rows) } else { row };
                    col = if cols_wrap { col.rem_euclid(cols) } else { col };
                    if !(0..rows).contains(&row) || !(0..cols).contains(&col) {
                        continue;
                    }
                    let to = Square { row: row as u32, col: col as u32 };
                    let place = size.index(to);
                    if known[place].is_none() && board.is_free(place as u32) {
                        known[place] = distance;
                        queue.push(to);
                    }
                }
            }
        }
        known
    }

    /// A board of a size with some squares blocked.
    fn random_board(size: Size, rules: Rules, rng: &mut Rng) -> LostKnight {
        let area = size.area() as usize;
        let percent = [0, 0, 10, 40][rng.below(4)];
        let mut blocked = Squares::none(area);
        (0..area).filter(|_| rng.below(100) < percent).for_each(|place| blocked.insert(place));
        let knight = rng.below(area);
        let exit = (knight + 1 + rng.below(area - 1)) % area;
        [knight, exit].iter().for_each(|&place| blocked.remove(place));
        let board = LostKnight::new(size, blocked, size.square(knight), size.square(exit));
        board.expect("a knight and an exit").under(rules)
    }

    /// Holds every strategy, and the verifier itself, against the queue.
    fn agree(board: &LostKnight) {
        let known = distances(board);
        let fewest = known[board.size().index(board.exits()[0])];
        let context = || format!("{:?} on\n{board}", board.rules());
        let labels = Labels::distances(board);
        for (label, distance) in labels.all().iter().zip(&known) {
            let distance = distance.unwrap_or(Labels::FAR.into());
            assert_eq!(u64::from(*label), distance, "{}", context());
        }
        for claimed in fewest.map_or(0, |fewest| fewest.saturating_sub(1))..fewest.unwrap_or(0) + 3
        {
            let ruling = board.verify(&Route::of_length(claimed));
            assert_eq!(ruling.is_ok(), fewest == Some(claimed), "{claimed} moves, {}", context());
        }
        let limits = Limits::default();
        let kinds = [Isa::Baseline, Isa::Wide, Isa::Widest].into_iter();
        let choices = |kind| [(kind, Choice::Any), (kind, Choice::First)];
        for (kind, choice) in kinds.flat_map(choices) {
            let width = Width::detect().at_most(kind);
            let by_queue = |ends| {
                let how = Plan { way: Method::Queue(ends), choice, width };
                Some(board.solve(&how, &mut Meter::new(&limits), &mut (), &mut Vec::new()))
            };
            let by_bits = |strategy| {
                let how = Plan { way: Method::Bits, choice, width };
                solve(board, strategy, &how, &mut Meter::new(&limits), &mut ())
            };
            let outcomes = [
                by_queue(Ends::One),
                by_queue(Ends::Both),
                by_bits(Strategy::Bits),
                by_bits(Strategy::Auto),
            ];
            for (index, outcome) in outcomes.into_iter().enumerate() {
                let context = || format!("strategy {index}, {kind:?}, {choice:?}: {}", context());
                match outcome {
                    Some(Outcome::Solved(route)) => {
                        assert_eq!(Some(route.moves()), fewest, "{}", context());
                        assert_eq!(board.verify(&route), Ok(()), "{}", context());
                    }
                    Some(Outcome::Impossible(Proof::Argument(enclosure))) => {
                        assert_eq!(fewest, None, "{}", context());
                        assert_eq!(board.refute(&enclosure), Ok(()), "{}", context());
                    }
                    // A leap that is too long for the planes.
                    None => assert!(board.rules().leaper.sides().1 > 16, "{}", context()),
                    _ => panic!("nothing is decided: {}", context()),
                }
            }
        }
    }

    #[test]
    fn boards_thinner_than_a_leap() {
        let mut rng = Rng::new(16);
        let mut turn = 0;
        for thin in 1..=4 {
            for long in (1..=130).filter(|long| thin * long > 1) {
                for size in [Size { rows: thin, cols: long }, Size { rows: long, cols: thin }] {
                    for edges in [Edges::Torus, Edges::Plane, Edges::Cylinder] {
                        // Coprime to the number of leapers: every length meets every one.
                        turn += 5;
                        let (one, other) = LEAPERS[turn % LEAPERS.len()];
                        let leaper = Leaper::new(one, other).unwrap();
                        let rules = Rules { edges, leaper };
                        let board = random_board(size, rules, &mut rng);
                        agree(&board);
                    }
                }
            }
        }
    }

    #[test]
    fn every_leaper_on_boards_of_the_length_of_a_leap() {
        let mut rng = Rng::new(17);
        for (one, other) in LEAPERS {
            let leaper = Leaper::new(one, other).unwrap();
            for edges in [Edges::Torus, Edges::Plane, Edges::Cylinder] {
                let rules = Rules { edges, leaper };
                // The long side is cut into one strip or more.
                for long in [2, 8, 63, 70, 300] {
                    for thin in [2, 3, other, other + 1].map(|thin: u32| thin.clamp(1, 17)) {
                        agree(&random_board(Size { rows: thin, cols: long }, rules, &mut rng));
                        agree(&random_board(Size { rows: long, cols: thin }, rules, &mut rng));
                    }
                }
            }
        }
    }
}
