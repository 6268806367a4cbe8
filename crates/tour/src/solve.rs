//! The strategies, and the one place that chooses among them.

use std::ops::ControlFlow;

use search::{Ended, Event, Limit, Mapped, Meter, Observer, Outcome, Proof, Reach, depth_first};

use super::bitboard_path::{Bound, Finish, Small};
use super::generic_path::GenericPath;
use super::move_order::{Clockwise, MoveOrder, Vector};
use super::order::Order;
use super::restarts::{RestartLimit, along};
use super::roth::TieBreak;
use super::walk::{Rule, Walk, Warnsdorff};
use super::{
    Argument, Local, Numbers, Tour, auto, bitboard_path, factor, quick_refute, restarts, tiles,
};
use tabuleiro_core::board::{KNIGHT, Square};
use tabuleiro_core::contract::{Options, Solve, StrategySpec};
use tabuleiro_core::locale::{Arg, Message};
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::Diagnostic;

/// A strategy with what it needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Moves in the same order on every square.
    Ordered(Order),
    /// The same, in an order that is to be found.
    OrderedAuto,
    /// Warnsdorff's rule as the coursework has it.
    Warnsdorff,
    /// Links for every square, their cycles joined to one.
    Factor,
    /// Warnsdorff's rule with Roth's tie-break, arguments, pruning and restarts.
    Roth,
    /// Tiles laid along a snake; what cannot be laid is searched as by `Roth`.
    Tiles,
    /// Whichever of the others fits the board.
    Auto,
}

impl Solve<Local> for Tour {
    type Step = u8;
    type Plan = Plan;
    const STRATEGIES: &'static [StrategySpec<Self, Plan>] = &[
        StrategySpec {
            name: "fixed",
            reach: Reach::Complete,
            plan: |_, options| priority(options).map(|_| Plan::Ordered(Order::CLOCKWISE)),
        },
        StrategySpec {
            name: "priority",
            reach: Reach::Complete,
            plan: |_, options| priority(options),
        },
        StrategySpec {
            name: "warnsdorff",
            reach: Reach::Complete,
            plan: |_, options| priority(options).map(|_| Plan::Warnsdorff),
        },
        StrategySpec {
            name: "factor",
            reach: Reach::Partial,
            plan: |_, options| priority(options).map(|_| Plan::Factor),
        },
        StrategySpec {
            name: "roth",
            reach: Reach::Complete,
            plan: |_, options| priority(options).map(|_| Plan::Roth),
        },
        StrategySpec {
            name: "tiles",
            reach: Reach::Complete,
            plan: |_, options| priority(options).map(|_| Plan::Tiles),
        },
        StrategySpec {
            name: "auto",
            reach: Reach::Complete,
            plan: |_, options| priority(options).map(|_| Plan::Auto),
        },
    ];

    fn solve<O: Observer<u8>>(
        &self,
        how: &Plan,
        meter: &mut Meter<'_>,
        observer: &mut O,
        notes: &mut Vec<Message>,
    ) -> Outcome<Numbers, Argument> {
        let argues = matches!(how, Plan::Roth | Plan::Tiles | Plan::Auto);
        if argues {
            match quick_refute::find(self, meter) {
                Ok(None) => {}
                Ok(Some(argument)) => return Outcome::Impossible(Proof::Argument(argument)),
                Err(limit) => return Outcome::Unknown(limit),
            }
        }
        let mut answers = match how {
            Plan::Auto if tiles::fits(self) => Plan::Tiles,
            Plan::Auto => Plan::Roth,
            how => *how,
        };
        if answers == Plan::Tiles {
            match laid(self, meter, observer) {
                Err(limit) => return Outcome::Unknown(limit),
                Ok(Some(numbers)) => {
                    told(*how, answers, notes);
                    return Outcome::Solved(numbers);
                }
                Ok(None) => answers = Plan::Roth,
            }
        }
        if let Err(limit) = claim(self, meter) {
            return Outcome::Unknown(limit);
        }
        let (found, ended) = match answers {
            Plan::Ordered(order) => ordered(self, order, meter, observer),
            Plan::OrderedAuto => auto(self, meter, observer, notes),
            Plan::Warnsdorff => walk(self, Warnsdorff, meter, observer),
            Plan::Factor => {
                if !self.clues().is_empty() {
                    notes.push(Message::new("tour.note.clues"));
                }
                return factor::search(self, meter, observer);
            }
            Plan::Roth | Plan::Tiles | Plan::Auto => {
                let noted = notes.len();
                let outcome = auto::search(self, meter, observer, notes);
                if notes.len() == noted {
                    told(*how, answers, notes);
                }
                return outcome;
            }
        };
        Outcome::conclude(found, ended)
    }
}

/// The order that `--priority` asks for. A vector that is not a permutation is refused whatever the
/// strategy.
fn priority(options: &Options) -> Result<Plan, Diagnostic> {
    Ok(match options.get("priority") {
        None | Some("auto") => Plan::OrderedAuto,
        Some(value) => Plan::Ordered(Order::parse(value)?),
    })
}

/// Says which strategy answered, if it is another than the one asked for.
fn told(asked: Plan, answered: Plan, notes: &mut Vec<Message>) {
    if asked != answered {
        let word = if answered == Plan::Tiles { "tiles" } else { "roth" };
        let key = if asked == Plan::Auto { "tour.note.answered" } else { "tour.note.handed" };
        notes.push(Message::new(key).with("how", Arg::Strategy(word)));
    }
}

/// Bytes that a layout takes whatever the board, and for each square of a row.
const BYTES_A_LAYOUT: u64 = 1 << 16;
const BYTES_A_COLUMN: u64 = 32;

/// A tour laid in tiles, if it can be; shown when it is found.
fn laid<O: Observer<u8>>(
    tour: &Tour,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Result<Option<Numbers>, Limit> {
    let size = tour.size();
    numbered(tour)?;
    let needed = BYTES_A_LAYOUT + BYTES_A_COLUMN * u64::from(size.cols);
    meter.claim(needed)?;
    let Some(layout) = tiles::lay(tour, meter)? else {
        meter.release(needed);
        return Ok(None);
    };
    if O::WATCHES {
        let mut at = layout.square(1);
        observer.on(Event::Root(at.into()));
        for step in 2..=size.area() {
            meter.check_limits()?;
            let to = layout.square(step);
            let by = (to.row as i32 - at.row as i32, to.col as i32 - at.col as i32);
            let direction = KNIGHT.iter().position(|&knight| knight == by).unwrap_or(0);
            observer.on(Event::Make(direction as u8));
            at = to;
        }
        observer.on(Event::Goal);
    }
    Ok(Some(layout.into()))
}

/// Bytes a search takes for each square: its count, its number, and its level of the search.
const BYTES_A_SQUARE: u64 = 24;
/// The same on boards that are not plain: its neighbours too.
const BYTES_A_NODE: u64 = 24 + GenericPath::<Order>::BYTES;

/// Asks for the memory that a search of the board takes.
pub(super) fn claim(tour: &Tour, meter: &mut Meter<'_>) -> Result<(), Limit> {
    let bytes = if tour.is_plain() { BYTES_A_SQUARE } else { BYTES_A_NODE };
    meter.claim(tour.size().area().saturating_mul(bytes))?;
    numbered(tour)
}

/// Refuses boards too large for numbers of 32 bits, whatever memory there is.
fn numbered(tour: &Tour) -> Result<(), Limit> {
    let needed = tour.size().area().saturating_mul(BYTES_A_SQUARE);
    if u32::try_from(tour.size().area()).is_err() { Err(Limit::Memory { needed }) } else { Ok(()) }
}

pub(super) type Answer = (Option<Numbers>, Ended);

/// An answer, or none because a limit fired before it was there.
pub(super) fn cut(answer: Result<Answer, Limit>) -> Answer {
    answer.unwrap_or_else(|limit| (None, Ended::Cut(limit)))
}

/// Tries the starts one after another until one of them leads to a tour.
fn from_each_start(
    tour: &Tour,
    meter: &mut Meter<'_>,
    mut search: impl FnMut(Square, &mut Meter<'_>) -> Answer,
) -> Answer {
    if let Some(start) = tour.start() {
        return search(start, meter);
    }
    let starts = tour.squares() as usize;
    for (i, start) in tour.each_square().enumerate() {
        meter.part(i, starts);
        let answer = search(start, meter);
        if answer.1 != Ended::Exhausted {
            return answer;
        }
    }
    (None, Ended::Exhausted)
}

/// The first solution of a tree whose steps are directions.
fn walk<R: Rule, O: Observer<u8>>(
    tour: &Tour,
    rule: R,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Answer {
    from_each_start(tour, meter, |start, meter| {
        if !tour.is_plain() {
            let tree = GenericPath::new(tour, start, rule.clone(), false, meter);
            return cut(tree.and_then(|tree| along(tree, tour, meter, observer)));
        }
        let mut tree = match Walk::new(tour, start, rule.clone(), meter) {
            Ok(tree) => tree,
            Err(limit) => return (None, Ended::Cut(limit)),
        };
        let mut path: Option<Vec<u8>> = None;
        let ended = depth_first(&mut tree, meter, observer, |found| {
            path = Some(found.steps().collect());
            ControlFlow::Break(())
        });
        let numbers = |path: Vec<u8>| Numbers::along(tour.size(), start, &path, meter);
        cut(path.map(numbers).transpose().map(|found| (found, ended)))
    })
}

/// The same on a small board.
fn walk_small<C: MoveOrder, O: Observer<u8>>(
    tour: &Tour,
    compass: C,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Answer {
    let anywhere = tour.end().is_none() && !tour.is_closed();
    from_each_start(tour, meter, |start, meter| {
        if anywhere {
            first_small(Small::new(tour, start, compass, ()), (tour, start), meter, observer)
        } else {
            let finish = Bound::new(tour, start);
            first_small(Small::new(tour, start, compass, finish), (tour, start), meter, observer)
        }
    })
}

fn first_small<C: MoveOrder, F: Finish, O: Observer<u8>>(
    mut tree: Small<C, F>,
    (tour, start): (&Tour, Square),
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Answer {
    let mut squares: Option<Vec<Square>> = None;
    let mut observer = Mapped::new(observer, bitboard_path::directions());
    let ended = depth_first(&mut tree, meter, &mut observer, |path| {
        squares =
            Some([start].into_iter().chain(path.steps().map(bitboard_path::square)).collect());
        ControlFlow::Break(())
    });
    let numbers = |squares: Vec<Square>| Numbers::visiting(tour.size(), &squares, meter);
    cut(squares.map(numbers).transpose().map(|found| (found, ended)))
}

fn ordered<O: Observer<u8>>(
    tour: &Tour,
    order: Order,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Answer {
    if !tour.is_plain() || !bitboard_path::fits(tour.size()) {
        walk(tour, order, meter, observer)
    } else if order == Order::CLOCKWISE {
        walk_small(tour, Clockwise, meter, observer)
    } else {
        walk_small(tour, &Vector::new(order), meter, observer)
    }
}

/// Tries one order after another: the first that leads to a tour within its allowance is a good one.
/// Of all orders, on 8x8 one in a thousand needs fewer than 10,000 nodes and most need billions, so
/// many short trials beat few long ones; yet allowances grow, so that one is enough in the end.
fn auto<O: Observer<u8>>(
    tour: &Tour,
    meter: &mut Meter<'_>,
    observer: &mut O,
    notes: &mut Vec<Message>,
) -> Answer {
    let mut rng = Rng::new(1);
    let mut order = Order::COURSEWORK;
    let mut allowance = 64 * tour.squares();
    loop {
        meter.stage(Some(allowance));
        let answer = ordered(tour, order, meter, observer);
        meter.stage(None);
        if answer.1 != Ended::Spent {
            if answer.0.is_some() {
                notes.push(Message::new("tour.note.priority").with("order", order.to_string()));
            }
            return answer;
        }
        allowance += allowance / 512 + 1;
        let mut directions = Order::CLOCKWISE.directions();
        rng.shuffle(&mut directions);
        order = Order::new(directions);
    }
}

/// Reduces what is asked to a tour from a start, or a closed one, and searches for that. No obstacle
/// stands against it.
pub(super) fn roth<O: Observer<u8>>(
    tour: &Tour,
    taste: TieBreak,
    rng: &mut Rng,
    patience: RestartLimit,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Answer {
    let mut search = |tour: &Tour, meter: &mut Meter<'_>| {
        cut(restarts::search(tour, taste, rng, patience, meter, observer))
    };
    if !tour.clues().is_empty() {
        // Numbers given in between say where the tour begins and which way it goes.
        return search(tour, meter);
    }
    match (tour.start(), tour.end(), tour.is_closed()) {
        // The end is a move from the start, or an obstacle would have been found.
        (Some(_), Some(_), true) => search(&tour.clone().open(), meter),
        // A closed tour from the end comes back to it: the end is then both first and last.
        (None, Some(end), true) => {
            let turned = tour.clone().with_ends(Some(end), None);
            let (found, ended) = search(&turned, meter);
            (found.map(Numbers::first_as_last), ended)
        }
        _ => {
            let tour = match quick_refute::with_loose_ends(tour, meter) {
                Ok(tour) => tour,
                Err(limit) => return (None, Ended::Cut(limit)),
            };
            if tour.start().is_some() || tour.end().is_none() {
                return search(&tour, meter);
            }
            // A tour to a given square is a tour from there, walked back.
            let end = tour.end();
            let turned = tour.with_ends(end, None);
            let (found, ended) = search(&turned, meter);
            (found.map(Numbers::reversed), ended)
        }
    }
}
