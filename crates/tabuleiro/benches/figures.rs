//! Figures as a table shows them, and what is known of those that were not finished.

use std::fmt;

use crate::goals::short;

/// A figure, or what is known of it.
#[derive(Clone, Copy)]
pub(crate) enum Figure {
    /// Nobody measured it.
    Absent,
    /// It was measured.
    Is(f64),
    /// Patience ended when it was on that side of a number: `<` or `>`.
    Past(char, f64),
}

impl Figure {
    /// The figure, or the bound, which flatters the one who was too slow.
    pub(crate) fn known(self) -> Option<f64> {
        match self {
            Figure::Absent => None,
            Figure::Is(value) | Figure::Past(_, value) => Some(value),
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&match *self {
            Figure::Absent => "-".to_owned(),
            Figure::Is(value) => short(value),
            Figure::Past(side, value) => format!("{side} {}", short(value)),
        })
    }
}
