//! Why there is no solution, in clues: a set of givens and signs that conflict, each of them needed.

use search::{Ended, Meter};

use super::{Futoshiki, Sign, fast};
use crate::locale::Message;

/// A given or a sign.
#[derive(Clone, Copy)]
enum Clue {
    Given(usize, u8),
    Sign(Sign),
}

/// The clues of a board without a solution that conflict: no others matter, and without any one of
/// them there is a solution, unless a limit fires first.
pub(super) fn explain(board: &Futoshiki, meter: &mut Meter<'_>) -> Message {
    let mut kept: Vec<Clue> = board.signs().iter().map(|&sign| Clue::Sign(sign)).collect();
    kept.extend((0..board.givens().len()).filter_map(|cell| {
        let value = board.given(cell)?;
        Some(Clue::Given(cell, value))
    }));
    let mut needed = 0;
    // The last clue is tried first, so that what is needed gathers at the end.
    while needed < kept.len() {
        let last = kept.len() - 1 - needed;
        let clue = kept.remove(last);
        match is_impossible(&with(board, &kept), meter) {
            Some(true) => {}
            Some(false) => {
                kept.insert(last, clue);
                needed += 1;
            }
            None => {
                kept.insert(last, clue);
                return Message::new("futoshiki.note.why.cut").with("clues", listed(board, &kept));
            }
        }
    }
    Message::new("futoshiki.note.why").with("clues", listed(board, &kept))
}

fn with(board: &Futoshiki, clues: &[Clue]) -> Futoshiki {
    let mut some = Futoshiki::new(board.order());
    let mut signs = Vec::new();
    for &clue in clues {
        match clue {
            Clue::Given(cell, value) => some.givens[cell] = value,
            Clue::Sign(sign) => signs.push(sign),
        }
    }
    some.with_signs(signs)
}

/// Whether a board has no solution, if that is found out before a limit fires.
fn is_impossible(board: &Futoshiki, meter: &mut Meter<'_>) -> Option<bool> {
    let (found, ended) = fast::first(board, meter, &mut ());
    match ended {
        Ended::Satisfied | Ended::Exhausted => Some(found.is_none()),
        Ended::Spent | Ended::Cut(_) => None,
    }
}

fn listed(board: &Futoshiki, clues: &[Clue]) -> String {
    let cell = |index: usize| format!("({})", board.size().square(index));
    let words: Vec<String> = clues
        .iter()
        .map(|clue| match *clue {
            Clue::Given(index, value) => format!("{} = {value}", cell(index)),
            Clue::Sign(Sign { less, more }) => {
                format!("{} < {}", cell(usize::from(less)), cell(usize::from(more)))
            }
        })
        .collect();
    words.join(", ")
}
