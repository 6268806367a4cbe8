//! The ways in which a board is written.

use super::{Futoshiki, Sign, coursework, drawing, game_id};
use tabuleiro_core::text::{Diagnostic, one_of};

/// A way of writing a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Drawn with `<`, `>`, `^` and `v` between the cells.
    #[default]
    Drawing,
    /// The coursework's numbers, as a file with one case.
    Coursework,
    /// A game ID of Simon Tatham's `Unequal`.
    GameId,
}

impl Notation {
    /// Every notation with its word, as people type it.
    pub const ALL: [(Notation, &'static str); 3] = [
        (Notation::Drawing, "drawing"),
        (Notation::Coursework, "coursework"),
        (Notation::GameId, "id"),
    ];

    /// The notation of that word, the value of an option.
    pub fn parse(option: &str, value: &str) -> Result<Notation, Diagnostic> {
        one_of(option, value, &Notation::ALL.map(|(notation, word)| (word, notation)))
    }

    /// The board as one of so many in a text. A game ID has no way to write signs between cells
    /// that are not neighbours; a board that has some is then drawn.
    pub(super) fn write(self, board: &Futoshiki, place: u64, of: u64) -> String {
        let order = board.order() as u16;
        let neighbours = |sign: &Sign| is_beside(*sign, order) || is_above(*sign, order);
        let text = match self {
            Notation::Coursework => return coursework::write(board, place, of),
            Notation::GameId if board.signs().iter().all(neighbours) => game_id::write(board),
            Notation::GameId | Notation::Drawing => drawing::write(board),
        };
        if place > 1 { format!("\n{text}") } else { text }
    }
}

/// Whether the cells of a sign are neighbours in a row.
pub(super) fn is_beside(Sign { less, more }: Sign, order: u16) -> bool {
    less.abs_diff(more) == 1 && less / order == more / order
}

/// Whether the cells of a sign are neighbours in a column.
pub(super) fn is_above(Sign { less, more }: Sign, order: u16) -> bool {
    // On a board of order 1 there is no other cell.
    less.abs_diff(more) == order && less != more
}
