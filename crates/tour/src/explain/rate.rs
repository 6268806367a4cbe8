//! How hard a board with given numbers is: what tells each move of its completion from the others. Boards
//! without numbers have many tours, and are not rated.

use search::{Limit, Meter};

use super::hint::MOST;
use crate::Tour;
use tabuleiro_core::explain::{Advice, Explain, Rating};
use tabuleiro_core::locale::Message;
use tabuleiro_core::play::Play;

/// Rates a board; one that cannot be completed is not rated.
pub(super) fn rate(tour: &Tour, meter: &mut Meter<'_>) -> Result<Option<Rating>, Limit> {
    if tour.clues().is_empty() || tour.squares() > MOST {
        return Ok(None);
    }
    let mut rating = Rating::default();
    let mut steps: Vec<(&'static str, u64)> =
        Tour::TECHNIQUES.iter().map(|technique| (technique.name, 0)).collect();
    let (mut position, mut moves, mut argued) = (tour.begin(), 0_usize, 0_usize);
    loop {
        match tour.advise(&position, meter)? {
            Advice::Step(step) => {
                let place = Tour::TECHNIQUES.iter().position(|known| known.name == step.technique);
                let Some(place) = place else { return Ok(None) };
                steps[place].1 += 1;
                rating.effort += u64::from(step.cost);
                if step.cost > rating.cost {
                    (rating.cost, rating.hardest) = (step.cost, Some(step.technique));
                }
                moves += 1;
                // The last two of the techniques show that a move is right, not that others are wrong.
                argued += usize::from(place + 2 < steps.len());
                position.path.extend(step.moves.iter().map(|made| made.at));
            }
            Advice::Won => break,
            _ => return Ok(None),
        }
    }
    rating.steps = steps.into_iter().filter(|&(_, count)| count > 0).collect();
    rating.facts = vec![Message::new("tour.rate.argued").with("argued", argued).with("n", moves)];
    Ok(Some(rating))
}
