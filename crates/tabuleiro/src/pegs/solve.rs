//! The strategies, and the one place that chooses among them.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use search::depth_first::Path;
use search::limits::Standing;
use search::{Ended, Event, Limit, Mapped, Meter, Observer, Outcome, Proof, Reach, depth_first};

use super::stack::{Shape, Stack, Word, fits};
use super::wide::Wide;
use super::{Argument, Jump, Jumps, Pegs, obstacle};
use crate::contract::{CountEnd, Frame, Options, Solve, Strategy};
use crate::locale::Message;
use crate::text::Diagnostic;

/// A strategy with what it needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The way of searching.
    pub how: How,
}

/// A way of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// A scan from the top left after each jump, nothing remembered: the coursework's.
    Stack,
    /// Proofs first, then one search after the other.
    Auto,
}

/// Bytes that a search of a small board holds: its levels, at most one a place.
const SMALL: u64 = 16 << 10;

impl Solve for Pegs {
    type Step = Jump;
    type Strategy = Plan;
    const STRATEGIES: &'static [Strategy] = &[
        Strategy { name: "stack", reach: Reach::Complete },
        Strategy { name: "auto", reach: Reach::Complete },
    ];

    fn strategy(&self, name: &str, _: &Options) -> Result<Plan, Diagnostic> {
        let how = match name {
            "stack" => How::Stack,
            _ => How::Auto,
        };
        Ok(Plan { how })
    }

    fn solve<O: Observer<Jump>>(
        &self,
        plan: &Plan,
        meter: &mut Meter<'_>,
        observer: &mut O,
        _: &mut Vec<Message>,
    ) -> Outcome<Jumps, Argument> {
        match self.decide(plan, meter, observer) {
            Ok(outcome) => outcome,
            Err(limit) => Outcome::Unknown(limit),
        }
    }

    fn frame(_: usize, outcome: &Outcome<(), ()>) -> Frame {
        match outcome {
            Outcome::Impossible(_) => {
                Frame { before: "Impossivel\n".to_owned(), ..Frame::default() }
            }
            Outcome::Solved(()) | Outcome::Unknown(_) => Frame::default(),
        }
    }
}

impl Pegs {
    fn decide<O: Observer<Jump>>(
        &self,
        plan: &Plan,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<Outcome<Jumps, Argument>, Limit> {
        if let Err(stop) = meter.poll(meter.stats(), Standing::default())
            && let Ended::Cut(limit) = stop.into()
        {
            return Err(limit);
        }
        let (found, ended) = match plan.how {
            How::Stack => self.first(meter, observer)?,
            How::Auto => {
                if let Some(argument) = obstacle::plain(self) {
                    return Ok(Outcome::Impossible(Proof::Argument(argument)));
                }
                if let Some(argument) = obstacle::parity(self, meter)? {
                    return Ok(Outcome::Impossible(Proof::Argument(argument)));
                }
                if let Some(argument) = obstacle::weights(self) {
                    return Ok(Outcome::Impossible(Proof::Argument(argument)));
                }
                self.first(meter, observer)?
            }
        };
        let found = found.map(|jumps| Jumps::found(self.size(), &jumps));
        Ok(Outcome::conclude(found, ended, Reach::Complete))
    }

    /// The first solution by the coursework's search.
    fn first<O: Observer<Jump>>(
        &self,
        meter: &mut Meter<'_>,
        observer: &mut O,
    ) -> Result<(Option<Vec<Jump>>, Ended), Limit> {
        let mut found = None;
        let ended = self.stack(meter, observer, |jumps| {
            found = Some(jumps);
            ControlFlow::Break(())
        })?;
        Ok((found, ended))
    }

    /// The coursework's search, in words as wide as the board needs. `on_goal` is told every solution
    /// until it breaks.
    fn stack<O: Observer<Jump>>(
        &self,
        meter: &mut Meter<'_>,
        observer: &mut O,
        on_goal: impl FnMut(Vec<Jump>) -> ControlFlow<()>,
    ) -> Result<Ended, Limit> {
        let ground = self.ground();
        let claimed = SMALL.max(Wide::BYTES_A_PLACE * self.size().area());
        meter.claim(claimed)?;
        let ended = if fits::<u64>(ground) {
            self.packed::<u64, O>(meter, observer, on_goal)
        } else if fits::<u128>(ground) {
            self.packed::<u128, O>(meter, observer, on_goal)
        } else {
            let mut on_goal = on_goal;
            let told = |path: Path<'_, Wide>| on_goal(path.steps().collect());
            depth_first(&mut Wide::new(ground), meter, observer, told)
        };
        meter.release(claimed);
        Ok(ended)
    }

    fn packed<W: Word, O: Observer<Jump>>(
        &self,
        meter: &mut Meter<'_>,
        observer: &mut O,
        mut on_goal: impl FnMut(Vec<Jump>) -> ControlFlow<()>,
    ) -> Ended {
        let shape = Shape::<W>::new(self.ground());
        let mut watched = Mapped::new(observer, |event: Event<_>| event.map(|hop| shape.jump(hop)));
        let mut tree = Stack::new(self.ground(), &shape);
        depth_first(&mut tree, meter, &mut watched, |path| {
            on_goal(path.steps().map(|hop| shape.jump(hop)).collect())
        })
    }
}

/// Counts solutions one by one, but not beyond so many.
pub(super) fn some(board: &Pegs, up_to: u64, meter: &mut Meter<'_>) -> (BigUint, CountEnd) {
    let mut found = 0;
    let ended = board.stack(meter, &mut (), |_| {
        found += 1;
        if found == up_to { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let ended = ended.map_or_else(CountEnd::Limit, CountEnd::from);
    (found.into(), ended)
}
