//! A search for a game at a moment: which pegs can jump.

use search::{Event, Limit};
use tabuleiro_core::board::Square;
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::locale::Message;
use tabuleiro_core::narrate::{Narrator, Plain};

use super::{Jump, Pegs};

/// Follows the jumps.
pub(crate) struct Pieces<'a> {
    board: &'a Pegs,
    pegs: Vec<bool>,
    left: u64,
    last: Option<Event<Jump>>,
    /// Whether positions are gone through one jump after another, so that `pegs` is the present one.
    steps: bool,
    plain: Plain,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(board: &'a Pegs) -> Self {
        let plain = Plain::default();
        let mut pieces =
            Pieces { board, pegs: Vec::new(), left: 0, last: None, steps: true, plain };
        pieces.begin();
        pieces
    }

    fn begin(&mut self) {
        self.pegs.clone_from(&self.board.ground().start);
        self.left = self.pegs.iter().filter(|peg| **peg).count() as u64;
    }

    /// Makes a jump, or takes it back.
    fn jump(&mut self, jump: Jump, made: bool) {
        for (cell, peg) in [(jump.from, !made), (jump.over(), !made), (jump.to, made)] {
            self.pegs[cell as usize] = peg;
        }
        self.left = if made { self.left.saturating_sub(1) } else { self.left + 1 };
    }

    /// How many jumps a peg can make.
    fn jumps(&self, Square { row, col }: Square) -> usize {
        let size = self.board.size();
        let steps = [(-1i64, 0i64), (1, 0), (0, -1), (0, 1)];
        let at = |down: i64, right: i64| {
            let side = |from: u32, by: i64| u32::try_from(i64::from(from) + by).ok();
            let square = Square { row: side(row, down)?, col: side(col, right)? };
            size.holds(square).then(|| size.index(square))
        };
        let leads = |&&(down, right): &&(i64, i64)| {
            let (over, to) = (at(down, right), at(2 * down, 2 * right));
            let lands = |to: usize| self.board.ground().inside[to] && !self.pegs[to];
            over.is_some_and(|over| self.pegs[over]) && to.is_some_and(lands)
        };
        steps.iter().filter(leads).count()
    }
}

impl Narrator<Jump> for Pieces<'_> {
    fn follow(&mut self, event: Event<Jump>) {
        self.plain.follow(event);
        match event {
            Event::Root(_) => self.begin(),
            Event::Make(jump) => self.jump(jump, true),
            Event::Unmake(jump) => self.jump(jump, false),
            Event::Queue(_) | Event::Expand(_) => self.steps = false,
            Event::Close(_) | Event::Goal => {}
        }
        self.last = Some(event);
    }

    fn sentence(&self) -> Message {
        let said = |key: &str, jump: Jump| {
            let at = |cell: u32| self.board.square(cell).to_string();
            let message = Message::new(format!("pegs.moment.{key}")).with("from", at(jump.from));
            let message = message.with("over", at(jump.over())).with("to", at(jump.to));
            message.with("n", self.left)
        };
        match self.last {
            Some(Event::Make(jump)) => said("make", jump),
            Some(Event::Unmake(jump)) => said("unmake", jump),
            Some(Event::Queue(jump)) => said("queue", jump),
            Some(Event::Expand(jump)) => said("expand", jump),
            Some(Event::Close(_)) => Message::new("pegs.moment.dead").with("n", self.left),
            Some(Event::Goal) => Message::new("pegs.moment.goal"),
            _ => Narrator::<Jump>::sentence(&self.plain),
        }
    }

    /// On each peg that can jump, in how many ways.
    fn overlay(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        if !self.steps {
            return Ok(());
        }
        for (cell, square) in self.board.size().squares().enumerate() {
            if self.pegs[cell] && self.jumps(square) > 0 {
                canvas.number(square, Some(self.jumps(square) as i32))?;
            }
        }
        Ok(())
    }
}
