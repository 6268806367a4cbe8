//! A minimal unsatisfiable subset of the clues, by deletion: why there is no solution, as givens and signs
//! that conflict, each of them needed.

use search::Meter;

use super::{Clue, Futoshiki, Placed, Sign, fast};
use tabuleiro_core::locale::Message;

/// The clues of a board without a solution that conflict: no others matter, and without any one of
/// them there is a solution, unless a limit fires first.
pub(super) fn explain(board: &Futoshiki, meter: &mut Meter<'_>) -> Message {
    let mut board = board.clone();
    // The last clues are tried first, so that signs, which say less, are kept.
    for clue in board.clues().into_iter().rev() {
        board.take(clue);
        match fast::exists_without(&board, &[], meter) {
            Ok(false) => {}
            Ok(true) => board.put(clue),
            Err(_) => {
                board.put(clue);
                return Message::new("futoshiki.note.why.cut").with("clues", listed(&board));
            }
        }
    }
    Message::new("futoshiki.note.why").with("clues", listed(&board))
}

fn listed(board: &Futoshiki) -> Vec<String> {
    let cell = |index: usize| format!("({})", board.size().square(index));
    board
        .clues()
        .into_iter()
        .map(|clue| match clue {
            Clue::Given(Placed { cell: index, value }) => {
                format!("{} = {value}", cell(usize::from(index)))
            }
            Clue::Sign(Sign { less, more }) => {
                format!("{} < {}", cell(usize::from(less)), cell(usize::from(more)))
            }
        })
        .collect()
}
