//! Signs: which cell holds less than which.

/// An inequality between two cells, each by its place in reading order from 0: the first holds less
/// than the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sign {
    /// The cell that holds less.
    pub less: u16,
    /// The cell that holds more.
    pub more: u16,
}
