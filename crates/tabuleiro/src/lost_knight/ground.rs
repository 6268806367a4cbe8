//! Which squares are blocked: as a plain set, and as bit planes for the flood, which are made of the
//! set when they are first asked for.

use std::sync::{Mutex, OnceLock, PoisonError, TryLockError};

use super::planes::field::Field;
use super::planes::geometry as packed;
use super::{Edges, Leaper, Rules};
use crate::board::{Size, Square, Squares};

/// The blocked squares of a board.
#[derive(Debug)]
pub(super) struct Ground {
    size: Size,
    blocked: Squares,
    /// `None` if the piece leaps too far for bit planes. A flood marks the planes, and forgets older
    /// marks first, so that one after another needs no second board.
    field: OnceLock<Option<Mutex<Field>>>,
}

impl Ground {
    pub(super) fn of_squares(size: Size, blocked: Squares) -> Self {
        Ground { size, blocked, field: OnceLock::new() }
    }

    pub(super) fn of_both(size: Size, blocked: Squares, field: Field) -> Self {
        Ground { size, blocked, field: Some(Mutex::new(field)).into() }
    }

    #[inline]
    pub(super) fn blocked(&self) -> &Squares {
        &self.blocked
    }

    /// Works with the board as bit planes, unless the piece leaps too far for them. The rules are the
    /// same at every call.
    pub(super) fn with_field<R>(
        &self,
        rules: Rules,
        work: impl FnOnce(&mut Field) -> R,
    ) -> Option<R> {
        let field = self.field.get_or_init(|| {
            let free =
                |square: packed::Square| !self.blocked.contains(self.size.index(square.into()));
            Field::build(shape(self.size, rules), free).map(Mutex::new)
        });
        let field = field.as_ref()?;
        Some(match field.try_lock() {
            Ok(mut field) => work(&mut field),
            Err(TryLockError::Poisoned(poisoned)) => work(&mut poisoned.into_inner()),
            // Two searches of the same board at the same time: a second board after all.
            Err(TryLockError::WouldBlock) => {
                let mut field = field.lock().unwrap_or_else(PoisonError::into_inner).clone();
                work(&mut field)
            }
        })
    }

    /// The same board for a piece or edges that are different.
    pub(super) fn under_other_rules(self) -> Self {
        Ground::of_squares(self.size, self.blocked)
    }
}

impl Clone for Ground {
    fn clone(&self) -> Self {
        Ground::of_squares(self.size, self.blocked.clone())
    }
}

impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.blocked == other.blocked
    }
}

impl Eq for Ground {}

fn shape(size: Size, rules: Rules) -> packed::Shape {
    let (edges, leaper) = (rules.edges.into(), rules.leaper.into());
    packed::Shape { rows: size.rows, columns: size.cols, edges, leaper }
}

impl From<Square> for packed::Square {
    fn from(square: Square) -> Self {
        packed::Square { row: square.row, column: square.col }
    }
}

impl From<packed::Square> for Square {
    fn from(square: packed::Square) -> Self {
        Square { row: square.row, col: square.column }
    }
}

impl From<Edges> for packed::Edges {
    fn from(edges: Edges) -> Self {
        match edges {
            Edges::Torus => packed::Edges::Torus,
            Edges::Plane => packed::Edges::Plane,
            Edges::Cylinder => packed::Edges::Cylinder,
        }
    }
}

impl From<Leaper> for packed::Leaper {
    fn from(leaper: Leaper) -> Self {
        let (a, b) = leaper.sides();
        packed::Leaper { a, b }
    }
}
