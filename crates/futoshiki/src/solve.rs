//! The strategies, and the one place that chooses among them.

use std::ops::ControlFlow;

use search::{Ended, Limit, Meter, Observer, Outcome, Proof, Reach, Tree, depth_first};

use super::domains::{Domains, Next, Propagation};
use super::plain::Plain;
use super::values::Placed;
use super::{Argument, Futoshiki, Grid, Local, conflict, fast, quick_refute};
use tabuleiro_core::contract::{Options, Solve, StrategySpec};
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::{Diagnostic, Source};

/// A strategy with what it needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The way of searching.
    pub how: Method,
    /// Assignments that may be made, if that is limited.
    pub most: Option<u64>,
    /// Whether a cell that a sign makes less than another is never tried with the greatest value, nor
    /// one that it makes more with the least.
    pub static_bounds: bool,
    /// Whether the clues that conflict are told if there is no solution.
    pub why: bool,
}

/// A way of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Cells in reading order, values ascending, only the rules checked.
    Plain,
    /// With what each cell can still hold, seen so far, in this order.
    Domains(Propagation, Next),
    /// The best search there is, and an argument where it finds nothing.
    Fast,
}

impl Plan {
    fn new(how: Method, options: &Options) -> Result<Self, Diagnostic> {
        Ok(Plan {
            how,
            most: options.get("max-assignments").map(most_assignments).transpose()?,
            static_bounds: options.has("static-bounds"),
            why: options.has("why"),
        })
    }
}

impl From<Method> for Plan {
    fn from(how: Method) -> Self {
        Plan { how, most: None, static_bounds: false, why: false }
    }
}

impl Solve<Local> for Futoshiki {
    type Step = Placed;
    type Plan = Plan;
    const STRATEGIES: &'static [StrategySpec<Self, Plan>] = &[
        StrategySpec {
            name: "plain",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::Plain, options),
        },
        StrategySpec {
            name: "forward-check",
            reach: Reach::Complete,
            plan: |_, options| {
                Plan::new(Method::Domains(Propagation::Neighbours, Next::First), options)
            },
        },
        StrategySpec {
            name: "forward-check-mrv",
            reach: Reach::Complete,
            plan: |_, options| {
                Plan::new(Method::Domains(Propagation::Neighbours, Next::Fewest), options)
            },
        },
        StrategySpec {
            name: "lookahead",
            reach: Reach::Complete,
            plan: |_, options| {
                Plan::new(Method::Domains(Propagation::Everything, Next::First), options)
            },
        },
        StrategySpec {
            name: "mrv",
            reach: Reach::Complete,
            plan: |_, options| {
                Plan::new(Method::Domains(Propagation::Everything, Next::Fewest), options)
            },
        },
        StrategySpec {
            name: "fast",
            reach: Reach::Complete,
            plan: |_, options| Plan::new(Method::Fast, options),
        },
    ];

    fn solve<O: Observer<Placed>>(
        &self,
        plan: &Plan,
        meter: &mut Meter<'_>,
        observer: &mut O,
        notes: &mut Vec<Message>,
    ) -> Outcome<Grid, Argument> {
        let outcome = decide(self, plan, meter, observer);
        if plan.why && matches!(outcome, Outcome::Impossible(_)) {
            notes.push(conflict::explain(self, meter));
        }
        outcome
    }
}

/// The value of `--max-assignments`.
fn most_assignments(value: &str) -> Result<u64, Diagnostic> {
    let digits: String = value.chars().filter(|&c| c != '_').collect();
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse() {
        Ok(most) if all_digits => Ok(most),
        _ if all_digits => Ok(u64::MAX),
        _ => {
            let source = Source::option("max-assignments", value);
            Err(source.diagnostic("U0101", 0..value.len()).with("least", 0u64))
        }
    }
}

/// Bytes that a search holds for each cell: its values, its level, its part of the trail.
const BYTES_A_CELL: u64 = 128;

/// Asks for the memory that a search takes.
pub(super) fn claim(board: &Futoshiki, meter: &mut Meter<'_>) -> Result<(), Limit> {
    meter.claim(BYTES_A_CELL * board.size().area())
}

/// Gives it back.
pub(super) fn release(board: &Futoshiki, meter: &mut Meter<'_>) {
    meter.release(BYTES_A_CELL * board.size().area());
}

fn decide<O: Observer<Placed>>(
    board: &Futoshiki,
    plan: &Plan,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Outcome<Grid, Argument> {
    // Some of the plainer searches would look for ever for what is refuted at a glance.
    if plan.how != Method::Fast
        && let Some(argument) = quick_refute::find(board)
    {
        return Outcome::Impossible(Proof::Argument(argument));
    }
    if let Err(limit) = claim(board, meter) {
        return Outcome::Unknown(limit);
    }
    if let Some(most) = plan.most {
        meter.limit_steps(most);
    }
    let (found, ended) = match plan.how {
        Method::Plain => first(Plain::new(board, plan.static_bounds), board, meter, observer),
        Method::Domains(sight, next) => {
            first(Domains::new(board, sight, next, plan.static_bounds), board, meter, observer)
        }
        Method::Fast => fast::first(board, meter, observer),
    };
    match Outcome::conclude(found, ended) {
        // Wherever there is an argument, the first look at the board ends this search: it is
        // sought only then, and costs boards that can be solved nothing.
        Outcome::Impossible(Proof::Exhaustion) if plan.how == Method::Fast => {
            let argument = quick_refute::find(board).map(Proof::Argument);
            Outcome::Impossible(argument.unwrap_or(Proof::Exhaustion))
        }
        outcome => outcome,
    }
}

/// The first solution of a tree.
fn first<T: Tree<Step = Placed>, O: Observer<Placed>>(
    mut tree: T,
    board: &Futoshiki,
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> (Option<Grid>, Ended) {
    let mut found = None;
    let ended = depth_first(&mut tree, meter, observer, |path| {
        found = Some(filled(board, path.steps()));
        ControlFlow::Break(())
    });
    (found, ended)
}

/// The givens and the steps of a search, as a grid.
pub(super) fn filled(board: &Futoshiki, steps: impl Iterator<Item = Placed>) -> Grid {
    let mut values: Vec<u32> = board.givens().iter().map(|&value| u32::from(value)).collect();
    for Placed { cell, value } in steps {
        values[usize::from(cell)] = u32::from(value);
    }
    Grid::new(board.order(), values)
}
