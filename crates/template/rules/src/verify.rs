//! The rules: what a solution is, and what an argument must show. One message for each rule, so that a person sees which one is broken.

use tabuleiro_core::board::Square;
use tabuleiro_core::contract::Verify;
use tabuleiro_core::locale::Message;

use crate::{Argument, Columns, Template};

impl Verify for Template {
    fn verify(&self, Columns(columns): &Columns) -> Result<(), Message> {
        let size = self.size();
        if columns.len() != size.rows as usize {
            let flaw = Message::new("template.flaw.rows").with("given", columns.len());
            return Err(flaw.with("asked", u64::from(size.rows)));
        }
        self.obey((0..).zip(columns.iter().copied()))
    }

    fn so_far(&self, columns: &[Option<u32>]) -> Result<(), Message> {
        self.obey((0..).zip(columns).filter_map(|(row, column)| Some((row, (*column)?))))
    }

    fn refute(&self, argument: &Argument) -> Result<(), Message> {
        let size = self.size();
        let holds = match *argument {
            Argument::Columns => size.rows > size.cols,
            Argument::FullRow(row) => {
                row < size.rows && (0..size.cols).all(|col| self.is_blocked(Square { row, col }))
            }
        };
        if holds {
            return Ok(());
        }
        Err(Message::new("template.flaw.argument").with("name", argument.word()))
    }
}

impl Template {
    /// Whether queens in these columns of these rows obey the rules.
    fn obey(&self, columns: impl Iterator<Item = (u32, u32)>) -> Result<(), Message> {
        let size = self.size();
        let mut queens: Vec<Square> = Vec::new();
        for (row, column) in columns {
            if !(1..=size.cols).contains(&column) {
                let flaw = Message::new("template.flaw.column").with("row", u64::from(row) + 1);
                return Err(flaw
                    .with("column", u64::from(column))
                    .with("last", u64::from(size.cols)));
            }
            let queen = Square { row, col: column - 1 };
            if self.is_blocked(queen) {
                return Err(Message::new("template.flaw.blocked").with("square", queen.to_string()));
            }
            if let Some(other) = queens.iter().find(|other| self.attack(**other, queen)) {
                let flaw = Message::new("template.flaw.attack").with("first", other.to_string());
                return Err(flaw.with("second", queen.to_string()));
            }
            queens.push(queen);
        }
        Ok(())
    }

    /// Whether pieces on two squares of different rows attack each other. What stands between them does not matter: a blocked square
    /// holds no queen, but queens move over it.
    pub(crate) fn attack(&self, one: Square, other: Square) -> bool {
        let (down, right) = (one.row.abs_diff(other.row), one.col.abs_diff(other.col));
        right == 0 || right == down || (self.amazons() && one.is_knight_move(other))
    }
}
