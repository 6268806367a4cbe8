//! Explanations: the easiest next step from a position, and ratings on the same ladder of techniques.

mod find;
mod ladder;
mod marks;
mod rounds;
mod sets;
mod small;
mod story;
mod tell;
mod trial;

use search::{Limit, Meter, Outcome};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::contract::Solve;
use tabuleiro_core::explain::{Advice, Explain, Rating, Technique};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::{Fault, Play, PlayState};
use tabuleiro_core::scene::Tone;

use super::{Futoshiki, Grid, Local, Method, Placed, Plan, Position, fast};
use find::Reason;
pub(crate) use ladder::Rung;
use marks::Marks;
pub(crate) use rounds::rate;
use tell::Teller;

/// Candidates whose stories are compared.
const STORIES: usize = 6;
/// The greatest order for which values are tried with more than singles and signs: beyond it, trials of all
/// values take minutes.
const LARGEST: usize = 16;
/// Nodes that the first tests of a small reason may take; each further round has eight times as many.
const NODES: u64 = 64;
const MOST_NODES: u64 = 1 << 30;

impl Explain<Local> for Futoshiki {
    const TECHNIQUES: &'static [Technique] = ladder::TECHNIQUES;

    fn show(&self, position: &Position, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        for (cell, square) in self.size().squares().enumerate() {
            if self.given(cell).is_some() {
                continue;
            }
            match (position.digit(cell), position.marks(cell)) {
                (0, 0) => {}
                (0, marks) => canvas.marks(square, marks)?,
                (digit, _) => {
                    canvas.number(square, Some(i32::from(digit)))?;
                    canvas.tone(square, Tone::Path)?;
                }
            }
        }
        Ok(())
    }

    fn advise(&self, position: &Position, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        if self.state(position) == PlayState::Won {
            return Ok(Advice::Won);
        }
        let faults = self.faults(position);
        if !faults.is_empty() {
            return Ok(Advice::Faulty(faults));
        }
        let rest = self.remaining(position).expect("what is left of a board is a board");
        let solution = match rest.solve(&Plan::from(Method::Fast), meter, &mut (), &mut Vec::new())
        {
            Outcome::Solved(solution) => solution,
            Outcome::Impossible(_) => return Ok(Advice::Lost),
            Outcome::Unknown(limit) => return Err(limit),
        };
        let marks = Marks::new(self, position);
        if let Some(fault) = self.wrong_marks(&rest, &marks, &solution, meter)? {
            return Ok(Advice::Faulty(vec![fault]));
        }
        self.step(&marks, meter)
    }

    fn rate(&self, meter: &mut Meter<'_>) -> Result<Option<Rating>, Limit> {
        Ok(rate(self, self.hardest(), meter)?.map(|(_, rating)| rating))
    }
}

impl Futoshiki {
    /// The hardest technique that is tried on a board of this order.
    fn hardest(&self) -> Rung {
        if self.order() > LARGEST { Rung::Refutation } else { Rung::Nested }
    }

    /// Pencil marks that exclude the value which the only solution has there.
    fn wrong_marks(
        &self,
        rest: &Futoshiki,
        marks: &Marks<'_>,
        solution: &Grid,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Fault>, Limit> {
        let lacks = |&cell: &usize| marks.can[cell] >> (solution.values()[cell] - 1) & 1 == 0;
        let Some(cell) = (0..marks.can.len()).find(lacks) else { return Ok(None) };
        let value = solution.values()[cell] as u8;
        if fast::exists_without(rest, Some(Placed { cell: cell as u16, value }), meter)? {
            return Ok(None);
        }
        let square = self.size().square(cell);
        let message = Message::new("futoshiki.flaw.marks").with("cell", square.to_string());
        Ok(Some(Fault { message, squares: vec![square] }))
    }

    fn step(&self, marks: &Marks<'_>, meter: &mut Meter<'_>) -> Result<Advice, Limit> {
        let teller = Teller { board: self, marks };
        let said = |step| Ok(Advice::Step(Box::new(step)));
        for rung in Rung::ALL.into_iter().take_while(|rung| *rung <= self.hardest()) {
            meter.check_limits()?;
            // Of all instances the one that takes most away.
            let mut best: Option<(u32, Reason, Vec<(usize, u64)>)> = None;
            marks.find(rung, &mut |reason, effect| {
                let lost =
                    effect.iter().map(|&(cell, lost)| (marks.can[cell] & lost).count_ones()).sum();
                if best.as_ref().is_none_or(|(most, ..)| lost > *most) {
                    best = Some((lost, reason, effect.to_vec()));
                }
            });
            if let Some((_, reason, effect)) = best {
                return said(teller.step(rung, &reason, &effect));
            }
            match rung {
                Rung::Refutation => {
                    let Some(refuted) = marks.refute(false, meter)? else { continue };
                    let mut best: Option<(Placed, story::Story)> = None;
                    for &against in refuted.candidates.iter().take(STORIES) {
                        let Some(story) = story::story(self, marks, against, meter)? else {
                            continue;
                        };
                        if best
                            .as_ref()
                            .is_none_or(|(_, best)| story.rules().len() < best.rules().len())
                        {
                            best = Some((against, story));
                        }
                    }
                    if let Some((against, story)) = best {
                        return said(teller.trial(against, refuted.rounds, &story));
                    }
                }
                Rung::RefutationWithSets => {
                    let Some(refuted) = marks.refute(true, meter)? else { continue };
                    let cost = rounds::trial_cost(rung, refuted.rounds);
                    if let Some(step) =
                        self.small(&teller, rung, cost, &refuted.candidates, meter)?
                    {
                        return said(step);
                    }
                }
                Rung::Nested => {
                    let unsolved = marks.unsolved(self, meter)?;
                    let cost = rung.technique().cost;
                    if let Some(step) = self.small(&teller, rung, cost, &unsolved, meter)? {
                        return said(step);
                    }
                }
                _ => {}
            }
        }
        Ok(Advice::Nothing)
    }

    /// A step with a small reason, for the candidate that is refuted with the fewest nodes.
    fn small(
        &self,
        teller: &Teller<'_>,
        rung: Rung,
        cost: u32,
        candidates: &[Placed],
        meter: &mut Meter<'_>,
    ) -> Result<Option<tabuleiro_core::explain::Step>, Limit> {
        let mut nodes = NODES;
        while nodes <= MOST_NODES {
            for &against in candidates {
                meter.check_limits()?;
                if let Some(pieces) = small::reason(self, teller.marks, against, nodes, meter)? {
                    return Ok(Some(teller.small(rung, cost, against, &pieces)));
                }
            }
            nodes *= 8;
        }
        Ok(None)
    }
}
