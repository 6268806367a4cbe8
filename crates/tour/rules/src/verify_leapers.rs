//! Checking tours of other pieces and over the edges: every number is looked up, and every two
//! consecutive ones must be joined by a move. Knows no solver.

use super::Tour;
use super::halt::CheckEnd;
use super::verify::flaw;
use tabuleiro_core::board::Square;
use tabuleiro_core::contract::Meter;

/// Whether numbers of the right size are a tour, but for given numbers.
pub(super) fn check(tour: &Tour, numbers: &[u32], meter: &mut Meter<'_>) -> Result<(), CheckEnd> {
    let last = tour.squares() as u32;
    meter.claim(tour.squares().saturating_mul(size_of::<Option<Square>>() as u64))?;
    let mut places: Vec<Option<Square>> = vec![None; last as usize];
    for (square, &number) in tour.size().squares().zip(numbers) {
        meter.check_limits()?;
        let told =
            |name| flaw(name).with("square", square.to_string()).with("number", u64::from(number));
        match number {
            0 if !tour.has(square) => {}
            _ if !tour.has(square) => return Err(told("hole").into()),
            1.. if number <= last => places[number as usize - 1] = Some(square),
            _ => return Err(told("range").with("last", u64::from(last)).into()),
        }
    }
    let mut before: Option<(u32, Square)> = None;
    for (number, place) in (1..).zip(&places) {
        meter.check_limits()?;
        let next = place.filter(|&next| before.is_none_or(|(_, from)| tour.joins(from, next)));
        let Some(next) = next else {
            // As many numbers as squares: one that is missing leaves another that stands twice.
            let Some((number, from)) = before else { return Err(flaw("first").into()) };
            let told = flaw("next").with("square", from.to_string());
            let told = told.with("number", u64::from(number));
            return Err(told.with("next", u64::from(number) + 1).into());
        };
        before = Some((number, next));
    }
    Ok(())
}
