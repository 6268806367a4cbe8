//! From a search to an answer: the only code that runs a strategy for somebody else. What the end of a
//! search proves depends on the strategy's reach, which is looked at here alone, and nothing leaves
//! unverified.

use std::time::Duration;

use search::{Event, Limit, Limits, Meter, Observer, Outcome, Proof, Reach, Stats};

use crate::contract::{Claim, Options, Puzzle, Solve, StrategySpec, Verify};
use crate::locale::{Lang, Message};
use crate::text::Diagnostic;

/// A result with what it took.
#[derive(Debug)]
pub struct Report<T> {
    /// The result.
    pub result: T,
    /// The effort, exact and repeatable.
    pub stats: Stats,
    /// The time, neither.
    pub elapsed: Duration,
    /// Remarks for people.
    pub notes: Vec<Message>,
}

/// What there is to say of an instance.
pub type Verdict<P> = Outcome<<P as Puzzle>::Solution, <P as Puzzle>::Argument>;

/// An observer of one type: a strategy is compiled twice, without an observer and with this one.
pub(crate) type Watcher<'a, S> = &'a mut dyn FnMut(Event<S>);

/// Runs a strategy, by its name, and verifies its answer.
pub fn run<L, P: Solve<L>, O: Observer<P::Step>>(
    puzzle: &P,
    strategy: &str,
    options: &Options,
    limits: &Limits,
    observer: &mut O,
) -> Result<Report<Verdict<P>>, Diagnostic> {
    let row = StrategySpec::named(P::STRATEGIES, strategy)?;
    let plan = (row.plan)(puzzle, options)?;
    let mut meter = Meter::new(limits);
    let mut notes = Vec::new();
    meter.hold(puzzle.footprint());
    let held = meter.claimed();
    let outcome = judged(row.reach, puzzle.solve(&plan, &mut meter, observer, &mut notes));
    // What a search took is free again when its answer is verified.
    meter.release(meter.claimed() - held);
    let (stats, elapsed) = (meter.stats(), meter.elapsed());
    // An answer that there was no time to verify is none, and so is what was remarked about it.
    let mut checked = |claim| verified(puzzle, claim, &mut meter).inspect_err(|_| notes.clear());
    let result = match outcome {
        Outcome::Solved(solution) => checked(Claim::Solution(solution)),
        Outcome::Impossible(Proof::Argument(argument)) => checked(Claim::Argument(argument)),
        Outcome::Impossible(Proof::Exhaustion) => Ok(Outcome::Impossible(Proof::Exhaustion)),
        Outcome::Unknown(limit) => Err(limit),
    };
    Ok(Report { result: result.unwrap_or_else(Outcome::Unknown), stats, elapsed, notes })
}

/// Runs the default strategy on part of a larger question. Its answer is not verified: whoever asks
/// verifies it as part of theirs.
pub(crate) fn search_default<L, P: Solve<L>>(puzzle: &P, meter: &mut Meter<'_>) -> Verdict<P> {
    let planned = P::STRATEGIES.last().map(|row| (row, (row.plan)(puzzle, &Options::default())));
    let Some((row, Ok(plan))) = planned else { return Outcome::Unknown(Limit::Incomplete) };
    judged(row.reach, puzzle.solve(&plan, meter, &mut (), &mut Vec::new()))
}

/// What the end of a search proves: nothing, where the strategy leaves parts of the space out.
fn judged<S, A>(reach: Reach, outcome: Outcome<S, A>) -> Outcome<S, A> {
    match (outcome, reach) {
        (Outcome::Impossible(Proof::Exhaustion), Reach::Partial) => {
            Outcome::Unknown(Limit::Incomplete)
        }
        (outcome, _) => outcome,
    }
}

fn verified<P: Verify>(
    puzzle: &P,
    claim: Claim<P>,
    meter: &mut Meter<'_>,
) -> Result<Verdict<P>, Limit> {
    assert_holds(puzzle, &claim, meter)?;
    Ok(match claim {
        Claim::Solution(solution) => Outcome::Solved(solution),
        Claim::Argument(argument) => Outcome::Impossible(Proof::Argument(argument)),
    })
}

/// Verifies what we say ourselves. An answer that does not hold is our fault, never the user's: no
/// caller may see it.
pub(crate) fn assert_holds<P: Verify>(
    puzzle: &P,
    claim: &Claim<P>,
    meter: &mut Meter<'_>,
) -> Result<(), Limit> {
    if let Err(flaw) = puzzle.examine(claim, meter)? {
        let (name, flaw, text) = (P::ABOUT.name, flaw.text(Lang::En), puzzle.text());
        panic!("an answer of {name} failed verification: {flaw}; the instance was:\n{text}");
    }
    Ok(())
}
