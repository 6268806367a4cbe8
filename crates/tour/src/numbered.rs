//! Tours by number, as options ask for them: one of all, any of them uniformly, and how many come before
//! a given one.

use std::sync::{Arc, Mutex, PoisonError};

use search::Meter;

use super::frontier_dp::{Listed, Question};
use super::{Numbers, Tour, quick_refute};
use tabuleiro_core::contract::{Claim, Options, Puzzle, RunError, Statement, Verify};
use tabuleiro_core::locale::Message;
use tabuleiro_core::random::Rng;
use tabuleiro_core::text::{Diagnostic, Source};

/// The list made last: tours are asked for one by one, and it takes much longer to make the list
/// than to look one up.
static LATEST: Mutex<Option<Arc<Listed>>> = Mutex::new(None);

/// The tour that options ask for by its number, or for any to be drawn; none if they do not.
pub(super) fn asked_for(
    tour: &Tour,
    options: &Options,
    seed: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Numbers>, RunError> {
    let index = options.get("index").map(|value| (value, Source::option("index", value)));
    if index.is_none() && !options.has("uniform") {
        return Ok(None);
    }
    if let Some(argument) = quick_refute::find(tour, meter)? {
        return Err(Diagnostic::new("T0401").with("reason", argument.message()).into());
    }
    let listed = list(tour, meter)?;
    let most = listed.len();
    if most == 0 {
        let reason = Message::new("tour.argument.none");
        return Err(Diagnostic::new("T0401").with("reason", reason).into());
    }
    let number = match index {
        None => Rng::new(seed).below_wide(most),
        Some((value, source)) => {
            let fault = |code| source.diagnostic(code, 0..value.len());
            let first: u128 = value.parse().map_err(|_| fault("T0411").with("given", value))?;
            // The first seed is 1, and those after it ask for the tours after it.
            first
                .checked_add(u128::from(seed.wrapping_sub(1)))
                .filter(|&n| n < most)
                .ok_or_else(|| fault("T0412").with("most", most.to_string()).with("index", value))?
        }
    };
    Ok(Some(Numbers::visiting(tour.size(), &listed.tour(number), meter)?))
}

/// The tour that options name to be compared with all others.
pub(super) fn named(tour: &Tour, options: &Options) -> Result<Option<Numbers>, Diagnostic> {
    let Some(value) = options.get("before") else { return Ok(None) };
    let source = Source::option("before", value);
    let Statement::Claim(Claim::Solution(numbers)) = tour.claim(&source)? else {
        return Err(source.diagnostic("T0414", 0..value.len()));
    };
    match tour.verify(&numbers) {
        Ok(()) => Ok(Some(numbers)),
        Err(flaw) => {
            let fault = source.diagnostic("T0413", 0..value.len());
            Err(fault.with("reason", flaw))
        }
    }
}

/// How many tours come before one.
pub(super) fn before(
    tour: &Tour,
    numbers: &Numbers,
    meter: &mut Meter<'_>,
) -> Result<u128, RunError> {
    let path = numbers.path(meter)?;
    let number = list(tour, meter)?.number(&path);
    number.ok_or_else(|| Diagnostic::new("T0415").into())
}

/// All tours of a board that no obstacle stands against.
fn list(tour: &Tour, meter: &mut Meter<'_>) -> Result<Arc<Listed>, RunError> {
    let tour = &tour.clone().one_based();
    // Others who ask for the same wait until it is made. A list is whole or not there at all.
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    let listed = match latest.as_ref().filter(|listed| listed.is_of(tour)) {
        Some(listed) => listed.clone(),
        None => {
            *latest = None;
            let question = Question::new(tour, meter)?.filter(|_| tour.squares() > 2);
            let question = question.ok_or_else(|| Diagnostic::new("T0415"))?;
            let listed = Arc::new(Listed::new(tour, question, meter)?);
            *latest = Some(listed.clone());
            listed
        }
    };
    meter.claim(listed.bytes())?;
    Ok(listed)
}
