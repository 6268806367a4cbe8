//! Counting solutions: one by one while they are few, by values where they are many.
//!
//! Row by row would be layers, too, with the values used in each column as the state. By values the
//! state is the set of squares that hold a value so far, the signs cut it down from the first value on,
//! and states that no solution can come of are never made: fewer states, each met once.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::{Ended, Meter};

use super::{Futoshiki, Local, fast, solve};
use tabuleiro_core::contract::{Count, Counted, Options};
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::Diagnostic;

impl Count<Local> for Futoshiki {
    type Question = ();

    fn question(&self, _: &Options) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn count(
        &self,
        (): &(),
        up_to: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<Counted, Diagnostic> {
        let (count, ended) = match solve::claim(self, meter) {
            Err(limit) => (BigUint::ZERO, Ended::Cut(limit)),
            Ok(()) => {
                let counted = counted(self, up_to, meter);
                solve::release(self, meter);
                counted
            }
        };
        // A number that is not one is many, however large.
        let unit =
            Message::new("futoshiki.unit").with("n", u64::try_from(&count).unwrap_or(u64::MAX));
        let way = if up_to.is_some() { "search" } else { "values" };
        Ok(Counted { count, ended, unit, way, facts: Vec::new() })
    }
}

fn counted(board: &Futoshiki, up_to: Option<u64>, meter: &mut Meter<'_>) -> (BigUint, Ended) {
    let Some(up_to) = up_to else {
        let (count, limit) = fast::all(board, meter);
        return (count, limit.map_or(Ended::Exhausted, Ended::Cut));
    };
    let mut found = 0;
    let ended = solutions(board, meter, |_| {
        found += 1;
        if found == up_to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (found.into(), ended)
}

/// Tells `on_solution` every solution, each once, as values from 1 in reading order, until it
/// breaks or a limit fires. A board told one and [`Exhausted`](Ended::Exhausted) has no other.
pub fn solutions(
    board: &Futoshiki,
    meter: &mut Meter<'_>,
    on_solution: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Ended {
    fast::each(board, meter, on_solution)
}
