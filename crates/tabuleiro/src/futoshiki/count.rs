//! Counting solutions: one by one while they are few, by values where they are many.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::{Ended, Limit, Meter, depth_first};

use super::domains::{Domains, Next, Sight};
use super::{Futoshiki, ideals, obstacle, solve};
use crate::contract::{Count, CountEnd, Counted};
use crate::locale::Message;

/// Nodes of a search after which counting by values is likely to be faster.
const PATIENCE: u64 = 20_000;

impl Count for Futoshiki {
    fn count(&self, up_to: Option<u64>, meter: &mut Meter<'_>) -> Counted {
        let (found, ended) = match solve::claim(self, meter) {
            Err(limit) => (0, Ended::Cut(limit)),
            Ok(()) => {
                let counted = match obstacle::find(self) {
                    Some(_) => (0, Ended::Exhausted),
                    None => all(self, up_to, meter),
                };
                solve::release(self, meter);
                counted
            }
        };
        Counted {
            count: BigUint::from(found),
            ended: match ended {
                Ended::Exhausted => CountEnd::Exact,
                Ended::Satisfied | Ended::Spent => CountEnd::UpTo,
                Ended::Cut(limit) => CountEnd::Limit(limit),
            },
            // A number that is not one is many, however large.
            unit: Message::new("futoshiki.unit")
                .with("n", u64::try_from(found).unwrap_or(u64::MAX)),
            facts: Vec::new(),
        }
    }
}

/// Counts in the way that suits the board.
fn all(board: &Futoshiki, up_to: Option<u64>, meter: &mut Meter<'_>) -> (u128, Ended) {
    if up_to.is_some() || board.order() > ideals::GREATEST {
        return one_by_one(board, up_to, meter);
    }
    meter.stage(Some(PATIENCE));
    let counted = one_by_one(board, None, meter);
    meter.stage(None);
    if counted.1 != Ended::Spent {
        return counted;
    }
    match ideals::count(board, meter) {
        Ok(found) => (found, Ended::Exhausted),
        // Too many sets to hold: solutions take no memory.
        Err(Limit::Memory { .. }) => one_by_one(board, None, meter),
        Err(limit) => (counted.0, Ended::Cut(limit)),
    }
}

fn one_by_one(board: &Futoshiki, up_to: Option<u64>, meter: &mut Meter<'_>) -> (u128, Ended) {
    let mut tree = Domains::new(board, Sight::Everything, Next::Fewest, false);
    let mut found = 0;
    let ended = depth_first(&mut tree, meter, &mut (), |_| {
        found += 1;
        if Some(found) == up_to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (found.into(), ended)
}
