//! Strategies that lie, for boards of the template: the core lets none of it out. What the end of a search proves is
//! decided by the strategy's row alone, and no answer leaves that its verifier refuses.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use search::{Limit, Limits, Meter, Observer, Outcome, Proof, Reach};
use tabuleiro_core::board::Size;
use tabuleiro_core::contract::{Options, Puzzle, Report, Solve, StrategySpec, Verdict};
use tabuleiro_core::locale::Message;
use tabuleiro_template::{Argument, Columns, Template};

/// This test in the headers of what it implements: the same board, other strategies.
struct Liar;

/// What a strategy says, whatever the board is.
enum Lie {
    Exhausted,
    Solved,
    Argued,
}

impl Solve<Liar> for Template {
    type Step = ();
    type Plan = Lie;
    const STRATEGIES: &'static [StrategySpec<Self, Lie>] = &[
        StrategySpec { name: "partial", reach: Reach::Partial, plan: |_, _| Ok(Lie::Exhausted) },
        StrategySpec { name: "complete", reach: Reach::Complete, plan: |_, _| Ok(Lie::Exhausted) },
        StrategySpec { name: "solution", reach: Reach::Complete, plan: |_, _| Ok(Lie::Solved) },
        StrategySpec { name: "argument", reach: Reach::Partial, plan: |_, _| Ok(Lie::Argued) },
    ];

    fn solve<O: Observer<()>>(
        &self,
        lie: &Lie,
        _: &mut Meter<'_>,
        _: &mut O,
        notes: &mut Vec<Message>,
    ) -> Outcome<Columns, Argument> {
        notes.push(Message::new("template.title"));
        match lie {
            Lie::Exhausted => Outcome::Impossible(Proof::Exhaustion),
            Lie::Solved => Outcome::Solved(Columns(vec![2, 4, 1, 3])),
            Lie::Argued => Outcome::Impossible(Proof::Argument(Argument::Columns)),
        }
    }
}

fn answer(rows: u32, strategy: &str, limits: &Limits) -> Report<Verdict<Template>> {
    let board = Template::new(Size { rows, cols: 4 });
    Solve::<Liar>::answer(&board, strategy, &Options::default(), limits).expect("it is there")
}

#[test]
fn only_the_row_of_a_strategy_says_what_finding_nothing_proves() {
    let free = Limits::default();
    let partial = answer(4, "partial", &free).result;
    assert_eq!(partial, Outcome::Unknown(Limit::Incomplete));
    // The same words from one that says it explores everything are believed: there is nothing to verify.
    let complete = answer(4, "complete", &free).result;
    assert_eq!(complete, Outcome::Impossible(Proof::Exhaustion));
}

#[test]
fn what_can_be_verified_needs_no_reach() {
    let free = Limits::default();
    let solved = answer(4, "solution", &free);
    assert_eq!(solved.result, Outcome::Solved(Columns(vec![2, 4, 1, 3])));
    assert_eq!(solved.notes.len(), 1);
    let argued = answer(5, "argument", &free).result;
    assert_eq!(argued, Outcome::Impossible(Proof::Argument(Argument::Columns)));
}

#[test]
#[should_panic(expected = "failed verification")]
fn a_wrong_solution_does_not_leave() {
    answer(3, "solution", &Limits::default());
}

#[test]
#[should_panic(expected = "failed verification")]
fn a_wrong_argument_does_not_leave() {
    answer(4, "argument", &Limits::default());
}

/// Nor does what a strategy remarked about it.
#[test]
fn what_there_was_no_time_to_verify_is_unknown() {
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let report = answer(4, "solution", &Limits { cancel, ..Limits::default() });
    assert_eq!(report.result, Outcome::Unknown(Limit::Cancelled));
    assert!(report.notes.is_empty());
}

#[test]
fn an_unknown_strategy_is_refused_with_those_there_are() {
    let board = Template::new(Size { rows: 4, cols: 4 });
    let refused = Solve::<Liar>::answer(&board, "truth", &Options::default(), &Limits::default());
    assert_eq!(refused.map(|_| ()).unwrap_err().code(), "U0104");
}

/// A strategy that asks for no memory has what its board holds counted all the same.
#[test]
fn what_an_instance_holds_is_counted() {
    let held = Template::new(Size { rows: 4, cols: 4 }).footprint();
    let within = |memory| Limits { memory: Some(memory), ..Limits::default() };
    let refused = answer(4, "solution", &within(held - 1)).result;
    assert_eq!(refused, Outcome::Unknown(Limit::Memory { needed: held }));
    assert!(matches!(answer(4, "solution", &within(held)).result, Outcome::Solved(_)));
}
