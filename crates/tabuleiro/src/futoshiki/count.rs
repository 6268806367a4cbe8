//! Counting solutions.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::{Ended, Meter, depth_first};

use super::domains::{Domains, Next, Sight};
use super::{Futoshiki, obstacle, solve};
use crate::contract::{Count, CountEnd, Counted};
use crate::locale::Message;

impl Count for Futoshiki {
    fn count(&self, up_to: Option<u64>, meter: &mut Meter<'_>) -> Counted {
        let (found, ended) = match solve::claim(self, meter) {
            Err(limit) => (0, Ended::Cut(limit)),
            Ok(()) => {
                let counted = match obstacle::find(self) {
                    Some(_) => (0, Ended::Exhausted),
                    None => search_all(self, up_to, meter),
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
            unit: Message::new("futoshiki.unit").with("n", found),
            facts: Vec::new(),
        }
    }
}

/// How many solutions there are, and how the search ended.
fn search_all(board: &Futoshiki, up_to: Option<u64>, meter: &mut Meter<'_>) -> (u64, Ended) {
    let mut tree = Domains::new(board, Sight::Everything, Next::Fewest, false);
    let mut found = 0;
    let ended = depth_first(&mut tree, meter, &mut (), |_| {
        found += 1;
        if Some(found) == up_to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (found, ended)
}
