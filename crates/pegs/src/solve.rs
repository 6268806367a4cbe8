//! The strategies, and the one place that chooses among them.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::depth_first::Path;
use search::limits::{PollState, Stop};
use search::{Ended, Event, Limit, Mapped, Meter, Observer, Outcome, Proof, Reach, depth_first};

use super::levels::{self, Sweeps};
use super::play::beam::{self, Width};
use super::play::decompose::EFFORTS;
use super::play::field::Field;
use super::play::grid::DistanceWeight;
use super::play::memo::{self, Order};
use super::play::pool::Pool;
use super::play::prune::{self, Found, MOST_CELLS, SHORT};
use super::play::{auto, meet_in_the_middle};
use super::stack::{ScanMasks, Stack, fits};
use super::wide::Wide;
use super::{Argument, Jump, Jumps, Local, Pegs, count, quick_refute};
use crate::cell_set::CellWord;
use tabuleiro_core::contract::{Options, Solve, StrategySpec};
use tabuleiro_core::locale::{Arg, Message};
use tabuleiro_core::text::{Diagnostic, one_of};

/// A strategy with what it needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The way of searching.
    pub how: Method,
    /// Which jumps a search with memory tries first.
    pub order: Order,
    /// Whether a game with the fewest sweeps is wanted, which has a search of its own.
    pub fewest: bool,
}

impl Plan {
    fn new(how: Method, options: &Options) -> Result<Self, Diagnostic> {
        let orders = [("first", Order::Forward), ("last", Order::Reversed)];
        let order = options.get("order").map(|word| one_of("order", word, &orders)).transpose()?;
        let fewest = options.get("fewest").map(|word| one_of("fewest", word, &[("sweeps", ())]));
        let fewest = fewest.transpose()?.is_some();
        Ok(Plan { how, order: order.unwrap_or(Order::Forward), fewest })
    }
}

/// A way of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A scan from the top left after each jump, nothing remembered: the coursework's.
    Stack,
    /// The same, positions seen before refused.
    Memo,
    /// The same, positions that a proof rules out refused too.
    Prune,
    /// From the start and from the goal.
    BothEnds,
    /// Level by level, the best kept.
    Beam,
    /// Part by part.
    Cut,
    /// Block by block, then what is left.
    PurgeMoves,
    /// Proofs first, then one search after the other.
    Auto,
}

impl From<Method> for Plan {
    fn from(how: Method) -> Self {
        Plan { how, order: Order::Forward, fewest: false }
    }
}

/// How wide the beams of `beam` are, one after the other.
const BEAMS: [Width; 4] = [
    Width { kept: 32, ending: 300, pull: DistanceWeight::One },
    Width { kept: 256, ending: 1000, pull: DistanceWeight::Square },
    Width { kept: 2000, ending: 20_000, pull: DistanceWeight::Even },
    Width { kept: 10_000, ending: 100_000, pull: DistanceWeight::One },
];
/// Bytes that every search holds for each place: a jump, as it is found and as it is told. What a search
/// holds besides it claims itself.
const BYTES_A_PLACE: u64 = 24;
/// Bytes that the coursework's search holds for each place: the path, and a scan for each of its jumps.
const BYTES_OF_PATH: u64 = 76;

impl Solve<Local> for Pegs {
    type Step = Jump;
    type Plan = Plan;
    const STRATEGIES: &'static [StrategySpec<Self, Plan>] = &[
        StrategySpec {
            name: "stack",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::Stack, options),
        },
        StrategySpec {
            name: "memo",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::Memo, options),
        },
        StrategySpec {
            name: "prune",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::Prune, options),
        },
        StrategySpec {
            name: "both-ends",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::BothEnds, options),
        },
        StrategySpec {
            name: "beam",
            reach: Reach::Partial,
            plan: |_, options| Plan::new(Method::Beam, options),
        },
        StrategySpec {
            name: "cut",
            reach: Reach::Partial,
            plan: |_, options| Plan::new(Method::Cut, options),
        },
        StrategySpec {
            name: "purge",
            reach: Reach::Partial,
            plan: |_, options| Plan::new(Method::PurgeMoves, options),
        },
        StrategySpec {
            name: "auto",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::Auto, options),
        },
    ];

    fn solve<O: Observer<Jump>>(
        &self,
        plan: &Plan,
        meter: &mut Meter<'_>,
        observer: &mut O,
        notes: &mut Vec<Message>,
    ) -> Outcome<Jumps, Argument> {
        match decide(self, plan, meter, observer, notes) {
            Ok(outcome) => outcome,
            Err(limit) => Outcome::Unknown(limit),
        }
    }
}

/// What a search found, and how it ended.
type SearchEnd = (Found, Ended);

fn decide<O: Observer<Jump>>(
    board: &Pegs,
    plan: &Plan,
    meter: &mut Meter<'_>,
    observer: &mut O,
    notes: &mut Vec<Message>,
) -> Result<Outcome<Jumps, Argument>, Limit> {
    if let Err(Stop::Limit(limit)) = meter.poll(meter.stats(), PollState::default()) {
        return Err(limit);
    }
    let claimed = meter.claimed();
    meter.claim(BYTES_A_PLACE * board.size().area())?;
    let searched = if plan.fewest {
        fewest(board, meter, notes)
    } else {
        search(board, plan, meter, observer, notes)
    };
    meter.release(meter.claimed() - claimed);
    let (found, ended) = searched?;
    let jumps = match found {
        Found::Jumps(jumps) => Some(Jumps::found(board.size(), &jumps)),
        Found::Nothing => None,
        Found::Refuted(reason) => {
            return Ok(Outcome::Impossible(Proof::Argument(board.argument(reason))));
        }
    };
    Ok(Outcome::conclude(jumps, ended))
}

/// The one choice among the searches.
fn search<O: Observer<Jump>>(
    board: &Pegs,
    plan: &Plan,
    meter: &mut Meter<'_>,
    observer: &mut O,
    notes: &mut Vec<Message>,
) -> Result<SearchEnd, Limit> {
    let ground = board.ground();
    if ground.start == ground.goal {
        return Ok((Found::Jumps(Vec::new()), Ended::Satisfied));
    }
    let plain = |(jumps, ended): (Option<Vec<Jump>>, Ended)| (Found::from(jumps), ended);
    Ok(match plan.how {
        Method::Stack => plain(first(board, meter, observer)?),
        Method::Memo => {
            plain(memo::search(&Field::within(ground, meter)?, plan.order, meter, observer))
        }
        Method::Prune => prune::search(ground, plan.order, meter, observer),
        Method::BothEnds => {
            let field = Field::within(ground, meter)?;
            meter.stage(Some(SHORT));
            let found = meet_in_the_middle::search(&field, None, meter, observer);
            meter.stage(None);
            if found.1 != Ended::Spent {
                return Ok(plain(found));
            }
            let pool = (field.cells.len() <= MOST_CELLS).then(|| Pool::new(&field, meter));
            match pool.transpose() {
                Ok(pool) => {
                    let pool = pool.as_ref();
                    plain(meet_in_the_middle::search(&field, pool, meter, observer))
                }
                Err(ended) => (Found::Nothing, ended),
            }
        }
        Method::Beam => {
            let mut last = (None, Ended::Exhausted);
            for width in BEAMS {
                last = beam::search(ground, width, meter, observer);
                if last.0.is_some() || last.1 != Ended::Exhausted {
                    break;
                }
            }
            plain(last)
        }
        Method::Cut => plain(auto::parted(ground, &EFFORTS, meter, observer)),
        Method::PurgeMoves => plain(auto::purged(ground, meter, observer)),
        Method::Auto => {
            if let Some(reason) = quick_refute::plain(ground, meter)? {
                return Ok((Found::Refuted(reason), Ended::Exhausted));
            }
            let (found, ended, stage) = auto::search(ground, meter, observer);
            let word = Arg::Strategy(stage.word());
            notes.push(Message::new("pegs.note.answered").with("how", word));
            (found, ended)
        }
    })
}

/// A game with the fewest sweeps.
fn fewest(
    board: &Pegs,
    meter: &mut Meter<'_>,
    notes: &mut Vec<Message>,
) -> Result<SearchEnd, Limit> {
    let found = levels::fewest_sweeps(board.ground(), meter).map_err(count::limit)?;
    Ok(match found {
        Some(Sweeps { jumps, sweeps }) => {
            notes.push(Message::new("pegs.note.fewest").with("n", u64::from(sweeps)));
            (Found::Jumps(jumps), Ended::Satisfied)
        }
        None => (Found::Nothing, Ended::Exhausted),
    })
}

/// The first solution by the coursework's search.
fn first<O: Observer<Jump>>(
    board: &Pegs,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Result<(Option<Vec<Jump>>, Ended), Limit> {
    let mut found = None;
    let ended = stack(board, meter, observer, |jumps| {
        found = Some(jumps);
        ControlFlow::Break(())
    })?;
    Ok((found, ended))
}

/// The coursework's search, in words as wide as the board needs. `on_goal` is told every solution
/// until it breaks.
fn stack<O: Observer<Jump>>(
    board: &Pegs,
    meter: &mut Meter<'_>,
    observer: &mut O,
    on_goal: impl FnMut(Vec<Jump>) -> ControlFlow<()>,
) -> Result<Ended, Limit> {
    let ground = board.ground();
    let claimed = BYTES_OF_PATH * board.size().area();
    meter.claim(claimed)?;
    let ended = if fits::<u64>(ground) {
        packed::<u64, O>(board, meter, observer, on_goal)
    } else if fits::<u128>(ground) {
        packed::<u128, O>(board, meter, observer, on_goal)
    } else {
        let mut on_goal = on_goal;
        let told = |path: Path<'_, Wide>| on_goal(path.steps().collect());
        depth_first(&mut Wide::new(ground, meter)?, meter, observer, told)
    };
    meter.release(claimed);
    Ok(ended)
}

fn packed<W: CellWord, O: Observer<Jump>>(
    board: &Pegs,
    meter: &mut Meter<'_>,
    observer: &mut O,
    mut on_goal: impl FnMut(Vec<Jump>) -> ControlFlow<()>,
) -> Ended {
    let shape = ScanMasks::<W>::new(board.ground());
    let mut watched = Mapped::new(observer, |event: Event<_>| event.map(|hop| shape.jump(hop)));
    let mut tree = Stack::new(board.ground(), &shape);
    depth_first(&mut tree, meter, &mut watched, |path| {
        on_goal(path.steps().map(|hop| shape.jump(hop)).collect())
    })
}

/// Counts solutions one by one, but not beyond so many.
pub(super) fn some(board: &Pegs, up_to: u64, meter: &mut Meter<'_>) -> (BigUint, Ended) {
    let mut found = 0;
    let ended = stack(board, meter, &mut (), |_| {
        found += 1;
        if found == up_to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (found.into(), ended.unwrap_or_else(Ended::Cut))
}
