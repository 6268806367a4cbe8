//! A search for the values at a moment: which of them the rules leave to each cell.

use search::{Event, Limit};
use tabuleiro_core::canvas::Canvas;
use tabuleiro_core::locale::Message;
use tabuleiro_core::narrate::{Narrator, Plain};

use super::{Futoshiki, Placed};

/// Values that can be pencilled into a cell.
const MARKS: usize = 64;

/// Follows the values that are tried.
pub(crate) struct Values<'a> {
    board: &'a Futoshiki,
    /// In reading order, 0 where there is none.
    values: Vec<u8>,
    path: Vec<u16>,
    last: Option<Event<Placed>>,
    plain: Plain,
}

impl<'a> Values<'a> {
    pub(crate) fn new(board: &'a Futoshiki) -> Self {
        let (values, plain) = (board.givens().to_vec(), Plain::default());
        Values { board, values, path: Vec::new(), last: None, plain }
    }

    /// The values that no filled cell forbids to a cell, whatever it holds itself.
    fn left(&self, cell: usize) -> Vec<u8> {
        let order = self.board.order();
        let (row, column) = (cell / order, cell % order);
        let mut left = vec![true; order + 1];
        left[0] = false;
        for other in 0..order {
            for seen in [row * order + other, other * order + column] {
                if seen != cell {
                    left[usize::from(self.values[seen])] = false;
                }
            }
        }
        for sign in self.board.signs() {
            let (less, more) = (usize::from(sign.less), usize::from(sign.more));
            let value = |cell: usize| usize::from(self.values[cell]);
            if less == cell && value(more) > 0 {
                left[value(more)..].fill(false);
            } else if more == cell && value(less) > 0 {
                left[..=value(less)].fill(false);
            }
        }
        (0..=255).zip(left).filter_map(|(value, left)| left.then_some(value)).collect()
    }
}

impl Narrator<Placed> for Values<'_> {
    fn follow(&mut self, event: Event<Placed>) {
        self.plain.follow(event);
        match event {
            Event::Root(_) => {
                for cell in self.path.drain(..) {
                    self.values[usize::from(cell)] = 0;
                }
            }
            Event::Make(Placed { cell, value }) => {
                self.values[usize::from(cell)] = value;
                self.path.push(cell);
            }
            Event::Unmake(Placed { cell, .. }) => {
                self.values[usize::from(cell)] = 0;
                self.path.pop();
            }
            Event::Close(_) | Event::Goal | Event::Queue(_) | Event::Expand(_) => {}
        }
        self.last = Some(event);
    }

    fn sentence(&self) -> Message {
        let said = |key: &str, Placed { cell, value }: Placed| {
            let at = self.board.size().square(usize::from(cell));
            let message = Message::new(format!("futoshiki.moment.{key}"));
            message.with("at", at.to_string()).with("value", u64::from(value))
        };
        match self.last {
            Some(Event::Make(placed)) => {
                let left = self.left(usize::from(placed.cell));
                let key = if left.contains(&placed.value) { "make" } else { "against" };
                said(key, placed).with("n", left.len() as u64)
            }
            Some(Event::Unmake(placed)) => said("unmake", placed),
            Some(Event::Close(_)) => Message::new("futoshiki.moment.dead"),
            Some(Event::Goal) => Message::new("futoshiki.moment.goal"),
            _ => Narrator::<Placed>::sentence(&self.plain),
        }
    }

    /// In each cell without a value, those that no filled cell forbids.
    fn overlay(&self, canvas: &mut Canvas<'_, '_>) -> Result<(), Limit> {
        if self.board.order() > MARKS {
            return Ok(());
        }
        for (cell, square) in self.board.size().squares().enumerate() {
            if self.values[cell] == 0 {
                let left = self.left(cell).into_iter().map(|value| 1 << (value - 1));
                canvas.marks(square, left.sum())?;
            }
        }
        Ok(())
    }
}
