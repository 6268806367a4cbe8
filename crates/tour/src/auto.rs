//! The strategy `auto`, which searches follow each other: a path is extended for a while, then links
//! are made and joined, and then the path is extended to the end, for a proof.

use search::{Ended, Limit, Meter, Observer, Outcome};

use super::restarts::RestartLimit;
use super::roth::TieBreak;
use super::thin_search::Frontier;
use super::{Argument, Numbers, Tour, factor, solve};
use tabuleiro_core::locale::Message;
use tabuleiro_core::random::Rng;

/// Searches that extend a path before links are tried, on boards of so many squares and on larger
/// ones, where they hardly ever correct an early mistake.
const TRIES: (usize, u64, usize) = (12, 4096, 2);

/// Whether links are worth a try: whole rectangles are toured by extending a path, thin boards have
/// a search of their own, and given numbers links cannot keep.
fn wants_links(tour: &Tour) -> bool {
    tour.clues().is_empty() && !Frontier::fits(tour) && (tour.has_holes() || !tour.is_plain())
}

/// Looks for a tour until there is one, or a proof that there is none. No obstacle stands against
/// it. Says so where it was not the path that led to the answer.
pub(super) fn search<O: Observer<u8>>(
    tour: &Tour,
    meter: &mut Meter<'_>,
    observer: &mut O,
    notes: &mut Vec<Message>,
) -> Outcome<Numbers, Argument> {
    let mut rng = Rng::new(1);
    if wants_links(tour) {
        let (small, most, large) = TRIES;
        let tries = RestartLimit::Tries(if tour.squares() <= most { small } else { large });
        let (found, ended) =
            solve::roth(tour, TieBreak::default(), &mut rng, tries, meter, observer);
        if ended != Ended::Spent {
            return Outcome::conclude(found, ended);
        }
        match factor::search(tour, meter, observer) {
            Outcome::Unknown(Limit::Incomplete) => {}
            Outcome::Unknown(limit) => return Outcome::Unknown(limit),
            answer => {
                notes.push(Message::new("tour.note.factor"));
                return answer;
            }
        }
    }
    let taste = TieBreak::default();
    let (found, ended) =
        solve::roth(tour, taste, &mut rng, RestartLimit::Complete, meter, observer);
    Outcome::conclude(found, ended)
}
