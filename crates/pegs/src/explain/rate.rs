//! How hard a problem is: how many first jumps keep it winnable, how long the runs are in which one jump
//! alone does, and what tells the jumps of a solution from the others.

use search::{Limit, Meter, Outcome};

use super::verdict;
use crate::Pegs;
use tabuleiro_core::board::Square;
use tabuleiro_core::explain::{Explain, Rating};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::Play;

/// Rates a problem; one that cannot be solved is not rated.
pub(super) fn rate(board: &Pegs, meter: &mut Meter<'_>) -> Result<Option<Rating>, Limit> {
    let game = match verdict::decide(board.ground(), meter)? {
        Outcome::Solved(jumps) => jumps,
        Outcome::Impossible(_) => return Ok(None),
        Outcome::Unknown(limit) => return Err(limit),
    };
    // Every jump beside the game is to be decided: with a table that is no more than a look.
    verdict::table(board.ground(), meter)?;
    let mut pegs = board.begin().pegs;
    let mut rating = Rating::default();
    let mut steps: Vec<(&'static str, u64)> =
        Pegs::TECHNIQUES.iter().map(|technique| (technique.name, 0)).collect();
    let (mut run, mut longest, mut first) = (0_usize, 0_usize, None);
    for &jump in &game {
        let jump = board.ends(jump);
        let legal = board.legal_jumps(&pegs);
        let mut keep = 0_usize;
        for &other in &legal {
            keep += usize::from(other == jump || wins(board, &pegs, other, meter)?);
        }
        first = first.or(Some((keep, legal.len())));
        run = if keep == 1 { run + 1 } else { 0 };
        longest = longest.max(run);
        let technique = board.refutations(&pegs, jump, meter)?.technique();
        for (spec, (_, count)) in Pegs::TECHNIQUES.iter().zip(&mut steps) {
            if spec.name == technique {
                *count += 1;
                rating.effort += u64::from(spec.cost);
                if spec.cost > rating.cost {
                    (rating.cost, rating.hardest) = (spec.cost, Some(technique));
                }
            }
        }
        pegs = board.pegs_after(&pegs, jump).unwrap_or(pegs);
    }
    rating.steps = steps.into_iter().filter(|&(_, count)| count > 0).collect();
    if let Some((keep, all)) = first {
        let first = Message::new("pegs.rate.first").with("keep", keep).with("n", all);
        rating.facts = vec![first, Message::new("pegs.rate.run").with("n", longest)];
    }
    Ok(Some(rating))
}

/// Whether a position after a jump can be won.
fn wins(
    board: &Pegs,
    pegs: &[bool],
    jump: [Square; 2],
    meter: &mut Meter<'_>,
) -> Result<bool, Limit> {
    let after = board.pegs_after(pegs, jump).unwrap_or_default();
    if let Some(table) = verdict::kept(board.ground()) {
        return Ok(table.wins(&after));
    }
    match verdict::decide(board.from_pegs(&after).ground(), meter)? {
        Outcome::Solved(_) => Ok(true),
        Outcome::Impossible(_) => Ok(false),
        Outcome::Unknown(limit) => Err(limit),
    }
}
