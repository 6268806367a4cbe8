//! A search at a moment: which squares the queens leave free.

use search::{Event, Limit};
use tabuleiro_core::board::Square;
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::locale::Message;
use tabuleiro_core::narrate::{Narrator, Plain};
use tabuleiro_core::scene::Tone;
use tabuleiro_template_rules::{Queens, Template};

/// Follows the queens.
pub(crate) struct Free<'a> {
    board: &'a Template,
    queens: Queens,
    last: Option<Event<Square>>,
    plain: Plain,
}

impl<'a> Free<'a> {
    pub(crate) fn new(board: &'a Template) -> Self {
        let queens = vec![None; board.size().rows as usize];
        Free { board, queens, last: None, plain: Plain::default() }
    }
}

impl Narrator<Square> for Free<'_> {
    fn follow(&mut self, event: Event<Square>) {
        self.plain.follow(event);
        match event {
            Event::Root(_) => self.queens.fill(None),
            Event::Make(queen) => self.queens[queen.row as usize] = Some(queen.col),
            Event::Unmake(queen) => self.queens[queen.row as usize] = None,
            Event::Close(_) | Event::Goal | Event::Queue(_) | Event::Expand(_) => {}
        }
        self.last = Some(event);
    }

    fn sentence(&self) -> Message {
        let said = |key: &str, at: Square| {
            Message::new(format!("template.moment.{key}")).with("at", at.to_string())
        };
        match self.last {
            Some(Event::Make(queen)) => said("make", queen),
            Some(Event::Unmake(queen)) => said("unmake", queen),
            _ => Narrator::<Square>::sentence(&self.plain),
        }
    }

    /// The squares that are still free.
    fn overlay(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        let free = |at: &Square| self.board.forbids(&self.queens, *at).is_none();
        let mut squares = self.board.size().squares().filter(free);
        squares.try_for_each(|at| canvas.tone(at, Tone::Frontier))
    }
}
