//! Counting: every solution is met once.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::Meter;
use tabuleiro_core::contract::{Count, Counted, Ended, Options};
use tabuleiro_core::locale::Message;
use tabuleiro_core::text::Diagnostic;
use tabuleiro_template_rules::Template;

use crate::position::Position;
use crate::{Local, Plan, solve};

impl Count<Local> for Template {
    // There is one thing to count, so that options ask for nothing.
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
        let order: Vec<u32> = (0..self.size().cols).collect();
        let position = Position::new(self, Plan::FewestFirst, &order);
        let mut found = 0u64;
        let ended = solve::search(position, self, meter, &mut (), |_| {
            found += 1;
            if Some(found) == up_to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let ended = ended.map_or_else(Ended::Cut, Ended::from);
        let unit = Message::new("template.unit").with("n", found);
        let count = BigUint::from(found);
        Ok(Counted { count, ended, unit, way: "search", facts: Vec::new() })
    }
}
