//! The strategies: a row of the table each, and one search that they share.

use std::ops::ControlFlow;

use search::{Ended, Limit, Meter, Observer, Outcome, Proof, Reach, depth_first};
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::{Solve, StrategySpec};
use tabuleiro_core::locale::Message;
use tabuleiro_template_rules::{Argument, Columns, Template};

use crate::Local;
use crate::position::Position;

/// A strategy. Where one has options of its own, they are fields here, filled by its row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Row by row, always the first free column: never takes a queen back, and may miss solutions.
    Greedy,
    /// Backtracking, row by row.
    Rows,
    /// Backtracking, the row with the fewest free squares first (Bitner and Reingold's fail-first order, 1975).
    FewestFirst,
}

impl Solve<Local> for Template {
    type Step = Square;
    type Plan = Plan;
    // From the simplest to the best, which is the default. Only `reach` says what finding nothing proves; the core looks at it.
    const STRATEGIES: &'static [StrategySpec<Self, Plan>] = &[
        StrategySpec { name: "greedy", reach: Reach::Partial, plan: |_, _| Ok(Plan::Greedy) },
        StrategySpec { name: "rows", reach: Reach::Complete, plan: |_, _| Ok(Plan::Rows) },
        StrategySpec {
            name: "fewest-first",
            reach: Reach::Complete,
            plan: |_, _| Ok(Plan::FewestFirst),
        },
    ];

    fn solve<O: Observer<Square>>(
        &self,
        plan: &Plan,
        meter: &mut Meter<'_>,
        observer: &mut O,
        _: &mut Vec<Message>,
    ) -> Outcome<Columns, Argument> {
        if let Some(argument) = quick_refute(self) {
            return Outcome::Impossible(Proof::Argument(argument));
        }
        let order: Vec<u32> = (0..self.size().cols).collect();
        first(self, *plan, &order, meter, observer)
    }
}

/// A reason why there is no solution that is seen without a search.
fn quick_refute(board: &Template) -> Option<Argument> {
    let size = board.size();
    if size.rows > size.cols {
        return Some(Argument::Columns);
    }
    let is_full = |&row: &u32| (0..size.cols).all(|col| board.is_blocked(Square { row, col }));
    (0..size.rows).find(is_full).map(Argument::FullRow)
}

/// The first solution, where columns are tried in this order.
pub(crate) fn first<O: Observer<Square>>(
    board: &Template,
    plan: Plan,
    order: &[u32],
    meter: &mut Meter<'_>,
    observer: &mut O,
) -> Outcome<Columns, Argument> {
    let mut found = None;
    let ended = search(Position::new(board, plan, order), board, meter, observer, |columns| {
        found = Some(columns);
        ControlFlow::Break(())
    });
    match ended {
        Ok(ended) => Outcome::conclude(found, ended),
        Err(limit) => Outcome::Unknown(limit),
    }
}

/// Tells `on_solution` every solution until it breaks, within the limits of the run.
pub(crate) fn search<O: Observer<Square>>(
    mut position: Position<'_>,
    board: &Template,
    meter: &mut Meter<'_>,
    observer: &mut O,
    mut on_solution: impl FnMut(Columns) -> ControlFlow<()>,
) -> Result<Ended, Limit> {
    let bytes = Position::BYTES * board.size().area();
    meter.claim(bytes)?;
    let ended = depth_first(&mut position, meter, observer, |path| {
        // The queens come in the order in which they were placed, which need not be that of the rows.
        let mut columns = vec![0; board.size().rows as usize];
        path.steps().for_each(|queen| columns[queen.row as usize] = queen.col + 1);
        on_solution(Columns(columns))
    });
    meter.release(bytes);
    Ok(ended)
}
